import { commands, type ExtensionContext, languages, type TextDocument, workspace } from 'vscode';
import { type LanguageClient, State } from 'vscode-languageclient/node';
import { trustGranted } from '../../server/src/languageServer/protocol/editor/protocol.ts';
import { ActiveFileContext, lacksImports } from './activeFileContext.ts';
import { offerMcpServer, registerAgentTools } from './agents/registerAgentTools.ts';
import type { Benchmarks } from './benchmark/benchmarks.ts';
import type { CommandId } from './commands/commandIds.ts';
import { ConnectionPanel } from './connection/connectionPanel.ts';
import { ShownCoverage } from './coverage/shownCoverage.ts';
import { registerDropEdits } from './dropEdits.ts';
import { createLanguageClient, projectFiles, rdfFiles, turtleFiles } from './languageClient.ts';
import { LargeFileStatus } from './largeFile.ts';
import { LinkInvitations } from './linking/linkInvitations.ts';
import { ModelSupport } from './model/modelSupport.ts';
import { Previews } from './model/previews.ts';
import { openWalkthroughOnce } from './openWalkthrough.ts';
import { registerPasteEdits } from './pasteEdits.ts';
import { registerCommands } from './registerCommands.ts';
import { ReportPanel } from './report/reportPanel.ts';
import { StatusBar } from './statusBar.ts';
import { Statuses } from './statuses.ts';
import { storesOfActiveFile } from './stores/pickStore.ts';
import { StoreSupport } from './stores/storeSupport.ts';
import { WhyPage } from './why/whyPage.ts';

/**
 * Starts the language server with the first RDF file that is open, or with the folder where the user has it validated on start.
 * Requests start it as well. Otherwise, a folder that is opened has nothing started for it.
 */
export async function activate(context: ExtensionContext): Promise<void> {
  const { asAbsolutePath, extensionUri, subscriptions } = context;
  const client = createLanguageClient(asAbsolutePath('dist/server.js'));
  const statuses = new Statuses(client);
  const report = new ReportPanel({ client, statuses, extensionUri });
  const models = new ModelSupport(client, context);
  const stores = new StoreSupport(client, context);
  const previews = new Previews();
  const connection = new ConnectionPanel(client, extensionUri);
  const coverage = new ShownCoverage();
  const why = new WhyPage(client, statuses);
  const invitations = new LinkInvitations(client, statuses, context.workspaceState);
  let loaded: Promise<Benchmarks> | undefined;
  // Suites are looked at once files are checked.
  const benchmarks = () => (loaded ??= loadBenchmarks(client, context));
  subscriptions.push(
    client,
    statuses,
    report,
    models,
    stores,
    previews,
    invitations,
    new StatusBar(statuses, report),
    new LargeFileStatus(),
    new ActiveFileContext('shaclRepair.namesStore', statuses, (each) => storesOfActiveFile(each).length > 0),
    new ActiveFileContext('shaclRepair.lacksImports', statuses, lacksImports),
    connection,
    coverage,
    why,
    registerPasteEdits(client),
    registerDropEdits(client),
    ...registerAgentTools(client, context),
    workspace.onDidGrantWorkspaceTrust(() => {
      // A server that is not running is told when it starts.
      if (client.state !== State.Stopped) client.sendNotification(trustGranted).catch(() => {});
    }),
  );
  subscriptions.push(
    ...registerCommands(
      {
        client,
        statuses,
        report,
        connection,
        coverage,
        why,
        models,
        stores,
        previews,
        invitations,
        extension: context,
        subscriptions,
      },
      benchmarks,
    ),
  );
  // VS Code ticks steps of an open walkthrough only.
  void openWalkthroughOnce(context);
  const validatesAll = workspace
    .getConfiguration('shaclRepair')
    .get<boolean>('validation.workspaceOnStart', false);
  if (validatesAll || workspace.textDocuments.some(needsServer)) await client.start();
  else subscriptions.push(workspace.onDidOpenTextDocument((each) => needsServer(each) && client.start()));
  void benchmarks();
  void offerMcpServer(context);
  if (validatesAll) void commands.executeCommand('shaclRepair.validateWorkspace' satisfies CommandId);
}

function needsServer(document: TextDocument): boolean {
  if (languages.match(turtleFiles, document)) return true;
  // VS Code opens JSON files of its own.
  const isOfFolder = workspace.getWorkspaceFolder(document.uri) !== undefined;
  return isOfFolder && languages.match([...rdfFiles, projectFiles], document) > 0;
}

async function loadBenchmarks(client: LanguageClient, context: ExtensionContext): Promise<Benchmarks> {
  const { Benchmarks } = await import('./benchmark/benchmarks.ts');
  const benchmarks = new Benchmarks(client, context);
  context.subscriptions.push(benchmarks);
  return benchmarks;
}
