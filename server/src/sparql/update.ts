import type { SparqlQuery } from 'sparqljs';
import type { GraphDelta } from '../rdf/graph.ts';
import type { Triple } from '../rdf/terms.ts';
import { readOperation } from './readOperation.ts';
import { printTerm } from './termCodec.ts';
import type { Update, UpdateOperation } from './updateOperation.ts';

export type ReadUpdate =
  | { readonly kind: 'update'; readonly update: Update }
  | {
      readonly kind: 'refused';
      /** `syntax`: it is not a SPARQL Update. `notAllowed`: it is one that is never applied. */
      readonly cause: 'syntax' | 'notAllowed';
      /** A sentence, with line and column where the text is wrong. */
      readonly reason: string;
    };

export interface ReadUpdateOptions {
  /** Prefixes in force before the text's own. */
  readonly prefixes?: ReadonlyMap<string, string>;
  readonly base?: string;
}

/**
 * A delta as INSERT DATA and DELETE DATA, one triple a line. Reading it back gives the same delta: existing blank
 * nodes are written as IRIs that map back to them, new ones as `_:name`.
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
      `  ${printTerm(subject)} ${printTerm(predicate)} ${printTerm(object)} .\n`,
  );
  return `${keyword} {\n${lines.join('')}}`;
}

/**
 * Reads an update that stays within the default graph: INSERT DATA, DELETE DATA, DELETE WHERE and DELETE and INSERT
 * with WHERE. All else is refused, by the name of what is refused.
 */
export async function readUpdate(text: string, options: ReadUpdateOptions = {}): Promise<ReadUpdate> {
  if (text.length > maxLength) return notAllowed(`The update is longer than ${maxLength} characters.`);
  const { default: sparqljs } = await import('sparqljs');
  let parsed: SparqlQuery;
  try {
    const parser = new sparqljs.Parser({
      prefixes: Object.fromEntries(options.prefixes ?? []),
      baseIRI: options.base,
    });
    parsed = parser.parse(text);
  } catch (error) {
    return { kind: 'refused', cause: 'syntax', reason: describeSyntaxError(error, text) };
  }
  // sparqljs leaves out type and updates when there is no operation.
  if (parsed.type === 'query') return notAllowed(`This is a ${parsed.queryType} query, not an update.`);
  const generator = new sparqljs.Generator();
  const operations: UpdateOperation[] = [];
  for (const operation of parsed.updates ?? []) {
    const read = readOperation(operation, generator);
    if (typeof read === 'string') return notAllowed(read);
    operations.push(read);
  }
  return { kind: 'update', update: { operations } };
}

/** In UTF-16 units. */
const maxLength = 1_000_000;

function notAllowed(reason: string): ReadUpdate {
  return { kind: 'refused', cause: 'notAllowed', reason };
}

/** What sparqljs attaches to the errors of its generated parser. */
interface ParseErrorHash {
  readonly token: string;
  readonly text: string;
  readonly loc: { readonly last_line: number; readonly last_column: number };
}

function describeSyntaxError(error: unknown, text: string): string {
  const hash = (error as { hash?: ParseErrorHash }).hash;
  if (hash === undefined) {
    const message = error instanceof Error ? error.message : String(error);
    return `This is not a SPARQL Update: ${message.replace(/\.$/, '')}.`;
  }
  // The parser knows where the token before ended; the offending one starts after the white space.
  const lines = text.split('\n');
  let line = hash.loc.last_line;
  let column = hash.loc.last_column;
  while (line <= lines.length && (lines[line - 1] ?? '').slice(column).trim() === '') {
    line++;
    column = 0;
  }
  if (line > lines.length) return 'This is not a SPARQL Update: the text ends too early.';
  const rest = lines[line - 1]!.slice(column);
  column += rest.length - rest.trimStart().length;
  return `This is not a SPARQL Update: line ${line}, column ${column + 1}, at ${JSON.stringify(rest.trim().slice(0, 20))}.`;
}
