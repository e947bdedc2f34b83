import type { GraphDelta } from '../../rdf/graph.ts';
import type { Triple } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { evidenceKinds, isOneOfMany } from '../drafts/evidence.ts';
import type { Certainty, Ranked, SoundRepair, Support } from '../repair.ts';
import { farBelow, leastOffered, thresholds, weights } from './scorecard.ts';

/** Beyond this many results, one more adds little evidence. */
const mostCounted = 7;

/** The log-odds of a repair, given what it does to the graph. */
export function scoreOfRepair({ repair, verdict }: SoundRepair): number {
  if (verdict.degenerate) return weights.support.retargeting;
  const others = Math.min(verdict.alsoFixes.length, mostCounted);
  return repair.score + weights.alsoFixes * Math.log2(1 + others);
}

/** The repairs that determine the likelihoods of the repairs of a result when this one is the best. */
export function supportOfBest({ repair, verdict }: SoundRepair): Support {
  if (verdict.degenerate) return 'retargeting';
  if (verdict.needsInput) return 'placeholder';
  // A removal that makes room for another statement is a guess, not the only option that is left.
  return repair.support === 'removal' && !takesAwayOnly(verdict.delta) ? 'plausible' : repair.support;
}

/** The likelihoods of rival repairs, given their scores and that of "none of them". */
export function likelihoods(scores: readonly number[], none: number): readonly number[] {
  const near = Math.max(...scores) - farBelow;
  const odds = scores.map((score) => Math.exp(score));
  const all = scores.reduce((sum, score, i) => (score >= near ? sum + odds[i]! : sum), Math.exp(none));
  return odds.map((each, i) => each / (scores[i]! >= near ? all : all + each));
}

/** Whether the first of these would be certain on its own merits, not because nothing better was found. */
export function isFirstCertain(scores: readonly number[], none: number): boolean {
  return likelihoods(scores, Math.max(0, none))[0]! >= thresholds.certain;
}

/** A proposal of a model is never certain, and the value of a placeholder is unknown. */
export function certaintyOf(
  { repair, verdict }: SoundRepair,
  likelihood: number,
  mayBeCertain: boolean,
): Certainty {
  if (verdict.needsInput) return 'needsInput';
  if (isRemovalWithoutReason({ repair, verdict })) return 'possible';
  if (mayBeCertain && repair.origin === 'symbolic' && !verdict.degenerate) {
    return 'certain';
  }
  const isLikely = likelihood >= thresholds.likely && !verdict.degenerate && !isOneOfSeveral(repair);
  return isLikely ? 'likely' : 'possible';
}

/** The lack of alternatives is not a reason to remove what somebody wrote. */
function isRemovalWithoutReason({
  repair: { reasons },
  verdict,
}: Pick<SoundRepair, 'repair' | 'verdict'>): boolean {
  return takesAwayOnly(verdict.delta) && !reasons.some(({ kind }) => evidenceKinds[kind].speaks === 'for');
}

/** True for a choice between values that fit equally well: each of them is at most as likely as all others. */
function isOneOfSeveral({ reasons }: SoundRepair['repair']): boolean {
  return reasons.some(({ kind, for: others = 0 }) => kind === 'rivals' && others > 0);
}

/** The support that agrees with the certainty: only what is certain is called attested, or better. */
export function agreedSupport({ repair, verdict, certainty }: Ranked): Support {
  if (verdict.degenerate) return 'retargeting';
  const isStrong = ['authored', 'implied', 'attested'].includes(repair.support);
  if (certainty === 'certain') return isStrong ? repair.support : 'attested';
  return isStrong ? 'plausible' : repair.support;
}

/**
 * The certainty and the likelihood for people: "likely, 80 %". Nothing is called 100 % certain, and a likelihood is omitted
 * if the repair is not called likely because only the lack of others is evidence for it.
 */
export function sureness({ certainty, likelihood }: Pick<Ranked, 'certainty' | 'likelihood'>): string {
  if (certainty === 'possible' && likelihood >= thresholds.likely) return certainty;
  return `${certainty}, ${Math.min(99, Math.max(1, Math.round(100 * likelihood)))} %`;
}

/**
 * Decides which repairs of a result to offer. Where none is certain or likely, repairs that would make up a fact are left
 * out: those that state something which the user is not asked to fill in, and are too unlikely. A removal invents nothing;
 * nor does a placeholder that the user fills in, unless it also takes one of several nodes that fit. Where one statement to
 * be filled in is enough, what is stated is not exchanged for another one.
 */
export function offerable(ranked: readonly Ranked[]): (repair: Ranked) => boolean {
  const isKnown = ranked.some(({ certainty }) => certainty === 'certain' || certainty === 'likely');
  const additionDoes = ranked.some(
    ({ verdict: { delta, needsInput } }) => needsInput && delta.removed.length === 0,
  );
  return (repair) => (isKnown || inventsNothing(repair)) && !(additionDoes && changesBesides(repair));
}

/** True for what takes away or makes up another statement beside the one that is to be filled in. */
function changesBesides({ verdict: { delta }, repair: { placeholders } }: Ranked): boolean {
  const { added, removed } = delta;
  const isMadeUp = ({ object }: Triple) => placeholders.includes(object);
  const isExchanged = (one: Triple) =>
    added.some((each) => each.subject === one.subject && each.predicate === one.predicate && isMadeUp(each));
  if (added.length > removed.length) return removed.length > 0 && removed.every(isExchanged);
  return added.length > 0 && added.every(isMadeUp) && removed.some((one) => !isExchanged(one));
}

function inventsNothing({
  verdict: { delta, needsInput },
  likelihood,
  repair: { support, reasons },
}: Ranked): boolean {
  if (takesAwayOnly(delta) || support === 'authored') return true;
  if (support === 'placeholder' || (needsInput && support === 'removal')) {
    const isGuess = reasons.some((each) => each.kind === 'connected' || isOneOfMany(each));
    return !isGuess || likelihood >= thresholds.likely;
  }
  return likelihood >= (isReplacement(delta) ? leastOffered.replacement : leastOffered.addition);
}

/** True where nothing new is stated: a shortened list ends earlier, which only adds a closing triple. */
function takesAwayOnly({ added, removed }: GraphDelta): boolean {
  return added.every(({ subject, predicate }) =>
    removed.some((one) => predicate === rdf.rest && one.predicate === rdf.rest && one.subject === subject),
  );
}

/** True where what is removed and what is added are at the same places. */
function isReplacement({ added, removed }: GraphDelta): boolean {
  return (
    removed.length > 0 &&
    removed.every((one) =>
      added.some(({ subject, object }) => subject === one.subject || object === one.object),
    )
  );
}
