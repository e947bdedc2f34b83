import { execPath } from 'node:process';

/** How a server is started. */
export interface McpLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The values of the setting that say what the server may do. */
export type McpAccess = 'off' | 'readOnly' | 'allowWrites';

/**
 * Starts the server for agents by the runtime of VS Code, on the folders of the workspace alone.
 *
 * @param program the path of the server.
 * @param folders the paths of the folders.
 */
export function mcpLaunch(program: string, folders: readonly string[], access: McpAccess): McpLaunch {
  return {
    command: execPath,
    args: [
      program,
      ...folders.map((folder) => `--root=${folder}`),
      ...(access === 'allowWrites' ? ['--allow-writes'] : []),
    ],
    env: { ELECTRON_RUN_AS_NODE: '1' },
  };
}
