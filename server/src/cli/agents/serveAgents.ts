import {
  type CallToolResult,
  inputRequired,
  inputResponse,
  McpServer,
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
import type { CommandIo } from '../io.ts';
import { diffPath, uriOf } from '../output/paths.ts';
import { crashText } from '../process/crashText.ts';
import { benchmarkTools, type CommandCall } from './benchmarkTools.ts';
import { GuardedFiles } from './guardedFiles.ts';

/** What a person allows agents to do. */
export interface AgentOptions {
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
export function serveAgents(io: CommandIo, options: AgentOptions): void {
  serveStdio(() => agentServer(io, options), {
    onerror: ({ message }) => io.stderr.write(`shacl-repair mcp: ${message}\n`),
  });
}

/** A server with the tools, which are called one after the other. */
export function agentServer(
  io: CommandIo,
  { roots, allowsWrites, seconds, ...links }: AgentOptions,
): McpServer {
  const server = new McpServer({ name: 'shacl-repair', version }, { capabilities: { tools: {} } });
  const held = new Map<string, HeldChange>();
  let allowed: readonly string[] = [];
  let signal = AbortSignal.abort();
  let deadline = 0;
  let tell: (step: string) => void = () => {};
  const files = new GuardedFiles(
    { ...io, probe: probeTelling((step) => tell(step)) },
    {
      ...links,
      roots: () => allowed,
      signal: () => signal,
      deadline: () => deadline,
      isUnwatched: true,
    },
  );
  const naming = {
    nameOf: (uri: string) => files.nameOf(uri),
    pathOf: (uri: string) => diffPath(io.cwd, uri),
  };
  let last: Promise<unknown> = Promise.resolve();

  async function call(
    tool: AnyTool,
    input: Record<string, unknown>,
    folders: readonly string[],
    context: ServerContext,
  ) {
    await last.catch(() => {});
    signal = context.mcpReq.signal;
    signal.throwIfAborted();
    deadline = performance.now() + seconds * 1000;
    tell = progressOf(context);
    allowed = folders;
    return tool.run(input, { files, signal, naming, held, io, links });
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
        const { inputResponses } = context.mcpReq;
        if (roots === undefined && server.server.getClientCapabilities()?.roots && !inputResponses)
          return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
        const answered = inputResponse(inputResponses, 'roots');
        const folders =
          roots ??
          (answered.kind === 'roots'
            ? answered.roots.map(({ uri }) => normalizeUri(uri))
            : [uriOf(io.cwd, '.')]);
        const work = call(tool, input, folders, context);
        last = work;
        return answerOf(work, io);
      },
    );
  }
  return server;
}

/** Tells a client that has asked for it what is being done. */
function progressOf({ mcpReq }: ServerContext): (step: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress: ++progress, message };
    // A client that has gone needs no notification.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** Is told of steps only: nobody watches this thread. */
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
