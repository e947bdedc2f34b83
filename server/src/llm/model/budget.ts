import { estimateInput } from '../prompt/estimateInput.ts';
import { type LanguageModel, ModelError, type ModelRequest, type TokenUsage } from './languageModel.ts';
import { dollars } from './spending.ts';

/** What tokens of a model cost in USD, undefined when that is not known. */
export type Price = (model: string, usage: TokenUsage) => number | undefined;

/**
 * A model that is asked only when that stays within the budget, and refuses otherwise. Goes around what makes calls
 * and inside of the cache, whose answers cost nothing.
 */
export function withinBudget(model: LanguageModel, budget: Budget): LanguageModel {
  return {
    id: model.id,
    async complete(request, signal) {
      signal.throwIfAborted();
      const settle = budget.reserve(model.id, request);
      try {
        const answer = await model.complete(request, signal);
        settle(answer.usage);
        return answer;
      } catch (error) {
        settle(wasPossiblyBilled(error) ? usageOf(request, 0) : nothing);
        throw error;
      }
    },
  };
}

/** What has been spent, by all models that share it. */
export class Budget {
  readonly #total: () => number | undefined;
  readonly #price: Price;
  #spent = 0;
  #reserved = 0;

  /** @param total asked before each call: how much may be spent in all, in USD; undefined for any sum. */
  constructor(total: () => number | undefined, price: Price) {
    this.#total = total;
    this.#price = price;
  }

  /** In USD, by the prices that are known. */
  get spent(): number {
    return this.#spent;
  }

  /**
   * Puts aside what a call may cost at most. Returns how to settle what it did.
   *
   * @throws ModelError when it may cost too much, or nobody can tell.
   */
  reserve(model: string, request: ModelRequest): (usage: TokenUsage) => void {
    const total = this.#total();
    const most = this.#price(model, usageOf(request, request.maxTokens));
    if (most === undefined) {
      if (total !== undefined) throw new OverBudget(unknownPrice(model));
      return () => {};
    }
    if (total !== undefined && this.#spent + this.#reserved + most > total) {
      const gone = this.#spent + this.#reserved;
      throw new OverBudget(
        `A call of “${model}” may cost ${dollars(most)}, and of the budget of ${dollars(total)} ${dollars(gone)} is spent. Allow more (shaclRepair.model.maxCost, --max-cost), or ask a cheaper model.`,
      );
    }
    this.#reserved += most;
    return (usage) => {
      this.#reserved -= most;
      this.#spent += this.#price(model, usage) ?? most;
    };
  }
}

function unknownPrice(model: string): string {
  return `The price of “${model}” is not known, so no budget can be kept. Enter it in shaclRepair.model.prices or the file of --prices, 0 for a model of your own, or do without a budget (shaclRepair.model.maxCost, --max-cost).`;
}

/** A call would cost more than is left; waiting does not help. */
export class OverBudget extends ModelError {
  constructor(message: string) {
    super('limit', message);
  }
}

const nothing: TokenUsage = { input: 0, output: 0, estimated: true };

function usageOf(request: ModelRequest, output: number): TokenUsage {
  return { input: estimateInput(request), output, estimated: true };
}

/** True unless the request was turned down before a model saw it: who hangs up in between is billed all the same. */
function wasPossiblyBilled(error: unknown): boolean {
  return !(error instanceof ModelError) || error.kind === 'timeout' || error.kind === 'server';
}
