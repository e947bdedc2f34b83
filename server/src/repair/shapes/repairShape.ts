import { counted, inDigits } from '../../base/counted.ts';
import { lazy } from '../../base/lazy.ts';
import { planEdits } from '../../rdf/edits/planEdits.ts';
import { type Graph, hasTriple } from '../../rdf/graph.ts';
import { isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { NodeSet } from '../../rdf/nodeSet.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { sh, xsd } from '../../rdf/vocab.ts';
import { shapeRefsOf } from '../../shacl/components/shapeRefs.ts';
import { judgedNodes } from '../../shacl/coverage/judgedNodes.ts';
import { constraintKey } from '../../shacl/evaluator.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import type { RecordedValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import { readLike } from '../../shacl/shapesGraph/readShapes.ts';
import { noChange } from '../drafts/change.ts';
import { statesExactly } from '../proof/statesExactly.ts';
import type { DocumentEdits } from '../repair.ts';
import { type JudgedConstraint, respeltNames, type ShapeChange, shapeChanges } from './shapeChanges.ts';

/** A change of a shape that is proven to remove all results of a constraint, and to cause none. */
export interface ShapeRepair extends ShapeChange {
  readonly edits: DocumentEdits;
  /** The results that are removed or become warnings, including those of other constraints. */
  readonly ends: readonly Violation[];
  /** How many results it reveals. Only for corrected names. */
  readonly reveals: number;
}

/** What can be done to a shape instead of the data about all results of one of its constraints. */
export interface ShapeRepairs {
  /** Which side is likelier wrong; undefined where there are too few nodes to go by. */
  readonly likelier: 'shape' | 'data' | undefined;
  /** The evidence for that side, on one line. */
  readonly evidence: string;
  /** The smallest change first. */
  readonly repairs: readonly ShapeRepair[];
}

/** The results of a validation by constraint. */
export function resultsByConstraint(
  violations: readonly Violation[],
): ReadonlyMap<string, readonly Violation[]> {
  const groups = new Map<string, Violation[]>();
  for (const violation of violations) {
    const key = constraintKey(violation.constraint);
    const group = groups.get(key);
    if (group) group.push(violation);
    else groups.set(key, [violation]);
  }
  return groups;
}

/**
 * The proven changes of a shape that remove all results of one of its constraints. Each is applied to a copy of the shapes'
 * text, read again and validated.
 *
 * @param violations all results of the constraint.
 * @param documents the shapes files.
 * @param which `names` are only those that the data never use, which mostly takes no validation, because there are none.
 * @throws the signal's reason when aborted.
 */
export async function repairShape(
  recorded: RecordedValidation,
  violations: readonly Violation[],
  documents: readonly TurtleDocument[],
  { term, which = 'all' }: { readonly term: TermPrinter; readonly which?: 'all' | 'names' },
  signal: AbortSignal,
): Promise<ShapeRepairs | undefined> {
  const about = judgedConstraint(recorded, violations, term);
  if (about === undefined) return undefined;
  const repairs: ShapeRepair[] = [];
  const within = constraintsWithin(recorded, about);
  const changes =
    which === 'names'
      ? [about, ...within].flatMap((each) => [...respeltNames(each)])
      : shapeChanges(about, within);
  for (const change of changes) {
    const proven = await prove(recorded, about, change, documents, signal);
    if (proven && !repairs.some(({ title }) => title === proven.title)) repairs.push(proven);
  }
  if (repairs.length === 0) return undefined;
  return { ...weighed(about, repairs), repairs };
}

function judgedConstraint(
  { input, evaluator }: RecordedValidation,
  violations: readonly Violation[],
  term: TermPrinter,
): JudgedConstraint | undefined {
  const [first] = violations;
  const shape = first && input.shapes.get(first.constraint.shape);
  if (first === undefined || shape === undefined) return undefined;
  const judged = lazy(() => {
    const starts = input.shapes.roots.map((root) => {
      const nodes = new NodeSet();
      for (const node of evaluator.targets(root)) nodes.add(node);
      return [root.id, nodes] as const;
    });
    const sets = judgedNodes(input.shapes.shapes, input.dataGraph, starts).focusNodes(shape.id);
    const { path } = shape;
    const valuesAt = (node: TermId) => (path === undefined ? [node] : evaluator.values(node, path));
    const found = new Map<TermId, readonly TermId[]>();
    for (const { nodes } of sets) for (const node of nodes) found.set(node, valuesAt(node));
    for (const { focusNode } of violations)
      if (!found.has(focusNode)) found.set(focusNode, valuesAt(focusNode));
    return found;
  });
  const { constraint } = first;
  const { dataGraph: data, classGraph, shapes } = input;
  return { constraint, shape, violations, judged, shapesGraph: shapes.graph, data, classGraph, term };
}

/** What the values of results violate in the shapes that their constraint refers to, and in those below. */
function constraintsWithin(
  recorded: RecordedValidation,
  { constraint, shape, violations, term }: JudgedConstraint,
  depth = 0,
): readonly JudgedConstraint[] {
  const { evaluator } = recorded;
  const refs = shapeRefsOf(constraint);
  if (refs.length === 0 || depth >= mostDepth) return [];
  const nodes = new Set<TermId>();
  for (const { focusNode } of violations.slice(0, mostLookedInto))
    for (const node of shape.path === undefined ? [focusNode] : evaluator.values(focusNode, shape.path))
      if (nodes.size < mostLookedInto) nodes.add(node);
  const results = refs.flatMap((ref) => [...nodes].flatMap((node) => evaluator.validateNode(node, ref)));
  const found: JudgedConstraint[] = [];
  for (const group of [...resultsByConstraint(results).values()].slice(0, mostWithin)) {
    const about = judgedConstraint(recorded, group, term);
    if (about) found.push(about, ...constraintsWithin(recorded, about, depth + 1));
  }
  return found;
}

const mostDepth = 3;
/** With this many values, the others violate the same. */
const mostLookedInto = 30;
const mostWithin = 8;

async function prove(
  recorded: RecordedValidation,
  { violations }: JudgedConstraint,
  change: ShapeChange,
  documents: readonly TurtleDocument[],
  signal: AbortSignal,
): Promise<ShapeRepair | undefined> {
  const { input } = recorded;
  const { delta } = change;
  const anchor = [...delta.removed, ...delta.added];
  const isOf = ({ graph }: TurtleDocument) =>
    delta.removed.length > 0
      ? delta.removed.every((each) => hasTriple(graph, each))
      : anchor.some(({ subject }) => graph.outgoing(subject).length > 0);
  const homes = documents.filter(isOf);
  const [document] = homes;
  // A statement in two files is changed in both or in neither.
  if (document === undefined || homes.length > 1) return undefined;
  const shapes = readLike(input.shapes, new OverlayGraph(input.shapes.graph, delta));
  const statesData =
    input.ownShapes !== undefined && delta.removed.every((each) => hasTriple(input.reportedGraph, each));
  const changed = statesData
    ? changedInput(input, delta)
    : { input: { ...input, shapes }, delta: noChange, classesChanged: false };
  const { before, after } = await recorded.revalidate(changed, signal);
  const { gone, introduced } = compareResults(before, after);
  const isName = change.kind === 'name';
  const keys = new Set(violations);
  const isGrave = ({ severity }: Violation) => severity === sh.Violation;
  const ends =
    change.kind === 'severity' ? compareResults(before.filter(isGrave), after.filter(isGrave)).gone : gone;
  if (ends.filter((each) => keys.has(each)).length < violations.length) return undefined;
  if (isName ? introduced.length >= ends.length : introduced.length > 0) return undefined;
  const plan = planEdits(document, delta, { declaresPrefixes: true });
  if (plan.kind === 'notExpressible' || !statesExactly(document, plan.edits, delta)) return undefined;
  return { ...change, edits: { document, edits: plan.edits }, ends, reveals: introduced.length };
}

/** Which side is likelier wrong, by how many nodes violate the constraint, and how. */
function weighed(
  { violations, judged, constraint, data, shapesGraph, term }: JudgedConstraint,
  repairs: readonly ShapeRepair[],
): Pick<ShapeRepairs, 'likelier' | 'evidence'> {
  const name = repairs.find(({ kind }) => kind === 'name');
  if (name && isSlip(name, shapesGraph, data))
    return { likelier: 'shape', evidence: 'the data never use the name that the shape has' };
  const failing = new Set(violations.map(({ focusNode }) => focusNode)).size;
  const asksForValues = constraint.kind === 'minCount' || constraint.kind === 'hasValue';
  const judgedCount = [...judged().values()].filter((values) => asksForValues || values.length > 0).length;
  const of = Math.max(failing, judgedCount);
  const values = new Set(violations.flatMap(({ value }) => value ?? []));
  const [only] = values;
  // A wrongly described node is a value of many nodes.
  const isOneNode =
    values.size === 1 && only !== undefined && !terms.isLiteral(only) && data.outgoing(only).length > 0;
  const share = (isOneNode ? 1 : failing) / of;
  // Naming a term by a string is a frequent slip.
  const areMeant = (value: TermId) =>
    constraint.kind === 'datatype' &&
    terms.datatype(value) === xsd.string &&
    isWellFormed(terms.literal(terms.value(value), constraint.datatype));
  const isWrittenOtherwise = values.size > 0 && 2 * [...values].filter(areMeant).length > values.size;
  const isShape =
    !isOneNode &&
    !isWrittenOtherwise &&
    failing >= 2 &&
    (share >= 0.5 || (failing >= 3 && share >= 0.1) || failing >= 10);
  const evidence = `${inDigits(failing)} of ${counted(of, 'node')} ${failing === 1 ? 'does' : 'do'} not conform to ${term(constraint.parameter)}`;
  return { likelier: of < fewest ? undefined : isShape ? 'shape' : 'data', evidence };
}

/** Whether the shapes use a name once that the data never use, and the data use the other name more than once. */
function isSlip({ delta: { removed, added } }: ShapeRepair, shapesGraph: Graph, data: Graph): boolean {
  const [wrong, right] = [removed[0]?.object, added[0]?.object];
  if (wrong === undefined || right === undefined || shapesGraph.incoming(wrong).length > 1) return false;
  const uses = new Set(data.incoming(right).map(({ subject }) => subject));
  for (const { subject } of data.withPredicate(right)) if (uses.add(subject).size > 1) break;
  return uses.size > 1 || terms.isLiteral(right);
}

/** With fewer judged nodes, the next mistake could reverse the evidence. */
const fewest = 4;
