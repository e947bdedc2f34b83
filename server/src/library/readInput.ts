import { Catalog } from '../project/catalog.ts';
import { givenUnit, type LinkedUnit } from '../project/linkedUnit.ts';
import type { TermId } from '../rdf/terms.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import type { Input, Source, TermLike } from './api.ts';
import { GivenDocuments } from './givenDocuments.ts';
import { type ReadDataset, readDataset } from './readDataset.ts';
import { isDataset, isTurtleText, sourcesOf } from './sources.ts';

/** What was given, read. */
export interface ReadInput {
  readonly linked: LinkedUnit;
  /** In the order in which data were given. */
  readonly data: readonly ReadSource[];
  readonly datasets: readonly ReadDataset[];
  /** The terms of datasets that are to come out as they were given. */
  readonly givenTerms: ReadonlyMap<TermId, TermLike>;
}

/** Turtle or a dataset as a document. */
export interface ReadSource {
  readonly document: TurtleDocument;
  /** Undefined for Turtle. */
  readonly dataset: ReadDataset | undefined;
}

/** Reads all that is to be validated. Each text and each dataset is read once, whatever it is given as. */
export async function readInput(
  { data, shapes, context = noSources }: Input,
  prefixes: Readonly<Record<string, string>> = {},
): Promise<ReadInput> {
  const reader = new SourceReader(new Map(Object.entries(prefixes)));
  const given = {
    data: reader.read(sourcesOf(data, 'data'), 'data'),
    shapes: reader.read(sourcesOf(shapes, 'shapes'), 'shapes'),
    context: reader.read(sourcesOf(context, 'context'), 'context'),
  };
  const store = new GivenDocuments(reader.all.map(({ document }) => document));
  const uris = (sources: readonly ReadSource[]) => sources.map(({ document }) => document.uri);
  const linked = await givenUnit(
    { data: uris(given.data), shapes: uris(given.shapes), context: uris(given.context) },
    { store, catalog: new Catalog(store), folders: [], rootOf: async (folderUri) => folderUri },
  );
  const datasets = reader.all.flatMap(({ dataset }) => dataset ?? []);
  return {
    linked,
    data: given.data,
    datasets,
    givenTerms: new Map(datasets.flatMap(({ givenTerms }) => [...givenTerms])),
  };
}

const noSources: readonly Source[] = [];

/** The name of a text that was given without one. */
export function defaultUri(role: string, number = 1): string {
  return `file:///${nameOf(role, number)}.ttl`;
}

function nameOf(role: string, number: number): string {
  return number === 1 ? role : `${role}-${number}`;
}

class SourceReader {
  readonly #prefixes: ReadonlyMap<string, string>;
  /** By the text or the dataset itself. */
  readonly #read = new Map<unknown, ReadSource>();
  readonly #uris = new Set<string>();

  constructor(prefixes: ReadonlyMap<string, string>) {
    this.#prefixes = prefixes;
  }

  get all(): readonly ReadSource[] {
    return [...this.#read.values()];
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
      const dataset = readDataset(nameOf(role, number), source, this.#prefixes);
      return { document: dataset.document, dataset };
    }
    const text = isTurtleText(source) ? source.text : source;
    const uri = (isTurtleText(source) ? source.uri : undefined) ?? defaultUri(role, number);
    if (this.#uris.has(uri)) throw new TypeError(`Two texts have the uri ${uri}: give them different ones.`);
    this.#uris.add(uri);
    return { document: new TurtleDocument(uri, 0, text), dataset: undefined };
  }
}
