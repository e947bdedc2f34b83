import { type TermId, terms } from '../../terms.ts';
import type { PredicateNode, TripleSource } from '../../turtle/syntaxTree.ts';
import { rdf } from '../../vocab.ts';
import { editableSources } from '../editableSources.ts';
import type { GraphChange } from '../graphChange.ts';
import type { PlanState } from '../plannedChanges.ts';
import { blocksOf } from '../predicateBlock.ts';
import { replaceTerm } from './updateCollections.ts';

/** Replaces the subject of a statement when everything it says is added again about another subject. */
export function replaceSubjects(state: PlanState): void {
  const { document, pendingRemovals, pendingAdditions, planned } = state;
  for (const subject of pendingRemovals.subjects) {
    for (const { holder, statement, predicates } of blocksOf(document, subject)) {
      const { subject: node } = statement;
      if (holder !== statement || (node.kind !== 'iri' && node.kind !== 'label')) continue;
      const triples = predicates.flatMap(({ verb, objects }) =>
        objects.map(({ term }) => ({ subject, predicate: verb.id, object: term.id })),
      );
      if (!triples.every((triple) => pendingRemovals.has(triple))) continue;
      const other = pendingAdditions.subjects.find(
        (candidate) =>
          canStartStatement(state, candidate) &&
          triples.every((triple) => pendingAdditions.has({ ...triple, subject: candidate })),
      );
      if (other === undefined) continue;
      planned.replaced.set(node, other);
      planned.touched.add(statement);
      for (const triple of triples) {
        const sources = editableSources(document, triple);
        pendingRemovals.take(triple);
        pendingAdditions.take({ ...triple, subject: other });
        for (const source of sources) if (source.statement !== statement) removeSource(state, source);
      }
    }
  }
}

/** True for subjects that can be written where an IRI was. */
function canStartStatement({ document, change }: PlanState, term: TermId): boolean {
  if (!terms.isBlank(term) || change.isFresh(term)) return true;
  return document.sources.mentions(term).some(({ node }) => node.kind === 'label');
}

/** Replaces an object when another one is added for the same subject and predicate. */
export function replaceObjects(state: PlanState): void {
  const { document, change, pendingRemovals, pendingAdditions } = state;
  for (const subject of pendingRemovals.subjects) {
    for (const predicate of pendingRemovals.predicates(subject)) {
      const added = pendingAdditions.objects(subject, predicate);
      if (added.length === 0) continue;
      const removed = pendingRemovals.objects(subject, predicate);
      for (const { from, to } of pairSimilarTerms(change, removed, added)) {
        const triple = { subject, predicate, object: from };
        const [first, ...others] = editableSources(document, triple);
        // List cells are handled separately.
        if (first?.object === undefined) continue;
        pendingRemovals.take(triple);
        pendingAdditions.take({ ...triple, object: to });
        replaceTerm(state, first.statement, first.object.term, to);
        for (const source of others) removeSource(state, source);
      }
    }
  }
}

/** Replaces the verb when all objects of a part are added again under another predicate. */
export function replaceVerbs(state: PlanState): void {
  const { document, pendingRemovals, pendingAdditions, planned } = state;
  for (const [part, sources] of removedParts(state)) {
    const still = sources.filter(({ triple }) => pendingRemovals.has(triple));
    if (still.length < part.objects.length) continue;
    const { subject } = sources[0]!.triple;
    const moving = pendingAdditions
      .predicates(subject)
      .map((predicate) => still.filter(({ triple }) => pendingAdditions.has({ ...triple, predicate })))
      .map((moved, i) => ({ predicate: pendingAdditions.predicates(subject)[i]!, moved }))
      .reduce((best, next) => (next.moved.length > best.moved.length ? next : best), {
        predicate: part.verb.id,
        moved: [] as readonly TripleSource[],
      });
    if (moving.moved.length === 0) continue;
    planned.replaced.set(part.verb, moving.predicate);
    for (const source of still) {
      const { triple, object } = source;
      const isFirst = pendingRemovals.take(triple);
      if (isFirst) for (const other of editableSources(document, triple)) removeSource(state, other);
      if (isFirst && moving.moved.includes(source)) {
        pendingAdditions.take({ ...triple, predicate: moving.predicate });
        planned.removed.delete(object!);
      }
    }
  }
}

/** Removes the text of all removed triples that were not replaced. */
export function removeRest(state: PlanState): void {
  const { document, pendingRemovals } = state;
  for (const triple of pendingRemovals.triples()) {
    pendingRemovals.take(triple);
    for (const source of editableSources(document, triple)) removeSource(state, source);
  }
}

/** The parts that lose objects, of subjects that gain something. */
function removedParts({
  document,
  pendingRemovals,
  pendingAdditions,
}: PlanState): ReadonlyMap<PredicateNode, TripleSource[]> {
  const parts = new Map<PredicateNode, TripleSource[]>();
  for (const triple of pendingRemovals.triples()) {
    if (pendingAdditions.predicates(triple.subject).length === 0) continue;
    for (const source of editableSources(document, triple)) {
      if (source.predicate === undefined) continue;
      const sources = parts.get(source.predicate);
      if (sources) sources.push(source);
      else parts.set(source.predicate, [source]);
    }
  }
  return parts;
}

function removeSource({ planned }: PlanState, { triple, object, statement }: TripleSource): void {
  if (object !== undefined) planned.removed.add(object);
  // Reifiers of a triple are removed with it, or the edited text is rejected.
  else if (triple.predicate !== rdf.reifies) planned.cells.add(triple.subject);
  planned.touched.add(statement);
}

/** Above this many combinations, terms with equal texts are paired, and the rest in order. */
const limit = 10_000;

/** Pairs old terms with the new ones that replace them, each used once, the most similar ones first. */
function pairSimilarTerms(
  change: GraphChange,
  before: readonly TermId[],
  after: readonly TermId[],
): readonly Pair[] {
  if (before.length * after.length === Math.min(before.length, after.length)) return inOrder(before, after);
  if (before.length * after.length > limit) return pairMany(before, after);
  const candidates = before.flatMap((from) =>
    after.map((to) => ({ from, to, score: similarity(change, from, to) })),
  );
  candidates.sort((a, b) => b.score - a.score);
  const used = new Set<TermId>();
  const pairs: Pair[] = [];
  for (const { from, to } of candidates) {
    if (used.has(from) || used.has(to)) continue;
    used.add(from).add(to);
    pairs.push({ from, to });
  }
  return pairs;
}

interface Pair {
  readonly from: TermId;
  readonly to: TermId;
}

function inOrder(before: readonly TermId[], after: readonly TermId[]): readonly Pair[] {
  return before.slice(0, after.length).map((from, i) => ({ from, to: after[i]! }));
}

function pairMany(before: readonly TermId[], after: readonly TermId[]): readonly Pair[] {
  const textOf = (term: TermId) => terms.value(term).trim().toLowerCase();
  const byText = new Map(after.map((to) => [textOf(to), to]));
  const pairs = new Map<TermId, TermId>();
  const used = new Set<TermId>();
  for (const from of before) {
    const to = byText.get(textOf(from));
    if (to === undefined || used.has(to)) continue;
    used.add(to);
    pairs.set(from, to);
  }
  const rest = inOrder(
    before.filter((from) => !pairs.has(from)),
    after.filter((to) => !used.has(to)),
  );
  return [...[...pairs].map(([from, to]) => ({ from, to })), ...rest];
}

/** 0 for terms that have nothing in common. Common text decides among terms of the same kind. */
function similarity(change: GraphChange, from: TermId, to: TermId): number {
  if (isList(change, from) || isList(change, to)) return isList(change, from) && isList(change, to) ? 4 : 0;
  if (terms.kind(from) !== terms.kind(to)) return 0;
  const common = commonText(terms.value(from), terms.value(to));
  if (!terms.isLiteral(from)) return 1 + common;
  const sameType = terms.datatype(from) === terms.datatype(to) && terms.language(from) === terms.language(to);
  return 1 + common + Number(sameType) + (terms.value(from) === terms.value(to) ? 2 : 0);
}

function isList({ before, after }: GraphChange, term: TermId): boolean {
  return (
    term === rdf.nil || before.objects(term, rdf.rest).length > 0 || after.objects(term, rdf.rest).length > 0
  );
}

/** The share of two texts that is the same at their start and end, from 0 to 1. */
function commonText(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  if (length === 0) return 1;
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return (start + end) / length;
}
