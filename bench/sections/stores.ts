import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { atMost, type Bar, type Findings, type SectionOptions } from '../findings.ts';
import { runMeasured } from '../large/runMeasured.ts';
import { largeFolder, writeLargeData } from '../large/writeLargeData.ts';
import { median } from '../measure.ts';
import { ms } from '../print.ts';
import { type CountingProxy, countingProxy } from '../stores/countingProxy.ts';
import { hasVirtuoso, howToInstallVirtuoso, startVirtuoso, type Virtuoso } from '../stores/virtuoso.ts';
import { qudtSchemaFile, qudtText } from '../workloads.ts';

const focusNodes = 200;
const rounds = 5;

/** The two sizes that are compared; loading 10 million triples takes minutes. */
const sizesOf = (full: boolean) => (full ? [1_000_000, 10_000_000] : [100_000, 1_000_000]);

/** The commands whose cost may not grow with the store. */
const commands = {
  context: ['validate'],
  change: ['validate', '--change'],
} as const;

interface Run {
  readonly time: number;
  readonly cpu: number;
  /** The largest resident set, in MB. */
  readonly memory: number;
  readonly requests: number;
  /** How long the store took, in ms. */
  readonly storeTime: number;
}

interface Measured extends Run {
  readonly command: string;
  readonly triples: number;
}

/** Measures how what a file costs that a store says more about grows with the store. */
export async function stores({ full }: SectionOptions): Promise<Findings> {
  const title = 'A triple store as context';
  if (!hasVirtuoso())
    return {
      title,
      tables: [],
      bars: [],
      notes: [],
      failure: `Virtuoso is missing: ${howToInstallVirtuoso}`,
    };
  const started: { readonly triples: number; readonly server: Virtuoso; readonly proxy: CountingProxy }[] =
    [];
  try {
    for (const wanted of sizesOf(full)) {
      const data = writeLargeData(wanted, 'nt');
      const server = await startVirtuoso(data);
      started.push({ triples: data.triples, server, proxy: await countingProxy(server.address) });
    }
    const file = writeFocusNodes();
    const runs = new Map<string, Run[]>();
    // They take turns, so that other load on the machine affects all of them. The first round warms the stores up.
    for (let round = 0; round <= rounds; round++) {
      for (const [command, args] of Object.entries(commands)) {
        for (const { triples, proxy } of started) {
          const run = await measure([...args, file], 'context', proxy);
          const key = `${command} ${triples}`;
          if (round > 0) runs.set(key, [...(runs.get(key) ?? []), run]);
        }
      }
    }
    const rows = Object.keys(commands).flatMap((command) =>
      started.map(({ triples }) => ({
        command: `--${command}`,
        triples,
        ...medianOf(runs.get(`${command} ${triples}`)!),
      })),
    );
    const whole = full ? await wholeStores() : [];
    return {
      title,
      tables: [
        {
          head: [
            ...['command', 'triples in the store', 'requests', 'time', 'of it in the store', 'CPU time'],
            'peak memory',
          ],
          rows: [...rows, ...whole].map(({ command, triples, requests, time, storeTime, cpu, memory }) => [
            command,
            String(triples),
            String(requests),
            ms(time),
            ms(storeTime),
            ms(cpu),
            `${Math.round(memory)} MB`,
          ]),
        },
      ],
      bars: [...barsOf(rows), ...barsOfWhole(whole)],
      notes: [
        `Whole processes over Virtuoso on the same machine, medians of ${rounds} runs in turn after a first one: ${focusNodes} units with mistakes of one of the renamed copies of QUDT in the store, against QUDT's shapes. Where the machine is loaded, requests tell more than times. With \`--full\` 10 million triples, and \`--endpoint\`: all focus nodes of 100,000 triples, and of 1 and 10 million triples equally many, with and without \`--judge-all\`, once each.`,
      ],
    };
  } finally {
    for (const { proxy, server } of started) {
      proxy.stop();
      await server.stop();
    }
  }
}

/** A file with statements about units of a copy that all stores have. */
function writeFocusNodes(): string {
  const units = [...new Set(qudtText().match(/^unit:[A-Za-z][\w-]* (?=)/gm))].filter((_, i) => i % 9 === 0);
  const text = [
    '@prefix unit: <http://qudt.org/copy0/vocab/unit/> . @prefix qudt: <http://qudt.org/schema/qudt/> .',
    ...units
      .slice(0, focusNodes)
      .map((unit) => `${unit} qudt:hasQuantityKind unit:M ; qudt:symbol "x", "y" .`),
  ].join('\n');
  const file = path.join(largeFolder, 'focus-nodes.ttl');
  writeFileSync(file, text);
  return file;
}

/** As many focus nodes of larger stores, about 6,000, so that only what a store costs grows with it. */
const shards = [
  [1_000_000, '1/10'],
  [10_000_000, '1/100'],
] as const;

async function wholeStores(): Promise<readonly Measured[]> {
  const measured = [await wholeStore(100_000, [])];
  for (const [wanted, shard] of shards)
    for (const more of [[], ['--judge-all']])
      measured.push(await wholeStore(wanted, ['--shard', shard, ...more]));
  return measured;
}

async function wholeStore(wanted: number, args: readonly string[]): Promise<Measured> {
  const data = writeLargeData(wanted, 'nt');
  const server = await startVirtuoso(data);
  const proxy = await countingProxy(server.address);
  try {
    const run = await measure(['validate', ...args], 'endpoint', proxy);
    return { command: ['--endpoint', ...args].join(' '), triples: data.triples, ...run };
  } finally {
    proxy.stop();
    await server.stop();
  }
}

/** @throws when there is no verdict. */
async function measure(
  args: readonly string[],
  option: 'context' | 'endpoint',
  proxy: CountingProxy,
): Promise<Run> {
  const cli = path.join(import.meta.dirname, 'dist', 'cli.js');
  proxy.take();
  const { status, time, cpu, memory, errors } = await runMeasured(process.execPath, [
    ...[cli, ...args, '--shapes', qudtSchemaFile],
    ...[`--${option}`, proxy.address, '--format', 'json'],
  ]);
  if (status !== 0 && status !== 1) throw new Error(`${args.join(' ')} ended with ${status}: ${errors}`);
  const { requests, time: storeTime } = proxy.take();
  return { time, cpu, memory, requests, storeTime };
}

function medianOf(runs: readonly Run[]): Run {
  const middle = (of: (run: Run) => number) => median(runs.map(of));
  return {
    time: middle(({ time }) => time),
    cpu: middle(({ cpu }) => cpu),
    memory: middle(({ memory }) => memory),
    requests: middle(({ requests }) => requests),
    storeTime: middle(({ storeTime }) => storeTime),
  };
}

function barsOf(rows: readonly Measured[]): readonly Bar[] {
  return Object.keys(commands).flatMap((command) => {
    const [small, large] = rows.filter((row) => row.command === `--${command}`) as [Measured, Measured];
    const sizes = `${millions(large.triples)} ÷ ${millions(small.triples)} triples`;
    const growth = (what: string, of: (run: Run) => number): Bar => ({
      what: `--${command}: ${what}, ${sizes}`,
      value: of(large) / of(small),
      unit: '×',
      wanted: atMost(1.2),
    });
    return [
      growth('requests', ({ requests }) => requests),
      growth('time', ({ time }) => time),
      {
        what: `--${command}: requests for ${focusNodes} focus nodes`,
        value: large.requests,
        unit: 'requests' as const,
        wanted: atMost(20),
      },
    ];
  });
}

function barsOfWhole(rows: readonly Measured[]): readonly Bar[] {
  const [small, large] = shards.map(([, shard]) =>
    rows.find(({ command }) => command === `--endpoint --shard ${shard} --judge-all`),
  );
  if (small === undefined || large === undefined) return [];
  const sizes = `${millions(large.triples)} ÷ ${millions(small.triples)} triples`;
  return [
    {
      what: `--endpoint --judge-all: time for equally many focus nodes, ${sizes}`,
      value: large.time / small.time,
      unit: '×',
      wanted: atMost(1.2),
    },
    {
      what: `--endpoint --judge-all: peak memory, ${sizes}`,
      value: large.memory / small.memory,
      unit: '×',
      wanted: atMost(1.3),
    },
  ];
}

function millions(triples: number): string {
  return `${(triples / 1e6).toFixed(1)} M`;
}
