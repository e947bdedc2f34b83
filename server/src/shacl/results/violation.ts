import type { TermId } from '../../rdf/terms.ts';
import type { Path } from '../paths/path.ts';
import type { Constraint } from '../shapesGraph/shape.ts';

/** A validation result (SHACL 3.6.2), with what is needed to place, explain and repair it. */
export interface Violation {
  readonly focusNode: TermId;
  /** The target node of the root shape under which it was found; equals focusNode unless sh:property nests. */
  readonly rootFocusNode: TermId;
  readonly rootShape: TermId;
  readonly path: Path | undefined;
  /** The value of sh:resultPath: a term of the shapes graph. */
  readonly resultPath: TermId | undefined;
  readonly value: TermId | undefined;
  /** The language that is used more than once, for sh:uniqueLang. */
  readonly language?: string | undefined;
  readonly sourceShape: TermId;
  readonly component: TermId;
  readonly constraint: Constraint;
  readonly severity: TermId;
  /** Literals: the shape's sh:message with its placeholders filled, else one in English by the component. */
  readonly messages: readonly TermId[];
  /** What failed inside: results of sh:node, of each branch of or, xone and and, of near misses of qualified. */
  readonly details: readonly Violation[];
}

/** Something that was not evaluated, so that nobody mistakes silence for conformance. */
export interface NotChecked {
  /** A sentence: what, why, and what would help. */
  readonly reason: string;
  readonly shape?: TermId;
  readonly component?: TermId;
  /**
   * The shapes whose focus nodes might have had a result: `shape` when not given, and any node at all when there is none
   * either. Empty for what is worth knowing and leaves no verdict open.
   */
  readonly concerns?: 'anyNode' | readonly TermId[];
  /** The file that it is about, where that is known. */
  readonly uri?: string;
}

export interface ValidationResult {
  /** In order of shapes, focus nodes, constraints. */
  readonly violations: readonly Violation[];
  readonly notChecked: readonly NotChecked[];
}

/**
 * Names a result within its unit: source shape, component with its parameter, focus node, path, value and language.
 * Blank nodes count by their process-wide label, so keys are stable for one version of the texts.
 */
export function violationKey(violation: Violation): string {
  return `${comparableKey(violation)} ${violation.language ?? ''}`.trimEnd();
}

/** The same as far as every engine reports it: rdf-validate-shacl does not say which language is repeated. */
export function comparableKey(violation: Violation): string {
  const { sourceShape, component, constraint, focusNode, resultPath, value } = violation;
  return [sourceShape, component, constraint.parameterValue, focusNode, resultPath ?? '', value ?? ''].join(
    ' ',
  );
}
