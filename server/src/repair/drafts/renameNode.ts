import { type Graph, type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import type { Target } from '../../shacl/model/shape.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { targetingTriples } from '../../shacl/shapesGraph/targets.ts';
import { type Draft, isDescribed, isEditable } from './draft.ts';
import { type Fix, fixOfChange } from './fix.ts';

/** A node with more triples than this is probably known to others. */
const maxTriples = 40;

/**
 * The change that renames a node everywhere. Undefined when a file that must not be changed mentions it, when it is
 * used too widely, and for nodes without triples.
 */
export function renameNode(draft: Draft, from: TermId, to: TermId): GraphDelta | undefined {
  const { graph } = draft;
  if (terms.isLiteral(from) || terms.isLiteral(to) || graph.withPredicate(from).length > 0) return undefined;
  const aboutIt = graph.outgoing(from);
  const withIt = graph.incoming(from).filter(({ subject }) => subject !== from);
  const removed = [...aboutIt, ...withIt];
  if (removed.length === 0 || removed.length > maxTriples) return undefined;
  if (!removed.every((triple) => isEditable(draft, triple))) return undefined;
  return { added: removed.map((triple) => renamed(triple, from, to)), removed };
}

/** A node and its new name. */
export interface Renaming {
  readonly from: TermId;
  readonly to: TermId;
}

/** The renaming that a change amounts to; undefined when it does anything else. */
export function renamingOf({ added, removed }: GraphDelta): Renaming | undefined {
  // Replacing one end of a single triple is not a renaming.
  if (removed.length < 2 || added.length !== removed.length) return undefined;
  const after = new Set(added.map(tripleKey));
  // Each statement that goes has the name, the first one too, so that few of all subjects need be tried.
  const [{ subject, object }] = removed as [Triple];
  const froms = subjectsOf(removed).filter((node) => node === subject || node === object);
  for (const from of froms) {
    for (const to of subjectsOf(added)) {
      const isRenamed = removed.every((triple) => after.has(tripleKey(renamed(triple, from, to))));
      if (to !== from && isRenamed) return { from, to };
    }
  }
  return undefined;
}

/**
 * The name of a node after a change of the graph; undefined when the change does more than rename the node or merge it
 * with another.
 */
export function nameAfterChange(
  node: TermId,
  { added, removed }: GraphDelta,
  graph: Graph,
): TermId | undefined {
  const after = new Set(added.map(tripleKey));
  const isMovedTo = (name: TermId) =>
    removed.every((triple) => {
      const moved = renamed(triple, node, name);
      return after.has(tripleKey(moved)) || hasTriple(graph, moved);
    });
  if (!subjectsOf(removed).includes(node)) return undefined;
  return subjectsOf(added).find((name) => name !== node && isMovedTo(name));
}

function subjectsOf(triples: readonly Triple[]): readonly TermId[] {
  return [...new Set(triples.map(({ subject }) => subject))];
}

function renamed({ subject, predicate, object }: Triple, from: TermId, to: TermId): Triple {
  const name = (term: TermId) => (term === from ? to : term);
  return { subject: name(subject), predicate, object: name(object) };
}

/**
 * Takes the root focus node out of the targets of its shape, by removing the types or triples that make it one. That
 * removes results without improving the data, so it is proposed last. It is skipped when it takes more than `maxEdits`
 * edits.
 */
export function* retargeting(
  { rootShape, rootFocusNode, value, constraint }: Violation,
  draft: Draft,
  maxEdits: number,
): Iterable<Fix> {
  const { graph, search } = draft;
  const targets = search.shapes.get(rootShape)?.targets ?? [];
  // Not even listed, because there may be many results about one node.
  if (targets.some((target) => statementsFor(target, rootFocusNode, draft) > maxEdits)) return;
  const subclasses = (id: TermId) => search.classes.subclasses(id);
  const triples = targets.flatMap((target) => targetingTriples(target, rootFocusNode, graph, subclasses));
  if (triples.length === 0 || triples.length > maxEdits) return;
  if (!triples.every((triple) => isEditable(draft, triple))) return;
  // A value is not wrong merely because no file states its class.
  const isUnknown =
    constraint.kind === 'class' && value !== undefined && terms.isIri(value) && !isDescribed(draft, value);
  if (isUnknown && triples.some(({ object }) => object === value)) return;
  yield fixOfChange({ added: [], removed: triples }, 'retargeting');
}

/** The number of statements by which a target with one property selects a node. */
function statementsFor(target: Target, node: TermId, { graph }: Draft): number {
  if (target.kind === 'subjectsOf') return graph.objects(node, target.predicate).length;
  return target.kind === 'objectsOf' ? graph.subjects(target.predicate, node).length : 0;
}
