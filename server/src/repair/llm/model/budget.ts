import { estimateInput } from './estimateInput.ts';
import { type LanguageModel, ModelError, type ModelRequest, type TokenUsage } from './languageModel.ts';
import { dollars } from './spending.ts';

/** The price of tokens of a model in USD; undefined if it is not known. */
export type Price = (model: string, usage: TokenUsage) => number | undefined;

/**
 * A model that is only asked while the budget allows it. It wraps the model that makes the calls and is wrapped by
 * the cache, whose answers are free.
 */
export function withinBudget(model: LanguageModel, budget: Budget): LanguageModel {
  return {
    id: model.id,
    async complete(request, signal) {
      signal.throwIfAborted();
      const settle = budget.reserve(model.id, request);
      try {
        // Nobody knows what an answer without a limit may cost.
        const { bare: _, ...limited } = request;
        const answer = await model.complete(budget.isLimited ? limited : request, signal);
        settle(answer.usage);
        return answer;
      } catch (error) {
        settle(wasPossiblyBilled(error) ? usageOf(request, 0) : nothing);
        throw error;
      }
    },
  };
}

/** The amount that all models sharing this budget have spent. */
export class Budget {
  readonly #total: () => number | undefined;
  readonly #price: Price;
  #spent = 0;
  #reserved = 0;

  /** @param total the limit in USD, read before each call; undefined for no limit. */
  constructor(total: () => number | undefined, price: Price) {
    this.#total = total;
    this.#price = price;
  }

  get isLimited(): boolean {
    return this.#total() !== undefined;
  }

  /** In USD, according to the prices that are known. */
  get spent(): number {
    return this.#spent;
  }

  /**
   * Reserves the most that a call may cost. Returns a function that settles what it did cost.
   *
   * @throws ModelError when the call may exceed the budget, or its price is not known.
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
        `A call of “${model}” may cost ${dollars(most)}, but ${dollars(gone)} of the budget of ${dollars(total)} is already spent. Raise the budget (shaclRepair.model.maxCost, --max-cost) or choose a cheaper model.`,
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
  return `The price of “${model}” is not known, so a budget can't be enforced. Enter the price in shaclRepair.model.prices or in the file of --prices (0 for a model of your own), or remove the budget (shaclRepair.model.maxCost, --max-cost).`;
}

/** The budget does not allow a call. Retrying does not help. */
export class OverBudget extends ModelError {
  constructor(message: string) {
    super('limit', message);
  }
}

const nothing: TokenUsage = { input: 0, output: 0, estimated: true };

function usageOf(request: ModelRequest, output: number): TokenUsage {
  return { input: estimateInput(request), output, estimated: true };
}

/** True unless the request was rejected before a model saw it. A call that is given up halfway is billed as well. */
function wasPossiblyBilled(error: unknown): boolean {
  return !(error instanceof ModelError) || error.kind === 'timeout' || error.kind === 'server';
}
