import { countingSort } from './countingSort.ts';
import { Numbering } from './numbering.ts';
import type { TermId } from './terms.ts';

/** Up to so many predicates of a node, or values of a predicate, are gone through; for more there is a table. */
const scanLimit = 16;

const none: readonly never[] = [];

/**
 * Triples seen from one side: from a node by a predicate to values. That is from subjects to objects, or from
 * objects to subjects. Nodes are numbered in order of first occurrence; each has a range of groups, one for each
 * of its predicates, in order of first occurrence; each group has a range of values in the order of the triples.
 * All of it is columns of integers. A range ends where the next one starts, so there is one start too many.
 */
export class Adjacency {
  /** The triples that were left out because they came again, subject, predicate, object in a row. */
  readonly repeats: Int32Array;
  readonly #from: 0 | 2;
  readonly #nodes: Numbering;
  /** By node: its first group. */
  readonly #firstGroups: Int32Array;
  /** By group: a pair of its predicate and the position of its first value. */
  readonly #groups: Int32Array;
  readonly #values: Int32Array;
  /** By node with many groups: its predicates, numbered like its groups. */
  readonly #predicateTables = new Map<number, Numbering>();
  /** By group with many values. */
  readonly #valueTables = new Map<number, Numbering>();
  readonly #lists = new Map<number, readonly TermId[]>();

  /**
   * @param triples subject, predicate, object in a row, possibly with repeats.
   * @param from 0 to go from subjects to objects, 2 to go from objects to subjects.
   */
  constructor(triples: Int32Array, from: 0 | 2) {
    const count = triples.length / 3;
    const nodes = new Numbering();
    const predicates = new Numbering();
    const nodeOf = new Int32Array(count);
    const predicateOf = new Int32Array(count);
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      nodeOf[i] = nodes.number(triples[at + from]!);
      predicateOf[i] = predicates.number(triples[at + 1]!);
    }

    const firstGroups = new Int32Array(nodes.size + 1);
    const groups = new Int32Array(2 * count + 2);
    const groupOf = new Int32Array(count);
    const lastGroupOf = new Int32Array(predicates.size).fill(-1);
    let groupCount = 0;
    let node = -1;
    for (const i of countingSort(nodeOf, nodes.size).order) {
      while (node < nodeOf[i]!) firstGroups[++node] = groupCount;
      const predicate = predicateOf[i]!;
      let group = lastGroupOf[predicate]!;
      if (group < firstGroups[node]!) {
        group = groupCount++;
        lastGroupOf[predicate] = group;
        groups[2 * group] = predicates.idOf(predicate);
      }
      groupOf[i] = group;
      // For now, how many values the group has.
      groups[2 * group + 1]!++;
    }
    firstGroups[nodes.size] = groupCount;

    const next = new Int32Array(groupCount);
    let start = 0;
    for (let group = 0; group < groupCount; group++) {
      next[group] = start;
      start += groups[2 * group + 1]!;
      groups[2 * group + 1] = next[group]!;
    }
    groups[2 * groupCount + 1] = count;
    const values = new Int32Array(count);
    for (let i = 0, at = 2 - from; i < count; i++, at += 3) values[next[groupOf[i]!]!++] = triples[at]!;

    this.#from = from;
    this.#nodes = nodes;
    this.#firstGroups = firstGroups;
    this.#groups = groups.slice(0, 2 * groupCount + 2);
    const repeats = takeOutRepeats(this.#groups, values);
    this.repeats = this.#triplesOf(repeats);
    this.#values = repeats.length === 0 ? values : values.slice(0, this.size);
  }

  /** The number of triples. */
  get size(): number {
    return this.#groups[this.#groups.length - 1]!;
  }

  has(node: TermId, predicate: TermId, value: TermId): boolean {
    const group = this.#find(node, predicate);
    if (group < 0) return false;
    const start = this.#groups[2 * group + 1]!;
    const end = this.#groups[2 * group + 3]!;
    if (end - start > scanLimit) return this.#valueTable(group).find(value) >= 0;
    return holds(this.#values, start, end, value);
  }

  /** The values that a node has for a predicate. */
  list(node: TermId, predicate: TermId): readonly TermId[] {
    const group = this.#find(node, predicate);
    if (group < 0) return none;
    const start = this.#groups[2 * group + 1]!;
    const end = this.#groups[2 * group + 3]!;
    if (end - start === 1) return [this.#values[start]!];
    if (end - start <= scanLimit) return listOf(this.#values, start, end);
    const known = this.#lists.get(group);
    if (known !== undefined) return known;
    const list = listOf(this.#values, start, end);
    this.#lists.set(group, list);
    return list;
  }

  /** Goes through the triples of a node. */
  forEach(node: TermId, visit: (predicate: TermId, value: TermId) => void): void {
    const number = this.#nodes.find(node);
    if (number < 0) return;
    const end = this.#firstGroups[number + 1]!;
    for (let group = this.#firstGroups[number]!; group < end; group++) {
      const predicate = this.#groups[2 * group]!;
      const endOfGroup = this.#groups[2 * group + 3]!;
      for (let i = this.#groups[2 * group + 1]!; i < endOfGroup; i++) visit(predicate, this.#values[i]!);
    }
  }

  /** All triples node by node, subject, predicate, object in a row. */
  triples(): Int32Array {
    const from = this.#from;
    const result = new Int32Array(3 * this.size);
    let at = 0;
    for (let number = 0; number < this.#nodes.size; number++) {
      const node = this.#nodes.idOf(number);
      this.forEach(node, (predicate, value) => {
        result[at + from] = node;
        result[at + 1] = predicate;
        result[at + 2 - from] = value;
        at += 3;
      });
    }
    return result;
  }

  #triplesOf(pairs: readonly GroupAndValue[]): Int32Array {
    const result = new Int32Array(3 * pairs.length);
    let number = 0;
    for (const [i, { group, value }] of pairs.entries()) {
      while (this.#firstGroups[number + 1]! <= group) number++;
      result[3 * i + this.#from] = this.#nodes.idOf(number);
      result[3 * i + 1] = this.#groups[2 * group]!;
      result[3 * i + 2 - this.#from] = value;
    }
    return result;
  }

  /** The group of a node and predicate, -1 when there is none. */
  #find(node: TermId, predicate: TermId): number {
    const number = this.#nodes.find(node);
    if (number < 0) return -1;
    const groups = this.#groups;
    const start = this.#firstGroups[number]!;
    const end = this.#firstGroups[number + 1]!;
    if (end - start > scanLimit) {
      const found = this.#predicateTable(number).find(predicate);
      return found < 0 ? -1 : start + found;
    }
    for (let group = start; group < end; group++) if (groups[2 * group] === predicate) return group;
    return -1;
  }

  #predicateTable(number: number): Numbering {
    const known = this.#predicateTables.get(number);
    if (known !== undefined) return known;
    const start = this.#firstGroups[number]!;
    const end = this.#firstGroups[number + 1]!;
    const table = new Numbering(end - start);
    for (let group = start; group < end; group++) table.number(this.#groups[2 * group]!);
    this.#predicateTables.set(number, table);
    return table;
  }

  #valueTable(group: number): Numbering {
    const known = this.#valueTables.get(group);
    if (known !== undefined) return known;
    const start = this.#groups[2 * group + 1]!;
    const end = this.#groups[2 * group + 3]!;
    const table = new Numbering(end - start);
    for (let i = start; i < end; i++) table.number(this.#values[i]!);
    this.#valueTables.set(group, table);
    return table;
  }
}

function listOf(values: Int32Array, start: number, end: number): readonly TermId[] {
  const list: TermId[] = [];
  for (let i = start; i < end; i++) list.push(values[i]!);
  return list;
}

interface GroupAndValue {
  readonly group: number;
  readonly value: TermId;
}

/** Moves the values together so that none comes twice in a group, and gives back those that did, by group. */
function takeOutRepeats(groups: Int32Array, values: Int32Array): readonly GroupAndValue[] {
  const repeats: GroupAndValue[] = [];
  const groupCount = groups.length / 2 - 1;
  let kept = 0;
  let start = 0;
  for (let group = 0; group < groupCount; group++) {
    const end = groups[2 * group + 3]!;
    const first = kept;
    groups[2 * group + 1] = first;
    const table = end - start > scanLimit ? new Numbering(end - start) : undefined;
    for (let i = start; i < end; i++) {
      const value = values[i]!;
      const isRepeat = table ? table.number(value) < kept - first : holds(values, first, kept, value);
      if (isRepeat) repeats.push({ group, value });
      else values[kept++] = value;
    }
    start = end;
  }
  groups[2 * groupCount + 1] = kept;
  return repeats;
}

function holds(values: Int32Array, start: number, end: number, value: TermId): boolean {
  for (let i = start; i < end; i++) if (values[i] === value) return true;
  return false;
}
