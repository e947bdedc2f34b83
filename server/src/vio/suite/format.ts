import {
  anyOf,
  boolean,
  enumOf,
  label,
  listOf,
  nonNegativeInteger,
  nullable,
  number,
  object,
  optional,
  pathSegment,
  recordOf,
  type ShapeType,
  string,
  wholeNumber,
} from '../../base/jsonShape.ts';

/**
 * The files of a suite folder as JSON (design contract, spec/vio.md 13). Terms are N-Triples strings, triples
 * N-Triples lines, paths are in SPARQL syntax. Blank nodes are written as IRIs, `urn:x-bnode:` and their label:
 * `b0` … in graph.ttl and on in context.ttl, `s0` … in manifest.ttl, `n0` … for those that a change brings. A label of
 * graph.ttl that context.ttl has as well is the same node.
 */

export type SuiteJson = ShapeType<typeof suiteShape>;
/** A line of cases.jsonl. */
export type CaseJson = ShapeType<typeof caseShape>;
export type SuiteCoverageJson = ShapeType<typeof coverageShape>;
/** A validation result. */
export type ResultJson = ShapeType<typeof result>;
/** An input file of the suite. */
export type InputJson = ShapeType<typeof input>;
/** The source of the data of a suite. Their SHA-256 among the inputs shows whether the store would give the same again. */
export type StoreJson = ShapeType<typeof store>;

/** Something for each file that has a hash in suite.json. A suite without context has no context.ttl. */
export type SuiteFiles<T> = Readonly<Record<Exclude<HashedFile, typeof contextFile>, T>> & {
  readonly [contextFile]?: T;
};

export type HashedFile = (typeof hashedFiles)[number];
export const contextFile = 'context.ttl';
export const hashedFiles = [
  'graph.ttl',
  contextFile,
  'manifest.ttl',
  'cases.jsonl',
  'coverage.json',
] as const;

const role = enumOf('data', 'shapes', 'context');
const input = object({
  role,
  /** The path relative to the folder of the data file; only its last part when that leads out of the folder. */
  name: label,
  /** The SHA-256 of its text in UTF-8, without a byte order mark. */
  sha256: label,
});
const store = object({
  address: label,
  /** How many triples it counted; null if it did not report that. */
  triples: nullable(nonNegativeInteger),
  /** How many focus nodes it had that are IRIs, and how many of them were drawn with which seed. */
  focusNodes: nonNegativeInteger,
  sample: nonNegativeInteger,
  sampleSeed: nonNegativeInteger,
});
const result = object({
  focus: string,
  path: nullable(string),
  value: nullable(string),
  sourceShape: string,
  component: string,
  severity: string,
  message: string,
});

/** suite.json. */
export const suiteShape = object({
  /**
   * 2 since data and context are in files of their own, and constraints can be `satisfied` and `touched`. In format 1,
   * graph.ttl has the statements of both.
   */
  format: enumOf(1, 2),
  generator: object({ name: enumOf('shacl-repair'), version: label }),
  /** The name of the data set: `datasetId` of each case. */
  name: label,
  /** The name of this graph among those of the data set; absent where it is the only one. */
  graph: optional(label),
  seed: wholeNumber,
  options: object({
    /** As on the command line: `cover`, `exhaustive`, `sample:N`, `per-focus` or `mistakes`. */
    mode: label,
    /** How often each kind of mistake is made, in relation to the others; only in mode `mistakes`. */
    frequencies: optional(recordOf(number)),
    combine: nonNegativeInteger,
    crossCheck: enumOf('all', 'none'),
    ifInvalid: enumOf('refuse', 'repair', 'restrict'),
    maxEdits: nonNegativeInteger,
    maxCases: nonNegativeInteger,
    /** Whether cases change statements about nodes that only ontologies describe; absent if not. */
    ontologyNodes: optional(boolean),
    /**
     * The proportions of deletions, insertions and replacements among cases, as on the command line; only in the modes that
     * mix.
     */
    mix: optional(label),
    /** Whether cases may be changes that are unlikely mistakes; absent if not, and in older suites. */
    unlikely: optional(boolean),
    /** The inference that is applied to data and context before validation. */
    inference: enumOf('none', 'rdfs', 'rdfs+inverse', 'rules', 'rules+rdfs'),
    /** Where rdfs:subClassOf counts: graph.ttl is data, context.ttl is context, manifest.ttl is shapes. */
    subClassOfFrom: listOf(role),
  }),
  inputs: listOf(input),
  /** The triple store that the data were drawn from; absent when they are a file. */
  store: optional(store),
  /** Only in format 1: the namespaces in which only context files describe nodes. */
  ontologyNamespaces: optional(listOf(string)),
  /** The SHA-256 of files of the suite. `suite verify` uses them to find changed files. */
  files: object({
    'graph.ttl': label,
    'context.ttl': optional(label),
    'manifest.ttl': label,
    'cases.jsonl': label,
    'coverage.json': label,
  }),
  totals: object({
    /** The triples of graph.ttl. */
    triples: nonNegativeInteger,
    /** The triples of context.ttl; absent when there is no such file. */
    contextTriples: optional(nonNegativeInteger),
    shapesTriples: nonNegativeInteger,
    constraints: nonNegativeInteger,
    /** Constraints that a case newly violates. In format 1: those that a case reads. */
    covered: nonNegativeInteger,
    /** Constraints that a case newly satisfies, as below sh:not or sh:qualifiedMaxCount; absent when there are none. */
    satisfied: optional(nonNegativeInteger),
    /** All others. */
    uncovered: nonNegativeInteger,
    cases: nonNegativeInteger,
    /** The number of cases that the engines judge differently. */
    fragile: nonNegativeInteger,
    /** Decimal digits when a JSON number would not be exact. */
    treeNodes: anyOf<number | string>(label, number),
    leaves: anyOf<number | string>(label, number),
    /** How many of the leaves were tried; only in the modes `exhaustive` and `sample:N`. */
    tried: optional(nonNegativeInteger),
  }),
  /** The mean is rounded to three digits. Both are 0 when there are no cases. */
  alpha: object({ mean: number, max: number }),
  /** How many cases tests/ has. Each brings its whole graph, so tests/ has as many as fit into about 50 MB. */
  tests: object({ cases: nonNegativeInteger, leftOut: nonNegativeInteger }),
  /** The parts of the shapes that validation does not check; no case is about them. */
  notChecked: listOf(string),
  /** The edits that made the graph valid (`repair`), as N-Triples lines. */
  preparation: optional(object({ delete: listOf(string), insert: listOf(string) })),
  /** The results of the unchanged graph (`restrict`). A run with such results is not comparable with the paper's. */
  baseline: optional(listOf(result)),
});

const flagOrNull = nullable(boolean);

/** The id of a case is the name of its file in tests/, and editors show it. */
export const caseShape = object({
  /** `case-0001` and so on. */
  id: pathSegment,
  datasetId: label,
  manifestRef: object({ uri: enumOf('manifest.ttl'), sha256: label }),
  graphRef: object({ uri: enumOf('graph.ttl'), sha256: label }),
  seed: wholeNumber,
  /** The kind of mistake; absent for operations that were derived from the shapes. */
  operator: optional(label),
  leafId: label,
  /**
   * From a root shape's constraint down to the leaf's. Only the first 20 focus nodes are listed; `more` counts the
   * others.
   */
  path: listOf(object({ constraintKey: string, focus: listOf(string), more: optional(nonNegativeInteger) })),
  factors: listOf(object({ constraintKey: string, focus: string, strategy: label, value: optional(string) })),
  delete: listOf(string),
  insert: listOf(string),
  minted: listOf(object({ iri: string, by: enumOf('offline', 'llm') })),
  /** The constraints that the case newly violates. In format 1: those that it reads. */
  covered: listOf(string),
  /**
   * Constraints that the case newly satisfies where only that is asked, as below sh:not or sh:qualifiedMaxCount; absent when there
   * are none.
   */
  satisfied: optional(listOf(string)),
  /** The others that lead to its results, violated or satisfied as in graph.ttl; absent when there are none. */
  touched: optional(listOf(string)),
  expected: object({ shape: string, component: string, focus: string }),
  report: listOf(result),
  alpha: nonNegativeInteger,
  stats: object({
    /** The number of triples that change. */
    inverseSize: nonNegativeInteger,
    /** As the paper counts: a removed blank node's description belongs to the link. Absent in format 1. */
    operations: optional(nonNegativeInteger),
    minRepairSize: nullable(nonNegativeInteger),
    recoverable: flagOrNull,
    degenerateRepairExists: flagOrNull,
    collateral: nonNegativeInteger,
    focusNodes: nonNegativeInteger,
    sourceConstraints: nonNegativeInteger,
  }),
  /** An index in `report`. */
  chosenResult: nonNegativeInteger,
  dedup: object({ hash: label, sameGraphAs: nullable(pathSegment) }),
  /** `null` when rdf-validate-shacl was not asked. A case with `differs` is FRAGILE. */
  crossCheck: enumOf('agrees', 'differs', 'notCompared', null),
  /** How the engines differ, in words. */
  difference: optional(string),
  /** Why some results were not compared. */
  notCompared: optional(string),
});

/** coverage.json. */
export const coverageShape = object({
  constraints: listOf(
    object({
      constraintKey: string,
      shape: string,
      component: string,
      /** `touched`: cases read it, but violate it only where graph.ttl does as well. */
      status: enumOf('covered', 'satisfied', 'touched', 'uncovered'),
      reason: optional(label),
      explanation: optional(string),
      /** The cases that cover, satisfy or touch it, according to `status`. */
      cases: listOf(pathSegment),
    }),
  ),
  totals: object({
    constraints: nonNegativeInteger,
    covered: nonNegativeInteger,
    satisfied: optional(nonNegativeInteger),
    /** All others, touched ones among them. */
    uncovered: nonNegativeInteger,
    touched: optional(nonNegativeInteger),
    byReason: recordOf(nonNegativeInteger),
  }),
  /**
   * How far the cases look like data: the terms that they insert, and those that neither the data nor its shapes explain.
   * Absent in suites that older versions wrote.
   */
  realism: optional(object({ inserted: nonNegativeInteger, synthetic: nonNegativeInteger })),
  /** The outcome of the attempted mistakes; only in mode `mistakes`. */
  mistakes: optional(
    listOf(
      object({
        operator: label,
        /** Those that were applied to the graph: `silent`, which violate nothing, and `made`. */
        tried: nonNegativeInteger,
        silent: nonNegativeInteger,
        made: nonNegativeInteger,
      }),
    ),
  ),
});
