import { QueryEngine } from '@comunica/query-sparql-rdfjs-lite';
import type * as RDF from '@rdfjs/types';
import type { Graph } from '../rdf/graph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { xsd } from '../rdf/vocab.ts';
import { isBlankNode, nodeFunctions } from './nodeFunctions.ts';
import { fromQuery, PatternSource, QueryLiteral } from './patternSource.ts';

export interface Solution {
  /** The variables that are bound. */
  readonly variables: readonly string[];
  /** The value of a variable. A blank node that the query created is given by its label. */
  value(variable: string): TermId | { readonly blank: string } | undefined;
}

export interface SolutionsOptions {
  /** Called for each solution; false ends the search. */
  readonly use: (solution: Solution) => boolean;
  /** How long the search may take, in ms. */
  readonly milliseconds: number;
  /** When that time started, on the clock of `performance.now()`; now if omitted. */
  readonly since?: number;
}

/**
 * Searches a graph for the solutions of a SELECT query. Resolves to undefined when the search is complete, or to the
 * reason why it failed or was stopped. Rejects with the signal's reason. Only this file knows the query engine, which
 * is large, so load it only when there is a pattern. Nothing outside of the graph is accessed.
 */
export async function findSolutions(
  graph: Graph,
  query: string,
  { use, milliseconds, since = performance.now() }: SolutionsOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  signal.throwIfAborted();
  if (query.length > maxQueryLength) return `The WHERE clause is longer than ${maxQueryLength} characters.`;
  let isOver = false;
  let reason = `The WHERE clause took longer than ${milliseconds / 1000} s.`;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = () => {
      isOver = true;
      resolve();
    };
  });
  const end = since + milliseconds;
  const giveUp = (why: string) => {
    if (!isOver) reason = why;
    stop();
  };
  const source = new PatternSource(graph, () => {
    if (performance.now() > end) stop();
    return isOver;
  });
  const timer = setTimeout(stop, Math.max(0, end - performance.now()));
  signal.addEventListener('abort', stop);
  let stream: ResultStream | undefined;
  const search = async () => {
    // The engine accepts an iterable in place of a stream.
    stream = await engine.queryBindings(query, {
      sources: [source as unknown as RDF.Source],
      ...isolated(giveUp),
    });
    if (!isOver) await read(stream, use);
  };
  try {
    await Promise.race([search(), stopped]);
  } catch (error) {
    if (!isOver) return `The WHERE clause cannot be evaluated: ${firstLine(error)}`;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    // Deferred: if an expression that is being evaluated fails, nobody would handle its error.
    setImmediate(() => stream?.destroy());
  }
  signal.throwIfAborted();
  return isOver ? reason : undefined;
}

type ResultStream = Awaited<ReturnType<QueryEngine['queryBindings']>>;

/** Reads to the end, or until nothing more is wanted. Keeps listening for errors, because there may be several. */
function read(stream: ResultStream, use: SolutionsOptions['use']): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.on('error', reject);
    stream.on('end', resolve);
    stream.on('data', (bindings) => {
      try {
        if (use(solutionOf(bindings))) return;
        resolve();
      } catch (error) {
        reject(error);
      }
      stream.removeAllListeners('data');
    });
  });
}

const engine = new QueryEngine();

/**
 * The engine has no component that opens connections or files; if one were added, it would fail here.
 *
 * @param giveUp ends the search with a reason.
 */
const isolated = (giveUp: (reason: string) => void) => ({
  fetch: () => Promise.reject(new Error('nothing is looked up outside the graph')),
  extensionFunctions: {
    [nodeFunctions.isBlank]: async ([term]: RDF.Term[]) => boolean(isBlankNode(term!)),
    [nodeFunctions.isIri]: async ([term]: RDF.Term[]) =>
      boolean(term!.termType === 'NamedNode' && !isBlankNode(term!)),
    [nodeFunctions.named]: async ([term]: RDF.Term[]) => (isBlankNode(term!) ? blankNode : term!),
    [nodeFunctions.bounded]: boundedTexts(giveUp),
  },
});

/** The `bounded` function of one search. It also limits the total length of strings. */
function boundedTexts(giveUp: (reason: string) => void) {
  let total = 0;
  return async ([term, most, name]: RDF.Term[]) => {
    const { length } = term!.value;
    total += length;
    if (length <= Number(most!.value) && total <= maxTotal) return term!;
    const reason = `${name!.value} in the WHERE clause would take too long on a text of ${length} characters.`;
    giveUp(length <= Number(most!.value) ? `${name!.value} in the WHERE clause has too much to do.` : reason);
    throw new Error(reason);
  };
}

/** In UTF-16 units. */
const maxTotal = 20_000_000;

/** An IRI that no document contains, and that SPARQL makes no string from. */
const blankNode = {
  termType: 'BlankNode',
  value: '',
  equals: (other: RDF.Term | null | undefined) => other === blankNode,
} as RDF.BlankNode;

function boolean(value: boolean): RDF.Term {
  return new QueryLiteral(terms.literal(String(value), xsd.boolean)) as unknown as RDF.Term;
}

function solutionOf(bindings: RDF.Bindings): Solution {
  return {
    variables: [...bindings.keys()].map(({ value }) => value),
    value: (variable) => readValue(bindings.get(variable)),
  };
}

function readValue(term: RDF.Term | undefined): ReturnType<Solution['value']> {
  if (term === undefined) return undefined;
  if (term.value.length > maxLength) throw new RangeError(`a value has more than ${maxLength} characters.`);
  return term.termType === 'BlankNode' ? { blank: term.value } : fromQuery(term);
}

/** In UTF-16 units: parsing a query cannot be interrupted. */
const maxQueryLength = 50_000;

/** In UTF-16 units. */
const maxLength = 100_000;

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${message.split('\n')[0]!.slice(0, 200).replace(/\.$/, '')}.`;
}
