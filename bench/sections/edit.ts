import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { graphDifference } from '../../server/src/rdf/graphDifference.ts';
import { TurtleDocument } from '../../server/src/rdf/turtle/turtleDocument.ts';
import { breakablePlaces, seeded } from '../edits.ts';
import { atMost, type Findings } from '../findings.ts';
import { cpuTime } from '../languageServer.ts';
import { median, medians, percentile, timed } from '../measure.ts';
import { readWithN3 } from '../peers.ts';
import { ms, times } from '../print.ts';
import { qudt81k, type Workload } from '../workloads.ts';

/** Measures edits of single statements in a big document, finding the triples that change, and what agents are told of such edits. */
export async function edit(): Promise<Findings> {
  const { data } = qudt81k();
  const all = edits(data);
  const copying = all.map(({ copyingText }) => copyingText);
  const reading = all.map(({ reReading }) => reReading);
  const { n3 } = await medians(3, { n3: timed(() => readWithN3(data)) });
  const half = median(reading);
  const verified = await verifiedChanges(qudt81k());
  const cpu = verified.flatMap(({ times }) => times);
  return {
    title: 'Edit a statement',
    tables: [
      {
        head: [`${all.length} edits at 81k`, 'p50', 'p95', 'slowest', 'n3, the whole text'],
        rows: [
          ['changed document and triples that differ', ...spread(reading), `${ms(n3)} (${times(n3, half)})`],
          ['before: new text in one piece', ...spread(copying), ''],
        ],
      },
      {
        head: ['`verify_change` over stdio at 81k, CPU time of the server', 'calls', 'p50', 'p95', 'slowest'],
        rows: [...verified, { kind: 'all', times: cpu }].map(({ kind, times }) => [
          kind,
          String(times.length),
          ...spread(times),
        ]),
      },
    ],
    bars: [
      {
        what: 'one-statement edit at 81k, document and delta, median',
        value: half,
        unit: 'ms',
        wanted: atMost(3),
      },
      {
        what: 'verify_change at 81k behind the first, CPU time, p95',
        value: percentile(cpu, 95),
        unit: 'ms',
        wanted: atMost(60),
      },
    ],
    notes: [
      '`verify_change` is asked in turns of changes of each kind, of which nothing is written. CPU time is that of all threads, garbage collection and compilation included.',
      'Each edit breaks a statement or mends it. V8 copies a text of 4 million characters when it is put together anew, which is measured apart.',
    ],
  };
}

/** Times in ms. */
interface Edit {
  readonly copyingText: number;
  readonly reReading: number;
}

function edits(text: string): readonly Edit[] {
  const found: Edit[] = [];
  let document = new TurtleDocument('file:///data.ttl', 1, text);
  // Computes the indexes before the first edit.
  graphDifference(document.graph, document.graph);
  const replace = (start: number, old: string, by: string) => {
    const begin = performance.now();
    const after = `${document.text.slice(0, start)}${by}${document.text.slice(start + old.length)}`;
    // V8 builds a concatenated string only when it is first read.
    after.charCodeAt(start);
    const copied = performance.now();
    const change = { start, end: start + old.length, length: by.length };
    const next = document.changed(document.version + 1, after, change);
    const { added, removed } = graphDifference(document.graph, next.graph);
    found.push({ copyingText: copied - begin, reReading: performance.now() - copied });
    if (added.length + removed.length === 0) throw new Error(`no triple differs at ${start}`);
    document = next;
  };
  // Each place is restored before the next one is broken, so that offsets stay valid.
  for (const { offset, sound, broken } of breakablePlaces(text, 200, seeded(3))) {
    replace(offset, sound, broken);
    replace(offset, broken, sound);
  }
  return found;
}

function spread(values: readonly number[]): readonly string[] {
  return [median(values), percentile(values, 95), Math.max(...values)].map(ms);
}

/** Asks a server for agents about changes of a big file, each of one statement, and returns the CPU time of each call in ms. */
async function verifiedChanges({ data, shapes }: Workload) {
  const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-verify-'));
  const client = new Client({ name: 'bench', version: '1' }, { capabilities: {} });
  try {
    writeFileSync(path.join(folder, 'data.ttl'), data);
    writeFileSync(path.join(folder, 'shapes.ttl'), shapes);
    const args = ['mcp', '--shapes', 'shapes.ttl', '--context', 'shapes.ttl'];
    const cli = path.join(import.meta.dirname, 'dist', 'cli.js');
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [cli, ...args],
      cwd: folder,
    });
    await client.connect(transport);
    const verify = async (change: object) => {
      const before = cpuTime(transport.pid!);
      const given = { name: 'verify_change', arguments: { files: ['data.ttl'], ...change } };
      const { isError, structuredContent } = await client.callTool(given);
      const time = cpuTime(transport.pid!) - before;
      const { verdict } = (structuredContent ?? {}) as { readonly verdict?: string };
      if (isError || verdict === 'refused') throw new Error(JSON.stringify({ change, structuredContent }));
      return time;
    };
    const kinds = changeKinds(data);
    await verify(kinds[0]!.changes[0]!);
    const found = kinds.map(({ kind }) => ({ kind, times: [] as number[] }));
    for (let i = 0; i < changesOfKind; i++)
      for (const [k, { changes }] of kinds.entries()) found[k]!.times.push(await verify(changes[i]!));
    return found;
  } finally {
    await client.close();
    rmSync(folder, { recursive: true });
  }
}

const changesOfKind = 30;

/** Changes of statements, of which some break something and some do not. */
function changeKinds(data: string) {
  const [patched, rewritten] = [11, 12].map((seed) => breakablePlaces(data, changesOfKind, seeded(seed)));
  const lines = data.split('\n');
  const prefixes = lines
    .flatMap((each) => each.replace(/^@(prefix .*)\.$/, '$1'))
    .filter((each) => each.startsWith('prefix '));
  const units = lines.flatMap((each) => /^(unit:[\w-]+) a /.exec(each)?.[1] ?? []);
  const random = seeded(13);
  const someUnit = () => units[Math.floor(random() * units.length)]!;
  const updates = (text: (unit: string, i: number) => string) =>
    Array.from({ length: changesOfKind }, (_, i) => ({
      update: `${prefixes.join('\n')}\n${text(someUnit(), i)}`,
    }));
  return [
    {
      kind: 'update of data',
      changes: updates((unit, i) => `INSERT DATA { ${unit} qudt:symbol ${i % 2 === 0 ? `"s${i}"` : i} }`),
    },
    {
      kind: 'update with WHERE',
      changes: updates(
        (unit, i) =>
          `DELETE { ${unit} qudt:conversionMultiplier ?v } INSERT { ${unit} qudt:conversionMultiplier ${i % 2 === 0 ? `${i}.5` : '"many"'} } WHERE { ${unit} qudt:conversionMultiplier ?v }`,
      ),
    },
    {
      kind: 'patch',
      changes: patched!.map(({ line, start, sound, broken }) => {
        const before = lines[line]!;
        const after = before.slice(0, start) + broken + before.slice(start + sound.length);
        const at = `${line + 1} +${line + 1}`;
        return { patch: `--- a/data.ttl\n+++ b/data.ttl\n@@ -${at} @@\n-${before}\n+${after}\n` };
      }),
    },
    {
      kind: 'whole text',
      changes: rewritten!.map(({ offset, sound, broken }) => ({
        text: data.slice(0, offset) + broken + data.slice(offset + sound.length),
      })),
    },
  ];
}
