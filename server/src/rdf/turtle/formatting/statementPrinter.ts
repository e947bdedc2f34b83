import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { FormatItem } from './formatItems.ts';
import type { FormatOptions } from './formatOptions.ts';
import type { StatementStructure } from './statementStructure.ts';

/** What precedes a token: nothing, a space, or a line break. */
type Gap = 'none' | 'space' | 'line';

interface Frame {
  readonly kind: 'statement' | 'verbs' | 'items';
  /** True when it stays completely on the line. */
  readonly isInline: boolean;
  /** The indentation of the line of the bracket. */
  readonly outerIndent: string;
  /** The indentation of predicates or items. */
  indent: string;
  /** What comes next, unless it is a separator. */
  expects: 'subject' | 'verb' | 'object' | 'item';
}

/** Writes the white space of a statement of triples, which starts on the line being written, and of the comments in it. */
export function printStatement(
  text: string,
  items: readonly FormatItem[],
  structure: StatementStructure,
  options: FormatOptions,
  writer: GapWriter,
): void {
  new StatementPrinter(text, items, structure, options, writer).print();
}

/** Writes comments, each on its own line unless it followed something on a line. */
export function printComments(
  text: string,
  comments: readonly FormatItem[],
  indent: string,
  writer: GapWriter,
): void {
  for (const comment of comments) {
    writer.addBlankLines(comment.breaks);
    if (comment.breaks === 0) writer.write(spaceBefore(text, comment.start));
    else writer.startLine(indent);
    writer.keep(comment);
  }
}

/** The spaces and tabs before a comment, which may align it with others. */
function spaceBefore(text: string, offset: number): string {
  let start = offset;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start--;
  return start === offset ? ' ' : text.slice(start, offset);
}

const none: readonly FormatItem[] = [];

const closing: ReadonlySet<FormatItem['kind']> = new Set([']', ')', '|}', '>>', ')>>']);

class StatementPrinter {
  readonly #text: string;
  readonly #items: readonly FormatItem[];
  readonly #structure: StatementStructure;
  readonly #options: FormatOptions;
  readonly #writer: GapWriter;
  readonly #frames: Frame[];
  #previous: FormatItem | undefined;
  /** The number of spaces before the next object. */
  #spaces = 1;
  readonly #firstLine: number;

  constructor(
    text: string,
    items: readonly FormatItem[],
    structure: StatementStructure,
    options: FormatOptions,
    writer: GapWriter,
  ) {
    this.#text = text;
    this.#items = items;
    this.#structure = structure;
    this.#options = options;
    this.#writer = writer;
    this.#frames = [
      {
        kind: 'statement',
        isInline: structure.isOneLine,
        outerIndent: writer.lineIndent,
        indent: writer.lineIndent + options.indent,
        expects: 'subject',
      },
    ];
    this.#firstLine = writer.line;
  }

  print(): void {
    for (let i = 0; i < this.#items.length; i++) {
      const first = i;
      while (this.#items[i]?.kind === 'comment') i++;
      const comments = i === first ? none : this.#items.slice(first, i);
      if (i < this.#items.length) this.#printToken(i, comments);
      // After the last semicolon of a statement without a dot.
      else printComments(this.#text, comments, this.#frame.indent, this.#writer);
    }
  }

  #printToken(i: number, comments: readonly FormatItem[]): void {
    const item = this.#items[i]!;
    const { kind } = item;
    if (closing.has(kind)) this.#printClosing(item, comments);
    else {
      if (this.#previous !== undefined) {
        const { gap, indent } = this.#gapBefore(i);
        this.#printGap(gap, indent, item, comments, kind === '.' ? this.#frame.indent : indent);
      }
      if (item.isMoved) this.#writer.write(kind);
      else this.#writer.keep(item);
      this.#follow(i);
    }
    this.#previous = item;
  }

  get #frame(): Frame {
    return this.#frames.at(-1)!;
  }

  #printGap(
    gap: Gap,
    indent: string,
    { breaks }: FormatItem,
    comments: readonly FormatItem[],
    commentIndent: string,
  ): void {
    const writer = this.#writer;
    printComments(this.#text, comments, commentIndent, writer);
    writer.addBlankLines(breaks);
    if (gap === 'line' || comments.length > 0) writer.startLine(indent);
    else if (gap === 'space') writer.write(' '.repeat(this.#spaces));
    this.#spaces = 1;
  }

  /**
   * What precedes a token that neither is the first one nor closes a bracket, with its indentation where it starts a line.
   */
  #gapBefore(i: number): { readonly gap: Gap; readonly indent: string } {
    const { indent, isInline, expects } = this.#frame;
    const { kind } = this.#items[i]!;
    const previous = this.#previous!.kind;
    const { semicolons, dot, predicates } = this.#options;
    const deeper = indent + this.#options.indent;
    const line = (is: boolean): Gap => (is && !isInline ? 'line' : 'space');
    switch (kind) {
      case ',':
      case '^^':
      case 'at':
        return { gap: 'none', indent: deeper };
      case ';':
        return { gap: line(semicolons === 'lineStart' && previous !== ';'), indent };
      case '.': {
        const hasLines = this.#writer.line > this.#firstLine;
        return {
          gap: line(previous === ';' || (dot === 'ownLine' && hasLines)),
          indent: this.#frames[0]!.outerIndent,
        };
      }
    }
    if (previous === '^^') return { gap: 'none', indent: deeper };
    if (expects === 'verb') {
      if (previous === '[' || previous === '{|') return { gap: line(predicates === 'indented'), indent };
      return { gap: line(previous === ';' && semicolons === 'lineEnd'), indent };
    }
    const startsLine = line(this.#structure.startsLine[i] === 1);
    return { gap: startsLine, indent: expects === 'item' ? indent : deeper };
  }

  #printClosing(item: FormatItem, comments: readonly FormatItem[]): void {
    const { isInline, outerIndent, indent, kind } = this.#frames.pop()!;
    const previous = this.#previous!.kind;
    const isEmpty = isInline && (previous === '[' || previous === '(');
    const isOnLine = isInline || (kind === 'verbs' && this.#options.predicates === 'aligned');
    this.#printGap(isEmpty ? 'none' : isOnLine ? 'space' : 'line', outerIndent, item, comments, indent);
    this.#writer.keep(item);
    this.#followTerm();
  }

  /** Records a token that was written. */
  #follow(i: number): void {
    const { kind } = this.#items[i]!;
    const frame = this.#frame;
    switch (kind) {
      case '[':
      case '{|':
      case '(':
      case '<<':
      case '<<(':
        this.#open(kind, this.#structure.isExpanded[i] === 0);
        break;
      case ';':
        frame.expects = 'verb';
        break;
      case ',':
      case '.':
        break;
      default:
        if (frame.expects === 'verb') {
          frame.expects = 'object';
          this.#spaces = this.#structure.spaceAfter[i]!;
        } else this.#followTerm();
    }
  }

  #followTerm(): void {
    const frame = this.#frame;
    if (frame.expects !== 'subject') return;
    frame.expects = 'verb';
    if (this.#options.predicates === 'aligned') frame.indent = ' '.repeat(this.#writer.column + 1);
  }

  #open(kind: '[' | '{|' | '(' | '<<' | '<<(', isInline: boolean): void {
    const { column, line } = this.#writer;
    const frame = this.#frame;
    // Brackets in the first of several predicates are laid out like those in the others.
    const isInFirst = frame.expects === 'object' && line === this.#firstLine && this.#structure.isList;
    const lineIndent = isInFirst ? this.#frames[0]!.indent : this.#writer.lineIndent;
    const hasVerbs = kind === '[' || kind === '{|';
    const isAligned = hasVerbs && this.#options.predicates === 'aligned';
    this.#frames.push({
      kind: hasVerbs ? 'verbs' : 'items',
      isInline,
      outerIndent: isAligned ? ' '.repeat(column - kind.length) : lineIndent,
      indent: isAligned ? ' '.repeat(column + 1) : lineIndent + this.#options.indent,
      expects: hasVerbs ? 'verb' : 'item',
    });
  }
}

/**
 * Collects the edits of the text between tokens. Tokens and comments that stay are passed to `keep`, in the order of the
 * text; what is written between two of them replaces the old text there.
 */
export class GapWriter {
  readonly edits: OffsetEdit[] = [];
  /** The column, in UTF-16 units, at which writing continues. */
  column = 0;
  /** The indentation of the line that is being written. */
  lineIndent = '';
  /** The number of lines that were started. */
  line = 0;
  readonly #text: string;
  readonly #lineBreak: string;
  #position: number;
  #gap = '';
  /** Blank lines to be written with the next line break. */
  #blankLines = 0;
  /** True until a part of the text was kept or skipped. */
  #isAtStart: boolean = true;

  constructor(text: string, lineBreak: string, from: number) {
    this.#text = text;
    this.#lineBreak = lineBreak;
    this.#position = from;
  }

  /** Writes text on the current line. */
  write(text: string): void {
    this.#gap += text;
    this.#isAtStart = false;
    this.column += text.length;
  }

  /** @param breaks the number of line breaks that are in the text at this place; the second and further are blank lines. */
  addBlankLines(breaks: number): void {
    if (breaks > 1) this.#blankLines += breaks - 1;
  }

  /** Starts a line, after the blank lines that have been added. The start of the text needs no line break. */
  startLine(indent: string): void {
    this.#gap += this.#isAtStart ? indent : this.#lineBreak.repeat(this.#blankLines + 1) + indent;
    this.#blankLines = 0;
    this.column = indent.length;
    this.lineIndent = indent;
    this.line++;
  }

  /** Moves past a token or comment, which stays. */
  keep({ start, end, isMultiline }: FormatItem): void {
    this.#endGap(start);
    this.#position = end;
    this.#isAtStart = false;
    this.column += end - start;
    if (!isMultiline) return;
    const kept = this.#text.slice(start, end);
    this.column = kept.length - Math.max(kept.lastIndexOf('\n'), kept.lastIndexOf('\r')) - 1;
  }

  /** Continues at an offset, and leaves everything before it unchanged. */
  skipTo(offset: number): void {
    this.#position = offset;
    this.#gap = '';
    this.#blankLines = 0;
    this.#isAtStart = false;
    this.column = 0;
    this.lineIndent = '';
  }

  /** Replaces the text up to an offset with what was written. */
  endReplaced(end: number): void {
    this.#endGap(end);
    this.#position = end;
    this.#isAtStart = false;
  }

  /** Ends the text with a line break. */
  endText(): void {
    this.#gap = this.#lineBreak;
    this.#endGap(this.#text.length);
  }

  #endGap(end: number): void {
    const start = this.#position;
    const after = this.#gap;
    this.#gap = '';
    if (end - start === after.length && this.#text.startsWith(after, start)) return;
    const before = this.#text.slice(start, end);
    // An edit that begins or ends inside a CRLF would be changed by editors.
    let head = 0;
    let tail = 0;
    if (!before.includes('\r') && !after.includes('\r')) {
      const shorter = Math.min(before.length, after.length);
      while (head < shorter && before[head] === after[head]) head++;
      while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
    }
    const range = { start: start + head, end: end - tail };
    this.edits.push({ range, newText: after.slice(head, after.length - tail) });
  }
}
