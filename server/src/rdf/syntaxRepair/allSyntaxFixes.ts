import { yieldToEventLoop } from '../../base/abort.ts';
import type { TextEdit } from '../../base/textEdit.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import type { FindNamespace } from './prefixCandidates.ts';
import { syntaxFixes } from './syntaxFixes.ts';

export interface AllSyntaxFixes {
  /** In offsets of the document; they do not overlap. */
  readonly edits: readonly TextEdit[];
  /** How many errors go away. */
  readonly fixes: number;
}

/**
 * Combines the first fix of each of a document's errors, verified on the text after the fixes before it, into one
 * change. Undefined when fewer than two fixes are needed, or when it would take too long.
 *
 * @throws the signal's reason when aborted.
 */
export async function allSyntaxFixes(
  document: TurtleDocument,
  findNamespace: FindNamespace,
  signal: AbortSignal,
): Promise<AllSyntaxFixes | undefined> {
  const edits: TextEdit[] = [];
  if (document.errors.length > mostErrors || document.text.length > longest) return undefined;
  let fixed = document;
  for (let passed = 0, asked = 0; passed < fixed.errors.length; asked++) {
    if (asked === mostAsked) return undefined;
    await yieldToEventLoop(signal);
    const [fix] = syntaxFixes(fixed, fixed.errors[passed]!, { findNamespace, max: 1 });
    const edit = fix && asOfBefore(fix.edit, edits);
    if (!fix || !edit) {
      passed++;
      continue;
    }
    fixed = fixed.edited(fix.edit);
    edits.push(edit);
    edits.sort((a, b) => a.range.start - b.range.start);
  }
  return edits.length < 2 ? undefined : { edits, fixes: document.errors.length - fixed.errors.length };
}

/**
 * Converts an edit of the text after other edits to offsets of the text before them; undefined when it touches one of
 * them.
 */
function asOfBefore({ range, newText }: TextEdit, edits: readonly TextEdit[]): TextEdit | undefined {
  let shift = 0;
  for (const edit of edits) {
    const start = edit.range.start + shift;
    const end = start + edit.newText.length;
    if (range.end < start) break;
    // Text inserted after an insertion stays after it.
    const isBehind = range.start >= end && (range.start > end || edit.range.start === edit.range.end);
    if (!isBehind) return undefined;
    shift += edit.newText.length - (edit.range.end - edit.range.start);
  }
  return { range: { start: range.start - shift, end: range.end - shift }, newText };
}

const mostAsked = 25;
const mostErrors = 500;

/** UTF-16 units. */
const longest = 1_000_000;
