import type { TextRange } from '../../base/textRange.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { LintedFile } from './lintedFile.ts';
import type { MistakeRemedy } from './shapesMistake.ts';

/** A term in place of what is written. */
export function changeTo(file: LintedFile, range: TextRange, id: TermId, isSlip = true): MistakeRemedy {
  return rewrite(range, file.print(id, range.start), isSlip);
}

/** A text in place of what is written. */
export function rewrite(range: TextRange, newText: string, isSlip = false): MistakeRemedy {
  return { title: `Change to ${oneLine(newText)}`, isSlip, edits: () => [{ range, newText }] };
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

const longest = 60;
