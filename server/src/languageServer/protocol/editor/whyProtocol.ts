/** What clients ask about why a result is there. */
import type { Location, Position } from 'vscode-languageserver';
import type { WhyKind } from '../../../service/ide/diagnostics/explainResult.ts';

export type { WhyKind };

export type WhyParams =
  | { readonly uri: string; readonly position: Position }
  | { readonly uri: string; readonly key: string };
export type WhyAnswer = readonly ExplainedResult[];
export interface ExplainedResult {
  readonly key: string;
  /** The first line says what is wrong. */
  readonly message: string;
  readonly items: readonly WhyLine[];
}
/** A line of an explanation, with the lines that explain it. */
export interface WhyLine {
  readonly kind: WhyKind;
  readonly text: string;
  readonly place: Location | undefined;
  readonly items: readonly WhyLine[];
}
/** The client's command that shows this for the active file, given a position; without one, for the cursor's. */
export const whyCommand = 'shaclRepair.why';
