import type { EvaluatedSuite } from '../../server/src/lab/evaluation/suite/evaluatedSuite.ts';
import type { GraphDelta } from '../../server/src/rdf/graph.ts';
import { tripleKey } from '../../server/src/rdf/termKeys.ts';
import type { TermId, Triple } from '../../server/src/rdf/terms.ts';
import { changeKey, changeSize } from '../../server/src/repair/drafts/change.ts';
import type { Claim } from '../../server/src/repair/drafts/fix.ts';
import { effectOfChange } from '../../server/src/repair/proof/verify.ts';
import type { Support } from '../../server/src/repair/repair.ts';
import { claimsOf } from '../../server/src/repair/scorecard/scorecard.ts';
import { searchRepairs } from '../../server/src/repair/search/searchRepairs.ts';
import type { LoadedCase } from '../../server/src/vio/suite/readSuite.ts';

/** The repairs found for one result, and which of them was meant. */
export interface Choice {
  readonly dataSet: string;
  /** Whether the case is a mistake or a violation, and what it did to the graph. */
  readonly kind: string;
  readonly options: readonly Option[];
}

export interface Option {
  readonly claims: readonly Claim[];
  readonly support: Support;
  readonly alsoFixes: number;
  readonly degenerate: boolean;
  readonly needsInput: boolean;
  readonly size: number;
  /**
   * Whether it undoes the change of the case or a part of it, and does nothing else. What is to be filled in has to
   * stand where a removed value stood.
   */
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
        support: fix.support,
        alsoFixes: effect.alsoFixes.length,
        degenerate: effect.degenerate,
        needsInput: effect.needsInput,
        size: changeSize(effect.delta),
        isMeant: undoes(effect.delta, each.change, fix.placeholders),
      });
    }
    if (options.length > 0) choices.push({ dataSet, kind: kindOf(each), options });
  }
  return choices;
}

function kindOf({ json, change: { added, removed } }: LoadedCase): string {
  const effect = removed.length === 0 ? 'adds' : added.length === 0 ? 'removes' : 'replaces';
  return `${json.operator === undefined ? 'violation' : 'mistake'} ${effect}`;
}

function undoes(delta: GraphDelta, mistake: GraphDelta, placeholders: readonly TermId[]): boolean {
  const removed = new Set(mistake.removed.map(tripleKey));
  const added = new Set(mistake.added.map(tripleKey));
  const isFilledIn = ({ subject, predicate, object }: Triple) =>
    placeholders.includes(object) &&
    mistake.removed.some((triple) => triple.subject === subject && triple.predicate === predicate);
  return (
    delta.added.every((triple) => removed.has(tripleKey(triple)) || isFilledIn(triple)) &&
    delta.removed.every((triple) => added.has(tripleKey(triple)))
  );
}
