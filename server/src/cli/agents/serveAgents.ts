import {
  type CallToolResult,
  inputRequired,
  inputResponse,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Root,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type * as z from 'zod/v4';
import { UserError } from '../../base/userError.ts';
import { version } from '../../base/version.ts';
import { changeTools } from '../../service/agents/changeTools.ts';
import { readingTools } from '../../service/agents/readingTools.ts';
import type { HeldChange, Tool } from '../../service/agents/tool.ts';
import type { GivenSettings } from '../../service/ide/unitSettings.ts';
import type { WorkProbe } from '../../shacl/watch.ts';
import { normalizeUri } from '../../workspace/project/uris.ts';
import { GuardedFiles } from '../agentFiles/guardedFiles.ts';
import type { CommandIo } from '../io.ts';
import { diffPath, uriOf } from '../output/paths.ts';
import { crashText } from '../process/crashText.ts';
import { benchmarkTools, type CommandCall } from './benchmarkTools.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';

/** What a person allows agents to do. */
export interface AgentPermissions {
  readonly shapes: readonly string[];
  readonly context: readonly string[];
  readonly given: GivenSettings;
  /** The folders that files have to be in, as URIs; undefined for those of the client. */
  readonly roots: readonly string[] | undefined;
  readonly allowsWrites: boolean;
  /** How long a call may take. */
  readonly seconds: number;
}

/** The server gives each tool what its own schema has read. */
const tools = { ...readingTools, ...changeTools, ...benchmarkTools } as unknown as Readonly<
  Record<string, AnyTool>
>;
type AnyTool = Tool<z.ZodObject, z.ZodObject, CommandCall>;

/** Serves the tools on standard input and output, until the client closes them. */
export function serveAgents(io: CommandIo, options: AgentPermissions): void {
  serveStdio(() => agentServer(io, options), {
    onerror: ({ message }) => io.stderr.write(`shacl-repair mcp: ${message}\n`),
  });
}

/** A server with the tools, which run one at a time. */
export function agentServer(
  io: CommandIo,
  { roots, allowsWrites, seconds, ...links }: AgentPermissions,
): McpServer {
  const server = new McpServer(
    { name: 'shacl-repair', version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  const held = new Map<string, HeldChange>();
  let allowed: readonly string[] = [];
  let signal = AbortSignal.abort();
  let deadline = 0;
  let tell: (step: string) => void = () => {};
  const telling = { ...io, probe: probeTelling((step) => tell(step)) };
  const files = new GuardedFiles(telling, {
    ...links,
    roots: () => allowed,
    signal: () => signal,
    deadline: () => deadline,
    isUnwatched: true,
  });
  const naming = {
    nameOf: (uri: string) => files.nameOf(uri),
    pathOf: (uri: string) => diffPath(io.cwd, uri),
  };
  let last: Promise<unknown> = Promise.resolve();

  /** A request waits for the requests before it. */
  function call<Answer>(
    run: (call: CommandCall) => Promise<Answer>,
    folders: readonly string[],
    context: ServerContext,
  ): Promise<Answer> {
    const work = begin(last);
    last = work;
    return work;

    async function begin(before: Promise<unknown>): Promise<Answer> {
      await before.catch(() => {});
      context.mcpReq.signal.throwIfAborted();
      const timeout = new AbortController();
      // Work that can stop with a partial answer does so at the deadline.
      const timer = setTimeout(() => timeout.abort(tooLong(seconds)), seconds * 1200);
      signal = AbortSignal.any([context.mcpReq.signal, timeout.signal]);
      deadline = performance.now() + seconds * 1000;
      tell = progressOf(context);
      allowed = folders;
      try {
        return await run({ files, signal, naming, held, io: telling, links });
      } finally {
        clearTimeout(timer);
      }
    }
  }

  /** The folders that apply to a request; undefined when the client has to be asked first. */
  function foldersOf({ mcpReq: { inputResponses } }: ServerContext): readonly string[] | undefined {
    if (roots !== undefined) return roots;
    if (server.server.getClientCapabilities()?.roots && !inputResponses) return undefined;
    const answered = inputResponse(inputResponses, 'roots');
    return answered.kind === 'roots' ? urisOf(answered.roots) : [uriOf(io.cwd, '.')];
  }

  for (const [name, tool] of Object.entries(tools)) {
    if (tool.writes && !allowsWrites) continue;
    server.registerTool(
      name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input.strict(),
        outputSchema: tool.output,
        annotations: {
          title: tool.title,
          readOnlyHint: !tool.writes,
          destructiveHint: tool.writes,
          idempotentHint: !tool.writes,
          openWorldHint: false,
        },
      },
      async (input: Record<string, unknown>, context: ServerContext) => {
        const folders = foldersOf(context);
        if (folders === undefined) return askForRoots();
        return answerOf(
          call((given) => tool.run(input, given), folders, context),
          io,
        );
      },
    );
  }

  server.server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.server.setRequestHandler('resources/list', async ({ params }, context) => {
    const folders = foldersOf(context) ?? (await rootsNow());
    return orProtocolError(listResources(folders, params?.cursor, io), io);
  });
  server.server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const folders = foldersOf(context);
    if (folders === undefined) return askForRoots();
    const found = call((given) => readResource(uri, given), folders, context);
    const text = JSON.stringify(await orProtocolError(found, io));
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  });
  return server;

  /**
   * For requests that can't be answered by a question: the folders that the last call was given, where the client can't be
   * asked.
   */
  async function rootsNow(): Promise<readonly string[]> {
    try {
      return urisOf((await server.server.listRoots()).roots);
    } catch {
      return allowed;
    }
  }
}

/** The description of the whole server that clients pass on to their models. */
const instructions =
  'Checks RDF data against SHACL shapes. Before you write RDF, give what you are about to write to verify_change: it says which ' +
  'validation results that would introduce and fix. validate lists the results of files, and propose_repairs has proven repairs.';

function tooLong(seconds: number): UserError {
  return new UserError(
    `this takes longer than ${seconds} s. Ask for less, or have the server started with a larger --time-budget.`,
  );
}

function askForRoots() {
  return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
}

function urisOf(roots: readonly Root[]): readonly string[] {
  return roots.map(({ uri }) => normalizeUri(uri));
}

/** @throws ProtocolError instead of an error with words for people. */
async function orProtocolError<Answer>(work: Promise<Answer>, io: CommandIo): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UserError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    throw new ProtocolError(ProtocolErrorCode.InternalError, crashText(error, io.env));
  }
}

/** Reports progress to a client that has asked for it. */
function progressOf({ mcpReq }: ServerContext): (step: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress: ++progress, message };
    // A client that has disconnected needs no notification.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** Only receives steps: nobody watches this thread. */
function probeTelling(step: (step: string) => void): WorkProbe {
  const probe: WorkProbe = {
    step,
    about: () => probe,
    numberOf: () => 1,
    numberOfWork: () => 1,
    enter: () => 0,
    leave() {},
  };
  return probe;
}

async function answerOf(work: Promise<Record<string, unknown>>, io: CommandIo): Promise<CallToolResult> {
  try {
    const answer = await work;
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    const text = error instanceof UserError ? error.message : crashText(error, io.env);
    return { content: [{ type: 'text', text }], isError: true };
  }
}
