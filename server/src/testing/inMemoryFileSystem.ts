import type {
  FileSystem,
  FileText,
  FoundFiles,
  ListBounds,
  StoredFile,
} from '../workspace/project/fileSystem.ts';
import { maxGlobLength } from '../workspace/project/glob.ts';
import { isAtOrBelow } from '../workspace/project/linkRoot.ts';
import { folderOf, matchesGlob, searchFrom } from '../workspace/project/uris.ts';

/** Files that exist only in a test. */
export class InMemoryFileSystem implements FileSystem {
  readonly files: Map<string, string>;
  /** The targets of the links. */
  readonly links = new Map<string, string>();
  /** The files of other users. */
  readonly foreign = new Set<string>();
  readonly readOnly = new Set<string>();

  readonly ignoresCase: boolean;

  constructor(files: Iterable<readonly [uri: string, text: string]>, { ignoresCase = false } = {}) {
    this.files = new Map(files);
    this.ignoresCase = ignoresCase;
  }

  async read(uri: string): Promise<FileText> {
    const text = this.files.get(uri) ?? this.#inAnyCase(uri);
    if (text !== undefined) return { kind: 'text', text };
    const isFolder = [...this.files.keys()].some((file) => file.startsWith(`${uri}/`));
    return { kind: 'unreadable', reason: isFolder ? 'directory' : 'missing', detail: uri };
  }

  /** What `open` of a file system does with large files, for any file. */
  async openStored(uri: string, bytesAtOnce: number): Promise<FileText | StoredFile> {
    const file = await this.read(uri);
    if (file.kind === 'unreadable') return file;
    const bytes = new TextEncoder().encode(file.text);
    return {
      kind: 'stored',
      stored: {
        size: bytes.length,
        read: async (position) => bytes.subarray(position, position + bytesAtOnce),
        readAgain: (start, end) => bytes.subarray(start, end),
      },
    };
  }

  async list(folderUri: string, glob: string, { files, root }: ListBounds): Promise<FoundFiles> {
    if (glob.length > maxGlobLength) {
      return {
        uris: [],
        truncated: false,
        incomplete: `the pattern has more than ${maxGlobLength} characters`,
      };
    }
    const { start, rest } = searchFrom(folderUri, glob);
    if (root !== undefined && !isAtOrBelow(start, root)) {
      return { uris: [], truncated: false, incomplete: `it leads out of ${root}` };
    }
    const uris = [...this.files.keys()]
      .filter((uri) => matchesGlob(start, rest, uri))
      .sort((a, b) => (a < b ? -1 : 1));
    return { uris: uris.slice(0, files), truncated: uris.length > files };
  }

  async liesUnder(uri: string, folderUri: string): Promise<boolean> {
    return isAtOrBelow(this.links.get(uri) ?? uri, folderUri);
  }

  async isForeign(uri: string): Promise<boolean> {
    return this.foreign.has(uri);
  }

  async isReadOnly(uri: string): Promise<boolean> {
    return this.readOnly.has(uri);
  }

  async repositoryOf(folderUri: string): Promise<string | undefined> {
    for (let folder = folderUri; ; folder = folderOf(folder)) {
      const marker = `${folder.replace(/\/$/, '')}/.git/`;
      if ([...this.files.keys()].some((uri) => uri.startsWith(marker))) return folder;
      if (folderOf(folder) === folder) return undefined;
    }
  }

  #inAnyCase(uri: string): string | undefined {
    if (!this.ignoresCase) return undefined;
    return [...this.files].find(([known]) => known.toLowerCase() === uri.toLowerCase())?.[1];
  }
}
