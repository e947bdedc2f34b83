import type { TextRange } from '../base/textRange.ts';
import type { TermId } from '../rdf/terms.ts';
import type {
  CollectionNode,
  PredicateNode,
  PropertyListNode,
  TermNode,
  TriplesStatement,
} from '../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { type Block, blockStart } from './block.ts';
import type { Change } from './change.ts';
import type { EditCollector } from './editCollector.ts';
import { type Fragment, join, termFragment } from './fragment.ts';
import type { Intent } from './intent.ts';
import type { Layout } from './layout.ts';
import { replaceLiteral } from './literals.ts';
import type { Remover } from './removals.ts';
import type { Separator } from './separators.ts';
import type { Place, TermWriter } from './termWriter.ts';
import { hasLineEnd, type Trivia } from './trivia.ts';

/** What the writing of one plan works with. */
export interface Tools {
  readonly document: TurtleDocument;
  readonly change: Change;
  readonly intent: Intent;
  readonly trivia: Trivia;
  readonly layout: Layout;
  readonly writer: TermWriter;
  readonly remover: Remover;
  readonly edits: EditCollector;
}

/** A token, or several that stay or leave together. Offsets are relative to the statement. */
interface Token extends TextRange {
  readonly stays: boolean;
  /** It begins something: a subject, a verb, an opening bracket. */
  readonly opens?: boolean;
  /** It ends something: a separator, a closing bracket, the dot. */
  readonly closes?: boolean;
}

/** A separator with what follows it, at the end of a list. */
interface Continuation {
  readonly mark: ',' | ';';
  readonly separator: Separator;
  /** What comes before the new element where the separator's own white space would not do. */
  readonly lineBreak: string;
  readonly write: (place: Place) => Fragment;
}

/** Writes what is to happen in one statement. */
export function editStatement(tools: Tools, statement: TriplesStatement): void {
  new StatementWriter(tools, statement).edit();
}

/**
 * Goes through a statement token by token. Tokens that leave are gathered between the ones that stay; new text is
 * put right behind a token that stays.
 */
class StatementWriter {
  readonly #tools: Tools;
  readonly #statement: TriplesStatement;
  readonly #tokens: Token[] = [];

  constructor(tools: Tools, statement: TriplesStatement) {
    this.#tools = tools;
    this.#statement = statement;
  }

  edit(): void {
    const { intent, remover } = this.#tools;
    const { start, length, subject, predicates, dot } = this.#statement;
    if (intent.empties({ holder: this.#statement, predicates }) && this.#subjectLeaves()) {
      remover.clearStatement({ start, end: start + length });
      return;
    }
    this.#term(subject);
    this.#tokens.push({ ...this.#tokens.pop()!, opens: true });
    this.#block({ statement: this.#statement, holder: this.#statement, predicates });
    this.#stay(dot!, 'closes');
    this.#clearGaps();
  }

  /** True when a statement without predicates has nothing left to say. */
  #subjectLeaves(): boolean {
    const { subject } = this.#statement;
    return (
      subject.kind !== 'propertyList' ||
      this.#tools.intent.empties({ holder: subject, predicates: subject.predicates })
    );
  }

  #clearGaps(): void {
    const { start } = this.#statement;
    let last: Token | undefined;
    let leaving = false;
    for (const token of this.#tokens) {
      if (!token.stays) {
        leaving = true;
        continue;
      }
      if (last && leaving) {
        this.#tools.remover.clear({
          start: start + last.end,
          end: start + token.start,
          opens: last.opens ?? false,
          closes: token.closes ?? false,
        });
      }
      last = token;
      leaving = false;
    }
  }

  #block(block: Block): void {
    const { intent } = this.#tools;
    const { predicates } = block;
    const lastStaying = predicates.findLastIndex((part) => !intent.leaves(part));
    const endsWithSemicolon = (predicates.at(-1)?.semicolons.length ?? 0) > 0;
    for (const [i, part] of predicates.entries()) {
      const stays = !intent.leaves(part);
      if (stays) this.#part(part);
      else this.#leave({ start: part.verb.start, end: part.objects.at(-1)!.term.end });
      const keepsSemicolons = stays && (i < lastStaying || endsWithSemicolon);
      for (const offset of part.semicolons) {
        if (keepsSemicolons) this.#stay(offset, 'closes');
        else this.#leave({ start: offset, end: offset + 1 });
      }
      if (stays) this.#continue(block, part, i === lastStaying, endsWithSemicolon);
    }
    if (predicates.length === 0) this.#fillEmpty(block);
  }

  #part(part: PredicateNode): void {
    const { intent } = this.#tools;
    const { objects } = part;
    this.#term(part.verb, true);
    const lastStaying = objects.findLastIndex((object) => !intent.removed.has(object));
    for (const [i, object] of objects.entries()) {
      const stays = !intent.removed.has(object);
      if (stays) this.#term(object.term);
      else this.#leave(object.term);
      if (object.comma === undefined) continue;
      if (stays && i < lastStaying) this.#stay(object.comma, 'closes');
      else this.#leave({ start: object.comma, end: object.comma + 1 });
    }
  }

  #term(node: TermNode, isVerb = false): void {
    const { intent } = this.#tools;
    const replacement = intent.replaced.get(node);
    if (replacement !== undefined) {
      this.#replace(node, replacement, isVerb);
      this.#tokens.push({ start: node.start, end: node.end, stays: true, opens: isVerb });
      return;
    }
    switch (node.kind) {
      case 'propertyList':
        this.#propertyList(node);
        break;
      case 'collection':
        this.#collection(node);
        break;
      default:
        this.#tokens.push({ start: node.start, end: node.end, stays: true, opens: isVerb });
    }
  }

  #propertyList(node: PropertyListNode): void {
    this.#stay(node.start, 'opens');
    this.#block({ statement: this.#statement, holder: node, predicates: node.predicates });
    this.#stay(node.end - 1, 'closes');
  }

  #collection(node: CollectionNode): void {
    const { intent } = this.#tools;
    const added = intent.items.get(node);
    this.#stay(node.start, 'opens');
    // New items come behind the item before them that stays, or behind the bracket.
    let anchor = node.start + 1;
    for (const [i, item] of node.items.entries()) {
      this.#addItems(node, anchor, added?.get(i));
      if (intent.removed.has(item)) this.#leave(item.term);
      else {
        this.#term(item.term);
        anchor = item.term.end;
      }
    }
    this.#addItems(node, anchor, added?.get(node.items.length));
    this.#stay(node.end - 1, 'closes');
  }

  #addItems(node: CollectionNode, anchor: number, items: readonly TermId[] | undefined): void {
    if (items === undefined) return;
    const { start } = this.#statement;
    const { document, edits, trivia, layout, writer } = this.#tools;
    const [first, second] = node.items;
    const between =
      first && second && trivia.spaceIn({ start: start + first.term.end, end: start + second.term.start });
    const space = between && hasLineEnd(between) ? between : ' ';
    const comment = trivia.commentAfter(start + anchor);
    const offset = comment?.end ?? start + anchor;
    const lineBreak = layout.lineBreak([space], start + node.start);
    const place = { offset: start, indent: indentAfter(space, trivia.indentAt(start + anchor)) };
    const texts = items.flatMap((item, i) => [
      comment && i === 0 ? lineBreak : space,
      writer.object(item, place),
    ]);
    const isLast = document.text[offset] === ')' && first !== undefined;
    edits.insert(offset, join(...texts, isLast || /\s/.test(document.text[offset]!) ? '' : ' '));
  }

  /** Adds new objects to a part that stays, and new parts to the block behind the last part that does. */
  #continue(block: Block, part: PredicateNode, isLast: boolean, endsWithSemicolon: boolean): void {
    const { intent, layout, writer } = this.#tools;
    const objects = intent.appended.get(part) ?? [];
    const parts = isLast ? (intent.parts.get(block.holder)?.parts ?? []) : [];
    if (objects.length === 0 && parts.length === 0) return;
    const { start } = this.#statement;
    const comma = layout.objectSeparator(this.#statement, part);
    const semicolon = layout.partSeparator(block);
    const newObjects = objects.map((object): Continuation => {
      const lineBreak = layout.lineBreak([comma.after, comma.before], start + part.verb.start);
      return { mark: ',', separator: comma, lineBreak, write: (place) => writer.object(object, place) };
    });
    const newParts = parts.map(({ predicate, objects }): Continuation => {
      const lineBreak = layout.lineBreak([semicolon.after, semicolon.before], blockStart(block));
      const write = (place: Place) => {
        const verb = writer.verb(predicate, place);
        return join(verb, layout.verbPadding(block, verb.text), writer.objects(objects, place));
      };
      return { mark: ';', separator: semicolon, lineBreak, write };
    });
    const lastObject = part.objects.findLast((object) => !intent.removed.has(object))!;
    this.#extend(lastObject.term.end, endsWithSemicolon ? newObjects : [...newObjects, ...newParts]);
    if (endsWithSemicolon) this.#extendBehindMark(part.semicolons.at(-1)! + 1, newParts);
  }

  /** Continues a list behind its last element: each separator comes before the new element. */
  #extend(end: number, continuations: readonly Continuation[]): void {
    const { edits, trivia } = this.#tools;
    const offset = this.#statement.start + end;
    const comment = trivia.commentAfter(offset);
    let indent = trivia.indentAt(offset);
    const texts: (Fragment | string)[] = [];
    for (const [i, { mark, separator, lineBreak, write }] of continuations.entries()) {
      const { before, after } = separator;
      if (i === 0 && comment && !hasLineEnd(before)) {
        // The separator goes before the comment, which stays with the element that it is about.
        edits.insert(offset, before + mark);
        texts.push(lineBreak);
        indent = indentAfter(lineBreak, indent);
      } else {
        texts.push(before + mark + after);
        indent = indentAfter(after, indentAfter(before, indent));
      }
      texts.push(write({ offset: this.#statement.start, indent }));
    }
    edits.insert(comment?.end ?? offset, join(...texts));
  }

  /** Continues a list that ends with a separator: each new element gets one behind it. */
  #extendBehindMark(end: number, continuations: readonly Continuation[]): void {
    const { edits, trivia } = this.#tools;
    const offset = this.#statement.start + end;
    const comment = trivia.commentAfter(offset);
    let indent = trivia.indentAt(offset);
    const texts: (Fragment | string)[] = [];
    for (const [i, { mark, separator, lineBreak, write }] of continuations.entries()) {
      const space = i === 0 && comment ? lineBreak : separator.after;
      indent = indentAfter(space, indent);
      texts.push(space, write({ offset: this.#statement.start, indent }), separator.before + mark);
    }
    edits.insert(comment?.end ?? offset, join(...texts));
  }

  /** Writes the first parts of an empty `[]`. */
  #fillEmpty({ holder }: Block): void {
    const { intent, edits, trivia, writer } = this.#tools;
    const parts = intent.parts.get(holder)?.parts;
    if (parts === undefined || holder.kind !== 'propertyList') return;
    const { start } = this.#statement;
    const range = { start: start + holder.start + 1, end: start + holder.end - 1 };
    const text = writer.bracketContent(parts, { offset: start, indent: trivia.indentAt(range.start) });
    if (trivia.commentsIn(range).length > 0) edits.insert(range.end, join(text, ' '));
    else edits.replace(range, text);
  }

  #replace(node: TermNode, term: TermId, isVerb: boolean): void {
    const { document, edits, trivia, layout, writer } = this.#tools;
    const { start } = this.#statement;
    const range = { start: start + node.start, end: start + node.end };
    const place = { offset: start, indent: trivia.indentAt(range.start) };
    const fragment = isVerb ? writer.verb(term, place) : writer.object(term, place);
    if (node.kind === 'literal') {
      const nodeText = document.text.slice(range.start, range.end);
      const edit = replaceLiteral(node, nodeText, term, fragment.text, layout.eol);
      const changed = { start: start + edit.range.start, end: start + edit.range.end };
      edits.replace(changed, edit.newText === '' ? '' : termFragment(term, edit.newText));
      return;
    }
    const lineBreak = layout.eol + place.indent + layout.habits.unit;
    let position = range.start;
    for (const comment of trivia.commentsIn(range)) {
      const text = position === range.start ? join(fragment, ' ') : lineBreak;
      edits.replace({ start: position, end: comment.start }, text);
      position = comment.end;
    }
    edits.replace({ start: position, end: range.end }, position === range.start ? fragment : lineBreak);
  }

  #stay(offset: number, role: 'opens' | 'closes'): void {
    this.#tokens.push({ start: offset, end: offset + 1, stays: true, [role]: true });
  }

  #leave({ start, end }: TextRange): void {
    this.#tokens.push({ start, end, stays: false });
  }
}

/** The indentation behind white space: that of its last line, or the one before when it stays on the line. */
function indentAfter(space: string, indent: string): string {
  return hasLineEnd(space) ? /[^\r\n]*$/.exec(space)![0] : indent;
}
