import type { FormatItem } from './formatItems.ts';
import type { FormatOptions } from './formatOptions.ts';
import type { GapWriter } from './gapWriter.ts';
import type { StatementStructure } from './statementStructure.ts';

/** What stands before a token: nothing, a space, or a line break. */
type Gap = 'none' | 'space' | 'line';

interface Frame {
  readonly kind: 'statement' | 'propertyList' | 'collection';
  /** True when all of it stays on the line. */
  readonly isInline: boolean;
  /** The indentation of the line of the bracket. */
  readonly outerIndent: string;
  /** The indentation of predicates or items. */
  indent: string;
  /** What comes next, unless it is a separator. */
  expects: 'subject' | 'verb' | 'object' | 'item';
}

/** Writes the white space of a statement of triples, and of the comments in it. */
export function printStatement(
  text: string,
  items: readonly FormatItem[],
  structure: StatementStructure,
  options: FormatOptions,
  writer: GapWriter,
): void {
  new StatementPrinter(text, items, structure, options, writer).print();
}

/** Writes comments, each on its line unless it stood behind something on a line. */
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
        outerIndent: '',
        indent: options.indent,
        expects: 'subject',
      },
    ];
    this.#firstLine = writer.line;
  }

  print(): void {
    for (let i = 0; i < this.#items.length; i++) {
      const first = i;
      while (this.#items[i]!.kind === 'comment') i++;
      this.#printToken(i, i === first ? none : this.#items.slice(first, i));
    }
  }

  #printToken(i: number, comments: readonly FormatItem[]): void {
    const item = this.#items[i]!;
    const { kind } = item;
    if (kind === ']' || kind === ')') this.#printClosing(item, comments);
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
   * What stands before a token that neither is the first one nor closes a bracket, with its indentation where it starts a
   * line.
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
        return { gap: line(previous === ';' || (dot === 'ownLine' && hasLines)), indent: '' };
      }
    }
    if (previous === '^^') return { gap: 'none', indent: deeper };
    if (expects === 'verb') {
      if (previous === '[') return { gap: line(predicates === 'indented'), indent };
      return { gap: line(previous === ';' && semicolons === 'lineEnd'), indent };
    }
    const startsLine = line(this.#structure.startsLine[i] === 1);
    return { gap: startsLine, indent: expects === 'item' ? indent : deeper };
  }

  #printClosing(item: FormatItem, comments: readonly FormatItem[]): void {
    const { isInline, outerIndent, indent, kind } = this.#frames.pop()!;
    const previous = this.#previous!.kind;
    const isEmpty = isInline && (previous === '[' || previous === '(');
    const isOnLine = isInline || (kind === 'propertyList' && this.#options.predicates === 'aligned');
    this.#printGap(isEmpty ? 'none' : isOnLine ? 'space' : 'line', outerIndent, item, comments, indent);
    this.#writer.keep(item);
    this.#followTerm();
  }

  /** Takes note of a token that was written. */
  #follow(i: number): void {
    const { kind } = this.#items[i]!;
    const frame = this.#frame;
    switch (kind) {
      case '[':
      case '(':
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

  #open(kind: '[' | '(', isInline: boolean): void {
    const { column, line } = this.#writer;
    const frame = this.#frame;
    // Brackets in the first predicate of several stand as those in the others do.
    const isInFirst = frame.expects === 'object' && line === this.#firstLine && this.#structure.isList;
    const lineIndent = isInFirst ? this.#frames[0]!.indent : this.#writer.lineIndent;
    const isAligned = kind === '[' && this.#options.predicates === 'aligned';
    this.#frames.push({
      kind: kind === '[' ? 'propertyList' : 'collection',
      isInline,
      outerIndent: isAligned ? ' '.repeat(column - 1) : lineIndent,
      indent: isAligned ? ' '.repeat(column + 1) : lineIndent + this.#options.indent,
      expects: kind === '[' ? 'verb' : 'item',
    });
  }
}
