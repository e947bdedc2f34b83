import type { TextRange } from '../../base/textRange.ts';
import type { Graph } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import type { Shape, TargetedShape } from './shape.ts';
import type { UncheckedPart } from './violation.ts';
import type { TermPrinter } from './words.ts';

/** A message to the author of the shapes. */
export interface ShapesFinding {
  readonly severity: 'error' | 'warning' | 'information';
  /** One or two sentences: the problem and its consequence. */
  readonly message: string;
  readonly shape: TermId;
  /** The parameter of the triple `shape parameter value` that the finding is about, when it is about a triple. */
  readonly parameter?: TermId;
  readonly value?: TermId;
  /** The text that the finding is about: a triple with the text, and the part of its value, if not all of it. */
  readonly inText?: Triple & { readonly range: TextRange | undefined };
  /** The shape that is referred to, and that no linked file describes. */
  readonly undescribed?: TermId;
  /** The prefix, without its colon, that a query uses and nothing declares. */
  readonly undeclaredPrefix?: string;
  /** What was probably meant in place of the part of the text. */
  readonly meantText?: string;
}

/** The shapes of a shapes graph. They are read once and shared by validation, explanation and repair. */
export interface ShapesGraph {
  readonly graph: Graph;
  /** All well-formed shapes in document order. */
  readonly shapes: readonly Shape[];
  /** The shapes that validation starts from: shapes with targets that are not deactivated. */
  readonly roots: readonly Shape[];
  /** The ill-formed shapes. They judge nothing, but the selection of their targets is known. */
  readonly illFormed: readonly TargetedShape[];
  /** Problems and notes about the shapes, shown where the shapes are written. */
  readonly findings: readonly ShapesFinding[];
  /** What validation leaves out, whatever the data are. */
  readonly notChecked: readonly UncheckedPart[];
  /** The entry of `notChecked` for rules that are not run; absent when they are run. */
  readonly rulesNotRun: UncheckedPart | undefined;
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
   * The shape of a node. Undefined for nodes that are not a shape and for ill-formed shapes: every node conforms to these.
   */
  get(id: TermId): Shape | undefined;
  /** Reads another graph in the same way; set if the shapes are read as SHACL 1.0. */
  readonly readAgain?: (graph: Graph, term: TermPrinter) => ShapesGraph;
  /** The number of the cycle of shapes that contains the shape; undefined for shapes in no cycle. */
  cycleOf(id: TermId): number | undefined;
}
