import type { TermId } from '../../rdf/terms.ts';
import type { Path } from '../paths/path.ts';

/** A node shape or property shape as the evaluator and the repairs read it (SHACL 2.1). */
export interface Shape {
  /** The shape's node in the shapes graph. */
  readonly id: TermId;
  readonly kind: 'node' | 'property';
  /** Defined exactly for property shapes. */
  readonly path: Path | undefined;
  /** The term that is the value of sh:path, as reports give it. */
  readonly pathTerm: TermId | undefined;
  readonly targets: readonly Target[];
  /** In document order, one per parameter value (spec/vio.md section 2). */
  readonly constraints: readonly Constraint[];
  readonly deactivated: boolean;
  /** sh:Violation unless the shape says otherwise. */
  readonly severity: TermId;
  /** Values of sh:message. */
  readonly messages: readonly TermId[];
}

/** What is known of a shape that selects focus nodes, whether or not it could be read. */
export type TargetedShape = Pick<Shape, 'id' | 'targets'>;

/** SHACL 2.1.3. */
export type Target =
  | { readonly kind: 'node'; readonly node: TermId }
  /** sh:targetClass, or the shape itself for implicit class targets. */
  | { readonly kind: 'class'; readonly class: TermId }
  | { readonly kind: 'subjectsOf'; readonly predicate: TermId }
  | { readonly kind: 'objectsOf'; readonly predicate: TermId };

export interface ConstraintBase {
  /** sh:ClassConstraintComponent and so on. */
  readonly component: TermId;
  /** The shape that declares it: the sourceShape of its results. */
  readonly shape: TermId;
  /** The parameter triple `shape parameter value` that declares it, for places and messages. */
  readonly parameter: TermId;
  readonly parameterValue: TermId;
}

/** One constraint of SHACL Core, its parameters read. Shapes it refers to are given by id. */
export type Constraint = ConstraintBase &
  (
    | { readonly kind: 'class'; readonly class: TermId }
    | { readonly kind: 'datatype'; readonly datatype: TermId }
    | { readonly kind: 'nodeKind'; readonly nodeKind: TermId }
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
    | { readonly kind: 'equals' | 'disjoint' | 'lessThan' | 'lessThanOrEquals'; readonly property: TermId }
    | { readonly kind: 'not'; readonly shapeRef: TermId }
    | { readonly kind: 'and' | 'or' | 'xone'; readonly shapeRefs: readonly TermId[] }
    | { readonly kind: 'node' | 'property'; readonly shapeRef: TermId }
    | {
        readonly kind: 'qualifiedMinCount' | 'qualifiedMaxCount';
        readonly shapeRef: TermId;
        readonly count: number;
        /** The sibling value shapes when sh:qualifiedValueShapesDisjoint is true, else empty. */
        readonly siblings: readonly TermId[];
      }
    | { readonly kind: 'closed'; readonly allowed: ReadonlySet<TermId> }
    | { readonly kind: 'hasValue'; readonly value: TermId }
    | { readonly kind: 'in'; readonly members: readonly TermId[] }
  );

/** The constraints that compare values with one literal. */
export type RangeKind = Extract<Constraint, { readonly bound: TermId }>['kind'];

export type ConstraintKind = Constraint['kind'];
export type ConstraintOf<Kind extends ConstraintKind> = Constraint & { readonly kind: Kind };
