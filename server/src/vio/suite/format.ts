/**
 * The files of a suite folder as JSON (design contract, spec/vio.md 13). Terms are N-Triples strings, triples
 * N-Triples lines; blank nodes of the graph are written as the skolem IRIs `urn:x-bnode:LABEL` of their labels in
 * graph.ttl and manifest.ttl.
 */

/** suite.json. */
export interface SuiteJson {
  readonly format: 1;
  readonly generator: { readonly name: 'shacl-repair'; readonly version: string };
  readonly seed: number;
  readonly options: {
    /** As on the command line: cover, exhaustive, sample:N, per-focus. */
    readonly mode: string;
    readonly combine: number;
    readonly crossCheck: 'all' | 'none';
    readonly ifInvalid: 'refuse' | 'repair' | 'restrict';
    readonly maxEdits: number;
    readonly maxCases: number;
  };
  /** The files that it was generated from: their names and the SHA-256 of their bytes. */
  readonly inputs: readonly {
    readonly role: 'data' | 'shapes' | 'context';
    readonly name: string;
    readonly sha256: string;
  }[];
  /** Hashes of the files of the suite, by which `suite verify` knows that they are as they were. */
  readonly files: Readonly<Record<'graph.ttl' | 'manifest.ttl' | 'cases.jsonl' | 'coverage.json', string>>;
  readonly totals: {
    readonly triples: number;
    readonly shapesTriples: number;
    readonly constraints: number;
    readonly covered: number;
    readonly uncovered: number;
    readonly cases: number;
    /** Cases that the engines judge differently. */
    readonly fragile: number;
    /** Decimal digits where a number is not exact. */
    readonly treeNodes: number | string;
    readonly leaves: number | string;
  };
  readonly alpha: { readonly mean: number; readonly max: number };
  /** Edits by which the graph was made valid (`repair`), as N-Triples lines. */
  readonly preparation?: { readonly delete: readonly string[]; readonly insert: readonly string[] };
  /** Results that the graph has already (`restrict`): such a run is not comparable with the paper's. */
  readonly baseline?: readonly ResultJson[];
}

/** A line of cases.jsonl. */
export interface CaseJson {
  /** `case-0001` and so on. */
  readonly id: string;
  readonly datasetId: string;
  readonly manifestRef: { readonly uri: 'manifest.ttl'; readonly sha256: string };
  readonly graphRef: { readonly uri: 'graph.ttl'; readonly sha256: string };
  readonly seed: number;
  readonly leafId: string;
  readonly path: readonly { readonly constraintKey: string; readonly focus: readonly string[] }[];
  readonly factors: readonly {
    readonly constraintKey: string;
    readonly focus: string;
    readonly strategy: string;
    readonly value?: string;
  }[];
  readonly delete: readonly string[];
  readonly insert: readonly string[];
  readonly minted: readonly { readonly iri: string; readonly by: 'offline' | 'llm' }[];
  readonly covered: readonly string[];
  readonly expected: { readonly shape: string; readonly component: string; readonly focus: string };
  readonly report: readonly ResultJson[];
  readonly alpha: number;
  readonly stats: {
    readonly inverseSize: number;
    readonly minRepairSize: number | null;
    readonly recoverable: boolean | null;
    readonly degenerateRepairExists: boolean | null;
    readonly collateral: number;
    readonly focusNodes: number;
    readonly sourceConstraints: number;
  };
  /** Place in `report`. */
  readonly chosenResult: number;
  readonly dedup: { readonly hash: string; readonly sameGraphAs: string | null };
  /** `null` when rdf-validate-shacl was not asked; a case with `differs` is FRAGILE. */
  readonly crossCheck: 'agrees' | 'differs' | null;
  readonly difference?: string;
}

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
export interface CoverageJson {
  readonly constraints: readonly {
    readonly constraintKey: string;
    readonly shape: string;
    readonly component: string;
    readonly status: 'covered' | 'uncovered';
    readonly reason?: string;
    readonly explanation?: string;
    readonly cases: readonly string[];
  }[];
  readonly totals: {
    readonly constraints: number;
    readonly covered: number;
    readonly uncovered: number;
    readonly byReason: Readonly<Record<string, number>>;
  };
}
