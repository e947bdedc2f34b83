import { yieldToEventLoop } from '../../base/abort.ts';
import type { Dataset, Input, QuadLike, Source, TurtleText } from './api.ts';

type Given = Input['data'];

/** What was given, as a list: an array of quads is one dataset, another array is a list of sources. */
export function sourcesOf(given: Given, name: string): readonly Source[] {
  const sources = isList(given) ? given : [given];
  for (const source of sources) requireSource(source, name);
  return sources;
}

/** True for several sources, false for one. */
export function isList(given: Given): given is readonly Source[] {
  return Array.isArray(given) && given.length > 0 && !isQuad(given[0]);
}

export function isTurtleText(source: Source): source is TurtleText {
  return typeof source === 'object' && 'text' in source;
}

export function isDataset(source: Source): source is Dataset {
  return typeof source === 'object' && !isTurtleText(source);
}

/** @throws TypeError for what JavaScript can give and the types do not allow. */
function requireSource(source: unknown, name: string): void {
  if (typeof source === 'string') return;
  if (typeof source === 'object' && source !== null) {
    if ('text' in source && typeof source.text === 'string') return;
    if (Symbol.iterator in source) return;
  }
  throw new TypeError(
    `${name} has to be Turtle as a string or { text, uri }, or an RDF/JS dataset that gives its quads by iteration.`,
  );
}

/** The quads of datasets that take long to list, by the dataset. */
export type ListedDatasets = ReadonlyMap<Source, readonly QuadLike[]>;

/** Lists the datasets, and gives way to other work meanwhile. An array is a list already. */
export async function listDatasets(sources: readonly Source[], signal: AbortSignal): Promise<ListedDatasets> {
  const lists = new Map<Source, readonly QuadLike[]>();
  for (const source of sources) {
    if (!isDataset(source) || Array.isArray(source) || lists.has(source)) continue;
    const quads: QuadLike[] = [];
    for (const quad of source) {
      quads.push(quad);
      if (quads.length % quadsInTurn === 0) await yieldToEventLoop(signal);
    }
    lists.set(source, quads);
  }
  return lists;
}

const quadsInTurn = 500;

export function isQuad(value: unknown): value is QuadLike {
  return typeof value === 'object' && value !== null && 'subject' in value;
}
