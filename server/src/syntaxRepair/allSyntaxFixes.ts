import { breathe } from '../base/abort.ts';
import type { TextEdit } from '../base/textEdit.ts';
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
 * The first fixes of all errors of a document that have one, each verified on the text after those before it, as one
 * change. Undefined where fewer than two are needed for it, or more than anybody waits for.
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
    await breathe(signal);
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

/** An edit of the text after others, in offsets of the text before them; undefined where it touches one of them. */
function asOfBefore({ range, newText }: TextEdit, edits: readonly TextEdit[]): TextEdit | undefined {
  let shift = 0;
  for (const edit of edits) {
    const start = edit.range.start + shift;
    const end = start + edit.newText.length;
    if (range.end < start) break;
    // What is inserted behind an insertion stays behind it.
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
