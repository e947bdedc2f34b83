import { yieldToEventLoop } from '../../base/abort.ts';
import type { Triple } from '../../rdf/terms.ts';
import { firstDraft, withFix } from '../../repair/drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, supportRank } from '../../repair/drafts/fix.ts';
import type { RepairableUnit } from '../../repair/repair.ts';
import { changeTitle } from '../../repair/search/changeTitle.ts';
import { fixesFor } from '../../repair/search/goals.ts';
import type { Violation } from '../../shacl/results/violation.ts';
import { introducedViolations } from '../introducedBy.ts';

/** Facts in which unambiguous errors have been corrected. */
export interface MendedFacts {
  readonly added: readonly Triple[];
  /** The corrections, in words. */
  readonly repairs: readonly string[];
  /** The results that the facts would still cause. */
  readonly left: readonly Violation[];
}

const maxRepairs = 30;
const maxTries = 6;

/**
 * Corrects new facts with repairs that the graph, the shapes or the rest of the data support, so that nothing is
 * invented: a text that should be a number, or a misspelt name.
 *
 * @throws the signal's reason when aborted.
 */
export async function mendFacts(
  unit: RepairableUnit,
  facts: readonly Triple[],
  signal: AbortSignal,
): Promise<MendedFacts> {
  let fix: Fix = { ...emptyFix, change: { added: facts, removed: [] } };
  const repairs: string[] = [];
  let left = await introducedViolations(unit, fix.change, signal);
  while (left.length > 0 && repairs.length < maxRepairs) {
    const next = await oneLess(left);
    if (next === undefined) break;
    ({ fix, left } = next);
    repairs.push(next.title);
  }
  return { added: fix.change.added, repairs, left };

  async function oneLess(results: readonly Violation[]) {
    const own = new Set(fix.change.added.map(({ subject }) => subject));
    const draft = withFix(firstDraft(unit), fix);
    for (const result of results) {
      let tries = 0;
      for (const candidate of fixesFor(result, draft)) {
        await yieldToEventLoop(signal);
        if (++tries > maxTries) break;
        // That other nodes have a value is no reason to add it: the text has to say it, or the graph has to imply it.
        const least = candidate.change.removed.length > 0 ? 'attested' : 'implied';
        if (supportRank(candidate.support) > supportRank(least) || candidate.placeholders.length > 0)
          continue;
        const joined = combineFixes(fix, candidate);
        const { added, removed } = joined.change;
        if (removed.length > 0 || added.some(({ subject }) => !own.has(subject))) continue;
        const after = await introducedViolations(unit, joined.change, signal);
        if (after.length >= results.length) continue;
        return { fix: joined, left: after, title: changeTitle(candidate.change, candidate, unit.term) };
      }
    }
    return undefined;
  }
}
