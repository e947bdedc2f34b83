import { memoized } from '../../../base/memoized.ts';
import { namespaceOf } from '../../../rdf/iri.ts';
import { compareTerms } from '../../../rdf/termOrder.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { hasTypeAmong } from '../../../shacl/classHierarchy.ts';
import type { Path } from '../../../shacl/model/path.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import { type Draft, isDescribedInData, isOntologyNodeIn } from '../../drafts/draft.ts';
import { type EvidenceItem, isOneOfMany } from '../../drafts/evidence.ts';
import { type Fix, fixOfChange, isAttested } from '../../drafts/fix.ts';
import type { Goal } from '../../drafts/goal.ts';
import { constraintsOfKind, requirementsAt } from '../../drafts/requirements.ts';
import type { WantedValue } from '../../drafts/wantedValue.ts';
import { takenValues } from '../../evidence/takenValues.ts';
import { addMissing } from '../conform/addMissing.ts';

const maxConnected = 3;
const maxTerms = 3;
/** The share of all uses of a vocabulary from which on a term is usual. */
const leastShare = 0.2;

/** What a query looked for in vain at the other end of a predicate: a node that the data suggest, or one to fill in. */
export function* soughtValues(
  goal: Goal,
  node: TermId,
  predicate: TermId,
  end: 'object' | 'subject',
): Iterable<Fix> {
  const { draft } = goal;
  const forwards: Path = { kind: 'predicate', predicate };
  const path: Path = end === 'subject' ? { kind: 'inverse', path: forwards } : forwards;
  const requirements = requirementsAt(draft, node, path, undefined);
  const taken = takenValues(draft, node, path);
  const wanted: WantedValue = { focusNode: node, path, requirements, taken };
  const inUse = end === 'object' ? [...termsInUse(wanted, predicate, draft)] : [];
  yield* inUse;
  if (end === 'subject') yield* connectedSubjects(wanted, predicate, draft);
  for (const fix of addMissing(goal, wanted, 1)) {
    if (inUse.length > 0 && !isAttested(fix.support)) continue;
    // Among many nodes without a reason to prefer one, none is proposed.
    if (fix.evidence.some(isOneOfMany) || isUndescribedSubject(fix, node) || isNewInVocabulary(fix, draft))
      continue;
    yield fix;
  }
}

/** True where a new node would be nothing but the subject of the statement: nobody could know what it represents. */
function isUndescribedSubject({ minted, change: { added } }: Fix, node: TermId): boolean {
  const isTyped = (each: TermId) =>
    added.some(({ subject, predicate }) => subject === each && predicate === rdf.type);
  return added.some(
    ({ subject, object }) => object === node && minted.includes(subject) && !isTyped(subject),
  );
}

/** Nodes that are connected with the value already, and are of a class that has the predicate by its shape. */
function* connectedSubjects(
  { focusNode, taken }: WantedValue,
  predicate: TermId,
  draft: Draft,
): Iterable<Fix> {
  const { graph, search } = draft;
  const declared = classesWithProperty(search.shapes, predicate);
  const classes = new Set(declared.flatMap((each) => [...search.classes.subclasses(each)]));
  const connections = new Map<TermId, TermId>();
  // Additions of the draft are guesses themselves.
  const { dataGraph } = search.input;
  for (const triple of dataGraph.outgoing(focusNode)) connections.set(triple.object, triple.predicate);
  for (const triple of dataGraph.incoming(focusNode)) connections.set(triple.subject, triple.predicate);
  const fitting = [...connections].filter(
    ([each]) =>
      each !== focusNode &&
      !taken.has(each) &&
      isDescribedInData(draft, each) &&
      hasTypeAmong(graph, each, classes),
  );
  for (const [subject, by] of fitting.sort(([a], [b]) => compareTerms(a, b)).slice(0, maxConnected)) {
    const words = `${search.term(by)} connects ${search.term(focusNode)} and ${search.term(subject)}`;
    const change = { added: [{ subject, predicate, object: focusNode }], removed: [] };
    yield fixOfChange(change, 'plausible', { kind: 'connected', words });
  }
}

/** For a class whose instances are terms of a vocabulary: those that the data use most. */
function* termsInUse(
  { focusNode, requirements, taken }: WantedValue,
  predicate: TermId,
  draft: Draft,
): Iterable<Fix> {
  const [asked] = constraintsOfKind(requirements.unfolded, 'class');
  const members = asked && vocabularyOf(asked.class, draft);
  if (members === undefined) return;
  const uses = members
    .map((term) => ({ term, count: timesUsed(term, draft) }))
    .filter(({ term, count }) => count > 0 && !taken.has(term));
  const of = uses.reduce((sum, { count }) => sum + count, 0);
  const usual = uses
    .filter(({ count }) => count >= leastShare * of)
    .sort((a, b) => b.count - a.count || compareTerms(a.term, b.term))
    .slice(0, maxTerms);
  for (const { term, count } of usual) {
    const words = `${count} of ${of} statements of the data about ${draft.search.term(asked!.class)} name it`;
    const evidence: EvidenceItem[] = [{ kind: 'reuse', words, for: count, of }];
    if (draft.search.input.reportedGraph.subjects(predicate, term).length === 0)
      evidence.push({ kind: 'otherWays', words: `none of them as ${draft.search.term(predicate)}` });
    const change = { added: [{ subject: focusNode, predicate, object: term }], removed: [] };
    yield fixOfChange(change, 'plausible', evidence);
  }
}

/** How many statements of the data have a term as their value. */
function timesUsed(term: TermId, { search }: Draft): number {
  const uses = search.input.reportedGraph.incoming(term);
  return uses.filter(({ predicate }) => predicate !== rdf.type).length;
}

/** The instances of a class, where all of them are terms of its own vocabulary: data files make no further ones. */
function vocabularyOf(asked: TermId, draft: Draft): readonly TermId[] | undefined {
  const { graph, search } = draft;
  const namespace = (iri: TermId) => namespaceOf(terms.value(iri));
  const instances = new Set<TermId>();
  for (const each of search.classes.subclasses(asked)) {
    for (const instance of graph.subjects(rdf.type, each)) {
      if (draft.fix.minted.includes(instance)) continue;
      if (!isOntologyNodeIn(draft, instance) || namespace(instance) !== namespace(asked)) return undefined;
      instances.add(instance);
    }
  }
  return instances.size > 0 ? [...instances] : undefined;
}

function isNewInVocabulary({ minted, change: { added } }: Fix, draft: Draft): boolean {
  return added.some(
    ({ subject, predicate, object }) =>
      predicate === rdf.type && minted.includes(subject) && vocabularyOf(object, draft) !== undefined,
  );
}

/** The classes with a shape that has a property shape for the predicate: their instances may have it. */
function classesWithProperty(shapes: ShapesGraph, predicate: TermId): readonly TermId[] {
  return classesByProperty(shapes).get(predicate) ?? [];
}

const classesByProperty = memoized((graph: ShapesGraph) => {
  const classes = new Map<TermId, TermId[]>();
  for (const { targets, constraints } of graph.shapes) {
    const targeted = targets.flatMap((target) => (target.kind === 'class' ? [target.class] : []));
    if (targeted.length === 0) continue;
    for (const constraint of constraints) {
      const path = constraint.kind === 'property' ? graph.get(constraint.shapeRef)?.path : undefined;
      if (path?.kind !== 'predicate') continue;
      classes.set(path.predicate, [...(classes.get(path.predicate) ?? []), ...targeted]);
    }
  }
  return classes;
});
