import { hasScheme, resolveIri } from '../../../rdf/resolveIri.ts';
import { unescapeLocal } from '../../../rdf/turtle/escapes.ts';
import { scopeAt } from '../../../rdf/turtle/scopeAt.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { DeclaredPrefix } from './iriEdits.ts';
import { type RenameRefusal, refused } from './refusal.ts';

/**
 * The IRI that a user means by a new name: `<iri>` or an absolute IRI, `p:local` with a prefix of the document, or a local
 * name, which goes into the namespace of the old one. A prefix that the document lacks is that of the other documents,
 * where all that declare it agree.
 *
 * @param documents the one with the old name first.
 * @param offset where the old name is.
 * @param old the old name's IRI.
 */
export function newIri(
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
export function newLabel(name: string): { readonly label: string } | RenameRefusal {
  const label = name.trim().replace(/^_:/, '');
  return reads(`_:${label}`, 'label') ? { label } : cantBeWritten(name);
}

/** The prefix without its colon that a user means by a new name. */
export function newPrefix(name: string): { readonly prefix: string } | RenameRefusal {
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
export function newNamespace(name: string, base: string): { readonly iri: string } | RenameRefusal {
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
