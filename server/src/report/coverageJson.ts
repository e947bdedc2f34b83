import { lazyList, type StreamableJson } from '../base/jsonText.ts';
import { termToNTriples } from '../rdf/nTriples.ts';
import type { Place } from '../shacl/results/locate.ts';
import { type JsonLocation, placeJson } from './jsonLocation.ts';
import type { PlacedConstraint, RunCoverage, UnmentionedTerm } from './runCoverage.ts';

/** What `validate --coverage --format json` adds, as docs/command-line.md describes it. */
export interface CoverageJson {
  readonly statements: number;
  /** How many of the statements a shape judges. */
  readonly judged: number;
  readonly shapes: readonly {
    readonly shape: string;
    readonly name: string;
    readonly location: JsonLocation | null;
    readonly focusNodes: number;
    readonly statements: number;
  }[];
  readonly constraintsWithoutFocusNode: readonly JsonConstraint[];
  readonly constraintsWithoutValue: readonly JsonConstraint[];
  readonly classes: readonly JsonTerm[];
  readonly predicates: readonly JsonTerm[];
  readonly files: readonly {
    readonly uri: string;
    readonly statements: number;
    readonly judged: number;
    /** Sets of shapes, as positions in `shapes`. The first set is empty. */
    readonly judges: readonly (readonly number[])[];
    /** For each statement: its start line and character, its end line and character, and a position in `judges`. */
    readonly places: readonly (readonly [number, number, number, number, number])[];
  }[];
}

interface JsonConstraint {
  readonly shape: string;
  readonly component: string;
  readonly location: JsonLocation | null;
}

interface JsonTerm {
  readonly term: string;
  readonly statements: number;
  readonly location: JsonLocation | null;
}

export function coverageJson(coverage: RunCoverage): StreamableJson<CoverageJson> {
  return {
    statements: coverage.statements,
    judged: coverage.judged,
    shapes: lazyList(coverage.shapes, ({ id, name, place, focusNodes, statements }) => ({
      shape: termToNTriples(id),
      name,
      location: placeOrNull(place),
      focusNodes,
      statements,
    })),
    constraintsWithoutFocusNode: lazyList(constraintsWithoutFocusNode(coverage), constraintJson),
    constraintsWithoutValue: lazyList(coverage.constraintsWithoutValue, constraintJson),
    classes: lazyList(coverage.classes, termJson),
    predicates: lazyList(coverage.predicates, termJson),
    files: coverage.files.map((file) => {
      const judges = new Map<string, number>([['', 0]]);
      const { lines, uri } = file.document;
      const places: [number, number, number, number, number][] = [];
      for (const { range, shapes } of file.judgements()) {
        const key = shapes.join();
        let position = judges.get(key);
        if (position === undefined) {
          position = judges.size;
          judges.set(key, position);
        }
        const [start, end] = [lines.positionAt(range.start), lines.positionAt(range.end)];
        places.push([start.line, start.character, end.line, end.character, position]);
      }
      return {
        uri,
        statements: file.statements,
        judged: file.judged,
        judges: [...judges.keys()].map((key) => (key === '' ? [] : key.split(',').map(Number))),
        places,
      };
    }),
  };
}

/** The constraints of shapes that judge no node. */
function constraintsWithoutFocusNode({ shapes }: RunCoverage): readonly PlacedConstraint[] {
  return shapes.filter(({ focusNodes }) => focusNodes === 0).flatMap(({ constraints }) => constraints);
}

function constraintJson({ constraint, place }: PlacedConstraint): JsonConstraint {
  return {
    shape: termToNTriples(constraint.shape),
    component: termToNTriples(constraint.component),
    location: placeOrNull(place),
  };
}

function termJson({ id, statements, place }: UnmentionedTerm): JsonTerm {
  return { term: termToNTriples(id), statements, location: placeOrNull(place) };
}

function placeOrNull(place: Place | undefined): JsonLocation | null {
  return place ? placeJson(place) : null;
}
