import type { TextRange } from '../../../base/textRange.ts';
import type {
  AnnotationNode,
  CollectionNode,
  ObjectNode,
  PredicateNode,
  PropertyListNode,
  TermNode,
  TriplesStatement,
} from '../../turtle/syntaxTree.ts';
import { hasDot, statementRange } from '../../turtle/syntaxTree.ts';
import { NotExpressible } from '../editableSources.ts';
import type { PlanContext } from '../planContext.ts';
import { objectEnd, type PredicateBlock, partEnd, separatorAfterPart } from '../predicateBlock.ts';
import { addItems, annotate, extendBlock, fillBrackets } from './extendBlock.ts';
import { joinFragments, termFragment } from './fragment.ts';
import { type ReplacedRole, replaceNode } from './replaceNode.ts';
import { hasLineEnd } from './trivia.ts';

const maxDepth = 500;

/** A token, or several that stay or are removed together. Offsets are relative to the statement. */
interface Token extends TextRange {
  readonly stays: boolean;
  /** True when it opens something: a subject, a verb, an opening bracket. */
  readonly opens?: boolean;
  /** True when it closes something: a separator, a closing bracket, the dot. */
  readonly closes?: boolean;
}

/** Writes the planned changes of a statement, unless other statements take its place. */
export function editStatement(context: PlanContext, statement: TriplesStatement): void {
  if (!isStatementRemoved(context, statement)) new StatementWriter(context, statement).editStatement();
  else if (
    ![...context.planned.relocated.values()].some(
      (other) => other.statement === statement && other.kind === 'apart',
    )
  ) {
    context.remover.clearStatement(statementRange(statement));
  }
}

/** Writes the planned changes inside the brackets of a node. */
export function editBrackets(
  context: PlanContext,
  statement: TriplesStatement,
  node: PropertyListNode | CollectionNode,
): void {
  new StatementWriter(context, statement).editBrackets(node);
}

/** True when nothing of a statement remains. */
export function isStatementRemoved(
  { planned }: Pick<PlanContext, 'planned'>,
  statement: TriplesStatement,
): boolean {
  const { subject, predicates } = statement;
  if (!planned.emptiesBlock({ holder: statement, predicates })) return false;
  return (
    subject.kind !== 'propertyList' ||
    planned.emptiesBlock({ holder: subject, predicates: subject.predicates })
  );
}

/**
 * Visits a statement token by token. Removed tokens are collected between the remaining ones; new text goes right after
 * a remaining token.
 */
class StatementWriter {
  readonly #context: PlanContext;
  readonly #statement: TriplesStatement;
  readonly #tokens: Token[] = [];
  #depth = 0;

  constructor(context: PlanContext, statement: TriplesStatement) {
    this.#context = context;
    this.#statement = statement;
  }

  editStatement(): void {
    const { subject, predicates, dot, length } = this.#statement;
    if (subject.kind === 'propertyList' && this.#context.planned.named.has(subject.id))
      this.#nameSubject(subject);
    else this.#term(subject, 'subject');
    this.#tokens.push({ ...this.#tokens.pop()!, opens: true });
    this.#block({ statement: this.#statement, holder: this.#statement, predicates });
    if (this.#liftDot()) return;
    this.#tokens.push({ start: dot!, end: length, stays: true, closes: true });
    this.#clearGaps();
  }

  editBrackets(node: PropertyListNode | CollectionNode): void {
    if (node.kind === 'propertyList') this.#propertyList(node);
    else this.#collection(node);
    this.#clearGaps();
  }

  #block(block: PredicateBlock): void {
    const { planned } = this.#context;
    const { predicates } = block;
    const stays = (part: PredicateNode) => !planned.removesPart(part);
    const endsWithSemicolon = (predicates.at(-1)?.semicolons.length ?? 0) > 0;
    const last = predicates.findLast(stays);
    const separated = this.#separated(predicates, stays, ({ semicolons }) => semicolons[0]);
    if (last && endsWithSemicolon) separated.add(last);
    for (const [i, part] of predicates.entries()) {
      const hasSemicolon = separated.has(part);
      const goesOn =
        planned.appended.has(part) ||
        planned.repeated.has(part) ||
        (part === last && planned.parts.has(block.holder));
      const mark = goesOn ? undefined : separatorAfterPart(block, part, hasSemicolon);
      const next = predicates[i + 1];
      if (stays(part)) this.#part(part, next === undefined || stays(next) ? mark : undefined);
      else this.#leave({ start: part.verb.start, end: partEnd(part) });
      const isLifted = hasSemicolon && mark !== undefined && stays(part) && this.#liftSemicolon(part, mark);
      for (const offset of part.semicolons) {
        if (hasSemicolon && !isLifted) this.#stay(offset, 'closes');
        else this.#leave({ start: offset, end: offset + 1 });
      }
      const end = { block, part, isLast: part === last, hasSemicolon };
      if (stays(part)) extendBlock(this.#context, end);
    }
  }

  /**
   * Moves a semicolon to directly after the last remaining object, where the comments of removed objects would
   * otherwise push it to a line of its own.
   */
  #liftSemicolon({ objects }: PredicateNode, mark: number): boolean {
    const { document, edits, planned, trivia } = this.#context;
    const { start } = this.#statement;
    const last = objects.findLast((object) => !planned.removed.has(object));
    if (last === undefined || last === objects.at(-1) || trivia.startsLine(start + mark)) return false;
    const gap = { start: start + objectEnd(last), end: start + mark };
    if (trivia.commentsIn(gap).length === 0) return false;
    const space = document.rope.slice(trivia.skipBackward(gap.end), gap.end);
    edits.insert(gap.start, `${hasLineEnd(space) ? ' ' : space};`);
    return true;
  }

  /** @param mark where the separator or dot after the part is, if what comes before and after it stays. */
  #part({ verb, objects }: PredicateNode, mark: number | undefined): void {
    const { planned } = this.#context;
    const stays = (object: ObjectNode) => !planned.removed.has(object);
    const separated = this.#separated(objects, stays, ({ comma }) => comma);
    this.#term(verb, 'verb');
    for (const [i, object] of objects.entries()) {
      const following = objects[i + 1];
      const comma = following && stays(following) ? object.comma : undefined;
      const next = following === undefined ? mark : comma;
      if (stays(object)) {
        this.#term(object.term, 'object', next);
        for (const annotation of object.annotations) this.#annotation(annotation);
        annotate(this.#context, this.#statement, object);
      } else this.#leave({ start: object.term.start, end: objectEnd(object) });
      if (object.comma === undefined) continue;
      if (separated.has(object)) this.#stay(object.comma, 'closes');
      else this.#leave({ start: object.comma, end: object.comma + 1 });
    }
  }

  /**
   * The elements whose separator stays: one between each two remaining elements. It is the one directly after the first
   * of them, unless separators start the lines here.
   */
  #separated<Element>(
    elements: readonly Element[],
    stays: (element: Element) => boolean,
    separator: (element: Element) => number | undefined,
  ): Set<Element> {
    const result = new Set<Element>();
    let previous: Element | undefined;
    for (let i = 0; i < elements.length; i++) {
      const element = elements[i]!;
      if (!stays(element)) continue;
      if (previous !== undefined) {
        const before = elements[i - 1]!;
        result.add(before !== previous && this.#leads(separator(before)) ? before : previous);
      }
      previous = element;
    }
    return result;
  }

  /** True when a separator starts its line. */
  #leads(offset: number | undefined): boolean {
    return offset !== undefined && this.#context.trivia.startsLine(this.#statement.start + offset);
  }

  /** @param mark where the separator or dot after the term is, if it is known. */
  #term(node: TermNode, role: ReplacedRole, mark?: number): void {
    const { planned, edits, writer } = this.#context;
    const { start } = this.#statement;
    const replacement = planned.replaced.get(node);
    if (replacement !== undefined) {
      replaceNode(this.#context, this.#statement, node, { term: replacement, role, mark });
    } else if (planned.relocated.has(node)) {
      const label = termFragment(node.id, writer.label(node.id));
      edits.replace({ start: start + node.start, end: start + node.end }, label);
    } else if (node.kind === 'propertyList') {
      this.#propertyList(node);
      return;
    } else if (node.kind === 'collection') {
      this.#collection(node);
      return;
    }
    this.#tokens.push({ start: node.start, end: node.end, stays: true, opens: role === 'verb' });
  }

  #propertyList(node: PropertyListNode): void {
    this.#enter();
    this.#stay(node.start, 'opens');
    this.#block({ statement: this.#statement, holder: node, predicates: node.predicates });
    if (node.predicates.length === 0) fillBrackets(this.#context, this.#statement, node);
    this.#stay(node.end - 1, 'closes');
    this.#depth--;
  }

  #annotation(node: AnnotationNode): void {
    const { document, edits, planned, trivia } = this.#context;
    const [first] = node.predicates;
    if (first === undefined) {
      this.#tokens.push({ start: node.start, end: node.end, stays: true });
      annotate(this.#context, this.#statement, node);
      return;
    }
    const { start } = this.#statement;
    const head = { start: start + node.start, end: start + first.verb.start };
    const comments = trivia.commentsIn(head);
    const opens = [...document.rope.slice(head.start, head.end).matchAll(/\{\|/g)]
      .map(({ index }) => head.start + index)
      .filter((at) => !comments.some((comment) => comment.start <= at && at < comment.end));
    const open = opens[0]! - start;
    if (planned.emptiesBlock({ holder: node, predicates: node.predicates })) {
      // The reifier of the triple stays, without annotations.
      const whole = { start: start + open, end: start + node.end };
      if (open === node.start) {
        if (trivia.commentsIn(whole).length > 0)
          throw new NotExpressible('A comment in {| … |} would be lost. Write this change by hand.');
        edits.replace(whole, '~');
      }
      const end = open === node.start ? node.end : (node.reifier?.end ?? node.start + 1);
      this.#tokens.push({ start: node.start, end, stays: true });
      if (end < node.end) this.#leave({ start: open, end: node.end });
      return;
    }
    this.#enter();
    this.#tokens.push({ start: node.start, end: open + 2, stays: true, opens: true });
    this.#block({ statement: this.#statement, holder: node, predicates: node.predicates });
    this.#tokens.push({ start: node.end - 2, end: node.end, stays: true, closes: true });
    this.#depth--;
  }

  #collection(node: CollectionNode): void {
    const { planned } = this.#context;
    const added = planned.items.get(node);
    this.#enter();
    this.#stay(node.start, 'opens');
    // New items follow the remaining item before them, or the opening bracket.
    let anchor = node.start + 1;
    for (let i = 0; i <= node.items.length; i++) {
      const items = added?.get(i);
      if (items) addItems(this.#context, this.#statement, node, anchor, items);
      const item = node.items[i];
      if (item === undefined) break;
      if (planned.removed.has(item)) this.#leave(item.term);
      else {
        this.#term(item.term, 'object');
        anchor = item.term.end;
      }
    }
    this.#stay(node.end - 1, 'closes');
    this.#depth--;
  }

  /** Enters brackets, limited by the depth of the stack. */
  #enter(): void {
    if (++this.#depth > maxDepth)
      throw new NotExpressible('The brackets are nested too deeply to be edited.');
  }

  /** Turns `[ … ] p o` into `_:label … ; p o`. */
  #nameSubject(node: PropertyListNode): void {
    const { document, planned, edits, writer } = this.#context;
    const { start, predicates } = this.#statement;
    const isEmpty = planned.emptiesBlock({ holder: node, predicates: node.predicates });
    const isAlone = planned.emptiesBlock({ holder: this.#statement, predicates });
    const open = start + node.start;
    const close = start + node.end - 1;
    const space = isEmpty || /\s/.test(document.text[open + 1]!) ? '' : ' ';
    const label = termFragment(node.id, writer.label(node.id));
    edits.replace({ start: open, end: open + 1 }, joinFragments(label, space));
    this.#propertyList(node);
    const endsWithSemicolon = (node.predicates.at(-1)?.semicolons.length ?? 0) > 0;
    if (!isEmpty && !isAlone && !endsWithSemicolon) edits.replace({ start: close, end: close + 1 }, ';');
    else {
      const hasSpaces = document.text[close - 1] === ' ' && /\s/.test(document.text[close + 1]!);
      edits.remove({ start: hasSpaces ? close - 1 : close, end: close + 1 });
    }
  }

  /**
   * Moves the dot to directly after the last remaining token, where comments would otherwise push it to a line of its
   * own.
   */
  #liftDot(): boolean {
    const { document, edits, planned, remover, trivia } = this.#context;
    const { start, dot, predicates } = this.#statement;
    const last = predicates.findLast((part) => !planned.removesPart(part));
    if (
      !hasDot(this.#statement) ||
      planned.parts.has(this.#statement) ||
      (last && (planned.appended.has(last) || planned.repeated.has(last)))
    )
      return false;
    const lastStaying = this.#tokens.findLastIndex(({ stays }) => stays);
    if (lastStaying === this.#tokens.length - 1) return false;
    const dotStart = start + dot!;
    const gap = { start: start + this.#tokens[lastStaying]!.end, end: dotStart + 1 };
    if (trivia.startsLine(dotStart) || trivia.commentsIn(gap).length === 0) return false;
    const rest = document.rope.slice(gap.end, trivia.lineEnd(gap.end));
    if (rest.trim() !== '' && trivia.commentAfter(gap.end) === undefined) return false;
    const space = document.rope.slice(trivia.skipBackward(dotStart), dotStart);
    edits.insert(gap.start, `${hasLineEnd(space) ? ' ' : space}.`);
    remover.clearTail(gap);
    this.#tokens.splice(lastStaying + 1);
    this.#clearGaps();
    return true;
  }

  #clearGaps(): void {
    const { start } = this.#statement;
    let last: Token | undefined;
    let pendingRemovals = false;
    for (const token of this.#tokens) {
      if (!token.stays) {
        pendingRemovals = true;
        continue;
      }
      if (last && pendingRemovals) {
        this.#context.remover.clear({
          start: start + last.end,
          end: start + token.start,
          opens: last.opens ?? false,
          closes: token.closes ?? false,
        });
      }
      last = token;
      pendingRemovals = false;
    }
  }

  #stay(offset: number, role: 'opens' | 'closes'): void {
    this.#tokens.push({ start: offset, end: offset + 1, stays: true, [role]: true });
  }

  #leave({ start, end }: TextRange): void {
    this.#tokens.push({ start, end, stays: false });
  }
}
