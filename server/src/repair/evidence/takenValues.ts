import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { Path } from '../../shacl/model/path.ts';
import type { Draft } from '../drafts/draft.ts';
import type { PathUsage } from './pathUsage.ts';

/** The values that a node has, computed once for all results of the node that are repaired one after the other. */
export function takenValues({ graph, evaluator }: Draft, focusNode: TermId, path: Path): ReadonlySet<TermId> {
  const last = lastTaken.get(graph);
  if (last?.focusNode === focusNode && last.path === path) return last.values;
  const values = new Set(evaluator.values(focusNode, path));
  lastTaken.set(graph, { focusNode, path, values });
  return values;
}

const lastTaken = new WeakMap<
  Graph,
  { readonly focusNode: TermId; readonly path: Path; readonly values: ReadonlySet<TermId> }
>();

/**
 * The values whose IRIs have the numbers of a node where the values of at least two similar nodes have theirs, and are
 * the same otherwise: `motor-5` for `pump-5` because of `motor-1` for `pump-1`, but not `motor-5` of another building.
 */
export function withMatchingNumber(
  node: TermId,
  values: readonly TermId[],
  { pairs }: Pick<PathUsage, 'pairs'>,
): readonly TermId[] {
  const numbers = numbersOf(node);
  if (numbers.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { sibling, value } of pairs) {
    const pattern = patternFor(value, numbersOf(sibling));
    if (pattern !== undefined) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  const expected = new Set<string>();
  for (const [pattern, count] of counts) {
    if (count >= leastAttested)
      expected.add(pattern.replace(/\{(\d+)\}/g, (_, i) => numbers[Number(i)] ?? '{}'));
  }
  return values.filter((value) => terms.isIri(value) && expected.has(withPlainNumbers(terms.value(value))));
}

const leastAttested = 2;

/** An IRI with each number that is also one of its node replaced by the number's place; undefined if there is none. */
function patternFor(value: TermId, numbers: readonly string[]): string | undefined {
  if (!terms.isIri(value) || numbers.length === 0) return undefined;
  // In a name such as ahu-2-02 it is undecided which of the equal numbers is meant.
  if (new Set(numbers).size < numbers.length) return undefined;
  let found = false;
  const pattern = withPlainNumbers(terms.value(value)).replace(/\d+/g, (number) => {
    const place = numbers.indexOf(number);
    if (place < 0) return number;
    found = true;
    return `{${place}}`;
  });
  return found ? pattern : undefined;
}

function numbersOf(node: TermId): readonly string[] {
  return terms.isIri(node) ? (withPlainNumbers(terms.value(node)).match(/\d+/g) ?? []) : [];
}

function withPlainNumbers(iri: string): string {
  return iri.replace(/\d+/g, (number) => number.replace(/^0+(?=\d)/, ''));
}
