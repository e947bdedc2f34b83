import type { TokenUsage } from './languageModel.ts';

/** What a model costs from a day on. Providers change their prices, so users enter them, with the day. */
export interface ModelPrice {
  /** The id of the model, as in shaclRepair.model.id. */
  readonly model: string;
  /** The first day of the price: `2025-01-31`. */
  readonly from: string;
  /** USD for a million tokens. */
  readonly input: number;
  readonly output: number;
  /** For input that the provider still has from before; the price of input when left out. */
  readonly cachedInput?: number;
}

/**
 * Reads a list of prices. An entry that can't be read is left out and named in `problems`.
 *
 * @param name what the list is called there.
 */
export function readPrices(
  setting: unknown,
  name = 'The setting shaclRepair.model.prices',
): {
  readonly prices: readonly ModelPrice[];
  readonly problems: readonly string[];
} {
  if (setting === undefined || setting === null) return { prices: [], problems: [] };
  if (!Array.isArray(setting)) return { prices: [], problems: [`${name} has to be a list; it is ignored.`] };
  const prices: ModelPrice[] = [];
  const problems: string[] = [];
  for (const [index, entry] of setting.entries()) {
    const problem = problemOf(entry);
    if (problem === undefined) prices.push(entry);
    else problems.push(`${name}, entry ${index + 1}: ${problem}; it is ignored.`);
  }
  return { prices, problems };
}

function problemOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return 'it has to be an object';
  const { model, from, input, output, cachedInput } = entry as Readonly<Record<string, unknown>>;
  if (typeof model !== 'string' || model === '') return 'model has to be the id of a model';
  if (typeof from !== 'string' || !isDay(from)) return 'from has to be a day such as 2025-01-31';
  if (!isPrice(input) || !isPrice(output) || (cachedInput !== undefined && !isPrice(cachedInput))) {
    return 'input, output and cachedInput have to be USD for a million tokens';
  }
  return undefined;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(text);
  // 30 February is read as a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isPrice(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/**
 * What tokens cost in USD, undefined when the price of the model on that day is not known: that is not nothing.
 *
 * @param day `2025-01-31`
 */
export function priceOf(
  usage: TokenUsage,
  model: string,
  day: string,
  prices: readonly ModelPrice[],
): number | undefined {
  let valid: ModelPrice | undefined;
  for (const price of prices) {
    if (price.model === model && price.from <= day && (!valid || price.from >= valid.from)) valid = price;
  }
  if (!valid) return undefined;
  const { input, output, cachedInput = input } = valid;
  const fromBefore = Math.min(usage.cachedInput ?? 0, usage.input);
  return ((usage.input - fromBefore) * input + fromBefore * cachedInput + usage.output * output) / 1e6;
}
