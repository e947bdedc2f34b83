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
  type ParsedValue,
  readAs,
  recordOf,
  type ShapeType,
  stringUpTo,
  wholeNumberFrom,
} from '../../../base/jsonShape.ts';
import { sha256 } from '../../../base/sha256.ts';
import { contextFile } from '../../../vio/suite/format.ts';
import type { LoadedCase, LoadedSuite } from '../../../vio/suite/readSuite.ts';
import { isFragile } from './trial.ts';

/** run.json: the subject of a run. Its trials are in trials.jsonl. */
export type RunJson = ShapeType<typeof runShape>;

/** A system with a strategy and a model. */
export type Cell = ShapeType<typeof cell>;

/** Whether answers count only in exactly the requested form: in prompts of the paper, with the lenient reading beside. */
export function readsStrictly({ parameters }: Pick<Cell, 'parameters'>): boolean {
  return parameters.reading === 'strict';
}

/** Reads run.json. If it is invalid, the problem is a part of a sentence: `cells[0].id is missing`. */
export function readRun(json: string): ParsedValue<RunJson> {
  return readAs(runShape, json);
}

/** Ids of cells are displayed and compared, but never used in a path. */
const cell = object({
  /** `symbolic`, `model:gpt-4o SF+`. */
  id: label,
  system: label,
  /** How a model is asked; null for systems without a model. */
  strategy: nullable(label),
  model: nullable(label),
  /** Other parameters that answers depend on, such as temperature and rounds. */
  parameters: recordOf(nullable(anyOf<string | number | boolean>(label, number, boolean)), 100),
  /** Why the cell is not run; null if it is run. */
  notRun: nullable(label),
});

const runShape = object({
  format: enumOf(1),
  generator: object({ name: enumOf('shacl-repair'), version: label }),
  suite: object({
    name: label,
    /** The name of its graph, if its data set has several. */
    graph: optional(label),
    /** A SHA-256 hash of graph, shapes and cases. Trials of suites with the same hash can be compared case by case. */
    sha256: label,
    cases: nonNegativeInteger,
    /** The number of cases that the engines judge differently. */
    fragile: nonNegativeInteger,
    /** The triples of its graph, and of its shapes; absent in older runs, and where several graphs are one data set. */
    triples: optional(nonNegativeInteger),
    shapesTriples: optional(nonNegativeInteger),
  }),
  /** The folder of the suite, absolute or relative to the folder of the run; null if the run has no folder. */
  suiteFolder: nullable(stringUpTo(4096)),
  cells: listOf(cell, 1000),
  /** How many times each system attempts each case. */
  repeat: wholeNumberFrom(1, 10_000),
  /** Selects cases: those whose position, from 0, leaves `index - 1` when divided by `of`. */
  shard: object({ index: wholeNumberFrom(1, 1_000_000), of: wholeNumberFrom(1, 1_000_000) }),
  includeFragile: boolean,
  /** The number of cases of this run or shard, and how many of them a smallest repair restores. */
  selected: object({
    cases: nonNegativeInteger,
    recoverable: nonNegativeInteger,
    undecided: nonNegativeInteger,
  }),
  /** Whether rdf-validate-shacl was asked about repaired graphs. */
  crossCheck: enumOf('all', 'none'),
});

/** The choices that determine the trials of a run. */
export interface RunChoices {
  readonly suiteFolder: string | null;
  readonly cells: readonly Cell[];
  readonly repeat: number;
  readonly shard: RunJson['shard'];
  readonly includeFragile: boolean;
  readonly crossCheck: RunJson['crossCheck'];
  readonly version: string;
}

/** The cases of a suite that are run. */
export function selectedCases(
  { cases }: LoadedSuite,
  { shard, includeFragile }: Pick<RunChoices, 'shard' | 'includeFragile'>,
): readonly LoadedCase[] {
  return cases
    .filter(({ json }) => includeFragile || !isFragile(json))
    .filter((_, place) => place % shard.of === shard.index - 1);
}

/** The SHA-256 hash of what makes a suite: its graph, its context if it has one, its shapes and its cases. */
export function suiteHash({ texts }: Pick<LoadedSuite, 'texts'>): string {
  const files = ['graph.ttl', contextFile, 'manifest.ttl', 'cases.jsonl'] as const;
  const hashes = files.flatMap((file) => texts[file] ?? []).map(sha256);
  return sha256(hashes.join(' '));
}

/** Creates run.json of a run. */
export async function runJson(
  suite: LoadedSuite,
  { suiteFolder, cells, repeat, shard, includeFragile, crossCheck, version }: RunChoices,
): Promise<RunJson> {
  const { description, cases } = suite;
  const selected = selectedCases(suite, { shard, includeFragile });
  const counted = (recoverable: boolean | null) =>
    selected.filter(({ json }) => json.stats.recoverable === recoverable).length;
  return {
    format: 1,
    generator: { name: 'shacl-repair', version },
    suite: {
      name: description.name,
      ...(description.graph !== undefined && { graph: description.graph }),
      sha256: suiteHash(suite),
      cases: cases.length,
      fragile: cases.filter(({ json }) => isFragile(json)).length,
      triples: description.totals.triples,
      shapesTriples: description.totals.shapesTriples,
    },
    suiteFolder,
    // Only the fields of the file, without the system itself.
    cells: cells.map(({ id, system, strategy, model, parameters, notRun }) => ({
      id,
      system,
      strategy,
      model,
      parameters,
      notRun,
    })),
    repeat,
    shard,
    includeFragile,
    selected: { cases: selected.length, recoverable: counted(true), undecided: counted(null) },
    crossCheck,
  };
}

/** The first field in which two runs differ about their trials; undefined when one continues the other. */
export function differenceOf(before: RunJson, now: RunJson): keyof RunJson | undefined {
  const { generator: _, suiteFolder: __, ...fields } = now;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return names.find((name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]));
}
