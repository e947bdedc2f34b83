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
  type ParsedValue,
  readAs,
  recordOf,
  stringUpTo,
  wholeNumberFrom,
} from '../../base/jsonShape.ts';
import { sha256 } from '../../base/sha256.ts';
import type { LoadedCase, LoadedSuite } from '../../vio/suite/readSuite.ts';
import { isFragile } from './trial.ts';

/** run.json: what a run is about. Its trials are in trials.jsonl. */
export interface RunJson {
  readonly format: 1;
  readonly generator: { readonly name: 'shacl-repair'; readonly version: string };
  readonly suite: {
    readonly name: string;
    /** SHA-256 over graph, shapes and cases: trials of suites with the same one can be compared case by case. */
    readonly sha256: string;
    readonly cases: number;
    /** Cases that the engines judge differently. */
    readonly fragile: number;
  };
  /** Where the suite was, from the folder of the run or absolute; null where the run is kept in no folder. */
  readonly suiteFolder: string | null;
  readonly cells: readonly Cell[];
  /** How often each system attempts each case. */
  readonly repeat: number;
  /** Which of the cases: those whose place, from 0, leaves `index - 1` when divided by `of`. */
  readonly shard: { readonly index: number; readonly of: number };
  readonly includeFragile: boolean;
  /** The cases of this run, or of this shard of it, and of how many a smallest repair restores the graph. */
  readonly selected: { readonly cases: number; readonly recoverable: number; readonly undecided: number };
  /** Whether rdf-validate-shacl was asked about repaired graphs. */
  readonly crossCheck: 'all' | 'none';
}

/** A system with a strategy and a model. */
export interface Cell {
  /** `symbolic`, `model:gpt-4o SF+`. */
  readonly id: string;
  readonly system: string;
  /** How a model is asked; null for systems that ask none. */
  readonly strategy: string | null;
  readonly model: string | null;
  /** What else answers depend on: temperature, rounds and the like. */
  readonly parameters: Readonly<Record<string, string | number | boolean | null>>;
  /** Why it is not run at all; null when it is. */
  readonly notRun: string | null;
}

/** Reads run.json; what is wrong with it where it is none, as a part of a sentence: `cells[0].id is missing`. */
export function readRun(json: string): ParsedValue<RunJson> {
  return readAs(runShape, json);
}

/** Ids of cells are shown and compared; none is a part of a path. */
const runShape: JsonShape<RunJson> = object({
  format: enumOf(1),
  generator: object({ name: enumOf('shacl-repair'), version: label }),
  suite: object({ name: label, sha256: label, cases: nonNegativeInteger, fragile: nonNegativeInteger }),
  suiteFolder: nullable(stringUpTo(4096)),
  cells: listOf(
    object({
      id: label,
      system: label,
      strategy: nullable(label),
      model: nullable(label),
      parameters: recordOf(nullable(anyOf<string | number | boolean>(label, number, boolean)), 100),
      notRun: nullable(label),
    }),
    1000,
  ),
  repeat: wholeNumberFrom(1, 10_000),
  shard: object({ index: wholeNumberFrom(1, 1_000_000), of: wholeNumberFrom(1, 1_000_000) }),
  includeFragile: boolean,
  selected: object({
    cases: nonNegativeInteger,
    recoverable: nonNegativeInteger,
    undecided: nonNegativeInteger,
  }),
  crossCheck: enumOf('all', 'none'),
});

/** What decides which trials a run has. */
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

/** run.json of a run. */
export async function runJson(
  suite: LoadedSuite,
  { suiteFolder, cells, repeat, shard, includeFragile, crossCheck, version }: RunChoices,
): Promise<RunJson> {
  const { texts, description, cases } = suite;
  const selected = selectedCases(suite, { shard, includeFragile });
  const counted = (recoverable: boolean | null) =>
    selected.filter(({ json }) => json.stats.recoverable === recoverable).length;
  const files = ['graph.ttl', 'manifest.ttl', 'cases.jsonl'] as const;
  const hashes = await Promise.all(files.map((file) => sha256(texts[file])));
  return {
    format: 1,
    generator: { name: 'shacl-repair', version },
    suite: {
      name: description.name,
      sha256: await sha256(hashes.join(' ')),
      cases: cases.length,
      fragile: cases.filter(({ json }) => isFragile(json)).length,
    },
    suiteFolder,
    // Nothing of a system but what the file says of it.
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

/** The first field in which two runs are not about the same trials; undefined when one goes on with the other. */
export function differenceOf(before: RunJson, now: RunJson): keyof RunJson | undefined {
  const { generator: _, suiteFolder: __, ...fields } = now;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return names.find((name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]));
}
