import { IdleTimer } from '../../../base/idleTimer.ts';
import { isTurtleFile } from '../../../workspace/project/workspaceFiles.ts';
import type { WorkspaceValidation as Summary } from '../../protocol/editor/protocol.ts';
import type { ValidatedFile } from '../../protocol/methods/repairMethods.ts';
import type { Progress } from '../engines/watchdog.ts';
import type { Publisher } from './publisher.ts';

/** Changes on disk come in bursts; the pause after a burst, in ms. */
const pause = 500;

/** Validates these files, or the whole workspace, in an engine of its own. */
type ValidateFiles = (
  files: readonly string[] | undefined,
  signal: AbortSignal,
  progress: Progress,
) => Promise<readonly ValidatedFile[]>;

/**
 * The validation of files that are not open. It is started by the user, and then follows changes on disk. Open files are
 * validated elsewhere, as their users type.
 */
export class WorkspaceValidator {
  readonly #validateFiles: ValidateFiles;
  readonly #publisher: Pick<Publisher, 'reportClosed'>;
  readonly #log: (error: unknown) => void;
  /** The files that the validation of each file rests on. Undefined before the user has asked for any. */
  #dependencies: Map<string, ReadonlySet<string>> | undefined;
  readonly #changed = new Set<string>();
  readonly #ended = new AbortController();
  #running = 0;
  readonly #soon: IdleTimer;

  constructor(
    validateFiles: ValidateFiles,
    publisher: Pick<Publisher, 'reportClosed'>,
    log: (error: unknown) => void,
  ) {
    this.#validateFiles = validateFiles;
    this.#publisher = publisher;
    this.#log = log;
    this.#soon = new IdleTimer(pause, () => void this.#validateChanged());
  }

  /** Validates all files of the workspace. */
  async validateAll(signal: AbortSignal, progress: Progress): Promise<Summary> {
    const known = new Set(this.#dependencies?.keys());
    const files = await this.#validate(undefined, signal, progress);
    for (const { uri } of files) known.delete(uri);
    // They are no longer there.
    for (const uri of known) this.#forget(uri);
    const severities = { violation: 0, warning: 0, info: 0 };
    let [unchecked, undecided, syntaxErrors] = [0, 0, 0];
    for (const { uri, status, diagnostics } of files) {
      syntaxErrors += (diagnostics[uri] ?? []).filter(({ code }) => code === 'syntax').length;
      const verdict = status?.isShapesFile ? 'nothingToCheck' : (status?.verdict ?? 'undecided');
      if (verdict === 'unlinked' || verdict === 'nothingToCheck') unchecked++;
      if (verdict === 'undecided') undecided++;
      severities.violation += status?.severities.violation ?? 0;
      severities.warning += status?.severities.warning ?? 0;
      severities.info += status?.severities.info ?? 0;
    }
    return { files: files.length, unchecked, undecided, syntaxErrors, severities };
  }

  /** Whether a file is validated whenever something changes on disk that it rests on. */
  isFollowing(uri: string): boolean {
    return this.#dependencies?.has(uri) === true;
  }

  /** Revalidates files that rest on files changed on disk, and validates new ones. */
  filesChanged(uris: readonly string[], addedOrRemoved: boolean): void {
    if (!this.#dependencies) return;
    for (const [uri, dependsOn] of this.#dependencies) {
      if (addedOrRemoved || uris.some((changed) => changed === uri || dependsOn.has(changed)))
        this.#changed.add(uri);
    }
    if (addedOrRemoved) for (const uri of uris) if (isTurtleFile(uri)) this.#changed.add(uri);
    if (this.#changed.size > 0) this.#soon.interrupt();
  }

  /** Revalidates a file that is no longer open, because its text on disk counts now. */
  closed(uri: string): void {
    if (this.#dependencies?.has(uri)) this.filesChanged([uri], false);
  }

  dispose(): void {
    this.#dependencies = undefined;
    this.#ended.abort();
  }

  async #validateChanged(): Promise<void> {
    // One engine at a time is enough for work that nobody waits for.
    if (this.#running > 0) return this.#soon.interrupt();
    const files = [...this.#changed];
    this.#changed.clear();
    const { signal } = this.#ended;
    this.#running++;
    try {
      await this.#validate(files, signal, () => {});
    } catch (error) {
      if (!signal.aborted) this.#log(error);
    } finally {
      this.#running--;
    }
  }

  async #validate(
    files: readonly string[] | undefined,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<readonly ValidatedFile[]> {
    const found = await this.#validateFiles(files, signal, progress);
    this.#dependencies ??= new Map();
    for (const { uri, diagnostics, dependsOn } of found) {
      this.#dependencies.set(uri, new Set(dependsOn));
      this.#publisher.reportClosed(uri, diagnostics);
    }
    return found;
  }

  #forget(uri: string): void {
    this.#dependencies?.delete(uri);
    this.#publisher.reportClosed(uri, {});
  }
}
