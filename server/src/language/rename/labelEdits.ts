import type { TextEdit } from '../../base/textEdit.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { termOccurrences } from '../occurrences/occurrences.ts';
import { brokenNames } from './brokenNames.ts';
import { type RenameRefusal, refused } from './refusal.ts';

/** The edits that give a blank node another label. Labels mean nothing outside of their file. */
export function labelEdits(
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
