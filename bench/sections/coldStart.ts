import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Bar, type Findings } from '../findings.ts';
import { LanguageServer } from '../languageServer.ts';
import { median } from '../measure.ts';
import { ms, printValue } from '../print.ts';
import { qudt81k, qudt406k, type Workload } from '../workloads.ts';

/** Measures from the start of the server to complete diagnostics of a big file, and the memory that it then uses. */
export async function coldStart(): Promise<Findings> {
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
    ],
    bars: [
      { what: 'cold server, 81k validated', value: middle.time, unit: 'ms', wanted: atMost(2500) },
      ...memoryBar('memory at 81k', middle.memory, 400),
      ...memoryBar('memory at 406k', big.memory, 1024),
    ],
    notes: [
      'The time is from spawning the server to `shaclRepair/validated`. Memory is the resident set of the server and all its processes, read from /proc.',
    ],
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
