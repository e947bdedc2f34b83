import type {
  UpdateOperation as ParsedOperation,
  Triple as ParsedTriple,
  Pattern,
  Quads,
  Term,
} from 'sparqljs';
import type { Graph } from '../rdf/graph.ts';
import { harmlessLength, regexRisk } from '../rdf/literals/linearRegex.ts';
import { compileRegex } from '../rdf/literals/xpathRegex.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { compilePattern, compileSelect, findSolutions } from './findSolutions.ts';
import { isTerm, treeObjects } from './parsedTree.ts';
import { notAllowed, type ParseRefusal, parseSparql, type ReadOptions } from './parseSparql.ts';
import { isMadeByQuery } from './query/context.ts';
import { unbound } from './query/expressions/expressionScope.ts';
import type { CompiledQuery, QueryBudget } from './query/query.ts';
import { decodeIri, newBlankNode } from './termCodec.ts';
import type { TemplateTerm, TripleTemplate, UpdateOperation } from './updateOperation.ts';

/** Converts a parsed operation, or returns why it is refused. */
export function readOperation(operation: ParsedOperation): UpdateOperation | string {
  if ('type' in operation) return refusedKeyword(operation.type.toUpperCase());
  switch (operation.updateType) {
    case 'insert':
      return readData('insertData', operation.insert);
    case 'delete':
      return readData('deleteData', operation.delete);
    case 'deletewhere':
      return readModify(operation.delete, [], operation.delete as readonly Pattern[]);
    case 'insertdelete':
      if (operation.graph) return refusedKeyword('WITH');
      if (operation.using) return refusedKeyword('USING');
      return readModify(operation.delete, operation.insert, operation.where);
  }
}

function readData(kind: 'insertData' | 'deleteData', quads: readonly Quads[]): UpdateOperation | string {
  const triples: Triple[] = [];
  for (const block of quads) {
    if (block.type === 'graph') return refusedKeyword('GRAPH');
    for (const parsed of block.triples) {
      // SPARQL's grammar allows literals as subjects, but RDF and the types do not.
      if ((parsed.subject.termType as string) === 'Literal') {
        return `A literal cannot be a subject: ${JSON.stringify(parsed.subject.value)}.`;
      }
      const { subject, predicate, object } = readTemplate(parsed);
      triples.push({ subject: ground(subject), predicate: ground(predicate), object: ground(object) });
    }
  }
  return { kind, triples };
}

function ground(term: TemplateTerm): TermId {
  if (typeof term === 'number') return term;
  if ('blank' in term) return newBlankNode(term.blank);
  throw new TypeError('sparqljs lets no variable into a data block');
}

function readModify(
  deleted: readonly Quads[],
  inserted: readonly Quads[],
  where: readonly Pattern[],
): UpdateOperation | string {
  const templates: TripleTemplate[][] = [];
  for (const quads of [deleted, inserted]) {
    if (quads.some(({ type }) => type === 'graph')) return refusedKeyword('GRAPH');
    templates.push(quads.flatMap(({ triples }) => triples.map(readTemplate)));
  }
  const refused = refusedPattern(where);
  if (refused) return refused;
  const used = templates.flat().flatMap(({ subject, predicate, object }) => [subject, predicate, object]);
  const names = used.flatMap((term) =>
    typeof term === 'object' && 'variable' in term ? [term.variable] : [],
  );
  // Each solution creates its own blank nodes, even if it does not differ from another in any inserted variable.
  const everySolution = used.some((term) => typeof term === 'object' && 'blank' in term);
  const query = compilePattern(where, [...new Set(names)], everySolution);
  if (typeof query === 'string') return query;
  return { kind: 'modify', deleted: templates[0]!, inserted: templates[1]!, query };
}

function readTemplate({ subject, predicate, object }: ParsedTriple): TripleTemplate {
  if (!('termType' in predicate)) throw new TypeError('sparqljs lets no path into a template');
  return { subject: readTerm(subject), predicate: readTerm(predicate), object: readTerm(object) };
}

function readTerm(term: Term): TemplateTerm {
  switch (term.termType) {
    case 'NamedNode':
      return decodeIri(term.value);
    case 'BlankNode':
      // sparqljs prefixes the labels of the text with `e_`.
      return { blank: term.value.replace(/^e_/, '') };
    case 'Literal':
      if (term.language) return terms.languageString(term.value, term.language);
      return terms.literal(term.value, decodeIri(term.datatype.value));
    case 'Variable':
      return { variable: term.value };
    case 'Quad':
      throw new TypeError('sparqljs reads no triple terms unless it is told to');
  }
}

export type ReadSelect =
  | {
      readonly kind: 'select';
      /** The first solutions on a graph, without blank nodes that the query creates; or why there are none. */
      solutions(graph: Graph, limits: SelectLimits): readonly ReadonlyMap<string, TermId>[] | string;
    }
  | ParseRefusal;

/** How long the search may take, and: */
export interface SelectLimits extends Pick<QueryBudget, 'milliseconds' | 'worked' | 'deadline'> {
  /** The maximum number of solutions. */
  readonly most: number;
}

/** Reads a SELECT query on the default graph. Everything else is refused by name. */
export async function readSelect(text: string, options: ReadOptions): Promise<ReadSelect> {
  const read = await parseSparql(text, 'SPARQL query', options);
  if (read.kind === 'refused') return read;
  const { parsed } = read;
  if (parsed.type === 'update') return notAllowed('This is an update, not a SELECT query.');
  if (parsed.queryType !== 'SELECT')
    return notAllowed(
      `This is ${parsed.queryType === 'ASK' ? 'an' : 'a'} ${parsed.queryType} query, not a SELECT query.`,
    );
  if (parsed.from) return notAllowed(refusedKeyword('FROM'));
  const reason = refusedPattern(parsed);
  if (reason !== undefined) return notAllowed(reason);
  const query = compileSelect(parsed);
  if (typeof query === 'string') return notAllowed(query);
  return { kind: 'select', solutions: (graph, limits) => firstSolutions(query, graph, limits) };
}

function firstSolutions(
  query: CompiledQuery,
  graph: Graph,
  { most, ...time }: SelectLimits,
): readonly ReadonlyMap<string, TermId>[] | string {
  const found = findSolutions(graph, query, time);
  if (typeof found === 'string') return found;
  return Array.from({ length: Math.min(most, found.length) }, (_, row) => {
    const values = found.variables.map((name, index) => [name, found.value(row, index)] as const);
    return new Map(values.filter(([, value]) => value !== unbound && !isMadeByQuery(value)));
  });
}

/** Why a keyword of SPARQL Update is refused. */
function refusedKeyword(keyword: string): string {
  return `${keyword} is not allowed: repairs read and change the triples of the default graph only.`;
}

/**
 * Why a pattern is not evaluated, however deeply the reason is nested in it: it accesses other graphs or services, is
 * too large, is non-deterministic, or has a regular expression that might never terminate.
 */
function refusedPattern(patterns: unknown): string | undefined {
  let parts = 0;
  let terms = 0;
  for (const { type, operator, args, subject, termType } of treeObjects(patterns)) {
    if (termType !== undefined && ++terms > maxTerms) {
      return `The WHERE clause has more than ${maxTerms} terms.`;
    }
    if ((type !== undefined || subject !== undefined) && ++parts > maxParts) {
      return `The WHERE clause has more than ${maxParts} parts.`;
    }
    if (type === 'service' || type === 'graph') return refusedKeyword(type.toUpperCase());
    if (type === 'operation' && changing.has(operator)) {
      return `${String(operator).toUpperCase()} gives another answer each time, so its effect cannot be proven.`;
    }
    if (type === 'operation' && (operator === 'regex' || operator === 'replace')) {
      const reason = refusedRegex(operator, args as readonly unknown[]);
      if (reason) return reason;
    }
  }
  return undefined;
}

const changing: ReadonlySet<unknown> = new Set(['rand', 'uuid', 'struuid', 'now']);

/**
 * Triples, groups, operations and so on. The query engine's planning time grows with the square of their number and
 * cannot be interrupted.
 */
const maxParts = 200;

/** Includes terms in lists and tables, which are compared one by one without interruption. */
const maxTerms = 2000;

function refusedRegex(operator: 'regex' | 'replace', args: readonly unknown[]): string | undefined {
  const name = operator.toUpperCase();
  const flagsArgument = args[operator === 'regex' ? 2 : 3];
  const pattern = writtenOut(args[1]);
  const flags = flagsArgument === undefined ? '' : writtenOut(flagsArgument);
  if (pattern === undefined || flags === undefined) {
    return `${name} needs a pattern and flags that are written out, so that its cost can be bounded.`;
  }
  const reading = compileRegex(pattern, flags);
  if (reading.kind === 'illFormed' || new Set(flags).size < flags.length) {
    return `${name} has a pattern or flags that are not valid: ${JSON.stringify(pattern)}, ${JSON.stringify(flags)}.`;
  }
  const risk = regexRisk(pattern, flags);
  const isTest = operator === 'regex';
  if (isTest && reading.mayHang(harmlessLength + 1) === undefined) return undefined;
  return risk && `${name} with the pattern ${JSON.stringify(pattern)} may take forever: ${risk}.`;
}

function writtenOut(argument: unknown): string | undefined {
  return isTerm(argument) && argument.termType === 'Literal' ? argument.value : undefined;
}
