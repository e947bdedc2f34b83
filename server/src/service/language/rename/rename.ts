import { yieldToEventLoop } from '../../../base/abort.ts';
import type { OffsetEdit } from '../../../base/textEdit.ts';
import { hasScheme, resolveIri } from '../../../rdf/resolveIri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { unescapeLocal } from '../../../rdf/turtle/escapes.ts';
import { scopeAt } from '../../../rdf/turtle/scopeAt.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { prefixOccurrences, termOccurrences } from '../occurrences/occurrences.ts';
import { brokenNames } from '../occurrences/symbolAt.ts';
import { type DeclaredPrefix, type IriExchange, iriEdits } from './iriEdits.ts';
import { type RenameRefusal, type RenameTarget, refused, renameTarget } from './renameTarget.ts';

/** The edits of each file in which something is renamed. */
export interface Rename {
  readonly kind: 'rename';
  readonly files: readonly { readonly document: TurtleDocument; readonly edits: readonly OffsetEdit[] }[];
}

export interface RenameContext {
  /** All files that may be changed or mention what is renamed; starting with the requested one. */
  readonly documents: readonly TurtleDocument[];
  /** Why a file must not be changed; undefined for one that may. */
  locked(uri: string): Promise<'outside' | 'readOnly' | undefined>;
}

/**
 * Renames what is at an offset of the first document, in all files. The graphs afterwards are the previous ones with the
 * term replaced. Rejected where two terms would become one, where the name can't be written, and where a file that mentions
 * the term must not be changed.
 */
export async function rename(
  offset: number,
  name: string,
  context: RenameContext,
  signal: AbortSignal,
): Promise<Rename | RenameRefusal> {
  const [own] = context.documents;
  const target = own && renameTarget(own, offset);
  if (!target) return refused('The file is not open.');
  switch (target.kind) {
    case 'refused':
      return target;
    case 'label': {
      const label = newLabel(name);
      return 'kind' in label ? label : ofFile(own, labelEdits(own, target.id, label.label), context);
    }
    case 'prefix': {
      const prefix = newPrefix(name);
      return 'kind' in prefix ? prefix : ofFile(own, prefixEdits(own, target.prefix, prefix.prefix), context);
    }
    case 'iri':
    case 'namespace': {
      const exchange = exchangeOf(target, name, own, context.documents);
      return exchange.kind === 'refused' ? exchange : exchanged(exchange, context, signal);
    }
  }
}

async function ofFile(
  document: TurtleDocument,
  edits: readonly OffsetEdit[] | RenameRefusal,
  { locked }: RenameContext,
): Promise<Rename | RenameRefusal> {
  if ('kind' in edits) return edits;
  if (edits.length === 0) return { kind: 'rename', files: [] };
  const lock = await locked(document.uri);
  return lock ? refusedFor(document, lock) : { kind: 'rename', files: [{ document, edits }] };
}

type Lock = NonNullable<Awaited<ReturnType<RenameContext['locked']>>>;

function refusedFor(document: TurtleDocument, lock: Lock): RenameRefusal {
  return refused(`${nameOf(document)} mentions it and ${lockReasons[lock]}`);
}

function exchangeOf(
  target: Extract<RenameTarget, { readonly kind: 'iri' | 'namespace' }>,
  name: string,
  own: TurtleDocument,
  documents: readonly TurtleDocument[],
): IriExchange | RenameRefusal {
  if (target.kind === 'namespace') {
    const namespace = newNamespace(name, own.uri);
    return 'kind' in namespace ? namespace : namespaceExchange(target.iri, namespace.iri, documents);
  }
  const old = terms.value(target.id);
  const found = newIri(name, documents, target.range.start, old);
  if ('kind' in found) return found;
  if (found.iri === old)
    return { kind: 'exchange', namespace: undefined, declared: undefined, image: () => undefined };
  const isUsed = terms.knownIri(found.iri);
  const user = isUsed !== undefined && documents.find((each) => termOccurrences(each, isUsed).length > 0);
  if (user) {
    return refused(`Two terms would become one: ${nameOf(user)} already uses <${found.iri}>.`);
  }
  return {
    kind: 'exchange',
    namespace: undefined,
    declared: found.declared,
    image: (iri) => (iri === old ? found.iri : undefined),
  };
}

async function exchanged(
  exchange: IriExchange,
  { documents, locked }: RenameContext,
  signal: AbortSignal,
): Promise<Rename | RenameRefusal> {
  const files: { readonly document: TurtleDocument; readonly edits: readonly OffsetEdit[] }[] = [];
  for (const document of documents) {
    await yieldToEventLoop(signal);
    const edits = iriEdits(document, exchange);
    if ('kind' in edits) return edits;
    if (edits.length === 0) continue;
    const lock = await locked(document.uri);
    if (lock) return refusedFor(document, lock);
    files.push({ document, edits });
  }
  return { kind: 'rename', files };
}

const lockReasons = {
  outside: 'is not in the workspace, so it would be left behind. Open its folder as well.',
  readOnly: 'is read-only, so it would be left behind. Make it writable first.',
};

function nameOf({ uri }: TurtleDocument): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

/** The edits that give a blank node another label. Labels mean nothing outside their file. */
function labelEdits(
  document: TurtleDocument,
  id: TermId,
  label: string,
): readonly OffsetEdit[] | RenameRefusal {
  const { text } = document;
  const own = termOccurrences(document, id).filter(({ form }) => form === 'label');
  const [first] = own;
  const old = first && text.slice(first.range.start, first.range.end);
  const newText = `_:${label}`;
  if (old === undefined || old === newText) return [];
  const broken = brokenNames(document).filter(({ kind }) => kind === 'label');
  let isTaken = broken.some(({ start, end }) => text.slice(start, end) === newText);
  document.sources.forWritten(undefined, ({ form, start, end }) => {
    if (form === 'label' && text.slice(start, end) === newText) isTaken = true;
  });
  if (isTaken) return refused(`${newText} is already used in this file: the two nodes would become one.`);
  const starts = new Set([
    ...own.map(({ range }) => range.start),
    ...broken.filter(({ start, end }) => text.slice(start, end) === old).map(({ start }) => start),
  ]);
  return [...starts].map((start) => ({ range: { start, end: start + old.length }, newText }));
}

/**
 * Replaces the IRIs of a namespace: those that start with it, except for those of longer namespaces that some file
 * declares. Rejected where that would result in an IRI that is used already.
 */
function namespaceExchange(
  old: string,
  replacement: string,
  documents: readonly TurtleDocument[],
): IriExchange | RenameRefusal {
  const declared = documents.flatMap(({ directives }) =>
    directives.flatMap((each) => (each.kind === 'prefix' ? [each.iri] : [])),
  );
  const inner = [...new Set(declared)].filter((iri) => iri !== old && iri.startsWith(old));
  const image = (iri: string) =>
    old !== replacement && iri.startsWith(old) && !inner.some((longer) => iri.startsWith(longer))
      ? replacement + iri.slice(old.length)
      : undefined;
  const written = new Set<TermId>();
  for (const { sources } of documents) sources.forWritten(undefined, ({ id }) => void written.add(id));
  for (const id of written) {
    if (!terms.isIri(id)) continue;
    const result = image(terms.value(id));
    const known = result === undefined ? undefined : terms.knownIri(result);
    if (known === undefined || !written.has(known) || image(result!) !== undefined) continue;
    return refused(
      `Two terms would become one: <${result}>, which is already used, and <${terms.value(id)}>.`,
    );
  }
  return { kind: 'exchange', namespace: { old, replacement }, declared: undefined, image };
}

/** The edits that rename a prefix. Queries keep theirs, because they declare them themselves. */
function prefixEdits(
  document: TurtleDocument,
  prefix: string,
  newText: string,
): readonly OffsetEdit[] | RenameRefusal {
  if (prefix === newText) return [];
  const { text, directives } = document;
  const broken = brokenNames(document).filter(({ kind }) => kind === 'name');
  const isDeclared = directives.some((each) => each.kind === 'prefix' && each.prefix === newText);
  if (isDeclared) return refused(`The prefix '${newText}:' is already declared in this file.`);
  if (broken.some(({ start }) => text.startsWith(`${newText}:`, start))) {
    return refused(`The prefix '${newText}:' is already used in this file, where it is not declared.`);
  }
  const starts = new Set([
    ...prefixOccurrences(document, prefix)
      .filter(({ role }) => role !== 'query')
      .map(({ range }) => range.start),
    ...broken.filter(({ start }) => text.startsWith(`${prefix}:`, start)).map(({ start }) => start),
  ]);
  return [...starts].map((start) => ({ range: { start, end: start + prefix.length }, newText }));
}

/**
 * The IRI that a user means by a new name: `<iri>` or an absolute IRI, `p:local` with a prefix of the document, or a local
 * name, which goes into the namespace of the old one. A prefix that the document lacks is taken from the other documents,
 * if all that declare it agree.
 *
 * @param documents the one with the old name first.
 * @param offset where the old name is.
 * @param old the old name's IRI.
 */
function newIri(
  name: string,
  documents: readonly TurtleDocument[],
  offset: number,
  old: string,
): { readonly iri: string; readonly declared?: DeclaredPrefix } | RenameRefusal {
  const { prefixes, base } = scopeAt(documents[0]!, offset);
  const given = name.trim();
  const reference = /^<(.*)>$/s.exec(given)?.[1];
  if (reference !== undefined) return checked(resolveIri(reference, base));
  const colon = given.indexOf(':');
  if (colon < 0) {
    if (!isName(`x:${given}`)) return cantBeWritten(given);
    return checked(namespaceOf(old, prefixes) + unescapeLocal(given));
  }
  const prefix = given.slice(0, colon);
  const namespace = prefixes.get(prefix) ?? onlyNamespaceOf(prefix, documents);
  if (namespace !== undefined && !given.startsWith('//', colon + 1)) {
    if (!isName(`x${given.slice(colon)}`)) return cantBeWritten(given);
    const found = checked(namespace + unescapeLocal(given.slice(colon + 1)));
    return 'kind' in found ? found : { ...found, declared: { prefix, iri: namespace } };
  }
  if (/^(?:[A-Za-z][\w+.-]*:\/\/|urn:|mailto:|tag:)/.test(given)) return checked(given);
  return refused(`The prefix '${prefix}:' is not declared here. Declare it, or give the IRI in < >.`);
}

function onlyNamespaceOf(prefix: string, documents: readonly TurtleDocument[]): string | undefined {
  const found = new Set(documents.flatMap(({ prefixes }) => prefixes.get(prefix) ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}

/** The label without `_:` that a user means by a new name. */
function newLabel(name: string): { readonly label: string } | RenameRefusal {
  const label = name.trim().replace(/^_:/, '');
  return reads(`_:${label}`, 'label') ? { label } : cantBeWritten(name);
}

/** The prefix without its colon that a user means by a new name. */
function newPrefix(name: string): { readonly prefix: string } | RenameRefusal {
  const prefix = name.trim().replace(/:$/, '');
  const document = new TurtleDocument(
    'x:',
    1,
    `@prefix ${prefix}: <x:> . ${prefix}:a ${prefix}:a ${prefix}:a .`,
  );
  const isPrefix = document.errors.length === 0 && document.statementCount === 2;
  return isPrefix && document.prefixes.has(prefix) ? { prefix } : cantBeWritten(name);
}

/** The namespace IRI that a user means by a new name. */
function newNamespace(name: string, base: string): { readonly iri: string } | RenameRefusal {
  return checked(resolveIri(name.trim().replace(/^<(.*)>$/s, '$1'), base));
}

/** The longest declared namespace that an IRI is in; otherwise what comes up to its last `#` or `/`. */
function namespaceOf(iri: string, prefixes: ReadonlyMap<string, string>): string {
  let longest = '';
  for (const namespace of prefixes.values()) {
    if (iri.startsWith(namespace) && namespace.length > longest.length) longest = namespace;
  }
  return longest || iri.slice(0, Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1);
}

function checked(iri: string): { readonly iri: string } | RenameRefusal {
  if (!hasScheme(iri)) return refused(`<${iri}> is not an absolute IRI.`);
  return reads(`<${iri}>`, 'iri')
    ? { iri }
    : refused(`<${iri}> can't be written: an IRI has no spaces or quotes.`);
}

function isName(name: string): boolean {
  return reads(name, 'iri');
}

/** True when a text is read as one term. */
function reads(text: string, kind: 'iri' | 'label'): boolean {
  const document = new TurtleDocument('x:', 1, `@prefix x: <x:> . ${text} x:p x:o .`);
  if (document.errors.length > 0 || document.statementCount !== 2) return false;
  const statement = document.statement(1);
  if (statement.kind !== 'triples' || statement.subject.kind !== kind) return false;
  return statement.subject.end - statement.subject.start === text.length;
}

function cantBeWritten(name: string): RenameRefusal {
  return refused(`'${name}' can't be written as a name in Turtle.`);
}
