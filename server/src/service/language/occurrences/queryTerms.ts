import type { Rope } from '../../../base/rope.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { resolveIri } from '../../../rdf/resolveIri.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { unescapeLocal } from '../../../rdf/turtle/escapes.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { queryProperties } from '../../../shacl/sparql/queryEngine.ts';
import { tokensOf } from '../../../shacl/sparql/queryTokens.ts';
import { readPrefixes } from '../../../shacl/sparql/readQuery.ts';

/** An IRI where a query literal writes it. */
export interface QueryTerm {
  /** Of `<…>` or `p:local` in the document that has the literal. */
  readonly range: TextRange;
  readonly iri: string;
  readonly form: 'reference' | 'prefixed';
  /** The prefix without its colon, for a prefixed name. */
  readonly prefix: string | undefined;
}

/** A literal that is a SPARQL query or update. */
export interface QueryLiteral {
  /** Between the quotes. */
  readonly range: TextRange;
  /** The text between the quotes with spaces for its escapes, so that offsets are those of the document. */
  readonly text: string;
  readonly terms: readonly QueryTerm[];
}

/**
 * The query literals of a document, in order. Their prefixed names are resolved by PREFIX in the query, by `sh:prefixes`
 * as far as this document declares them, and otherwise by the prefixes of the document, because most authors declare the
 * same ones for both.
 */
export function queryLiterals(document: TurtleDocument): readonly QueryLiteral[] {
  let found = known.get(document);
  if (found === undefined) {
    found = readLiterals(document);
    known.set(document, found);
  }
  return found;
}

const known = new WeakMap<TurtleDocument, readonly QueryLiteral[]>();

function readLiterals(document: TurtleDocument): readonly QueryLiteral[] {
  const found: QueryLiteral[] = [];
  for (const property of queryProperties) {
    // The index of terms is cheaper than that of triples, which most documents would need for this alone.
    if (document.sources.written(property).length === 0) continue;
    for (const triple of document.graph.withPredicate(property)) {
      for (const { statement, objectTerm } of document.sources.occurrences(triple)) {
        if (objectTerm?.kind !== 'literal') continue;
        const range = withoutQuotes(document.rope, rangeIn(statement, objectTerm.lexical));
        const text = withoutEscapes(document.rope.slice(range.start, range.end));
        const prefixes = prefixesFor(triple.subject, text, document);
        found.push({ range, text, terms: termsIn(text, range.start, prefixes, document.uri) });
      }
    }
  }
  return found.sort((a, b) => a.range.start - b.range.start);
}

function withoutQuotes(rope: Rope, { start, end }: TextRange): TextRange {
  const first = rope.slice(start, start + 3);
  const quotes = end - start >= 6 && first === first[0]!.repeat(3) ? 3 : 1;
  return { start: start + quotes, end: end - quotes };
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(?:u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|.)/g, (sequence) => ' '.repeat(sequence.length));
}

function prefixesFor(
  owner: TermId,
  query: string,
  { graph, prefixes }: TurtleDocument,
): ReadonlyMap<string, string> {
  const declared = readPrefixes(graph, owner);
  const inQuery = [...query.matchAll(/\bPREFIX\s+([^\s:]*):\s*<([^<>\s]*)>/gi)];
  return new Map([
    ...prefixes,
    ...(typeof declared === 'string' ? [] : declared),
    ...inQuery.map(([, prefix, iri]) => [prefix!, iri!] as const),
  ]);
}

function termsIn(
  text: string,
  shift: number,
  prefixes: ReadonlyMap<string, string>,
  base: string,
): readonly QueryTerm[] {
  const found: QueryTerm[] = [];
  for (const { text: token, start, end } of tokensOf(text)) {
    const range = { start: shift + start, end: shift + end };
    if (token.startsWith('<') && token.length > 1) {
      const iri = resolveIri(token.slice(1, -1), base);
      found.push({ range, iri, form: 'reference', prefix: undefined });
      continue;
    }
    const name = /^([^\s:"'?$]*):(.*)$/u.exec(token);
    const namespace = name && prefixes.get(name[1]!);
    if (!name || namespace === undefined) continue;
    const local = name[2]!.replace(/\.+$/, '');
    const trailing = name[2]!.length - local.length;
    found.push({
      range: { start: range.start, end: range.end - trailing },
      iri: namespace + unescapeLocal(local),
      form: 'prefixed',
      prefix: name[1]!,
    });
  }
  return found;
}
