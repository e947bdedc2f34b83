import {
  anyOf,
  boolean,
  enumOf,
  type JsonShape,
  label,
  listOf,
  nonNegativeInteger,
  nullable,
  number,
  object,
  optional,
  pathSegment,
  recordOf,
  string,
  wholeNumber,
} from '../../base/jsonShape.ts';
import type { CaseJson, ResultJson, SuiteCoverageJson, SuiteJson } from './format.ts';

const role = enumOf('data', 'shapes', 'context');
const result: JsonShape<ResultJson> = object({
  focus: string,
  path: nullable(string),
  value: nullable(string),
  sourceShape: string,
  component: string,
  severity: string,
  message: string,
});

/** suite.json. */
export const suiteShape: JsonShape<SuiteJson> = object({
  format: enumOf(1, 2),
  generator: object({ name: enumOf('shacl-repair'), version: label }),
  name: label,
  graph: optional(label),
  seed: wholeNumber,
  options: object({
    mode: label,
    frequencies: optional(recordOf(number)),
    combine: nonNegativeInteger,
    crossCheck: enumOf('all', 'none'),
    ifInvalid: enumOf('refuse', 'repair', 'restrict'),
    maxEdits: nonNegativeInteger,
    maxCases: nonNegativeInteger,
    ontologyNodes: optional(boolean),
    mix: optional(label),
    unlikely: optional(boolean),
    inference: enumOf('none', 'rdfs', 'rdfs+inverse', 'rules', 'rules+rdfs'),
    subClassOfFrom: listOf(role),
  }),
  inputs: listOf(object({ role, name: label, sha256: label })),
  store: optional(
    object({
      address: label,
      triples: nullable(nonNegativeInteger),
      focusNodes: nonNegativeInteger,
      sample: nonNegativeInteger,
      sampleSeed: nonNegativeInteger,
    }),
  ),
  ontologyNamespaces: optional(listOf(string)),
  files: object({
    'graph.ttl': label,
    'context.ttl': optional(label),
    'manifest.ttl': label,
    'cases.jsonl': label,
    'coverage.json': label,
  }),
  totals: object({
    triples: nonNegativeInteger,
    contextTriples: optional(nonNegativeInteger),
    shapesTriples: nonNegativeInteger,
    constraints: nonNegativeInteger,
    covered: nonNegativeInteger,
    satisfied: optional(nonNegativeInteger),
    uncovered: nonNegativeInteger,
    cases: nonNegativeInteger,
    fragile: nonNegativeInteger,
    treeNodes: anyOf<number | string>(label, number),
    leaves: anyOf<number | string>(label, number),
    tried: optional(nonNegativeInteger),
  }),
  alpha: object({ mean: number, max: number }),
  tests: object({ cases: nonNegativeInteger, leftOut: nonNegativeInteger }),
  notChecked: listOf(string),
  preparation: optional(object({ delete: listOf(string), insert: listOf(string) })),
  baseline: optional(listOf(result)),
});

const flagOrNull = nullable(boolean);

/** A line of cases.jsonl. The id of a case is the name of its file in tests/, and editors show it. */
export const caseShape: JsonShape<CaseJson> = object({
  id: pathSegment,
  datasetId: label,
  manifestRef: object({ uri: enumOf('manifest.ttl'), sha256: label }),
  graphRef: object({ uri: enumOf('graph.ttl'), sha256: label }),
  seed: wholeNumber,
  operator: optional(label),
  leafId: label,
  path: listOf(object({ constraintKey: string, focus: listOf(string), more: optional(nonNegativeInteger) })),
  factors: listOf(object({ constraintKey: string, focus: string, strategy: label, value: optional(string) })),
  delete: listOf(string),
  insert: listOf(string),
  minted: listOf(object({ iri: string, by: enumOf('offline', 'llm') })),
  covered: listOf(string),
  satisfied: optional(listOf(string)),
  touched: optional(listOf(string)),
  expected: object({ shape: string, component: string, focus: string }),
  report: listOf(result),
  alpha: nonNegativeInteger,
  stats: object({
    inverseSize: nonNegativeInteger,
    operations: optional(nonNegativeInteger),
    minRepairSize: nullable(nonNegativeInteger),
    recoverable: flagOrNull,
    degenerateRepairExists: flagOrNull,
    collateral: nonNegativeInteger,
    focusNodes: nonNegativeInteger,
    sourceConstraints: nonNegativeInteger,
  }),
  chosenResult: nonNegativeInteger,
  dedup: object({ hash: label, sameGraphAs: nullable(pathSegment) }),
  crossCheck: enumOf('agrees', 'differs', 'notCompared', null),
  difference: optional(string),
  notCompared: optional(string),
});

/** coverage.json. */
export const coverageShape: JsonShape<SuiteCoverageJson> = object({
  constraints: listOf(
    object({
      constraintKey: string,
      shape: string,
      component: string,
      status: enumOf('covered', 'satisfied', 'touched', 'uncovered'),
      reason: optional(label),
      explanation: optional(string),
      cases: listOf(pathSegment),
    }),
  ),
  totals: object({
    constraints: nonNegativeInteger,
    covered: nonNegativeInteger,
    satisfied: optional(nonNegativeInteger),
    uncovered: nonNegativeInteger,
    touched: optional(nonNegativeInteger),
    byReason: recordOf(nonNegativeInteger),
  }),
  realism: optional(object({ inserted: nonNegativeInteger, synthetic: nonNegativeInteger })),
  mistakes: optional(
    listOf(
      object({
        operator: label,
        tried: nonNegativeInteger,
        silent: nonNegativeInteger,
        made: nonNegativeInteger,
      }),
    ),
  ),
});
