import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Bar, type Findings, type SectionOptions, type Table } from '../findings.ts';
import { LanguageServer, type Validation } from '../languageServer.ts';
import { median } from '../measure.ts';
import { ms, printValue } from '../print.ts';
import { qudt81k, qudt406k, type Workload } from '../workloads.ts';

/** Measures from the start of the server to complete diagnostics of a big file, and the memory that it then uses. */
export async function coldStart({ against }: SectionOptions): Promise<Findings> {
  const compared = against === undefined ? undefined : await compare(qudt81k(), against);
  const middle = await start(qudt81k(), 5);
  const big = await start(qudt406k(), 1);
  return {
    title: 'A cold server',
    tables: [
      {
        head: ['file', 'start → validated', 'memory when idle for 5 s'],
        rows: [middle, big].map(({ name, time, memory }) => [
          name,
          ms(time),
          memory === undefined ? 'not measured' : printValue(memory, 'MB'),
        ]),
      },
      ...(compared ? [comparison(compared)] : []),
    ],
    bars: [
      { what: 'cold server, 81k validated', value: middle.time, unit: 'ms', wanted: atMost(2500) },
      ...(compared
        ? [
            {
              what: 'cold server, 81k validated, CPU against the other build',
              value: median(compared.cpuRatios),
              unit: '×' as const,
              wanted: atMost(1.05),
            },
          ]
        : []),
      ...memoryBar('memory at 81k', middle.memory, 400),
      ...memoryBar('memory at 406k', big.memory, 1024),
    ],
    notes: [
      'The time is from spawning the server to `shaclRepair/validated`. Memory is the resident set of the server and all its processes, read from /proc.',
    ],
  };
}

/** This build divided by another one, run by run. */
interface Compared {
  readonly timeRatios: readonly number[];
  readonly cpuRatios: readonly number[];
}

const pairs = 15;

/** Starts the two builds in turn, so that other load on the machine affects both. */
async function compare(workload: Workload, build: string): Promise<Compared> {
  const timeRatios: number[] = [];
  const cpuRatios: number[] = [];
  for (let i = 0; i <= pairs; i++) {
    const own = await validated(new LanguageServer(workload), workload.data);
    const other = await validated(new LanguageServer({ ...workload, build }), workload.data);
    // The first pair reads the files into memory.
    if (i === 0) continue;
    timeRatios.push(own.time / other.time);
    cpuRatios.push(own.cpuTime / other.cpuTime);
  }
  return { timeRatios, cpuRatios };
}

async function validated(server: LanguageServer, text: string): Promise<Validation> {
  const validation = await server.open(text);
  await server.stop();
  return validation;
}

function comparison({ timeRatios, cpuRatios }: Compared): Table {
  const row = (what: string, ratios: readonly number[]) => [
    what,
    ...[Math.min(...ratios), median(ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(3)),
  ];
  return {
    head: [`QUDT 81k, this build against another one, ${pairs} pairs`, 'lowest', 'median', 'highest'],
    rows: [row('start → validated', timeRatios), row('processor time of all processes', cpuRatios)],
  };
}

interface Start {
  readonly name: string;
  /** In ms. */
  readonly time: number;
  /** In MB. */
  readonly memory: number | undefined;
}

async function start(workload: Workload, runs: number): Promise<Start> {
  const times: number[] = [];
  let memory: number | undefined;
  for (let run = 1; run <= runs; run++) {
    const server = new LanguageServer(workload);
    times.push((await server.open(workload.data)).time);
    if (run === runs) {
      await sleep(5000);
      memory = server.residentMemory();
    }
    await server.stop();
  }
  return { name: workload.name, time: median(times), memory };
}

function memoryBar(what: string, value: number | undefined, wanted: number): readonly Bar[] {
  return value === undefined ? [] : [{ what, value, unit: 'MB', wanted: atMost(wanted) }];
}
