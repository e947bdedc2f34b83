import type { OffsetEdit } from '../../../base/textEdit.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { changeBetween } from '../../../rdf/turtle/changeBetween.ts';
import { statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';

/**
 * The edit that sorts the statements of a document by their subjects, IRIs first, numbers in them by value; those of one
 * subject keep their order. The lines of comments directly above a statement and the comment after it move with it.
 * Dividers of the document stay where they are: declarations, the braces of graphs, comments with a blank line below, `#
 * region`, and the comments at the very start, which may name its shapes. Undefined where nothing has to move, something
 * can't be read, or two statements share a line.
 */
export function sortStatements(document: TurtleDocument): OffsetEdit | undefined {
  if (document.errors.length > 0) return undefined;
  const sections = sectionsOf(document);
  if (!sections) return undefined;
  const { text } = document;
  let after = '';
  let from = 0;
  for (const blocks of sections) {
    const sorted = blocks.toSorted((a, b) => bySubject(a.subject, b.subject));
    for (const [i, { start, end }] of blocks.entries()) {
      const block = sorted[i]!;
      after += text.slice(from, start) + text.slice(block.start, block.end);
      from = end;
    }
  }
  after += text.slice(from);
  if (after === text) return undefined;
  const { start, end, length } = changeBetween(text, after);
  return { range: { start, end }, newText: after.slice(start, start + length) };
}

/** A statement with everything that moves with it: whole lines, without the last line end. */
interface Block {
  readonly subject: TermId;
  readonly start: number;
  readonly end: number;
}

/** The statements between dividers of the document; undefined if one shares a line with others. */
function sectionsOf(document: TurtleDocument): readonly (readonly Block[])[] | undefined {
  const { text } = document;
  const written = [
    ...document.directives.map((each) => ({ subject: undefined, range: statementRange(each) })),
    ...bracesOf(document).map((each) => ({ subject: undefined, range: statementRange(each) })),
    ...Array.from(document.sources.subjects(), ({ subject: { id }, range }) => ({ subject: id, range })),
  ].sort((a, b) => a.range.start - b.range.start);
  const sections: Block[][] = [[]];
  let last: number | undefined;
  for (const { subject, range } of written) {
    const behind = restOfLine.exec(text.slice(range.end, lineEnd(text, range.end)));
    const gap = text.slice(last ?? 0, range.start);
    if (!behind || !(last === undefined ? /(?:^\ufeff?|[\r\n])[ \t]*$/ : /[\r\n][ \t]*$/).test(gap))
      return undefined;
    const attached = last === undefined ? /[ \t]*$/.exec(gap)![0] : commentsAbove.exec(gap)![1]!;
    const between = gap.slice(0, gap.length - attached.length);
    const end = range.end + behind[0].length;
    if (subject === undefined || between.includes('#') || /#\s*(?:end)?region\b/.test(attached))
      sections.push([]);
    if (subject !== undefined) sections.at(-1)!.push({ subject, start: range.start - attached.length, end });
    last = end;
  }
  return sections;
}

/** The braces of graphs in TriG: in a text without errors, nothing else states nothing. */
function bracesOf({ format, statements }: TurtleDocument) {
  return format?.name === 'TriG' ? statements.filter(({ kind }) => kind === 'skipped') : [];
}

/** Nothing, or a comment. */
const restOfLine = /^[ \t]*(?:#.*)?$/;

/** The lines of comments at the end of the text before a statement, with its indentation. */
const commentsAbove = /[\r\n]((?:[ \t]*#[^\r\n]*(?:\r\n|\n|\r))*[ \t]*)$/;

function lineEnd(text: string, offset: number): number {
  const rest = text.slice(offset).search(/[\r\n]/);
  return rest < 0 ? text.length : offset + rest;
}

function bySubject(a: TermId, b: TermId): number {
  const [isA, isB] = [terms.isIri(a), terms.isIri(b)];
  if (!isA || !isB) return Number(isB) - Number(isA);
  return collator.compare(terms.value(a), terms.value(b));
}

const collator = new Intl.Collator('en', { numeric: true });
