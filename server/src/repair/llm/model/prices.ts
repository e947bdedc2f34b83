import type { TokenUsage } from './languageModel.ts';

/** The price of a model from a given day on. Providers change their prices, so users enter them with the day. */
export interface ModelPrice {
  /** The id of the model, as in shaclRepair.model.id. */
  readonly model: string;
  /** The first day of the price: `2025-01-31`. */
  readonly from: string;
  /** USD for a million tokens. */
  readonly input: number;
  readonly output: number;
  /** For input that the provider had cached; the price of input if left out. */
  readonly cachedInput?: number;
}

/**
 * Reads a list of prices. Invalid entries are left out and named in `problems`, sentences without their ends.
 *
 * @param name the name of the list in these messages.
 */
export function readPrices(
  setting: unknown,
  name = 'The setting shaclRepair.model.prices',
): {
  readonly prices: readonly ModelPrice[];
  readonly problems: readonly string[];
} {
  if (setting === undefined || setting === null) return { prices: [], problems: [] };
  if (!Array.isArray(setting))
    return { prices: [], problems: [`${name} must be a list, such as ${example}`] };
  const prices: ModelPrice[] = [];
  const problems: string[] = [];
  for (const [index, entry] of setting.entries()) {
    const problem = problemOf(entry);
    if (problem === undefined) prices.push(entry);
    else problems.push(`${name}, entry ${index + 1}: ${problem}`);
  }
  return { prices, problems };
}

const example = '[{ "model": "gpt-4o", "from": "2026-01-31", "input": 2.5, "output": 10 }]';

function problemOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return 'it must be an object';
  const { model, from, input, output, cachedInput } = entry as Readonly<Record<string, unknown>>;
  if (typeof model !== 'string' || model === '') return 'model must be the id of a model';
  if (typeof from !== 'string' || !isDay(from)) return 'from must be a day such as 2025-01-31';
  if (!isPrice(input) || !isPrice(output) || (cachedInput !== undefined && !isPrice(cachedInput))) {
    return 'input, output and cachedInput must be prices in USD per million tokens';
  }
  return undefined;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(text);
  // 30 February would be read as a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isPrice(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/**
 * The price of tokens in USD; undefined when the price of the model on that day is not known, which does not mean
 * free.
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
