import type {
  UpdateOperation as ParsedOperation,
  Triple as ParsedTriple,
  Pattern,
  Quads,
  SparqlQuery,
  Term,
} from 'sparqljs';
import type { GraphDelta } from '../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { newBlankNode, printTerm, readIri } from './termCodec.ts';

/** A SPARQL Update that may be applied to a copy: ground triples, in the order in which they take effect. */
export interface Update {
  readonly operations: readonly UpdateOperation[];
}

export interface UpdateOperation {
  readonly kind: 'insertData' | 'deleteData';
  readonly triples: readonly Triple[];
}

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

/** Reads INSERT DATA and DELETE DATA of the default graph. All else is refused, by the name of what is refused. */
export async function readUpdate(text: string, options: ReadUpdateOptions = {}): Promise<ReadUpdate> {
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
  const operations: UpdateOperation[] = [];
  for (const operation of parsed.updates ?? []) {
    const read = readOperation(operation);
    if (typeof read === 'string') return notAllowed(read);
    operations.push(read);
  }
  return { kind: 'update', update: { operations } };
}

function notAllowed(reason: string): ReadUpdate {
  return { kind: 'refused', cause: 'notAllowed', reason };
}

/** The operation, or why it is refused. */
function readOperation(operation: ParsedOperation): UpdateOperation | string {
  if ('type' in operation) return refusal(operation.type.toUpperCase());
  switch (operation.updateType) {
    case 'insert':
      return readData('insertData', operation.insert);
    case 'delete':
      return readData('deleteData', operation.delete);
    case 'insertdelete':
    case 'deletewhere': {
      const keyword = refusedKeyword(operation);
      if (keyword) return refusal(keyword);
      return 'Updates with a WHERE clause are not applied: write the triples out in DELETE DATA and INSERT DATA.';
    }
  }
}

function refusal(keyword: string): string {
  return `${keyword} is not allowed: repairs change the triples of the default graph only, with INSERT DATA and DELETE DATA.`;
}

function refusedKeyword(
  operation: Extract<ParsedOperation, { updateType: 'insertdelete' | 'deletewhere' }>,
): string | undefined {
  const templates = [...operation.delete, ...('insert' in operation ? operation.insert : [])];
  if (operation.updateType === 'insertdelete') {
    if (operation.graph) return 'WITH';
    if (operation.using) return 'USING';
    const inside = keywordInside(operation.where);
    if (inside) return inside;
  }
  return templates.some((quads) => quads.type === 'graph') ? 'GRAPH' : undefined;
}

function keywordInside(patterns: readonly Pattern[]): string | undefined {
  for (const pattern of patterns) {
    if ('type' in pattern && (pattern.type === 'service' || pattern.type === 'graph')) {
      return pattern.type.toUpperCase();
    }
    if ('patterns' in pattern) {
      const inside = keywordInside(pattern.patterns);
      if (inside) return inside;
    }
    if ('where' in pattern && pattern.where) {
      const inside = keywordInside(pattern.where);
      if (inside) return inside;
    }
  }
  return undefined;
}

function readData(kind: UpdateOperation['kind'], quads: readonly Quads[]): UpdateOperation | string {
  const triples: Triple[] = [];
  for (const block of quads) {
    if (block.type === 'graph') return refusal('GRAPH');
    for (const parsed of block.triples) {
      const triple = readTriple(parsed);
      if (typeof triple === 'string') return triple;
      triples.push(triple);
    }
  }
  return { kind, triples };
}

function readTriple({ subject, predicate, object }: ParsedTriple): Triple | string {
  const subjectTerm: Term = subject;
  // SPARQL's grammar lets literals be subjects, RDF does not, and the types know RDF only.
  if ((subjectTerm.termType as string) === 'Literal') {
    return `A literal cannot be a subject: ${JSON.stringify(subject.value)}.`;
  }
  if (!('termType' in predicate)) return 'Property paths do not name triples to insert or delete.';
  return {
    subject: readTerm(subject),
    predicate: readTerm(predicate),
    object: readTerm(object),
  };
}

function readTerm(term: Term): TermId {
  switch (term.termType) {
    case 'NamedNode':
      return readIri(term.value);
    case 'BlankNode':
      // sparqljs puts `e_` in front of the labels that the text uses.
      return newBlankNode(term.value.replace(/^e_/, ''));
    case 'Literal':
      if (term.language) return terms.languageString(term.value, term.language);
      return terms.literal(term.value, readIri(term.datatype.value));
    case 'Variable':
    case 'Quad':
      throw new TypeError(`sparqljs lets no ${term.termType} into a data block`);
  }
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
