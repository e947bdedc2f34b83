import type { TextRange } from '../../../base/textRange.ts';
import type { TermId } from '../../terms.ts';
import type {
  AnnotationNode,
  CollectionNode,
  ObjectNode,
  PredicateNode,
  PropertyListNode,
  TriplesStatement,
} from '../../turtle/syntaxTree.ts';
import type { PlanContext } from '../planContext.ts';
import { blockStart, objectEnd, type PredicateBlock, separatorAfterPart } from '../predicateBlock.ts';
import { type Fragment, joinFragments, type SeparatorSpacing } from './fragment.ts';
import type { InsertionPlace } from './termWriter.ts';
import { hasLineEnd } from './trivia.ts';

/** The separator at the end of a list, with the white space after it. */
interface Continuation {
  readonly mark: ',' | ';';
  readonly separator: SeparatorSpacing;
  /** What precedes the new element where the separator's own white space is not enough. */
  readonly lineBreak: string;
  readonly write: (place: InsertionPlace) => Fragment;
}

/** A place where a block can be extended: after one of its parts. */
export interface BlockEnd {
  readonly block: PredicateBlock;
  readonly part: PredicateNode;
  /** True for the last remaining part: new parts follow it. */
  readonly isLast: boolean;
  /** True when a semicolon stays after the part. */
  readonly hasSemicolon: boolean;
}

/** Adds new objects to a remaining part, and new parts after it. */
export function extendBlock(context: PlanContext, { block, part, isLast, hasSemicolon }: BlockEnd): void {
  const { planned } = context;
  const { statement } = block;
  const objects = (planned.appended.get(part) ?? []).map((object) =>
    newObject(context, statement, part, object),
  );
  const added = [
    ...(planned.repeated.get(part) ?? []),
    ...(isLast ? (planned.parts.get(block.holder)?.parts ?? []) : []),
  ];
  const parts = added.map((newPart) => {
    const { layout, writer } = context;
    const separator = layout.partSeparator(block);
    const lineBreak = layout.lineBreak([separator.after, separator.before], blockStart(block));
    const write = (place: InsertionPlace) => {
      const verb = writer.verb(newPart.predicate, place);
      return joinFragments(
        verb,
        layout.verbPadding(block, verb.text),
        writer.objects(newPart.objects, place),
      );
    };
    return { mark: ';', separator, lineBreak, write } as const;
  });
  const lastObject = part.objects.findLast((object) => !planned.removed.has(object))!;
  const mark = separatorAfterPart(block, part, hasSemicolon);
  const comment = mark === undefined ? undefined : ownComment(context, block, lastObject, mark);
  const end = {
    offset: statement.start + objectEnd(lastObject),
    mark: statement.start + (mark ?? 0),
    comment,
  };
  extend(context, statement, end, hasSemicolon ? objects : [...objects, ...parts]);
  if (hasSemicolon) extendBehindMark(context, statement, part.semicolons.at(-1)! + 1, parts);
}

function newObject(
  { layout, writer }: PlanContext,
  statement: TriplesStatement,
  part: PredicateNode,
  object: TermId,
): Continuation {
  const separator = layout.objectSeparator(statement, part);
  const lineBreak = layout.lineBreak([separator.after, separator.before], statement.start + part.verb.start);
  return { mark: ',', separator, lineBreak, write: (place) => writer.object(object, place) };
}

/**
 * The comment after the separator or dot that follows an object, if it is about that object: that is, on a line where
 * the block starts nothing else before it.
 */
function ownComment(
  { trivia }: PlanContext,
  block: PredicateBlock,
  object: ObjectNode,
  mark: number,
): TextRange | undefined {
  const { start } = block.statement;
  const end = start + objectEnd(object);
  const isLast = object.comma === undefined && trivia.skipBlanks(end) === start + mark;
  return isLast && trivia.lineStart(end) >= blockStart(block)
    ? trivia.commentAfter(start + mark + 1)
    : undefined;
}

/** The end of a list. */
interface ListEnd {
  /** The end of the last element. */
  readonly offset: number;
  /** The comment about the last element, after the separator or dot at `mark`. */
  readonly comment: TextRange | undefined;
  readonly mark: number;
}

/**
 * Extends a list after its last element: each separator precedes the new element. If that breaks the line, a comment
 * after the final mark stays with the element that it is about, and the mark moves.
 */
function extend(
  { document, edits, trivia }: PlanContext,
  { start }: TriplesStatement,
  end: ListEnd,
  continuations: readonly Continuation[],
): void {
  const [first] = continuations;
  if (first === undefined) return;
  const { offset } = end;
  const movesMark = end.comment !== undefined && hasLineEnd(first.separator.before + first.separator.after);
  const comment = movesMark ? end.comment : trivia.commentAfter(offset);
  let indent = trivia.indentAt(offset);
  const texts: (Fragment | string)[] = [];
  for (const [i, { mark, separator, lineBreak, write }] of continuations.entries()) {
    const { before, after } = separator;
    if (i === 0 && comment && !hasLineEnd(before)) {
      // The separator goes before the comment, which stays with its element.
      edits.insert(offset, before + mark);
      texts.push(lineBreak);
      indent = indentAfter(lineBreak, indent);
    } else {
      texts.push(before + mark + after);
      indent = indentAfter(after, indentAfter(before, indent));
    }
    texts.push(write({ offset: start, indent }));
  }
  if (movesMark) {
    const range = { start: offset, end: end.mark + 1 };
    texts.push(document.rope.slice(range.start, range.end));
    edits.remove(range);
  }
  edits.insert(comment?.end ?? offset, joinFragments(...texts));
}

/** Extends a list that ends with a separator: each new element is followed by one. */
function extendBehindMark(
  { edits, trivia }: PlanContext,
  { start }: TriplesStatement,
  end: number,
  continuations: readonly Continuation[],
): void {
  const offset = start + end;
  const comment = trivia.commentAfter(offset);
  let indent = trivia.indentAt(offset);
  const texts: (Fragment | string)[] = [];
  for (const [i, { mark, separator, lineBreak, write }] of continuations.entries()) {
    const space = i === 0 && comment ? lineBreak : separator.after;
    indent = indentAfter(space, indent);
    texts.push(space, write({ offset: start, indent }), separator.before + mark);
  }
  edits.insert(comment?.end ?? offset, joinFragments(...texts));
}

/** Writes the first parts of an empty `[]`. */
export function fillBrackets(
  { planned, edits, trivia, writer }: PlanContext,
  { start }: TriplesStatement,
  node: PropertyListNode,
): void {
  const parts = planned.parts.get(node)?.parts;
  if (parts === undefined) return;
  const range = { start: start + node.start + 1, end: start + node.end - 1 };
  const text = writer.bracketContent(parts, { offset: start, indent: trivia.indentAt(range.start) });
  if (trivia.commentsIn(range).length > 0) edits.insert(range.end, text);
  else edits.replace(range, text);
}

/** Writes the first `{| … |}` after an object, or after a reifier without an annotation. */
export function annotate(
  { planned, edits, trivia, writer }: PlanContext,
  { start }: TriplesStatement,
  place: ObjectNode | AnnotationNode,
): void {
  const end = start + ('kind' in place ? place.end : objectEnd(place));
  // What follows a reifier is stated about that reifier.
  let isBare = !('kind' in place) && place.annotations.at(-1)?.predicates.length === 0;
  for (const parts of planned.annotated.get(place) ?? []) {
    const said = writer.bracketContent(parts, { offset: start, indent: trivia.indentAt(end) });
    const reifier = isBare || parts.length === 0 ? ' ~' : '';
    isBare = parts.length === 0;
    edits.insert(end, isBare ? reifier : joinFragments(reifier, ' {|', said, '|}'));
  }
}

/** Adds items to a collection after an offset: the end of its bracket or of a remaining item. */
export function addItems(
  { document, edits, trivia, layout, writer }: PlanContext,
  statement: TriplesStatement,
  node: CollectionNode,
  anchor: number,
  items: readonly TermId[],
): void {
  const { start } = statement;
  const space = layout.itemSpace(statement, node);
  const comment = trivia.commentAfter(start + anchor);
  const offset = comment?.end ?? start + anchor;
  const place = { offset: start, indent: indentAfter(space, trivia.indentAt(start + anchor)) };
  const texts = items.flatMap((item, i) => [
    comment && i === 0 ? layout.lineBreak([space], start + node.start) : space,
    writer.object(item, place),
  ]);
  const next = document.rope.slice(offset, offset + 1);
  const isApart = /\s/.test(next) || (next === ')' && node.items.length > 0);
  edits.insert(offset, joinFragments(...texts, isApart ? '' : ' '));
}

/** The indentation after white space: that of its last line, or the previous one when it stays on the line. */
export function indentAfter(space: string, indent: string): string {
  return hasLineEnd(space) ? /[^\r\n]*$/.exec(space)![0] : indent;
}
