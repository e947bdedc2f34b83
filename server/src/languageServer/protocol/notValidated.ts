import type { UnitStatus } from '../../service/ide/analysis.ts';

/** The status of a document that was not validated, with a sentence that says why. */
export function notValidated(reason: string): UnitStatus {
  return {
    verdict: 'undecided',
    reasons: [{ kind: 'notChecked', message: reason }],
    validated: false,
    results: 0,
    counted: 0,
    severities: { violation: 0, warning: 0, info: 0 },
    isAllowed: false,
    contextResults: 0,
    notChecked: [reason],
    shapes: [],
    context: [],
    links: [],
    engine: 'builtin',
  };
}
