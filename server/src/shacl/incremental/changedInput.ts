import type { GraphDelta } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, rdfs } from '../../rdf/vocab.ts';
import type { Entailment } from '../entailment/entailment.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { readLike } from '../shapesGraph/readShapes.ts';
import { withStatedTargets } from '../shapesGraph/targets.ts';
import type { ValidationInput } from '../validationUnit.ts';

/** The difference between the input of a validation and a new input. */
export interface InputChange {
  /** The new input. */
  readonly input: ValidationInput;
  /** The change of the data graph. */
  readonly delta: GraphDelta;
  /** Whether rdfs:subClassOf changed in the class graph. */
  readonly classesChanged: boolean;
}

/**
 * Computes the graphs of a unit after a change of its data files' statements. The inferred triples are updated, and so are
 * the shapes when a data file declares shapes.
 *
 * @returns the new input; its `delta` is the change of the data graph, which may include inferred triples.
 */
export function changedInput(input: ValidationInput, delta: GraphDelta): InputChange {
  const { entailment } = input;
  const classesChanged = changesClasses(delta);
  const classGraph = classesChanged ? new OverlayGraph(input.classGraph, delta) : input.classGraph;
  const shapes = changedShapes(input, delta);
  if (entailment === undefined) {
    const dataGraph = new OverlayGraph(input.dataGraph, delta);
    const isAllData = input.reportedGraph === input.dataGraph;
    const reportedGraph = isAllData ? dataGraph : new OverlayGraph(input.reportedGraph, delta);
    const judging = withStatedTargets(shapes, dataGraph);
    const changed = { ...input, dataGraph, reportedGraph, classGraph, shapes: judging };
    return { input: changed, delta, classesChanged };
  }
  const { after, difference } =
    shapes === input.shapes
      ? dataInferences(entailment, delta, { shapes, classGraph })
      : inferencesAfter(entailment, delta, { shapes, classGraph });
  return {
    input: {
      ...input,
      dataGraph: after.graph,
      entailment: after,
      reportedGraph: new OverlayGraph(input.reportedGraph, delta),
      classGraph,
      shapes: withStatedTargets(shapes, after.graph),
    },
    delta: difference,
    classesChanged,
  };
}

interface ChangedInferences {
  readonly after: Entailment;
  /** The change of the data graph, including inferred triples. */
  readonly difference: GraphDelta;
}

/**
 * A search for repairs tries the same few changes many times, and applying rules to one takes longer than everything else.
 */
function dataInferences(
  entailment: Entailment,
  delta: GraphDelta,
  input: Pick<ValidationInput, 'shapes' | 'classGraph'>,
): ChangedInferences {
  let latest = latestChanges.get(entailment);
  if (latest === undefined || latest.shapes !== input.shapes) {
    latest = { shapes: input.shapes, byDelta: new Map() };
    latestChanges.set(entailment, latest);
  }
  const { byDelta } = latest;
  const key = `${delta.removed.map(tripleKey).sort()}+${delta.added.map(tripleKey).sort()}`;
  let changed = byDelta.get(key);
  if (changed === undefined) {
    if (byDelta.size === mostRemembered) byDelta.delete(byDelta.keys().next().value!);
    changed = inferencesAfter(entailment, delta, input);
    byDelta.set(key, changed);
  }
  return changed;
}

const mostRemembered = 100;

const latestChanges = new WeakMap<
  Entailment,
  { readonly shapes: ShapesGraph; readonly byDelta: Map<string, ChangedInferences> }
>();

function inferencesAfter(
  entailment: Entailment,
  delta: GraphDelta,
  { shapes, classGraph }: Pick<ValidationInput, 'shapes' | 'classGraph'>,
): ChangedInferences {
  const after = entailment.changed(new OverlayGraph(entailment.asserted, delta), delta, shapes, classGraph);
  return { after, difference: graphDifference(entailment.graph, after.graph) };
}

/** Compares two inputs. */
export function differenceOf(before: ValidationInput, input: ValidationInput): InputChange {
  return {
    input,
    delta: graphDifference(before.dataGraph, input.dataGraph),
    classesChanged: changesClasses(graphDifference(before.classGraph, input.classGraph)),
  };
}

/** True when a change of the class graph may change which classes are subclasses of which. */
export function changesClasses({ added, removed }: GraphDelta): boolean {
  const isAboutClasses = ({ predicate }: Triple) => predicate === rdfs.subClassOf;
  return added.some(isAboutClasses) || removed.some(isAboutClasses);
}

/** True for a triple that may describe the requirements of shapes. */
export function describesShape({ subject, predicate, object }: Triple, shapes: ShapesGraph): boolean {
  return (
    shapes.get(subject) !== undefined ||
    terms.value(predicate).startsWith(namespaces.sh) ||
    predicate === rdf.first ||
    predicate === rdf.rest ||
    (predicate === rdf.type && terms.isIri(object) && terms.value(object).startsWith(namespaces.sh))
  );
}

function changedShapes({ shapes, ownShapes }: ValidationInput, delta: GraphDelta): ShapesGraph {
  if (ownShapes === undefined) return shapes;
  const describes = (triple: Triple) => describesShape(triple, shapes);
  const removed = delta.removed.filter(
    (triple) => describes(triple) && ownShapes.has(triple.subject, triple.predicate, triple.object),
  );
  const added = delta.added.filter(
    (triple) => describes(triple) && ownShapes.outgoing(triple.subject).length > 0,
  );
  if (added.length + removed.length === 0) return shapes;
  return readLike(shapes, new OverlayGraph(shapes.graph, { added, removed }));
}
