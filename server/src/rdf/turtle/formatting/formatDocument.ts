import { lineBreakOf } from '../../../base/lineIndex.ts';
import { applyEdits, type OffsetEdit } from '../../../base/textEdit.ts';
import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import { type Statement, statementRange } from '../syntaxTree.ts';
import { isOfLines } from '../textFormat.ts';
import { TurtleDocument } from '../turtleDocument.ts';
import { type FormatItem, readFormatItems } from './formatItems.ts';
import type { FormatOptions } from './formatOptions.ts';
import { asOneEdit } from './joinEdits.ts';
import { GapWriter, printComments, printStatement } from './statementPrinter.ts';
import { type StatementStructure, statementStructure } from './statementStructure.ts';

/**
 * The edits that format a document, or its statements in a range, in order. They change white space between tokens, move
 * separators over comments at line ends and, if asked to, sort declarations: triples and comments stay the same, and so
 * does the number of blank lines between the first and the last of them, except for those in declarations. Statements with
 * syntax errors stay unchanged, with the white space around them. A formatted text is left as it is, and so are N-Triples
 * and N-Quads. What is in a graph block of TriG is indented.
 */
export function formatDocument(
  document: TurtleDocument,
  options: FormatOptions,
  range?: TextRange,
): readonly OffsetEdit[] {
  const { format, libraryFormat } = document;
  if (isOfLines(format) || libraryFormat) return [];
  const edits = new DocumentFormatter(document, options, range).format();
  return document.errors.length === 0 || readsTheSame(document, edits) ? edits : [];
}

/** A Turtle text, formatted. */
export function formattedText(uri: string, text: string, options: FormatOptions): string {
  return applyEdits(text, formatDocument(new TurtleDocument(uri, 0, text), options));
}

/** How an unreadable text is read may depend on its lines. */
function readsTheSame(document: TurtleDocument, edits: readonly OffsetEdit[]): boolean {
  if (edits.length === 0) return true;
  const after = document.edited(asOneEdit(document, edits));
  return (
    after.statementCount === document.statementCount &&
    after.graph.size === document.graph.size &&
    messages(after) === messages(document)
  );
}

function messages({ errors }: TurtleDocument): string {
  return errors.map(({ message }) => message).join('\n');
}

/** The part of a text that is read, from the statement before the first one to format up to the end of the last one. */
interface Window {
  /** Where it starts in the text. All other offsets are relative to that. */
  readonly start: number;
  readonly text: string;
  readonly statements: readonly PlacedStatement[];
  /** The first statement to format. */
  readonly first: number;
  readonly isToEnd: boolean;
}

type PlacedStatement = TextRange & {
  readonly kind: Statement['kind'];
  /** Of a declaration. */
  readonly prefix: string | undefined;
  /** True where the brace of a graph block ends it. */
  readonly isUndotted: boolean;
};

function windowOf(document: TurtleDocument, range: TextRange | undefined): Window {
  const { rope, statementCount } = document;
  const { first, last } = range ? statementsIn(document, range) : { first: 0, last: statementCount };
  // The previous statement determines whether the white space in between may change; all previous ones, whether it is in a
  // graph block.
  const from = document.format ? 0 : Math.max(0, first - 1);
  const isToEnd = range === undefined || range.end >= rope.length;
  const start = from === 0 ? 0 : document.statement(from).start;
  const statements: PlacedStatement[] = [];
  for (let ordinal = from; ordinal < last; ordinal++) {
    const statement = document.statement(ordinal);
    const { kind, length } = statement;
    const place = statement.start - start;
    const prefix = kind === 'prefix' ? statement.prefix : undefined;
    const isUndotted = kind === 'triples' && !statement.damaged && statement.dot === length;
    statements.push({ kind, prefix, isUndotted, start: place, end: place + length });
  }
  const end = isToEnd ? rope.length : start + (statements.at(-1)?.end ?? 0);
  const isWhole = start === 0 && end === rope.length;
  const text = isWhole ? document.text : rope.slice(start, end);
  return { start, text, statements, first: first - from, isToEnd };
}

/** A statement with the comments around it. */
interface Part {
  readonly statement: PlacedStatement;
  /** The comments on the lines before it. */
  readonly comments: FormatItem[];
  items: readonly FormatItem[];
  /** The comment behind it on its line. */
  trailing: FormatItem | undefined;
  /** Undefined when it is left as it is. */
  readonly layout: StatementStructure | 'directive' | 'brace' | undefined;
  readonly indent: string;
}

class DocumentFormatter {
  readonly #window: Window;
  readonly #text: string;
  readonly #options: FormatOptions;
  readonly #parts: Part[] = [];
  /** The parts to format: from the first up to the last, exclusive. */
  readonly #first: number;
  /** The comments after the last statement of the document; undefined when that end is not to be formatted. */
  #ending: FormatItem[] | undefined;
  readonly #writer: GapWriter;
  readonly #isTriG: boolean;
  /** The indentation of the next statement. */
  #indent = '';

  constructor(document: TurtleDocument, options: FormatOptions, range: TextRange | undefined) {
    this.#isTriG = document.format !== undefined;
    this.#window = windowOf(document, range);
    const { start, text, first } = this.#window;
    this.#text = text;
    this.#options = options;
    this.#first = first;
    const from = start === 0 ? Number(text.startsWith('\ufeff')) : 0;
    this.#writer = new GapWriter(text, lineBreakOf(document.rope), from);
    this.#read(from);
  }

  format(): readonly OffsetEdit[] {
    const parts = this.#parts;
    for (let i = this.#first; i < parts.length; ) {
      const { layout } = parts[i]!;
      if (layout === undefined) i++;
      else if (layout === 'directive') i = this.#printDirectives(i);
      else if (layout === 'brace') {
        this.#printBefore(i);
        printDirective(this.#text, parts[i]!.items, 0, this.#options.indent, this.#writer);
        this.#printTrailing(i);
        i++;
      } else {
        this.#printBefore(i);
        printStatement(this.#text, parts[i]!.items, layout, this.#options, this.#writer);
        this.#printTrailing(i);
        i++;
      }
    }
    if (this.#ending && parts.at(-1)?.layout !== undefined) {
      printComments(this.#text, this.#ending, '', this.#writer);
      this.#writer.endText();
    }
    const { edits } = this.#writer;
    const { start } = this.#window;
    return start === 0
      ? edits
      : edits.map(({ range, newText }) => ({
          range: { start: start + range.start, end: start + range.end },
          newText,
        }));
  }

  #read(from: number): void {
    const { statements, isToEnd } = this.#window;
    if (!isToEnd && statements.length === 0) return;
    const items = readFormatItems(this.#text, from, this.#text.length, this.#isTriG);
    let next = 0;
    for (const statement of statements) {
      const before = next;
      while (next < items.length && items[next]!.start < statement.start) next++;
      const body = next;
      while (next < items.length && items[next]!.start < statement.end) next++;
      this.#add(statement, items.slice(before, body), items.slice(body, next), items[next]);
    }
    if (isToEnd) this.#ending = this.#withoutTrailing(items.slice(next));
    for (const [i, part] of this.#parts.entries()) this.#placeDot(part, i);
  }

  #add(
    statement: PlacedStatement,
    before: readonly FormatItem[],
    items: readonly FormatItem[],
    following: FormatItem | undefined,
  ): void {
    const comments = this.#withoutTrailing(before);
    const placed = placeSeparators(items, following, this.#options);
    const brace = this.#isTriG ? braceOf(this.#text, items) : undefined;
    if (brace === '}') this.#indent = '';
    const layout = brace ? 'brace' : this.#layout(statement, placed);
    this.#parts.push({
      statement,
      comments,
      items: placed,
      trailing: undefined,
      layout: comments.every(({ kind }) => kind === 'comment') ? layout : undefined,
      indent: this.#indent,
    });
    if (brace === '{') this.#indent = this.#options.indent;
  }

  /** Assigns a comment on the line of the last statement to it. */
  #withoutTrailing(comments: readonly FormatItem[]): FormatItem[] {
    const [first, ...others] = comments;
    const previous = this.#parts.at(-1);
    if (first === undefined || first.breaks > 0 || previous === undefined) return [...comments];
    previous.trailing = first;
    return others;
  }

  #layout(statement: PlacedStatement, items: readonly FormatItem[]): Part['layout'] {
    switch (statement.kind) {
      case 'prefix':
      case 'base':
        return isWholeDirective(items, statement.kind) ? 'directive' : undefined;
      // A statement without a readable term, because its prefixes are not declared, only has its tokens in order.
      case 'skipped':
      case 'triples':
        return statementStructure(this.#text, items, this.#options, statement.isUndotted);
    }
  }

  #placeDot(part: Part, i: number): void {
    if (i < this.#first || part.layout === 'directive' || part.trailing || !this.#formatsAfter(i)) return;
    const placed = placeDot(part.items);
    if (!placed) return;
    part.items = placed.statement;
    part.trailing = placed.comment;
  }

  /** True when the white space after a part may change. */
  #formatsAfter(i: number): boolean {
    if (this.#parts[i]!.layout === undefined) return false;
    const next = this.#parts[i + 1];
    return next === undefined ? this.#ending !== undefined : next.layout !== undefined;
  }

  /** Writes what is before a statement. */
  #printBefore(i: number): void {
    const { statement, comments, items, indent } = this.#parts[i]!;
    const writer = this.#writer;
    if (i > 0 && !this.#formatsAfter(i - 1)) {
      writer.skipTo(statement.start);
      return;
    }
    if (i > 0 && i === this.#first) writer.skipTo(partEnd(this.#parts[i - 1]!));
    const isClosing = items[0]!.kind === '}';
    printComments(this.#text, comments, isClosing ? this.#options.indent : indent, writer);
    writer.addBlankLines(items[0]!.breaks);
    writer.startLine(indent);
  }

  #printTrailing(i: number): void {
    const { trailing } = this.#parts[i]!;
    if (trailing && this.#formatsAfter(i)) printComments(this.#text, [trailing], '', this.#writer);
  }

  /** Writes a block of declarations, and returns the number of the next part. */
  #printDirectives(first: number): number {
    const { alignPrefixes, sortPrefixes, indent } = this.#options;
    const last = this.#blockEnd(first);
    const block = this.#parts.slice(first, last);
    const width = alignPrefixes ? Math.max(...block.map(({ items }) => nameWidth(items))) : 0;
    const sorted = sortPrefixes ? sortedByPrefix(block) : block;
    this.#printBefore(first);
    if (sorted.some((part, i) => part !== block[i])) {
      const texts = sorted.map((part) => this.#directiveText(part, width));
      for (const [i, text] of texts.entries()) {
        if (i > 0) this.#writer.startLine(block[0]!.indent);
        this.#writer.write(text);
      }
      this.#writer.endReplaced(partEnd(block.at(-1)!));
      return last;
    }
    for (let i = first; i < last; i++) {
      if (i > first) this.#printBefore(i);
      printDirective(this.#text, this.#parts[i]!.items, width, indent, this.#writer);
      this.#printTrailing(i);
    }
    return last;
  }

  /**
   * The end of the block of declarations of prefixes that starts with a part: no comments or blank lines are in between.
   */
  #blockEnd(first: number): number {
    if (!isPlainPrefix(this.#parts[first]!)) return first + 1;
    let end = first + 1;
    for (; end < this.#parts.length; end++) {
      const part = this.#parts[end]!;
      if (part.layout !== 'directive' || !isPlainPrefix(part)) break;
      if (part.comments.length > 0 || part.items[0]!.breaks > 1) break;
    }
    // The comment after the last one can move only if what follows may change.
    return this.#parts[end - 1]!.trailing && !this.#formatsAfter(end - 1)
      ? Math.max(first + 1, end - 1)
      : end;
  }

  #directiveText({ items, trailing }: Part, width: number): string {
    const text = directiveText(this.#text, items, width);
    return trailing ? `${text} ${this.#text.slice(trailing.start, trailing.end)}` : text;
  }
}

/** The brace that the items consist of, with the name of its graph before an opening one. */
function braceOf(text: string, items: readonly FormatItem[]): '{' | '}' | undefined {
  const tokens = items.filter(({ kind }) => kind !== 'comment');
  if (tokens.some(({ isMalformed }) => isMalformed)) return undefined;
  const kinds = tokens.map(({ kind }) => kind).join(' ');
  if (kinds === '}') return '}';
  const [first] = tokens;
  const isGraph = first?.kind !== 'word' || /^graph$/i.test(text.slice(first.start, first.end));
  return isGraph && /^(?:(?:word )?(?:iri|name|label|\[ \]) )?\{$/.test(kinds) ? '{' : undefined;
}

/** True for a declaration of a prefix without comments inside. */
function isPlainPrefix({ statement, items }: Part): boolean {
  return statement.kind === 'prefix' && items.every(({ kind }) => kind !== 'comment');
}

function nameWidth(items: readonly FormatItem[]): number {
  const name = items.find(({ kind }) => kind === 'name');
  return name ? name.end - name.start : 0;
}

/** Declarations of the same prefix stay in order, since the last one counts. */
function sortedByPrefix(parts: readonly Part[]): readonly Part[] {
  const nameOf = ({ statement }: Part) => statement.prefix ?? '';
  return [...parts].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
}

/** The end of a statement, with the comment after it. */
function partEnd({ statement, trailing }: Part): number {
  return trailing?.end ?? statement.end;
}

/** The ordinals of the statements that overlap or touch a range. */
function statementsIn(
  document: TurtleDocument,
  range: TextRange,
): { readonly first: number; readonly last: number } {
  let first = Math.max(0, document.ordinalBefore(range.start));
  const last = document.ordinalBefore(range.end) + 1;
  while (first < last && !overlapOrTouch(statementRange(document.statement(first)), range)) first++;
  return { first, last };
}

/** True when the items are exactly the tokens of a declaration, with comments. */
function isWholeDirective(items: readonly FormatItem[], kind: 'prefix' | 'base'): boolean {
  const kinds = items.filter((item) => item.kind !== 'comment').map((item) => item.kind);
  const [keyword] = kinds;
  const expected = [
    keyword,
    ...(kind === 'prefix' ? ['name'] : []),
    'iri',
    ...(keyword === 'at' ? ['.'] : []),
  ];
  return kinds.join(' ') === expected.join(' ') && items.every((item) => !item.isMalformed);
}

/**
 * Writes the white space of a declaration.
 *
 * @param nameWidth the least width of the prefix with its colon.
 */
function printDirective(
  text: string,
  items: readonly FormatItem[],
  nameWidth: number,
  indent: string,
  writer: GapWriter,
): void {
  let isFirst = true;
  let spaces = 1;
  for (const item of items) {
    if (item.kind === 'comment') {
      printComments(text, [item], indent, writer);
      spaces = 0;
      continue;
    }
    if (spaces === 0) {
      writer.addBlankLines(item.breaks);
      writer.startLine(item.kind === '.' ? '' : indent);
    } else if (!isFirst) writer.write(' '.repeat(spaces));
    writer.keep(item);
    spaces = item.kind === 'name' ? Math.max(1, nameWidth - (item.end - item.start) + 1) : 1;
    isFirst = false;
  }
}

/** The text of a declaration without comments, as `printDirective` writes it. */
function directiveText(text: string, items: readonly FormatItem[], nameWidth: number): string {
  return items
    .map(({ kind, start, end }) => text.slice(start, end).padEnd(kind === 'name' ? nameWidth : 0))
    .join(' ');
}

/**
 * The items of a statement with its semicolons and commas on the side of comments at line ends where they belong, so that
 * `ex:a # note`, followed by a line `;`, becomes `ex:a ; # note`. Comments on lines of their own stay where they are,
 * because they may contain statements that are commented out.
 *
 * @param following what comes behind the statement.
 */
function placeSeparators(
  items: readonly FormatItem[],
  following: FormatItem | undefined,
  { semicolons }: Pick<FormatOptions, 'semicolons'>,
): readonly FormatItem[] {
  let placed: FormatItem[] | undefined;
  for (let i = 1; i + 1 < items.length; i++) {
    if (!isTrailing(items[i])) continue;
    if (semicolons === 'lineStart' && items[i - 1]!.kind === ';' && isTerm(items[i - 2])) {
      placed ??= [...items];
      swap(placed, i - 1, i - 1);
      continue;
    }
    const next = items[i + 1]!.kind;
    const movesBefore =
      next === ',' || (next === ';' && semicolons === 'lineEnd' && items[i - 1]!.kind !== ';');
    if (!movesBefore || isTrailing(items[i + 2] ?? following)) continue;
    placed ??= [...items];
    swap(placed, i, i + 1);
  }
  return placed ?? items;
}

/**
 * The same for the dot at the end of a statement: the statement without the comment before its dot, and the comment;
 * undefined when there is nothing to move.
 */
function placeDot(
  items: readonly FormatItem[],
): { readonly statement: readonly FormatItem[]; readonly comment: FormatItem } | undefined {
  const [last, comment, dot] = items.slice(-3);
  if (!comment || !isTrailing(comment) || last?.kind === ';' || dot?.kind !== '.') return undefined;
  return { statement: [...items.slice(0, -2), { ...dot, isMoved: true }], comment };
}

/** True for a comment after a token on its line. */
function isTrailing(item: FormatItem | undefined): boolean {
  return item?.kind === 'comment' && item.breaks === 0;
}

/** True for the end of a term: neither a comment nor one of several semicolons. */
function isTerm(item: FormatItem | undefined): boolean {
  return item !== undefined && item.kind !== 'comment' && item.kind !== ';';
}

/** Swaps an item with the next one; one of them is a separator that moves. */
function swap(items: FormatItem[], i: number, separator: number): void {
  const [first, second] = [items[i]!, items[i + 1]!];
  items[i] = i === separator ? second : { ...second, isMoved: true };
  items[i + 1] = i === separator ? { ...first, isMoved: true } : first;
}
