import { orList } from '../../base/wordList.ts';
import type { VerifiedRepair } from '../../repair/repair.ts';
import { shortText } from '../../repair/search/changeTitle.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { FileEdits } from '../analysis.ts';

/** Several repairs as one edit that asks which of them to make. */
export interface OfferedChoice {
  readonly title: string;
  readonly document: TurtleDocument;
  readonly edit: FileEdits['edits'][number];
}

/** Undefined for repairs that do not differ in one word of the same edit. */
export function choiceBetween(repairs: readonly VerifiedRepair[]): OfferedChoice | undefined {
  const edits = repairs.flatMap(({ verdict }) =>
    verdict.edits.flatMap(({ document, edits }) => edits.map((edit) => ({ document, ...edit }))),
  );
  const [first] = edits;
  if (first === undefined || edits.length !== repairs.length || edits.length < 2) return undefined;
  const { document, range, newText } = first;
  const isAlike = edits.every(
    (edit) => edit.document === document && edit.range.start === range.start && edit.range.end === range.end,
  );
  if (!isAlike) return undefined;
  const texts = edits.map((edit) => edit.newText);
  const start = wholeWords(newText, commonStart(texts));
  const rests = texts.map((text) => text.slice(start));
  const end = commonEnd(rests);
  const choices = rests.map((rest) => rest.slice(0, rest.length - end));
  if (choices.some((choice) => choice === '' || choice.includes('\n'))) return undefined;
  return {
    title: `Choose: ${orList(choices.map((choice) => shortText(choice)))}`,
    document,
    edit: { range, newText, placeholders: [{ start, end: start + choices[0]!.length, choices }] },
  };
}

function commonStart(texts: readonly string[]): number {
  const [first = ''] = texts;
  let length = 0;
  while (length < first.length && texts.every((text) => text[length] === first[length])) length++;
  return length;
}

/** Moves a position in a text back to where its word starts. */
function wholeWords(text: string, position: number): number {
  return text.slice(0, position).search(/\S*$/);
}

/** How many characters all texts end with, from a white space on. */
function commonEnd(texts: readonly string[]): number {
  const reversed = texts.map((text) => [...text].reverse().join(''));
  const end = [...reversed[0]!].slice(0, commonStart(reversed)).reverse().join('');
  const space = end.search(/\s/);
  return space < 0 ? 0 : end.length - space;
}
