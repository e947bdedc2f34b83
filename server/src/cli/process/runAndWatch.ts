import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { URI } from 'vscode-uri';
import { counted } from '../../base/counted.ts';
import { pathSearches } from '../../platform/watch/diskSnapshot.ts';
import { DiskWatcher } from '../../platform/watch/diskWatcher.ts';
import type { ExitCode, ProgramIo, RunDependencies } from '../io.ts';
import { cleanOutput } from '../output/cleanOutput.ts';
import { displayPath, uriOf } from '../output/paths.ts';

/** Runs a command line to its end. */
type Run = (args: readonly string[], io: ProgramIo) => Promise<ExitCode>;

/**
 * Runs a command, and again whenever a file that it depends on changes, comes or goes, until the process is interrupted.
 * Ends with the exit code of the last run. A command that reports no dependencies, for example because its arguments are
 * wrong, is run once.
 */
export async function runAndWatch(args: readonly string[], io: ProgramIo, run: Run): Promise<ExitCode> {
  const notes = cleanOutput(io.stderr);
  const interrupted = interruption();
  const changes = new Changes((message) => notes.write(`${message}\n`));
  let wanted: RunDependencies | undefined;
  try {
    for (;;) {
      const running = run(args, {
        ...io,
        dependsOn: (dependencies) => {
          wanted = dependencies;
        },
      });
      const code = await Promise.race([running, interrupted]);
      if (code === 'interrupted') {
        // The run is not waited for.
        io.stuck?.();
        return 2;
      }
      if (!wanted) return code;
      notes.write(`Watching ${counted(wanted.files.length, 'file')}; Ctrl-C ends.\n`);
      const changed = await Promise.race([changes.next(wanted), interrupted]);
      if (changed === 'interrupted') return code;
      const [first = '', ...others] = changed.map((file) => displayPath(io.cwd, uriOf(io.cwd, file)));
      notes.write(
        `\n${first}${others.length > 0 ? ` and ${counted(others.length, 'other')}` : ''} changed.\n`,
      );
    }
  } finally {
    changes.dispose();
  }
}

/** Resolves when the user ends the program. */
function interruption(): Promise<'interrupted'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve('interrupted'));
  });
}

/** The changes of files on disk since a run began. */
class Changes {
  readonly #watcher: DiskWatcher;
  #ignored = new Set<string>();
  #changed = new Set<string>();
  #tell: () => void = () => {};
  #alive: NodeJS.Timeout | undefined;

  constructor(warn: (message: string) => void) {
    this.#watcher = new DiskWatcher({
      changed: (paths) => {
        for (const file of paths) if (!this.#ignored.has(file)) this.#changed.add(file);
        if (this.#changed.size > 0) this.#tell();
      },
      limited: warn,
    });
  }

  /** The files that have changed, once there are some. */
  async next({ files, searches, writes }: RunDependencies): Promise<readonly string[]> {
    // At first, a new file is reported as a change of its folder.
    this.#ignored = new Set(
      writes.map((file) => path.resolve(file)).flatMap((file) => [file, path.dirname(file)]),
    );
    const locations = files.map((uri) => URI.parse(uri)).filter(({ scheme }) => scheme === 'file');
    const changed = new Promise<void>((resolve) => {
      this.#tell = resolve;
    });
    this.#watcher.set({ files: locations.map(({ fsPath }) => fsPath), searches: pathSearches(searches) });
    // The watcher does not keep the process alive.
    this.#alive = setInterval(() => {}, 60_000);
    await changed;
    clearInterval(this.#alive);
    // Programs take a moment to write several files.
    await sleep(settleTime);
    const found = [...this.#changed].toSorted((a, b) => (a < b ? -1 : 1));
    this.#changed.clear();
    return found;
  }

  dispose(): void {
    this.#watcher.dispose();
    clearInterval(this.#alive);
  }
}

/** In ms. */
const settleTime = 100;
