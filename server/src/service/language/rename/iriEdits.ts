import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { prefixDeclarations } from '../../../rdf/edits/writing/prefixWriter.ts';
import { hasScheme, resolveIri } from '../../../rdf/resolveIri.ts';
import { terms } from '../../../rdf/terms.ts';
import { unescapeLocal } from '../../../rdf/turtle/escapes.ts';
import { printTerm } from '../../../rdf/turtle/printTerm.ts';
import { scopeAt } from '../../../rdf/turtle/scopeAt.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { sh } from '../../../rdf/vocab.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import { queryLiterals } from '../occurrences/queryTerms.ts';
import { brokenNames } from '../occurrences/symbolAt.ts';
import { type RenameRefusal, refused } from './renameTarget.ts';

/** A prefix without its colon, with its namespace. */
export interface DeclaredPrefix {
  readonly prefix: string;
  readonly iri: string;
}

/** Which IRIs are exchanged for which. */
export interface IriExchange {
  readonly kind: 'exchange';
  /** The namespace whose declarations change, if a namespace is replaced. */
  readonly namespace: { readonly old: string; readonly replacement: string } | undefined;
  /** The prefix in which the new name was given, and its namespace: files without it declare it. */
  readonly declared: DeclaredPrefix | undefined;
  /** The new IRI; undefined for IRIs that stay. */
  image(iri: string): string | undefined;
}

/** The edits of a document that replace IRIs: in statements, declarations and query literals. */
export function iriEdits(
  document: TurtleDocument,
  exchange: IriExchange,
): readonly OffsetEdit[] | RenameRefusal {
  if (document.libraryFormat) return editsWithoutWriter(document, exchange);
  const writer = new IriWriter(document, exchange);
  const edits = new Map<number, OffsetEdit>();
  const add = (range: TextRange, newText: string | undefined) => {
    if (newText !== undefined) edits.set(range.start, { range, newText });
  };
  document.sources.forWritten(undefined, ({ id, form, start, end }) => {
    if (form !== 'prefixed' && form !== 'reference' && form !== 'a') return;
    const range = { start, end };
    add(range, writer.replacement(range, terms.value(id), form === 'reference'));
  });
  for (const { kind, start, end } of brokenNames(document)) {
    const iri = kind === 'label' ? undefined : writer.iriOf({ start, end });
    if (iri !== undefined) add({ start, end }, writer.replacement({ start, end }, iri, kind === 'iri'));
  }
  if (exchange.namespace)
    for (const [range, newText] of namespacePlaces(document, exchange.namespace)) add(range, newText);
  for (const literal of queryLiterals(document)) {
    const quote = document.text[literal.range.start - 1];
    for (const { range, iri, form } of literal.terms) {
      const newText = writer.inQuery(range, iri, form);
      if (newText === undefined) continue;
      if (newText.includes(quote ?? '"'))
        return refused(`${newText} can't be written in a query between ${quote}.`);
      add(range, newText);
    }
  }
  const sorted = [...edits.values()].sort((a, b) => a.range.start - b.range.start);
  const { toDeclare } = writer;
  if (toDeclare === undefined) return sorted;
  const { offset, text } = prefixDeclarations(document, new Map([[toDeclare.prefix, toDeclare.iri]]));
  const declaration = { range: { start: offset, end: offset }, newText: text };
  return [...sorted, declaration].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}

/** None, unless the document mentions the replaced IRI: its format can't be written yet. */
function editsWithoutWriter(
  { uri, libraryFormat, sources }: TurtleDocument,
  { image }: IriExchange,
): readonly OffsetEdit[] | RenameRefusal {
  let isMentioned = false;
  sources.forWritten(undefined, ({ id, form }) => {
    isMentioned ||= form === 'reference' && image(terms.value(id)) !== undefined;
  });
  if (!isMentioned) return [];
  return refused(`${fileNameOfUri(uri)} mentions it, and ${libraryFormat} can't be edited yet.`);
}

/** The declarations of a namespace: of prefixes, and for queries. */
function namespacePlaces(
  document: TurtleDocument,
  { old, replacement }: NonNullable<IriExchange['namespace']>,
): readonly (readonly [TextRange, string])[] {
  const { directives, graph, sources } = document;
  const declared = directives
    .filter((each) => each.kind === 'prefix' && each.iri === old)
    .map((each) => [rangeIn(each, each.iriRange), `<${replacement}>`] as const);
  const forQueries = [...graph.withPredicate(sh.namespace)]
    .filter(({ object }) => terms.isLiteral(object) && terms.value(object) === old)
    .flatMap((triple) => sources.occurrences(triple))
    .flatMap(({ statement, objectTerm }) =>
      objectTerm?.kind === 'literal'
        ? [[rangeIn(statement, objectTerm.lexical), JSON.stringify(replacement)] as const]
        : [],
    );
  return [...declared, ...forQueries];
}

class IriWriter {
  readonly #document: TurtleDocument;
  readonly #exchange: IriExchange;
  /** Behind it, the scope stays the same. */
  readonly #lastDirective: number;
  #lastScope: ReturnType<typeof scopeAt> | undefined;
  #isFree: boolean | undefined;
  /** The declarations that the written names need. */
  toDeclare: DeclaredPrefix | undefined;

  constructor(document: TurtleDocument, exchange: IriExchange) {
    this.#document = document;
    this.#exchange = exchange;
    this.#lastDirective = document.directives.at(-1)?.start ?? -1;
  }

  /** The replacement of an IRI; undefined where the text stays. */
  replacement(range: TextRange, iri: string, isReference: boolean): string | undefined {
    const image = this.#exchange.image(iri);
    const { namespace } = this.#exchange;
    if (image === undefined && (isReference || !namespace)) return undefined;
    const { prefixes, base } = this.#scopeAt(range.start);
    const text = this.#document.text.slice(range.start, range.end);
    if (isReference) return referenceTo(image!, iri, text.slice(1, -1), base);
    const isDeclared =
      namespace !== undefined && prefixes.get(text.slice(0, text.indexOf(':'))) === namespace.old;
    // A name stays where its declaration changes with it, or neither does.
    if (isDeclared === (image !== undefined) && namespace) return undefined;
    const after = new Map(
      [...prefixes].map(([prefix, each]) => [prefix, each === namespace?.old ? namespace.replacement : each]),
    );
    const id = terms.iri(image ?? iri);
    const name = printTerm(id, { prefixes: after });
    const { declared } = this.#exchange;
    if (!name.startsWith('<') || declared === undefined || !this.#canDeclare(declared)) return name;
    const shorter = printTerm(id, { prefixes: after.set(declared.prefix, declared.iri) });
    if (!shorter.startsWith('<')) this.toDeclare = declared;
    return shorter;
  }

  /** True where a declaration at the start of the file would only change what it is meant for. */
  #canDeclare({ prefix }: DeclaredPrefix): boolean {
    this.#isFree ??= isFree(prefix, this.#document);
    return this.#isFree;
  }

  /** The same in a query, whose prefixes stay. */
  inQuery(range: TextRange, iri: string, form: 'reference' | 'prefixed'): string | undefined {
    const image = this.#exchange.image(iri);
    if (image === undefined) return undefined;
    const text = this.#document.text.slice(range.start, range.end);
    if (form === 'reference') return `<${image}>`;
    const colon = text.indexOf(':');
    const namespace = iri.slice(0, iri.length - unescapeLocal(text.slice(colon + 1)).length);
    if (namespace === this.#exchange.namespace?.old) return undefined;
    const local = image.slice(namespace.length);
    const isName = image.startsWith(namespace) && /^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u.test(local);
    return isName ? text.slice(0, colon + 1) + local : `<${image}>`;
  }

  /** The IRI of a token; undefined where its prefix is not declared. */
  iriOf({ start, end }: TextRange): string | undefined {
    const text = this.#document.text.slice(start, end);
    const { prefixes, base } = this.#scopeAt(start);
    if (text.startsWith('<')) return resolveIri(text.slice(1, -1), base);
    const namespace = prefixes.get(text.slice(0, text.indexOf(':')));
    return namespace === undefined ? undefined : namespace + unescapeLocal(text.slice(text.indexOf(':') + 1));
  }

  #scopeAt(offset: number): ReturnType<typeof scopeAt> {
    if (offset < this.#lastDirective) return scopeAt(this.#document, offset);
    this.#lastScope ??= scopeAt(this.#document, offset + 1);
    return this.#lastScope;
  }
}

/** True for a prefix that a document neither declares nor uses, not even in statements with errors or in queries. */
export function isFree(prefix: string, document: TurtleDocument): boolean {
  const { directives, rope } = document;
  const start = `${prefix}:`;
  return (
    !directives.some((each) => each.kind === 'prefix' && each.prefix === prefix) &&
    !brokenNames(document).some((name) => rope.slice(name.start, name.end).startsWith(start)) &&
    !queryLiterals(document).some(({ text }) => text.includes(start))
  );
}

/** A reference to the new IRI that is relative where the old one was, if it can be. */
function referenceTo(image: string, iri: string, old: string, base: string): string {
  if (hasScheme(old) || !iri.endsWith(old) || old === '') return `<${image}>`;
  const start = iri.slice(0, iri.length - old.length);
  const relative = image.startsWith(start) ? image.slice(start.length) : '';
  return relative !== '' && !hasScheme(relative) && resolveIri(relative, base) === image
    ? `<${relative}>`
    : `<${image}>`;
}
