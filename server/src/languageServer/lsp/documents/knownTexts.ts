import { realpath } from 'node:fs/promises';
import { URI } from 'vscode-uri';
import { counted } from '../../../base/counted.ts';
import { nodeFileSystem } from '../../../platform/reading/fileSystem.ts';
import type { FileText } from '../../../workspace/project/fileSystem.ts';
import { isAtOrBelow } from '../../../workspace/project/linkRoot.ts';
import { folderOf, relativePath, resolvePath } from '../../../workspace/project/uris.ts';
import { isTurtleFile, turtleExtensions, withoutSuites } from '../../../workspace/project/workspaceFiles.ts';

/** The form of evidence: a presence, a share of nodes, or a degree of similarity. */
const bounds = { files: 5000, characters: 50_000_000 };

/** The texts of the Turtle files in some folders, as last read. */
export class KnownTexts {
  readonly #log: (message: string) => void;
  readonly #texts = new Map<string, string>();
  /** Files that existed when last looked for, and whose texts are not known. */
  readonly #unread = new Set<string>();
  #characters = 0;
  #isComplete: boolean = true;

  constructor(log: (message: string) => void) {
    this.#log = log;
  }

  /**
   * Whether a file was missing when last looked for. In doubt, false: where not all files were read, or where a link leads
   * to the file, which may have been there under another path.
   */
  async wasMissing(uri: string, folders: readonly string[]): Promise<boolean> {
    if (!this.#isComplete || this.#isKnown(uri)) return false;
    const folder = folders.find((each) => isAtOrBelow(uri, each));
    if (folder === undefined) return false;
    try {
      const [realFolder, real] = [await realUri(folder), await realUri(uri)];
      return relativePath(realFolder, real) === relativePath(folder, uri);
    } catch {
      return false;
    }
  }

  #isKnown(uri: string): boolean {
    if (this.#texts.has(uri) || this.#unread.has(uri)) return true;
    if (!nodeFileSystem.ignoresCase) return false;
    const name = uri.toLowerCase();
    return [...this.#texts.keys(), ...this.#unread].some((each) => each.toLowerCase() === name);
  }

  /** The entry of a file that exists, but whose text is not read. */
  setUnread(uri: string): void {
    if (!this.#texts.has(uri)) this.#unread.add(uri);
  }

  /** Reads the files of these folders, but for those of benchmark suites. */
  async read(folders: readonly string[]): Promise<void> {
    for (const folder of folders) {
      const { uris, truncated, incomplete } = await nodeFileSystem.list(folder, filesGlob, {
        files: bounds.files,
        root: folder,
      });
      if (truncated || incomplete !== undefined) this.#isComplete = false;
      const read = new Set(withoutSuites(uris));
      for (const uri of uris) {
        if (!read.has(uri)) this.setUnread(uri);
        if (!read.has(uri) || !isTurtleFile(uri)) continue;
        const file = await nodeFileSystem.read(uri, folder);
        if (file.kind === 'text') this.set(uri, file.text);
        else this.#isComplete = false;
      }
    }
    const limit = this.#isComplete ? '' : ', but not all that there are, so files that come are not judged';
    this.#log(`Changes on disk are judged from now on: ${counted(this.#texts.size, 'file')} read${limit}.`);
  }

  get(uri: string): string | undefined {
    return this.#texts.get(uri);
  }

  /** @param text undefined for a file that is gone. */
  set(uri: string, text: string | undefined): void {
    this.#characters -= this.#texts.get(uri)?.length ?? 0;
    this.#texts.delete(uri);
    this.#unread.delete(uri);
    if (text === undefined) return;
    const hasRoom = this.#texts.size < bounds.files && this.#characters + text.length <= bounds.characters;
    if (hasRoom) {
      this.#texts.set(uri, text);
      this.#characters += text.length;
    } else this.#isComplete = false;
  }

  /** Whether a file belongs to a benchmark suite, which violates its shapes on purpose. */
  async isOfSuite(uri: string, folders: readonly string[]): Promise<boolean> {
    for (const folder of [folderOf(uri), folderOf(folderOf(uri))]) {
      const suite = resolvePath(folder, 'suite.json');
      if ((await this.onDisk(suite, folders)).kind === 'text')
        return withoutSuites([uri, suite]).length === 0;
    }
    return false;
  }

  /** The text of a file now. */
  onDisk(uri: string, folders: readonly string[]): Promise<FileText> {
    return nodeFileSystem.read(
      uri,
      folders.find((folder) => isAtOrBelow(uri, folder)),
    );
  }
}

/** Files with names of Turtle files in any case, because changes of them are reported, and those that identify suites. */
const filesGlob = `**/{*.${turtleExtensions.map(inAnyCase).join(',*.')},suite.json}`;

function inAnyCase(name: string): string {
  return name.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

async function realUri(uri: string): Promise<string> {
  return URI.file(await realpath(URI.parse(uri).fsPath)).toString();
}
