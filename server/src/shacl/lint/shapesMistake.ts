import type { OffsetEdit } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import type { ShapesFinding } from '../model/shapesGraph.ts';
import type { LintedFile } from './lintedFile.ts';

/** A problem of a shapes file, at one place of its text. */
export interface ShapesMistake {
  /** Hints are for names in data. */
  readonly severity: ShapesFinding['severity'] | 'hint';
  /** One or two sentences: the mistake, its consequence, and the correction. */
  readonly message: string;
  readonly range: TextRange;
  /** The wrong statement, about which there is no other message. */
  readonly statement: Triple | undefined;
  /** Its fixes, best first; empty where only the author knows. */
  readonly remedies: readonly MistakeRemedy[];
  /** In a file that is not Turtle, the best fix as it would be there: these are written in Turtle only. */
  readonly byHand?: string;
}

/** A way to mend a mistake. */
export interface MistakeRemedy {
  readonly title: string;
  /** True for a slip of the pen with one possible meaning. All slips of a file can be fixed in one step. */
  readonly isSlip: boolean;
  /** True when fixing it may reveal other mistakes, because nothing could be read as intended. */
  readonly mayReveal?: boolean;
  /** The edits are computed on demand. */
  readonly edits: () => readonly OffsetEdit[];
}

/** A term in place of what is written. */
export function changeTo(file: LintedFile, range: TextRange, id: TermId, isSlip = true): MistakeRemedy {
  return rewrite(range, file.print(id, range.start), isSlip);
}

/** A text in place of what is written. */
export function rewrite(range: TextRange, newText: string, isSlip = false): MistakeRemedy {
  return { title: `Change to ${oneLine(newText)}`, isSlip, edits: () => [{ range, newText }] };
}

/** A text without line breaks, and cut where it is long. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

const longest = 60;
