import type { TextRange } from '../../../base/textRange.ts';
import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { StatementFinds } from '../../../rdf/turtle/statementMemo.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import type { UnitGraphs } from '../unitGraphs.ts';
import type { PlacedViolation } from './placedViolation.ts';

/** A literal whose text its datatype does not allow, such as `"2022-13-20"^^xsd:date`. */
export interface MalformedLiteral {
  readonly document: TurtleDocument;
  readonly range: TextRange;
  readonly message: string;
}

/**
 * The malformed literals of data files, whatever the shapes require, except where a result already reports it. Large files,
 * which are read in parts, are not searched.
 */
export function malformedLiterals(
  { data, linked }: Pick<UnitGraphs, 'data' | 'linked'>,
  placed: readonly PlacedViolation[],
  print: TermPrinter,
): readonly MalformedLiteral[] {
  const found: MalformedLiteral[] = [];
  for (const document of data) {
    if (document.isReadInParts || !document.hasText || linked.foreign.has(document.uri)) continue;
    for (const { found: literals, start: statement } of document.found(malformedIn)) {
      for (const { id, start, end } of literals.slice(0, maxFound - found.length)) {
        const range = { start: statement + start, end: statement + end };
        found.push({ document, range, message: messageOf(id, print) });
      }
    }
  }
  if (found.length === 0) return found;
  const told = new Set(placed.map(({ place }) => place && `${place.range.start} ${place.document.uri}`));
  return found.filter(({ document, range }) => !told.has(`${range.start} ${document.uri}`));
}

/** Nobody reads more of them. */
const maxFound = 1000;

function messageOf(id: TermId, print: TermPrinter): string {
  return `${print(id)} is not a valid ${print(terms.datatype(id)!)}, so it has no value to compare or compute with.`;
}

const malformedIn = new StatementFinds((statement) => {
  const found: (TextRange & { readonly id: TermId })[] = [];
  statement.forTerms(
    ({ id, start, end }) => {
      if (terms.isLiteral(id) && !isWellFormed(id)) found.push({ id, start, end });
    },
    { forms: ['string'] },
  );
  return found.length === 0 ? undefined : found;
});
