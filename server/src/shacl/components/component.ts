import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Violation } from '../results/violation.ts';
import type { ConstraintBase, ConstraintKind, ConstraintOf } from '../shapesGraph/shape.ts';

/**
 * A constraint component of SHACL Core: how its parameters are read, how values are checked and what is said about
 * it. Everything that is particular to a component lives in its file; the table is `index.ts`.
 */
export interface Component<Kind extends ConstraintKind = ConstraintKind> {
  readonly kind: Kind;
  readonly iri: TermId;
  /** The parameter whose values declare one constraint each. */
  readonly parameter: TermId;
  /** Parameters that refine it and declare nothing on their own: sh:flags for sh:pattern. */
  readonly refinements?: readonly TermId[];
  /** Counts and comparisons of whole value sets are for property shapes only (SHACL 4). */
  readonly propertyShapesOnly?: boolean;
  /** Set where SHACL allows one value of the parameter per shape. */
  readonly single?: boolean;
  read(value: TermId, shape: ShapeDescription): Reading<Kind>;
  prepare(constraint: ConstraintOf<Kind>, evaluation: Evaluation): Check;
  /** What is wrong, for people who look at the value or, where there is none, at the focus node. */
  message(constraint: ConstraintOf<Kind>, failure: Failure, words: Words): string;
  /** What the constraint asks for, as a sentence. */
  explain(constraint: ConstraintOf<Kind>, words: Words): string;
}

/** A shape as its node in the shapes graph describes it. */
export interface ShapeDescription {
  readonly id: TermId;
  readonly kind: 'node' | 'property';
  readonly graph: Graph;
}

/** What was read; `none` for parameter values that ask for nothing, such as sh:closed false. */
export type Reading<Kind extends ConstraintKind> =
  | {
      readonly kind: 'constraint';
      readonly parameters: ParametersOf<ConstraintOf<Kind>>;
      /** What its author probably did not mean, as sentences. */
      readonly doubt?: string;
    }
  | IllFormed
  | { readonly kind: 'none' };

export interface IllFormed {
  readonly kind: 'illFormed';
  /** A sentence that says what is wrong and what belongs there. */
  readonly message: string;
}

type ParametersOf<C> = C extends unknown ? Omit<C, keyof ConstraintBase | 'kind'> : never;

/** What a constraint may ask while it is checked. */
export interface Evaluation {
  readonly graph: Graph;
  /** The class itself and all its subclasses. */
  subclasses(id: TermId): ReadonlySet<TermId>;
  conforms(node: TermId, shape: TermId): boolean;
  /** The results of the node against the shape, for the details of a failure. */
  results(node: TermId, shape: TermId): readonly Violation[];
}

/** Checks one value at a time, or the focus node with all its values. */
export type Check =
  | {
      readonly kind: 'value';
      accepts(value: TermId): boolean;
      /** Why a value was not accepted. */
      details?(value: TermId): readonly Violation[];
    }
  | {
      readonly kind: 'focus';
      /** One entry per result. */
      failures(focusNode: TermId, values: readonly TermId[]): readonly Failure[];
      /** The same where nothing but the number of values matters. */
      failuresOfCount?(count: ValueCount): readonly Failure[];
      details?(focusNode: TermId, values: readonly TermId[]): readonly Violation[];
    };

/** How many values there are: that many, or more where counting ended. */
export interface ValueCount {
  readonly found: number;
  readonly isMore: boolean;
}

/** What one result says beyond its constraint and focus node. */
export interface Failure {
  readonly value?: TermId;
  /** sh:resultPath where it is not the shape's path. */
  readonly predicate?: TermId;
  /** How many values, or values of the right shape, or shapes that hold, were found. */
  readonly found?: number;
  /** There are more than were found: counting ended there. */
  readonly isMore?: boolean;
  readonly language?: string;
  /** The value that it was compared with. */
  readonly other?: TermId;
}

/** How messages name things. */
export interface Words {
  /** A term in its short form. */
  term(id: TermId): string;
  /** A shape by its name, an anonymous one by what it asks for. */
  shape(id: TermId): string;
  /** The shape's path, "the node" for node shapes. */
  readonly path: string;
  /** "Each value of ex:p", "The node". */
  readonly each: string;
}

export const noFailures: readonly Failure[] = [];
