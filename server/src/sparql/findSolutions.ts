import { QueryEngine } from '@comunica/query-sparql-rdfjs-lite';
import type * as RDF from '@rdfjs/types';
import type { Graph } from '../rdf/graph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { xsd } from '../rdf/vocab.ts';
import { isBlankNode, nodeFunctions } from './nodeFunctions.ts';
import { fromQuery, PatternSource, QueryLiteral } from './patternSource.ts';

export interface Solution {
  /** The variables that have a value. */
  readonly variables: readonly string[];
  /** What a variable stands for; a blank node that the query made up is told by its label. */
  value(variable: string): TermId | { readonly blank: string } | undefined;
}

export interface SolutionsOptions {
  /** Called for each solution; false ends the search. */
  readonly use: (solution: Solution) => boolean;
  /** How long the search may take, in ms. */
  readonly milliseconds: number;
  /** When that time began, on the clock of `performance.now()`; now when left out. */
  readonly since?: number;
}

/**
 * Searches a graph for the solutions of a SELECT query. Resolves to why the search failed or was given up, and to
 * undefined when it came to an end; rejects with the signal's reason. This file alone knows the query engine, which
 * is big: load it only when there is a pattern. Nothing outside the graph is looked at.
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
    // The engine takes an iterable in place of a stream.
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
    // Not at once: were an expression being evaluated that fails, nobody would be there to hear of it.
    setImmediate(() => stream?.destroy());
  }
  signal.throwIfAborted();
  return isOver ? reason : undefined;
}

type ResultStream = Awaited<ReturnType<QueryEngine['queryBindings']>>;

/** Reads to the end, or until nothing more is wanted. Goes on listening to errors: the first one need not be the last. */
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
 * The engine has nothing that opens connections or files; should it ever, it fails here.
 *
 * @param giveUp ends the search, and says why.
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

/** The function of that name for one search. Its texts are limited in all, too. */
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

/** What no document has, and SPARQL makes no text of. */
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

/** In UTF-16 units: reading a query takes time that cannot be stopped. */
const maxQueryLength = 50_000;

/** In UTF-16 units. */
const maxLength = 100_000;

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${message.split('\n')[0]!.slice(0, 200).replace(/\.$/, '')}.`;
}
