import type { ExtensionContext } from 'vscode';
import { registerCommands } from './commands/index.ts';
import { createLanguageClient } from './languageClient.ts';
import { ReportPanel } from './report/reportPanel.ts';
import { StatusBar } from './statusBar.ts';
import { Statuses } from './statuses.ts';

/** Starts the language server with the first Turtle file or command. */
export async function activate({
  asAbsolutePath,
  extensionUri,
  subscriptions,
}: ExtensionContext): Promise<void> {
  const client = createLanguageClient(asAbsolutePath('dist/server.js'));
  const statuses = new Statuses(client);
  const report = new ReportPanel({ client, statuses, extensionUri });
  subscriptions.push(client, statuses, report, new StatusBar(statuses));
  subscriptions.push(...registerCommands({ client, report, subscriptions }));
  await client.start();
}
