import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Path } from './path.ts';
import type {
  Constraint,
  ConstraintBase,
  ConstraintKind,
  ConstraintOf,
  ListedKind,
  OrderKind,
  Shape,
} from './shape.ts';
import type { Violation } from './violation.ts';

/**
 * Everything that is particular to a constraint component. The table of components is `index.ts`; how a
 * component is repaired and violated is declared in `repair/components`.
 *
 * The members are split into groups of at most five required ones, because the compiler names every missing member only
 * in such short lists.
 */
export interface Component<Kind extends ConstraintKind = ConstraintKind>
  extends Identity<Kind>,
    Wording<Kind>,
    Syntax<Kind>,
    Judgement<Kind>,
    Dependencies<Kind> {}

/** The name and the purpose of the component. */
export interface Identity<Kind extends ConstraintKind = ConstraintKind> {
  readonly kind: Kind;
  /** The component's IRI, such as sh:ClassConstraintComponent. */
  readonly iri: TermId;
  /** The requirement of its constraints, as a sentence for people who see its name for the first time. */
  readonly meaning: string;
  /** The parameter that declares constraints; each of its values declares one. */
  readonly parameter: TermId;
  /** Set for components of the drafts of SHACL 1.2, which may change. */
  readonly isDraft?: true;
}

/** The messages about its constraints and their results. */
export interface Wording<Kind extends ConstraintKind = ConstraintKind> {
  /** The problem with its value and node, on one line without a full stop. */
  message(constraint: ConstraintOf<Kind>, failure: ResultDetails, words: ResultWords): string;
  /**
   * The same for prompts and suites, which name the node and the value themselves. Recorded runs and the bytes of
   * suites depend on these texts, so they never change.
   */
  recordedMessage(constraint: ConstraintOf<Kind>, failure: ResultDetails, words: Words): string;
  /** The requirement of the constraint, as a sentence. */
  explain(constraint: ConstraintOf<Kind>, words: Words): string;
}

/** How its constraints are declared in a shapes graph. */
export interface Syntax<Kind extends ConstraintKind = ConstraintKind> {
  /** What the values of the parameter have to be. */
  readonly takes: ValueKind;
  /** Parameters that refine the declaring one and declare nothing on their own, such as sh:flags for sh:pattern. */
  readonly refinements: readonly TermId[];
  /**
   * Whether only property shapes may have the parameter (SHACL 4): true for counts and comparisons of whole value sets.
   */
  readonly propertyShapesOnly: boolean;
  /** Whether SHACL allows only one value of the parameter per shape. */
  readonly single: boolean;
  read(value: TermId, shape: ShapeDescription): ConstraintReading<Kind>;
}

/** How its constraints are evaluated. */
export interface Judgement<Kind extends ConstraintKind = ConstraintKind> {
  prepare(constraint: ConstraintOf<Kind>, evaluation: Evaluation): Check;
  /** Whether a focus node without any value may violate the constraint. */
  readonly asksForValues: boolean;
  /** Whether only literals can satisfy the constraint. */
  literalsOnly(constraint: ConstraintOf<Kind>): boolean;
  /** Which part of the data a result is about. The diagnostic is shown there. */
  readonly shownAt: ShownAt;
  /**
   * Why the results of rdf-validate-shacl 0.6 cannot be trusted for this constraint ("it does …"); undefined when they
   * can.
   */
  referenceLimit(constraint: ConstraintOf<Kind>, scope: ReferenceScope): string | undefined;
}

/** What its verdicts depend on. */
export interface Dependencies<Kind extends ConstraintKind = ConstraintKind> {
  /** What is read from the data besides the value nodes of the shape's path. */
  reads(constraint: ConstraintOf<Kind>): Reads;
  /** The shapes that the component refers to; undefined for components that refer to no shapes. */
  readonly refersTo: ShapeReferences<Kind> | undefined;
  /** How adding triples can change a verdict, apart from its effect on the shapes that the constraint refers to. */
  readonly moreTriples: MoreTriples;
  readonly excusedBy: ExcusedBy;
}

/**
 * Where a result is shown: at the focus node that lacks something, at the last of too many values, at the values that
 * share a language, at the predicate that is not allowed, at a value on either side of a comparison, or at the value.
 */
export type ShownAt =
  | 'focusNode'
  | 'surplusValues'
  | 'valuesOfLanguage'
  | 'predicate'
  | 'valueOfEither'
  | 'value';

/** What a constraint reads from the data in addition to the value nodes of the path. */
export type Reads =
  /** Nothing else: the values are counted, or judged by other shapes. */
  | { readonly kind: 'nothing' }
  /** The terms themselves: kind, datatype, lexical form, identity. Edits of triples about the values do not matter. */
  | { readonly kind: 'terms' }
  /** The language tags of all values together. */
  | { readonly kind: 'languages' }
  /** The types of the values, and the subclasses of the classes. */
  | { readonly kind: 'types'; readonly classes: readonly TermId[] }
  /** The superclasses of the values, up to the class. */
  | { readonly kind: 'superclasses'; readonly class: TermId }
  /** All triples that have a value as their subject, and whether it is an instance of some classes. */
  | { readonly kind: 'statements'; readonly classes: readonly TermId[] }
  /** The reifiers of the statements with this predicate that lead to the values. */
  | { readonly kind: 'reifiers'; readonly predicate: TermId }
  /** The values of another path, from the focus node or from each value. */
  | {
      readonly kind: 'path';
      readonly from: 'focusNode' | 'value';
      readonly path: Path;
      /** Where the path leads to other nodes whose classes matter. */
      readonly typesOf?: { readonly path: Path; readonly classes: readonly TermId[] };
    }
  /** Whatever a query asks for. */
  | { readonly kind: 'query' };

/** The shapes by which a constraint judges values. */
export interface ShapeReferences<Kind extends ConstraintKind = ConstraintKind> {
  readonly asks: Asks;
  /** Set when the shapes judge nodes other than the values. */
  judges?(constraint: ConstraintOf<Kind>): JudgedElsewhere;
  shapes(constraint: ConstraintOf<Kind>): readonly TermId[];
  /** Shapes whose conforming values are not counted (sh:qualifiedValueShapesDisjoint). */
  siblings?(constraint: ConstraintOf<Kind>): readonly TermId[];
}

/**
 * What is required: each value conforms to all, some, exactly one or none of the shapes; or at least or at most a number of
 * the values conform. `elsewhere`: nodes other than the values conform.
 */
export type Asks = 'all' | 'some' | 'one' | 'none' | 'enough' | 'few' | 'elsewhere';

/** Nodes other than the values: those at the end of a path from each value, or the reifiers of the statements. */
export type JudgedElsewhere =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'reifiers'; readonly predicate: TermId };

/** How adding triples can change the verdict of a constraint. */
export interface MoreTriples {
  /** Whether a node that violates the constraint may satisfy it afterwards. */
  readonly mayMend: boolean;
  /** Whether a node that satisfies it may violate it afterwards; `asValues`: only when the path gets more values. */
  readonly mayViolate: 'never' | 'asValues' | 'always';
}

/**
 * The node whose incompleteness excuses a failure: what is missing may be stated elsewhere (SHACL 1.2, sh:incomplete).
 * `OfPath` is for property shapes only: at node shapes, value node and focus node are the same, and it is judged
 * nevertheless. `namedValue` excuses values with an IRI only. `none` for failures that no further triple about the node can
 * resolve.
 */
export type ExcusedBy = 'none' | 'value' | 'namedValue' | 'valueOfPath' | 'focusNode' | 'focusNodeOfPath';

/** What decides whether the reference engine can be trusted with a constraint. */
export interface ReferenceScope {
  readonly shape: Shape;
  readonly shapesGraph: Graph;
  readonly data: MisjudgedData;
}

/** Properties of the data that are known to mislead the reference engine. */
export interface MisjudgedData {
  /** Whether the data have characters beyond U+FFFF. */
  readonly hasAstral: boolean;
  /** Whether the data have texts with a base direction (RDF 1.2). */
  readonly hasDirections: boolean;
  readonly languages: ReadonlySet<string>;
  /** Whether the engine misjudges a lexical form of this datatype that occurs in the data. */
  misjudgesForms(datatype: TermId): boolean;
  /** Why the engine cannot compare the literals of the data with a bound; undefined when it can. */
  boundLimit(kind: OrderKind, bound: TermId): string | undefined;
  /** Why the engine cannot compare the literals of the data with the values of a property; undefined when it can. */
  propertyLimit(kind: OrderKind, property: TermId): string | undefined;
}

/** A shape as its node in the shapes graph describes it. */
export interface ShapeDescription {
  readonly id: TermId;
  readonly kind: 'node' | 'property';
  readonly graph: Graph;
}

/** What was read from a parameter value; `none` for values that require nothing, such as `sh:closed false`. */
export type ConstraintReading<Kind extends ConstraintKind> =
  | {
      readonly kind: 'constraint';
      /** The kind of the constraint where it is not that of the component. */
      readonly of?: ListedKind;
      readonly parameters: ParametersOf<ConstraintOf<Kind>>;
      /** What the author probably did not mean, in one or more sentences. */
      readonly doubt?: string;
    }
  | IllFormed
  | { readonly kind: 'none' };

/** A parameter value that cannot be read. */
export interface IllFormed {
  readonly kind: 'illFormed';
  /** A sentence that states the problem and what is expected. */
  readonly message: string;
}

type ParametersOf<C> = C extends unknown ? Omit<C, keyof ConstraintBase | 'kind'> : never;

/** What a constraint may use while it is checked. */
export interface Evaluation {
  readonly graph: Graph;
  /** The class itself and all its subclasses. */
  subclasses(id: TermId): ReadonlySet<TermId>;
  conforms(node: TermId, shape: TermId): boolean;
  /** Whether a node is a target of a shape. */
  isTarget(node: TermId, shape: TermId): boolean;
  /** Whether a node is declared incomplete (SHACL 1.2). */
  isIncomplete(node: TermId): boolean;
  /** The results of the node against the shape, used as details of a failure. */
  results(node: TermId, shape: TermId): readonly Violation[];
  /** The check of a constraint with a query, which keeps the query's answers about nodes. */
  queryCheck(constraint: ConstraintOf<'sparql'>): Check;
  /** What counts how often a constraint compares values of the same node. */
  comparing(constraint: Constraint): ValueComparisons;
}

export interface ValueComparisons {
  /** Called before the values of a node are compared. */
  begin(): void;
  /** Called for a value that was compared with so many others, with the failures of the node so far. May throw. */
  count(others: number, failures: number): void;
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
      /** The failures of the focus node: one per result. */
      failures(focusNode: TermId, values: readonly TermId[]): readonly ResultDetails[];
      /** The same failures from the number of values alone; only on components for which nothing else matters. */
      failuresOfCount?(count: ValueCount, focusNode: TermId): readonly ResultDetails[];
      /** Why the focus node has one of its failures. */
      details?(focusNode: TermId, values: readonly TermId[], failure: ResultDetails): readonly Violation[];
      /** Judges many focus nodes together, for checks that find this faster; `failures` then remembers the outcome. */
      judgeAll?(focusNodes: readonly TermId[], valuesOf: (node: TermId) => readonly TermId[]): void;
    };

/** The number of values: exactly `found`, or more than that when `isMore`, because counting stopped there. */
export interface ValueCount {
  readonly found: number;
  readonly isMore: boolean;
}

/** What a result says in addition to its constraint and focus node. */
export interface ResultDetails {
  readonly value?: TermId;
  /** The value of sh:resultPath when it is not the shape's path. */
  readonly predicate?: TermId;
  /** The number of values, of values that conform to the value shape, or of shapes that the value conforms to. */
  readonly found?: number;
  /** True when there are more than `found`, because counting stopped there. */
  readonly isMore?: boolean;
  readonly language?: string;
  /** The value that `value` was compared with. */
  readonly other?: TermId;
  /** The values of the variables that a query selected. */
  readonly solution?: ReadonlyMap<string, TermId>;
}

/** How messages name terms and shapes. */
export interface Words {
  /** A term in its short form. */
  term(id: TermId): string;
  /** A shape by its name; an anonymous shape by what it requires. */
  shape(id: TermId): string;
  /** The shape's path; "the node" for node shapes. */
  readonly path: string;
  /** The subject of a sentence: "Each value of ex:p" or "The node". */
  readonly each: string;
}

/** How messages name the terms of one result. */
export interface ResultWords extends Words {
  /** The beginning of a sentence about the value: "ex:p of ex:a", or "ex:a" when the shape has no path. */
  readonly subject: string;
  /** The focus node at the start of a sentence: "ex:a" or "This blank node". */
  readonly focusNode: string;
  /** Whether the shape has no path, so that the focus node itself is the value. */
  readonly pathless: boolean;
  /** The end of a sentence about the value, such as ": 5"; empty when `subject` or nothing names the value. */
  readonly found: string;
  /** A term in one short line; "a blank node" for a blank node. */
  brief(id: TermId): string;
}

export const noFailures: readonly ResultDetails[] = [];

/** What the values of a property of SHACL have to be. */
export type ValueKind =
  | 'count'
  | 'number'
  | 'boolean'
  | 'class'
  | 'datatype'
  | 'property'
  | 'iri'
  | 'nodeKind'
  | 'severity'
  | 'shape'
  | 'shapeList'
  | 'list'
  | 'languageList'
  | 'propertyList'
  | 'properties'
  | 'path'
  | 'string'
  | 'text'
  | 'bound'
  | 'namespace'
  | 'constraint'
  | 'node'
  | 'any';
