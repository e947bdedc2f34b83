import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { sh } from '../../../rdf/vocab.ts';
import { queryProperties } from '../../../shacl/sparql/queryEngine.ts';
import { tokensOf } from '../../../shacl/sparql/queryTokens.ts';
import type { CursorContext, CursorToken } from './cursorContext.ts';
import { knownTerms } from './knownTerms.ts';
import { termOf } from './nodeAtCursor.ts';
import type { CompletionCandidate } from './suggestion.ts';

/** The part of a query at the cursor. */
export interface QueryCursor {
  /** The word that the cursor touches, in offsets of the document. */
  readonly typed: CursorToken;
  readonly before: string;
  /** The query up to its end, without the word. */
  readonly query: string;
  /** Whether the word may be a property: after a subject. */
  readonly isPredicate: boolean;
}

/** The query at the cursor; undefined when the text around it is not the value of a property that takes queries. */
export function queryCursor(
  { role, typed: literal, frames }: CursorContext,
  document: TurtleDocument,
  offset: number,
): QueryCursor | undefined {
  const verb = frames.at(-1)?.verb;
  const property = verb && termOf(verb, document);
  if (role !== 'string' || !queryProperties.some((each) => each === property)) return undefined;
  const at = offset - literal.start;
  const before =
    /(?:[?$]\w*|[\p{L}\p{N}_][\p{L}\p{N}_.-]*(?::[^\s{}()[\],;"'<>|/^*+?!=&]*)?|:[^\s{}()[\],;"'<>|/^*+?!=&]*)?$/u.exec(
      literal.text.slice(0, at),
    )![0];
  const behind = /^[\p{L}\p{N}_:-]*/u.exec(literal.text.slice(at))![0];
  const start = offset - before.length;
  const end = offset + behind.length;
  const typed: CursorToken = { kind: 'word', text: before + behind, start, end };
  const quotes = /^(?:"""|'''|"|')/.exec(literal.text)![0].length;
  const head = literal.text.slice(quotes, start - literal.start);
  return {
    typed,
    before,
    query: `${head} ${literal.text.slice(end - literal.start, -quotes)}`,
    isPredicate: expectsPredicate(head),
  };
}

/** Whether a pattern continues with a property, judged by the words since the last punctuation. */
function expectsPredicate(head: string): boolean {
  const words = tokensOf(head);
  const last = words.at(-1)?.text;
  if (last === undefined) return false;
  if (last === ';' || /^[/^|]$/.test(last)) return true;
  const start = words.findLastIndex(({ text }) => /^[.;{}]$/.test(text));
  return words.length - start - 1 === 1 && /^[?$:<]|:/.test(last);
}

/** Variables of the query, terms of the unit, prefixes and keywords. */
export function queryCandidates(cursor: QueryCursor, world: Graph): readonly CompletionCandidate[] {
  const variables = new Set(['$this', '?value', '$PATH']);
  for (const { text } of tokensOf(cursor.query)) if (/^[?$]\w/.test(text)) variables.add(text);
  const found: CompletionCandidate[] = [...variables].map((text, rank) => ({
    kind: 'variable',
    of: { text },
    score: (cursor.isPredicate ? -20 : 20) - rank,
  }));
  if (/^[?$]/.test(cursor.before)) return found;
  const { classes, properties } = knownTerms(world);
  const add = (uses: ReadonlyMap<TermId, number>, kind: 'class' | 'property', base: number) => {
    const most = Math.max(1, ...uses.values());
    for (const [term, count] of uses) found.push({ kind, of: { term }, score: base + count / most });
  };
  add(properties, 'property', cursor.isPredicate ? 10 : 0);
  add(classes, 'class', cursor.isPredicate ? 0 : 5);
  for (const [rank, text] of keywords.entries()) {
    found.push({ kind: 'keyword', of: { text }, score: -1 - rank / 100 });
  }
  return found;
}

/** The prefixes of queries: those that files declare for them with sh:declare, or else those of the document. */
export function queryPrefixes(document: TurtleDocument, world: Graph): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  for (const { subject, object } of world.withPredicate(sh.prefix)) {
    for (const namespace of world.objects(subject, sh.namespace)) {
      declared.set(terms.value(object), terms.value(namespace));
    }
  }
  return declared.size > 0 ? declared : document.prefixes;
}

/** Of SPARQL 1.1 Query, as far as SHACL allows them. */
const keywords = [
  ...['SELECT', 'WHERE', 'FILTER', 'OPTIONAL', 'NOT EXISTS', 'EXISTS', 'UNION', 'MINUS', 'BIND', 'VALUES'],
  ...['DISTINCT', 'ASK', 'CONSTRUCT', 'PREFIX', 'GROUP BY', 'HAVING', 'ORDER BY', 'LIMIT', 'OFFSET', 'AS'],
  ...['IN', 'NOT IN', 'COUNT', 'SUM', 'MIN', 'MAX', 'AVG', 'SAMPLE', 'GROUP_CONCAT', 'BOUND', 'IF'],
  ...['COALESCE', 'isIRI', 'isBlank', 'isLiteral', 'isNumeric', 'STR', 'LANG', 'LANGMATCHES', 'DATATYPE'],
  ...['IRI', 'STRLEN', 'SUBSTR', 'UCASE', 'LCASE', 'STRSTARTS', 'STRENDS', 'CONTAINS', 'STRBEFORE'],
  ...['STRAFTER', 'CONCAT', 'REGEX', 'REPLACE', 'ABS', 'ROUND', 'CEIL', 'FLOOR', 'YEAR', 'MONTH', 'DAY'],
  ...['NOW', 'sameTerm', 'STRDT', 'STRLANG', 'ENCODE_FOR_URI'],
];
