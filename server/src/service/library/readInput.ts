import { lazy } from '../../base/lazy.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { DocumentStore, Unreadable } from '../../workspace/project/documentStore.ts';
import type { FileText, FoundFiles } from '../../workspace/project/fileSystem.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import { Session } from '../ide/session.ts';
import { ShapesCache } from '../ide/unitGraphs.ts';
import type { Input, QuadLike, Source, TermLike, TurtleText } from './api.ts';
import { type ReadDataset, readDataset } from './readDataset.ts';
import { isDataset, isTurtleText, type ListedDatasets, listDatasets, sourcesOf } from './sources.ts';

/** The input in the given order. */
export interface GivenInput {
  readonly data: readonly ReadSource[];
  readonly shapes: readonly ReadSource[];
  readonly context: readonly ReadSource[];
}

/** What was given, read. */
export interface ReadInput extends GivenInput {
  readonly linked: LinkedUnit;
  readonly datasets: readonly ReadDataset[];
  /** The terms of datasets that are to be returned as given. */
  readonly givenTerms: ReadonlyMap<TermId, TermLike>;
  /** Holds what was made from the shapes. */
  readonly shapesCache: ShapesCache;
  /** When reading began. */
  readonly start: number;
}

/** Turtle or a dataset as a document. */
export interface ReadSource {
  /** Turtle, with its name here, or the quads of a dataset. */
  readonly given: TurtleText | readonly QuadLike[];
  /** Read when it is asked for. */
  readonly document: TurtleDocument;
  /** The same for a dataset; undefined for Turtle. */
  readonly dataset: ReadDataset | undefined;
}

/** Whether reading and validating may block the event loop for long. */
export function mayBlockEventLoop({ data, shapes, context }: GivenInput): boolean {
  const lengths = [...new Set([...data, ...shapes, ...context])].map(({ given }) =>
    'text' in given ? given.text.length : given.length * charactersOfQuad,
  );
  return lengths.reduce((sum, length) => sum + length, 0) > 50_000;
}

/** A quad takes about as long to read and to validate. */
const charactersOfQuad = 20;

/** Shapes and their context, read once for any number of data. */
export class ReadShapes {
  readonly #given: Pick<Input, 'shapes' | 'context'>;
  readonly #prefixes: Readonly<Record<string, string>>;
  #read: ReadSources | undefined;
  #generation = 0;
  #cache = new ShapesCache();

  /** @throws TypeError for what JavaScript can give and the types do not allow. */
  constructor({ shapes, context = noSources }: Pick<Input, 'shapes' | 'context'>, prefixes = noPrefixes) {
    this.#given = { shapes: sourcesOf(shapes, 'shapes'), context: sourcesOf(context, 'context') };
    this.#prefixes = prefixes;
  }

  /** What is to be read. */
  async given(data: Input['data'], signal: AbortSignal): Promise<GivenData> {
    const start = performance.now();
    const sources = sourcesOf(data, 'data');
    const known = [this.#given.shapes, this.#given.context!].flatMap((given) => sourcesOf(given, 'shapes'));
    const lists = await listDatasets([...sources, ...known], signal);
    const { reader, shapes, context } = this.#sources(lists);
    const dataReader = new SourceReader(reader.prefixes, lists, reader);
    return { data: dataReader.read(sources, 'data'), shapes, context, dataReader, start };
  }

  /** Reads data. Each text and each dataset is read once, even if it is given in several roles. */
  async withData({ data, shapes, context, dataReader, start }: GivenData): Promise<ReadInput> {
    const store = new GivenDocuments(dataReader.all.map(({ document }) => document));
    const uris = (sources: readonly ReadSource[]) => sources.map(({ document }) => document.uri);
    const session = new Session(store, () => ({ folders: [] }), this.#cache);
    const linked = await session.given({ data: uris(data), shapes: uris(shapes), context: uris(context) });
    const datasets = dataReader.all.flatMap(({ dataset }) => dataset ?? []);
    return {
      linked,
      data,
      shapes,
      context,
      datasets,
      givenTerms: new Map(datasets.flatMap(({ givenTerms }) => [...givenTerms])),
      shapesCache: this.#cache,
      start,
    };
  }

  /** They are read again if terms have got other ids since. */
  #sources(lists: ListedDatasets): ReadSources {
    if (this.#read && this.#generation === terms.generation) return this.#read;
    const reader = new SourceReader(new Map(Object.entries(this.#prefixes)), lists);
    this.#generation = terms.generation;
    this.#cache = new ShapesCache();
    this.#read = {
      reader,
      shapes: reader.read(sourcesOf(this.#given.shapes, 'shapes'), 'shapes'),
      context: reader.read(sourcesOf(this.#given.context!, 'context'), 'context'),
    };
    return this.#read;
  }
}

interface GivenData extends GivenInput {
  readonly dataReader: SourceReader;
  /** When reading began. */
  readonly start: number;
}

interface ReadSources {
  readonly reader: SourceReader;
  readonly shapes: readonly ReadSource[];
  readonly context: readonly ReadSource[];
}

/** Reads data without shapes. */
export function readData(
  data: Input['data'],
  prefixes: Readonly<Record<string, string>> = noPrefixes,
): readonly ReadSource[] {
  return new SourceReader(new Map(Object.entries(prefixes)), new Map()).read(sourcesOf(data, 'data'), 'data');
}

const noSources: readonly Source[] = [];
const noPrefixes: Readonly<Record<string, string>> = {};

/** The name of a text that was given without one. */
export function defaultUri(role: string, number = 1): string {
  return `file:///${nameOf(role, number)}.ttl`;
}

function nameOf(role: string, number: number): string {
  return number === 1 ? role : `${role}-${number}`;
}

class SourceReader {
  readonly prefixes: ReadonlyMap<string, string>;
  readonly #lists: ListedDatasets;
  /** By the text or the dataset itself. */
  readonly #read: Map<unknown, ReadSource>;
  readonly #texts: Map<string, ReadSource>;

  /** @param before has read what is not to be read again. */
  constructor(prefixes: ReadonlyMap<string, string>, lists: ListedDatasets, before?: SourceReader) {
    this.prefixes = prefixes;
    this.#lists = lists;
    this.#read = new Map(before ? before.#read : []);
    this.#texts = new Map(before ? before.#texts : []);
  }

  get all(): readonly ReadSource[] {
    return [...new Set(this.#read.values())];
  }

  read(sources: readonly Source[], role: string): readonly ReadSource[] {
    return sources.map((source, i) => {
      let read = this.#read.get(source);
      if (read === undefined) {
        read = this.#readSource(source, role, i + 1);
        this.#read.set(source, read);
      }
      return read;
    });
  }

  #readSource(source: Source, role: string, number: number): ReadSource {
    if (isDataset(source)) {
      const given = this.#lists.get(source) ?? [...source];
      const dataset = lazy(() => readDataset(nameOf(role, number), given, this.prefixes));
      return {
        given,
        get document() {
          return dataset().document;
        },
        get dataset() {
          return dataset();
        },
      };
    }
    const text = isTurtleText(source) ? source.text : source;
    const uri = (isTurtleText(source) ? source.uri : undefined) ?? defaultUri(role, number);
    return this.#textNamed(uri, text);
  }

  /** Another text of the same name gets a fragment, which does not matter to relative IRIs. */
  #textNamed(uri: string, text: string): ReadSource {
    for (let copy = 1; ; copy++) {
      const name = copy === 1 ? uri : `${uri}#${copy}`;
      const known = this.#texts.get(name);
      if (known && 'text' in known.given && known.given.text === text) return known;
      if (known) continue;
      const document = lazy(() => new TurtleDocument(name, 0, text));
      const read: ReadSource = {
        given: { text, uri: name },
        get document() {
          return document();
        },
        dataset: undefined,
      };
      this.#texts.set(name, read);
      return read;
    }
  }
}

/** Only the documents that a caller gave: there is no folder around them. */
class GivenDocuments implements DocumentStore {
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
