import type { LanguageModel, TokenUsage } from './languageModel.ts';
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
