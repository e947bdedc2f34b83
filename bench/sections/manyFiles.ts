import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { runCommandLine } from '../commandLine.ts';
import { atMost, type Findings } from '../findings.ts';
import { writeManyFiles } from '../manyFiles/writeManyFiles.ts';
import { median } from '../measure.ts';
import { ms, printValue } from '../print.ts';
import { qudtUnits, vocabularyUnit } from '../workloads.ts';

const count = 2000;
const rounds = 3;

/** Measures `validate` over a folder of linked files, beside processes that only parse them. */
export async function manyFiles(): Promise<Findings> {
  const folder = writeManyFiles(count, qudtUnits(), 'http://qudt.org/vocab/unit/', unitShapes());
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('model'))
      .map((name) => path.join(folder, name));
    const parsing: number[] = [];
    const costs: ReturnType<typeof runCommandLine>[] = [];
    for (let round = 0; round < rounds; round++) {
      parsing.push(await parseInParallel(files));
      costs.push(runCommandLine(['validate', '.', '--format', 'json', '--output', 'report.json'], folder));
    }
    const time = median(costs.map((cost) => cost.time));
    const memory = Math.max(...costs.map((cost) => cost.memory));
    return {
      title: `A folder of ${count} files`,
      tables: [
        {
          head: ['files', 'parse, one process per core', 'validate', 'memory'],
          rows: [[String(count), ms(median(parsing)), ms(time), printValue(memory, 'MB')]],
        },
      ],
      bars: [
        {
          what: `${count} files: validate ÷ parse`,
          value: time / median(parsing),
          unit: '×',
          wanted: atMost(1.5),
        },
        { what: `${count} files: memory`, value: memory, unit: 'MB', wanted: atMost(500) },
      ],
      notes: [
        'Pieces of QUDT of 10 to 50 KB, each linked to one shapes file with about 60 constraints; about 6 % of the files have a result. The peer is our own parser with its graph in one process for each core, from start to end.',
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Our shapes of units, without what only holds for all units together or for another release. */
function unitShapes(): string {
  return vocabularyUnit()
    .shapes.replace('qudt.org/3.1.0/vocab/unit', 'qudt.org/2.1/vocab/unit')
    .replace(':offsetSN , :scalingOf ,', ':offsetSN ,')
    .replace('sh:property :exactMatch , :dbpediaMatch', 'sh:property :dbpediaMatch')
    .replace(':deprecated , :replacedBy', ':deprecated')
    .replaceAll('sh:path qudt:scalingOf ; sh:minCount 1', 'sh:path qudt:scalingOf ; sh:minCount 0')
    .replaceAll('sh:minExclusive 0 ;', 'sh:minInclusive 0 ;');
}

/** In ms, from the start of the first process to the end of the last. */
async function parseInParallel(files: readonly string[]): Promise<number> {
  const cores = availableParallelism();
  const start = performance.now();
  const shares = Array.from({ length: cores }, (_, core) => files.filter((_, i) => i % cores === core));
  await Promise.all(shares.map(parse));
  return performance.now() - start;
}

async function parse(files: readonly string[]): Promise<void> {
  const program = path.join(import.meta.dirname, 'parseFiles.mjs');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(files.join('\n'));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`parsing ended with ${code}`);
}
