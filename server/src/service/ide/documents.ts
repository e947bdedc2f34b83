import { isAbort } from '../../base/abort.ts';
import { lazy } from '../../base/lazy.ts';
import type { Rope } from '../../base/rope.ts';
import type { StoredText } from '../../base/storedText.ts';
import type { ReplacedRange } from '../../base/textChange.ts';
import type { LibrarySource, LoadContext } from '../../rdf/readers/placedDocument.ts';
import { libraryFormatOf, readWithLibrary, unreadDocument } from '../../rdf/readers/readWithLibrary.ts';
import type { LineParser } from '../../rdf/turtle/parsedPart.ts';
import {
  type FormatWithGraphs,
  type GraphChoice,
  graphsFormat,
  type TextFormat,
  textFormatOf,
} from '../../rdf/turtle/textFormat.ts';
import { type LibraryFormat, TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { WorkProbe } from '../../shacl/watch.ts';
import {
  type DocumentStore,
  isReadable,
  maxFilesPerGlob,
  type Unreadable,
} from '../../workspace/project/documentStore.ts';
import type { FileSystem, FileText, FoundFiles } from '../../workspace/project/fileSystem.ts';
import { isAtOrBelow, linkRoot } from '../../workspace/project/linkRoot.ts';
import { UriSpellings } from '../../workspace/project/uriSpellings.ts';
import { folderOf, hostOf, resolvePath } from '../../workspace/project/uris.ts';
import {
  importLockName,
  importsFolder,
  withoutSuites,
  workspaceGlob,
} from '../../workspace/project/workspaceFiles.ts';
import type { TakePart } from './readStored.ts';

/** In ms: a search for files that takes longer is not repeated at each keystroke. */
const slowListing = 200;

/** A single suite may have one file for each case. */
const maxFilesWithSuites = 100_000;

/**
 * All texts by uri: the editor's text of an open file, otherwise the text on disk, which is read once and kept until it
 * changes.
 */
export class Documents implements DocumentStore {
  readonly #fileSystem: FileSystem;
  readonly #probe: WorkProbe | undefined;
  readonly #onRead: OnRead | undefined;
  #takePart: TakePart | undefined;
  #openParser: (() => Promise<LineParser>) | undefined;
  readonly #spellings: UriSpellings;
  readonly #open = new Map<string, TurtleDocument>();
  /** The open texts that a library has yet to read. */
  readonly #unread = new Map<string, UnreadText>();
  /** The files that use a context from a file, by that file. */
  readonly #readers = new Map<string, Set<string>>();
  /** The editor's texts that are not RDF. */
  readonly #openTexts = new Map<string, OpenText>();
  readonly #textsOnDisk = new Map<string, Promise<FileText>>();
  readonly #foreign = new Map<string, Promise<boolean>>();
  readonly #onDisk = new Map<string, Promise<TurtleDocument | Unreadable>>();
  /** The documents among them that have been read. */
  readonly #read = new Map<string, TurtleDocument>();
  /** For files that globs found: the folder that must contain them when they are opened. */
  readonly #foundUnder = new Map<string, string>();
  /** Whether files are below folders by their real paths. */
  readonly #under = new Map<string, Promise<boolean>>();
  /** Read when a file names a context that no file was saved for. */
  readonly #shippedContexts = lazy(async () => (await this.#fileSystem.shippedContexts?.()) ?? {});
  readonly #repositories = new Map<string, Promise<string | undefined>>();
  /** The results of globs, kept while the search runs and if it took long. */
  readonly #listings = new Map<string, Promise<FoundFiles>>();
  #graphs: GraphChoice | undefined;
  /** The formats of files whose names do not show them. */
  readonly #formats = new Map<string, GivenFormat>();
  #quarantined: ReadonlySet<string> = new Set();
  #folders: readonly string[] = [];
  #workspaceFiles: Promise<readonly string[]> | undefined;

  /**
   * @param probe is told which file is being read.
   * @param onRead is told how much of a large file has been read.
   */
  constructor(fileSystem: FileSystem, probe?: WorkProbe, onRead?: OnRead) {
    this.#fileSystem = fileSystem;
    this.#probe = probe;
    this.#onRead = onRead;
    this.#spellings = new UriSpellings(fileSystem.ignoresCase);
  }

  fileUri(uri: string): string {
    return this.#spellings.of(uri);
  }

  /** All uris that a file has been known by, the current one first. */
  spellings(uri: string): readonly string[] {
    return this.#spellings.all(uri);
  }

  /** Sets the keys of what to skip; files among them are not read. */
  setQuarantined(quarantined: ReadonlySet<string>): void {
    this.#quarantined = quarantined;
  }

  /** Selects graphs of N-Quads and TriG; by default, the union of all is used. Has to be called before anything is read. */
  chooseGraphs(graphs: GraphChoice): void {
    this.#graphs = graphs;
  }

  /**
   * Has the statements of large files taken part by part: documents lack the statements that were taken, and memory does
   * not grow with the file.
   */
  takeParts(take: TakePart): void {
    this.#takePart = take;
  }

  /** Has parts of large files of lines parsed elsewhere. */
  divideLines(openParser: () => Promise<LineParser>): void {
    this.#openParser = openParser;
  }

  /** Reads a file as a format whatever its name. */
  setFormat(uri: string, format: GivenFormat): void {
    this.#formats.set(uri, format);
  }

  setFolders(folders: readonly string[]): void {
    this.#folders = folders;
    this.#workspaceFiles = undefined;
    this.#repositories.clear();
    this.#under.clear();
    this.#listings.clear();
  }

  /**
   * Receives a text from the editor. The file is known by the editor's uri from now on. A text that a library reads states
   * nothing until `document` has been asked for it.
   *
   * @param change the edit that led from the open file's previous text to this one, if known.
   */
  open(given: string, version: number, text: string | Rope, change?: ReplacedRange): TurtleDocument {
    const uri = this.#spellings.prefer(given);
    const before = this.#open.get(uri);
    const source = { uri, version, text };
    const format = this.#libraryFormatOf(uri, text.slice(0, headLength));
    this.#stopReading(uri);
    this.#openTexts.delete(uri);
    this.#forgetReaders(uri);
    if (format) return this.#openUnread(unreadDocument(format, source));
    const document = before?.isTurtle
      ? before.changed(version, text, change)
      : TurtleDocument.as(this.#formatOf(uri), source);
    this.#open.set(uri, document);
    return document;
  }

  /** Reads the text of an open document when it is asked for. */
  #openUnread({ uri, version, rope: text, libraryFormat }: TurtleDocument): TurtleDocument {
    const document = unreadDocument(libraryFormat!, { uri, version, text });
    this.#stopReading(uri);
    this.#unread.set(uri, { document, controller: new AbortController(), reading: undefined });
    this.#open.set(uri, document);
    return document;
  }

  /** Receives the whole text of a file in any format. */
  async openWhole(given: string, version: number, text: string): Promise<void> {
    const uri = this.#spellings.prefer(given);
    this.#open.set(uri, await this.#parsed({ uri, version, text }));
  }

  /** Uses a text that stays where it is stored as that of an open file. Returns the reason if it can't be read. */
  async openStored(uri: string, stored: StoredText): Promise<Unreadable | undefined> {
    const document = await this.#readStored(uri, stored);
    if (!isReadable(document)) return document;
    this.#open.set(uri, document);
    return undefined;
  }

  /** Does not read a file, which is named with the reason wherever it is used. */
  leaveOut(uri: string, why: Unreadable): void {
    this.#onDisk.set(uri, Promise.resolve(why));
  }

  /** Receives a text from the editor that is not RDF. */
  openText(uri: string, version: number, text: string): void {
    this.#forgetReaders(uri);
    this.#openTexts.set(uri, { version, file: { kind: 'text', text } });
  }

  close(uri: string): void {
    this.#stopReading(uri);
    for (const readers of this.#readers.values()) readers.delete(uri);
    this.#open.delete(uri);
    this.#openTexts.delete(uri);
    this.#forget(uri);
  }

  /** True when a file is open, or has been asked for and kept. */
  isHeld(uri: string): boolean {
    return this.#open.has(uri) || this.#onDisk.has(uri);
  }

  /** Forgets the text of a file that is not needed soon. */
  release(uri: string): void {
    this.#onDisk.delete(uri);
    this.#read.delete(uri);
  }

  /** Forgets a file's contents and the lists of files. */
  changedOnDisk(uri: string): void {
    this.#forget(uri);
    this.#workspaceFiles = undefined;
    this.#repositories.clear();
    this.#under.clear();
    this.#listings.clear();
  }

  /** Forgets a file's contents if the disk has different ones, even without a notification. @returns whether it has. */
  async noticeChange(uri: string): Promise<boolean> {
    if (this.isOpen(uri) || !this.#onDisk.has(uri)) return false;
    const file = await this.#fileSystem.read(uri, this.#foundUnder.get(uri));
    if (file.kind === 'text' && file.text === this.#read.get(uri)?.text) return false;
    this.changedOnDisk(uri);
    return true;
  }

  opened(uri: string): TurtleDocument | undefined {
    return this.#open.get(uri);
  }

  /** The version of an open text of any kind. */
  versionOf(uri: string): number | undefined {
    return (this.#open.get(uri) ?? this.#openTexts.get(uri))?.version;
  }

  /** True for an open text that a library has still to read. */
  isUnread(uri: string): boolean {
    return this.#unread.has(uri);
  }

  /** An open text that is not RDF. */
  openedText(uri: string): string | undefined {
    return this.#openTexts.get(uri)?.file.text;
  }

  isOpen(uri: string): boolean {
    return this.#open.has(uri);
  }

  text(uri: string): Promise<FileText> {
    const open = this.#openTexts.get(uri);
    if (open) return Promise.resolve(open.file);
    let reading = this.#textsOnDisk.get(uri);
    if (!reading) {
      reading = this.#fileSystem.read(uri);
      this.#textsOnDisk.set(uri, reading);
    }
    return reading;
  }

  isForeign(uri: string, besideUri: string): Promise<boolean> {
    // All files of a folder are assumed to have the owner of one of them, so that the disk is asked once for each folder.
    const key = `${folderOf(besideUri)} ${uri}`;
    let answer = this.#foreign.get(key);
    if (!answer) {
      answer = this.#fileSystem.isForeign(uri, besideUri);
      this.#foreign.set(key, answer);
    }
    return answer;
  }

  isReadOnly(uri: string): Promise<boolean> {
    return this.#fileSystem.isReadOnly(uri);
  }

  liesUnder(uri: string, folderUri: string): Promise<boolean> {
    const key = `${folderUri} ${uri}`;
    let answer = this.#under.get(key);
    if (!answer) {
      answer = this.#fileSystem.liesUnder(uri, folderUri);
      this.#under.set(key, answer);
    }
    return answer;
  }

  /** All documents in memory. */
  held(): readonly TurtleDocument[] {
    return [...this.#open.values(), ...this.#read.values()];
  }

  openUris(): readonly string[] {
    return [...this.#open.keys()];
  }

  async document(uri: string): Promise<TurtleDocument | Unreadable> {
    const unread = this.#unread.get(uri);
    if (unread) return this.#readOpen(uri, unread);
    const open = this.#open.get(uri);
    if (open) return open;
    if (this.#quarantined.has(fileReadKey(uri))) return givenUp;
    let reading = this.#onDisk.get(uri);
    if (!reading) {
      reading = this.#readFile(uri);
      this.#onDisk.set(uri, reading);
      void this.#keep(uri, reading);
    }
    return reading;
  }

  parse(document: TurtleDocument): void {
    this.#reading(document.uri, document.rope.length)(() => void document.errors);
  }

  /** Does a part of reading a file, under a name by which an observer sees where it is stuck. */
  #reading(uri: string, length: number): (work: () => void) => void {
    const number = this.#probe?.numberOfWork(fileReadKey(uri), fileReadWeight(length));
    return (work) => {
      const before = number === undefined ? 0 : this.#probe!.enter(number);
      try {
        work();
      } finally {
        this.#probe?.leave(before);
      }
    };
  }

  workspaceFiles(): Promise<readonly string[]> {
    this.#workspaceFiles ??= Promise.all(this.#folders.map((folder) => this.#turtleFiles(folder))).then(
      (lists) => lists.flat(),
    );
    return this.#workspaceFiles;
  }

  list(folderUri: string, glob: string, root: string | undefined): Promise<FoundFiles> {
    const key = [folderUri, glob, root].join(' ');
    let listing = this.#listings.get(key);
    if (!listing) {
      listing = this.#listUnder(folderUri, glob, maxFilesPerGlob, root);
      this.#listings.set(key, listing);
      void this.#keepListing(key, listing);
    }
    return listing;
  }

  repositoryOf(folderUri: string): Promise<string | undefined> {
    let repository = this.#repositories.get(folderUri);
    if (!repository) {
      repository = this.#fileSystem.repositoryOf(folderUri);
      this.#repositories.set(folderUri, repository);
    }
    return repository;
  }

  async #turtleFiles(folderUri: string): Promise<readonly string[]> {
    const repositoryOf = (folder: string) => this.repositoryOf(folder);
    const root = await linkRoot(folderUri, { workspaceFolders: this.#folders, repositoryOf });
    const { uris } = await this.#listUnder(folderUri, workspaceGlob, maxFilesWithSuites, root);
    return withoutSuites(uris).slice(0, maxFilesPerGlob);
  }

  async #listUnder(
    folderUri: string,
    glob: string,
    files: number,
    root: string | undefined,
  ): Promise<FoundFiles> {
    const found = await this.#fileSystem.list(folderUri, glob, {
      files,
      ...(root !== undefined && { root }),
    });
    const uris = found.uris.map((uri) => this.fileUri(uri));
    if (root !== undefined) for (const uri of uris) this.#foundUnder.set(uri, root);
    return { ...found, uris };
  }

  async #readOpen(uri: string, unread: UnreadText): Promise<TurtleDocument | Unreadable> {
    const { document, controller } = unread;
    const { version, text } = document;
    unread.reading ??= this.#parsed({ uri, version, text }, controller.signal);
    try {
      const read = await unread.reading;
      if (this.#unread.get(uri) === unread) {
        this.#unread.delete(uri);
        this.#open.set(uri, read);
      }
    } catch (error) {
      if (!isAbort(error, controller.signal)) throw error;
    }
    // In the meantime a newer text may have arrived, or the file may have been closed.
    return this.document(uri);
  }

  #stopReading(uri: string): void {
    this.#unread.get(uri)?.controller.abort();
    this.#unread.delete(uri);
  }

  async #readFile(uri: string): Promise<TurtleDocument | Unreadable> {
    const under = this.#foundUnder.get(uri);
    const file = await (this.#fileSystem.open?.(uri, under) ?? this.#fileSystem.read(uri, under));
    switch (file.kind) {
      case 'text':
        return this.#parsed({ uri, version: 0, text: file.text });
      case 'stored':
        return this.#readStored(uri, file.stored);
      case 'unreadable':
        return file;
    }
  }

  async #readStored(uri: string, stored: StoredText): Promise<TurtleDocument | Unreadable> {
    const { readStored, storedText } = await import('./readStored.ts');
    const part = this.#reading(uri, stored.size);
    const onRead = (bytes: number) => this.#onRead?.(uri, bytes, stored.size);
    const head = new TextDecoder().decode(await stored.read(0));
    if (!this.#libraryFormatOf(uri, head))
      return readStored({ uri, format: this.#formatOf(uri), stored }, part, onRead, {
        take: this.#takePart,
        openParser: this.#openParser,
      });
    const text = await storedText(stored, part, onRead);
    return typeof text === 'string' ? this.#parsed({ uri, version: 0, text }) : text;
  }

  async #parsed(source: LibrarySource, signal?: AbortSignal): Promise<TurtleDocument> {
    const { uri, text } = source;
    const format = this.#libraryFormatOf(uri, text);
    if (!format) return TurtleDocument.as(this.#formatOf(uri), source);
    const load: LoadContext = (iri) => this.#context(iri, uri);
    return readWithLibrary(format, { ...source, graphs: this.#graphs }, load, signal);
  }

  #formatOf(uri: string): TextFormat | undefined {
    const given = this.#formats.get(uri);
    return given && hasGraphs(given) ? graphsFormat(given, this.#graphs) : textFormatOf(uri, this.#graphs);
  }

  #libraryFormatOf(uri: string, text: string): LibraryFormat | undefined {
    const given = this.#formats.get(uri);
    if (given === undefined) return libraryFormatOf(uri, text);
    return hasGraphs(given) ? undefined : given;
  }

  /**
   * The context that a JSON-LD file names: from a file beside it or below an open folder, from the file saved for its
   * address, or as bundled with the program.
   */
  async #context(iri: string, from: string): ReturnType<LoadContext> {
    const folders = [folderOf(from), ...this.#folders];
    const given = iri.startsWith('file:') ? iri : await this.#savedContext(iri, from);
    if (given === undefined) {
      const shipped = await this.#shippedContexts();
      return Object.hasOwn(shipped, iri)
        ? { text: JSON.stringify(shipped[iri]) }
        : { problem: 'nothing is fetched' };
    }
    // Windows sends the name of its user to a computer from which a file is requested.
    if (hostOf(given) !== hostOf(from)) return { problem: 'nothing is fetched' };
    const isNear = await Promise.all(folders.map((folder) => this.liesUnder(given, folder)));
    if (!isNear.includes(true)) return { problem: 'nothing is fetched' };
    const text = await this.#readFor(from, given);
    return text === undefined ? { problem: 'the file cannot be read' } : { text };
  }

  /** The file that was downloaded for the address of a context, below a folder that a file is in. */
  async #savedContext(iri: string, from: string): Promise<string | undefined> {
    const { readImportLock } = await import('../../workspace/project/importLock.ts');
    for (const folder of this.#folders.filter((each) => isAtOrBelow(from, each))) {
      const imports = resolvePath(folder, importsFolder);
      const lock = await this.#readFor(from, resolvePath(imports, importLockName));
      const reading = lock === undefined ? undefined : readImportLock(lock);
      const found = reading?.kind === 'read' && reading.value.find((each) => each.iri === iri);
      if (found) return resolvePath(imports, found.file);
    }
    return undefined;
  }

  /**
   * The text of a file with which another one is read, which is read again when it changes; undefined where there is none.
   */
  async #readFor(from: string, uri: string): Promise<string | undefined> {
    const readers = this.#readers.get(uri);
    if (readers) readers.add(from);
    else this.#readers.set(uri, new Set([from]));
    const open = this.#open.get(uri);
    if (open) return open.text;
    const file = await this.text(uri);
    return file.kind === 'text' ? file.text : undefined;
  }

  async #keep(uri: string, reading: Promise<TurtleDocument | Unreadable>): Promise<void> {
    const document = await reading;
    // The file may have been forgotten or read again in the meantime.
    if (isReadable(document) && this.#onDisk.get(uri) === reading) this.#read.set(uri, document);
  }

  /** A quick search is repeated the next time; the result of a slow one is kept until the disk changes. */
  async #keepListing(key: string, listing: Promise<FoundFiles>): Promise<void> {
    const start = performance.now();
    const found = await listing.catch(() => undefined);
    const isSlow = found && (found.incomplete !== undefined || performance.now() - start > slowListing);
    if (!isSlow && this.#listings.get(key) === listing) this.#listings.delete(key);
  }

  /** The files from which JSON-LD files took their contexts. */
  contextsOf(uris: Iterable<string>): readonly string[] {
    const asked = [...uris];
    return [...this.#readers]
      .filter(([, readers]) => asked.some((uri) => readers.has(uri)))
      .map(([iri]) => iri);
  }

  /** Marks the files that took their context from a file to be read again. */
  #forgetReaders(uri: string): void {
    for (const reader of this.#readers.get(uri) ?? []) {
      const open = this.#open.get(reader);
      if (open) this.#openUnread(open);
      this.release(reader);
    }
  }

  #forget(uri: string): void {
    this.#forgetReaders(uri);
    this.#textsOnDisk.delete(uri);
    this.#foreign.clear();
    this.#onDisk.delete(uri);
    this.#read.delete(uri);
    this.#foundUnder.delete(uri);
  }
}

/** Receives how many bytes of a file have been read. May throw, which ends reading it. */
export type OnRead = (uri: string, bytes: number, size: number) => void;

/** The formats, besides Turtle, that a file can be declared to have. */
export type GivenFormat = FormatWithGraphs | LibraryFormat;

function hasGraphs(format: GivenFormat): format is FormatWithGraphs {
  return format === 'N-Quads' || format === 'TriG';
}

/** Longer than anything before the root element, by which XML texts are recognised. */
const headLength = 1000;

interface UnreadText {
  /** It states nothing. */
  readonly document: TurtleDocument;
  readonly controller: AbortController;
  reading: Promise<TurtleDocument> | undefined;
}

interface OpenText {
  readonly version: number;
  readonly file: Extract<FileText, { readonly kind: 'text' }>;
}

const givenUp: Unreadable = {
  kind: 'unreadable',
  reason: 'failed',
  detail: 'reading it took too long or too much memory. Look for unusual content, or split the file',
};

/** The key of reading a file; if reading does not end, the file is skipped by this key. */
function fileReadKey(uri: string): string {
  return `reading ${uri}`;
}

/** Whether a key belongs to reading a file. */
export function isFileRead(key: string): boolean {
  return key.startsWith(fileReadKey(''));
}

/** How many constraint budgets reading a text may take, by its length. */
function fileReadWeight(length: number): number {
  return Math.max(1, Math.ceil(length / lengthPerBudget));
}

/** A text of this length is read well within the budget of a constraint, even on a slow machine. */
const lengthPerBudget = 5_000_000;
