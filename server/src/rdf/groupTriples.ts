import { countingSort } from './countingSort.ts';
import { IdMap } from './idMap.ts';

/**
 * Triples grouped by node, and those of a node by predicate. Nodes and the predicates of a node come in order of first
 * occurrence; the values come in the order of the triples.
 */
export interface GroupedTriples {
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
export function groupTriples(triples: Int32Array, from: 0 | 2): GroupedTriples {
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
