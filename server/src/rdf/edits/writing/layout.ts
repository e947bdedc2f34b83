import { lazy } from '../../../base/lazy.ts';
import type { CollectionNode, PredicateNode, TriplesStatement } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { type PredicateBlock, partEnd } from '../predicateBlock.ts';
import { blanksOfWidth, type DocumentStyle, documentStyleOf, expandRelativeSpace } from './documentStyle.ts';
import { lastObjectSeparator, lastPartSeparator, type SeparatorSpacing } from './fragment.ts';
import { hasLineEnd, type Trivia } from './trivia.ts';

/**
 * Chooses the white space of new text. A list with a separator is continued with a copy of its last one. Lists without
 * one follow the style of the whole document.
 */
export class Layout {
  /** The document's line end. */
  readonly eol: string;
  /**
   * True when a line feed in a string can be written as such. Editors convert line feeds to the document's line end,
   * which would change the string.
   */
  readonly keepsLineFeeds: boolean;
  readonly #trivia: Trivia;
  readonly #style: () => DocumentStyle;

  constructor(document: TurtleDocument, trivia: Trivia) {
    this.#trivia = trivia;
    const { lines, rope } = document;
    const start = lines.lineStart(1);
    const eol = lines.lineCount === 1 ? undefined : /\r\n|\n|\r/.exec(rope.slice(start - 2, start))?.[0];
    this.eol = eol ?? '\n';
    this.keepsLineFeeds = eol === '\n';
    this.#style = lazy(() => documentStyleOf(document));
  }

  get style(): DocumentStyle {
    return this.#style();
  }

  /** The spacing of the `;` before a new part of a block that has parts. */
  partSeparator({ statement, holder, predicates }: PredicateBlock): SeparatorSpacing {
    const own = lastPartSeparator(this.#trivia, statement, predicates);
    if (own) return own;
    const habit = this.style.parts;
    const [only] = predicates;
    const verbStart = statement.start + (only?.verb.start ?? 0);
    const before = only ? this.#spaceBeforeSemicolon(statement, only) : undefined;
    const inBrackets = holder.kind !== 'triples';
    if (only && this.#trivia.startsLine(verbStart)) {
      const line = this.eol + this.#trivia.indentAt(verbStart);
      const leads = hasLineEnd(habit.before) && !inBrackets;
      return leads ? { before: line, after: ' ' } : { before: before ?? ' ', after: line };
    }
    if (inBrackets) return { before: before ?? (hasLineEnd(habit.before) ? ' ' : habit.before), after: ' ' };
    const { before: usual, after } = this.#fill(habit, statement.start, verbStart);
    return { before: before ?? usual, after };
  }

  /** The spacing of the `,` before a new object of a part. */
  objectSeparator(statement: TriplesStatement, part: PredicateNode): SeparatorSpacing {
    const { start } = statement;
    return (
      lastObjectSeparator(this.#trivia, statement, part) ??
      this.#fill(this.style.objects, start + part.verb.start, start + part.objects[0]!.term.start)
    );
  }

  /** The space between the last two items of a collection that have no comment between them. */
  itemSpace({ start }: TriplesStatement, { items }: CollectionNode): string {
    const gaps = items.slice(1).map(({ term }, i) => ({
      start: start + items[i]!.term.end,
      end: start + term.start,
    }));
    const gap = gaps.findLast((range) => this.#trivia.commentsIn(range).length === 0);
    const space = gap && this.#trivia.spaceIn(gap);
    return space && hasLineEnd(space) ? space : ' ';
  }

  /** The spacing of the `;` in a new statement whose first line has this indentation and starts with this subject. */
  newPartSeparator(indent: string, subject: string): SeparatorSpacing {
    const { before, after } = this.style.parts;
    const column = () => blanksOfWidth(`${indent}${subject} `);
    const fill = (space: string) => expandRelativeSpace(space, this.eol, indent, column);
    return { before: fill(before), after: fill(after) };
  }

  /** What follows the last object of a new statement, including the dot. */
  newStatementEnd(indent: string, partCount: number): string {
    const { shortEnd, longEnd } = this.style;
    return expandRelativeSpace(partCount > 1 ? longEnd : shortEnd, this.eol, indent, () => indent);
  }

  /**
   * The first of the given spaces that contains a line break; otherwise a line break indented one step deeper than the
   * line at the offset.
   */
  lineBreak(spaces: readonly string[], offset: number): string {
    return spaces.find(hasLineEnd) ?? this.eol + this.#trivia.indentAt(offset) + this.style.indentUnit;
  }

  /** The spaces between a new verb and its object that align the object with the others of the block. */
  verbPadding({ statement, predicates }: PredicateBlock, verb: string): string {
    const gaps = predicates.map((part) => {
      const object = part.objects[0]!.term;
      return {
        column: this.#trivia.lineUpTo(statement.start + part.verb.start).length,
        width: object.start - part.verb.start,
        gap: object.start - part.verb.end,
      };
    });
    const [first] = gaps;
    const isAligned =
      first !== undefined &&
      gaps.some(({ gap }) => gap > 1) &&
      gaps.every(({ column, width }) => column === first.column && width === first.width);
    return isAligned ? ' '.repeat(Math.max(1, first.width - verb.length)) : ' ';
  }

  #spaceBeforeSemicolon(statement: TriplesStatement, part: PredicateNode): string | undefined {
    const [semicolon] = part.semicolons;
    if (semicolon === undefined) return undefined;
    const { start } = statement;
    return this.#trivia.spaceIn({ start: start + partEnd(part), end: start + semicolon });
  }

  #fill({ before, after }: SeparatorSpacing, start: number, first: number): SeparatorSpacing {
    const indent = this.#trivia.indentAt(start);
    const column = () => blanksOfWidth(this.#trivia.lineUpTo(first));
    const fill = (space: string) => expandRelativeSpace(space, this.eol, indent, column);
    return { before: fill(before), after: fill(after) };
  }
}
