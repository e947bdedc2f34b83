import { counted } from '../../../base/counted.ts';
import { nodeFileSystem } from '../../../platform/reading/fileSystem.ts';
import type { FileText } from '../../../workspace/project/fileSystem.ts';
import { isAtOrBelow } from '../../../workspace/project/linkRoot.ts';
import { folderOf, resolvePath } from '../../../workspace/project/uris.ts';
import { withoutSuites, workspaceGlob } from '../../../workspace/project/workspaceFiles.ts';

/** How much is kept in memory: files, and characters of all of them. */
const bounds = { files: 5000, characters: 50_000_000 };

/** The texts of the Turtle files in some folders, as they were read last. */
export class KnownTexts {
  readonly #log: (message: string) => void;
  readonly #texts = new Map<string, string>();
  #characters = 0;
  #isComplete: boolean = true;

  constructor(log: (message: string) => void) {
    this.#log = log;
  }

  /** False when there are files whose texts are not known, so that one without a text need not be new. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Reads the files of these folders, but for those of benchmark suites. */
  async read(folders: readonly string[]): Promise<void> {
    for (const folder of folders) {
      const { uris, truncated, incomplete } = await nodeFileSystem.list(folder, workspaceGlob, {
        files: bounds.files,
        root: folder,
      });
      if (truncated || incomplete !== undefined) this.#isComplete = false;
      for (const uri of withoutSuites(uris)) {
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
