import type { TextEdit } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { TermId } from '../../rdf/terms.ts';
import { printTerm } from '../../turtle/printTerm.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { WrittenTerm } from '../../turtle/writtenTerms.ts';

/** The edits that write all names of a document with a prefix as whole IRIs. */
export function namesWith(prefix: string, document: TurtleDocument): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const add = (term: WrittenTerm) => {
    const isSame = document.rope.slice(term.start, term.start + prefix.length + 1) === `${prefix}:`;
    if (isSame) edits.push(asWholeIri(term, term.id));
  };
  document.sources.forWritten(undefined, add, { forms: ['prefixed'] });
  return edits;
}

/** The edit that writes an IRI as a whole at a place. */
export function asWholeIri({ start, end }: TextRange, iri: TermId): TextEdit {
  return { range: { start, end }, newText: printTerm(iri, { prefixes: new Map() }) };
}
