import { sha256 } from '../base/sha256.ts';
import { splitDelta } from '../repair/proof/splitDelta.ts';
import type { DocumentEdits, Ranked, RepairProblem, VerifiedRepair } from '../repair/repair.ts';
import { agreedSupport } from '../repair/scorecard/certainty.ts';
import { rounded } from '../report/repairJson.ts';
import { violationKey } from '../shacl/results/violation.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import type { AnalysedInput } from './analyseInput.ts';
import type { Quad, Repair, SourceChange } from './api.ts';
import { rangeOf } from './locations.ts';
import { quadKey } from './termKey.ts';

/** Writes repairs as plain data. */
export class RepairWriter {
  readonly #analysed: AnalysedInput;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #hashes = new Map<TurtleDocument, string>();

  /** @param keys the names of results outside of this process, by their names in it. */
  constructor(analysed: AnalysedInput, keys: ReadonlyMap<string, string>) {
    this.#analysed = analysed;
    this.#keys = keys;
  }

  repair(ranked: Ranked<VerifiedRepair>, problem: RepairProblem): Repair {
    const { repair, verdict, likelihood, certainty } = ranked;
    const { write } = this.#analysed;
    write.startRepair();
    const parts = this.#parts(verdict, problem);
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

  /** The change of each of the data, as quads and as it is applied. */
  #parts({ delta, edits }: VerifiedRepair['verdict'], problem: RepairProblem) {
    const split = splitDelta(problem, delta);
    if (split.kind === 'notExpressible') throw new Error(`a proven change can't be made: ${split.reason}`);
    const { data, write } = this.#analysed;
    return split.parts.map((part) => {
      const source = data.findIndex(({ document }) => document === part.document);
      const { document, dataset } = data[source]!;
      const added = part.delta.added.map((triple) => write.quad(triple, dataset?.graph));
      const removed = dataset
        ? (dataset.quadsOf(part.delta.removed) as Quad[])
        : part.delta.removed.map((triple) => write.quad(triple));
      const change: SourceChange = dataset
        ? { kind: 'dataset', source, added, removed }
        : this.#textChange(source, edits.find((each) => each.document === document)!);
      return { added, removed, change };
    });
  }

  #textChange(source: number, { document, edits }: DocumentEdits): SourceChange {
    const hash = this.#hashes.get(document) ?? sha256(document.text);
    this.#hashes.set(document, hash);
    return {
      kind: 'text',
      source,
      uri: document.uri,
      sha256: hash,
      edits: edits.map(({ range, newText }) => ({ range: rangeOf(document, range), newText })),
    };
  }
}

/** Each quad once, though several texts may state it. */
function distinct(quads: readonly Quad[]): Quad[] {
  return [...new Map(quads.map((quad) => [quadKey(quad), quad])).values()];
}
