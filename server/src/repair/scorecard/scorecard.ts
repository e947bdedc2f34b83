import type { GraphDelta } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { changeSize } from '../drafts/change.ts';
import { distinct, type EvidenceItem, type EvidenceKind, evidenceKinds } from '../drafts/evidence.ts';
import { type Claim, type Fix, supportRank } from '../drafts/fix.ts';
import type { Support } from '../repair.ts';

/** How likely a fix is to be what was meant, in log-odds against "none of those that were found". */
export function scoreOf(claims: readonly Claim[], by: Weights = weights): number {
  const parts = partsOf(claims);
  const scores = parts.map((part) => scoreOfClaim(part, by));
  const [known, further] = [parts.filter(isOfNode).length, Math.max(0, parts.length - 1)];
  const isOpen = parts.some(({ support }) => support === 'placeholder');
  // A value that need not be filled in, because the node states it elsewhere, does not make the rest less likely.
  return Math.min(...scores) + by.furtherPart * (isOpen ? further - known : further);
}

/** True for a claim that rests on another statement of the node itself. */
function isOfNode({ support, evidence }: Claim): boolean {
  return support !== 'placeholder' && evidence.some(({ kind }) => kind === 'derived' || kind === 'elsewhere');
}

/** The claims that have to be right independently. All values to be filled in count as one. */
function partsOf(claims: readonly Claim[]): readonly Claim[] {
  const open = claims.filter(({ support }) => support === 'placeholder');
  if (open.length < 2) return claims;
  const evidence = distinct(open.flatMap((claim) => claim.evidence));
  return [...claims.filter((claim) => !open.includes(claim)), { support: 'placeholder', evidence }];
}

const mostForPlaceholder = 1;

function scoreOfClaim({ support, evidence }: Claim, by: Weights): number {
  let reasons = 0;
  for (const reason of evidence) reasons += by.evidence[reason.kind] * measureOf(reason);
  // The user decides what is in place of a placeholder, so there is no evidence against it.
  if (support === 'placeholder') reasons = Math.min(mostForPlaceholder, Math.max(0, reasons));
  return by.support[support] + reasons;
}

/** The factor by which the weight of a reason is multiplied. */
export function measureOf({ kind, for: count, of }: EvidenceItem): number {
  if (count === undefined || of === undefined) return 1;
  switch (evidenceKinds[kind].measure) {
    case 'presence':
      return 1;
    case 'share':
      // Half a node on either side, so that one of one is not certainty.
      return Math.log((count + 0.5) / (Math.max(0, of - count) + 0.5));
    case 'likeness':
      return of === 0 ? 0 : count / of;
  }
}

/** The claims of a fix, with the evidence of the change itself against it. */
export function claimsOf(fix: Fix): readonly Claim[] {
  const { claims, support } = fix;
  const weakest = Math.max(-1, ...claims.map((claim) => supportRank(claim.support)));
  const all = weakest < supportRank(support) ? [...claims, { support, evidence: [] }] : claims;
  const against = evidenceAgainst(fix);
  if (against.length === 0) return all;
  return all.map((claim) => ({ ...claim, evidence: [...claim.evidence, ...against] }));
}

/** Evidence from the change alone, whoever proposes it. */
function evidenceAgainst({ change, minted, evidence, placeholders }: Fix): readonly EvidenceItem[] {
  // The user decides what is in place of a placeholder.
  if (placeholders.length > 0) return [];
  const said = new Set(evidence.map(({ kind }) => kind));
  const found: EvidenceItem[] = [];
  if (minted.length > 0 && !said.has('minted')) found.push({ kind: 'minted', words: '' });
  if (changeSize(change) > 1 && !said.has('lostText')) {
    const lost = lostCharacters(change.removed.map(objectOf), replacing(change).map(objectOf));
    if (lost !== undefined) found.push({ kind: 'lostText', words: '', ...lost });
  }
  return found;
}

/** The replacement of the only removed value, without other additions. */
function replacing({ added, removed }: GraphDelta): readonly Triple[] {
  const [only] = removed;
  const here = added.filter(
    ({ subject, predicate }) => subject === only?.subject && predicate === only?.predicate,
  );
  return here.length === 1 ? here : added;
}

function objectOf({ object }: { readonly object: TermId }): TermId {
  return object;
}

/** How many letters and digits of the one removed value are not in the one that replaces it. */
function lostCharacters(
  removed: readonly TermId[],
  added: readonly TermId[],
): { readonly for: number; readonly of: number } | undefined {
  const [from, to] = [removed[0], added[0]];
  if (removed.length !== 1 || added.length !== 1 || from === undefined || to === undefined) return undefined;
  // The name of a node is not text that anybody wrote for its own sake.
  if (!terms.isLiteral(from) || terms.isBlank(to) || terms.kind(to) === 'triple') return undefined;
  const before = charactersOf(terms.value(from));
  const after = new Map<string, number>();
  for (const character of charactersOf(terms.value(to)))
    after.set(character, (after.get(character) ?? 0) + 1);
  let lost = 0;
  for (const character of before) {
    const left = after.get(character) ?? 0;
    if (left === 0) lost++;
    else after.set(character, left - 1);
  }
  return lost === 0 ? undefined : { for: lost, of: before.length };
}

/** Longer texts are compared by their start. */
const maxCompared = 200;

function charactersOf(text: string): readonly string[] {
  return (
    text
      .slice(0, maxCompared)
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? []
  );
}

/**
 * The scorecard of repairs, in log-odds. A repair starts with the number of its support; each reason adds its weight times
 * its measure (see evidence/evidence.ts): 1 for a presence, the log-odds of a share, the degree of a likeness. The parts of
 * a repair are scored apart, and the weakest counts. The scores order the repairs of a result. Their likelihood also
 * depends on the score of "none of them".
 */
export interface Weights {
  readonly support: Readonly<Record<Support, number>>;
  readonly evidence: Readonly<Record<EvidenceKind, number>>;
  /** Added for each part beyond the first, because all of them have to be right. Never above 0. */
  readonly furtherPart: number;
  /**
   * Multiplied by the binary logarithm of 1 plus the number of other results that it removes, because few mistakes are
   * likelier than many.
   */
  readonly alsoFixes: number;
  /**
   * The score of "none of them", by the support of the best repair. Something else is more often meant where values are
   * invented than where only a removal is left.
   */
  readonly none: Readonly<Record<Support, number>>;
}

export const weights: Weights = {
  support: {
    authored: 6,
    implied: 3.6,
    attested: 3.2,
    plausible: -0.4,
    placeholder: -2.4,
    removal: -3.6,
    retargeting: -6,
  },
  evidence: {
    authored: 0,
    implied: 0.4,
    mirrored: 0.4,
    elsewhere: 0.3,
    derived: 0.6,
    required: 0.3,
    allowed: -0.3,
    forbidden: 0.3,
    only: 0.4,
    equal: 0,
    form: 0,
    property: 0,
    peers: 0.6,
    reuse: 0.3,
    analogy: 0.3,
    connected: 0.3,
    numbered: 0.3,
    usual: 0,
    sameName: 0.4,
    likeName: 0.3,
    label: 0.6,
    namespaceSlip: 0.4,
    otherVocabulary: -1.5,
    sameText: 0.4,
    keptText: 0.4,
    reading: -0.4,
    converted: -0.2,
    swapped: 0.2,
    duplicate: 0.3,
    leastInformative: 1,
    orphaned: 0,
    untyped: 0.5,
    lostText: -0.8,
    changedMeaning: -1,
    invented: -1,
    furtherType: -2,
    inferred: -1,
    otherWays: -1.5,
    contradicted: -4,
    unlike: -2.5,
    competing: -2,
    minted: -0.5,
    rivals: -0.3,
    remark: 0,
  },
  furtherPart: -0.3,
  alsoFixes: 0.5,
  none: {
    authored: 0,
    implied: 0,
    attested: 0,
    plausible: -1.4,
    placeholder: -2.8,
    removal: -5,
    retargeting: -3,
  },
};

/** The minimum likelihoods of repairs that are called certain, and likely. Below, a repair is possible. */
export const thresholds = { certain: 0.9, likely: 0.5 } as const;

/**
 * The minimum likelihood of an offered repair that states something new. Below, it is a guess among many, and the menu says
 * instead what is not known. In suites of four data sets (demo, hvac, library, university; the violations and the mistakes
 * of `generate`, seed 7), 1 of 218 further additions below 10 % was meant.
 */
export const leastOffered = {
  /** It states a fact in addition to what is there. */
  addition: 0.15,
  /** It replaces what was written, which shows at least where a value belongs. */
  replacement: 0.05,
} as const;

/** Repairs are nearly equal if the likelihood of one is at least this share of that of the other. */
export const nearlyEqual = 0.8;

/** A repair whose log-odds are this far below those of the best one is not a rival to it. */
export const farBelow = 3;
