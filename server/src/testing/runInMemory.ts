import { URI } from 'vscode-uri';
import { compressed } from '../base/textBytes.ts';
import { UserError } from '../base/userError.ts';
import { runCommandLine } from '../cli/commandLine.ts';
import { Workspace } from '../cli/input/workspace.ts';
import type { CommandIo, Environment, JudgeFiles, ProgramIo, Stages } from '../cli/io.ts';
import { uriOf } from '../cli/output/paths.ts';
import { RunInMemory } from '../lab/evaluation/run/runFolder.ts';
import type { OpenAnswers, OpenBatches, OpenModel, Staging } from '../languageServer/jobs/ports.ts';
import { parsePart } from '../rdf/turtle/parsedPart.ts';
import type { UnitRecord } from '../service/report/resultRecord.ts';
import type { WorkProbe } from '../shacl/watch.ts';
import type { ListFolder } from '../vio/suite/suiteObstacle.ts';
import type { DownloadText } from '../workspace/project/fetchImports.ts';
import type { FileSystem, FileText } from '../workspace/project/fileSystem.ts';
import type { Revision } from '../workspace/project/revision.ts';
import { type StoreAddress, storeUri } from '../workspace/project/storeLink.ts';
import type { Store, UpdatableStore } from '../workspace/store/store.ts';
import { fixtureRoot, parseFixture } from './fixture.ts';
import { InMemoryFileSystem } from './inMemoryFileSystem.ts';

export interface TestSetup {
  /** Files in the fixture language, below the working directory. */
  readonly files: string;
  /** Files that are not Turtle, by path. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Files outside the working directory, by URI. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** The real paths of files that are links, by path and URI. */
  readonly links?: Readonly<Record<string, string>>;
  /** Earlier revisions of all files, by name, in the fixture language. */
  readonly revisions?: Readonly<Record<string, string>>;
  /** The index and the commit before it, in the fixture language. */
  readonly index?: { readonly files: string; readonly head: string };
  readonly stdin?: string | Uint8Array;
  /** The content of pipes, and of compressed files, by path. They must also be listed in `unreadable`, as `pipe` and `binary`. */
  readonly pipes?: Readonly<Record<string, string | Uint8Array>>;
  readonly env?: Environment;
  /** Without it, no model can be asked. */
  readonly openModel?: OpenModel;
  readonly openBatches?: OpenBatches;
  readonly openAnswers?: OpenAnswers;
  /** The store that is opened at any address, or at each one. */
  readonly store?: Store | ((address: StoreAddress) => Store);
  /** What is opened for updates, whatever the address. */
  readonly updates?: UpdatableStore;
  /** The journal of an interrupted run. */
  readonly journal?: string;
  /** Makes writing the folder fail with a message after a number of pieces. */
  readonly stagingFails?: { readonly after: number; readonly message: string };
  /** Without it, nothing can be downloaded. */
  readonly openDownloads?: (privateHosts: readonly string[]) => DownloadText;
  /** What a person at the terminal answers. */
  readonly confirm?: CommandIo['confirm'];
  /** Is told what is printed on standard output, as it is printed. */
  readonly onPrint?: (text: string) => void;
  readonly tellIfInterrupted?: (text: string) => void;
  readonly sendIfInterrupted?: CommandIo['sendIfInterrupted'];
  /** Without it, a run has no stages. */
  readonly stages?: Stages;
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Called with the work that is done. */
  readonly probe?: WorkProbe;
  /** Keys of constraints that took too long before. */
  readonly quarantined?: ReadonlySet<string>;
  /** How long the command has taken before it was started again, in ms. */
  readonly spent?: number;
  readonly whyFull?: CommandIo['whyFull'];
  /** When given, many files are judged as in another thread, and those of which there are records are added. */
  readonly recorded?: Set<string>;
  /** When given, all Turtle files are read so many bytes at once, as large files are. */
  readonly bytesAtOnce?: number;
  /** Paths that exist but can't be read, with the reason. */
  readonly unreadable?: Readonly<Record<string, Extract<FileText, { kind: 'unreadable' }>['reason']>>;
}

export interface TestRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The progress messages. */
  readonly progress: string;
  /** The files that were written, by path. */
  readonly written: Readonly<Record<string, string>>;
  /** All files after the run, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The journal from which the next run can continue. */
  readonly journal: string;
}

/**
 * Runs the program in memory: `shacl-repair` with the arguments, given as one line or as a list, in the folder of the
 * fixture.
 *
 * @param run the whole program, or a part of it.
 */
export async function runInMemory(
  args: string | readonly string[],
  setup: TestSetup,
  run: typeof runCommandLine = runCommandLine,
): Promise<TestRun> {
  const fixture = parseFixture(setup.files).files;
  const fileSystem = new (class extends InMemoryFileSystem {
    override async read(uri: string): Promise<FileText> {
      const reason = setup.unreadable?.[uri.slice(fixtureRoot.length)];
      if (!reason) return super.read(uri);
      const isPacked = reason === 'binary' && setup.pipes?.[URI.parse(uri).path] !== undefined;
      return { kind: 'unreadable', reason, detail: isPacked ? compressed : 'for this test' };
    }
  })([
    ...fixture.map(({ uri, text }) => [uri, text] as const),
    ...Object.entries(setup.texts ?? {}).map(([path, text]) => [fixtureRoot + path, text] as const),
    ...Object.entries(setup.elsewhere ?? {}),
  ]);
  const { bytesAtOnce } = setup;
  const files: FileSystem =
    bytesAtOnce === undefined
      ? fileSystem
      : Object.assign(fileSystem, { open: (uri: string) => fileSystem.openStored(uri, bytesAtOnce) });
  for (const [path, uri] of Object.entries(setup.links ?? {})) fileSystem.links.set(fixtureRoot + path, uri);
  const written: Record<string, string> = {};
  const outputs = { out: '', err: '' };
  const output = (name: 'out' | 'err') => ({
    write(text: string) {
      outputs[name] += text;
      if (name === 'out') setup.onPrint?.(text);
    },
    ...(setup.isTTY === undefined ? {} : { isTTY: setup.isTTY }),
    ...(setup.columns === undefined ? {} : { columns: setup.columns }),
  });
  let progress = '';
  const staging = new InMemoryStaging(fileSystem, setup);
  const io: ProgramIo = {
    readStdin: async () => {
      const { stdin = '' } = setup;
      return typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin;
    },
    stdout: output('out'),
    stderr: output('err'),
    progress: {
      write(text) {
        progress += text;
      },
    },
    fileSystem: files,
    openFileSystem: () => files,
    readPipe: async (path) => {
      const { [path]: content = '' } = setup.pipes ?? {};
      return typeof content === 'string' ? new TextEncoder().encode(content) : content;
    },
    async writeFile(uri, before, after) {
      if (fileSystem.files.get(uri) !== before) throw new Error('the file has changed');
      fileSystem.files.set(uri, after);
      written[uri.slice(fixtureRoot.length)] = after;
    },
    async openReport(path) {
      let text = '';
      return {
        async write(more) {
          text += more;
        },
        async publish() {
          const uri = uriOf('/workspace', path);
          fileSystem.files.set(uri, text);
          written[uri.slice(fixtureRoot.length)] = text;
        },
        async abandon() {},
      };
    },
    async writeBytes(path, bytes) {
      const uri = uriOf('/workspace', path);
      written[uri.slice(fixtureRoot.length)] = new TextDecoder().decode(bytes);
    },
    openRevision: async (_, name) => {
      const files = setup.revisions?.[name];
      if (files === undefined) throw new UserError(`there is no revision '${name}' in this repository.`);
      return revisionInMemory(name, parseFixture(files).files, fileSystem);
    },
    openIndex: async () => {
      if (setup.index === undefined)
        throw new UserError('--staged needs a Git repository, and this folder is not in one.');
      const index = parseFixture(setup.index.files).files;
      const head = revisionInMemory('HEAD', parseFixture(setup.index.head).files, {
        files: new Map(index.map(({ uri, text }) => [uri, text])),
      });
      return { ...revisionInMemory('the index', index, fileSystem), staged: head.changed };
    },
    listFolder: async (folderUri) => listFolder(fileSystem, folderUri),
    openStaging: async (folderUri) => staging.open(folderUri),
    openModel: setup.openModel ?? (() => Promise.reject(new Error('no model was to be asked'))),
    openBatches: setup.openBatches ?? (() => Promise.reject(new Error('no batches were to be asked'))),
    openStore: (address) => {
      if (setup.store === undefined) throw new Error('no store was to be asked');
      const store = typeof setup.store === 'function' ? setup.store(address) : setup.store;
      return {
        url: storeUri(address),
        select: (query, signal) => store.select(query, signal),
      };
    },
    openUpdates: () => {
      if (setup.updates === undefined) throw new Error('no store was to be updated');
      return setup.updates;
    },
    openAnswers: setup.openAnswers ?? (() => Promise.reject(new Error('no answers were to be kept'))),
    runs: runsIn(fileSystem),
    pageFiles: async () => ({ script: 'draw();', style: 'p {}' }),
    drawFigures: async (page: string) => [
      {
        name: 'rates',
        title: `Rates of ${page}`,
        note: 'Dots.',
        svg: '<svg/>',
        pdf: new TextEncoder().encode('%PDF'),
      },
    ],
    cwd: '/workspace',
    env: setup.env ?? {},
    ...(setup.confirm && { confirm: setup.confirm }),
    openImports: async (privateHosts) => ({
      files,
      download: setup.openDownloads?.(privateHosts) ?? refused('nothing was to be downloaded'),
      async write(uri, text) {
        fileSystem.files.set(uri, text);
        written[uri.slice(fixtureRoot.length)] = text;
      },
      today: '2026-11-28',
    }),
    ...(setup.stages && { stages: setup.stages }),
    ...(setup.tellIfInterrupted && { tellIfInterrupted: setup.tellIfInterrupted }),
    ...(setup.sendIfInterrupted && { sendIfInterrupted: setup.sendIfInterrupted }),
    ...(setup.probe && { probe: setup.probe }),
    ...(setup.quarantined && { quarantined: setup.quarantined }),
    ...(setup.spent !== undefined && { spent: setup.spent }),
    ...(setup.whyFull && { whyFull: setup.whyFull }),
    openLineParser: async (threads) => ({
      atOnce: threads,
      parse: async (lines) => structuredClone(parsePart(lines)),
      end() {},
    }),
    ...(setup.recorded && { judgeFiles: judgeFilesIn(fileSystem, setup.recorded) }),
  };
  const code = await run(typeof args === 'string' ? splitArguments(args) : args, io);
  const after = [...fileSystem.files].map(([uri, text]) => [uri.slice(fixtureRoot.length), text] as const);
  return { code, ...outputs, progress, written, files: new Map(after), journal: staging.journal };
}

function refused(message: string): () => Promise<never> {
  return async () => {
    throw new Error(message);
  };
}

/** As threads do, with what they send. */
function judgeFilesIn(fileSystem: InMemoryFileSystem, recorded: Set<string>): JudgeFiles {
  return async ({ data, named, given, ...request }) => {
    const nothing = async () => new Uint8Array();
    const io = { cwd: '/workspace', fileSystem, readStdin: nothing, readPipe: nothing };
    const workspace = await Workspace.open(io, structuredClone(given));
    workspace.name(named);
    const records = new Map<string, UnitRecord>();
    for (const uri of data) {
      const record = await workspace.judge(uri, request);
      if (record === undefined) continue;
      records.set(uri, structuredClone(record));
      recorded.add(uri.slice(fixtureRoot.length));
    }
    return records;
  };
}

/** A file counts as renamed when another one with its text is gone. */
function revisionInMemory(
  name: string,
  before: readonly { readonly uri: string; readonly text: string }[],
  { files: now }: Pick<InMemoryFileSystem, 'files'>,
): Revision {
  const then = new Map(before.map(({ uri, text }) => [uri, text]));
  const all = [...new Set([...then.keys(), ...now.keys()])];
  const removed = new Set([...then.keys()].filter((uri) => !now.has(uri)));
  const added = [...now.keys()].filter((uri) => !then.has(uri));
  return {
    name,
    files: new Map([...then.keys()].map((uri) => [uri, {}])),
    changed: new Set(all.filter((uri) => then.get(uri) !== now.get(uri))),
    removed,
    renamed: new Map(
      added.flatMap((uri) => {
        const old = [...removed].find((each) => then.get(each) === now.get(uri));
        return old === undefined ? [] : [[uri, old]];
      }),
    ),
    read: async (uri) => ({ kind: 'text', text: then.get(uri)! }),
  };
}

function listFolder({ files }: InMemoryFileSystem, folderUri: string): Awaited<ReturnType<ListFolder>> {
  if (files.has(folderUri)) return 'noFolder';
  const below = [...files.keys()].filter((uri) => uri.startsWith(`${folderUri}/`));
  if (below.length === 0) return 'missing';
  return [...new Set(below.map((uri) => uri.slice(folderUri.length + 1).split('/', 1)[0]!))];
}

/** Keeps runs among the files. */
function runsIn({ files }: InMemoryFileSystem): CommandIo['runs'] {
  const runIn = (folderUri: string) => new RunInMemory(files, `${folderUri}/`);
  return {
    async open(folderUri) {
      if (files.has(folderUri)) throw new UserError(`${folderUri} is a file.`);
      return runIn(folderUri);
    },
    read: runIn,
  };
}

/** A folder that appears among the files when it is published. */
class InMemoryStaging implements Staging {
  journal: string;
  readonly #fileSystem: InMemoryFileSystem;
  readonly #fails: TestSetup['stagingFails'];
  readonly #texts = new Map<string, string>();
  #folder = '';
  #writes = 0;

  constructor(fileSystem: InMemoryFileSystem, { journal = '', stagingFails }: TestSetup) {
    this.#fileSystem = fileSystem;
    this.#fails = stagingFails;
    this.journal = journal;
  }

  open(folderUri: string): Staging {
    this.#folder = folderUri;
    return this;
  }

  async note(text: string): Promise<void> {
    this.journal += text;
  }

  async forget(): Promise<void> {
    this.journal = '';
  }

  async write(path: string, text: string): Promise<void> {
    if (this.#fails && this.#writes++ === this.#fails.after) throw new UserError(this.#fails.message);
    this.#texts.set(path, (this.#texts.get(path) ?? '') + text);
  }

  async publish(): Promise<void> {
    const { files } = this.#fileSystem;
    for (const uri of files.keys()) if (uri.startsWith(`${this.#folder}/`)) files.delete(uri);
    for (const [path, text] of this.#texts) files.set(`${this.#folder}/${path}`, text);
    this.journal = '';
  }

  async abandon(): Promise<void> {
    this.#texts.clear();
  }
}

/** Splits a command line into arguments. Single quotes keep spaces. */
function splitArguments(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
