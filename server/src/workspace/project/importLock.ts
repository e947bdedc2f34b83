import { label, listOf, object, optional, pathSegment, readAs, string } from '../../base/jsonShape.ts';

/** A file that was downloaded for an import, or for a context of JSON-LD. */
export interface LockedImport {
  /** The IRI in owl:imports, sh:shapesGraph or @context. */
  readonly iri: string;
  /** The name of the file, which is beside the lock. */
  readonly file: string;
  /** Where its text came from in the end. */
  readonly address: string;
  /** The hash of its text in UTF-8, in hexadecimal digits. */
  readonly sha256: string;
  /** The day on which it was downloaded, such as 2026-11-28. */
  readonly date: string;
  /** The value of dcterms:license or the like, where the file states one. */
  readonly licence?: string | undefined;
  /** The value of owl:versionInfo or owl:versionIRI, where the file states one. */
  readonly version?: string | undefined;
}

/** Reads a lock, or the reason why it is not one, as a clause. */
export function readImportLock(
  text: string,
):
  | { readonly kind: 'read'; readonly value: readonly LockedImport[] }
  | { readonly kind: 'misfit'; readonly problem: string } {
  const reading = readAs(lock, text);
  return reading.kind === 'read' ? { kind: 'read', value: reading.value.imports } : reading;
}

export function importLockText(imports: readonly LockedImport[]): string {
  const inOrder = imports.toSorted((a, b) => (a.iri < b.iri ? -1 : 1));
  return `${JSON.stringify({ imports: inOrder }, undefined, 2)}\n`;
}

const lock = object({
  imports: listOf(
    object({
      iri: label,
      // It leads to no other folder.
      file: pathSegment,
      address: label,
      sha256: string,
      date: label,
      licence: optional(label),
      version: optional(label),
    }),
    10_000,
  ),
});
