import type { TermId, Triple } from '../../rdf/terms.ts';
import { rangeIn } from '../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { shapeRefsOf } from '../../shacl/components/shapeRefs.ts';
import { judgesValues } from '../../shacl/coverage/coverage.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import { locateConstraint, locateShape, type Place } from '../../shacl/results/locate.ts';
import {
  type FileCoverage,
  type ShapeCoverage,
  type TermUse,
  type UnitCoverage,
  unitCoverage,
} from '../ide/coverage/unitCoverage.ts';
import type { ValidationRun } from './validationRun.ts';

/** What the shapes of a run looked at in the data files, and what they did not. */
export interface RunCoverage {
  readonly statements: number;
  /** How many of the statements a shape judges. */
  readonly judged: number;
  readonly shapes: readonly RunShape[];
  /** The data files. Their judgements give shapes as positions in `shapes`. */
  readonly files: readonly FileCoverage[];
  /** The classes and predicates of the data files that no shape mentions, the most used ones first. */
  readonly classes: readonly UnmentionedTerm[];
  readonly predicates: readonly UnmentionedTerm[];
  /** Shapes that judge no node, without those that only such shapes refer to. */
  readonly shapesWithoutFocusNode: readonly RunShape[];
  /** Constraints with focus nodes that judge values, rather than their number, but had none to judge. */
  readonly constraintsWithoutValue: readonly PlacedConstraint[];
}

/** A shape that has a constraint to evaluate. */
export interface RunShape {
  readonly id: TermId;
  readonly name: string;
  readonly place: Place | undefined;
  /** Whether it has targets of its own. */
  readonly isTargeted: boolean;
  readonly focusNodes: number;
  /** How many statements it judges. */
  readonly statements: number;
  readonly constraints: readonly PlacedConstraint[];
}

export interface PlacedConstraint {
  readonly constraint: Constraint;
  /** The name of its shape. */
  readonly shape: string;
  readonly place: Place | undefined;
}

export interface UnmentionedTerm {
  readonly id: TermId;
  readonly name: string;
  /** How many statements use it. */
  readonly statements: number;
  /** Where a data file writes it first. */
  readonly place: Place | undefined;
}

/**
 * The coverage of all files of a run. Shapes to which several files are linked count once: such a shape has no focus node
 * only if it has none in any of the files.
 */
export function runCoverage({ analyses }: Pick<ValidationRun, 'analyses'>): RunCoverage {
  const shapes = new MergedShapes();
  const files = new Map<string, FileCoverage>();
  const units = analyses.map(unitCoverage);
  for (const unit of units) {
    const positions = unit.shapes.map((shape) => shapes.add(shape, unit));
    for (const file of unit.files) {
      if (!files.has(file.document.uri)) files.set(file.document.uri, renumbered(file, positions));
    }
  }
  const merged = shapes.all();
  const total = (count: (file: FileCoverage) => number) =>
    [...files.values()].reduce((sum, file) => sum + count(file), 0);
  return {
    statements: total(({ statements }) => statements),
    judged: total(({ judged }) => judged),
    shapes: merged,
    files: [...files.values()],
    classes: unmentioned(units, ({ classes }) => classes),
    predicates: unmentioned(units, ({ predicates }) => predicates),
    shapesWithoutFocusNode: outermost(merged.filter(({ focusNodes }) => focusNodes === 0)),
    constraintsWithoutValue: merged
      .filter(({ focusNodes, hasValues }) => focusNodes > 0 && !hasValues)
      .flatMap(({ constraints }) => constraints)
      .filter(({ constraint }) => judgesValues(constraint)),
  };
}

function outermost(shapes: readonly RunShape[]): readonly RunShape[] {
  const inner = new Set(
    shapes.flatMap(({ constraints }) => constraints.flatMap(({ constraint }) => shapeRefsOf(constraint))),
  );
  return shapes.filter(({ id, isTargeted }) => isTargeted || !inner.has(id));
}

function renumbered(file: FileCoverage, positions: readonly number[]): FileCoverage {
  return {
    ...file,
    *judgements() {
      for (const { shapes, ...placed } of file.judgements()) {
        yield { ...placed, shapes: shapes.map((shape) => positions[shape]!) };
      }
    },
  };
}

/** The shapes of all units, each once. */
class MergedShapes {
  readonly #positions = new Map<string, number>();
  readonly #found: {
    readonly documents: readonly TurtleDocument[];
    readonly judging: ShapeCoverage[];
  }[] = [];

  /** @returns the position of the shape among all. */
  add(judging: ShapeCoverage, { analysis: { graphs } }: UnitCoverage): number {
    const key = `${judging.shape.id} ${graphs.linked.unit.shapes.join(' ')}`;
    let position = this.#positions.get(key);
    if (position === undefined) {
      position = this.#found.push({ documents: graphs.shapes, judging: [] }) - 1;
      this.#positions.set(key, position);
    }
    this.#found[position]!.judging.push(judging);
    return position;
  }

  all(): readonly (RunShape & { readonly hasValues: boolean })[] {
    return this.#found.map(({ documents, judging }) => {
      const { shape, name } = judging[0]!;
      const sum = (count: (each: ShapeCoverage) => number) =>
        judging.reduce((total, each) => total + count(each), 0);
      return {
        id: shape.id,
        name,
        place: locateShape(documents, shape.id),
        isTargeted: shape.targets.length > 0,
        focusNodes: sum(({ focusNodes }) => focusNodes),
        statements: sum(({ statements }) => statements),
        constraints: shape.constraints.map((constraint) => ({
          constraint,
          shape: name,
          place: locateConstraint(constraint, documents),
        })),
        hasValues: judging.some((each) => each.hasValues()),
      };
    });
  }
}

function unmentioned(
  units: readonly UnitCoverage[],
  usesOf: (unit: UnitCoverage) => ReadonlyMap<TermId, TermUse>,
): readonly UnmentionedTerm[] {
  const found = new Map<
    TermId,
    { readonly unit: UnitCoverage; readonly first: Triple; statements: number }
  >();
  for (const unit of units) {
    for (const [term, { statements, first }] of usesOf(unit)) {
      const known = found.get(term);
      if (known) known.statements += statements;
      else found.set(term, { unit, first, statements });
    }
  }
  return [...found]
    .sort(([, a], [, b]) => b.statements - a.statements)
    .map(([id, { unit, first, statements }]) => {
      const { print, graphs } = unit.analysis;
      return {
        id,
        name: print(id),
        statements,
        get place() {
          return placeOf(id, first, graphs.data);
        },
      };
    });
}

/** Where a triple states a term as its predicate or object. */
function placeOf(term: TermId, triple: Triple, documents: readonly TurtleDocument[]): Place | undefined {
  for (const document of documents) {
    const source = document.sources.occurrences(triple)[0];
    const node = term === triple.predicate ? source?.predicate?.verb : source?.objectTerm;
    if (source && node) return { document, range: rangeIn(source.statement, node) };
  }
  return undefined;
}
