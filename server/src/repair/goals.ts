import type { TermId } from '../rdf/terms.ts';
import type { Violation } from '../shacl/violation.ts';
import type { Conform, Via } from './candidates/candidate.ts';
import { candidatesByComponent } from './candidates/index.ts';
import { changeKey, changeSize } from './change.ts';
import { type Draft, deeper, withFix } from './draft.ts';
import { costOf, type Fix, joinFixes, nothing } from './fix.ts';
import { isInPlace } from './swap.ts';

/**
 * The goal "make node v conform to shape t" of spec/vio.md section 5.5: all results of v against t have to go, each
 * by one of the fixes that its component knows, which may have goals of their own. The search is by uniform cost
 * and bounded in every direction; what it finds holds on the draft, and is proven by verify.ts.
 */

const maxEdits = 12;
const maxMinted = 4;
const maxDepth = 4;
const maxExpansions = 12;
const maxBranches = 6;
const maxAnswers = 3;

/** True when results of the component can be repaired. */
export function repairable(component: TermId): boolean {
  return candidatesByComponent.has(component);
}

/** Ways to make a result go away, roughly best first. */
export function fixesFor(violation: Violation, draft: Draft, via?: Via): Iterable<Fix> {
  const candidates = candidatesByComponent.get(violation.component);
  return candidates?.fixes({ constraint: violation.constraint, violation, draft, via, conform }) ?? [];
}

/** Ways to make the node conform to the shape or leave its place, cheapest first. None when it conforms already. */
export const conform: Conform = function* (node, shape, draft, via) {
  if (draft.depth >= maxDepth) return;
  const start = deeper(draft);
  const seen = new Set<string>();
  const open: { readonly fix: Fix; readonly cost: number }[] = [{ fix: nothing, cost: 0 }];
  let answers = 0;
  for (let expansions = 0; open.length > 0 && expansions < maxExpansions; expansions++) {
    const { fix } = open.shift()!;
    const here = withFix(start, fix);
    const [result] = isInPlace(here, via, node) ? here.evaluator.validateNode(node, shape) : [];
    if (result === undefined) {
      if (fix === nothing) return;
      yield fix;
      if (++answers === maxAnswers) return;
      continue;
    }
    let branches = 0;
    for (const next of fixesFor(result, here, via)) {
      const joined = joinFixes(fix, next);
      const key = changeKey(joined.change);
      if (seen.has(key) || changeSize(joined.change) > maxEdits || joined.minted.length > maxMinted) continue;
      seen.add(key);
      insert(open, { fix: joined, cost: costOf(joined) });
      if (++branches === maxBranches) break;
    }
  }
};

function insert<T extends { readonly cost: number }>(open: T[], item: T): void {
  const after = open.findIndex(({ cost }) => cost > item.cost);
  open.splice(after < 0 ? open.length : after, 0, item);
}
