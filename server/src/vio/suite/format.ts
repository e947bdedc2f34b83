import type { Inference } from '../../shacl/shapesGraph/regimes.ts';
import type { LinkRole } from '../../workspace/project/linkReason.ts';
import type { CoverageStatus } from '../vioCase.ts';

/**
 * The files of a suite folder as JSON (design contract, spec/vio.md 13). Terms are N-Triples strings, triples
 * N-Triples lines, paths are in SPARQL syntax. Blank nodes are written as IRIs, `urn:x-bnode:` and their label:
 * `b0` … in graph.ttl and on in context.ttl, `s0` … in manifest.ttl, `n0` … for those that a change brings. A label of
 * graph.ttl that context.ttl has as well is the same node.
 */

/** suite.json. */
export interface SuiteJson {
  /**
   * 2 since data and context are in files of their own, and constraints can be `satisfied` and `touched`. In format 1,
   * graph.ttl has the statements of both.
   */
  readonly format: 1 | 2;
  readonly generator: { readonly name: 'shacl-repair'; readonly version: string };
  /** The name of the data set: `datasetId` of each case. */
  readonly name: string;
  /** What this graph is called among those of the data set; absent where it is the only one. */
  readonly graph?: string;
  readonly seed: number;
  readonly options: {
    /** As on the command line: `cover`, `exhaustive`, `sample:N`, `per-focus` or `mistakes`. */
    readonly mode: string;
    /** How often each kind of mistake is made, in relation to the others; only in mode `mistakes`. */
    readonly frequencies?: Readonly<Record<string, number>>;
    readonly combine: number;
    readonly crossCheck: 'all' | 'none';
    readonly ifInvalid: 'refuse' | 'repair' | 'restrict';
    readonly maxEdits: number;
    readonly maxCases: number;
    /** Whether cases change what is said about nodes that only ontologies describe; absent if not. */
    readonly ontologyNodes?: boolean;
    /** Deletions, insertions and replacements that cases are mixed of, as on the command line; only in the modes that mix. */
    readonly mix?: string;
    /** Whether cases may be changes that nobody would make by mistake; absent if not, and in older suites. */
    readonly unlikely?: boolean;
    /** The inference that is applied to data and context before validation. */
    readonly inference: Inference;
    /** Where rdfs:subClassOf counts: graph.ttl is data, context.ttl is context, manifest.ttl is shapes. */
    readonly subClassOfFrom: readonly LinkRole[];
  };
  readonly inputs: readonly InputJson[];
  /** The triple store that the data were drawn from; absent when they are a file. */
  readonly store?: StoreJson;
  /** Only in format 1: the namespaces in which only context files describe nodes. */
  readonly ontologyNamespaces?: readonly string[];
  /** The SHA-256 of files of the suite. `suite verify` uses them to find changed files. */
  readonly files: SuiteFiles<string>;
  readonly totals: {
    /** The triples of graph.ttl. */
    readonly triples: number;
    /** The triples of context.ttl; absent when there is no such file. */
    readonly contextTriples?: number;
    readonly shapesTriples: number;
    readonly constraints: number;
    /** Constraints that a case newly violates. In format 1: those that a case looks at. */
    readonly covered: number;
    /** Constraints that a case newly satisfies, as below sh:not or sh:qualifiedMaxCount; absent when there are none. */
    readonly satisfied?: number;
    /** All others. */
    readonly uncovered: number;
    readonly cases: number;
    /** The number of cases that the engines judge differently. */
    readonly fragile: number;
    /** Decimal digits when a JSON number would not be exact. */
    readonly treeNodes: number | string;
    readonly leaves: number | string;
    /** How many of the leaves were tried; only in the modes `exhaustive` and `sample:N`. */
    readonly tried?: number;
  };
  /** The mean is rounded to three digits. Both are 0 when there are no cases. */
  readonly alpha: { readonly mean: number; readonly max: number };
  /** How many cases tests/ has. Each brings its whole graph, so tests/ has as many as fit into about 50 MB. */
  readonly tests: { readonly cases: number; readonly leftOut: number };
  /** The parts of the shapes that validation does not check; no case is about them. */
  readonly notChecked: readonly string[];
  /** The edits that made the graph valid (`repair`), as N-Triples lines. */
  readonly preparation?: { readonly delete: readonly string[]; readonly insert: readonly string[] };
  /** The results of the unchanged graph (`restrict`). A run with such results is not comparable with the paper's. */
  readonly baseline?: readonly ResultJson[];
}

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

/** An input file of the suite. */
export interface InputJson {
  readonly role: LinkRole;
  /** The path relative to the folder of the data file; only its last part when that leads out of the folder. */
  readonly name: string;
  /** The SHA-256 of its text in UTF-8, without a byte order mark. */
  readonly sha256: string;
}

/** A line of cases.jsonl. */
export interface CaseJson {
  /** `case-0001` and so on. */
  readonly id: string;
  readonly datasetId: string;
  readonly manifestRef: { readonly uri: 'manifest.ttl'; readonly sha256: string };
  readonly graphRef: { readonly uri: 'graph.ttl'; readonly sha256: string };
  readonly seed: number;
  /** The kind of mistake; absent for operations that were derived from the shapes. */
  readonly operator?: string;
  readonly leafId: string;
  /**
   * From a root shape's constraint down to the leaf's. Only the first 20 focus nodes are listed; `more` counts the
   * others.
   */
  readonly path: readonly {
    readonly constraintKey: string;
    readonly focus: readonly string[];
    readonly more?: number;
  }[];
  readonly factors: readonly {
    readonly constraintKey: string;
    readonly focus: string;
    readonly strategy: string;
    readonly value?: string;
  }[];
  readonly delete: readonly string[];
  readonly insert: readonly string[];
  readonly minted: readonly { readonly iri: string; readonly by: 'offline' | 'llm' }[];
  /** The constraints that the case newly violates. In format 1: those that it looks at. */
  readonly covered: readonly string[];
  /**
   * Constraints that the case newly satisfies where only that is asked, as below sh:not or sh:qualifiedMaxCount; absent when there
   * are none.
   */
  readonly satisfied?: readonly string[];
  /** The others that lead to its results, violated or satisfied as in graph.ttl; absent when there are none. */
  readonly touched?: readonly string[];
  readonly expected: { readonly shape: string; readonly component: string; readonly focus: string };
  readonly report: readonly ResultJson[];
  readonly alpha: number;
  readonly stats: {
    /** The number of triples that change. */
    readonly inverseSize: number;
    /** As the paper counts: a removed blank node's description belongs to the link. Absent in format 1. */
    readonly operations?: number;
    readonly minRepairSize: number | null;
    readonly recoverable: boolean | null;
    readonly degenerateRepairExists: boolean | null;
    readonly collateral: number;
    readonly focusNodes: number;
    readonly sourceConstraints: number;
  };
  /** An index in `report`. */
  readonly chosenResult: number;
  readonly dedup: { readonly hash: string; readonly sameGraphAs: string | null };
  /** `null` when rdf-validate-shacl was not asked. A case with `differs` is FRAGILE. */
  readonly crossCheck: 'agrees' | 'differs' | 'notCompared' | null;
  /** How the engines differ, in words. */
  readonly difference?: string;
  /** Why some results were not compared. */
  readonly notCompared?: string;
}

/** A validation result. */
export interface ResultJson {
  readonly focus: string;
  readonly path: string | null;
  readonly value: string | null;
  readonly sourceShape: string;
  readonly component: string;
  readonly severity: string;
  readonly message: string;
}

/** coverage.json. */
export interface SuiteCoverageJson {
  readonly constraints: readonly {
    readonly constraintKey: string;
    readonly shape: string;
    readonly component: string;
    /** `touched`: cases look at it, but violate it only where graph.ttl does as well. */
    readonly status: CoverageStatus;
    readonly reason?: string;
    readonly explanation?: string;
    /** The cases that cover, satisfy or touch it, as `status` says. */
    readonly cases: readonly string[];
  }[];
  readonly totals: {
    readonly constraints: number;
    readonly covered: number;
    readonly satisfied?: number;
    /** All others, touched ones among them. */
    readonly uncovered: number;
    readonly touched?: number;
    readonly byReason: Readonly<Record<string, number>>;
  };
  /**
   * How far the cases look like data: the terms that they insert, and those that neither the data nor its shapes explain.
   * Absent in suites that older versions wrote.
   */
  readonly realism?: { readonly inserted: number; readonly synthetic: number };
  /** What became of the mistakes that were tried; only in mode `mistakes`. */
  readonly mistakes?: readonly {
    readonly operator: string;
    /** Those that were applied to the graph: `silent`, which violate nothing, and `made`. */
    readonly tried: number;
    readonly silent: number;
    readonly made: number;
  }[];
}

/** Where the data of a suite were drawn from. Their SHA-256 among the inputs tells whether the store would give the same again. */
export interface StoreJson {
  readonly address: string;
  /** How many triples it counted; null where it did not tell. */
  readonly triples: number | null;
  /** How many focus nodes it had that are IRIs, and how many of them were drawn with which seed. */
  readonly focusNodes: number;
  readonly sample: number;
  readonly sampleSeed: number;
}
