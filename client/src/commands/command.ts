import type { Disposable, ExtensionContext } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { Benchmarks } from '../benchmark/benchmarks.ts';
import type { ConnectionPanel } from '../connection/connectionPanel.ts';
import type { ShownCoverage } from '../coverage/shownCoverage.ts';
import type { LinkInvitations } from '../linking/linkInvitations.ts';
import type { ModelSupport } from '../model/modelSupport.ts';
import type { Previews } from '../model/previews.ts';
import type { ReportPanel } from '../report/reportPanel.ts';
import type { Statuses } from '../statuses.ts';
import type { StoreSupport } from '../stores/storeSupport.ts';
import type { WhyPage } from '../why/whyPage.ts';

/** What commands work with. */
export interface CommandContext {
  readonly client: LanguageClient;
  readonly statuses: Statuses;
  readonly report: ReportPanel;
  readonly benchmarks: Benchmarks;
  readonly connection: ConnectionPanel;
  readonly coverage: ShownCoverage;
  readonly why: WhyPage;
  readonly models: ModelSupport;
  readonly stores: StoreSupport;
  readonly previews: Previews;
  readonly invitations: LinkInvitations;
  /** Where the extension's files are, and where it may write. */
  readonly extension: Pick<ExtensionContext, 'extensionUri' | 'globalStorageUri'>;
  /** What is disposed of when the extension is deactivated. */
  readonly subscriptions: Disposable[];
}

/** Something that a user can run. It gets what it works with, and the argument of the quick fix, if any. */
export type Command = (context: CommandContext) => (argument?: unknown) => Promise<void>;
