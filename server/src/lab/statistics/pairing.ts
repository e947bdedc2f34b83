import { keyOf } from './averages.ts';
import { type ComparedFactor, type FactorComparison, levelOf, type Observation } from './observation.ts';

/** The cases of a dataset that both sides of a comparison answered under the same conditions. */
export interface PairedBlock {
  readonly dataset: string;
  readonly pairs: readonly ObservationPair[];
}

export interface ObservationPair {
  readonly caseId: string;
  readonly reference: number;
  readonly comparison: number;
}

/** What can be compared, and what has no counterpart. */
export interface Pairing {
  readonly blocks: readonly PairedBlock[];
  /** Datasets on which only one side was tried. */
  readonly oneSided: readonly { readonly dataset: string; readonly only: string }[];
  /** Answers of either side without a counterpart, in datasets on which both were tried. */
  readonly unpaired: number;
}

/**
 * Pairs the observations of one metric, one value each. Contexts are compared with the same model and the same other
 * context; models are compared with the same strategy. A system without strategies is paired with each strategy of the
 * other.
 */
export function pairingOf(observations: readonly Observation[], comparison: FactorComparison): Pairing {
  const reference = sideOf(observations, comparison.factor, comparison.reference);
  const other = sideOf(observations, comparison.factor, comparison.comparison);
  const blocks: PairedBlock[] = [];
  const oneSided: { dataset: string; only: string }[] = [];
  let unpaired = 0;
  for (const dataset of new Set([...reference.keys(), ...other.keys()])) {
    const ours = reference.get(dataset);
    const theirs = other.get(dataset);
    if (ours === undefined || theirs === undefined) {
      oneSided.push({ dataset, only: theirs === undefined ? comparison.reference : comparison.comparison });
      continue;
    }
    const found = blocksOf(dataset, ours, theirs);
    blocks.push(...found.filter(({ pairs }) => pairs.length > 0));
    unpaired += withoutPartner(ours, theirs) + withoutPartner(theirs, ours);
  }
  return { blocks, oneSided, unpaired };
}

/** By conditions and case. */
type Answers = ReadonlyMap<string, ReadonlyMap<string, number>>;

const anyCircumstances = '';

function sideOf(
  observations: readonly Observation[],
  factor: ComparedFactor,
  level: string,
): ReadonlyMap<string, Answers> {
  const side = new Map<string, Map<string, Map<string, number>>>();
  for (const observation of observations) {
    if (levelOf(observation, factor) !== level) continue;
    const { dataset, caseId, value } = observation;
    const answers = side.get(dataset) ?? new Map<string, Map<string, number>>();
    side.set(dataset, answers);
    const circumstances = circumstancesOf(observation, factor);
    const cases = answers.get(circumstances) ?? new Map<string, number>();
    answers.set(circumstances, cases);
    cases.set(caseId, value);
  }
  return side;
}

function circumstancesOf({ model, strategy }: Observation, factor: ComparedFactor): string {
  if (strategy === undefined) return anyCircumstances;
  if (factor === 'model') return keyOf(strategy.manifest, strategy.graph);
  return keyOf(model, factor === 'manifest' ? strategy.graph : strategy.manifest);
}

function blocksOf(dataset: string, ours: Answers, theirs: Answers): readonly PairedBlock[] {
  return [...ours].flatMap(([circumstances, cases]) =>
    partnersOf(circumstances, theirs).map((others) => ({
      dataset,
      pairs: [...cases].flatMap(([caseId, reference]) => {
        const comparison = others.get(caseId);
        return comparison === undefined ? [] : [{ caseId, reference, comparison }];
      }),
    })),
  );
}

function partnersOf(circumstances: string, others: Answers): readonly ReadonlyMap<string, number>[] {
  const same = others.get(circumstances) ?? others.get(anyCircumstances);
  if (same !== undefined) return [same];
  return circumstances === anyCircumstances ? [...others.values()] : [];
}

function withoutPartner(answers: Answers, others: Answers): number {
  let count = 0;
  for (const [circumstances, cases] of answers) {
    const partners = partnersOf(circumstances, others);
    for (const caseId of cases.keys()) if (!partners.some((partner) => partner.has(caseId))) count++;
  }
  return count;
}
