import { type TermId, terms } from '../../terms.ts';
import type { CollectionItem, CollectionNode, TermNode, TriplesStatement } from '../../turtle/syntaxTree.ts';
import { rdf } from '../../vocab.ts';
import { NotExpressible } from '../editableSources.ts';
import type { ListItem } from '../graphChange.ts';
import type { PlanState } from '../plannedChanges.ts';

/** Updates the items of the collections that stay where they are. */
export function updateCollections(state: PlanState): void {
  const { change } = state;
  const seen = new Set<CollectionNode>();
  for (const { subject } of [...change.removed.triples(), ...change.added.triples()]) {
    const place = collectionOf(state, subject);
    if (place === undefined || seen.has(place.node)) continue;
    seen.add(place.node);
    const { node, statement } = place;
    const isLinked = change.before
      .incoming(node.id)
      .every((link) => change.after.has(link.subject, link.predicate, link.object));
    const items = isLinked ? listAt(state, node, node.id, node === statement.subject) : undefined;
    if (items) changeItems(state, statement, node, items);
  }
}

/** Replaces an object or item. Replacing a list by a list changes only its items. */
export function replaceTerm(
  state: PlanState,
  statement: TriplesStatement,
  node: TermNode,
  term: TermId,
): void {
  const items = node.kind === 'collection' ? listAt(state, node, term, false) : undefined;
  if (node.kind === 'collection' && items) changeItems(state, statement, node, items);
  else state.planned.replaced.set(node, term);
  state.planned.touched.add(statement);
}

/** The items of a list that can be written in place of the collection: its cells are the collection's or new. */
function listAt(
  { change }: PlanState,
  node: CollectionNode,
  head: TermId,
  openHead: boolean,
): readonly ListItem[] | undefined {
  const cells = new Set(node.items.map(({ cell }) => cell));
  const items = change.list(head, openHead);
  return items?.every(({ cell }) => cells.has(cell) || change.isFresh(cell)) ? items : undefined;
}

/** The collection that states a list cell. */
function collectionOf(
  { document, change }: PlanState,
  cell: TermId,
): { readonly node: CollectionNode; readonly statement: TriplesStatement } | undefined {
  if (!terms.isBlank(cell)) return undefined;
  for (const object of change.before.objects(cell, rdf.first)) {
    const triple = { subject: cell, predicate: rdf.first, object };
    for (const { subject, predicate, statement } of document.sources.occurrences(triple)) {
      if (predicate === undefined && subject.kind === 'collection') return { node: subject, statement };
    }
  }
  return undefined;
}

function changeItems(
  state: PlanState,
  statement: TriplesStatement,
  node: CollectionNode,
  items: readonly ListItem[],
): void {
  const { change, planned, pendingAdditions, pendingRemovals } = state;
  const cells = new Set(items.map(({ cell }) => cell));
  for (const { cell } of node.items) {
    if (!cells.has(cell) && !change.isGone(cell)) {
      throw new NotExpressible('Part of a list would be cut off but remain in use.');
    }
  }
  for (const cell of [...cells, ...node.items.map((item) => item.cell)]) {
    for (const predicate of [rdf.first, rdf.rest]) {
      for (const object of pendingAdditions.objects(cell, predicate)) {
        if (change.after.has(cell, predicate, object))
          pendingAdditions.take({ subject: cell, predicate, object });
      }
      for (const object of pendingRemovals.objects(cell, predicate)) {
        pendingRemovals.take({ subject: cell, predicate, object });
      }
    }
  }
  const inserted = new Map<number, readonly TermId[]>();
  for (const { start, oldCount, added } of alignItems(node.items, items)) {
    const replacements = Math.min(oldCount, added.length);
    for (let i = 0; i < oldCount; i++) {
      const item = node.items[start + i]!;
      if (i < replacements) replaceTerm(state, statement, item.term, added[i]!);
      else planned.removed.add(item);
    }
    if (added.length > replacements) inserted.set(start + oldCount, added.slice(replacements));
  }
  if (inserted.size > 0) planned.items.set(node, inserted);
  planned.touched.add(statement);
}

/**
 * The changes from the old items to the new ones: remaining cells keep their place, and between them so do equal terms.
 */
function alignItems(before: readonly CollectionItem[], after: readonly ListItem[]): readonly Step[] {
  const steps: Step[] = [];
  const oldCells = before.map(({ cell }) => cell);
  const newCells = after.map(({ cell }) => cell);
  let i = 0;
  let j = 0;
  const stay = (limit: number) => {
    for (; i < limit; i++, j++) {
      const { term } = after[j]!;
      if (before[i]!.term.id !== term) steps.push({ start: i, oldCount: 1, added: [term] });
    }
  };
  for (const { start, oldCount, added } of align(oldCells, newCells)) {
    stay(start);
    const oldTerms = before.slice(i, i + oldCount).map(({ term }) => term.id);
    const newTerms = after.slice(j, j + added.length).map(({ term }) => term);
    for (const step of align(oldTerms, newTerms)) steps.push({ ...step, start: step.start + i });
    i += oldCount;
    j += added.length;
  }
  stay(before.length);
  return steps;
}

/** From `start`, `oldCount` terms are replaced by the added ones. */
interface Step {
  readonly start: number;
  readonly oldCount: number;
  readonly added: readonly TermId[];
}

/** The fewest changes that turn one sequence into the other (longest common subsequence). */
export function align(before: readonly TermId[], after: readonly TermId[]): readonly Step[] {
  let head = 0;
  while (head < before.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const a = before.slice(head, before.length - tail);
  const b = after.slice(head, after.length - tail);
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  const steps: Step[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const start = i;
    const added: TermId[] = [];
    while ((i < a.length || j < b.length) && (i === a.length || j === b.length || a[i] !== b[j])) {
      if (j === b.length || (i < a.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!))
        i++;
      else added.push(b[j++]!);
    }
    if (i > start || added.length > 0) steps.push({ start: head + start, oldCount: i - start, added });
    while (i < a.length && j < b.length && a[i] === b[j]) {
      i++;
      j++;
    }
  }
  return steps;
}
