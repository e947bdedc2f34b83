import { type TermId, terms } from '../../terms.ts';
import type { PredicateNode, TripleSource } from '../../turtle/syntaxTree.ts';
import { rdf } from '../../vocab.ts';
import { editableSources } from '../editableSources.ts';
import { pairSimilarTerms } from '../pairSimilarTerms.ts';
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
  // What reifies a triple goes with it, or the edited text is refused.
  else if (triple.predicate !== rdf.reifies) planned.cells.add(triple.subject);
  planned.touched.add(statement);
}
