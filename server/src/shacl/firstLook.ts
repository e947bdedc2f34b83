import { counted, inDigits } from '../base/counted.ts';
import { seededRandom, seedOf, shuffled } from '../base/random.ts';
import { type TermId, terms } from '../rdf/terms.ts';

/** Which part of the focus nodes a process judges, from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * How a validation skips what it need not judge: for a first answer, which reports the rest as not checked, or because
 * other processes judge it.
 */
export interface FirstLook {
  /** Whether it ends at the first result that counts. */
  readonly failFast?: true;
  /** How many focus nodes are judged, drawn at random. */
  readonly sample?: number;
  /** The part of the focus nodes that is judged. */
  readonly shard?: Shard;
}

/**
 * Decides which nodes a shard judges: each node is in one of the shards, the same one in every process. Blank nodes, which
 * have no names, are in the first.
 */
export function shardNodes({ index, of }: Shard): { has(node: TermId): boolean } {
  return {
    has: (node) => (terms.isBlank(node) ? 0 : seedOf(0, terms.value(node)) % of) === index - 1,
  };
}

/** Some of the items, at random; the same ones for the same items. */
export function drawn<Item>(items: readonly Item[], size: number): readonly Item[] {
  const found: Item[] = [];
  if (size === 0) return found;
  for (const item of shuffled(items, seededRandom(seedOf(0, 'sample')))) {
    found.push(item);
    if (found.length === size) break;
  }
  return found;
}

/** What a sample shows about the nodes that were not judged, in sentences. */
export function sampleText({
  judged,
  failed,
  others,
}: {
  /** How many nodes were judged. */
  readonly judged: number;
  /** How many of these have a result that counts. */
  readonly failed: number;
  /** How many were not looked at. */
  readonly others: number;
}): string {
  const left = `${counted(others, 'focus node')} ${others === 1 ? 'was' : 'were'} not judged (--sample).`;
  if (judged === 0) return `${left} Nothing is known of them.`;
  const [low, high] = wilsonInterval(failed, judged);
  const numbers = [Math.floor(low * others), Math.ceil(high * others)].map(inDigits);
  return `${left} Of the ${inDigits(judged)} drawn at random, ${inDigits(failed)} ${failed === 1 ? 'has' : 'have'} a result that counts, so ${numbers.join(' to ')} of the others may have one (Wilson interval, 95 % confidence).`;
}

/** The 95 % confidence interval of a share (E. B. Wilson, 1927). */
export function wilsonInterval(hits: number, trials: number): readonly [low: number, high: number] {
  const z = 1.959963984540054;
  const share = hits / trials;
  const middle = share + z ** 2 / (2 * trials);
  const width = z * Math.sqrt((share * (1 - share)) / trials + (z / (2 * trials)) ** 2);
  const scale = 1 + z ** 2 / trials;
  const low = hits === 0 ? 0 : (middle - width) / scale;
  const high = hits === trials ? 1 : (middle + width) / scale;
  return [low, high];
}
