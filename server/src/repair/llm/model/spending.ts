import { estimateInput } from './estimateTokens.ts';
import { type LanguageModel, ModelError, type ModelRequest, type TokenUsage } from './languageModel.ts';
import { type ModelPrice, priceOf } from './prices.ts';

/** The calls of a model and the tokens that they used. */
export interface Spending {
  readonly answers: number;
  /** How many of them came from the cache, which is free. */
  readonly fromCache: number;
  /** Without those from the cache. */
  readonly usage: TokenUsage;
}

/** The cost in USD; undefined when a price is not known, which does not mean free. */
export function spentOn(
  { answers, fromCache, usage }: Spending,
  model: string,
  prices: readonly ModelPrice[],
): number | undefined {
  return answers === fromCache ? 0 : priceOf(usage, model, today(), prices);
}

/** For people: `2 rounds (1 cached), about 1,240 tokens, price unknown`. */
export function spendingText(noun: string, { answers, fromCache, usage }: Spending, cost: string): string {
  const count = `${answers} ${noun}${answers === 1 ? '' : 's'}`;
  if (fromCache === answers) return answers === 0 ? count : `${count}, cached`;
  const known = fromCache === 0 ? '' : ` (${fromCache} cached)`;
  const tokens = (usage.input + usage.output).toLocaleString('en');
  return [`${count}${known}`, `${usage.estimated ? 'about ' : ''}${tokens} tokens`, cost]
    .filter(Boolean)
    .join(', ');
}

/** `$0.0013`, `about $1.20`, `price unknown`. */
export function costText(cost: number | undefined, { estimated }: TokenUsage): string {
  return cost === undefined ? 'price unknown' : `${estimated ? 'about ' : ''}${dollars(cost)}`;
}

export function dollars(usd: number): string {
  return `$${usd.toFixed(usd < 0.1 ? 4 : 2)}`;
}

/** The sum of several usages. */
export function sumOf(usages: readonly TokenUsage[]): TokenUsage {
  return {
    input: usages.reduce((total, { input }) => total + input, 0),
    output: usages.reduce((total, { output }) => total + output, 0),
    ...(usages.some(({ cachedInput }) => cachedInput !== undefined) && {
      cachedInput: usages.reduce((total, { cachedInput }) => total + (cachedInput ?? 0), 0),
    }),
    estimated: usages.some(({ estimated }) => estimated),
  };
}

/** The current day, for looking up prices. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** A model whose answers are counted. Wraps the cache. */
export class CountingModel implements LanguageModel {
  readonly id: string;
  readonly complete: LanguageModel['complete'];
  #spending: Spending = { answers: 0, fromCache: 0, usage: sumOf([]) };

  constructor(model: LanguageModel) {
    this.id = model.id;
    this.complete = async (request, signal) => {
      const answer = await model.complete(request, signal);
      const { answers, fromCache, usage } = this.#spending;
      this.#spending = answer.fromCache
        ? { answers: answers + 1, fromCache: fromCache + 1, usage }
        : { answers: answers + 1, fromCache, usage: sumOf([usage, answer.usage]) };
      return answer;
    };
  }

  /** So far. */
  get spending(): Spending {
    return this.#spending;
  }
}

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
        // The cost of an answer without a limit is unknown.
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
