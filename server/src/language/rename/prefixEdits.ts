import type { TextEdit } from '../../base/textEdit.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { prefixOccurrences } from '../occurrences/occurrences.ts';
import { brokenNames } from './brokenNames.ts';
import { type RenameRefusal, refused } from './refusal.ts';

/** The edits that rename a prefix. Queries keep theirs, because they declare them themselves. */
export function prefixEdits(
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
