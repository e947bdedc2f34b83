import { URI } from 'vscode-uri';
import * as z from 'zod/v4';
import { parseJson } from '../../base/parseJson.ts';
import { UserError } from '../../base/userError.ts';
import { prefixesOfSuite } from '../../lab/evaluation/suite/evaluatedSuite.ts';
import type { AgentDesk, OpenDesk } from '../../lab/evaluation/systems/agentSystem.ts';
import { scopeOf } from '../../rdf/turtle/blankNodeNames.ts';
import { changeInput, changeTools } from '../../service/agents/changeTools.ts';
import { readingTools } from '../../service/agents/readingTools.ts';
import { type HeldChange, type Tool, type ToolCall, tool } from '../../service/agents/tool.ts';
import { contextFile } from '../../vio/suite/format.ts';
import type { LoadedSuite } from '../../vio/suite/readSuite.ts';
import type { FileSystem } from '../../workspace/project/fileSystem.ts';
import type { CommandIo } from '../io.ts';
import { diffPath, uriOf } from '../output/paths.ts';
import { GuardedFiles } from './guardedFiles.ts';

/** The tool with which an agent writes without verification. */
const write_change = tool({
  title: 'Write a change',
  description: 'Writes a change of an RDF file as it is given. Give `update`, `patch` or `text`.',
  input: changeInput,
  output: z.object({ files: z.array(z.string()) }),
  writes: true,
  async run(change, { files, naming }) {
    const { texts, reasons } = await files.verify(change);
    if (texts.size === 0) throw new UserError(reasons.join(' ') || 'it changes nothing.');
    await files.write(texts);
    return { files: [...texts.keys()].map(naming.nameOf) };
  },
});

const { validate } = readingTools;
const { verify_change, apply_change } = changeTools;
const toolsOf = {
  validate: { validate, write_change },
  verify: { validate, verify_change, apply_change },
} as const;

const [data, shapes, context] = ['data.ttl', 'shapes.ttl', 'context.ttl'] as const;

/** How long a call may take, in ms. */
const maxCall = 60_000;

/**
 * The tools of `mcp` for the cases of a suite: each agent has its own file, and the only other files are the shapes and
 * ontologies that judge it. Nothing is read from the disk or written to it.
 */
export function agentDesks(suite: LoadedSuite, io: CommandIo): OpenDesk {
  const { texts, input, graph, context: ontologies } = suite;
  const prefixes = prefixesOfSuite(suite);
  const uri = uriOf(io.cwd, data);
  return ({ problem }, given) => {
    const now = new Map([
      [uri, problem.documents[0]!.text],
      [uriOf(io.cwd, shapes), texts['manifest.ttl']!],
      ...(ontologies ? [[uriOf(io.cwd, context), texts[contextFile]!] as const] : []),
    ]);
    let deadline = 0;
    let signal = AbortSignal.abort();
    const inference = input.entailment?.regime;
    const files = new GuardedFiles(ioOf(now, io), {
      shapes: [shapes],
      context: ontologies ? [context] : [],
      given: inference ? { inference } : {},
      roots: () => undefined,
      isUnwatched: true,
      signal: () => signal,
      deadline: () => deadline,
    });
    const held = new Map<string, HeldChange>();
    const naming = {
      nameOf: (each: string) => files.nameOf(each),
      pathOf: (each: string) => diffPath(io.cwd, each),
    };
    const introduced: number[] = [];
    const tools = new Map<string, Tool>(
      Object.entries(toolsOf[given] as unknown as Readonly<Record<string, Tool>>),
    );
    // Blank nodes are called here as in the prompt.
    const [ours, theirs] = [scopeOf(uri), scopeOf(graph.uri)];
    const fromModel = (text: string) => text.replace(new RegExp(`\\b${theirs}(?=[LS])`, 'g'), ours);
    const toModel = (text: string) =>
      text.replace(new RegExp(`_:${ours}([LS][\\w.-]*)`, 'g'), `<urn:x-bnode:${theirs}$1>`);

    async function call(name: string, json: string, aborted: AbortSignal): Promise<string> {
      const called = tools.get(name);
      if (called === undefined) return `There is no tool ${name}.`;
      const parsed = parseJson(fromModel(json));
      // A text, which a schema rejects with an explanation.
      const read = called.input.strict().safeParse(parsed.kind === 'parsed' ? parsed.value : json);
      if (!read.success) return `The input of ${name} is wrong: ${z.prettifyError(read.error)}`;
      signal = aborted;
      deadline = performance.now() + maxCall;
      const calling: ToolCall = { files, signal, naming, held };
      try {
        const before = called.writes ? await keys() : undefined;
        const text = now.get(uri);
        const input =
          'update' in read.data ? { ...read.data, update: declared(read.data.update) } : read.data;
        const answer = await called.run(input, calling);
        if (before && now.get(uri) !== text) {
          const after = await keys();
          introduced.push([...after].filter((key) => !before.has(key)).length);
        }
        return toModel(JSON.stringify(answer));
      } catch (error) {
        aborted.throwIfAborted();
        if (error instanceof UserError) return toModel(error.message);
        throw error;
      }
    }

    /** All results of the file as it is. */
    async function keys(): Promise<ReadonlySet<string>> {
      const { run } = await files.check([data]);
      return new Set([...run.results, ...run.suppressed].map(({ key }) => key));
    }

    /** An update with declarations of the prefixes that its prompt declared to be in scope. */
    function declared(update: unknown): unknown {
      if (typeof update !== 'string') return update;
      const used = [...prefixes].filter(([prefix]) => update.includes(`${prefix}:`));
      return [...used.map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>`), update].join('\n');
    }

    return {
      tools: Array.from(tools, ([name, { description, input }]) => {
        const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input' });
        return { name, description, parameters };
      }),
      call: ({ name, input }, aborted) => call(name, input, aborted),
      async write(update, aborted) {
        await call('write_change', JSON.stringify({ files: [data], update }), aborted);
      },
      get text() {
        return now.get(uri)!;
      },
      introduced,
    } satisfies AgentDesk;
  };
}

/** The same program with these files alone. */
function ioOf(texts: Map<string, string>, { stampOf: _, ...io }: CommandIo): CommandIo {
  const fileSystem: FileSystem = {
    ignoresCase: false,
    read: async (uri) => {
      const text = texts.get(uri);
      return text === undefined
        ? { kind: 'unreadable', reason: 'missing', detail: 'there is no such file' }
        : { kind: 'text', text };
    },
    list: async () => ({ uris: [], truncated: false }),
    liesUnder: async () => true,
    isForeign: async () => false,
    isReadOnly: async () => false,
    repositoryOf: async () => undefined,
  };
  return {
    ...io,
    fileSystem,
    openFileSystem: () => fileSystem,
    writeFile: async (file, _before, after) => void texts.set(uriOf(io.cwd, file), after),
    writeBytes: async (file, bytes) =>
      void texts.set(URI.file(file).toString(), new TextDecoder().decode(bytes)),
  };
}
