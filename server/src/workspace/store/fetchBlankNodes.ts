import { isomorphic } from '../../rdf/isomorphism.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { countedSelect, isBlankTerm, lineOf, type StoredTriple } from './countedSelect.ts';
import { fetchAllBlankNodes, triplesOfLines } from './fetchAll.ts';
import { answeredBy, columnsOf } from './fetchPatterns.ts';
import { groupText, type Pattern, patternsOf } from './pattern.ts';
import { type Store, StoreError } from './store.ts';

/** Descriptions that are nested more deeply are not requested one by one; lists count as one level. */
const maxDepth = 6;

/** What is said about blank nodes. */
export interface BlankNodes {
  /** Lines of N-Triples. */
  readonly triples: readonly string[];
  /** What is not known, as sentences without the name of the store. */
  readonly gaps: readonly string[];
  /** Whether these are all triples of the store that have a blank node. */
  readonly isAll: boolean;
}

/**
 * Fetches what a store states about the blank nodes that some look-ups find: the triples that lead there, those about them,
 * about the blank nodes to which these lead, and about those that lead to them. Labels of blank nodes are only valid within
 * one answer, so everything is in one answer. Where descriptions are nested deep, all triples with blank nodes are fetched.
 */
export async function fetchBlankNodes(
  store: Store,
  lookUps: readonly LookUp[],
  signal: AbortSignal,
): Promise<BlankNodes> {
  const patterns = patternsOf(lookUps);
  const gap = (reason: string) => `${reason} It was asked about blank nodes.`;
  let known: readonly string[] | undefined;
  let depth = 1;
  let rise = 0;
  try {
    for (;;) {
      const triples = await countedSelect(store, closureText(patterns, depth, rise), signal);
      const before = known;
      known = [...new Set(triples.map(lineOf))];
      const hasReferring = refersFromElsewhere(triples);
      const isSame =
        before?.length === known.length && isomorphic(triplesOfLines(before), triplesOfLines(known));
      if (before !== undefined && known.length <= before.length && !isSame)
        return {
          triples: known,
          gaps: [
            gap('It answered the same query differently twice. Run this again when nobody is changing it.'),
          ],
          isAll: false,
        };
      if (isSame && !hasReferring)
        return { triples: known, gaps: gapsOf(triples, patterns).map(gap), isAll: false };
      if (hasReferring) rise++;
      else depth++;
      if (depth > maxDepth || rise > maxDepth) break;
    }
    return { triples: await fetchAllBlankNodes(store, signal), gaps: [], isAll: true };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const reason =
      depth > maxDepth || rise > maxDepth
        ? `Its blank nodes are nested more than ${maxDepth} deep, and all of them were asked for. ${error.message}`
        : error.message;
    return { triples: known ?? [], gaps: [gap(reason)], isAll: false };
  }
}

/**
 * A pattern for the triples of the blank nodes that are reached in at most some steps from those that are found, or from
 * blank nodes that lead to them in at most some steps. Given terms are not blank nodes, and Virtuoso fails when asked
 * whether they are.
 */
function closureText(patterns: readonly Pattern[], depth: number, rise: number): string {
  const found = patterns.map((pattern) => {
    const open = [...(pattern.subjects ? [] : ['?s']), ...(pattern.objects ? [] : ['?o'])];
    return `{ ${groupText(pattern)} FILTER(${open.map((each) => `isBlank(${each})`).join(' || ')}) }`;
  });
  const starts = patterns.flatMap((pattern) => [
    ...(pattern.subjects ? [] : [groupText(pattern, ['?t0', '?p0', '?o0'])]),
    ...(pattern.objects ? [] : [groupText(pattern, ['?s0', '?p0', '?t0'])]),
  ]);
  const seeds = starts.flatMap((start) => [
    `${start.replaceAll('?t0', '?x0')} FILTER(isBlank(?x0))`,
    ...Array.from({ length: rise }, (_, steps) => `${start} FILTER(isBlank(?t0)) ${riseText(steps)}`),
  ]);
  const about = seeds.flatMap((seed) =>
    Array.from({ length: depth }, (_, steps) => {
      const chain = `${seed} ${stepsText(steps)}`;
      const end = `?x${steps} ${restPath}`;
      return [
        `{ ${chain} ${end} ?s . ?s ?p ?o . FILTER(isBlank(?s)) }`,
        `{ ${chain} ${end} ?o . ?from ?p ?o . FILTER(isBlank(?o)) }`,
      ];
    }).flat(),
  );
  return [...found, ...about].join(' UNION ');
}

/** From `?t0` back over blank nodes to `?x0`, which leads there in one step more, or over cells of the same list. */
function riseText(steps: number): string {
  const back = Array.from(
    { length: steps + 1 },
    (_, i) =>
      `?l${i} ${restPath} ?t${i} . ?t${i + 1} ?r${i} ?l${i} . FILTER(isBlank(?l${i}) && isBlank(?t${i + 1}))`,
  );
  return `${back.join(' ')} ?x0 ${restPath} ?t${steps + 1} . FILTER(isBlank(?x0))`;
}

const restPath = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#rest>*';

/** From `?x0` through blank nodes to another node. */
function stepsText(steps: number): string {
  return Array.from(
    { length: steps },
    (_, i) =>
      `?x${i} ${restPath} ?c${i} . ?c${i} ?q${i} ?x${i + 1} . FILTER(isBlank(?c${i}) && isBlank(?x${i + 1}))`,
  ).join(' ');
}

/** A blank node that is described but not found comes from a store that gives a node a different label at each mention. */
function gapsOf(triples: readonly StoredTriple[], patterns: readonly Pattern[]): readonly string[] {
  // A blank node that leads to others is found through them.
  const linked = new Set(
    triples.flatMap(({ subject, object }) => (isBlankTerm(object) ? [subject, object] : [])),
  );
  const columns = patterns.filter(({ subjects }) => subjects === undefined).map(columnsOf);
  const isFound = (triple: StoredTriple) =>
    linked.has(triple.subject) || columns.some((column) => answeredBy(triple, column));
  const found = new Set(triples.filter(isFound).map(({ subject }) => subject));
  return triples.some(({ subject }) => isBlankTerm(subject) && !found.has(subject))
    ? ['Its labels for blank nodes are inconsistent within one answer.']
    : [];
}

/** Whether there are blank nodes that refer to those that were found, whose descriptions were not requested. */
function refersFromElsewhere(triples: readonly StoredTriple[]): boolean {
  const described = new Set(triples.filter(({ isMarked }) => !isMarked).map(({ subject }) => subject));
  return triples.some(({ subject }) => isBlankTerm(subject) && !described.has(subject));
}
