import type { FileSystem, FileText } from '../project/fileSystem.ts';
import { matchesGlob, resolvePath } from '../project/uris.ts';

/** Files that exist only in a test. */
export class InMemoryFileSystem implements FileSystem {
  readonly files: Map<string, string>;

  constructor(files: Iterable<readonly [uri: string, text: string]>) {
    this.files = new Map(files);
  }

  async read(uri: string): Promise<FileText> {
    const text = this.files.get(uri);
    if (text === undefined) return { kind: 'unreadable', reason: 'missing', detail: uri };
    return { kind: 'text', text };
  }

  async list(folderUri: string, glob: string, limit: number) {
    const upwards = /^(?:\.\.\/)*/.exec(glob)![0];
    const folder = upwards ? resolvePath(folderUri, upwards) : folderUri;
    const uris = [...this.files.keys()]
      .filter((uri) => matchesGlob(folder, glob.slice(upwards.length), uri))
      .sort((a, b) => (a < b ? -1 : 1));
    return { uris: uris.slice(0, limit), truncated: uris.length > limit };
  }
}
