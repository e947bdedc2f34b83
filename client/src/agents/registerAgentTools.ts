import { type Disposable, type ExtensionContext, lm } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { AgentTools } from './agentTools.ts';

/** Registers the tools that package.json declares for agents; what they do is loaded with the first call. */
export function registerAgentTools(
  client: LanguageClient,
  { extension }: ExtensionContext,
): readonly Disposable[] {
  let loaded: Promise<AgentTools> | undefined;
  const tools = () => (loaded ??= load(client));
  const declared: readonly { readonly name: string }[] = extension.packageJSON.contributes.languageModelTools;
  return declared.map(({ name }) => {
    const tool = name.replace(/^shaclRepair_/, '');
    return lm.registerTool<Readonly<Record<string, unknown>>>(name, {
      prepareInvocation: async ({ input }) => (await tools()).prepare(tool, input),
      invoke: async ({ input }, token) => (await tools()).invoke(tool, input, token),
    });
  });
}

/** Offers agents a server, which versions of VS Code before 1.101 do not know. It is off unless a setting allows it. */
export async function offerMcpServer(context: ExtensionContext): Promise<void> {
  if (!('registerMcpServerDefinitionProvider' in lm)) return;
  const { provideMcpServer } = await import('./mcpServer.ts');
  context.subscriptions.push(provideMcpServer(context));
}

async function load(client: LanguageClient): Promise<AgentTools> {
  const { AgentTools } = await import('./agentTools.ts');
  return new AgentTools(client);
}
