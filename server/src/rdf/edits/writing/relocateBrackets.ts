import type { TextRange } from '../../../base/textRange.ts';
import { type TermId, terms } from '../../terms.ts';
import type {
  CollectionNode,
  PropertyListNode,
  TermNode,
  TriplesStatement,
} from '../../turtle/syntaxTree.ts';
import { rdf } from '../../vocab.ts';
import { isEditableStatement } from '../editableSources.ts';
import type { GraphChange } from '../graphChange.ts';
import { NotExpressible } from '../notExpressible.ts';
import type { PlanState, Relocation } from '../plannedChanges.ts';

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
