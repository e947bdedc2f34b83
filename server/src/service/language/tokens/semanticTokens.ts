import type { TextRange } from '../../../base/textRange.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { WrittenTerm } from '../../../rdf/turtle/writtenTerms.ts';
import { namespaces, owl, rdf, rdfs, sh } from '../../../rdf/vocab.ts';
import { tokensOf } from '../../../shacl/sparql/queryTokens.ts';
import { type QueryLiteral, queryLiterals } from '../occurrences/queryTerms.ts';
import { symbolKind } from '../symbols/symbolKind.ts';
import type { SemanticTokenKind } from './tokenKinds.ts';

/** A text with a meaning; it lies in one line. */
export interface SemanticToken extends TextRange {
  readonly kind: SemanticTokenKind;
}

/** The tokens of the statements that share a character with a range, in order, or those of the whole document. */
export function semanticTokens(document: TurtleDocument, range?: TextRange): readonly SemanticToken[] {
  const tokens: SemanticToken[] = [];
  const kindOf = new TermKinds(document);
  const { rope } = document;
  let predicate: TermId | undefined;
  /** The brackets that a term is in, with the predicates whose objects they are. */
  const outer: { readonly end: number; readonly predicate: TermId | undefined }[] = [];
  const isIn = ({ start, end }: TextRange) => !range || (start < range.end && end > range.start);
  const queries = queryLiterals(document).filter((literal) => isIn(literal.range));
  document.sources.forWritten(range, (term) => {
    while (outer.length > 0 && outer.at(-1)!.end <= term.start) predicate = outer.pop()!.predicate;
    if (term.form === 'propertyList') outer.push({ end: term.end, predicate });
    if (term.role === 'predicate') predicate = term.id;
    if (!isIn(term) || (term.form !== 'reference' && term.form !== 'prefixed')) return;
    const kind = kindOf.of(term, predicate);
    if (term.form === 'prefixed') addName(term, kind);
    else tokens.push({ start: term.start, end: term.end, kind });
  });
  for (const query of queries) addQuery(query);
  return queries.length === 0 ? tokens : tokens.sort((a, b) => a.start - b.start);

  function addName({ start, end }: TextRange, kind: SemanticTokenKind): void {
    const colon = rope.indexOf(':', start);
    if (colon > start) tokens.push({ start, end: colon, kind: 'namespace' });
    if (colon + 1 < end) tokens.push({ start: colon + 1, end, kind });
  }

  function addQuery({ range: whole, text: query, terms: names }: QueryLiteral): void {
    for (const { range: place, iri, form } of names) {
      const id = terms.knownIri(iri);
      const kind = id === undefined ? 'variable' : kindOf.ofTerm(id);
      if (form === 'prefixed') addName(place, kind);
      else tokens.push({ ...place, kind });
    }
    for (const { text: word, start, end } of tokensOf(query)) {
      const place = { start: whole.start + start, end: whole.start + end };
      if (/^[$?]\w/.test(word)) tokens.push({ ...place, kind: 'parameter' });
      else if (queryWords.has(word.toUpperCase())) tokens.push({ ...place, kind: 'keyword' });
    }
  }
}

/** The words that structure a query. Functions keep the colour of the string, as most themes give them none. */
const queryWords: ReadonlySet<string> = new Set(
  (
    'BASE PREFIX SELECT DISTINCT REDUCED AS CONSTRUCT WHERE ASK FROM NAMED GROUP BY HAVING ORDER ASC DESC LIMIT OFFSET ' +
    'VALUES UNDEF OPTIONAL GRAPH UNION MINUS SERVICE BIND FILTER EXISTS NOT IN INSERT DELETE DATA A'
  ).split(' '),
);

/** The kinds of terms, by the statements about them in the document and by their places. */
class TermKinds {
  readonly #document: TurtleDocument;
  readonly #known = new Map<TermId, SemanticTokenKind | undefined>();

  constructor(document: TurtleDocument) {
    this.#document = document;
  }

  of({ id, role }: WrittenTerm, predicate: TermId | undefined): SemanticTokenKind {
    const stated = this.#stated(id);
    if (stated !== undefined) return stated;
    switch (role) {
      case 'predicate':
        return 'property';
      case 'datatype':
        return 'type';
      case 'object':
        return (predicate === undefined ? undefined : objectKinds.get(predicate)) ?? 'variable';
      case 'subject':
      case 'graph':
      case 'part':
      case 'reifier':
        return 'variable';
    }
  }

  /** For a place that says nothing. */
  ofTerm(id: TermId): SemanticTokenKind {
    const stated = this.#stated(id);
    if (stated !== undefined) return stated;
    if (this.#document.graph.withPredicate(id).length > 0) return 'property';
    return this.#document.graph.subjects(rdf.type, id).length > 0 ? 'class' : 'variable';
  }

  #stated(id: TermId): SemanticTokenKind | undefined {
    if (this.#known.has(id)) return this.#known.get(id);
    const kind = this.#find(id);
    this.#known.set(id, kind);
    return kind;
  }

  #find(id: TermId): SemanticTokenKind | undefined {
    const iri = terms.value(id);
    if (iri.startsWith(namespaces.sh)) return 'keyword';
    if (iri.startsWith(namespaces.xsd)) return 'type';
    switch (symbolKind(this.#document.graph.objects(id, rdf.type))) {
      case 'class':
        return 'class';
      case 'property':
        return 'property';
      case 'datatype':
        return 'type';
      default:
        return undefined;
    }
  }
}

/** What the objects of a predicate are. */
const objectKinds: ReadonlyMap<TermId, SemanticTokenKind> = new Map([
  ...[rdf.type, rdfs.subClassOf, rdfs.domain, rdfs.range, sh.class, sh.targetClass].map(
    (predicate) => [predicate, 'class'] as const,
  ),
  ...[
    rdfs.subPropertyOf,
    owl.inverseOf,
    sh.path,
    sh.targetSubjectsOf,
    sh.targetObjectsOf,
    sh.equals,
    sh.disjoint,
    sh.lessThan,
    sh.lessThanOrEquals,
    sh.ignoredProperties,
  ].map((predicate) => [predicate, 'property'] as const),
  [sh.datatype, 'type'],
]);
