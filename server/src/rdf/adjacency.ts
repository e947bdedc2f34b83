import { IdMap } from './idMap.ts';
import type { TermId } from './terms.ts';

/**
 * Up to this many predicates of a node, or values of a predicate, are searched linearly; above it there is a hash
 * table.
 */
const scanLimit = 16;

const none: readonly never[] = [];

/**
 * Triples seen from one side: from a node by a predicate to values, that is, from subjects to objects or from objects
 * to subjects. Nodes, and the predicates of a node, come in order of first occurrence; the values of a predicate come
 * in the order of the triples.
 *
 * Everything is stored in integer columns, so that a million triples take a handful of objects. Most predicates of a
 * node have a single value; it is stored in place of a reference to a list.
 */
export class Adjacency {
  /** The number of triples. */
  readonly size: number;
  /** The repeated triples that were left out, as subject, predicate and object in turn. */
  readonly repeats: Int32Array;
  readonly #from: 0 | 2;
  /** Maps a node to its row. */
  readonly #starts: IdMap;
  /**
   * The rows. Each starts with the node, inverted (`~`) when it has many predicates, followed by a pair for each
   * predicate. The first number of a pair is the predicate, inverted in the last pair of a row. The second is the
   * value, or the inverted start of a list.
   */
  readonly #rows: Int32Array;
  /** The lists. Each is the number of values (at least two) followed by the values. */
  readonly #lists: Int32Array;
  /** For each row of a node with many predicates: maps a predicate to its pair. */
  readonly #pairTables = new Map<number, IdMap>();
  /** For each start of a long list: a table of the values, and the values as an array. */
  readonly #valueTables = new Map<number, IdMap>();
  readonly #arrays = new Map<number, readonly TermId[]>();

  /**
   * @param triples subject, predicate, object in a row, possibly with repeats.
   * @param from 0 to go from subjects to objects, 2 to go from objects to subjects.
   */
  constructor(triples: Int32Array, from: 0 | 2) {
    const { firstGroups, samples, starts, values } = groupTriples(triples, from);
    const nodeCount = firstGroups.length - 1;
    const rowStarts = new IdMap(nodeCount);
    const rows = new Int32Array(nodeCount + 2 * samples.length);
    const lists = new Int32Array(values.length + samples.length);
    const repeats: number[] = [];
    let rowEnd = 0;
    let listEnd = 0;
    for (let number = 0; number < nodeCount; number++) {
      const first = firstGroups[number]!;
      const end = firstGroups[number + 1]!;
      const node = triples[3 * samples[first]! + from]!;
      rowStarts.getOrSet(node, rowEnd);
      rows[rowEnd++] = end - first > scanLimit ? ~node : node;
      for (let group = first; group < end; group++) {
        const predicate = triples[3 * samples[group]! + 1]!;
        const start = starts[group]!;
        const length = starts[group + 1]! - start;
        rows[rowEnd++] = group === end - 1 ? ~predicate : predicate;
        rows[rowEnd++] = values[start]!;
        if (length === 1) continue;
        const kept = copyDistinct(values, start, length, lists, listEnd + 1);
        if (kept < length) {
          for (const value of repeatsIn(values.subarray(start, start + length))) {
            repeats.push(from === 0 ? node : value, predicate, from === 0 ? value : node);
          }
        }
        if (kept === 1) continue;
        rows[rowEnd - 1] = ~listEnd;
        lists[listEnd] = kept;
        listEnd += 1 + kept;
      }
    }
    this.size = values.length - repeats.length / 3;
    this.repeats = Int32Array.from(repeats);
    this.#from = from;
    this.#starts = rowStarts;
    this.#rows = rows;
    this.#lists = lists.slice(0, listEnd);
  }

  has(node: TermId, predicate: TermId, value: TermId): boolean {
    const row = this.#starts.get(node);
    return row >= 0 && this.#hasIn(row, node, predicate, value);
  }

  /** The values of a node for a predicate. */
  list(node: TermId, predicate: TermId): readonly TermId[] {
    const row = this.#starts.get(node);
    return row < 0 ? none : this.#listIn(row, node, predicate);
  }

  /** Visits the triples of a node. */
  forEach(node: TermId, visit: (predicate: TermId, value: TermId) => void): void {
    const row = this.#starts.get(node);
    if (row >= 0) this.#visitRow(row, visit);
  }

  /** All triples grouped by node, as subject, predicate and object in turn. */
  triples(): Int32Array {
    const from = this.#from;
    const result = new Int32Array(3 * this.size);
    let at = 0;
    let row = 0;
    while (row < this.#rows.length) {
      const marked = this.#rows[row]!;
      const node = marked < 0 ? ~marked : marked;
      row = this.#visitRow(row, (predicate, value) => {
        result[at + from] = node;
        result[at + 1] = predicate;
        result[at + 2 - from] = value;
        at += 3;
      });
    }
    return result;
  }

  // A method of its own, so that engines inline the look-up of the node, which often fails.

  #hasIn(row: number, node: TermId, predicate: TermId, value: TermId): boolean {
    const pair = this.#pair(row, node, predicate);
    if (pair < 0) return false;
    const found = this.#rows[pair + 1]!;
    if (found >= 0) return found === value;
    const start = ~found + 1;
    const end = start + this.#lists[start - 1]!;
    if (end - start > scanLimit) return this.#valueTable(start, end).get(value) >= 0;
    return holds(this.#lists, start, end, value);
  }

  #listIn(row: number, node: TermId, predicate: TermId): readonly TermId[] {
    const pair = this.#pair(row, node, predicate);
    if (pair < 0) return none;
    const found = this.#rows[pair + 1]!;
    return found >= 0 ? [found] : this.#array(~found + 1);
  }

  /** The position of a predicate in the row of a node, -1 when it has none. */
  #pair(row: number, node: TermId, predicate: TermId): number {
    const rows = this.#rows;
    if (rows[row] !== node) return this.#pairTable(row).get(predicate);
    for (let pair = row + 1; ; pair += 2) {
      const found = rows[pair]!;
      if (found === predicate) return pair;
      if (found < 0) return found === ~predicate ? pair : -1;
    }
  }

  /** @returns where the next row starts. */
  #visitRow(row: number, visit: (predicate: TermId, value: TermId) => void): number {
    for (let pair = row + 1; ; pair += 2) {
      const marked = this.#rows[pair]!;
      const predicate = marked < 0 ? ~marked : marked;
      const found = this.#rows[pair + 1]!;
      if (found >= 0) visit(predicate, found);
      else {
        const start = ~found + 1;
        const end = start + this.#lists[start - 1]!;
        for (let i = start; i < end; i++) visit(predicate, this.#lists[i]!);
      }
      if (marked < 0) return pair + 2;
    }
  }

  #pairTable(row: number): IdMap {
    const known = this.#pairTables.get(row);
    if (known !== undefined) return known;
    const table = new IdMap();
    for (let pair = row + 1; ; pair += 2) {
      const marked = this.#rows[pair]!;
      table.getOrSet(marked < 0 ? ~marked : marked, pair);
      if (marked < 0) break;
    }
    this.#pairTables.set(row, table);
    return table;
  }

  #valueTable(start: number, end: number): IdMap {
    const known = this.#valueTables.get(start);
    if (known !== undefined) return known;
    const table = new IdMap(end - start);
    for (let i = start; i < end; i++) table.getOrSet(this.#lists[i]!, i);
    this.#valueTables.set(start, table);
    return table;
  }

  #array(start: number): readonly TermId[] {
    const length = this.#lists[start - 1]!;
    if (length <= scanLimit) return arrayOf(this.#lists, start, start + length);
    const known = this.#arrays.get(start);
    if (known !== undefined) return known;
    const array = arrayOf(this.#lists, start, start + length);
    this.#arrays.set(start, array);
    return array;
  }
}

function arrayOf(values: Int32Array, start: number, end: number): readonly TermId[] {
  const array: TermId[] = [];
  for (let i = start; i < end; i++) array.push(values[i]!);
  return array;
}

/**
 * Copies values without repeats.
 *
 * @returns how many were copied.
 */
function copyDistinct(
  from: Int32Array,
  start: number,
  length: number,
  to: Int32Array,
  position: number,
): number {
  const table = length > scanLimit ? new IdMap(length) : undefined;
  let count = 0;
  for (let i = start; i < start + length; i++) {
    const value = from[i]!;
    const isNew = table
      ? table.getOrSet(value, count) === count
      : !holds(to, position, position + count, value);
    if (isNew) to[position + count++] = value;
  }
  return count;
}

function holds(values: Int32Array, start: number, end: number, value: TermId): boolean {
  for (let i = start; i < end; i++) if (values[i] === value) return true;
  return false;
}

/** The repeats among some values, each as often as it is repeated. */
function repeatsIn(values: Int32Array): readonly TermId[] {
  const seen = new Set<TermId>();
  const repeats: TermId[] = [];
  for (const value of values) {
    if (seen.has(value)) repeats.push(value);
    else seen.add(value);
  }
  return repeats;
}

/**
 * Triples grouped by node, and those of a node by predicate. Nodes and the predicates of a node come in order of first
 * occurrence; the values come in the order of the triples.
 */
interface GroupedTriples {
  /** For each node: the index of its first group (one group for each predicate), with one more entry for the end. */
  readonly firstGroups: Int32Array;
  /** For each group: the index of one of its triples. */
  readonly samples: Int32Array;
  /** For each group: where its values start, with one more entry for the end. */
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

/**
 * @param triples subject, predicate, object in a row.
 * @param from 0 to take subjects as nodes and objects as values, 2 to take them the other way round.
 */
function groupTriples(triples: Int32Array, from: 0 | 2): GroupedTriples {
  const count = triples.length / 3;
  const nodes = new IdMap();
  const predicates = new IdMap();
  const nodeOf = new Int32Array(count);
  const predicateOf = new Int32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    nodeOf[i] = nodes.getOrSet(triples[at + from]!, nodes.size);
    predicateOf[i] = predicates.getOrSet(triples[at + 1]!, predicates.size);
  }

  const firstGroups = new Int32Array(nodes.size + 1);
  const samples = new Int32Array(count);
  const groupOf = new Int32Array(count);
  const lastGroupWith = new Int32Array(predicates.size).fill(-1);
  let groupCount = 0;
  let node = -1;
  for (const i of countingSort(nodeOf, nodes.size).order) {
    while (node < nodeOf[i]!) firstGroups[++node] = groupCount;
    let group = lastGroupWith[predicateOf[i]!]!;
    if (group < firstGroups[node]!) {
      group = groupCount++;
      lastGroupWith[predicateOf[i]!] = group;
      samples[group] = i;
    }
    groupOf[i] = group;
  }
  firstGroups[nodes.size] = groupCount;

  const { order, starts } = countingSort(groupOf, groupCount);
  const values = new Int32Array(count);
  for (let i = 0; i < count; i++) values[i] = triples[3 * order[i]! + 2 - from]!;
  return { firstGroups, samples: samples.subarray(0, groupCount), starts, values };
}

/** Indices sorted by a number assigned to each. */
export interface SortedIndices {
  /** All indices; the sort is stable. */
  readonly order: Int32Array;
  /** For each number: where its indices start in `order`, with one more entry for the end. */
  readonly starts: Int32Array;
}

/**
 * Sorts the indices of an array by its values, in time proportional to its length plus the limit.
 *
 * @param limit is above all values, which must not be negative.
 */
export function countingSort(numbers: Int32Array, limit: number): SortedIndices {
  const starts = new Int32Array(limit + 1);
  for (const number of numbers) starts[number + 1]!++;
  for (let number = 0; number < limit; number++) starts[number + 1]! += starts[number]!;
  const next = starts.slice();
  const order = new Int32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) order[next[numbers[i]!]!++] = i;
  return { order, starts };
}
