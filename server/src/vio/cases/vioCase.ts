import type { GraphDelta } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { NotChecked, Violation } from '../../shacl/results/violation.ts';
import type { Constraint } from '../../shacl/shapesGraph/shape.ts';

/** A violation-inducing operation: a change of a valid graph that makes it violate its shapes (spec/vio.md 13). */
export interface VioCase {
  /** The choices that lead to the leaf from its root constraint, stable for the same graph and shapes (leaves.ts). */
  readonly leafId: string;
  /** What the change is derived from, from a root shape's constraint down to the leaf's. */
  readonly path: readonly PathStep[];
  /** The leaf: constraints that are violated together. */
  readonly factors: readonly CaseFactor[];
  /** Removed triples are in the graph, added ones are not. */
  readonly change: GraphDelta;
  /** New nodes among what is added. */
  readonly minted: readonly TermId[];
  /** Who named them. */
  readonly namedBy: 'offline' | 'llm';
  /** The constraints on the way to the leaf, the leaf's included, each once. */
  readonly covered: readonly Constraint[];
  /** Where the report shows it: the result on the path that is nearest to the leaf. */
  readonly expected: Pick<Violation, 'sourceShape' | 'component' | 'focusNode'>;
  /** All results of the changed graph that the graph did not have, in the order of validation. */
  readonly results: readonly Violation[];
  /** Which of `results` a repair system is asked about first, by the seed. */
  readonly chosenResult: number;
  readonly statistics: CaseStatistics;
  /** The place in the suite of an earlier case with the same changed graph but other constraints. */
  readonly sameGraphAs: number | undefined;
  /** What rdf-validate-shacl says of the changed graph; undefined when it was not asked. */
  readonly crossCheck: CrossCheck | undefined;
}

export interface PathStep {
  readonly constraint: Constraint;
  /** The focus nodes at which it may be violated by what follows on the path, in document order. */
  readonly focusNodes: readonly TermId[];
}

export interface CaseFactor {
  readonly constraint: Constraint;
  readonly focusNode: TermId;
  /**
   * How: `edit` by the edits of its component, `detach` and `node` and `sibling` for the values of a qualified
   * constraint (strategies of Rule 2, spec/vio.md 5.2).
   */
  readonly strategy: 'edit' | 'node' | 'detach' | 'sibling';
  /** The value that it is about, for the strategies of Rule 2. */
  readonly value: TermId | undefined;
}

/** spec/vio.md 12. */
export interface CaseStatistics {
  /** The number of results. */
  readonly alpha: number;
  readonly focusNodes: number;
  readonly sourceConstraints: number;
  /** Results that are not on the path. */
  readonly collateral: number;
  /** The number of triples that the inverse changes. */
  readonly inverseSize: number;
  /** The number of triples that the smallest repair changes, undefined when the search for it was given up. */
  readonly minRepairSize: number | undefined;
  /** Whether a smallest repair restores the graph; undefined where that was not decided. */
  readonly recoverable: boolean | undefined;
  /** Whether a smallest repair only takes a focus node out of its target; undefined with minRepairSize. */
  readonly degenerateRepairExists: boolean | undefined;
}

export type CrossCheck =
  | { readonly kind: 'agrees' }
  /** The case is FRAGILE: left out of scores unless asked for. */
  | { readonly kind: 'differs'; readonly difference: string }
  /** Some results rest on what rdf-validate-shacl is known to get wrong, or stops at; it agrees on the others. */
  | { readonly kind: 'notCompared'; readonly reason: string };

/** Why a constraint has no case (spec/vio.md 14). */
export type UncoveredReason =
  /** No node is a target of a shape that leads to it. */
  | 'NO_FOCUS'
  /** There are focus nodes, but no values to look at. */
  | 'NO_VALUES'
  /** No graph violates it. */
  | 'VACUOUS'
  /** What violates it takes its focus node out of the target. */
  | 'SELF_TARGET'
  /** It judges what the focus node is, which sh:targetNode names. */
  | 'IMMUTABLE_TARGET'
  /** No shape with a target depends on it. */
  | 'UNREACHABLE'
  | 'RECURSIVE'
  | 'UNSUPPORTED_COMPONENT'
  | 'UNSUPPORTED_TARGET'
  | 'DEACTIVATED'
  /** No node can be found or made that it counts. */
  | 'NO_WITNESS'
  /** The values stand where no edit of the data takes them away. */
  | 'NOT_DETACHABLE'
  /** The engines judge its cases differently. */
  | 'FRAGILE'
  /** What was tried did not violate it, and there may be more to try. */
  | 'BUDGET';

export interface ConstraintCoverage {
  readonly constraint: Constraint;
  /** Places in the suite of the cases that cover it. Uncovered when empty. */
  readonly cases: readonly number[];
  readonly reason: UncoveredReason | undefined;
  /** One sentence on the reason for people, naming what is meant. */
  readonly explanation: string | undefined;
}

/** What was generated. */
export interface VioSuite {
  readonly cases: readonly VioCase[];
  /** All constraints of active shapes, in document order, with those of deactivated ones at the end. */
  readonly coverage: readonly ConstraintCoverage[];
  /** What validation leaves out of the shapes, so that no case is about it. */
  readonly notChecked: readonly NotChecked[];
  /** Of the expansion trees of all constraints of targeted shapes that nothing refers to. */
  readonly totals: { readonly treeNodes: bigint; readonly leaves: bigint };
}

export interface GenerateOptions {
  readonly mode: GenerateMode;
  /** How many operations each case joins: 1 but for exercises beyond the paper. */
  readonly combine: number;
  /** A 32-bit number. */
  readonly seed: number;
  readonly crossCheck: 'all' | 'none';
  /** Changes of more triples are not tried. */
  readonly maxEdits: number;
  /** Cases after which `exhaustive`, `sample` and `per-focus` stop. */
  readonly maxCases: number;
}

export type GenerateMode =
  /** Until every constraint that can be violated is. */
  | { readonly kind: 'cover' }
  /** Every leaf. */
  | { readonly kind: 'exhaustive' }
  /** So many leaves for each constraint and focus node. */
  | { readonly kind: 'sample'; readonly count: number }
  /** Each focus node at least once. */
  | { readonly kind: 'per-focus' };

export const defaultGenerateOptions: GenerateOptions = {
  mode: { kind: 'cover' },
  combine: 1,
  seed: 1,
  crossCheck: 'all',
  maxEdits: 12,
  maxCases: 10_000,
};

/** How far the generation is. */
export interface GenerateProgress {
  readonly cases: number;
  readonly covered: number;
  /** Constraints that could be covered: all of active shapes. */
  readonly constraints: number;
}
