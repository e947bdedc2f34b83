import type { TermId } from '../../rdf/terms.ts';
import type { Path } from './path.ts';
import type { Constraint } from './shape.ts';

/** A validation result (SHACL 3.6.2), with the information that is needed to place, explain and repair it. */
export interface Violation {
  readonly focusNode: TermId;
  /**
   * The target node of the root shape at which validation started. It differs from focusNode only below sh:property.
   */
  readonly rootFocusNode: TermId;
  readonly rootShape: TermId;
  readonly path: Path | undefined;
  /** The value of sh:resultPath: a term of the shapes graph. */
  readonly resultPath: TermId | undefined;
  readonly value: TermId | undefined;
  /** For sh:uniqueLang, the language that is used more than once. */
  readonly language?: string | undefined;
  readonly sourceShape: TermId;
  readonly component: TermId;
  readonly constraint: Constraint;
  readonly severity: TermId;
  /**
   * Literals: the sh:message values of the shape with placeholders filled in, otherwise an English message by the
   * component.
   */
  readonly messages: readonly TermId[];
  /** The component's message, even where `messages` are the author's; undefined for results of other engines. */
  readonly componentMessage?: string;
  /**
   * The same in the wording of prompts and suites, which does not change from one version to the next, so that recorded
   * runs can be replayed and the same input gives the same suite.
   */
  readonly recordedMessages: readonly TermId[];
  /**
   * The results inside this one: of sh:node, of each branch of or, xone and and, and of values that a qualified
   * constraint did not count.
   */
  readonly details: readonly Violation[];
}

/**
 * Something that was not evaluated. It is reported, because otherwise the absence of results would look like
 * conformance.
 */
export interface UncheckedPart {
  /** A sentence that states what was not checked, why, and the remedy. */
  readonly reason: string;
  readonly shape?: TermId;
  readonly component?: TermId;
  /**
   * The shapes whose focus nodes might have had a result. When omitted, this is `shape`; without `shape`, any node
   * might have had a result. Empty when no verdict is left open.
   */
  readonly concerns?: 'anyNode' | readonly TermId[];
  /** The uri of the file that the entry is about, when it is known. */
  readonly uri?: string;
}

/** The results of a validation, and what it did not check. */
export interface ValidationFindings {
  /** Ordered by shape, then focus node, then constraint. */
  readonly violations: readonly Violation[];
  readonly notChecked: readonly UncheckedPart[];
}

/**
 * Identifies a result within its unit by source shape, component and parameter value, focus node, path, value and
 * language. Blank nodes are identified by their process-wide labels, so keys are stable for one version of the texts.
 */
export function violationKey(violation: Violation): string {
  return `${comparableKey(violation)} ${violation.language ?? ''}`.trimEnd();
}

/**
 * Like `violationKey`, with only what every engine reports: rdf-validate-shacl does not report the repeated language.
 */
export function comparableKey(violation: Violation): string {
  const { sourceShape, component, constraint, focusNode, resultPath, value } = violation;
  return [sourceShape, component, constraint.parameterValue, focusNode, resultPath ?? '', value ?? ''].join(
    ' ',
  );
}
