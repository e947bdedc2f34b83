import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { countedRows, countOfGraph } from './countedSelect.ts';
import { allHashes, inRangeText, partsOfRange } from './hashRange.ts';
import { type Store, StoreError, type UpdatableStore } from './store.ts';

/** Where in a store a run may write, and how the store is reached. */
export interface ScratchAccess {
  /** The start of the names of the graphs that are written. */
  readonly iri: string;
  /** The named graphs with the data. They are never written to. */
  readonly data: readonly string[];
  /** The same store, asked from the union of some of its named graphs. */
  readonly storeOf: (graphs: readonly string[]) => Store;
  readonly updates: UpdatableStore;
  /** The UUID of this run. */
  readonly run: string;
}

const entryPredicate = '<urn:x-shacl-repair:scratchGraphOfRun>';

/**
 * A graph that a run fills with what rules infer. Its name has the UUID of the run, so neither another program, by
 * accident, nor another run has triples there: no run ever deletes triples in a graph of another one. A list in a graph
 * beside them has an entry for each one that may have triples, from which later runs see what was left.
 */
export class ScratchGraph {
  readonly #access: ScratchAccess;
  readonly #names: RunGraphs;
  /** How many triples it had at the last count. */
  #counted = 0;
  /** Whether the run has written to it since then. */
  #hasWritten: boolean = false;

  /** @throws UserError when the IRI is that of data. */
  constructor(access: ScratchAccess) {
    const { iri, data, run } = access;
    this.#access = access;
    this.#names = graphsOf(iri, run);
    const taken = data.find((graph) => [iri, ...Object.values(this.#names)].includes(graph));
    if (taken !== undefined)
      throw new UserError(`<${taken}> holds data, so it can't be the scratch graph. Give another IRI.`);
  }

  /**
   * Enters the graph in the list.
   *
   * @returns what other runs left, or are at work on, as sentences.
   * @throws UserError when the store takes no updates, or others than the one that is asked; StoreError when it does not answer.
   */
  async open(signal: AbortSignal): Promise<readonly string[]> {
    this.#hasWritten = true;
    const { updates, storeOf } = this.#access;
    const { list, step } = this.#names;
    const left: string[] = [];
    const over: string[] = [];
    const entries = await countedRows(storeOf([list]), '?graph', `?graph ${entryPredicate} ?run .`, signal);
    for (const { graph } of entries) {
      const names = graph === undefined ? undefined : this.#namesOf(graph);
      if (names === undefined) continue;
      const count = (await this.#count(names.inferred, signal)) + (await this.#count(names.step, signal));
      if (count === 0) over.push(forgetText(names));
      else
        left.push(
          `Another run has ${counted(count, 'triple')} in <${names.inferred}>, or left them when it was killed. When no run is at work any more, delete them: ${dropText(names)}.`,
        );
    }
    try {
      // No run reads the graph for a step, and none removes an entry while that graph has a triple.
      const marks = [list, step].map((graph) => `GRAPH <${graph}> { ${this.#entry} }`);
      await updates.update([`INSERT DATA { ${marks.join(' ')} }`, ...over].join(' ;\n'), signal);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      throw new UserError(
        `${updates.url} does not take updates, which --scratch-graph needs. ${error.message}`,
      );
    }
    if ((await this.#count(step, signal)) === 0)
      throw new UserError(
        `${updates.url} says that it has carried out an update, but ${storeOf([step]).url} does not show what it wrote. Give the address of the same store as --update-endpoint.`,
      );
    await updates.update(`DROP SILENT GRAPH <${step}>`, signal);
    return left;
  }

  /** The graphs that rules see: the data, and what was inferred. */
  get seen(): readonly string[] {
    return [...this.#access.data, this.iri];
  }

  /** Its name. */
  get iri(): string {
    return this.#names.inferred;
  }

  /** The graph for what the rules of one step infer, before the others see it. */
  get step(): string {
    return this.#names.step;
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

  /**
   * An update that empties the graph. Once the graph is filled, nothing is deleted if somebody else has written there. The
   * entry in the list is only removed when nothing is left.
   */
  get clearText(): string {
    const { inferred } = this.#names;
    const triples = `GRAPH <${inferred}> { ${triple} }`;
    const guarded = `DELETE { ${triples} } WHERE { { SELECT (COUNT(*) AS ?n) WHERE { GRAPH <${inferred}> { ?a ?b ?c } } } FILTER(?n = ${this.#counted}) ${triples} }`;
    return [this.#hasWritten ? dropText(this.#names) : guarded, forgetText(this.#names)].join(' ;\n');
  }

  /**
   * Carries out updates in their order, in one request.
   *
   * @throws StoreError when the store does not confirm that.
   */
  async write(updates: readonly string[], signal: AbortSignal): Promise<void> {
    this.#hasWritten = true;
    // Another run may have removed it while there were no triples.
    const entered = `INSERT DATA { GRAPH <${this.#names.list}> { ${this.#entry} } }`;
    await this.#access.updates.update([entered, ...updates].join(' ;\n'), signal);
  }

  /** Moves what the rules of a step inferred, without what is known: stores count a triple in two graphs twice. */
  get endStep(): readonly string[] {
    const using = [...this.seen.map((graph) => `USING <${graph}>`), `USING NAMED <${this.step}>`].join(' ');
    return [
      `INSERT { GRAPH <${this.iri}> { ?s ?p ?o } } ${using} WHERE { GRAPH <${this.step}> { ?s ?p ?o } FILTER NOT EXISTS { ?s ?p ?o } }`,
      `DROP SILENT GRAPH <${this.step}>`,
    ];
  }

  /**
   * How many triples it has, counted as a whole and in parts.
   *
   * @throws StoreError when the store does not tell, or contradicts itself.
   */
  async count(signal: AbortSignal): Promise<number> {
    const store = this.inferred;
    const all = await countOfGraph(store, '', signal);
    // A store that always gives the same number, or no higher one than its limit, is found out by the parts.
    const parts = [...partsOfRange(allHashes, 2).map((range) => inRangeText('?s', range)), 'isBlank(?s)'];
    let sum = 0;
    for (const part of parts) sum += await countOfGraph(store, `FILTER(${part})`, signal);
    if (all !== sum || all < this.#counted)
      throw new StoreError(
        all === sum
          ? `It counted ${counted(this.#counted, 'triple')} in <${this.iri}>, and now ${all}, although none was deleted.`
          : `It counts ${counted(all, 'triple')} in <${this.iri}>, but ${sum} in the parts of it.`,
      );
    this.#counted = all;
    this.#hasWritten = false;
    return all;
  }

  /** Why the graph may have changed since the run left it, as a sentence. */
  async whyOther(signal: AbortSignal): Promise<string | undefined> {
    try {
      const now = await this.#count(this.iri, signal);
      return now === this.#counted
        ? undefined
        : `Somebody else wrote to <${this.iri}> meanwhile: it has ${counted(now, 'triple')} instead of ${this.#counted}.`;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return `Whether <${this.iri}> is as this run left it is not known. ${error.message}`;
    }
  }

  /**
   * Empties the graph, unless somebody else has written to it since it was counted.
   *
   * @returns what the user has to know and do if that failed, as sentences.
   */
  async clear(signal: AbortSignal): Promise<string | undefined> {
    const names = this.#names;
    try {
      await this.#access.updates.update(this.clearText, signal);
      const left = await this.#left(signal);
      if (left === 0) return undefined;
      const why =
        left === this.#counted || this.#hasWritten
          ? `the store says that it has deleted it, but it still has ${counted(left, 'triple')}`
          : `it has ${counted(left, 'triple')} instead of the ${this.#counted} that were inferred, so somebody else writes to it`;
      return `<${this.iri}> was not cleared: ${why}. If nobody needs them, delete them: ${dropText(names)}.`;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      // A store that takes no updates has nothing to clear either.
      if ((await this.#left(signal).catch(() => undefined)) === 0) return undefined;
      return `<${this.iri}> could not be cleared. ${error.message} When the store answers again, delete what is left: ${dropText(names)}.`;
    }
  }

  get #entry(): string {
    return `<${this.iri}> ${entryPredicate} "${this.#access.run}"`;
  }

  async #left(signal: AbortSignal): Promise<number> {
    const { inferred, step } = this.#names;
    return (await this.#count(inferred, signal)) + (await this.#count(step, signal));
  }

  /** The graphs of a run that wrote an entry; undefined where somebody else did. */
  #namesOf(entry: string): RunGraphs | undefined {
    const { iri } = this.#access;
    const run = /[-\da-f]{36}(?=>$)/.exec(entry)?.[0];
    const names = run === undefined ? undefined : graphsOf(iri, run);
    return names && entry === `<${names.inferred}>` ? names : undefined;
  }

  #count(graph: string, signal: AbortSignal): Promise<number> {
    return countOfGraph(this.#access.storeOf([graph]), '', signal);
  }
}

const triple = '?s ?p ?o';

interface RunGraphs {
  /** It lists the graphs written by the rules of all runs with the same IRI. */
  readonly list: string;
  readonly inferred: string;
  /** What the rules of one step infer. */
  readonly step: string;
}

function graphsOf(iri: string, run: string): RunGraphs {
  const start = `${iri}${iri.includes('#') ? '-' : '#'}shacl-repair-`;
  return { list: `${start}runs`, inferred: `${start}${run}`, step: `${start}${run}-step` };
}

function dropText({ inferred, step }: RunGraphs): string {
  return `DROP SILENT GRAPH <${inferred}> ; DROP SILENT GRAPH <${step}>`;
}

/** Removes the entry of a run from the list, if it has no triples. */
function forgetText({ list, inferred, step }: RunGraphs): string {
  const entry = `GRAPH <${list}> { <${inferred}> ${entryPredicate} ?run }`;
  const isEmpty = [inferred, step].map((graph) => `FILTER NOT EXISTS { GRAPH <${graph}> { ${triple} } }`);
  return `DELETE { ${entry} } WHERE { ${entry} ${isEmpty.join(' ')} }`;
}
