import type { TermId } from '../../rdf/terms.ts';
import { type Path, pathInWords } from '../../shacl/model/path.ts';
import type { ConstraintKind, ConstraintOf } from '../../shacl/model/shape.ts';
import type { Fix } from '../drafts/fix.ts';
import type { Goal } from '../drafts/goal.ts';
import type { ViolationGoal } from './violate/violationEdits.ts';

/**
 * Everything that is particular to a constraint component when its results are repaired, or its constraints violated.
 * `index.ts` has the table of all components. Other ways to write a rejected value are in `rewrite`, for the components
 * that have them.
 */
export interface ComponentRepair<Kind extends ConstraintKind = ConstraintKind> {
  /** The kinds of repairs, best first, each as the object of "offers"; docs/repairs.md lists them. */
  readonly offers: readonly string[];
  /**
   * How to remove results: FIX(k, v) of spec/vio.md section 5.5. Fixes come roughly best first and need not be right,
   * because each is verified before anyone sees it.
   */
  fixes(goal: Goal<Kind>): Iterable<Fix>;
  /**
   * The edits that violate constraints at a node that satisfies them: VIO(k, {v}) of spec/vio.md section 5, with the edits of
   * section 6. They come smallest first, always in the same order, and are generated lazily. The caller verifies each of them.
   */
  violationEdits(goal: ViolationGoal<Kind>): Iterable<Fix>;
  /**
   * How the edits violate the constraint: by removing statements, by inserting a rejected value, or by adding one value too
   * many.
   */
  readonly violatedBy: 'removal' | 'refusedValue' | 'furtherValue' | 'query';
  /** What is not known where no repair is likely, as a clause. */
  unknown(constraint: ConstraintOf<Kind>, names: ClauseNames): string;
}

/** The wording of the parts of a result in a clause. */
export interface ClauseNames {
  term(id: TermId): string;
  /** The texts of a node's labels. */
  labels(node: TermId): readonly string[];
  /** The focus node. */
  readonly node: string;
  /** The path with the focus node, "ex:p of ex:a"; the focus node where there is no path. */
  readonly path: string;
  /** The property that the result is about, if it is about one. */
  readonly property: TermId | undefined;
  /** The value; the focus node where the result has none. */
  readonly value: string;
  /** The value itself, or the focus node. */
  readonly valueTerm: TermId;
  /** Whether the value is a literal. */
  readonly isLiteral: boolean;
  /** What the constraint requires of the value, as a clause: `"abc" must have at most 2 characters`. */
  readonly required: string;
}

// What is not known about the results of several components.

export function missingValue(_: unknown, { path }: ClauseNames): string {
  return `no linked file gives the missing value for ${path}`;
}

export function surplusValue(_: unknown, { path }: ClauseNames): string {
  return `the files don't say which value of ${path} is wrong`;
}

export function unknownIntendedValue(_: unknown, { required }: ClauseNames): string {
  return `${required}, and the files don't say what was meant`;
}

export function lackingPart(_: unknown, { required, isLiteral }: ClauseNames): string {
  if (isLiteral) return `${required}, and no file says which value would`;
  return `${required}, and the files don't say what it lacks for that`;
}

export function wrongSide({ compared }: { readonly compared: Path }, { term, path }: ClauseNames): string {
  return `the files don't say whether ${pathInWords(compared, term)} or ${path} is wrong`;
}

export function unknownIntendedBranch(_: unknown, { required }: ClauseNames): string {
  return `${required}, and the files don't say which of them was meant`;
}
