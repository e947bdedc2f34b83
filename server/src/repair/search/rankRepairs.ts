import { changeSize } from '../drafts/change.ts';
import { isAttested, supportRank } from '../drafts/fix.ts';
import type { SoundRepair, Support } from '../repair.ts';

/**
 * Best first: what the author of the shapes suggests, what the graph implies, what the data speaks for, what fits,
 * what waits for the user, what drops a value, and last what takes the node out of its target. Of equals, those come
 * first that make more other results go away, then the smaller ones; but authors say themselves which of theirs is
 * better.
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
 * The repair that may be applied without asking: the only one that the author of the shapes suggests, that the graph
 * implies or that the data speaks for. Undefined when the choice is the user's; what a model proposes always is.
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
