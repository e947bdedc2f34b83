import type { Dependencies, Identity, Judgement, Reads, Syntax } from '../model/component.ts';

export const readsNothing: Reads = { kind: 'nothing' };

export const readsTerms: Reads = { kind: 'terms' };

/** The `referenceLimit` of components that the reference engine always judges as SHACL requires. */
export function noLimit(): undefined {}

/** The common facts of the components of SHACL 1.2. */
export const ofShacl12 = {
  isDraft: true,
  referenceLimit: () => 'it does not know SHACL 1.2',
} as const satisfies Partial<Identity & Judgement>;

/** The common facts of components that judge each value by its term alone, whatever the data state about it. */
export const judgesTerms = {
  asksForValues: false,
  shownAt: 'value',
  reads: () => readsTerms,
  refersTo: undefined,
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'none',
} as const satisfies Partial<Judgement & Dependencies>;

/** The common facts of components that judge each value by other shapes. */
export const judgesByShapes = {
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: noLimit,
  reads: () => readsNothing,
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'valueOfPath',
} as const satisfies Partial<Syntax & Judgement & Dependencies>;
