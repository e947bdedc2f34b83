import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import type { TermId } from '../../rdf/terms.ts';
import { componentOf } from '../../shacl/components/index.ts';
import { affectedFocuses } from '../../shacl/incremental/affected.ts';
import { changedInput, changesClasses } from '../../shacl/incremental/changedInput.ts';
import { changesIncompleteIris, leadsToAnyOf } from '../../shacl/incremental/mayChange.ts';
import type { TargetedShape } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import {
  candidatesOf,
  judgeCandidates,
  type LookUpOptions,
  lookUpStatedShapes,
  lookUpsOfUnit,
  observedEvaluator,
  type UnitLookUps,
} from './lookUpsOfUnit.ts';

/** Above this number of changed triples, following each one back would take longer than judging all nodes. */
const maxFollowed = 500;

/**
 * What the verdicts about the nodes of the data files look up after an edit, without most of what they looked up before it:
 * an evaluation that meets no changed triple takes the same look-ups as before. So only nodes from which the paths of the
 * shapes lead to a changed triple are judged, and all nodes of shapes with queries.
 *
 * @param before the unit when all its look-ups were answered.
 * @returns undefined where all nodes have to be judged to tell.
 * @throws the signal's reason when aborted.
 */
export async function lookUpsOfEdit(
  before: ValidationInput,
  after: ValidationInput,
  options: LookUpOptions,
  signal: AbortSignal,
): Promise<UnitLookUps | undefined> {
  const { shapes, reportedGraph } = after;
  if (shapes !== before.shapes || before.entailment || after.entailment) return undefined;
  const delta = graphDifference(before.dataGraph, after.dataGraph);
  const ofClasses = graphDifference(before.classGraph, after.classGraph);
  // A triple that a store states as well is not a change of the data, but may make a node one of the files.
  const ofFiles = graphDifference(before.reportedGraph, reportedGraph);
  const changed = [delta, ofFiles].flatMap(({ added, removed }) => [...added, ...removed]);
  if (changed.length > maxFollowed || changesClasses(ofClasses) || changesIncompleteIris(delta))
    return undefined;
  const observed = await observedEvaluator(after, options);
  const { classes, graph } = observed;
  const followed = affectedFocuses(
    { before: before.dataGraph, delta, classesBefore: classes, classesAfter: classes },
    shapes,
    shapes.roots,
  );
  const asksQueries = leadsToAnyOf(shapesWithQueries(shapes), shapes);
  const touched = new Set(changed.flatMap(({ subject, object }) => [subject, object]));
  for (const shape of shapes.roots) {
    const nodes = asksQueries(shape)
      ? candidatesOf(shape, reportedGraph)
      : new Set([...touched, ...followed.flatMap((focus) => (focus.shape === shape ? [focus.node] : []))]);
    const candidates = [...nodes].filter((node) => isCandidate(node, shape, reportedGraph));
    await judgeCandidates(shape, candidates, after, observed, signal);
  }
  const described = [...touched].filter((node) => reportedGraph.outgoing(node).length > 0);
  lookUpStatedShapes(described, after, observed);
  // A result may be about a node that no file describes any more.
  for (const { subject } of ofFiles.removed)
    if (reportedGraph.outgoing(subject).length === 0) graph.outgoing(subject);
  return observed.lookUps();
}

/**
 * The same for a change of the data files that has not been made yet, such as a repair.
 *
 * @throws the signal's reason when aborted.
 */
export async function lookUpsOfChange(
  input: ValidationInput,
  delta: GraphDelta,
  options: LookUpOptions,
  signal: AbortSignal,
): Promise<UnitLookUps> {
  const { input: after } = changedInput(input, delta);
  return (
    (await lookUpsOfEdit(input, after, options, signal)) ?? (await lookUpsOfUnit(after, options, signal))
  );
}

/** Shapes whose own constraints or targets are queries: what these read is not followed back. */
export function shapesWithQueries({ shapes, roots }: ShapesGraph): readonly TermId[] {
  const targeted = roots.filter(({ targets }) => targets.some(({ kind }) => kind === 'sparql'));
  const asking = shapes.filter(({ constraints }) =>
    constraints.some((constraint) => componentOf(constraint).reads(constraint).kind === 'query'),
  );
  return [...targeted, ...asking].map(({ id }) => id);
}

/** Whether a node is among the `candidatesOf` a shape. */
function isCandidate(node: TermId, { targets }: TargetedShape, reported: Graph): boolean {
  return (
    reported.outgoing(node).length > 0 ||
    targets.some(
      (target) =>
        (target.kind === 'node' && target.node === node) ||
        (target.kind === 'where' && reported.incoming(node).length > 0) ||
        (target.kind === 'objectsOf' && reported.subjects(target.predicate, node).length > 0),
    )
  );
}
