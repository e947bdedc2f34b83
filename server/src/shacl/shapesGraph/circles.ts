/**
 * Finds the cycles (strongly connected components) of a directed graph and numbers them. Two nodes have the same number
 * exactly when each leads to the other; nodes in no cycle have none. This is Tarjan's algorithm with an explicit stack,
 * because chains can be longer than the call stack.
 */
export function findCircles(
  nodes: Iterable<number>,
  successorsOf: (node: number) => readonly number[],
): ReadonlyMap<number, number> {
  const circles = new Map<number, number>();
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  let count = 0;

  const enter = (node: number) => {
    order.set(node, order.size);
    low.set(node, order.get(node)!);
    open.push(node);
    isOpen.add(node);
    return { node, successors: successorsOf(node), next: 0 };
  };
  const close = (node: number) => {
    const members = open.splice(open.lastIndexOf(node));
    for (const member of members) isOpen.delete(member);
    if (members.length === 1 && !successorsOf(node).includes(node)) return;
    for (const member of members) circles.set(member, count);
    count++;
  };
  const reachesBackTo = (node: number, index: number) => low.set(node, Math.min(low.get(node)!, index));

  for (const start of nodes) {
    if (order.has(start)) continue;
    const path = [enter(start)];
    while (path.length > 0) {
      const frame = path.at(-1)!;
      const successor = frame.successors[frame.next++];
      if (successor === undefined) {
        path.pop();
        if (low.get(frame.node) === order.get(frame.node)) close(frame.node);
        const parent = path.at(-1);
        if (parent) reachesBackTo(parent.node, low.get(frame.node)!);
      } else if (!order.has(successor)) path.push(enter(successor));
      else if (isOpen.has(successor)) reachesBackTo(frame.node, order.get(successor)!);
    }
  }
  return circles;
}
