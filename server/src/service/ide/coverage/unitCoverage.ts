import { lazy } from '../../../base/lazy.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { shapeRefsOf } from '../../../shacl/components/shapeRefs.ts';
import {
  type Coverage,
  coverageOf,
  declarations,
  type JudgingShape,
} from '../../../shacl/coverage/coverage.ts';
import { type MentionedTerms, mentionedTerms } from '../../../shacl/coverage/judgedNodes.ts';
import { printPath } from '../../../shacl/model/path.ts';
import type { Shape } from '../../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import { type TermPrinter, wordsFor } from '../../../shacl/model/words.ts';
import { tripleRange } from '../../../shacl/results/statedPlace.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';

/** What the shapes of a unit looked at in its data files, and what they did not. */
export interface UnitCoverage {
  readonly analysis: UnitAnalysis;
  /** The shapes that have a constraint to evaluate, in document order. */
  readonly shapes: readonly ShapeCoverage[];
  readonly files: readonly FileCoverage[];
  /** The classes and predicates of the data files that no shape mentions. */
  readonly classes: ReadonlyMap<TermId, TermUse>;
  readonly predicates: ReadonlyMap<TermId, TermUse>;
}

/** The statements that use a class or a predicate. */
export interface TermUse {
  readonly statements: number;
  readonly first: Triple;
}

export interface ShapeCoverage extends JudgingShape {
  readonly name: string;
  /** How many statements of the data files it judges. */
  readonly statements: number;
  /** Whether a focus node has a value on the shape's path. */
  hasValues(): boolean;
}

/** A data file. What it says about shapes or about its own incompleteness is not counted as data. */
export interface FileCoverage {
  readonly document: TurtleDocument;
  readonly statements: number;
  /** How many of the statements a shape judges. */
  readonly judged: number;
  /** All statements that have a text of their own, with the shapes that judge them, as positions in `shapes`. */
  judgements(): Iterable<PlacedJudgement>;
}

interface PlacedJudgement extends PlacedTriple {
  readonly shapes: readonly number[];
}

/** Finds out what the shapes of a unit looked at. This is computed on demand, because editing does not need it. */
export function unitCoverage(analysis: UnitAnalysis): UnitCoverage {
  const { graphs, evaluator, print } = analysis;
  const coverage = coverageOf(graphs.input, evaluator);
  const mentioned = mentionedTerms(graphs.input);
  const counts = new Counts(coverage, mentioned);
  const files = graphs.data.map((document) =>
    counts.fileCoverage(document, graphs.shapes.includes(document)),
  );
  const statements = counts.statementsByShape();
  const nameOf = lazy(() => shapeNames(graphs.input.shapes, print));
  const shapes = coverage.shapes.map(
    (judging, i): ShapeCoverage => ({
      ...judging,
      get name() {
        return nameOf()(judging.shape);
      },
      statements: statements[i]!,
      hasValues: () => coverage.hasValues(judging.shape),
    }),
  );
  return {
    analysis,
    shapes,
    files,
    classes: counts.classes,
    predicates: counts.predicates,
  };
}

/** Triples that link the cells of lists, which no shape needs to mention. */
const listTerms: ReadonlySet<TermId> = new Set([rdf.first, rdf.rest]);

/** Counts statements by the shapes that judge them, and the terms that no shape mentions. */
class Counts {
  readonly classes = new Map<TermId, CountedUse>();
  readonly predicates = new Map<TermId, CountedUse>();
  readonly #coverage: Coverage;
  readonly #mentioned: MentionedTerms;
  readonly #bySet: number[] = [];

  constructor(coverage: Coverage, mentioned: MentionedTerms) {
    this.#coverage = coverage;
    this.#mentioned = mentioned;
  }

  fileCoverage(document: TurtleDocument, hasShapes: boolean): FileCoverage {
    const { describing } = this.#mentioned;
    const isData = (subject: TermId, predicate: TermId) =>
      !(hasShapes && describing.has(subject)) && !declarations.has(predicate);
    const coverage = this.#coverage;
    let statements = 0;
    let judged = 0;
    const triples = document.sources.flatTriples();
    for (let at = 0; at < triples.length; at += 3) {
      const [subject, predicate, object] = [triples[at]!, triples[at + 1]!, triples[at + 2]!];
      if (!isData(subject, predicate)) continue;
      const set = coverage.judgesOf(subject, predicate, object);
      statements++;
      if (set !== 0) judged++;
      while (this.#bySet.length <= set) this.#bySet.push(0);
      this.#bySet[set]!++;
      this.#countTerms(subject, predicate, object);
    }
    return {
      document,
      statements,
      judged,
      *judgements() {
        for (const placed of statementPlaces(document)) {
          const { subject, predicate, object } = placed.triple;
          if (!isData(subject, predicate)) continue;
          yield { ...placed, shapes: coverage.shapeSet(coverage.judgesOf(subject, predicate, object)) };
        }
      },
    };
  }

  statementsByShape(): readonly number[] {
    const counts = this.#coverage.shapes.map(() => 0);
    for (const [set, count] of this.#bySet.entries()) {
      if (count > 0) for (const shape of this.#coverage.shapeSet(set)) counts[shape]! += count;
    }
    return counts;
  }

  #countTerms(subject: TermId, predicate: TermId, object: TermId): void {
    if (predicate === rdf.type) {
      if (!terms.isLiteral(object) && !this.#mentioned.terms.has(object))
        count(this.classes, object, subject, predicate, object);
    } else if (!this.#mentioned.terms.has(predicate) && !listTerms.has(predicate)) {
      count(this.predicates, predicate, subject, predicate, object);
    }
  }
}

type CountedUse = TermUse & { statements: number };

function count(
  uses: Map<TermId, CountedUse>,
  term: TermId,
  subject: TermId,
  predicate: TermId,
  object: TermId,
): void {
  const known = uses.get(term);
  if (known) known.statements++;
  else uses.set(term, { statements: 1, first: { subject, predicate, object } });
}

/**
 * Names shapes for people: a named shape by its name, an anonymous one by the shape that refers to it and by its path,
 * such as `ex:PersonShape › ex:name`.
 */
function shapeNames(shapes: ShapesGraph, print: TermPrinter): (shape: Shape) => string {
  const referrers = new Map<TermId, { readonly shape: Shape; readonly parameter: TermId }>();
  for (const shape of shapes.shapes) {
    for (const constraint of shape.constraints) {
      for (const reference of shapeRefsOf(constraint)) {
        if (!referrers.has(reference)) referrers.set(reference, { shape, parameter: constraint.parameter });
      }
    }
  }
  return (shape) => {
    const steps: string[] = [];
    let at = shape;
    while (terms.isBlank(at.id)) {
      const referrer = referrers.get(at.id);
      if (referrer === undefined || steps.length === deepest) {
        steps.push(wordsFor(at, shapes.graph, print).shape(at.id));
        return steps.reverse().join(separator);
      }
      steps.push(at.path === undefined ? print(referrer.parameter) : printPath(at.path, print));
      at = referrer.shape;
    }
    steps.push(print(at.id));
    return steps.reverse().join(separator);
  };
}

const separator = ' › ';

/** A name has at most this many steps. Shapes that refer to each other in a cycle would have no end. */
const deepest = 8;

/** A triple where it is stated. */
interface PlacedTriple {
  readonly triple: Triple;
  readonly range: TextRange;
}

/** All triples that a document states, in document order, with the text that belongs only to them. */
function* statementPlaces(document: TurtleDocument): Iterable<PlacedTriple> {
  for (const source of document.sources.tripleSources()) {
    const range = tripleRange(source);
    if (range !== undefined) yield { triple: source.triple, range };
  }
}
