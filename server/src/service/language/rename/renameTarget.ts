import { containsOrTouches, type TextRange } from '../../../base/textRange.ts';
import { isLanguage, isLanguageTerm } from '../../../rdf/publishedVocabularies.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { symbolAt } from '../occurrences/symbolAt.ts';

/** The subject of a rename at a place of a document, and the text that the user edits. */
export type RenameTarget =
  | { readonly kind: 'iri'; readonly id: TermId; readonly range: TextRange }
  | { readonly kind: 'label'; readonly id: TermId; readonly range: TextRange }
  /** Without its colon. */
  | { readonly kind: 'prefix'; readonly prefix: string; readonly range: TextRange }
  /** The IRI of a declaration, without its brackets. */
  | { readonly kind: 'namespace'; readonly iri: string; readonly range: TextRange };

/** What can be renamed at an offset, or why nothing can. */
export function renameTarget(document: TurtleDocument, offset: number): RenameTarget | RenameRefusal {
  const declaration = document.directives.find(
    (each) => each.kind === 'prefix' && containsOrTouches(rangeIn(each, each.iriRange), offset),
  );
  if (declaration) {
    const { start, end } = rangeIn(declaration, declaration.iriRange);
    const range = { start: start + 1, end: end - 1 };
    if (isLanguage(declaration.iri)) return refusedFixed(`<${declaration.iri}>`);
    return { kind: 'namespace', iri: declaration.iri, range };
  }
  const symbol = symbolAt(document, offset);
  if (symbol === undefined) return refused('There is nothing to rename here.');
  if (symbol.kind === 'prefix') {
    const { prefix, range } = symbol;
    if (isInLiteral(document, offset)) {
      return refused('The prefixes of a query are declared by PREFIX or sh:declare: change the declaration.');
    }
    return { kind: 'prefix', prefix, range: { start: range.start, end: range.end - 1 } };
  }
  const { id, node, range } = symbol;
  if (terms.isIri(id)) {
    if (isLanguageTerm(id)) {
      return refusedFixed(document.rope.slice(range.start, range.end));
    }
    return { kind: 'iri', id, range };
  }
  if (node?.kind === 'label') return { kind: 'label', id, range };
  return refused('Only IRIs, prefixes, namespaces and blank node labels can be renamed.');
}

function refusedFixed(name: string): RenameRefusal {
  return refused(`${name} is part of a W3C vocabulary, which means the same everywhere.`);
}

function isInLiteral(document: TurtleDocument, offset: number): boolean {
  return document.sources.termAt(offset)?.node.kind === 'literal';
}

/** Why something is not renamed, in a sentence or two. */
export interface RenameRefusal {
  readonly kind: 'refused';
  readonly reason: string;
}

export function refused(reason: string): RenameRefusal {
  return { kind: 'refused', reason };
}
