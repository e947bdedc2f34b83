import type { GraphDelta } from '../rdf/graph.ts';
import type { TermId } from '../rdf/terms.ts';
import type { Constraint } from '../shacl/model/shape.ts';
import type { UncheckedPart, Violation } from '../shacl/model/violation.ts';
import type { MistakeFrequencies } from './mistakes/mistakeProfile.ts';
import type { MistakeName } from './mistakes/operators/index.ts';

/** A violation-inducing operation: a change of a valid graph that makes it violate its shapes (spec/vio.md 13). */
export interface VioCase {
  /** The kind of mistake that was made; undefined for an operation that was derived from the shapes. */
  readonly operator?: MistakeName | undefined;
  /** The choices from the root constraint to the leaf (leaves.ts). The id is stable for the same graph and shapes. */
  readonly leafId: string;
  /** The steps that the change was derived along, from the constraint of a root shape down to the leaf's. */
  readonly path: readonly PathStep[];
  /** The leaf: the constraints that are violated at the same time. */
  readonly factors: readonly CaseFactor[];
  /** Removed triples are in the valid graph; added ones are not. */
  readonly change: GraphDelta;
  /** The new nodes in the added triples. */
  readonly minted: readonly TermId[];
  /** Who named the new nodes. */
  readonly namedBy: 'offline' | 'llm';
  /** The constraints that the case newly violates and that lead to one of its results (coverageRules.ts), each once. */
  readonly covered: readonly Constraint[];
  /** The constraints that only have to be satisfied, as below sh:not or sh:qualifiedMaxCount, and that the case newly satisfies. */
  readonly satisfied: readonly Constraint[];
  /** The other constraints that lead to its results: the valid graph violates or satisfies them there as well. */
  readonly touched: readonly Constraint[];
  /** The result on the path that is nearest to the leaf. */
  readonly expected: Pick<Violation, 'sourceShape' | 'component' | 'focusNode'>;
  /** All results of the changed graph that the valid graph does not have, in validation order. */
  readonly results: readonly Violation[];
  /** The index in `results` of the result that a repair system is asked about first. The seed chooses it. */
  readonly chosenResult: number;
  readonly statistics: CaseStatistics;
  /** The index in the suite of an earlier case with the same changed graph but other constraints. */
  readonly sameGraphAs: number | undefined;
  /** The verdict of rdf-validate-shacl on the changed graph; undefined when it was not asked. */
  readonly crossCheck: CrossCheck | undefined;
}

export interface PathStep {
  readonly constraint: Constraint;
  /** The focus nodes at which the rest of the path may violate the constraint, in document order. */
  readonly focusNodes: readonly TermId[];
}

export interface CaseFactor {
  readonly constraint: Constraint;
  readonly focusNode: TermId;
  /**
   * How the factor was brought about. `edit`: by the edits of its component. `detach`, `node` and `sibling`: the strategies
   * of Rule 2 for the values of a qualified constraint (spec/vio.md 5.2). `mistake`: by a mistake like those of people.
   */
  readonly strategy: 'edit' | 'node' | 'detach' | 'sibling' | 'mistake';
  /** The value that the strategies of Rule 2 are about. */
  readonly value: TermId | undefined;
}

/** The statistics of a case (spec/vio.md 12). */
export interface CaseStatistics {
  /** The number of results. */
  readonly alpha: number;
  readonly focusNodes: number;
  readonly sourceConstraints: number;
  /** The number of results that are not on the path. */
  readonly collateral: number;
  /** The number of triples in the inverse of the change. */
  readonly inverseSize: number;
  /**
   * The number of removed and added triples as the paper counts operations: a link to a blank node is one, with the
   * description that is removed because nothing else refers to the node.
   */
  readonly operations: number;
  /** The number of triples in the smallest repair; undefined when the search for it was given up. */
  readonly minRepairSize: number | undefined;
  /** Whether a smallest repair restores the graph; undefined when that was not decided. */
  readonly recoverable: boolean | undefined;
  /** Whether a smallest repair only takes a focus node out of its target; undefined when `minRepairSize` is. */
  readonly degenerateRepairExists: boolean | undefined;
}

export type CrossCheck =
  | { readonly kind: 'agrees' }
  /** The case is FRAGILE: scores leave it out by default. */
  | { readonly kind: 'differs'; readonly difference: string }
  /** rdf-validate-shacl is known to judge some of these results wrongly, or stops at them; it agrees about the others. */
  | { readonly kind: 'notCompared'; readonly reason: string };

/** Why a constraint has no case (spec/vio.md 14). */
export type UncoveredReason =
  /** No node is a target of a shape that leads to it. */
  | 'NO_FOCUS'
  /** There are focus nodes, but they have no values to judge. */
  | 'NO_VALUES'
  /** No graph violates it. */
  | 'VACUOUS'
  /** Each change that violates it also takes its focus node out of the target. */
  | 'SELF_TARGET'
  /** It judges the focus node itself, which sh:targetNode names. */
  | 'IMMUTABLE_TARGET'
  /** No shape with a target depends on it. */
  | 'UNREACHABLE'
  | 'RECURSIVE'
  | 'UNSUPPORTED_COMPONENT'
  | 'UNSUPPORTED_TARGET'
  | 'DEACTIVATED'
  /** No node that it would count can be found or made. */
  | 'NO_WITNESS'
  /** No edit of the data files can remove the values. */
  | 'NOT_DETACHABLE'
  /** Only changes that are unlikely mistakes violate it (unlikelyChanges.ts). */
  | 'UNLIKELY'
  /** The engines judge its cases differently. */
  | 'FRAGILE'
  /** All attempts failed to violate it, and not all possibilities were tried. */
  | 'BUDGET'
  /** Nothing was tried for it. */
  | 'NOT_TRIED';

/**
 * `covered`: a case newly violates the constraint. `satisfied`: violations of other constraints require it to be satisfied,
 * as below sh:not or sh:qualifiedMaxCount, and a case newly satisfies it. `touched`: it leads to results of cases, but no
 * case violates or satisfies it where the valid graph does not.
 */
export type CoverageStatus = 'covered' | 'satisfied' | 'touched' | 'uncovered';

export interface ConstraintCoverage {
  readonly constraint: Constraint;
  readonly status: CoverageStatus;
  /** The indexes in the suite of the cases that cover or satisfy it. Empty when there are none. */
  readonly cases: readonly number[];
  /** The indexes of the cases that only touch it. */
  readonly touching: readonly number[];
  readonly reason: UncoveredReason | undefined;
  /** One sentence for people that explains the reason and names the terms involved. */
  readonly explanation: string | undefined;
}

/** The outcome of the attempts to make one kind of mistake. */
export interface MistakeCounts {
  /** Mistakes that were applied to the graph: `silent` and `made`. */
  readonly tried: number;
  /** Mistakes that violate nothing, so no validation can show them. */
  readonly silent: number;
  readonly made: number;
}

/** How many cases a strategy without knowledge of the shapes repairs. */
export interface TrivialRepairs {
  readonly strategy: 'noop' | 'delete-inserted' | 'delete-focus';
  /** Those after which no new result is left. */
  readonly semantic: number;
  /** Those of which it restores the graph. */
  readonly isomorphic: number;
}

/** What was generated. */
export interface VioSuite {
  readonly cases: readonly VioCase[];
  /** All constraints of active shapes in document order, followed by those of deactivated shapes. */
  readonly coverage: readonly ConstraintCoverage[];
  /** The parts of the shapes that validation does not check; no case is about them. */
  readonly notChecked: readonly UncheckedPart[];
  /** Totals of the expansion trees of all constraints of targeted shapes that no other targeted shape leads to. */
  readonly totals: {
    readonly treeNodes: bigint;
    readonly leaves: bigint;
    /** How many leaves were tried, in modes that go through them. */
    readonly tried?: number;
  };
  /** What strategies that understand nothing of the shapes come to. */
  readonly trivialRepairs: readonly TrivialRepairs[];
  /** The outcome of the attempted mistakes, by kind; undefined for operations that were derived from the shapes. */
  readonly mistakes?: ReadonlyMap<MistakeName, MistakeCounts> | undefined;
}

export interface GenerateOptions {
  readonly mode: GenerateMode;
  /** How many operations each case combines. The paper has 1; more are exercises beyond it. */
  readonly combine: number;
  /** An unsigned 32-bit number. */
  readonly seed: number;
  readonly crossCheck: 'all' | 'none';
  /** The largest number of triples that an operation may change. */
  readonly maxEdits: number;
  /** Whether cases may change statements about nodes that only ontologies describe. */
  readonly ontologyNodes: boolean;
  /** Whether cases may be changes that are unlikely mistakes (unlikelyChanges.ts). */
  readonly unlikely: boolean;
  /**
   * How many cases should only delete, only insert, and do both, in relation to each other, where the shapes
   * allow it, in modes `cover` and `per-focus`; undefined for as few cases as cover everything.
   */
  readonly mix: Mix | undefined;
  /** All modes except `cover` stop after this many cases. */
  readonly maxCases: number;
}

/** What a change does: `replace` deletes and inserts. */
export type ChangeForm = 'delete' | 'insert' | 'replace';

export type Mix = Readonly<Record<ChangeForm, number>>;

export function formOf({ added, removed }: GraphDelta): ChangeForm {
  return added.length === 0 ? 'delete' : removed.length === 0 ? 'insert' : 'replace';
}

export type GenerateMode =
  | DerivationMode
  /** Mistakes like those of people, in these proportions. */
  | { readonly kind: 'mistakes'; readonly frequencies: MistakeFrequencies };

/** Whether a mode chooses between ways to bring about a leaf. */
export function isMixed({ kind }: GenerateMode): boolean {
  return kind === 'cover' || kind === 'per-focus';
}

/** Which violations are derived from the shapes. */
export type DerivationMode =
  /** Until every constraint that can be violated is covered. */
  | { readonly kind: 'cover' }
  /** Every leaf, or random ones where there are more than `maxCases`. */
  | { readonly kind: 'exhaustive' }
  /** Up to `count` cases for each constraint of a targeted shape and focus node, of leaves with equal chances. */
  | { readonly kind: 'sample'; readonly count: number }
  /** Each focus node at least once. */
  | { readonly kind: 'per-focus' };

export const defaultGenerateOptions: GenerateOptions = {
  mode: { kind: 'cover' },
  combine: 1,
  seed: 1,
  crossCheck: 'all',
  maxEdits: 12,
  ontologyNodes: false,
  unlikely: false,
  mix: { delete: 1, insert: 1, replace: 1 },
  maxCases: 10_000,
};

/** Mistakes can be made endlessly, and most of them are similar. */
const maxMistakes = 200;

/** The largest number of cases where the user gives none. */
export function defaultMaxCases({ kind }: GenerateMode): number {
  return kind === 'mistakes' ? maxMistakes : defaultGenerateOptions.maxCases;
}

/** The progress of a generation. */
export interface GenerateProgress {
  readonly cases: number;
  /** The number of constraints that are covered or satisfied. */
  readonly covered: number;
  /** The number of constraints that could be covered: all constraints of active shapes. */
  readonly constraints: number;
}
