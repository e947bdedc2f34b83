import { LineIndex } from '../../../base/lineIndex.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { StatementMemo } from '../../../rdf/turtle/statementMemo.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { WrittenStatement, WrittenTerm } from '../../../rdf/turtle/writtenTerms.ts';

/** Lines that an editor may fold to the first of them. */
export interface FoldedLines {
  /** 0-based. */
  readonly startLine: number;
  readonly endLine: number;
  /** For prefix declarations, comments, or a range between `# region` and `# endregion`. */
  readonly kind: 'imports' | 'comment' | 'region' | undefined;
}

/**
 * What can be folded in a document, by first line: statements, brackets, collections and strings of several lines, blocks
 * of declarations, comments that follow each other, and regions that comments mark. Of ranges that start on the same line,
 * the longest one; a last line that only closes brackets stays visible.
 */
export function foldedLines(document: TurtleDocument): readonly FoldedLines[] {
  const byStart = new Map<number, FoldedLines>();
  const add = (startLine: number, endLine: number, kind?: FoldedLines['kind']) => {
    const known = byStart.get(startLine);
    if (endLine > startLine && (known === undefined || known.endLine < endLine)) {
      byStart.set(startLine, { startLine, endLine, kind });
    }
  };
  const { lines } = document;
  document.forDerived(linesInStatement, (inside, start) => {
    if (inside.length === 0) return;
    const { line } = lines.positionAt(start);
    for (let i = 0; i < inside.length; i += 2) add(line + inside[i]!, line + inside[i + 1]!);
  });
  for (const { start, end } of declarationBlocks(document)) {
    add(lines.positionAt(start).line, lines.positionAt(end).line, 'imports');
  }
  addComments(document, add);
  return [...byStart.values()].sort((a, b) => a.startLine - b.startLine);
}

/** The foldable ranges of a statement: first and last lines in turn, counted from the line that it starts in. */
const linesInStatement = new StatementMemo(readLines);

function readLines(statement: WrittenStatement): readonly number[] {
  if (statement.subject === undefined) return none;
  const { text, length } = statement;
  const lines = new LineIndex(text);
  const last = lines.positionAt(length).line;
  if (last === 0) return none;
  const found = [0, last];
  const visit = ({ form, start, lexicalEnd }: WrittenTerm) => {
    // Only strings with three quotes have several lines.
    if (form === 'string' && !(text[start + 1] === text[start] && text[start + 2] === text[start])) return;
    const first = lines.positionAt(start).line;
    const end = lines.positionAt(lexicalEnd).line;
    // Editors hide all but the first line, and a closing bracket reads better when it stays.
    const shown = form === 'string' ? end : end - 1;
    if (shown > first) found.push(first, shown);
  };
  statement.forTerms(visit, { forms: ['string', 'propertyList', 'collection'] });
  return found;
}

const none: readonly never[] = [];

/** From the first to the last declaration of each block without other statements between them. */
function declarationBlocks(document: TurtleDocument): readonly TextRange[] {
  const blocks: { start: number; end: number; last: number }[] = [];
  for (const { start, length } of document.directives) {
    const ordinal = document.ordinalBefore(start);
    const block = blocks.at(-1);
    if (block && ordinal === block.last + 1) {
      block.end = start + length;
      block.last = ordinal;
    } else {
      blocks.push({ start, end: start + length, last: ordinal });
    }
  }
  return blocks;
}

function addComments(
  { rope, lines, comments }: TurtleDocument,
  add: (start: number, end: number, kind: FoldedLines['kind']) => void,
): void {
  const regions: number[] = [];
  let block: { start: number; end: number } | undefined;
  const endBlock = () => {
    if (block) add(block.start, block.end, 'comment');
    block = undefined;
  };
  for (const { start, end } of comments) {
    const { line } = lines.positionAt(start);
    const marker = /^#+\s*#?(end)?region\b/i.exec(rope.slice(start, end));
    const isAlone = rope.slice(lines.lineStart(line), start).trim() === '';
    if (marker) {
      endBlock();
      const opened = marker[1] ? regions.pop() : undefined;
      if (opened !== undefined) add(opened, line, 'region');
      if (!marker[1]) regions.push(line);
    } else if (!isAlone) {
      endBlock();
    } else if (block && block.end + 1 === line) {
      block.end = line;
    } else {
      endBlock();
      block = { start: line, end: line };
    }
  }
  endBlock();
}
