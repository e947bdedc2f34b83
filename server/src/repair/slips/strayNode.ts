import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { localName } from '../../rdf/iri.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, rdfs } from '../../rdf/vocab.ts';
import { type Draft, isEditable, type SearchState, usesOf } from '../drafts/draft.ts';
import { containsNameParts } from '../evidence/nameSimilarity.ts';
import type { Restatement } from './misstatements.ts';

const maxUses = 200;
/** In fewer statements, what they have in common may be chance. */
const leastUses = 3;
const maxCandidates = 4;

/**
 * A statement with a node that is out of place in it: the node that is meant has no such statement, though the others of its
 * class have one.
 */
export function* strayNode(triple: Triple, draft: Draft): Iterable<Restatement> {
  for (const end of ['object', 'subject'] as const) {
    const why = strayEnd(triple, end, draft);
    if (why === undefined) continue;
    const { meant, isNamed } = candidatesFor(triple, end, draft);
    for (const node of meant) {
      yield {
        meant: { ...triple, [end]: node },
        isClear: false,
        evidence: [
          { kind: 'swapped', words: why },
          isNamed
            ? { kind: 'analogy', words: `${draft.search.term(node)} is named after it and is not used there` }
            : { kind: 'remark', words: `${draft.search.term(node)} is not used there` },
        ],
      };
    }
  }
}

/** The only statement in whose place another one was meant, because a node is out of place in it, and why. */
export function statedInstead(
  { subject, predicate, object }: Triple,
  draft: Draft,
): { readonly triple: Triple; readonly why: string } | undefined {
  if (terms.isLiteral(object) || isAboutClasses(predicate)) return undefined;
  const ends = [
    ...draft.graph.objects(subject, predicate).map((other) => ({ subject, object: other, end: 'object' })),
    ...draft.graph.subjects(predicate, object).map((other) => ({ subject: other, object, end: 'subject' })),
  ] as const;
  if (ends.length > maxUses) return undefined;
  const found = ends.flatMap(({ end, ...nodes }) => {
    const triple = { predicate, subject: nodes.subject, object: nodes.object };
    const why = strayEnd(triple, end as 'subject' | 'object', draft);
    return why !== undefined && isEditable(draft, triple) ? [{ triple, why }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function isAboutClasses(predicate: TermId): boolean {
  return predicate === rdf.type || predicate === rdfs.subClassOf;
}

const known = memoized((_: SearchState['recorded']) => new Map<string, string | undefined>());

/** Why a node is out of place in a statement of the data; undefined if it is not. */
function strayEnd(triple: Triple, end: 'subject' | 'object', draft: Draft): string | undefined {
  const found = known(draft.search.recorded);
  const key = `${end} ${tripleKey(triple)}`;
  if (!found.has(key)) found.set(key, isStray(triple, end, draft));
  return found.get(key);
}

/**
 * No node of its class is in such a statement, but others of the class are in other ones; or it is the second that has a value
 * of which no other node shares one.
 */
function isStray(triple: Triple, end: 'subject' | 'object', { search }: Draft): string | undefined {
  const { predicate } = triple;
  const node = triple[end];
  const { dataGraph } = search.input;
  if (isAboutClasses(predicate) || !terms.isIri(node) || !terms.isIri(triple.subject)) return undefined;
  const types = dataGraph.objects(node, rdf.type);
  const others = usesOf({ search }, predicate, maxUses).filter(
    (each) => each.subject !== triple.subject || each.object !== triple.object,
  );
  if (types.length === 0 || others.length < leastUses) return undefined;
  const { term } = search;
  const isOfClass = (other: TermId) => types.some((type) => dataGraph.has(other, rdf.type, type));
  if (!others.some((each) => isOfClass(each[end]))) {
    const statements = (of: TermId) => (end === 'object' ? dataGraph.incoming(of) : dataGraph.outgoing(of));
    const members = types.flatMap((type) => dataGraph.subjects(rdf.type, type)).slice(0, maxUses);
    // The only one of its class may be where no other node is.
    const isKnown =
      end === 'subject'
        ? members.length >= leastUses
        : members.length > 1 || !isNamedAfter(node, triple.subject);
    const isElsewhere =
      isKnown &&
      members.some((member) =>
        statements(member).some(
          (each) => each.predicate !== predicate && terms.isIri(each[end]) && each.predicate !== rdf.type,
        ),
      );
    return isElsewhere
      ? `no other ${term(types[0]!)} is ${end === 'object' ? 'a value' : 'the subject'} of ${term(predicate)}`
      : undefined;
  }
  if (end === 'subject') return undefined;
  const holders = others.filter(({ object }) => object === node);
  const rest = others.filter(({ object }) => object !== node).map(({ object }) => object);
  if (holders.length === 0 || rest.length < leastUses || new Set(rest).size < rest.length) return undefined;
  return `${term(node)} is ${term(predicate)} of ${term(holders[0]!.subject)}, and no other value has two`;
}

function isNamedAfter(node: TermId, other: TermId): boolean {
  return containsNameParts(localName(terms.value(node)), localName(terms.value(other)));
}

/** The nodes that a statement may have been meant to name, those named after its other end alone if there are any. */
function candidatesFor(
  triple: Triple,
  end: 'subject' | 'object',
  { search }: Draft,
): { readonly meant: readonly TermId[]; readonly isNamed: boolean } {
  const { dataGraph } = search.input;
  const { predicate } = triple;
  const other = triple[end === 'object' ? 'subject' : 'object'];
  const types = new Set(
    usesOf({ search }, predicate, maxUses).flatMap((each) =>
      each[end] === triple[end] ? [] : dataGraph.objects(each[end], rdf.type),
    ),
  );
  const alike = [...types].flatMap((type) => dataGraph.subjects(rdf.type, type).slice(0, maxUses));
  const unused = end === 'object' ? unusedNodes(dataGraph) : [];
  const free = [...new Set([...alike, ...unused])].filter(
    (node) =>
      terms.isIri(node) &&
      node !== other &&
      node !== triple[end] &&
      (end === 'object'
        ? dataGraph.subjects(predicate, node).length === 0
        : !dataGraph.has(node, predicate, triple.object)),
  );
  const named = free.filter((node) => isNamedAfter(node, other));
  const isNamed = named.length > 0;
  const meant =
    isNamed || !areAllDifferent(triple, end, search) ? named : free.filter((node) => alike.includes(node));
  // Of several that nothing distinguishes, none is a likely one.
  return { meant: meant.length > (isNamed ? maxCandidates : 1) ? [] : meant, isNamed };
}

/** Whether the other statements have a node of their own each at an end: else, that one is not used there says nothing. */
function areAllDifferent(triple: Triple, end: 'subject' | 'object', search: SearchState): boolean {
  const nodes = usesOf({ search }, triple.predicate, maxUses)
    .map((each) => each[end])
    .filter((node) => terms.isIri(node) && node !== triple[end]);
  return nodes.length >= leastUses && new Set(nodes).size === nodes.length;
}

/** The named nodes with a class that no statement leads to. */
const unusedNodes = memoized((graph: Graph) =>
  [...new Set(graph.withPredicate(rdf.type).map(({ subject }) => subject))].filter(
    (node) => graph.incoming(node).length === 0,
  ),
);
