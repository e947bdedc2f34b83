/**
 * Judges small files in the first thread, because starting another one takes longer than they do. Nobody watches this
 * thread, so anything that could block it ends the attempt, before anything is printed or done that can't be repeated:
 * texts that are long in total, searches for files except in a small repository whose index is read, patterns that may take
 * forever, queries, rules, and time. The command then begins again in a thread that is watched (`watchedRun.ts`).
 */

import { patience } from '../../platform/reading/ioGuard.ts';
import { compileRegex } from '../../rdf/literals/xpathRegex.ts';
import { isFileRead } from '../../service/ide/documents.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import { isPathWork, type WorkProbe } from '../../shacl/watch.ts';
import type { FileSystem, FileText } from '../../workspace/project/fileSystem.ts';
import { runCommandLine } from '../commandLine.ts';
import type { ExitCode, ProgramIo, RawOutput } from '../io.ts';
import { uriOf } from '../output/paths.ts';

/** The maximum total length of all texts, in bytes, or in UTF-16 code units once they have been read. */
const longestTexts = 64 * 1024;

/** The maximum number of files in a repository whose index is read, and of files that a search may find. */
const mostFiles = 500;

/** The maximum number of steps along paths of several steps, which take a tenth of a second. */
const mostSteps = 2_000_000;

/**
 * The maximum CPU time of the process from the first constraint on, in ms: on a busy machine, elapsed time says little
 * about the amount of work.
 */
const longestTime = 300;

/** Options that need no other engine, store, program or file to write to. */
const plainOptions =
  /^(?:--shapes|-s|--context|--format|-f|--quiet|-q|--no-color|--allow|--fail-on|--exit-zero|--staged)(?:=|$)/;

/**
 * Runs a command line like `runCommandLine`, if that takes little time; otherwise it returns undefined without having done
 * anything.
 */
export async function briefRun(args: readonly string[], io: ProgramIo): Promise<ExitCode | undefined> {
  if (args[0] !== 'validate' || args.some((arg) => arg.startsWith('-') && !plainOptions.test(arg)))
    return undefined;
  const files = io.openFileSystem(longestTexts);
  const isStaged = args.includes('--staged');
  if (!isStaged) for (const arg of args.slice(1)) if (await isLong(arg, files, io.cwd)) return undefined;
  const limits = new Limits();
  const refuse = () => limits.exceed();
  const printed: { readonly to: 'stdout' | 'stderr'; readonly text: string }[] = [];
  const kept = (to: 'stdout' | 'stderr'): RawOutput => ({
    isTTY: io[to].isTTY ?? false,
    columns: io[to].columns || 80,
    write: (text) => void printed.push({ to, text }),
  });
  const code = await runCommandLine(args, {
    ...io,
    stdout: kept('stdout'),
    stderr: kept('stderr'),
    progress: { write() {} },
    probe: limits,
    fileSystem: limited(files, limits, isStaged),
    async openIndex(folder) {
      const index = await io.openIndex(folder);
      if (index.files.size > mostFiles) refuse();
      return { ...index, read: async (uri) => limits.counted(await index.read(uri)) };
    },
    readStdin: refuse,
    readPipe: refuse,
    writeFile: refuse,
    writeBytes: refuse,
    openReport: refuse,
    openStaging: refuse,
    openStore: refuse,
  });
  if (limits.isStuck) io.stuck?.();
  if (limits.isExceeded) return undefined;
  for (const { to, text } of printed) {
    io[to].write(text);
    await io[to].drained?.();
  }
  return code;
}

/**
 * Whether an argument names a folder or a long file: in that case, the validator need not be loaded to know that it takes
 * long.
 */
async function isLong(arg: string, files: FileSystem, cwd: string): Promise<boolean> {
  if (arg.startsWith('-')) return false;
  const found = await files.read(uriOf(cwd, arg));
  return found.kind === 'unreadable' && ['directory', 'pipe', 'tooLarge'].includes(found.reason);
}

/**
 * Ends the attempt at a constraint, with an error. The reading of files only records that the attempt is in vain, because
 * reading must not fail.
 */
class Limits implements WorkProbe {
  #began: { readonly at: number; readonly cpu: NodeJS.CpuUsage } | undefined;
  #length = 0;
  #steps = 0;
  isExceeded = false;
  /** Whether waiting for a drive timed out, which may keep blocking a thread of the process. */
  isStuck = false;

  exceed(): never {
    this.isExceeded = true;
    throw new Error('This takes a thread that is watched.');
  }

  /** A text, unless it is too much. */
  counted(text: FileText): FileText {
    if (text.kind === 'text') this.#length += text.text.length;
    else if (text.reason === 'tooLarge' || text.reason === 'pipe') this.isExceeded = true;
    if (this.#length > longestTexts) this.isExceeded = true;
    return this.isExceeded ? { kind: 'unreadable', reason: 'failed', detail: '' } : text;
  }

  numberOf(constraint: Constraint): number {
    if (this.isExceeded || constraint.kind === 'sparql' || mayHang(constraint)) this.exceed();
    return constraintNumber;
  }

  /** The probe's number for reading a file or following a path; only rules are other work with a key. */
  numberOfWork(key: string): number {
    return isFileRead(key) || isPathWork(key) ? constraintNumber + 1 : this.exceed();
  }

  /** Each step takes some dozen ns: a path of many closures takes seconds where nodes are densely linked. */
  walked(steps: number): void {
    this.#steps += steps;
    if (this.#steps > mostSteps) this.exceed();
  }

  queries(): void {
    this.exceed();
  }

  enter(number: number): number {
    if (number === constraintNumber && (this.isExceeded || this.#isLate())) this.exceed();
    return 0;
  }

  #isLate(): boolean {
    this.#began ??= { at: performance.now(), cpu: process.cpuUsage() };
    if (performance.now() - this.#began.at <= longestTime) return false;
    const { user, system } = process.cpuUsage(this.#began.cpu);
    return user + system > longestTime * 1000;
  }

  leave(): void {}

  step(): void {}

  about(): this {
    return this;
  }
}

const constraintNumber = 1;

/** Whether a pattern may take forever, after `loadEnginesFor`, on the longest text that can occur. */
function mayHang(constraint: Constraint): boolean {
  if (constraint.kind !== 'pattern') return false;
  const reading = compileRegex(constraint.pattern, constraint.flags);
  return reading.kind === 'regex' && reading.mayHang(longestTexts) !== undefined;
}

/** A file system of which only short files are read. Where searching is not allowed, a search ends the attempt. */
function limited(files: FileSystem, limits: Limits, maySearch: boolean): FileSystem {
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const begin = performance.now();
    const found = await work;
    if (performance.now() - begin >= patience) limits.isStuck = true;
    return found;
  };
  return {
    ignoresCase: files.ignoresCase,
    async read(uri, under) {
      return limits.counted(await timed(files.read(uri, under)));
    },
    async list(folderUri, glob, bounds) {
      const found = maySearch ? await timed(files.list(folderUri, glob, bounds)) : undefined;
      if (found !== undefined && found.uris.length <= mostFiles) return found;
      limits.isExceeded = true;
      return { uris: [], truncated: false };
    },
    liesUnder: (uri, folderUri) => timed(files.liesUnder(uri, folderUri)),
    isForeign: (uri, besideUri) => timed(files.isForeign(uri, besideUri)),
    isReadOnly: (uri) => timed(files.isReadOnly(uri)),
    repositoryOf: (folderUri) => timed(files.repositoryOf(folderUri)),
    shippedContexts: async () => (await files.shippedContexts?.()) ?? {},
  };
}
