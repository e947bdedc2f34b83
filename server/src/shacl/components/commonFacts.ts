import type { Dependencies, Judgement, Reads } from './component.ts';

export const readsNothing: Reads = { kind: 'nothing' };

export const readsTerms: Reads = { kind: 'terms' };

/** For components that the reference engine always judges as SHACL says. */
export function noLimit(): undefined {}

/** The facts about components that judge each value by what it is, whatever else is said of it. */
export const judgesTerms = {
  asksForValues: false,
  shownAt: 'value',
  reads: () => readsTerms,
  refersTo: undefined,
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
} as const satisfies Partial<Judgement & Dependencies>;
