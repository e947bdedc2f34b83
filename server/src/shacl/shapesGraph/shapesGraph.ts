import type { Graph } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { owl } from '../../rdf/vocab.ts';
import type { NotChecked } from '../results/violation.ts';
import { discoverShapes } from './discoverShapes.ts';
import { readShape } from './readShape.ts';
import { findCycles, withoutParadoxes } from './recursion.ts';
import type { Shape, TargetedShape } from './shape.ts';
import type { ShapesFinding } from './shapesFinding.ts';
import { findUnchecked } from './unchecked.ts';

export type { ShapesFinding } from './shapesFinding.ts';

/** The shapes of a shapes graph, read once and used by everyone who validates, explains or repairs. */
export interface ShapesGraph {
  readonly graph: Graph;
  /** All well-formed shapes in document order. */
  readonly shapes: readonly Shape[];
  /** The shapes that validation starts from: with targets and not deactivated. */
  readonly roots: readonly Shape[];
  /** Ill-formed shapes judge nothing, but what their targets select is known. */
  readonly illFormed: readonly TargetedShape[];
  /** What is wrong or worth knowing about the shapes, to be shown where they are written. */
  readonly findings: readonly ShapesFinding[];
  /** What validation will leave out, whatever the data. */
  readonly notChecked: readonly NotChecked[];
  /** The objects of owl:imports. */
  readonly imports: readonly TermId[];
  /**
   * Statements about shapes with properties that neither SHACL nor any declared constraint component defines. When
   * an import is unresolved, these may be constraints that it declares.
   */
  readonly foreignStatements: readonly Triple[];
  /** Undefined for nodes that are no shape and for ill-formed shapes, which every node conforms to. */
  get(id: TermId): Shape | undefined;
  /** The same number for shapes that refer to one another in a circle; undefined for all others. */
  cycleOf(id: TermId): number | undefined;
}

/** Reads all shapes of a graph. Never fails: what is ill-formed is left out and told in findings and notChecked. */
export function readShapes(graph: Graph): ShapesGraph {
  const readings = discoverShapes(graph).map((id) => readShape(graph, id));
  const { shapes, skipped } = withoutParadoxes(readings.flatMap(({ shape }) => (shape ? [shape] : [])));
  const byId = new Map(shapes.map((shape) => [shape.id, shape]));
  const cycles = findCycles(shapes);
  const unchecked = findUnchecked(graph, shapes, cycles, skipped);
  return {
    graph,
    shapes,
    roots: shapes.filter((shape) => shape.targets.length > 0 && !shape.deactivated),
    illFormed: readings.filter(({ shape, targets }) => shape === undefined && targets.length > 0),
    findings: [...readings.flatMap(({ findings }) => findings), ...unchecked.findings],
    notChecked: [...readings.flatMap(({ notChecked }) => notChecked), ...unchecked.notChecked],
    imports: [...new Set(graph.withPredicate(owl.imports).map(({ object }) => object))],
    foreignStatements: unchecked.foreignStatements,
    get: (id) => byId.get(id),
    cycleOf: (id) => cycles.get(id),
  };
}
