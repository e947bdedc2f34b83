import { UserError } from '../../base/userError.ts';
import { countedRows, countOfRows } from './countedSelect.ts';
import { allHashes, inRangeText, partsOfRange } from './hashRange.ts';
import { type Store, StoreError, type UpdatableStore } from './store.ts';

/** A named graph of a store that a run may fill, and how the store is reached. */
export interface ScratchAccess {
  readonly iri: string;
  /** The named graphs with the data. They are never written to. */
  readonly data: readonly string[];
  /** The same store, asked from the union of some of its named graphs. */
  readonly storeOf: (graphs: readonly string[]) => Store;
  readonly updates: UpdatableStore;
  /** Tells this run from others. */
  readonly run: string;
}

const markerPredicate = '<urn:x-shacl-repair:scratchGraphOfRun>';

/**
 * A graph that a run fills with what rules infer. A marker in a graph beside it says from the first to the last triple that it is
 * a run's, so that nothing else is ever deleted: not even the marker is in a graph that is validated.
 */
export class ScratchGraph {
  readonly #access: ScratchAccess;
  /** How many triples it had when they were counted last. */
  #counted = 0;
  /** Whether the run has written to it since then. */
  #hasWritten = false;

  private constructor(access: ScratchAccess) {
    this.#access = access;
  }

  /**
   * Marks the graph as this run's. What a run left there that was killed is deleted.
   *
   * @throws UserError when it has triples that no run wrote, or when the store takes no updates; StoreError when it does not
   * answer.
   */
  static async open(access: ScratchAccess, signal: AbortSignal): Promise<ScratchGraph> {
    const { iri, data } = access;
    const names = namesBeside(iri);
    const taken = data.find((graph) => [iri, ...Object.values(names)].includes(graph));
    if (taken !== undefined)
      throw new UserError(
        `<${taken}> holds data, so it can't be the scratch graph. Name a graph that is empty.`,
      );
    const graph = new ScratchGraph(access);
    const marker = await graph.#marker(signal);
    const written = (await graph.#count(iri, signal)) + (await graph.#count(names.step, signal));
    if (marker === undefined && written > 0)
      throw new UserError(
        `<${iri}> has ${written} triples that no run of this command wrote, and they are never deleted. Name a graph that is empty as --scratch-graph, or, if nobody needs them, delete them first: DROP GRAPH <${iri}>.`,
      );
    if (marker !== undefined) await graph.#clear(signal);
    const subject = `<${iri}>`;
    await graph.#send(
      `INSERT DATA { GRAPH <${names.marker}> { ${subject} ${markerPredicate} "${access.run}" } }`,
      signal,
    );
    if ((await graph.#marker(signal)) !== access.run)
      throw new UserError(
        `${access.updates.url} says that it has carried out an update, but ${access.storeOf([iri]).url} does not show what it wrote. Give the address of the same store as --update-endpoint.`,
      );
    return graph;
  }

  /** The graphs that rules see: the data, and what was inferred. */
  get seen(): readonly string[] {
    return [...this.#access.data, this.#access.iri];
  }

  get iri(): string {
    return this.#access.iri;
  }

  /** The graph that takes what the rules of one step infer before the others see it. */
  get step(): string {
    return namesBeside(this.iri).step;
  }

  get updatesUrl(): string {
    return this.#access.updates.url;
  }

  /** The store with the data alone. */
  get dataStore(): Store {
    return this.#access.storeOf(this.#access.data);
  }

  /** The store with the data and what was inferred. */
  get store(): Store {
    return this.#access.storeOf(this.seen);
  }

  /** The store with what was inferred alone. */
  get inferred(): Store {
    return this.#access.storeOf([this.iri]);
  }

  /** An update that empties the graph for when the run can't: while it is being filled, the marker stays. */
  clearText(isFilled: boolean): string {
    const { step, marker } = namesBeside(this.iri);
    return dropText([this.iri, step, ...(isFilled ? [marker] : [])]);
  }

  /**
   * Carries out updates in their order, in one request.
   *
   * @throws StoreError when the store does not say that it did.
   */
  async write(updates: readonly string[], signal: AbortSignal): Promise<void> {
    this.#hasWritten = true;
    await this.#access.updates.update(updates.join(' ;\n'), signal);
  }

  /** Moves what the rules of a step inferred, without what is known: stores count a triple twice that is in two graphs. */
  get endStep(): readonly string[] {
    const using = [...this.seen.map((graph) => `USING <${graph}>`), `USING NAMED <${this.step}>`].join(' ');
    return [
      `INSERT { GRAPH <${this.iri}> { ?s ?p ?o } } ${using} WHERE { GRAPH <${this.step}> { ?s ?p ?o } FILTER NOT EXISTS { ?s ?p ?o } }`,
      dropText([this.step]),
    ];
  }

  /**
   * How many triples it has, counted as a whole and in parts.
   *
   * @throws StoreError when the store does not tell, or contradicts itself.
   */
  async count(signal: AbortSignal): Promise<number> {
    const store = this.inferred;
    const all = await countOfRows(store, triple, `${triple} .`, signal);
    // A store that always gives the same number, or no higher one than its limit, is found out by the parts.
    const parts = [...partsOfRange(allHashes, 2).map((range) => inRangeText('?s', range)), 'isBlank(?s)'];
    let sum = 0;
    for (const part of parts) sum += await countOfRows(store, triple, `${triple} FILTER(${part})`, signal);
    if (all !== sum || all < this.#counted)
      throw new StoreError(
        all === sum
          ? `It counted ${this.#counted} triples in <${this.iri}>, and now ${all}, although none was deleted.`
          : `It counts ${all} triples in <${this.iri}>, but ${sum} in the parts of it.`,
      );
    this.#counted = all;
    this.#hasWritten = false;
    return all;
  }

  /** Why the graph may not be as the run left it, as a sentence. */
  async whyOther(signal: AbortSignal): Promise<string | undefined> {
    try {
      if ((await this.#marker(signal)) !== this.#access.run)
        return `Another run used <${this.iri}> meanwhile. Give each run a scratch graph of its own.`;
      const now = await this.#count(this.iri, signal);
      return now === this.#counted
        ? undefined
        : `Somebody else wrote to <${this.iri}> meanwhile: it has ${now} triples instead of ${this.#counted}.`;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return `Whether <${this.iri}> is as this run left it is not known. ${error.message}`;
    }
  }

  /**
   * Empties the graph, unless somebody else has written to it since it was counted.
   *
   * @returns what the user has to know and do where that could not be done, as sentences.
   */
  async clear(signal: AbortSignal): Promise<string | undefined> {
    const remedy = `The next run with the same --scratch-graph deletes what is left there.`;
    try {
      if ((await this.#marker(signal)) !== this.#access.run)
        return `<${this.iri}> was not cleared: another run has taken it meanwhile.`;
      const now = await this.#count(this.iri, signal);
      if (now !== this.#counted && !this.#hasWritten)
        return `<${this.iri}> was not cleared: it has ${now} triples instead of the ${this.#counted} that were inferred, so somebody else writes to it. If nobody needs them, delete them: ${this.clearText(true)}.`;
      await this.#clear(signal);
      return undefined;
    } catch (error) {
      if (!(error instanceof StoreError || error instanceof UserError)) throw error;
      return `<${this.iri}> could not be cleared. ${error.message} ${remedy}`;
    }
  }

  /** The marker goes last, since it says that the rest may be deleted. */
  async #clear(signal: AbortSignal): Promise<void> {
    const { step, marker } = namesBeside(this.iri);
    await this.#send(dropText([this.iri, step]), signal);
    const left = (await this.#count(this.iri, signal)) + (await this.#count(step, signal));
    if (left > 0) throw new StoreError(`It says that it has deleted <${this.iri}>, which still has triples.`);
    await this.#send(dropText([marker]), signal);
    this.#counted = 0;
  }

  async #send(update: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#access.updates.update(update, signal);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      throw new UserError(
        `${this.updatesUrl} does not take updates, which --scratch-graph needs. ${error.message}`,
      );
    }
  }

  /** The run whose graph it is; undefined where it is of none. */
  async #marker(signal: AbortSignal): Promise<string | undefined> {
    const { marker } = namesBeside(this.iri);
    const pattern = `<${this.iri}> ${markerPredicate} ?run .`;
    const rows = await countedRows(this.#access.storeOf([marker]), '?run', pattern, signal);
    return rows[0]?.run?.slice(1, -1);
  }

  #count(graph: string, signal: AbortSignal): Promise<number> {
    return countOfRows(this.#access.storeOf([graph]), triple, `${triple} .`, signal);
  }
}

const triple = '?s ?p ?o';

/** The graphs beside a scratch graph: for what one step infers, and for the marker. */
function namesBeside(iri: string): { readonly step: string; readonly marker: string } {
  const start = `${iri}${iri.includes('#') ? '-' : '#'}shacl-repair`;
  return { step: `${start}-step`, marker: `${start}-run` };
}

function dropText(graphs: readonly string[]): string {
  return graphs.map((graph) => `DROP SILENT GRAPH <${graph}>`).join(' ;\n');
}
