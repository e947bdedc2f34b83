import { workspace } from 'vscode';
import {
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  type ServerOptions,
  TransportKind,
} from 'vscode-languageclient/node';
import {
  dataFiles,
  type InitializationOptions,
  relaxShapeCommand,
  type ShapeChangesParams,
  whyCommand,
} from '../../server/src/languageServer/protocol/editor/protocol.ts';
import { AgentActions } from './agents/agentActions.ts';
import { provideCodeActions, resolveCodeAction } from './codeActions.ts';
import { resolveCodeLens } from './codeLenses.ts';
import { withMoreAskedFor } from './completions.ts';
import { withUserSettings } from './model/modelSupport.ts';
import { changeShape } from './report/repairResult.ts';

/** Files of Turtle, TriG, N-Triples and N-Quads, but not the read-only copies of them that version control and comparisons open. */
export const turtleFiles = ['file', 'untitled', 'vscode-vfs'].flatMap((scheme) =>
  ['turtle', 'trig', 'ntriples', 'nquads'].map((language) => ({ scheme, language })),
);

/** Those, and files that may be JSON-LD or RDF/XML, which the server requests itself. */
export const rdfFiles = [...turtleFiles, ...dataFiles];

/** Project files, which count as they are in the editor. */
export const projectFiles = { scheme: 'file', pattern: '**/shacl-repair.jsonc' };

/** The connection to the language server, given its program, which runs in a process of its own. */
export function createLanguageClient(module: string): LanguageClient {
  const run = { module, transport: TransportKind.ipc };
  // The debugger's ports are those of .vscode/launch.json.
  const server: ServerOptions = { run, debug: { ...run, options: { execArgv: ['--inspect=6009'] } } };
  const agents = new AgentActions();
  const client: LanguageClient = new LanguageClient('shaclRepair', 'SHACL Repair', server, {
    documentSelector: [...turtleFiles, projectFiles],
    errorHandler: {
      // What is still written to a server that has ended fails, and the library would give the server up after three
      // such errors. Whether it is started again is decided by its end alone.
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => restarts.closed(),
    },
    // Hovers may lead to this command only, whatever files say.
    markdown: { isTrusted: { enabledCommands: [whyCommand] } },
    // Asked for whenever the server starts: trust may have come in between.
    initializationOptions: (): InitializationOptions => ({ restricted: !workspace.isTrusted }),
    middleware: {
      workspace: {
        async configuration(params, token, next) {
          const answer = await next(params, token);
          if (!Array.isArray(answer)) return answer;
          return answer.map((each, i) =>
            params.items[i]?.section === 'shaclRepair' ? withUserSettings(each) : each,
          );
        },
      },
      provideCompletionItem: (document, position, context, token, next) =>
        withMoreAskedFor(next(document, position, context, token)),
      provideCodeActions: async (document, range, codeActionContext, token) => [
        ...(await provideCodeActions(client, document, range, codeActionContext, token)),
        ...agents.of(document, codeActionContext),
      ],
      resolveCodeAction: (action, token) => resolveCodeAction(client, action, token),
      executeCommand: (command, args, next) =>
        command === relaxShapeCommand
          ? changeShape(client, args[0] as ShapeChangesParams)
          : next(command, args),
      resolveCodeLens: (lens, token, next) => resolveCodeLens(client, lens, token, next),
    },
  });
  const restarts: ErrorHandler = client.createDefaultErrorHandler();
  return client;
}
