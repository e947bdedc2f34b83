import { lazyList, type StreamableJson } from '../../base/jsonText.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import type { Place } from '../../shacl/results/locate.ts';
import { type JsonLocation, placeJson } from './excerpt.ts';
import type { RunCoverage, UnmentionedTerm } from './runCoverage.ts';

/** The fields that `validate --coverage --format json` adds, as docs/command-line.md describes it. */
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
    readonly constraints: readonly JsonConstraint[];
  }[];
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
  readonly component: string;
  /** Why it had nothing to judge; null when it had. */
  readonly idle: 'noFocusNode' | 'noValue' | null;
  readonly location: JsonLocation | null;
}

interface JsonTerm {
  readonly term: string;
  readonly statements: number;
  readonly location: JsonLocation | null;
}

export function coverageJson(coverage: RunCoverage): StreamableJson<CoverageJson> {
  const withoutValue = new Set(coverage.constraintsWithoutValue.map(({ constraint }) => constraint));
  return {
    statements: coverage.statements,
    judged: coverage.judged,
    shapes: lazyList(coverage.shapes, ({ id, name, place, focusNodes, statements, constraints }) => ({
      shape: termToNTriples(id),
      name,
      location: placeOrNull(place),
      focusNodes,
      statements,
      constraints: constraints.map(({ constraint, place: at }) => ({
        component: termToNTriples(constraint.component),
        idle: focusNodes === 0 ? 'noFocusNode' : withoutValue.has(constraint) ? 'noValue' : null,
        location: placeOrNull(at),
      })),
    })),
    classes: lazyList(coverage.classes, termJson),
    predicates: lazyList(coverage.predicates, termJson),
    files: coverage.files.map((file) => {
      const sets = new JudgeSets();
      const { lines, uri } = file.document;
      const places: [number, number, number, number, number][] = [];
      for (const { range, shapes } of file.judgements()) {
        const [start, end] = [lines.positionAt(range.start), lines.positionAt(range.end)];
        places.push([start.line, start.character, end.line, end.character, sets.number(shapes)]);
      }
      return {
        uri,
        statements: file.statements,
        judged: file.judged,
        judges: sets.all,
        places,
      };
    }),
  };
}

function termJson({ id, statements, place }: UnmentionedTerm): JsonTerm {
  return { term: termToNTriples(id), statements, location: placeOrNull(place) };
}

function placeOrNull(place: Place | undefined): JsonLocation | null {
  return place ? placeJson(place) : null;
}

/** Numbers the sets of shapes that judge the statements of a file, in the order in which they are met. 0 is the empty set. */
export class JudgeSets {
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #sets: (readonly number[])[] = [[]];

  /** All sets so far, by their numbers. */
  get all(): readonly (readonly number[])[] {
    return this.#sets;
  }

  /** @param shapes positions of shapes, in ascending order. */
  number(shapes: readonly number[]): number {
    const key = shapes.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#sets.push(shapes) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }
}
