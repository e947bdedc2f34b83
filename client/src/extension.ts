import type { ExtensionContext } from 'vscode';
import { registerCommands } from './commands/index.ts';
import { createLanguageClient } from './languageClient.ts';
import { StatusBar } from './statusBar.ts';

/** Starts the language server with the first Turtle file or command. */
export async function activate({ asAbsolutePath, subscriptions }: ExtensionContext): Promise<void> {
  const client = createLanguageClient(asAbsolutePath('dist/server.js'));
  subscriptions.push(client, new StatusBar(client), ...registerCommands({ client, subscriptions }));
  await client.start();
}
