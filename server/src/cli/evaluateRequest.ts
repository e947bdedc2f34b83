import { plainSystems } from '../evaluation/systems/index.ts';
import { CommandError } from './io.ts';
import { choice, count, oneOf, readOptions } from './options.ts';

/** What a command line asks `evaluate` for. */
export interface EvaluateRequest {
  /** The folder, as given. */
  readonly suite: string;
  readonly systems: readonly string[];
  /** The folder, as given; undefined for keeping nothing. */
  readonly out: string | undefined;
  readonly resume: boolean;
  readonly repeat: number;
  readonly shard: { readonly index: number; readonly of: number };
  readonly concurrency: number | undefined;
  readonly includeFragile: boolean;
  readonly crossCheck: 'all' | 'none';
  readonly format: 'text' | 'json';
}

/** @throws CommandError when something can't be so. */
export function evaluateRequest(args: readonly string[]): EvaluateRequest | 'help' {
  const { values, positionals } = readOptions(args, {
    options: {
      system: { type: 'string', multiple: true },
      out: { type: 'string' },
      resume: { type: 'boolean' },
      repeat: { type: 'string' },
      shard: { type: 'string' },
      concurrency: { type: 'string' },
      'include-fragile': { type: 'boolean' },
      'cross-check': { type: 'string' },
      format: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  const [suite, ...more] = positionals;
  if (suite === undefined || more.length > 0) throw new CommandError('give the folder of one suite.');
  if (!values.system) throw new CommandError(`give a system: --system ${oneOf(Object.keys(plainSystems))}.`);
  const resume = values.resume === true;
  if (resume && values.out === undefined) {
    throw new CommandError('--resume goes on with the run in a folder: give --out FOLDER.');
  }
  return {
    suite,
    systems: [...new Set(values.system)],
    out: values.out,
    resume,
    repeat: count('repeat', values.repeat, 1000) ?? 1,
    shard: givenShard(values.shard),
    concurrency: count('concurrency', values.concurrency, 1000),
    includeFragile: values['include-fragile'] === true,
    crossCheck: choice('cross-check', values['cross-check'], ['all', 'none']) ?? 'all',
    format: choice('format', values.format, ['text', 'json']) ?? 'text',
  };
}

function givenShard(value: string | undefined): EvaluateRequest['shard'] {
  if (value === undefined) return { index: 1, of: 1 };
  const [, index, of] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(value) ?? [];
  if (index === undefined || Number(index) > Number(of)) {
    throw new CommandError(
      `--shard can't be '${value}': give I/N, such as 2/8 for the second of eight parts.`,
    );
  }
  return { index: Number(index), of: Number(of) };
}

export const evaluateHelp = `Usage: shacl-repair evaluate SUITE --system SYSTEM [options]

Has repair systems attempt the cases of a benchmark that 'shacl-repair generate' wrote, and scores their answers: is
it an update (syntactic), are all results gone (semantic), is the graph as before but for literals (relaxed), is it
exactly as before (isomorphic). Each tier counts only where those before it hold.

  --system SYSTEM        what is measured; several times for several:
                           symbolic      the repairs that are found without a model
                           noop          changes nothing
                           oracle        takes the case back: the best that can be done
                           delete-focus  takes nodes out of their target: shows what the semantic tier alone is worth
  --out FOLDER           where the run is kept: run.json, trials.jsonl, report.json, report.md, report.csv
  --resume               go on with the run in FOLDER: what is recorded is not asked again
  --repeat N             attempt each case N times (default 1)
  --shard I/N            only the I-th of N parts of the cases; 'shacl-repair report' merges them
  --concurrency N        attempts at the same time (default: shaclRepair.model.concurrency for models, else 1)
  --include-fragile      also cases that the engines judge differently
  --cross-check WHAT     all (default): ask rdf-validate-shacl about each repaired graph; none
  --format FORMAT        text (default), json: of the summary
  -h, --help

A run may be killed at any time; the same command with --resume goes on from there.
Exit codes: 0 done, 2 could not run, or stopped before the end.
`;
