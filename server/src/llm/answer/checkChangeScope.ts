import type { GraphDelta } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { Effect, RepairProblem } from '../../repair/repair.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import type { Violation } from '../../shacl/results/violation.ts';

/**
 * Why a change goes beyond a repair of its violation, in a sentence. Verification proves that a change fixes the
 * violation and breaks nothing that shapes look at, but a graph in which nothing is left breaks nothing either. So
 * what a model may take away is what some verdict about the nodes that it repairs rests on, what it moves to another name, and
 * what hangs on blank nodes that go; what it adds has to hang on these nodes; and shapes stay as they are.
 */
export function checkChangeScope(
  problem: RepairProblem,
  { delta, alsoFixes }: Pick<Effect, 'delta' | 'alsoFixes'>,
): string | undefined {
  const { input } = problem.recorded;
  if (changedInput(input, delta).input.shapes !== input.shapes) {
    return 'The update changes shapes: repairs change data only.';
  }
  if (delta.removed.length >= Math.max(2, input.reportedGraph.size, delta.added.length + 1)) {
    return 'The update removes all that the data say.';
  }
  const basis = basisOf(problem, [problem.violation, ...alsoFixes.slice(0, maxAlsoFixed)]);
  const removed = straysAmongRemoved(delta, basis);
  if (removed.length > 0) {
    return `The update removes what the violation does not rest on: ${listed(removed, problem)}.`;
  }
  const added = straysAmongAdded(delta, basis);
  return added.length > 0
    ? `The update adds what has nothing to do with the violation: ${listed(added, problem)}.`
    : undefined;
}

/** Beyond these, a change is made for more than this violation. */
const maxAlsoFixed = 100;

interface Basis {
  /** Keys of the triples that verdicts about the nodes rest on. */
  readonly triples: ReadonlySet<string>;
  /** The nodes that these verdicts are about, and those that they come by. */
  readonly nodes: ReadonlySet<TermId>;
}

/** What the verdicts of all shapes rest on that the focus nodes are targets of. */
function basisOf({ recorded }: RepairProblem, violations: readonly Violation[]): Basis {
  const { evaluator, input } = recorded;
  const read: Triple[] = [];
  const nodes = new Set<TermId>();
  for (const { focusNode, rootFocusNode, rootShape, sourceShape, value } of violations) {
    const judged = new Set([focusNode, rootFocusNode, ...(value === undefined ? [] : [value])]);
    const traces = [evaluator.trace(focusNode, sourceShape), evaluator.trace(rootFocusNode, rootShape)];
    for (const shape of input.shapes.roots) {
      for (const node of judged) {
        if (evaluator.isTarget(shape, node)) traces.push(evaluator.trace(node, shape.id));
      }
    }
    for (const { target, triples } of traces) read.push(...target, ...triples);
    for (const node of judged) nodes.add(node);
  }
  for (const triple of read) for (const node of linked(triple)) nodes.add(node);
  return { triples: new Set(read.map(tripleKey)), nodes };
}

/** The nodes that a triple is about: not the classes and literals that many share. */
function linked({ subject, predicate, object }: Triple): readonly TermId[] {
  return predicate === rdf.type || terms.isLiteral(object) ? [subject] : [subject, object];
}

function straysAmongRemoved({ removed, added }: GraphDelta, { triples, nodes }: Basis): readonly Triple[] {
  const isMoved = (triple: Triple) => added.some((other) => isSameMoved(triple, other, nodes));
  let open = removed.filter((triple) => !triples.has(tripleKey(triple)) && !isMoved(triple));
  const going = new Set(removed.filter((triple) => !open.includes(triple)).map(({ object }) => object));
  // What is said of a blank node goes with the last mention of it.
  for (let before = -1; before !== open.length; ) {
    before = open.length;
    open = open.filter((triple) => {
      const hangs = terms.isBlank(triple.subject) && going.has(triple.subject);
      if (hangs) going.add(triple.object);
      return !hangs;
    });
  }
  return open;
}

/** True for a triple that stays but for its property, or for one of the nodes that gets another name. */
function isSameMoved(from: Triple, to: Triple, nodes: ReadonlySet<TermId>): boolean {
  const subject = from.subject === to.subject;
  const predicate = from.predicate === to.predicate;
  const object = from.object === to.object;
  return (
    (subject && object && nodes.has(from.subject)) ||
    (predicate && object && nodes.has(from.subject)) ||
    (subject && predicate && nodes.has(from.object))
  );
}

function straysAmongAdded({ added }: GraphDelta, { nodes }: Basis): readonly Triple[] {
  const reached = new Set(nodes);
  let open = [...added];
  for (let before = -1; before !== open.length; ) {
    before = open.length;
    open = open.filter((triple) => {
      const ends = linked(triple);
      if (!ends.some((node) => reached.has(node))) return true;
      for (const node of ends) reached.add(node);
      return false;
    });
  }
  return open;
}

const maxListed = 3;

function listed(triples: readonly Triple[], { term }: RepairProblem): string {
  const shown = triples
    .slice(0, maxListed)
    .map(({ subject, predicate, object }) => [subject, predicate, object].map(term).join(' '));
  const more = triples.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
