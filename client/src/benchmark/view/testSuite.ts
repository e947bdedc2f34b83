import type {
  Suite,
  SuiteCase,
  SuiteConstraint,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';

/** Suites for tests, which specify the fields that they are about. */
export function suiteOf(
  constraints: readonly Partial<SuiteConstraint>[],
  cases: readonly Partial<SuiteCase>[],
): Pick<Suite, 'constraints' | 'cases'> {
  return { constraints: constraints.map(constraintOf), cases: cases.map(caseOf) };
}

function constraintOf(parts: Partial<SuiteConstraint>): SuiteConstraint {
  return {
    key: 'key',
    shape: ':Shape',
    component: 'sh:minCount',
    value: '1',
    uncovered: undefined,
    place: undefined,
    ...parts,
  };
}

export function caseOf(parts: Partial<SuiteCase>): SuiteCase {
  return {
    id: 'case-0001',
    mistake: undefined,
    violated: [0],
    covered: [0],
    focusNodes: ['ex:node'],
    alpha: 1,
    removed: 1,
    added: 0,
    recoverable: true,
    isFragile: false,
    ...parts,
  };
}
