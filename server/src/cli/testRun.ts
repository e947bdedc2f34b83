import type { FileText } from '../project/fileSystem.ts';
import { fixtureRoot, parseFixture } from '../testing/fixture.ts';
import { InMemoryFileSystem } from '../testing/inMemoryFileSystem.ts';
import { runCommandLine } from './commandLine.ts';
import type { CommandIo, Environment, OpenAnswers, OpenModel } from './io.ts';

export interface TestWorld {
  /** Files in the fixture language, below the working directory. */
  readonly files: string;
  /** Files that are no Turtle, by path. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly env?: Environment;
  /** Without it there is no model to be asked. */
  readonly openModel?: OpenModel;
  readonly openAnswers?: OpenAnswers;
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Paths that exist and can't be read. */
  readonly unreadable?: Readonly<Record<string, Extract<FileText, { kind: 'unreadable' }>['reason']>>;
}

export interface TestRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What was written, by path. */
  readonly written: Readonly<Record<string, string>>;
}

/** Runs the program in memory: `shacl-repair` with the arguments in the folder that the fixture describes. */
export async function runInMemory(args: string, world: TestWorld): Promise<TestRun> {
  const fixture = parseFixture(world.files).files;
  const fileSystem = new (class extends InMemoryFileSystem {
    override async read(uri: string): Promise<FileText> {
      const reason = world.unreadable?.[uri.slice(fixtureRoot.length)];
      return reason ? { kind: 'unreadable', reason, detail: 'for this test' } : super.read(uri);
    }
  })([
    ...fixture.map(({ uri, text }) => [uri, text] as const),
    ...Object.entries(world.texts ?? {}).map(([path, text]) => [fixtureRoot + path, text] as const),
  ]);
  const written: Record<string, string> = {};
  const outputs = { out: '', err: '' };
  const output = (name: 'out' | 'err') => ({
    write(text: string) {
      outputs[name] += text;
    },
    ...(world.isTTY === undefined ? {} : { isTTY: world.isTTY }),
    ...(world.columns === undefined ? {} : { columns: world.columns }),
  });
  const io: CommandIo = {
    readStdin: async () => {
      const { stdin = '' } = world;
      return typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin;
    },
    stdout: output('out'),
    stderr: output('err'),
    fileSystem,
    async writeFile(uri, before, after) {
      if (fileSystem.files.get(uri) !== before) throw new Error('the file has changed');
      fileSystem.files.set(uri, after);
      written[uri.slice(fixtureRoot.length)] = after;
    },
    openModel: world.openModel ?? (() => Promise.reject(new Error('no model was to be asked'))),
    openAnswers: world.openAnswers ?? (() => Promise.reject(new Error('no answers were to be kept'))),
    cwd: '/workspace',
    env: world.env ?? {},
  };
  const code = await runCommandLine(splitArguments(args), io);
  return { code, ...outputs, written };
}

/** The arguments of a command line; single quotes keep spaces. */
function splitArguments(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
