import { yieldToEventLoop } from '../../../base/abort.ts';
import type { TextEdit } from '../../../base/textEdit.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { prefixOccurrences, termOccurrences } from '../occurrences/occurrences.ts';
import { brokenNames } from './brokenNames.ts';
import { type IriExchange, iriEdits } from './iriEdits.ts';
import { newIri, newLabel, newNamespace, newPrefix } from './newName.ts';
import { type RenameRefusal, refused } from './refusal.ts';
import { type RenameTarget, renameTarget } from './renameTarget.ts';

/** The edits of each file in which something is renamed. */
export interface Rename {
  readonly kind: 'rename';
  readonly files: readonly { readonly document: TurtleDocument; readonly edits: readonly TextEdit[] }[];
}

export interface RenameContext {
  /** All files that may be changed or mention what is renamed; the one that is asked about first. */
  readonly documents: readonly TurtleDocument[];
  /** Why a file must not be changed; undefined for one that may. */
  locked(uri: string): Promise<'outside' | 'readOnly' | undefined>;
}

/**
 * Renames what is at an offset of the first document, in all files. The graphs afterwards are those before with the term
 * exchanged. Refused where two terms would become one, where the name can't be written, and where a file that mentions
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
  edits: readonly TextEdit[] | RenameRefusal,
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
  const files: { readonly document: TurtleDocument; readonly edits: readonly TextEdit[] }[] = [];
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

/** The edits that give a blank node another label. Labels mean nothing outside of their file. */
function labelEdits(
  document: TurtleDocument,
  id: TermId,
  label: string,
): readonly TextEdit[] | RenameRefusal {
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
 * Exchanges the IRIs of a namespace: those that start with it, except for those of longer namespaces that some file
 * declares. Refused where an IRI that is used already would come out.
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
): readonly TextEdit[] | RenameRefusal {
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
