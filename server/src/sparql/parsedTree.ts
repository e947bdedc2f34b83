import type { Term } from 'sparqljs';

/** All objects inside a part of a parsed update, terms as well; those outside first. */
export function* treeObjects(node: unknown): Iterable<Readonly<Record<string, unknown>>> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Record<string, unknown>;
  for (const child of Object.values(node)) yield* treeObjects(child);
}

/** A part of a parsed update with other terms and, after its inside was treated, other objects in it. */
export function rewriteTree<Node>(node: Node, replaced: (node: object) => unknown): Node {
  return rewritten(node, replaced) as Node;
}

function rewritten(node: unknown, replaced: (node: object) => unknown): unknown {
  if (Array.isArray(node)) return node.map((child) => rewritten(child, replaced));
  if (typeof node !== 'object' || node === null) return node;
  if (isTerm(node)) return replaced(node);
  const inside = Object.entries(node).map(([key, child]) => [key, rewritten(child, replaced)]);
  return replaced(Object.fromEntries(inside));
}

export function isTerm(node: unknown): node is Term {
  return typeof node === 'object' && node !== null && 'termType' in node;
}
