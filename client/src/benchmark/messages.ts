/** What the page of a suite and its host in the extension send each other. Types only: both bundles read this file. */
import type { CaseDetails, Suite } from '../../../server/src/languageServer/protocol/editor/protocol.ts';

export type ToSuitePage =
  | { readonly kind: 'suite'; readonly suite: Suite; readonly file: SuiteFile }
  /** The suite can't be shown, and why. */
  | { readonly kind: 'failed'; readonly message: string; readonly file: SuiteFile }
  | { readonly kind: 'details'; readonly id: string; readonly details: CaseDetails }
  /** The user asked for the suite that is already open. */
  | { readonly kind: 'focus' };

export interface SuiteFile {
  /** Of suite.json. */
  readonly uri: string;
  /** The display name of its folder. */
  readonly folder: string;
}

export type FromSuitePage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'details'; readonly id: string }
  /** The change as a comparison of two texts. */
  | { readonly kind: 'open'; readonly id: string; readonly keepsFocus: boolean }
  /** Where a constraint is declared, by its place in the list of constraints. */
  | { readonly kind: 'openConstraint'; readonly constraint: number }
  /** Shows in the shapes files why constraints are not covered. */
  | { readonly kind: 'showHints' }
  | { readonly kind: 'verify' }
  /** Measures repair systems on the suite. */
  | { readonly kind: 'evaluate' }
  /** Shows the results of evaluations of the suite. */
  | { readonly kind: 'openReport' }
  | { readonly kind: 'openReadme' }
  | { readonly kind: 'reload' };

/** What the page remembers while it is hidden and over restarts. */
export interface SuitePageState {
  /** Of suite.json. */
  readonly uri: string;
}
