/** A visited node. */
export interface Arrival<Node, Step> {
  readonly node: Node;
  /** The number of steps from the start. */
  readonly distance: number;
  /** The last step, and the node from which it was taken; undefined at the start. */
  readonly by: { readonly step: Step; readonly from: Arrival<Node, Step> } | undefined;
}

/** Visits all reachable nodes once, nearest first. Nodes at the same distance come in the order of the steps. */
export function* breadthFirst<Node, Step extends { readonly to: Node }>(
  start: Node,
  stepsFrom: (node: Node) => Iterable<Step>,
): Iterable<Arrival<Node, Step>> {
  const seen = new Set([start]);
  const arrivals: Arrival<Node, Step>[] = [{ node: start, distance: 0, by: undefined }];
  for (const arrival of arrivals) {
    yield arrival;
    for (const step of stepsFrom(arrival.node)) {
      if (seen.has(step.to)) continue;
      seen.add(step.to);
      arrivals.push({ node: step.to, distance: arrival.distance + 1, by: { step, from: arrival } });
    }
  }
}

/** The steps of the first shortest way from one node to another; undefined when they are not connected. */
export function shortestWay<Node, Step extends { readonly to: Node }>(
  start: Node,
  end: Node,
  stepsFrom: (node: Node) => Iterable<Step>,
): readonly Step[] | undefined {
  for (const arrival of breadthFirst(start, stepsFrom)) {
    if (arrival.node !== end) continue;
    const steps: Step[] = [];
    for (let { by } = arrival; by !== undefined; { by } = by.from) steps.push(by.step);
    return steps.reverse();
  }
  return undefined;
}
