import type { Graph } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { owl } from '../../rdf/vocab.ts';
import type { NotChecked } from '../results/violation.ts';
import { shortForm, type TermPrinter } from '../results/words.ts';
import { discoverShapes } from './discoverShapes.ts';
import { readShape } from './readShape.ts';
import { findCycles, withoutParadoxes } from './recursion.ts';
import type { Shape, TargetedShape } from './shape.ts';
import type { ShapesFinding } from './shapesFinding.ts';
import { findUnchecked } from './unchecked.ts';

export type { ShapesFinding } from './shapesFinding.ts';

/** The shapes of a shapes graph. They are read once and shared by validation, explanation and repair. */
export interface ShapesGraph {
  readonly graph: Graph;
  /** All well-formed shapes in document order. */
  readonly shapes: readonly Shape[];
  /** The shapes that validation starts from: shapes with targets that are not deactivated. */
  readonly roots: readonly Shape[];
  /** The ill-formed shapes. They judge nothing, but it is known what their targets select. */
  readonly illFormed: readonly TargetedShape[];
  /** Problems and notes about the shapes, shown where the shapes are written. */
  readonly findings: readonly ShapesFinding[];
  /** What validation leaves out, whatever the data are. */
  readonly notChecked: readonly NotChecked[];
  /** The one of `notChecked` that says that rules are not run; left out when they are. */
  readonly rulesNotRun: NotChecked | undefined;
  /** How `findings` and `notChecked` name terms. */
  readonly term: TermPrinter;
  /** The objects of owl:imports. */
  readonly imports: readonly TermId[];
  /**
   * Triples about shapes whose predicate neither SHACL nor any declared constraint component defines. When an import is
   * unresolved, these may be constraints that the import declares.
   */
  readonly foreignStatements: readonly Triple[];
  /**
   * The shape of a node. Undefined for nodes that are no shape and for ill-formed shapes: every node conforms to these.
   */
  get(id: TermId): Shape | undefined;
  /** The number of the circle of shapes that contains the shape; undefined for shapes in no circle. */
  cycleOf(id: TermId): number | undefined;
}

/**
 * Reads all shapes of a graph. Never fails: what is ill-formed is left out and listed in `findings` and `notChecked`.
 */
export function readShapes(graph: Graph, term: TermPrinter = shortForm): ShapesGraph {
  const readings = discoverShapes(graph).map((id) => readShape(graph, id, term));
  const { shapes, skipped } = withoutParadoxes(readings.flatMap(({ shape }) => (shape ? [shape] : [])));
  const byId = new Map(shapes.map((shape) => [shape.id, shape]));
  const cycles = findCycles(shapes);
  const unchecked = findUnchecked(graph, { shapes, cycles, paradoxes: skipped }, term);
  return {
    graph,
    term,
    shapes,
    roots: shapes.filter((shape) => shape.targets.length > 0 && !shape.deactivated),
    illFormed: readings.filter(({ shape, targets }) => shape === undefined && targets.length > 0),
    findings: [...readings.flatMap(({ findings }) => findings), ...unchecked.findings],
    rulesNotRun: unchecked.rulesNotRun,
    notChecked: [...readings.flatMap(({ notChecked }) => notChecked), ...unchecked.notChecked],
    imports: [...new Set(graph.withPredicate(owl.imports).map(({ object }) => object))],
    foreignStatements: unchecked.foreignStatements,
    get: (id) => byId.get(id),
    cycleOf: (id) => cycles.get(id),
  };
}
