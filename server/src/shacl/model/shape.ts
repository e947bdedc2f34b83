import type { TermId } from '../../rdf/terms.ts';
import type { Path } from './path.ts';

/** A node shape or property shape as the evaluator and the repairs read it (SHACL 2.1). */
export interface Shape {
  /** The shape's node in the shapes graph. */
  readonly id: TermId;
  readonly kind: 'node' | 'property';
  /** Set exactly for property shapes. */
  readonly path: Path | undefined;
  /** The term that is the value of sh:path; reports use it as sh:resultPath. */
  readonly pathTerm: TermId | undefined;
  readonly targets: readonly Target[];
  /** The constraints in document order, one per parameter value (spec/vio.md section 2). */
  readonly constraints: readonly Constraint[];
  readonly deactivated: boolean;
  /** sh:Violation unless the shape says otherwise. */
  readonly severity: TermId;
  /** The values of sh:message. */
  readonly messages: readonly TermId[];
}

/** What is known about a shape that selects focus nodes, even when the shape itself is ill-formed. */
export type TargetedShape = Pick<Shape, 'id' | 'targets'>;

/** A target declaration (SHACL 2.1.3). */
export type Target =
  | { readonly kind: 'node'; readonly node: TermId }
  /** sh:targetClass, or the shape itself when it is an implicit class target. */
  | { readonly kind: 'class'; readonly class: TermId }
  | { readonly kind: 'subjectsOf'; readonly predicate: TermId }
  | { readonly kind: 'objectsOf'; readonly predicate: TermId }
  /**
   * sh:targetWhere of SHACL 1.2: all nodes of the data that conform to a shape. With `among`, a node expression that filters by a
   * shape: of the nodes that its query selects, those that conform, even if the data do not have them.
   */
  | {
      readonly kind: 'where';
      readonly shapeRef: TermId;
      readonly among?: Target & { readonly kind: 'sparql' };
    }
  /** sh:shape of SHACL 1.2: the nodes that have to conform to the shape according to the data. */
  | { readonly kind: 'stated'; readonly shape: TermId }
  /** A node whose query selects the targets: the value of sh:target, or of sh:targetNode in SHACL 1.2. */
  | {
      readonly kind: 'sparql';
      readonly parameter: TermId;
      readonly parameterValue: TermId;
      readonly query: ShapeQuery;
    };

/** The text of a SPARQL query of a shapes graph, as it is written there. */
export interface QueryBody {
  readonly form: 'select' | 'ask';
  /** The node that has the query: a constraint, a validator, a target or a function. */
  readonly owner: TermId;
  /** The literal that is the text of the query. */
  readonly text: TermId;
  /** The namespaces of the prefixes that sh:prefixes declares. */
  readonly prefixes: readonly (readonly [prefix: string, namespace: string])[];
}

/** A query with all that its answers depend on besides the data. */
export interface ShapeQuery extends QueryBody {
  /** The values of the parameters of a constraint component or target type, by the names of their variables. */
  readonly parameters: readonly (readonly [name: string, value: TermId])[];
  /** The functions of the shapes graph, which any query may call; the same array for the same graph. */
  readonly functions: readonly FunctionDeclaration[];
}

/** A SPARQL-based function, as a shapes graph declares it (SHACL Advanced Features 5). */
export interface FunctionDeclaration {
  /** The IRI by which queries call it. */
  readonly id: TermId;
  /** In the order of the arguments. */
  readonly parameters: readonly { readonly name: string; readonly isOptional: boolean }[];
  /** The query, or a sentence that explains why there is none. */
  readonly body: QueryBody | string;
}

/** What all constraints have in common. */
export interface ConstraintBase {
  /** The IRI of the component, such as sh:ClassConstraintComponent. */
  readonly component: TermId;
  /** The shape that declares the constraint. It is the sh:sourceShape of the results. */
  readonly shape: TermId;
  /** The triple `shape parameter parameterValue` declares the constraint. Places and messages refer to it. */
  readonly parameter: TermId;
  readonly parameterValue: TermId;
  /** The severity of its results when it is not that of the shape: of a query, or an annotation of the triple (SHACL 1.2). */
  readonly severity: TermId | undefined;
  /** The values of sh:message of the constraint, of its validator, or of an annotation of the triple (SHACL 1.2). */
  readonly messages: readonly TermId[];
}

/** The terms that select focus nodes: classes of sh:targetClass, properties of sh:targetSubjectsOf and sh:targetObjectsOf. */
export interface TargetTerms {
  readonly classes: readonly TermId[];
  readonly subjectsOf: readonly TermId[];
  readonly objectsOf: readonly TermId[];
}

/** One constraint of SHACL Core with its parameters. It refers to other shapes by their ids. */
export type Constraint = ConstraintBase &
  (
    | { readonly kind: 'class'; readonly class: TermId }
    | { readonly kind: 'datatype'; readonly datatype: TermId }
    | { readonly kind: 'nodeKind'; readonly nodeKind: TermId }
    /** Of SHACL 1.2: sh:class and sh:datatype with a list, of which one is enough. */
    | { readonly kind: 'classIn'; readonly classes: readonly TermId[] }
    | { readonly kind: 'datatypeIn'; readonly datatypes: readonly TermId[] }
    | { readonly kind: 'rootClass'; readonly class: TermId }
    | { readonly kind: 'minCount'; readonly count: number }
    | { readonly kind: 'maxCount'; readonly count: number }
    | {
        readonly kind: 'minExclusive' | 'minInclusive' | 'maxExclusive' | 'maxInclusive';
        readonly bound: TermId;
      }
    | { readonly kind: 'minLength' | 'maxLength'; readonly length: number }
    | { readonly kind: 'pattern'; readonly pattern: string; readonly flags: string }
    | { readonly kind: 'languageIn'; readonly languages: readonly string[] }
    | { readonly kind: 'uniqueLang' }
    | { readonly kind: 'singleLine' }
    | {
        readonly kind: 'equals' | 'disjoint' | 'subsetOf' | 'lessThan' | 'lessThanOrEquals';
        /** A property; any path in SHACL 1.2. */
        readonly compared: Path;
      }
    | { readonly kind: 'not'; readonly shapeRef: TermId }
    | { readonly kind: 'and' | 'or' | 'xone'; readonly shapeRefs: readonly TermId[] }
    | { readonly kind: 'node' | 'property' | 'someValue'; readonly shapeRef: TermId }
    | { readonly kind: 'minListLength' | 'maxListLength'; readonly length: number }
    | { readonly kind: 'uniqueMembers' }
    | { readonly kind: 'memberShape'; readonly shapeRef: TermId }
    | {
        readonly kind: 'reifierShape';
        readonly shapeRef: TermId;
        /** The property of the statements. */
        readonly predicate: TermId;
        /** Whether each statement needs a reifier. */
        readonly isRequired: boolean;
      }
    | {
        readonly kind: 'uniqueValuesFor';
        readonly properties: readonly TermId[];
        /** How the shape's other focus nodes are found: the properties and classes of its targets. */
        readonly targets: TargetTerms;
      }
    | {
        readonly kind: 'qualifiedMinCount' | 'qualifiedMaxCount';
        readonly shapeRef: TermId;
        readonly count: number;
        /** The value shapes of the siblings when sh:qualifiedValueShapesDisjoint is true, otherwise empty. */
        readonly siblings: readonly TermId[];
      }
    | { readonly kind: 'closed'; readonly allowed: ReadonlySet<TermId> }
    | {
        /** Of SHACL 1.2: sh:closed sh:ByTypes. */
        readonly kind: 'closedByTypes';
        /** What nodes of all classes may have. */
        readonly allowed: ReadonlySet<TermId>;
        /** The properties that the shapes of a class describe, which its instances may have as well. */
        readonly ofClasses: readonly (readonly [type: TermId, properties: ReadonlySet<TermId>])[];
      }
    | { readonly kind: 'hasValue'; readonly value: TermId }
    | { readonly kind: 'in'; readonly members: readonly TermId[] }
    | {
        /** A SPARQL-based constraint, or one of a constraint component that the shapes graph declares. */
        readonly kind: 'sparql';
        readonly query: ShapeQuery;
        /** Its requirement, in the words of the author: label templates, labels or comments. */
        readonly labels: readonly TermId[];
        /** Set where a value for which it does not hold has no result, but leaves the verdict undecided: why. */
        readonly doubt?: string;
      }
  );

/** The kinds of constraints that compare values with one literal. */
export type RangeKind = Extract<Constraint, { readonly bound: TermId }>['kind'];

/** The kinds of constraints that compare the values with those of another path. */
export type PairKind = Extract<Constraint, { readonly compared: Path }>['kind'];

/** The kinds of constraints that compare a value with another literal. */
export type OrderKind = RangeKind | 'lessThan' | 'lessThanOrEquals';

export type ConstraintKind = Constraint['kind'];
/** The kinds of SHACL Core, each with a component and a parameter of its own. */
export type CoreConstraintKind = Exclude<ConstraintKind, 'sparql' | ListedKind>;
/** The kinds that have the component and the parameter of another one. */
export type ListedKind = 'classIn' | 'datatypeIn' | 'closedByTypes';
export type ConstraintOf<Kind extends ConstraintKind> = Constraint & { readonly kind: Kind };
