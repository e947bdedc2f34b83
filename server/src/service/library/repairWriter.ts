import type { Ranked, RepairProblem, VerifiedRepair } from '../../repair/repair.ts';
import { agreedSupport } from '../../repair/scorecard/certainty.ts';
import { violationKey } from '../../shacl/model/violation.ts';
import { rounded } from '../report/repairJson.ts';
import type { AnalysedInput } from './analyseInput.ts';
import type { Quad, Repair } from './api.ts';
import { ChangeWriter } from './sourceChanges.ts';
import { quadKey } from './termKey.ts';

/** Writes repairs as plain data. */
export class RepairWriter {
  readonly #analysed: AnalysedInput;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #changes: ChangeWriter;

  /** @param keys the names of results outside of this process, by their names in it. */
  constructor(analysed: AnalysedInput, keys: ReadonlyMap<string, string>) {
    this.#analysed = analysed;
    this.#keys = keys;
    this.#changes = new ChangeWriter(analysed.data, analysed.write);
  }

  repair(ranked: Ranked<VerifiedRepair>, problem: RepairProblem): Repair {
    const { repair, verdict, likelihood, certainty } = ranked;
    const { write } = this.#analysed;
    write.startRepair();
    const parts = this.#changes.changesOf(verdict.delta, verdict.edits, problem);
    return {
      title: repair.title,
      update: repair.update,
      likelihood: rounded(likelihood),
      certainty,
      support: agreedSupport(ranked),
      evidence: repair.reasons.map(({ kind, words, for: count, of }) => ({
        kind,
        words,
        for: count ?? null,
        of: of ?? null,
      })),
      preferred: certainty === 'certain',
      degenerate: verdict.degenerate,
      needsInput: verdict.needsInput,
      placeholders: repair.placeholders.map((term) => write.term(term)),
      alsoFixes: verdict.alsoFixes.flatMap((other) => this.#keys.get(violationKey(other)) ?? []),
      added: distinct(parts.flatMap(({ added }) => added)),
      removed: distinct(parts.flatMap(({ removed }) => removed)),
      changes: parts.map(({ change }) => change),
    };
  }
}

/** Each quad once, though several texts may state it. */
function distinct(quads: readonly Quad[]): Quad[] {
  return [...new Map(quads.map((quad) => [quadKey(quad), quad])).values()];
}
