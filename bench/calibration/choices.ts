import type { EvaluatedSuite } from '../../server/src/evaluation/suite/evaluatedSuite.ts';
import type { GraphDelta } from '../../server/src/rdf/graph.ts';
import { tripleKey } from '../../server/src/rdf/tripleKey.ts';
import { changeKey, changeSize } from '../../server/src/repair/drafts/change.ts';
import type { Claim } from '../../server/src/repair/drafts/fix.ts';
import { effectOfChange } from '../../server/src/repair/proof/verify.ts';
import { claimsOf } from '../../server/src/repair/scorecard/scorecard.ts';
import { searchRepairs } from '../../server/src/repair/search/searchRepairs.ts';

/** The repairs found for one result, and which of them was meant. */
export interface Choice {
  readonly dataSet: string;
  readonly options: readonly Option[];
}

export interface Option {
  readonly claims: readonly Claim[];
  readonly alsoFixes: number;
  readonly degenerate: boolean;
  readonly needsInput: boolean;
  readonly size: number;
  /** Whether it undoes the change of the case or a part of it, and does nothing else. */
  readonly isMeant: boolean;
}

const maxOptions = 8;
const signal = new AbortController().signal;

/** What was to be chosen from in each case of a suite. Cases that are no task are left out. */
export async function choicesOf(suite: EvaluatedSuite, dataSet: string): Promise<readonly Choice[]> {
  const choices: Choice[] = [];
  for (const each of suite.suite.cases) {
    const task = await suite.task(each, signal).catch(() => undefined);
    if (task === undefined) continue;
    const { problem } = task;
    const options: Option[] = [];
    const seen = new Set<string>();
    const fixes = searchRepairs(problem, signal);
    for (;;) {
      const next = await fixes.next();
      if (next.done || options.length === maxOptions) break;
      const fix = next.value;
      const effect = await effectOfChange(problem, fix.change, fix.placeholders, signal);
      if (effect.kind !== 'holds' || seen.has(changeKey(effect.delta))) continue;
      seen.add(changeKey(effect.delta));
      options.push({
        claims: claimsOf(fix),
        alsoFixes: effect.alsoFixes.length,
        degenerate: effect.degenerate,
        needsInput: effect.needsInput,
        size: changeSize(effect.delta),
        isMeant: undoes(effect.delta, each.change),
      });
    }
    if (options.length > 0) choices.push({ dataSet, options });
  }
  return choices;
}

function undoes(delta: GraphDelta, mistake: GraphDelta): boolean {
  const removed = new Set(mistake.removed.map(tripleKey));
  const added = new Set(mistake.added.map(tripleKey));
  return (
    delta.added.every((triple) => removed.has(tripleKey(triple))) &&
    delta.removed.every((triple) => added.has(tripleKey(triple)))
  );
}
