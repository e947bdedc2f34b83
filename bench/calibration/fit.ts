import { type EvidenceKind, evidenceKinds } from '../../server/src/repair/evidence/evidence.ts';
import type { Support } from '../../server/src/repair/repair.ts';
import { scoreOf } from '../../server/src/repair/scorecard/scorecard.ts';
import type { Weights } from '../../server/src/repair/scorecard/weights.ts';
import type { Choice, Option } from './choices.ts';

/** The log-odds of an option against none of them. */
export function scoreOfOption(option: Option, weights: Weights): number {
  if (option.degenerate) return weights.support.retargeting;
  return scoreOf(option.claims, weights) + weights.alsoFixes * Math.log2(1 + Math.min(option.alsoFixes, 7));
}

/** One number of the scorecard. */
type Parameter =
  | readonly ['support', Support]
  | readonly ['evidence', EvidenceKind]
  | readonly ['furtherPart']
  | readonly ['alsoFixes'];

const rounds = 60;
const step = 1e-3;

/**
 * The weights that make what was meant most likely: conditional logit by coordinate ascent with bounds on signs, held
 * by a normal prior at the given weights, so that what the choices say nothing about stays.
 */
export function fitted(choices: readonly Choice[], prior: Weights, spread = 1.5): Weights {
  let weights = structuredClone(prior) as Mutable;
  const parameters = parametersOf(choices);
  const gain = (candidate: Weights) =>
    choices.reduce((sum, choice) => sum + logLikelihood(choice, candidate), 0) -
    parameters.reduce((sum, each) => sum + (weightOf(candidate, each) - weightOf(prior, each)) ** 2, 0) /
      (2 * spread ** 2);
  let best = gain(weights);
  const sizes = new Map(parameters.map((each) => [each, 0.5]));
  for (let round = 0; round < rounds; round++) {
    let moved = false;
    for (const each of parameters) {
      const size = sizes.get(each)!;
      if (size < step) continue;
      const tried = [size, -size].map((by) =>
        withValue(weights, each, bounded(each, weightOf(weights, each) + by)),
      );
      const gains = tried.map(gain);
      const better = gains[0]! >= gains[1]! ? 0 : 1;
      if (gains[better]! > best + 1e-9) {
        weights = tried[better]!;
        best = gains[better]!;
        moved = true;
      } else sizes.set(each, size / 2);
    }
    if (!moved && [...sizes.values()].every((size) => size < step)) break;
  }
  return weights;
}

/** Only what occurs in the choices is fitted. */
function parametersOf(choices: readonly Choice[]): readonly Parameter[] {
  const supports = new Set<Support>();
  const kinds = new Set<EvidenceKind>();
  for (const { options } of choices)
    for (const { claims, degenerate } of options) {
      if (degenerate) continue;
      for (const { support, evidence } of claims) {
        supports.add(support);
        for (const { kind } of evidence) if (kind !== 'remark') kinds.add(kind);
      }
    }
  return [
    ...[...supports].map((each) => ['support', each] as const),
    ...[...kinds].map((each) => ['evidence', each] as const),
    ['furtherPart'],
    ['alsoFixes'],
  ];
}

/** The logarithm of the likelihood of the options that were meant, or of none. */
function logLikelihood({ options }: Choice, weights: Weights): number {
  const odds = options.map((option) => Math.exp(scoreOfOption(option, weights)));
  const all = odds.reduce((sum, each) => sum + each, 1);
  const meant = options.reduce((sum, { isMeant }, i) => (isMeant ? sum + odds[i]! : sum), 0);
  return Math.log((meant === 0 ? 1 : meant) / all);
}

interface Mutable extends Weights {
  support: Record<Support, number>;
  evidence: Record<EvidenceKind, number>;
  furtherPart: number;
  alsoFixes: number;
}

function weightOf(weights: Weights, [table, key]: Parameter): number {
  if (table === 'support') return weights.support[key as Support];
  return table === 'evidence' ? weights.evidence[key as EvidenceKind] : weights[table];
}

function withValue(weights: Weights, [table, key]: Parameter, value: number): Mutable {
  const copy = structuredClone(weights) as Mutable;
  if (table === 'support') copy.support[key as Support] = value;
  else if (table === 'evidence') copy.evidence[key as EvidenceKind] = value;
  else copy[table] = value;
  return copy;
}

function bounded([table, key]: Parameter, value: number): number {
  if (table === 'furtherPart') return Math.min(0, value);
  if (table === 'alsoFixes') return Math.max(0, value);
  if (table === 'support') return value;
  const { speaks } = evidenceKinds[key as EvidenceKind];
  if (speaks === 'for') return Math.max(0, value);
  return speaks === 'against' ? Math.min(0, value) : value;
}
