import { type TermId, terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { IriExchange } from './iriEdits.ts';
import { type RenameRefusal, refused } from './refusal.ts';

/**
 * Exchanges the IRIs of a namespace: those that start with it, except for those of longer namespaces that some file
 * declares. Refused where an IRI that is used already would come out.
 */
export function namespaceExchange(
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
