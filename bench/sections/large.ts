import path from 'node:path';
import { atMost, type Bar, type Findings, type SectionOptions } from '../findings.ts';
import { hasJena, howToInstallJena, runJena } from '../large/jena.ts';
import { type ProcessCost, runMeasured } from '../large/runMeasured.ts';
import { writeLargeDataWithSchema } from '../large/writeLargeData.ts';
import { median } from '../measure.ts';
import { ms, printValue } from '../print.ts';
import { qudtSchemaFile } from '../workloads.ts';

/** How many runs of each size; the largest is for `--full`. */
const sizes = [
  { triples: 100_000, rounds: 5, isSlow: false },
  { triples: 1_000_000, rounds: 3, isSlow: false },
  { triples: 10_000_000, rounds: 1, isSlow: true },
] as const;

/** A quarter, which is its own choice, is too little for 10 million triples on a usual machine. */
const jenaOptions = ['-XX:MaxRAMPercentage=50'];

/** The medians of some runs of an engine, or what it said when it failed. */
type Outcome =
  | { readonly kind: 'validated'; readonly time: number; readonly cpu: number; readonly memory: number }
  | { readonly kind: 'failed'; readonly message: string };

interface Row {
  readonly triples: number;
  readonly ours: Outcome;
  readonly jena: Outcome;
}

/** Measures `validate` of large files beside Apache Jena: whole processes, from their start to their end. */
export async function large({ full }: SectionOptions): Promise<Findings> {
  const rows: Row[] = [];
  for (const { triples: wanted, rounds, isSlow } of sizes) {
    if (isSlow && !full) continue;
    const { file, triples } = writeLargeDataWithSchema(wanted, 'nt');
    const [ours, jena]: [ProcessCost[], ProcessCost[]] = [[], []];
    // They take turns, so that other load on the machine affects both.
    for (let round = 0; round < rounds; round++) {
      ours.push(await runOurs(file));
      if (hasJena()) jena.push(await runJena(file, qudtSchemaFile, jenaOptions));
    }
    rows.push({
      triples,
      ours: outcomeOf(ours, ({ status }) => status === 0),
      jena: outcomeOf(jena, ({ output }) => /sh:conforms +true/.test(output)),
    });
  }
  return {
    title: 'Large files',
    tables: [
      {
        head: ['triples', 'engine', 'time', 'CPU time', 'CPU time for 1000 triples', 'memory'],
        rows: rows.flatMap(({ triples, ours, jena }) => [
          [String(triples), 'SHACL Repair', ...cells(ours, triples)],
          [String(triples), 'Apache Jena', ...cells(jena, triples)],
        ]),
      },
    ],
    bars: barsOf(rows),
    notes: [
      'QUDT in renamed copies with its classes and shapes, as N-Triples, against its shapes; both engines judge that it conforms. Whole processes, from their start to their end; medians of up to 5 runs that take turns. Where the machine is loaded, CPU times tell more. Jena may use half of the machine’s memory as its heap. With `--full` also 10 million triples.',
    ],
    ...(!hasJena() && { failure: `Apache Jena is missing: ${howToInstallJena}` }),
  };
}

function runOurs(file: string): Promise<ProcessCost> {
  const cli = path.join(import.meta.dirname, 'dist', 'cli.js');
  const args = ['validate', file, '--shapes', qudtSchemaFile, '--max-file-size', '8GB', '--format', 'json'];
  return runMeasured(process.execPath, [cli, ...args]);
}

/** The medians of runs that all found that the data conforms, or what the first other one said. */
function outcomeOf(runs: readonly ProcessCost[], conforms: (run: ProcessCost) => boolean): Outcome {
  const failed = runs.find((run) => !conforms(run));
  if (failed) return { kind: 'failed', message: lastLine(failed.errors || failed.output) };
  if (runs.length === 0) return { kind: 'failed', message: 'not installed' };
  const middle = (of: (cost: ProcessCost) => number) => median(runs.map(of));
  return {
    kind: 'validated',
    time: middle(({ time }) => time),
    cpu: middle(({ cpu }) => cpu),
    memory: middle(({ memory }) => memory),
  };
}

function cells(outcome: Outcome, triples: number): readonly string[] {
  if (outcome.kind === 'failed') return [`failed: ${outcome.message}`, '', '', ''];
  const { time, cpu, memory } = outcome;
  return [ms(time), ms(cpu), ms((cpu / triples) * 1000), printValue(memory, 'MB')];
}

function barsOf(rows: readonly Row[]): readonly Bar[] {
  const bars: Bar[] = [];
  const [smallest, ...others] = rows;
  for (const { triples, ours, jena } of others) {
    if (ours.kind === 'failed') continue;
    const size = `${(triples / 1e6).toFixed(0)} M triples`;
    if (jena.kind === 'validated') {
      bars.push({
        what: `${size}: CPU time ÷ Jena`,
        value: ours.cpu / jena.cpu,
        unit: '×',
        wanted: atMost(1),
      });
      bars.push({ what: `${size}: time ÷ Jena`, value: ours.time / jena.time, unit: '×', wanted: atMost(1) });
      const ratio = ours.memory / jena.memory;
      bars.push({ what: `${size}: memory ÷ Jena`, value: ratio, unit: '×', wanted: atMost(0.5) });
    }
    if (smallest?.ours.kind === 'validated') {
      const growth = ours.cpu / triples / (smallest.ours.cpu / smallest.triples);
      bars.push({
        what: `${size}: CPU time for a triple ÷ 81k`,
        value: growth,
        unit: '×',
        wanted: atMost(3),
      });
    }
  }
  return bars;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)!.slice(0, 200);
}
