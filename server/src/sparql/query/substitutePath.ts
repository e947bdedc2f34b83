import type { Query, SelectQuery } from 'sparqljs';
import { isTerm } from '../parsedTree.ts';
import { parseLoaded } from '../parseSparql.ts';

/** The same query with a property path for `$PATH` wherever that is a predicate (SHACL-SPARQL 6.2.1). */
export function withPath(query: Query, path: string): Query {
  const read = parseLoaded(`SELECT * { ?s ${path} ?o }`, 'SPARQL query', {});
  if (read.kind === 'refused') throw new Error(read.reason);
  const [pattern] = (read.parsed as SelectQuery).where!;
  if (pattern!.type !== 'bgp') throw new Error(`not a path: ${path}`);
  return substituted(query, pattern!.triples[0]!.predicate) as Query;
}

function substituted(node: unknown, path: unknown): unknown {
  if (Array.isArray(node)) return node.map((child) => substituted(child, path));
  if (typeof node !== 'object' || node === null || isTerm(node)) return node;
  const entries = Object.entries(node).map(([key, child]) => [
    key,
    key === 'predicate' && isTerm(child) && child.termType === 'Variable' && child.value === 'PATH'
      ? path
      : substituted(child, path),
  ]);
  return Object.fromEntries(entries);
}
