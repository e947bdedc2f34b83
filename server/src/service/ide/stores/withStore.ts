import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { ValidationInput } from '../../../shacl/validationUnit.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import type { Settings } from '../../../workspace/project/settings.ts';
import { storeUri } from '../../../workspace/project/storeLink.ts';
import { fetchContext } from '../../../workspace/store/fetchContext.ts';
import { KnownPart } from '../../../workspace/store/knownPart.ts';
import type { LookUpOptions } from '../../../workspace/store/lookUpsOfUnit.ts';
import type { Store } from '../../../workspace/store/store.ts';
import { type ShapesCache, unitGraphs } from '../unitGraphs.ts';

/** A unit with what was fetched from stores. */
export interface FetchedUnit {
  /** The parts of the stores as context on which the verdicts about its data files rest. */
  readonly unit: LinkedUnit;
  readonly parts: readonly KnownPart[];
}

/**
 * Fetches what the verdicts about the data files of a unit rest on. What the stores do not answer leaves the verdict
 * undecided, with the reason.
 *
 * @throws the signal's reason when aborted.
 */
export async function withStores(
  linked: LinkedUnit,
  stores: readonly Store[],
  options: FetchOptions,
  signal: AbortSignal,
): Promise<FetchedUnit> {
  const parts = stores.map((store) => new KnownPart(store));
  const gaps = await fetchForUnit(linked, parts, options, signal);
  const unit = parts.reduce((sum, { document }, i) => withStoreTriples(sum, document, gaps[i]!), linked);
  return { unit, parts };
}

/** A unit with later answers of its stores, besides those on which its verdict rests. */
export function withLearned(unit: LinkedUnit, parts: readonly KnownPart[]): LinkedUnit {
  const learned = parts.map(({ document }) => [document.uri, document] as const);
  return { ...unit, documents: new Map([...unit.documents, ...learned]) };
}

export interface FetchOptions {
  readonly settings: Settings;
  readonly shapesCache: ShapesCache;
  /** Awaited before anything unknown is asked for. */
  readonly beforeAsking?: () => Promise<void>;
}

/**
 * Fetches what a unit needs from stores.
 *
 * @returns for each store, why not all is known that matters, as sentences without its name.
 * @throws the signal's reason when aborted. What was fetched until then is kept.
 */
export function fetchForUnit(
  linked: LinkedUnit,
  parts: readonly KnownPart[],
  options: FetchOptions,
  signal: AbortSignal,
): Promise<readonly (readonly string[])[]> {
  const inputWith = (documents: readonly TurtleDocument[]) => inputWithStores(linked, documents, options);
  return fetchContext(parts, inputWith, lookUpOptions(options), signal, options.beforeAsking);
}

/** What is validated of a unit with triples of stores as context. */
export async function inputWithStores(
  linked: LinkedUnit,
  documents: readonly TurtleDocument[],
  { settings, shapesCache }: FetchOptions,
): Promise<ValidationInput> {
  const unit = documents.reduce((sum, document) => withStoreTriples(sum, document, []), linked);
  return (await unitGraphs(unit, settings, shapesCache)).input;
}

export function lookUpOptions({ settings }: Pick<FetchOptions, 'settings'>): LookUpOptions {
  return { looksUpClasses: settings.subClassOfFrom.includes('context') };
}

/**
 * A unit with triples of a store as context.
 *
 * @param document the triples; its uri is that of the store.
 * @param gaps why not all is known that matters, as sentences without the name of the store.
 */
export function withStoreTriples(
  linked: LinkedUnit,
  document: TurtleDocument,
  gaps: readonly string[],
): LinkedUnit {
  const { unit, documents } = linked;
  const { uri } = document;
  const link = linked.stores.find(({ address }) => storeUri(address) === uri);
  const messages = gaps.map((gap) => gapText(uri, gap));
  return {
    ...linked,
    unit: { ...unit, context: [...unit.context, uri] },
    documents: new Map([...documents, [uri, document]]),
    links: [...linked.links, { uri, role: 'context', reasons: [link?.reason ?? { kind: 'named' }] }],
    stores: linked.stores.filter((each) => each !== link),
    // The gaps state that these leave the verdict undecided.
    notChecked: [...linked.notChecked, ...messages.map((reason) => ({ reason, concerns: [] }))],
    gaps: [
      ...linked.gaps,
      ...messages.map((message) => ({ message, uri, leavesResultsOpen: true as const })),
    ],
  };
}

/** What people are told of what a store was not asked, or did not answer. */
export function gapText(address: string, why: string): string {
  return `Not everything that ${address} knows was taken into account. ${why}`;
}
