import { URI } from 'vscode-uri';
import { compressed } from '../../base/textBytes.ts';
import { UserError } from '../../base/userError.ts';
import { isWebAddress } from '../../base/webAddress.ts';
import { type PipedBytes, spooledText } from '../../platform/files/pipeSpool.ts';
import type { Documents, GivenFormat } from '../../service/ide/documents.ts';
import { isReadable } from '../../workspace/project/documentStore.ts';
import type { FileSearch, FoundFiles } from '../../workspace/project/fileSystem.ts';
import { isGlob } from '../../workspace/project/glob.ts';
import { matchesGlob, relativePath, searchFrom } from '../../workspace/project/uris.ts';
import { withoutSuites, workspaceGlob } from '../../workspace/project/workspaceFiles.ts';
import type { CommandIo } from '../io.ts';
import { displayPath, stdinUri, uriOf } from '../output/paths.ts';

export type ArgumentIo = Pick<CommandIo, 'cwd' | 'fileSystem' | 'probe' | 'readPipe' | 'readStdin'>;

/** The options that apply to the arguments of a command line. */
export interface ArgumentReading {
  /** The format of standard input and pipes; Turtle when undefined. */
  readonly pipeFormat: GivenFormat | undefined;
  /** Patterns of data files that are left out. */
  readonly exclude?: readonly string[] | undefined;
  /** The file whose text standard input has, as given. */
  readonly stdinFile?: string | undefined;
}

/** How many files an argument may stand for. */
const maxFiles = 100_000;

/**
 * The files that the arguments of a command line stand for: `-` is standard input, a folder stands for the Turtle files
 * in it, and a pattern that the shell did not expand for the files that it matches.
 */
export class ArgumentFiles {
  /** All files that arguments stood for so far. */
  readonly named = new Set<string>();
  /** The searches for them. */
  readonly searches: FileSearch[] = [];
  readonly #io: ArgumentIo;
  readonly #documents: Documents;
  readonly #reading: ArgumentReading;

  constructor(io: ArgumentIo, documents: Documents, reading: ArgumentReading) {
    this.#io = io;
    this.#documents = documents;
    this.#reading = reading;
  }

  /**
   * The URIs of data files, each once, without those that are excluded.
   * @throws UserError like `resolve`.
   */
  async resolveData(given: readonly string[]): Promise<readonly string[]> {
    const { exclude = [] } = this.#reading;
    const uris = await this.#resolve(
      given,
      (uri) => exclude.some((glob) => this.#matches(glob, uri)),
      given.length > 1,
    );
    if (uris.length === 0 && given.length > 0)
      throw new UserError(
        `--exclude ${exclude.join(' ')} leaves none of the files that ${given.join(', ')} matches.`,
      );
    return uris;
  }

  /**
   * The URIs of the files, each once.
   * @throws UserError when a folder or a pattern matches no file, or standard input can't be read.
   */
  async resolve(given: readonly string[]): Promise<readonly string[]> {
    return this.#resolve(given, () => false, false);
  }

  /** @param hasOthers whether a file that can't be unpacked is left to be named, so that the others are read. */
  async #resolve(
    given: readonly string[],
    isExcluded: (uri: string) => boolean,
    hasOthers: boolean,
  ): Promise<readonly string[]> {
    const all: string[] = [];
    for (const file of given)
      all.push(...(file === '-' ? [await this.#stdin()] : await this.#expand(file, hasOthers)));
    const uris = all.filter((uri) => !isExcluded(uri));
    const files = new Set(uris.map((uri) => this.#documents.fileUri(uri)));
    for (const uri of files) this.named.add(uri);
    return [...files];
  }

  /**
   * True when a pattern matches a file, or a folder that it is in; a pattern without a slash matches a name at any depth.
   */
  #matches(pattern: string, uri: string): boolean {
    const glob = pattern.replace(/\/$/, '');
    const { start, rest } = searchFrom(uriOf(this.#io.cwd, '.'), glob.includes('/') ? glob : `**/${glob}`);
    return matchesGlob(start, rest, uri) || matchesGlob(start, `${rest}/**`, uri);
  }

  async #expand(given: string, hasOthers: boolean): Promise<readonly string[]> {
    if (isWebAddress(given))
      throw new UserError(
        `'${given}' is an address, and files are read from disk only. 'shacl-repair validate' and 'repair' take the address of a SPARQL endpoint as --context.`,
      );
    const uri = uriOf(this.#io.cwd, given);
    if (isGlob(given)) return this.#matching(given, uri);
    const file = await this.#documents.document(uri);
    if (isReadable(file)) return [uri];
    if (file.reason === 'directory') return this.#inFolder(given, uri);
    if (file.reason === 'pipe') await this.#readPipe(uri);
    if (file.detail === compressed) await this.#unpack(uri, hasOthers);
    return [uri];
  }

  async #matching(given: string, uri: string): Promise<readonly string[]> {
    this.#io.probe?.step(`looking for files that match '${given}'`);
    const uris = whole(given, await this.#list(uriOf(this.#io.cwd, '.'), given));
    if (uris.length > 0) return uris;
    // The name of a file may look like a pattern.
    const file = await this.#io.fileSystem.read(uri);
    if (file.kind === 'text') return [uri];
    throw new UserError(
      `No file matches '${given}'. Correct the pattern; it is looked for from ${this.#io.cwd}.`,
    );
  }

  /** Leaves out hidden files and folders, and the copies of data and shapes in benchmark suites. */
  async #inFolder(given: string, uri: string): Promise<readonly string[]> {
    this.#io.probe?.step(`looking for Turtle and TriG files in '${given}'`);
    const found = withoutSuites(whole(given, await this.#list(uri, workspaceGlob)));
    const uris = found.filter((file) => !/(?:^|\/)\./.test(relativePath(uri, file) ?? ''));
    if (uris.length === 0)
      throw new UserError(
        `There is no Turtle or TriG file in the folder '${given}'. Other formats need a name or a pattern, such as '*.nq'.`,
      );
    return uris;
  }

  #list(folderUri: string, glob: string): Promise<FoundFiles> {
    this.searches.push({ folderUri, glob });
    return this.#io.fileSystem.list(folderUri, glob, { files: maxFiles });
  }

  /**
   * Takes the bytes of a pipe, or the unpacked bytes of a gzip file, as the text of the file; a shell's `<(…)` gives such a
   * pipe.
   */
  async #readPipe(uri: string): Promise<void> {
    const path = URI.parse(uri).fsPath;
    await this.#take(uri, await this.#io.readPipe(path), displayPath(this.#io.cwd, uri));
  }

  async #unpack(uri: string, hasOthers: boolean): Promise<void> {
    try {
      await this.#readPipe(uri);
    } catch (error) {
      if (!hasOthers || !(error instanceof UserError)) throw error;
      const { message } = error.cause instanceof Error ? error.cause : error;
      const detail = message.replace(/\.$/, '');
      this.#documents.leaveOut(uri, { kind: 'unreadable', reason: 'failed', detail });
    }
  }

  async #take(uri: string, bytes: PipedBytes, name: string): Promise<void> {
    const { pipeFormat } = this.#reading;
    if (pipeFormat) this.#documents.setFormat(uri, pipeFormat);
    if ('descriptor' in bytes) {
      const problem = await this.#documents.openStored(uri, spooledText(bytes));
      if (problem) throw new UserError(`${name} can't be read: ${problem.detail}.`);
      return;
    }
    await this.#documents.openWhole(uri, 0, decoded(bytes, name));
  }

  async #stdin(): Promise<string> {
    const { stdinFile } = this.#reading;
    const uri = stdinFile === undefined ? stdinUri(this.#io.cwd) : uriOf(this.#io.cwd, stdinFile);
    if (!this.#documents.opened(uri)) {
      await this.#take(uri, await this.#io.readStdin(), 'Standard input');
    }
    return uri;
  }
}

/** @throws UserError when the search did not find all: a verdict must not be about a part only. */
function whole(given: string, { uris, truncated, incomplete }: FoundFiles): readonly string[] {
  if (incomplete !== undefined) throw new UserError(`'${given}': ${incomplete}.`);
  if (truncated)
    throw new UserError(
      `'${given}' matches more than ${maxFiles.toLocaleString('en')} files. Give parts of it.`,
    );
  return uris;
}

function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${name} is not UTF-8 text. Save it as UTF-8, for example with iconv.`);
  }
}
