import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import type { Draft } from '../drafts/draft.ts';
import type { WantedValue } from '../drafts/wantedValue.ts';
import { lastNumber, type PathUsage } from './pathUsage.ts';

/** A possible value, and how likely it is: 0 when nothing distinguishes it. */
export interface RankedValue {
  readonly value: TermId;
  readonly worth: number;
}

const maxChoices = 50;
const maxSiblings = 30;

/**
 * Sorts values by how likely they are at a place; the sort is stable. The criteria are: whether the value is connected
 * to the focus node as values of similar nodes are to these (the head of a department works there), whether it has the
 * node's number, and whether it is still unused if nodes never share a value.
 */
export function likeliestFirst(
  values: readonly TermId[],
  { focusNode, path }: WantedValue,
  usage: PathUsage,
  draft: Draft,
): readonly RankedValue[] {
  if (values.length < 2 || values.length > maxChoices) return values.map((value) => ({ value, worth: 0 }));
  const pairsByConnection = new Map<string, number>();
  let pairs = 0;
  for (const sibling of usage.siblings.slice(0, maxSiblings)) {
    for (const value of pathValues(draft.search.input.dataGraph, sibling, path)) {
      if (!usage.counts.has(value)) continue;
      pairs++;
      for (const each of connections(draft, sibling, value))
        pairsByConnection.set(each, (pairsByConnection.get(each) ?? 0) + 1);
    }
  }
  const number = lastNumber(focusNode);
  const isShared = [...usage.counts.values()].some((count) => count > 1);
  const worthOf = (value: TermId) => {
    let alike = 0;
    for (const each of connections(draft, focusNode, value))
      alike += (pairsByConnection.get(each) ?? 0) / pairs;
    const isNumbered = number !== undefined && number === lastNumber(value);
    const isFree = usage.users > 0 && !isShared && !usage.counts.has(value);
    return (pairs > 0 ? alike : 0) + (isNumbered ? 1 : 0) + (isFree ? 0.25 : 0);
  };
  return values.map((value) => ({ value, worth: worthOf(value) })).sort((a, b) => b.worth - a.worth);
}

const maxNeighbours = 40;

/**
 * How two nodes are connected in the graph, by one triple or by two triples that share a node, as predicates with
 * directions.
 */
function connections({ graph }: Draft, from: TermId, to: TermId): ReadonlySet<string> {
  const found = new Set<string>();
  const there = neighbours(graph, to);
  for (const [node, steps] of neighbours(graph, from)) {
    if (node === to) for (const step of steps) found.add(step);
    if (node === from || node === to) continue;
    for (const last of there.get(node) ?? []) for (const step of steps) found.add(`${step} then ${last}`);
  }
  return found;
}

/**
 * The nodes that share a triple with a node, each with the predicates. Types and literals do not count as connections.
 */
function neighbours(graph: Draft['graph'], node: TermId): ReadonlyMap<TermId, readonly string[]> {
  const found = new Map<TermId, string[]>();
  const add = (other: TermId, step: string) => {
    const steps = found.get(other);
    if (steps) steps.push(step);
    else found.set(other, [step]);
  };
  for (const { predicate, object } of graph.outgoing(node).slice(0, maxNeighbours)) {
    if (predicate !== rdf.type && !terms.isLiteral(object)) add(object, `>${predicate}`);
  }
  for (const { predicate, subject } of graph.incoming(node).slice(0, maxNeighbours)) {
    if (predicate !== rdf.type) add(subject, `<${predicate}`);
  }
  return found;
}
