import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { Place } from '../../../shacl/results/locate.ts';

export interface DeclaredNamespace {
  readonly iri: string;
  readonly place: Place;
}

/** The prefixes that a file declares, each with the place of its IRI in angle brackets. */
export function declaredNamespaces(
  document: TurtleDocument,
): readonly (DeclaredNamespace & { readonly prefix: string })[] {
  return document.directives.flatMap((directive) => {
    if (directive.kind !== 'prefix' || directive.iri === '') return [];
    const { prefix, iri, start, iriRange } = directive;
    const range = { start: start + iriRange.start, end: start + iriRange.end };
    return [{ prefix, iri, place: { document, range } }];
  });
}
