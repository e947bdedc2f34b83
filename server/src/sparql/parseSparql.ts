import type { SparqlGenerator, SparqlQuery, Term } from 'sparqljs';
import { loadLinearRegex, mayMatchPatterns } from '../rdf/literals/linearRegex.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { xsd } from '../rdf/vocab.ts';
import { isTerm, rewriteTree, treeObjects } from './parsedTree.ts';
import { encodedIri, standInIri } from './termCodec.ts';

export interface ReadOptions {
  /** Prefixes in scope before those of the text. */
  readonly prefixes?: ReadonlyMap<string, string>;
  readonly base?: string;
  /** Pre-bound variables by name: the text is read as if it had these terms. */
  readonly values?: ReadonlyMap<string, TermId>;
}

export interface ParseRefusal {
  readonly kind: 'refused';
  /** `syntax`: the text is not SPARQL. `notAllowed`: it is SPARQL of a kind that is never evaluated. */
  readonly cause: 'syntax' | 'notAllowed';
  /** A sentence, with line and column for syntax errors. */
  readonly reason: string;
  /** Where the syntax error is in the text, in UTF-16 units, if that is known. */
  readonly offset?: number;
}

export interface ParseResult {
  readonly kind: 'parsed';
  readonly parsed: SparqlQuery;
  readonly generator: SparqlGenerator;
}

let sparqljs: typeof import('sparqljs') | undefined;
let sparql12: typeof import('./readSparql12.ts') | undefined;

/** Loads the parser, which `parseLoaded` needs. */
export async function loadSparqlParser(): Promise<void> {
  sparqljs ??= (await import('sparqljs')).default;
}

/**
 * Whether a text may be a query that only SPARQL 1.2 has: with triple terms, annotations or their functions. sparqljs, which reads
 * all others, refuses it.
 */
export function maySparql12(text: string): boolean {
  return /<<|\{\||(?<!\\)~|@[a-z]+(?:-\w+)*--|\b(?:(?:is)?triple|subject|predicate|object|(?:str)?langdir|haslang(?:dir)?)\s*\(|(?<![\w:?$-])version(?![\w:-])/i.test(
    text.replace(opaque, ' '),
  );
}

/** Loads what reads queries of SPARQL 1.2, which `parseLoaded` needs for these. */
export async function loadSparql12(): Promise<void> {
  sparql12 ??= await import('./readSparql12.ts');
}

/** Parses a text. `what` is the expected kind in error messages. */
export async function parseSparql(
  text: string,
  what: 'SPARQL Update' | 'SPARQL query',
  options: ReadOptions,
): Promise<ParseResult | ParseRefusal> {
  await loadSparqlParser();
  if (mayMatchPatterns(text)) await loadLinearRegex();
  if (what === 'SPARQL query' && maySparql12(text)) await loadSparql12();
  return parseLoaded(text, what, options);
}

/** Parses a text after `loadSparqlParser`. What it returns must not be changed. */
export function parseLoaded(
  text: string,
  what: 'SPARQL Update' | 'SPARQL query',
  options: ReadOptions,
): ParseResult | ParseRefusal {
  if (what !== 'SPARQL query' || options.values !== undefined) return parse(text, what, options);
  const key = JSON.stringify([text, options.base, [...(options.prefixes ?? [])]]);
  const known = recent.get(key);
  if (known !== undefined) return known;
  const result = parse(text, what, options);
  // It may be read otherwise when all was loaded that reads it.
  if (result.kind === 'refused' && sparql12 === undefined && maySparql12(text)) return result;
  recentLength += key.length;
  recent.set(key, result);
  for (const oldest of recent.keys()) {
    if (recentLength <= maxRecentLength) break;
    recent.delete(oldest);
    recentLength -= oldest.length;
  }
  return result;
}

/** The most recently read queries: shapes are read again after each edit of their file, and have the same queries. */
const recent = new Map<string, ParseResult | ParseRefusal>();
let recentLength = 0;

/** In UTF-16 units of texts and prefixes. Those of ASHRAE 223P have 55,000. */
const maxRecentLength = 250_000;

function parse(
  text: string,
  what: 'SPARQL Update' | 'SPARQL query',
  { prefixes, base, values }: ReadOptions,
): ParseResult | ParseRefusal {
  if (sparqljs === undefined) throw new Error('the SPARQL parser has not been loaded');
  const maxLength = values === undefined ? maxChangeLength : maxAuthoredLength;
  if (text.length > maxLength) return notAllowed(`The text is longer than ${maxLength} characters.`);
  if (nesting(text) > maxNesting)
    return notAllowed(`The text has brackets in more than ${maxNesting} levels.`);
  let parsed: SparqlQuery;
  try {
    const parser = new sparqljs.Parser({ prefixes: Object.fromEntries(prefixes ?? []), baseIRI: base });
    keepPlusSigns(parser as unknown as { lexer: Lexer });
    parsed = parser.parse(text);
  } catch (error) {
    const refused = { kind: 'refused', cause: 'syntax', ...describeSyntaxError(error, text, what) } as const;
    if (what === 'SPARQL Update' || values !== undefined || !maySparql12(text)) return refused;
    if (sparql12 === undefined) return refused;
    const read = sparql12.readSparql12(text, {
      ...(prefixes && { prefixes }),
      ...(base !== undefined && { base }),
    });
    if (read.kind === 'syntaxError') {
      const { message, offset } = read;
      const place =
        offset === undefined ? { reason: `This is not a ${what}: ${message}.` } : placed(text, what, offset);
      return { kind: 'refused', cause: 'syntax', ...place };
    }
    parsed = read.query;
  }
  if (escapedName.test(text)) parsed = withNamesUnescaped(parsed);
  const generator = new sparqljs.Generator();
  if (values === undefined) return { kind: 'parsed', parsed, generator };
  try {
    const filled = prebindVariables(parsed, values);
    return typeof filled === 'string' ? notAllowed(filled) : { kind: 'parsed', parsed: filled, generator };
  } catch (error) {
    // The tree of a sum of thousands of numbers is as deep as the sum is long.
    if (error instanceof RangeError) return notAllowed('The text is nested too deeply.');
    throw error;
  }
}

/** What the parser that jison made reads words with. */
interface Lexer {
  yytext: string;
  lex(): unknown;
}

/**
 * `+1` is another term than `1`, and sparqljs drops the first character of what starts with a plus. Where it adds, as in
 * `?x +1`, the number is the same with it.
 */
function keepPlusSigns(parser: { lexer: Lexer }): void {
  const { lexer } = parser;
  parser.lexer = Object.assign(Object.create(lexer) as Lexer, {
    lex(this: Lexer) {
      const token = lexer.lex.call(this);
      if (/^\+[.\d]/.test(this.yytext)) this.yytext = `+${this.yytext}`;
      return token;
    },
  });
}

const escapedCharacter = /\\([_~.\-!$&'()*+,;=/?#@%])/g;

const escapedName = /\\[_~.\-!$&'()*+,;=/?#@%]/;

/** Neither parser undoes the escapes of prefixed names (PN_LOCAL_ESC). No IRI has a backslash otherwise. */
function withNamesUnescaped(parsed: SparqlQuery): SparqlQuery {
  return rewriteTree(parsed, (node) =>
    isTerm(node) && node.termType === 'NamedNode' && escapedName.test(node.value)
      ? { termType: 'NamedNode', value: node.value.replace(escapedCharacter, '$1') }
      : node,
  );
}

/** In UTF-16 units: leaves room for changes with many triples. */
export const maxChangeLength = 1_000_000;

/** In UTF-16 units: as much as a person writes. Parsing a sum of thousands of numbers takes seconds. */
const maxAuthoredLength = 20_000;

/** Parsing time grows at least with the square of this. */
const maxNesting = 64;

/** The nesting depth of brackets outside strings, IRIs and comments. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(tokens)) {
    if ('({['.includes(token)) deepest = Math.max(deepest, ++depth);
    else if (')}]'.includes(token)) depth--;
  }
  return deepest;
}

/** Strings, IRIs and comments. */
const opaque =
  /"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|<[^<>"{}|^`\\\s]*>|#.*/g;

const tokens = new RegExp(`${opaque.source}|[({[\\])}]`, 'g');

export function notAllowed(reason: string): ParseRefusal {
  return { kind: 'refused', cause: 'notAllowed', reason };
}

/** What sparqljs attaches to the errors of its generated parser. */
interface ParseErrorHash {
  readonly token: string;
  readonly text: string;
  readonly loc: { readonly last_line: number; readonly last_column: number };
}

function describeSyntaxError(
  error: unknown,
  text: string,
  what: string,
): { readonly reason: string; readonly offset?: number } {
  const hash = (error as { hash?: ParseErrorHash }).hash;
  if (hash === undefined) {
    const message = error instanceof Error ? error.message : String(error);
    return { reason: `This is not a ${what}: ${message.replace(/\.$/, '')}.` };
  }
  // The parser reports the end of the previous token; the offending one starts after the white space.
  const lines = text.split('\n');
  let line = hash.loc.last_line;
  let column = hash.loc.last_column;
  while (line <= lines.length && (lines[line - 1] ?? '').slice(column).trim() === '') {
    line++;
    column = 0;
  }
  if (line > lines.length) return placed(text, what, text.length);
  const rest = lines[line - 1]!.slice(column);
  column += rest.length - rest.trimStart().length;
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return placed(text, what, before + column);
}

/** What is said about a syntax error at a place. */
function placed(
  text: string,
  what: string,
  offset: number,
): { readonly reason: string; readonly offset: number } {
  if (offset >= text.length)
    return { reason: `This is not a ${what}: the text ends too early.`, offset: text.length };
  const before = text.slice(0, offset).split('\n');
  const rest = text.slice(offset).split('\n')[0]!;
  const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`;
  return {
    reason: `This is not a ${what}: ${place}, at ${JSON.stringify(rest.trim().slice(0, 20))}.`,
    offset,
  };
}

type Values = ReadonlyMap<string, TermId>;
type Node = Readonly<Record<string, unknown>>;

/**
 * Pre-binds variables of a parsed text as in SHACL-SPARQL. The values replace the variables in the syntax tree, so that
 * they apply in subqueries and expressions as well, and a value can only be read as a term. Returns a sentence when the
 * text itself assigns such a variable.
 */
function prebindVariables<Parsed>(parsed: Parsed, values: Values): Parsed | string {
  for (const node of treeObjects(parsed)) {
    const [taken] = boundBy(node).filter((name) => values.has(name));
    if (taken !== undefined)
      return `The variable ?${taken} has its value from the start and cannot get another one.`;
  }
  return filled(parsed, values) as Parsed;
}

/** The variables that a part of a text assigns other than by matching a pattern. */
function boundBy(node: Node): readonly string[] {
  if (node.type === 'values') {
    return (node.values as readonly Node[]).flatMap((row) => Object.keys(row).map((name) => name.slice(1)));
  }
  // BIND (… AS ?x), and the same in SELECT and GROUP BY.
  const isAssignment = 'expression' in node && isTerm(node.variable);
  return isAssignment ? [(node.variable as Term).value] : [];
}

function filled(node: unknown, values: Values): unknown {
  if (Array.isArray(node)) return node.map((child) => filled(child, values));
  if (typeof node !== 'object' || node === null) return node;
  const value = given(node, values);
  if (value !== undefined) return termOf(value);
  if (isTerm(node)) return node;
  const parts = node as Node;
  if (parts.type === 'operation' && parts.operator === 'bound') {
    const [variable] = parts.args as readonly unknown[];
    return given(variable, values) === undefined ? node : termOf(terms.literal('true', xsd.boolean));
  }
  return Object.fromEntries(
    Object.entries(parts).map(([key, child]) => [key, filledPart(parts, key, child, values)]),
  );
}

function filledPart({ type }: Node, key: string, child: unknown, values: Values): unknown {
  const value = given(child, values);
  // A literal in a position where SPARQL allows none becomes an IRI that matches nothing.
  if (value !== undefined && (key === 'subject' || key === 'predicate')) return iriOf(standInIri(value));
  if (type !== 'query' || child === undefined) return filled(child, values);
  const items = child as readonly Node[];
  switch (key) {
    case 'variables': {
      const asked = items.filter((item) => given(item, values) === undefined);
      return asked.length > 0
        ? filled(asked, values)
        : [named(terms.literal('1', xsd.integer), 'nothingElse')];
    }
    case 'group':
      return items.map((item) => {
        const constant = isTerm(item.variable) ? undefined : given(item.expression, values);
        return constant === undefined
          ? filled(item, values)
          : named(constant, `given_${(item.expression as Term).value}`);
      });
    case 'order':
      return emptyToUndefined(
        items
          .filter(({ expression }) => given(expression, values) === undefined)
          .map((item) => filled(item, values)),
      );
    default:
      return filled(child, values);
  }
}

/** A constant where SPARQL requires a variable. */
function named(value: TermId, variable: string): unknown {
  return { expression: termOf(value), variable: { termType: 'Variable', value: variable } };
}

function emptyToUndefined(items: readonly unknown[]): readonly unknown[] | undefined {
  return items.length > 0 ? items : undefined;
}

function given(node: unknown, values: Values): TermId | undefined {
  return isTerm(node) && node.termType === 'Variable' ? values.get(node.value) : undefined;
}

function termOf(id: TermId): unknown {
  const iri = encodedIri(id);
  if (iri !== undefined) return iriOf(iri);
  const datatype = iriOf(encodedIri(terms.datatype(id)!)!);
  return { termType: 'Literal', value: terms.value(id), language: terms.language(id), datatype };
}

function iriOf(value: string): unknown {
  return { termType: 'NamedNode', value };
}
