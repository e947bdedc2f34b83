import type { UnitStatus } from '../service/ide/analysis.ts';

/** A status in which nothing was found, with other values for what a test is about. */
export function unitStatus(given: Partial<UnitStatus> = {}): UnitStatus {
  return {
    verdict: 'conforms',
    reasons: [],
    validated: true,
    results: 0,
    counted: given.results ?? 0,
    severities: { violation: given.results ?? 0, warning: 0, info: 0 },
    isAllowed: false,
    contextResults: 0,
    notChecked: [],
    shapes: [],
    context: [],
    links: [],
    engine: 'builtin',
    ...given,
  };
}
