import type { Disposable } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { ReportPanel } from '../report/reportPanel.ts';

/** What commands work with. */
export interface CommandContext {
  readonly client: LanguageClient;
  readonly report: ReportPanel;
  /** What is disposed of when the extension ends. */
  readonly subscriptions: Disposable[];
}

/** Something that a user can run, given what it works with. */
export type Command = (context: CommandContext) => () => Promise<void>;
