import {
  count,
  either,
  flag,
  type JsonShape,
  label,
  listOf,
  name,
  nullable,
  number,
  object,
  oneOf,
  optional,
  recordOf,
  text,
  wholeNumber,
} from '../../base/jsonShape.ts';
import type { CaseJson, CoverageJson, ResultJson, SuiteJson } from './format.ts';

const role = either('data', 'shapes', 'context');
const result: JsonShape<ResultJson> = object({
  focus: text,
  path: nullable(text),
  value: nullable(text),
  sourceShape: text,
  component: text,
  severity: text,
  message: text,
});

/** suite.json. */
export const suiteShape: JsonShape<SuiteJson> = object({
  format: either(1),
  generator: object({ name: either('shacl-repair'), version: label }),
  name: label,
  seed: wholeNumber,
  options: object({
    mode: label,
    combine: count,
    crossCheck: either('all', 'none'),
    ifInvalid: either('refuse', 'repair', 'restrict'),
    maxEdits: count,
    maxCases: count,
    inference: either('none', 'rdfs', 'rdfs+inverse'),
    subClassOfFrom: listOf(role),
  }),
  inputs: listOf(object({ role, name: label, sha256: label })),
  files: object({
    'graph.ttl': label,
    'manifest.ttl': label,
    'cases.jsonl': label,
    'coverage.json': label,
  }),
  totals: object({
    triples: count,
    shapesTriples: count,
    constraints: count,
    covered: count,
    uncovered: count,
    cases: count,
    fragile: count,
    treeNodes: oneOf<number | string>(label, number),
    leaves: oneOf<number | string>(label, number),
  }),
  alpha: object({ mean: number, max: number }),
  tests: object({ cases: count, leftOut: count }),
  notChecked: listOf(text),
  preparation: optional(object({ delete: listOf(text), insert: listOf(text) })),
  baseline: optional(listOf(result)),
});

const flagOrNull = nullable(flag);

/** A line of cases.jsonl. The id of a case names its file in tests/, and where editors show it. */
export const caseShape: JsonShape<CaseJson> = object({
  id: name,
  datasetId: label,
  manifestRef: object({ uri: either('manifest.ttl'), sha256: label }),
  graphRef: object({ uri: either('graph.ttl'), sha256: label }),
  seed: wholeNumber,
  leafId: label,
  path: listOf(object({ constraintKey: text, focus: listOf(text), more: optional(count) })),
  factors: listOf(object({ constraintKey: text, focus: text, strategy: label, value: optional(text) })),
  delete: listOf(text),
  insert: listOf(text),
  minted: listOf(object({ iri: text, by: either('offline', 'llm') })),
  covered: listOf(text),
  expected: object({ shape: text, component: text, focus: text }),
  report: listOf(result),
  alpha: count,
  stats: object({
    inverseSize: count,
    minRepairSize: nullable(count),
    recoverable: flagOrNull,
    degenerateRepairExists: flagOrNull,
    collateral: count,
    focusNodes: count,
    sourceConstraints: count,
  }),
  chosenResult: count,
  dedup: object({ hash: label, sameGraphAs: nullable(name) }),
  crossCheck: either('agrees', 'differs', 'notCompared', null),
  difference: optional(text),
  notCompared: optional(text),
});

/** coverage.json. */
export const coverageShape: JsonShape<CoverageJson> = object({
  constraints: listOf(
    object({
      constraintKey: text,
      shape: text,
      component: text,
      status: either('covered', 'uncovered'),
      reason: optional(label),
      explanation: optional(text),
      cases: listOf(name),
    }),
  ),
  totals: object({ constraints: count, covered: count, uncovered: count, byReason: recordOf(count) }),
});
