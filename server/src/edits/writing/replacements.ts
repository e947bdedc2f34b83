import { type TermId, terms } from '../../rdf/terms.ts';
import type { PredicateNode, TripleSource } from '../../turtle/syntaxTree.ts';
import { blocksOf } from '../block.ts';
import type { Planning } from '../intent.ts';
import { pairTerms } from '../pairing.ts';
import { sourcesOf } from '../soundness.ts';
import { replaceTerm } from './lists.ts';

/** Where all that a statement says comes back about another subject, changes the subject. */
export function replaceSubjects(planning: Planning): void {
  const { document, leaving, pending, intent } = planning;
  for (const subject of leaving.subjects) {
    for (const { holder, statement, predicates } of blocksOf(document, subject)) {
      const { subject: node } = statement;
      if (holder !== statement || (node.kind !== 'iri' && node.kind !== 'label')) continue;
      const triples = predicates.flatMap(({ verb, objects }) =>
        objects.map(({ term }) => ({ subject, predicate: verb.id, object: term.id })),
      );
      if (!triples.every((triple) => leaving.has(triple))) continue;
      const other = pending.subjects.find(
        (candidate) =>
          canStartStatement(planning, candidate) &&
          triples.every((triple) => pending.has({ ...triple, subject: candidate })),
      );
      if (other === undefined) continue;
      intent.replaced.set(node, other);
      intent.touched.add(statement);
      for (const triple of triples) {
        const sources = sourcesOf(document, triple);
        leaving.take(triple);
        pending.take({ ...triple, subject: other });
        for (const source of sources) if (source.statement !== statement) removeSource(planning, source);
      }
    }
  }
}

/** True for subjects that can be written where an IRI was. */
function canStartStatement({ document, change }: Planning, term: TermId): boolean {
  if (!terms.isBlank(term) || change.isFresh(term)) return true;
  return document.sources.mentions(term).some(({ node }) => node.kind === 'label');
}

/** Where an object gives way to another one of the same subject and predicate, puts it in its place. */
export function replaceObjects(planning: Planning): void {
  const { document, change, leaving, pending } = planning;
  for (const subject of leaving.subjects) {
    for (const predicate of leaving.predicates(subject)) {
      const added = pending.objects(subject, predicate);
      if (added.length === 0) continue;
      const removed = leaving.objects(subject, predicate);
      for (const { from, to } of pairTerms(change, removed, added)) {
        const triple = { subject, predicate, object: from };
        const [first, ...others] = sourcesOf(document, triple);
        // The cells of a list have their own step.
        if (first?.object === undefined) continue;
        leaving.take(triple);
        pending.take({ ...triple, object: to });
        replaceTerm(planning, first.statement, first.object.term, to);
        for (const source of others) removeSource(planning, source);
      }
    }
  }
}

/** Where all objects of a part go away and come back under another predicate, changes the verb. */
export function replaceVerbs(planning: Planning): void {
  const { document, leaving, pending, intent } = planning;
  for (const [part, sources] of leavingParts(planning)) {
    const still = sources.filter(({ triple }) => leaving.has(triple));
    if (still.length < part.objects.length) continue;
    const { subject } = sources[0]!.triple;
    const moving = pending
      .predicates(subject)
      .map((predicate) => still.filter(({ triple }) => pending.has({ ...triple, predicate })))
      .map((moved, i) => ({ predicate: pending.predicates(subject)[i]!, moved }))
      .reduce((best, next) => (next.moved.length > best.moved.length ? next : best), {
        predicate: part.verb.id,
        moved: [] as readonly TripleSource[],
      });
    if (moving.moved.length === 0) continue;
    intent.replaced.set(part.verb, moving.predicate);
    for (const source of still) {
      const { triple, object } = source;
      const isFirst = leaving.take(triple);
      if (isFirst) for (const other of sourcesOf(document, triple)) removeSource(planning, other);
      if (isFirst && moving.moved.includes(source)) {
        pending.take({ ...triple, predicate: moving.predicate });
        intent.removed.delete(object!);
      }
    }
  }
}

/** Takes the text of all triples away that nothing replaces. */
export function removeRest(planning: Planning): void {
  const { document, leaving } = planning;
  for (const triple of leaving.triples()) {
    leaving.take(triple);
    for (const source of sourcesOf(document, triple)) removeSource(planning, source);
  }
}

/** The parts with objects that go away, of subjects that get something new. */
function leavingParts({ document, leaving, pending }: Planning): ReadonlyMap<PredicateNode, TripleSource[]> {
  const parts = new Map<PredicateNode, TripleSource[]>();
  for (const triple of leaving.triples()) {
    if (pending.predicates(triple.subject).length === 0) continue;
    for (const source of sourcesOf(document, triple)) {
      if (source.predicate === undefined) continue;
      const sources = parts.get(source.predicate);
      if (sources) sources.push(source);
      else parts.set(source.predicate, [source]);
    }
  }
  return parts;
}

function removeSource({ intent }: Planning, { triple, object, statement }: TripleSource): void {
  if (object === undefined) intent.cells.add(triple.subject);
  else intent.removed.add(object);
  intent.touched.add(statement);
}
