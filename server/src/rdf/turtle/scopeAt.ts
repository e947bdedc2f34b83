import type { TurtleDocument } from './turtleDocument.ts';

/** The prefixes and the base in force at an offset of a document. A later redeclaration has no effect. */
export function scopeAt(
  document: TurtleDocument,
  offset: number,
): { readonly prefixes: Map<string, string>; readonly base: string } {
  const prefixes = new Map<string, string>();
  let base = document.uri;
  for (const directive of document.directives) {
    if (directive.start >= offset) break;
    if (directive.kind === 'base') base = directive.iri;
    else prefixes.set(directive.prefix, directive.iri);
  }
  for (const prefix of prefixes.keys()) {
    // An unreadable redeclaration removes a prefix from the scope without being a prefix statement.
    if (!document.prefixes.has(prefix)) prefixes.delete(prefix);
  }
  return { prefixes, base };
}
