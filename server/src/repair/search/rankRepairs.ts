import { changeSize } from '../drafts/change.ts';
import { isAttested, supportRank } from '../drafts/fix.ts';
import type { SoundRepair, Support } from '../repair.ts';

/**
 * Sorts repairs, best first: suggested by the author of the shapes, implied by the graph, supported by the data,
 * plausible, placeholders, removals, and last those that take the node out of its target. Of equals, those that remove
 * more other results come first, then smaller ones. The order among an author's suggestions is kept.
 */
export function rankRepairs<R extends SoundRepair>(repairs: readonly R[]): readonly R[] {
  return [...repairs].sort((a, b) => {
    const weaker = supportRank(supportOf(a)) - supportRank(supportOf(b));
    if (weaker !== 0 || supportOf(a) === 'authored') return weaker;
    return (
      b.verdict.alsoFixes.length - a.verdict.alsoFixes.length ||
      changeSize(a.verdict.delta) - changeSize(b.verdict.delta)
    );
  });
}

/**
 * The repair that may be applied without asking: the only one that the author of the shapes suggests, the graph implies
 * or the data supports. Undefined when the user has to choose, as with every proposal of a model.
 */
export function preferredRepair<R extends SoundRepair>(ranked: readonly R[]): R | undefined {
  const [first, second] = ranked;
  if (first === undefined || first.verdict.needsInput || first.repair.origin !== 'symbolic') return undefined;
  if (!isAttested(supportOf(first))) return undefined;
  return second !== undefined && supportOf(second) === supportOf(first) ? undefined : first;
}

function supportOf({ repair, verdict }: SoundRepair): Support {
  return verdict.degenerate ? 'retargeting' : repair.support;
}
