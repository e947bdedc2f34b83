import type { EvidenceKind } from '../drafts/evidence.ts';
import type { Support } from '../repair.ts';

/**
 * The scorecard of repairs, in log-odds. A repair starts with the number of its support; each reason adds its weight
 * times what it measures (see evidence/evidence.ts): 1 for a presence, the log-odds of a share, the degree of a
 * likeness. The parts of a repair are scored apart, and the weakest counts. The scores order the repairs of a result.
 * How likely they are depends as well on the score of "none of them".
 */
export interface Weights {
  readonly support: Readonly<Record<Support, number>>;
  readonly evidence: Readonly<Record<EvidenceKind, number>>;
  /** For each part beyond the first, because all of them have to be right. Never above 0. */
  readonly furtherPart: number;
  /** Times the binary logarithm of 1 and the other results that go away, because few mistakes are likelier than many. */
  readonly alsoFixes: number;
  /**
   * The score of "none of them", by the support of the best repair. Something else could have been meant more often
   * where values are invented than where nothing but a removal is left.
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

/** From which likelihood on a repair is called certain, and likely. Below, it is possible. */
export const thresholds = { certain: 0.9, likely: 0.5 } as const;

/**
 * From which likelihood on a repair is offered that states something new. Below, it is a guess among many, and the menu
 * says instead what is not known. In suites of four data sets (demo, hvac, library, university; the violations and the
 * mistakes of `generate`, seed 7), 1 of 218 further additions below 10 % was meant.
 */
export const leastOffered = {
  /** It states a fact in addition to what is there. */
  addition: 0.15,
  /** It puts something else in place of what was written, which shows at least where a value belongs. */
  replacement: 0.05,
} as const;

/** Repairs are nearly equal if the likelihood of one is at least this share of that of the other. */
export const nearlyEqual = 0.8;

/** A repair whose log-odds are this far below those of the best one is no rival to it. */
export const farBelow = 3;
