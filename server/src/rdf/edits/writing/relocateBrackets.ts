import type { TextRange } from '../../../base/textRange.ts';
import { type TermId, terms } from '../../terms.ts';
import type {
  CollectionNode,
  PropertyListNode,
  TermNode,
  TriplesStatement,
} from '../../turtle/syntaxTree.ts';
import { rdf } from '../../vocab.ts';
import { isEditableStatement, NotExpressible } from '../editableSources.ts';
import type { GraphChange } from '../graphChange.ts';
import type { PlanContext } from '../planContext.ts';
import type { PlanState, Relocation } from '../plannedChanges.ts';
import { lastStatementOnLine, offsetAfterStatement } from './addStatement.ts';
import { emptyFragment, type Fragment, joinFragments, sliceFragment, termFragment } from './fragment.ts';
import type { PrefixWriter } from './prefixWriter.ts';
import { editBrackets, isStatementRemoved } from './statementWriter.ts';
import type { InsertionPlace } from './termWriter.ts';

/** Decides what happens to brackets that lose their place and to those that are newly mentioned elsewhere. */
export function relocateBrackets(state: PlanState): void {
  const mentions = countMentions(state);
  for (const statement of state.planned.touched) relocateRemoved(state, mentions, statement);
  for (const term of mentions.keys()) relocateMentioned(state, term);
  if (state.planned.cells.size > 0) throw new NotExpressible('A list of the text would be incomplete.');
}

/** How often new text mentions the document's blank nodes. */
function countMentions({ change, planned }: PlanState): ReadonlyMap<TermId, number> {
  const pendingAdditions = [
    ...planned.replaced.values(),
    ...[...planned.appended.values()].flat(),
    ...[...planned.items.values()].flatMap((items) => [...items.values()].flat()),
    ...[...planned.repeated.values()].flat().flatMap(({ objects }) => objects),
    ...[...planned.parts.values(), ...planned.statements].flatMap(({ parts }) =>
      parts.flatMap(({ objects }) => objects),
    ),
  ];
  const counts = new Map<TermId, number>();
  for (let term = pendingAdditions.pop(); term !== undefined; term = pendingAdditions.pop()) {
    if (!terms.isBlank(term)) continue;
    if (!change.isFresh(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    else if (change.isNestable(term))
      pendingAdditions.push(...change.added.outgoing(term).map(({ object }) => object));
  }
  return counts;
}

/** The absolute range of a relocated node. */
export function relocatedRange({ statement, node }: Relocation): TextRange {
  return { start: statement.start + node.start, end: statement.start + node.end };
}

function relocateRemoved(
  state: PlanState,
  mentions: ReadonlyMap<TermId, number>,
  statement: TriplesStatement,
): void {
  const { planned } = state;
  const { subject, predicates } = statement;
  const isEmptied = planned.emptiesBlock({ holder: statement, predicates });
  const pendingAdditions: { readonly node: TermNode; readonly removesPart: boolean }[] = [];
  const put = (node: TermNode, removesPart: boolean) =>
    pendingAdditions.push({ node, removesPart: removesPart || planned.replaced.has(node) });
  put(subject, isEmptied && subject.kind === 'collection');
  for (const { objects } of predicates) {
    for (const object of objects) put(object.term, planned.removed.has(object));
  }
  for (let next = pendingAdditions.pop(); next !== undefined; next = pendingAdditions.pop()) {
    const { node } = next;
    if (node.kind !== 'propertyList' && node.kind !== 'collection') continue;
    const removesPart = next.removesPart && !relocate(state, mentions, statement, node);
    if (node.kind === 'collection') {
      for (const item of node.items) put(item.term, removesPart || planned.removed.has(item));
      continue;
    }
    for (const { objects } of node.predicates) {
      for (const object of objects) put(object.term, removesPart || planned.removed.has(object));
    }
  }
}

/** Finds a new place for brackets that lose theirs; false when nothing is left of their blank node. */
function relocate(
  { change, planned }: PlanState,
  mentions: ReadonlyMap<TermId, number>,
  statement: TriplesStatement,
  node: PropertyListNode | CollectionNode,
): boolean {
  const cells = node.kind === 'collection' ? node.items.map(({ cell }) => cell) : [node.id];
  if (cells.every((cell) => change.isGone(cell))) {
    for (const cell of cells) planned.cells.delete(cell);
    return false;
  }
  if (node.kind === 'collection') checkUnchanged(change, node, node === statement.subject);
  const count = mentions.get(node.id) ?? 0;
  const isMoved = count === 1 && !isInside(change, change.after.incoming(node.id)[0]!.subject, node.id);
  const isNamed = !isMoved && count > 0;
  if (isNamed) planned.named.add(node.id);
  // A blank node without triples needs no statement.
  if (isNamed && change.after.outgoing(node.id).length === 0) return false;
  planned.relocated.set(node, { statement, node, kind: isMoved ? 'moved' : 'apart', isNamed });
  return true;
}

/** Gives a label to a bracket that is newly mentioned, unless the bracket moves there. */
function relocateMentioned({ document, change, planned }: PlanState, term: TermId): void {
  if (!terms.isBlank(term) || change.isFresh(term)) return;
  for (const { statement, node } of document.sources.mentions(term)) {
    if (node.kind !== 'propertyList' && node.kind !== 'collection') continue;
    if (planned.relocated.has(node) || planned.named.has(term)) continue;
    if (!isEditableStatement(document, statement)) {
      throw new NotExpressible('A blank node that would be mentioned is in a statement with a syntax error.');
    }
    planned.touched.add(statement);
    planned.named.add(term);
    if (node.kind === 'collection') checkUnchanged(change, node, node === statement.subject);
    else if (node === statement.subject) continue;
    if (change.after.outgoing(term).length === 0) planned.replaced.set(node, term);
    else planned.relocated.set(node, { statement, node, kind: 'apart', isNamed: true });
  }
}

/** Checks that a list is unchanged. The first cell of a list in subject position has further triples. */
function checkUnchanged({ after }: GraphChange, { items }: CollectionNode, isSubject: boolean): void {
  const isSame = items.every(({ cell, term }, i) => {
    const rest = items[i + 1]?.cell ?? rdf.nil;
    return (
      (after.outgoing(cell).length === 2 || (isSubject && i === 0)) &&
      after.has(cell, rdf.first, term.id) &&
      after.has(cell, rdf.rest, rest)
    );
  });
  if (!isSame) throw new NotExpressible('Only a part of a list would be left.');
}

/** True when a subject is written inside the brackets of a blank node, or is that node. */
function isInside({ after }: GraphChange, subject: TermId, brackets: TermId): boolean {
  const seen = new Set<TermId>();
  for (let node = subject; !seen.has(node); ) {
    if (node === brackets) return true;
    seen.add(node);
    const [reference, other] = after.incoming(node);
    if (!terms.isBlank(node) || reference === undefined || other !== undefined) return false;
    node = reference.subject;
  }
  return false;
}

/** Moves the text of relocated brackets, with its own changes, to the new place. */
export class BracketRelocator {
  readonly #context: PlanContext;
  readonly #prefixes: PrefixWriter;
  readonly #texts = new Map<TermId, Fragment>();

  constructor(context: PlanContext, prefixes: PrefixWriter) {
    this.#context = context;
    this.#prefixes = prefixes;
  }

  /**
   * Removes all texts to be moved; must be called before anything else is written. Inner brackets come first, so that
   * the text of the outer ones no longer includes them.
   */
  takeTexts(): void {
    const length = ({ node }: Relocation) => node.end - node.start;
    const relocations = [...this.#context.planned.relocated.values()];
    for (const relocation of relocations.toSorted((a, b) => length(a) - length(b))) {
      editBrackets(this.#context, relocation.statement, relocation.node);
      this.#texts.set(relocation.node.id, this.#takeText(relocation));
    }
  }

  /** A placeholder for the text of brackets, at the only place that mentions their blank node now. */
  moved(term: TermId, { offset }: InsertionPlace): Fragment | undefined {
    for (const { node, kind, statement } of this.#context.planned.relocated.values()) {
      if (node.id !== term || kind !== 'moved') continue;
      if (!this.#prefixes.areSame(statement.start, offset)) {
        throw new NotExpressible('A blank node would move to a place where other prefixes are in force.');
      }
      return emptyFragment(term);
    }
    return undefined;
  }

  /** Fills the placeholders of a fragment with the moved texts. */
  fill(fragment: Fragment): Fragment {
    const parts: Fragment[] = [];
    let position = 0;
    for (const { term, range } of fragment.terms) {
      const text = range.start === range.end ? this.#texts.get(term) : undefined;
      if (text === undefined) continue;
      parts.push(sliceFragment(fragment, position, range.start), this.fill(text));
      position = range.start;
    }
    return parts.length === 0
      ? fragment
      : joinFragments(...parts, sliceFragment(fragment, position, fragment.text.length));
  }

  /**
   * Writes the statements for brackets that get one of their own: after the statement that contains them, or in its
   * place.
   */
  writeApart(): void {
    const { document, edits, trivia, layout, planned } = this.#context;
    const groups = new Map<TriplesStatement, Fragment[]>();
    for (const relocation of planned.relocated.values()) {
      if (relocation.kind !== 'apart') continue;
      const { statement } = relocation;
      const text = joinFragments(this.#texts.get(relocation.node.id)!, ' .');
      const group = groups.get(statement);
      if (group) group.push(text);
      else groups.set(statement, [text]);
    }
    for (const [statement, texts] of groups) {
      const range = { start: statement.start, end: statement.start + statement.length };
      const lineBreak = layout.eol + trivia.indentAt(range.start);
      if (isStatementRemoved(this.#context, statement)) {
        const comments = trivia.commentsIn(range).map(({ start, end }) => document.rope.slice(start, end));
        const lines = [...comments, ...texts].flatMap((line, i) => [i === 0 ? '' : lineBreak, line]);
        edits.replace(range, joinFragments(...lines));
        continue;
      }
      const last = lastStatementOnLine(this.#context, statement);
      const space = (layout.style.hasBlankLines ? layout.eol : '') + lineBreak;
      edits.insert(
        offsetAfterStatement(this.#context, last),
        joinFragments(...texts.flatMap((text) => [space, text])),
      );
    }
  }

  #takeText(relocation: Relocation): Fragment {
    const { document, edits, trivia, writer, layout } = this.#context;
    const { statement, node, kind, isNamed } = relocation;
    const range = relocatedRange(relocation);
    const subject = isNamed ? termFragment(node.id, writer.label(node.id)) : '[]';
    if (kind === 'apart' && node.kind === 'collection') {
      this.#openList(statement, node, subject);
      return edits.takeOut(range);
    }
    if (!isNamed) return edits.takeOut(range);
    const inside = { start: range.start + 1, end: range.end - 1 };
    const content = edits.takeOut(inside);
    const text = withoutSpaceAtEnd(content);
    // A comment at the end would swallow the dot.
    const endsInComment = trivia
      .commentsIn(inside)
      .some(({ start, end }) => text.endsWith(document.rope.slice(start, end)));
    const space = /^\s/.test(text) ? '' : ' ';
    return joinFragments(subject, space, { ...content, text }, endsInComment ? layout.eol : '');
  }

  /** Turns `( a b )` into `[] rdf:first a ; rdf:rest ( b )`, which can be a statement. */
  #openList(
    { start }: TriplesStatement,
    { start: open, items }: CollectionNode,
    subject: Fragment | string,
  ): void {
    const { document, edits, writer } = this.#context;
    const place = { offset: start, indent: '' };
    const isTight = !/\s/.test(document.text[start + open + 1]!);
    const first = joinFragments(subject, ' ', writer.verb(rdf.first, place), isTight ? ' ' : '');
    edits.replace({ start: start + open, end: start + open + 1 }, first);
    edits.insertFirst(start + items[0]!.term.end, joinFragments(' ; ', writer.verb(rdf.rest, place), ' ('));
  }
}

/** The text of a fragment up to its last character or placeholder. */
function withoutSpaceAtEnd({ text, terms }: Fragment): string {
  return text.slice(0, Math.max(text.trimEnd().length, ...terms.map(({ range }) => range.end)));
}
