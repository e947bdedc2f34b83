import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Violation } from '../results/violation.ts';
import type { ConstraintBase, ConstraintKind, ConstraintOf, Shape } from '../shapesGraph/shape.ts';
import type { OrderKind } from './order.ts';

/**
 * A constraint component of SHACL Core with all that is particular to it; the table is `index.ts`. How a component is
 * repaired and violated is declared in `repair/components`.
 *
 * The facts come in groups of at most five required ones: the compiler names all of so few that an entry lacks.
 */
export interface Component<Kind extends ConstraintKind = ConstraintKind>
  extends Identity<Kind>,
    Syntax<Kind>,
    Judgement<Kind>,
    Dependencies<Kind> {}

/** Which component it is, and what is said about its constraints. */
export interface Identity<Kind extends ConstraintKind = ConstraintKind> {
  readonly kind: Kind;
  /** sh:ClassConstraintComponent and so on. */
  readonly iri: TermId;
  /** What is wrong, for people who look at the value or, where there is none, at the focus node. */
  message(constraint: ConstraintOf<Kind>, failure: Failure, words: Words): string;
  /** What the constraint asks for, as a sentence. */
  explain(constraint: ConstraintOf<Kind>, words: Words): string;
}

/** How its constraints are declared in a shapes graph. */
export interface Syntax<Kind extends ConstraintKind = ConstraintKind> {
  /** The parameter whose values declare one constraint each. */
  readonly parameter: TermId;
  /** Parameters that refine it and declare nothing on their own: sh:flags for sh:pattern. */
  readonly refinements: readonly TermId[];
  /** Counts and comparisons of whole value sets are for property shapes only (SHACL 4). */
  readonly propertyShapesOnly: boolean;
  /** Set where SHACL allows one value of the parameter per shape. */
  readonly single: boolean;
  read(value: TermId, shape: ShapeDescription): Reading<Kind>;
}

/** How its constraints are judged. */
export interface Judgement<Kind extends ConstraintKind = ConstraintKind> {
  prepare(constraint: ConstraintOf<Kind>, evaluation: Evaluation): Check;
  /** Whether a focus node without any value may violate it. */
  readonly asksForValues: boolean;
  /** Whether no IRI and no blank node satisfies it. */
  literalsOnly(constraint: ConstraintOf<Kind>): boolean;
  /** Which part of the data a result is about, and is shown at. */
  readonly shownAt: ShownAt;
  /** Why rdf-validate-shacl 0.6 cannot be trusted with it: "it does …". Undefined when it can. */
  referenceLimit(constraint: ConstraintOf<Kind>, scope: ReferenceScope): string | undefined;
}

/** What its verdicts depend on. */
export interface Dependencies<Kind extends ConstraintKind = ConstraintKind> {
  /** What is read of the data besides the values, which lie on the path of the shape. */
  reads(constraint: ConstraintOf<Kind>): Reads;
  /** Undefined for components that refer to no shapes. */
  readonly refersTo: ShapeReferences<Kind> | undefined;
  /** What adding triples can do to a verdict, apart from what it does to the shapes that the constraint refers to. */
  readonly moreTriples: MoreTriples;
}

/**
 * The node that lacks something, the last of too many values, those of one language, the predicate that is not
 * allowed, a value on either side of a comparison, or the value.
 */
export type ShownAt =
  | 'focusNode'
  | 'surplusValues'
  | 'valuesOfLanguage'
  | 'predicate'
  | 'valueOfEither'
  | 'value';

export type Reads =
  /** The values are counted, or judged by other shapes. */
  | { readonly kind: 'nothing' }
  /** What each value is: its kind, datatype, lexical form or identity. No edit of its own triples changes that. */
  | { readonly kind: 'terms' }
  /** The language tags of all values together. */
  | { readonly kind: 'languages' }
  /** The types of the values, with the subclasses of the class. */
  | { readonly kind: 'types'; readonly class: TermId }
  /** All that is said of the values. */
  | { readonly kind: 'statements' }
  /** The values of another property of the focus node. */
  | { readonly kind: 'property'; readonly property: TermId };

/** The shapes that a constraint judges values by. */
export interface ShapeReferences<Kind extends ConstraintKind = ConstraintKind> {
  readonly asks: Asks;
  shapes(constraint: ConstraintOf<Kind>): readonly TermId[];
  /** Shapes that exclude a value from being counted (sh:qualifiedValueShapesDisjoint). */
  siblings?(constraint: ConstraintOf<Kind>): readonly TermId[];
}

/**
 * What is asked for: that each value conforms to all of the shapes, to some, to one alone or to none of them, or that
 * enough or few enough of the values conform.
 */
export type Asks = 'all' | 'some' | 'one' | 'none' | 'enough' | 'few';

export interface MoreTriples {
  /** Whether a node that violates the constraint may satisfy it afterwards. */
  readonly mayMend: boolean;
  /** Whether a node that satisfies it may violate it afterwards. `asValues`: only by more values of the path. */
  readonly mayViolate: 'never' | 'asValues' | 'always';
}

/** What the reference engine gets wrong depends on. */
export interface ReferenceScope {
  readonly shape: Shape;
  readonly shapesGraph: Graph;
  readonly data: MisjudgedData;
}

/** What the data hold that is known to mislead the reference engine. */
export interface MisjudgedData {
  /** Whether there are characters beyond U+FFFF. */
  readonly hasAstral: boolean;
  readonly languages: ReadonlySet<string>;
  /** Whether it misjudges a lexical form of this datatype. */
  misjudgesForms(datatype: TermId): boolean;
  /** Why it cannot compare the literals of the data with a bound. */
  boundLimit(kind: OrderKind, bound: TermId): string | undefined;
  /** Why it cannot compare the literals of the data with the values of a property. */
  propertyLimit(kind: OrderKind, property: TermId): string | undefined;
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
