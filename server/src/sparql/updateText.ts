import type { GraphDelta } from '../rdf/graph.ts';
import type { Triple } from '../rdf/terms.ts';
import { notAllowed, type ParseRefusal, parseSparql, type ReadOptions } from './parseSparql.ts';
import { readOperation } from './readOperation.ts';
import { printSparqlTerm } from './termCodec.ts';
import type { Update, UpdateOperation } from './updateOperation.ts';

export type ReadUpdate = { readonly kind: 'update'; readonly update: Update } | UpdateRefusal;

export interface UpdateRefusal extends Omit<ParseRefusal, 'cause'> {
  /** `otherKind`: it is a query, not an update. */
  readonly cause: ParseRefusal['cause'] | 'otherKind';
}

/**
 * Prints a delta as INSERT DATA and DELETE DATA, one triple on each line. Reading it back gives the same delta:
 * existing blank nodes are written as IRIs that decode to them, new ones as `_:name`.
 */
export function printUpdate(delta: GraphDelta): string {
  const blocks: string[] = [];
  if (delta.removed.length > 0) blocks.push(printBlock('DELETE DATA', delta.removed));
  if (delta.added.length > 0) blocks.push(printBlock('INSERT DATA', delta.added));
  return blocks.join(' ;\n');
}

function printBlock(keyword: string, triples: readonly Triple[]): string {
  const lines = triples.map(
    ({ subject, predicate, object }) =>
      `  ${printSparqlTerm(subject)} ${printSparqlTerm(predicate)} ${printSparqlTerm(object)} .\n`,
  );
  return `${keyword} {\n${lines.join('')}}`;
}

/** What reading `printUpdate(delta)` gives, without reading it, which takes longer than most other steps of a proof. */
export function updateOf({ added, removed }: GraphDelta): Update {
  const operations: UpdateOperation[] = [];
  if (removed.length > 0) operations.push({ kind: 'deleteData', triples: removed });
  if (added.length > 0) operations.push({ kind: 'insertData', triples: added });
  return { operations };
}

/**
 * Reads an update on the default graph: INSERT DATA, DELETE DATA, DELETE WHERE, and DELETE and INSERT with WHERE.
 * Everything else is refused by name.
 */
export async function readUpdate(text: string, options: ReadOptions = {}): Promise<ReadUpdate> {
  const read = await parseSparql(text, 'SPARQL Update', options);
  if (read.kind === 'refused') return read;
  const { parsed } = read;
  // sparqljs omits type and updates when there is no operation.
  if (parsed.type === 'query') {
    return {
      kind: 'refused',
      cause: 'otherKind',
      reason: `This is ${parsed.queryType === 'ASK' ? 'an' : 'a'} ${parsed.queryType} query, not an update.`,
    };
  }
  const operations: UpdateOperation[] = [];
  for (const operation of parsed.updates ?? []) {
    const readable = readOperation(operation);
    if (typeof readable === 'string') return notAllowed(readable);
    operations.push(readable);
  }
  return { kind: 'update', update: { operations } };
}
