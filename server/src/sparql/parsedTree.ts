import type { Term } from 'sparqljs';

/** Whether a part of a query has triple terms, which only SPARQL 1.2 has. */
export function hasTripleTerms(node: unknown): boolean {
  for (const { termType } of treeObjects(node)) if (termType === 'Quad') return true;
  return false;
}

/** All objects in a part of a parsed update, including terms; outer ones first. */
export function* treeObjects(node: unknown): Iterable<Readonly<Record<string, unknown>>> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Record<string, unknown>;
  for (const child of Object.values(node)) yield* treeObjects(child);
}

/** The names of all variables in a part of a query. */
export function variablesIn(node: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  for (const each of treeObjects(node))
    if (isTerm(each) && each.termType === 'Variable') names.add(each.value);
  return names;
}

/** Rewrites a part of a parsed update bottom-up: terms, then the objects that contain them. */
export function rewriteTree<Node>(node: Node, replaced: (node: object) => unknown): Node {
  return rewritten(node, replaced) as Node;
}

function rewritten(node: unknown, replaced: (node: object) => unknown): unknown {
  if (Array.isArray(node)) return node.map((child) => rewritten(child, replaced));
  if (typeof node !== 'object' || node === null) return node;
  if (isTerm(node) && node.termType !== 'Quad') return replaced(node);
  const inside = Object.entries(node).map(([key, child]) => [key, rewritten(child, replaced)]);
  return replaced(Object.fromEntries(inside));
}

export function isTerm(node: unknown): node is Term {
  return typeof node === 'object' && node !== null && 'termType' in node;
}
