import * as vscode from 'vscode';
import { type Disposable, EventEmitter, type ExtensionContext, type Uri, workspace } from 'vscode';
import { type McpAccess, mcpLaunch } from './mcpLaunch.ts';

/** What VS Code offers for it since 1.101. */
interface WithMcp {
  readonly McpStdioServerDefinition: new (
    label: string,
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    version: string,
  ) => { cwd?: Uri };
  readonly lm: {
    registerMcpServerDefinitionProvider(
      id: string,
      provider: {
        readonly onDidChangeMcpServerDefinitions: EventEmitter<void>['event'];
        provideMcpServerDefinitions(): readonly object[];
        resolveMcpServerDefinition(server: object): object | undefined;
      },
    ): Disposable;
  };
}

/** Has VS Code offer the server to agents for as long as the setting says so, and start it as they need it. */
export function provideMcpServer({ asAbsolutePath, extension }: ExtensionContext): Disposable {
  const { McpStdioServerDefinition, lm } = vscode as unknown as WithMcp;
  const changed = new EventEmitter<void>();
  const definitions = () => {
    const folders = (workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
      uri.scheme === 'file' ? uri : [],
    );
    const access = workspace.getConfiguration('shaclRepair').get<McpAccess>('agents.mcpServer', 'off');
    if (access === 'off' || !workspace.isTrusted || folders.length === 0) return [];
    const paths = folders.map(({ fsPath }) => fsPath);
    const { command, args, env } = mcpLaunch(asAbsolutePath('dist/mcp.js'), paths, access);
    const { version } = extension.packageJSON;
    const definition = new McpStdioServerDefinition('SHACL Repair', command, args, env, version);
    definition.cwd = folders[0]!;
    return [definition];
  };
  const registered = lm.registerMcpServerDefinitionProvider('shaclRepair.mcpServer', {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: definitions,
    // What was offered before may have to be started otherwise now, or not at all.
    resolveMcpServerDefinition: () => definitions()[0],
  });
  const look = () => changed.fire();
  return vscode.Disposable.from(
    changed,
    registered,
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('shaclRepair.agents') && look()),
    workspace.onDidChangeWorkspaceFolders(look),
    workspace.onDidGrantWorkspaceTrust(look),
  );
}
