import { unlessAborted } from '../../../base/abort.ts';
import { isLanguageTerm } from '../../../rdf/publishedVocabularies.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { labelProperties } from '../../../repair/evidence/nameProperties.ts';
import type { ValidationInput } from '../../../shacl/validationUnit.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import { type StoreAddress, storeUri } from '../../../workspace/project/storeLink.ts';
import type { ChangedStores } from '../../../workspace/store/fetchChange.ts';
import { isKnownAfterEdit } from '../../../workspace/store/fetchContext.ts';
import { KnownPart } from '../../../workspace/store/knownPart.ts';
import type { Store } from '../../../workspace/store/store.ts';
import { StoreLabels } from '../../../workspace/store/storeLabels.ts';
import { haveSameItems } from '../unitGraphs.ts';
import { type GivenSettings, settingsOfUnit } from '../unitSettings.ts';
import { type Unasked, type WhyUnasked, withUnaskedStores } from './unaskedStores.ts';
import {
  type FetchOptions,
  fetchForUnit,
  inputWithStores,
  lookUpOptions,
  withStoreTriples,
} from './withStore.ts';

/** Opens stores that files link. The implementation knows which of them the user has allowed, and makes the requests. */
export interface StoreOpener {
  /** The store, or why it is not to be asked. Opening it sends no request. */
  open(address: StoreAddress, signal: AbortSignal): Promise<Store | Unasked>;
}

interface SettleOptions extends FetchOptions {
  readonly given?: GivenSettings;
}

/** Nothing is known yet; the user's permissions may have changed since a store was refused, so they are checked again. */
const beingAsked: Unasked = { message: 'It is being asked.', severity: 'information', fixes: [] };

/**
 * What is known about the stores that files link, for the duration of a session. A unit uses what is known immediately.
 * `settle` fetches what else it needs; until then its verdict is undecided.
 */
export class LinkedStores {
  readonly #access: StoreOpener;
  /** By the uri of the store. */
  readonly #known = new Map<string, KnownPart>();
  /** By the uri of the store. */
  readonly #labels = new Map<string, StoreLabels>();
  readonly #refused = new Map<string, Unasked>();
  /** The units that link stores, by the uri of their document, as last linked. */
  readonly #units = new Map<string, LinkedUnit>();
  /** Those of them whose needs were fetched. */
  readonly #settled = new Map<string, Settled>();

  constructor(access: StoreOpener) {
    this.#access = access;
  }

  /**
   * A unit with what is known about its stores. Where all that it needs is known after an edit, its verdict is decided.
   *
   * @throws the signal's reason when aborted.
   */
  async unitWith(
    uri: string,
    linked: LinkedUnit,
    options: SettleOptions,
    signal: AbortSignal,
  ): Promise<LinkedUnit> {
    if (linked.stores.length === 0) {
      this.forget(uri);
      return linked;
    }
    this.#units.set(uri, linked);
    const settled = await this.#settledBefore(uri, linked, options, signal);
    let unit = linked;
    for (const { address } of linked.stores) {
      const store = storeUri(address);
      const part = this.#known.get(store);
      const gaps = settled ? (settled.gaps.get(store) ?? []) : [beingAsked.message];
      if (part) unit = withStoreTriples(unit, part.document, gaps);
    }
    return withUnaskedStores(unit, ({ address }) => this.#refused.get(storeUri(address)) ?? beingAsked);
  }

  /**
   * Fetches what a document's unit needs of its stores and is not known.
   *
   * @returns whether `unitWith` has something else to say than before.
   * @throws the signal's reason when aborted. What was fetched until then is kept.
   */
  async settle(uri: string, options: SettleOptions, signal: AbortSignal): Promise<boolean> {
    const linked = this.#units.get(uri);
    if (linked === undefined) return false;
    const basis = basisOf(linked);
    const before = this.#settled.get(uri);
    if (before && haveSameItems(before.basis, basis)) return false;
    const refused = this.#refusalsOf(linked);
    for (const { address } of linked.stores) await this.#open(address, signal);
    const parts = this.#partsOf(linked);
    if (parts.length === 0) {
      this.#settled.set(uri, { basis, gaps: new Map(), input: undefined });
      return this.#refusalsOf(linked) !== refused;
    }
    const { beforeAsking } = options;
    const waiting = beforeAsking && { beforeAsking: () => unlessAborted(beforeAsking(), signal) };
    const asked = { ...fetchOptions(linked, options), ...waiting };
    const gaps = await fetchForUnit(linked, parts, asked, signal);
    signal.throwIfAborted();
    const gapsOf = parts.map(({ document }, i) => [document.uri, gaps[i]!] as const);
    const isComplete = gaps.every((each) => each.length === 0);
    const input = isComplete && !areWhole(parts) ? await inputWithParts(linked, parts, asked) : undefined;
    this.#settled.set(uri, { basis, gaps: new Map(gapsOf), input });
    return true;
  }

  /** Whether a document links stores, all of which have been asked for what its verdict rests on. */
  isSettled(uri: string): boolean {
    const linked = this.#units.get(uri);
    const settled = this.#settled.get(uri);
    return (
      linked !== undefined &&
      settled !== undefined &&
      haveSameItems(settled.basis, basisOf(linked)) &&
      this.#partsOf(linked).length === linked.stores.length &&
      [...settled.gaps.values()].every((gaps) => gaps.length === 0)
    );
  }

  /** What is known about the stores of a document; undefined when it links none. */
  partsOf(uri: string): readonly KnownPart[] | undefined {
    const linked = this.#units.get(uri);
    return linked && this.#partsOf(linked);
  }

  /** What is known about the stores of a unit, of those that may be asked. */
  #partsOf({ stores }: LinkedUnit): readonly KnownPart[] {
    return stores.flatMap(({ address }) => this.#known.get(storeUri(address)) ?? []);
  }

  /**
   * Asks the stores of a document's unit for labels of its terms, once its needs are settled. Only terms without a label in
   * the files are asked about, each once.
   *
   * @param beforeAsking is waited for before anything is looked for.
   * @returns whether there are new labels.
   * @throws the signal's reason when aborted.
   */
  async fetchLabels(uri: string, beforeAsking: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
    const linked = this.#units.get(uri);
    const settled = this.#settled.get(uri);
    if (!linked || !settled || !haveSameItems(settled.basis, basisOf(linked))) return false;
    let isNew = false;
    for (const { address } of linked.stores) {
      const store = storeUri(address);
      const part = this.#known.get(store);
      // A store that was fetched as a whole has given its labels, and one that does not answer is not asked again.
      if (!part || part.isWhole || part.gaps.length > 0) continue;
      await unlessAborted(beforeAsking(), signal);
      const opened = await unlessAborted(this.#access.open(address, signal), signal);
      if ('message' in opened) continue;
      const labels = this.#labels.get(store) ?? new StoreLabels(opened, labelProperties);
      this.#labels.set(store, labels);
      const unasked = labels.unasked(termsWithoutLabel(linked, part.document));
      if (unasked.length > 0 && (await labels.fetch(unasked, signal))) isNew = true;
    }
    return isNew;
  }

  /** A store's labels of terms, as far as it was asked. */
  labelsOf(store: string): TurtleDocument | undefined {
    return this.#labels.get(store)?.document;
  }

  /** What is known about the needs of a unit, if nothing has to be asked for them. */
  async #settledBefore(
    uri: string,
    linked: LinkedUnit,
    options: SettleOptions,
    signal: AbortSignal,
  ): Promise<Settled | undefined> {
    const basis = basisOf(linked);
    const before = this.#settled.get(uri);
    if (before && haveSameItems(before.basis, basis)) return before;
    const parts = this.#partsOf(linked);
    if (parts.length < linked.stores.length || parts.some(({ gaps }) => gaps.length > 0)) return undefined;
    let input: ValidationInput | undefined;
    if (!areWhole(parts)) {
      if (!before?.input) return undefined;
      const asked = fetchOptions(linked, options);
      input = await inputWithParts(linked, parts, asked);
      const isKnown = await isKnownAfterEdit(parts, before.input, input, lookUpOptions(asked), signal);
      if (!isKnown) return undefined;
    }
    const settled = { basis, gaps: new Map(), input };
    this.#settled.set(uri, settled);
    return settled;
  }

  /**
   * A document's unit as of its last validation, with the store that holds it and the others that it links; or why there is
   * no store to ask.
   *
   * @param named the one of several that holds the document.
   * @throws the signal's reason when aborted.
   */
  async storesOf(uri: string, named: string | undefined, signal: AbortSignal): Promise<StoresOfUnit> {
    const linked = this.#units.get(uri);
    const all = linked?.stores.map(({ address }) => address) ?? [];
    if (!linked || all.length === 0)
      return {
        kind: 'failed',
        message: 'The file names no store. Write “# context: <https://example.org/sparql>” at its top.',
      };
    const holding = named === undefined ? all : all.filter((address) => storeUri(address) === named);
    const [address, ...more] = holding;
    if (!address || more.length > 0) return { kind: 'several', stores: all.map(storeUri) };
    const changed = await unlessAborted(this.#access.open(address, signal), signal);
    if ('message' in changed) return { kind: 'failed', message: changed.message };
    const others: Store[] = [];
    const refused = new Map<string, Unasked>();
    for (const other of all.filter((each) => each !== address)) {
      const opened = await unlessAborted(this.#access.open(other, signal), signal);
      if ('message' in opened) refused.set(storeUri(other), opened);
      else others.push(opened);
    }
    return {
      kind: 'opened',
      linked,
      stores: { changed, others },
      whyUnasked: (link) => refused.get(storeUri(link.address)),
    };
  }

  /** Why the stores of a unit are not asked, for comparison. */
  #refusalsOf({ stores }: LinkedUnit): string {
    return stores.map(({ address }) => this.#refused.get(storeUri(address))?.message ?? '').join('\n');
  }

  /** Forgets a document. The answers of its stores are kept for others. */
  forget(uri: string): void {
    this.#units.delete(uri);
    this.#settled.delete(uri);
  }

  /** Forgets the answers of stores, and which ones were refused. */
  clear(): void {
    this.#known.clear();
    this.#labels.clear();
    this.#refused.clear();
    this.#settled.clear();
  }

  /** Makes all units settle again, because their settings changed. */
  unsettle(): void {
    this.#settled.clear();
  }

  /** Reports the ids of the terms that it holds. */
  forTerms(keep: (term: TermId) => void): void {
    for (const part of this.#known.values()) part.forTerms(keep);
    for (const labels of this.#labels.values()) labels.forTerms(keep);
  }

  async #open(address: StoreAddress, signal: AbortSignal): Promise<void> {
    const uri = storeUri(address);
    const opened = await unlessAborted(this.#access.open(address, signal), signal);
    if ('message' in opened) {
      this.#known.delete(uri);
      this.#labels.delete(uri);
      this.#refused.set(uri, opened);
    } else {
      this.#refused.delete(uri);
      if (!this.#known.has(uri)) this.#known.set(uri, new KnownPart(opened));
    }
  }
}

/** The stores that the change of a document concerns. */
type StoresOfUnit =
  | {
      readonly kind: 'opened';
      readonly linked: LinkedUnit;
      readonly stores: ChangedStores;
      /** For each other store, why it may not be asked. */
      readonly whyUnasked: WhyUnasked;
    }
  /** One of these has to be named. */
  | { readonly kind: 'several'; readonly stores: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

interface Settled {
  /** The documents whose needs they were. */
  readonly basis: readonly TurtleDocument[];
  /** By store, why not all is known that matters. */
  readonly gaps: ReadonlyMap<string, readonly string[]>;
  /** The unit as validated when everything relevant was known. Not needed where stores are known as a whole. */
  readonly input: ValidationInput | undefined;
}

function areWhole(parts: readonly KnownPart[]): boolean {
  return parts.every(({ isWhole }) => isWhole);
}

function fetchOptions(linked: LinkedUnit, options: SettleOptions): FetchOptions {
  return { settings: settingsOfUnit(linked, options), shapesCache: options.shapesCache };
}

function inputWithParts(
  linked: LinkedUnit,
  parts: readonly KnownPart[],
  options: FetchOptions,
): Promise<ValidationInput> {
  return inputWithStores(
    linked,
    parts.map(({ document }) => document),
    options,
  );
}

function basisOf({ documents, unit }: LinkedUnit): readonly TurtleDocument[] {
  return [...unit.data, ...unit.shapes, ...unit.context].flatMap((uri) => documents.get(uri) ?? []);
}

/**
 * The IRIs that data files mention, and then those in the known part of a store, without those that have a label. Some may
 * occur twice.
 */
function* termsWithoutLabel({ unit, documents }: LinkedUnit, known: TurtleDocument): Iterable<TermId> {
  const read = (uris: readonly string[]) => uris.flatMap((uri) => documents.get(uri) ?? []);
  const data = read(unit.data);
  const all = [...data, ...read(unit.shapes), ...read(unit.context), known];
  const hasLabel = (term: TermId) =>
    all.some(({ graph }) => labelProperties.some((property) => graph.objects(term, property).length > 0));
  for (const { graph } of [...data, known])
    for (const { subject, predicate, object } of graph.triples())
      for (const term of [subject, predicate, object])
        if (terms.isIri(term) && !isLanguageTerm(term) && !hasLabel(term)) yield term;
}
