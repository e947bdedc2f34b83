import { termToNTriples } from '../../rdf/nTriples.ts';
import { terms } from '../../rdf/terms.ts';
import { printPath } from '../../shacl/model/path.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { PathStep, VioCase } from '../vioCase.ts';
import type { CaseJson, ResultJson } from './format.ts';
import type { SuiteNames } from './suiteNames.ts';

/** The id of a case, from its index in the suite. */
export function caseId(place: number): string {
  return `case-${String(place + 1).padStart(4, '0')}`;
}

/** What the lines of cases.jsonl share. */
export interface CaseContext {
  readonly name: string;
  readonly seed: number;
  readonly graphSha256: string;
  readonly manifestSha256: string;
  readonly graphNames: SuiteNames;
  readonly manifestNames: SuiteNames;
  readonly keyOf: (constraint: Constraint) => string;
  /** Computes the SHA-256 of a text. */
  readonly hashOf: (text: string) => string;
}

/** The line of cases.jsonl for a case. */
export function caseJson(vioCase: VioCase, place: number, context: CaseContext): CaseJson {
  const { change, factors, expected, results, statistics, crossCheck, sameGraphAs } = vioCase;
  const { keyOf, manifestNames } = context;
  const names = context.graphNames.forChange(change);
  const removed = change.removed.map((triple) => names.triple(triple));
  const inserted = change.added.map((triple) => names.triple(triple));
  return {
    id: caseId(place),
    datasetId: context.name,
    manifestRef: { uri: 'manifest.ttl', sha256: context.manifestSha256 },
    graphRef: { uri: 'graph.ttl', sha256: context.graphSha256 },
    seed: context.seed,
    ...(vioCase.operator !== undefined && { operator: vioCase.operator }),
    leafId: vioCase.leafId,
    path: vioCase.path.map((step) => stepJson(step, keyOf, names)),
    factors: factors.map(({ constraint, focusNode, strategy, value }) => ({
      constraintKey: keyOf(constraint),
      focus: names.term(focusNode),
      strategy,
      ...(value !== undefined && { value: names.term(value) }),
    })),
    delete: removed,
    insert: inserted,
    minted: vioCase.minted.map((node) => ({ iri: names.term(node), by: vioCase.namedBy })),
    covered: vioCase.covered.map(keyOf),
    ...(vioCase.satisfied.length > 0 && { satisfied: vioCase.satisfied.map(keyOf) }),
    ...(vioCase.touched.length > 0 && { touched: vioCase.touched.map(keyOf) }),
    expected: {
      shape: manifestNames.term(expected.sourceShape),
      component: termToNTriples(expected.component),
      focus: names.term(expected.focusNode),
    },
    report: results.map((result) => resultJson(result, names, manifestNames)),
    alpha: statistics.alpha,
    stats: {
      inverseSize: statistics.inverseSize,
      operations: statistics.operations,
      minRepairSize: statistics.minRepairSize ?? null,
      recoverable: statistics.recoverable ?? null,
      degenerateRepairExists: statistics.degenerateRepairExists ?? null,
      collateral: statistics.collateral,
      focusNodes: statistics.focusNodes,
      sourceConstraints: statistics.sourceConstraints,
    },
    chosenResult: vioCase.chosenResult,
    dedup: {
      hash: context.hashOf(changeText(removed, inserted)),
      sameGraphAs: sameGraphAs === undefined ? null : caseId(sameGraphAs),
    },
    crossCheck: crossCheck?.kind ?? null,
    ...(crossCheck?.kind === 'differs' && { difference: crossCheck.difference }),
    ...(crossCheck?.kind === 'notCompared' && { notCompared: crossCheck.reason }),
  };
}

/** A text that is the same for the same change, whatever the order of its triples. */
function changeText(removed: readonly string[], inserted: readonly string[]): string {
  const lines = [...removed.map((line) => `-${line}`), ...inserted.map((line) => `+${line}`)];
  return lines.sort((a, b) => (a < b ? -1 : 1)).join('\n');
}

/** A result in the form recorded in the files of a suite. */
export function resultJson(result: Violation, graphNames: SuiteNames, manifestNames: SuiteNames): ResultJson {
  const { focusNode, path, value, sourceShape, component, severity, recordedMessages } = result;
  return {
    focus: graphNames.term(focusNode),
    path: path ? printPath(path, termToNTriples) : null,
    value: value === undefined ? null : graphNames.term(value),
    sourceShape: manifestNames.term(sourceShape),
    component: termToNTriples(component),
    severity: manifestNames.term(severity),
    message: recordedMessages.map((message) => terms.value(message)).join(' '),
  };
}

const maxFocusNodes = 20;

function stepJson(
  { constraint, focusNodes }: PathStep,
  keyOf: CaseContext['keyOf'],
  names: SuiteNames,
): CaseJson['path'][number] {
  const focus = focusNodes.slice(0, maxFocusNodes).map((node) => names.term(node));
  const more = focusNodes.length - focus.length;
  return { constraintKey: keyOf(constraint), focus, ...(more > 0 && { more }) };
}
