import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { DocumentStore, Unreadable } from '../../workspace/project/documentStore.ts';
import type { FileText, FoundFiles } from '../../workspace/project/fileSystem.ts';

/** The documents that a caller gave, and no others: there is no folder around them. */
export class GivenDocuments implements DocumentStore {
  readonly #documents: ReadonlyMap<string, TurtleDocument>;

  constructor(documents: readonly TurtleDocument[]) {
    this.#documents = new Map(documents.map((document) => [document.uri, document]));
  }

  fileUri(uri: string): string {
    return uri;
  }

  async document(uri: string): Promise<TurtleDocument | Unreadable> {
    return this.#documents.get(uri) ?? { kind: 'unreadable', reason: 'missing', detail: 'it was not given' };
  }

  async text(): Promise<FileText> {
    return { kind: 'unreadable', reason: 'missing', detail: 'it was not given' };
  }

  async isForeign(): Promise<boolean> {
    return false;
  }

  parse(document: TurtleDocument): void {
    void document.errors;
  }

  async workspaceFiles(): Promise<readonly string[]> {
    return [];
  }

  async list(): Promise<FoundFiles> {
    return { uris: [], truncated: false };
  }

  isOpen(uri: string): boolean {
    return this.#documents.has(uri);
  }

  async liesUnder(): Promise<boolean> {
    return false;
  }

  async repositoryOf(): Promise<undefined> {
    return undefined;
  }
}
