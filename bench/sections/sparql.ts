import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Range } from 'vscode-languageserver';
import { seeded } from '../edits.ts';
import { atMost, type Findings } from '../findings.ts';
import { LanguageServer } from '../languageServer.ts';
import { median, percentile } from '../measure.ts';
import { ms } from '../print.ts';

const folder = '../shared/data';

/** Measures shapes that need SPARQL and rules: a cold command, and keystrokes with all queries and rules on. */
export async function sparql(): Promise<Findings> {
  const models = '223p/models/lbnl-bdg3-1.ttl';
  const ontology = '223p/223p.ttl';
  const units = 'qudt-v2.1.43-merged/qudt-all-81303.ttl';
  const brick = 'brick-buildingmotif/Brick.ttl';
  const building = cold(models, ontology, [ontology, units]);
  const office = cold('brick-buildingmotif/smallOffice_brick.ttl', brick, [brick]);

  const data = read(models);
  const server = new LanguageServer({
    data,
    shapes: read(ontology),
    context: read(units),
    inference: 'rules',
  });
  const opened = await server.open(data);
  const keystrokes = await edit(server, data);
  await server.stop();
  const [half, most] = [median(keystrokes), percentile(keystrokes, 95)];
  return {
    title: 'Shapes with SPARQL, and rules',
    tables: [
      {
        head: ['with all queries and rules', 'time'],
        rows: [
          ['cold command, lbnl-bdg3-1 with 223P and QUDT', ms(building)],
          ['cold command, smallOffice with Brick', ms(office)],
          ['cold server, lbnl-bdg3-1 with 223P and QUDT', ms(opened.time)],
          ['keystroke → validated, p50', ms(half)],
          ['keystroke → validated, p95', ms(most)],
        ],
      },
    ],
    bars: [
      {
        what: '223P: cold command with queries and rules',
        value: building,
        unit: 'ms',
        wanted: atMost(3000),
      },
      { what: 'Brick: cold command with queries and rules', value: office, unit: 'ms', wanted: atMost(3000) },
      {
        what: '223P: keystroke → validated with queries and rules, p95',
        value: most,
        unit: 'ms',
        wanted: atMost(100),
      },
    ],
    notes: [
      'Commands are timed from spawning the process to its end, medians of three. Keystrokes rename the object of a statement and put it back; debounce is 0.',
    ],
  };
}

function cold(data: string, shapes: string, context: readonly string[]): number {
  const cli = path.join(import.meta.dirname, 'dist', 'cli.js');
  const at = (file: string) => path.join(folder, file);
  const links = context.flatMap((file) => ['--context', at(file)]);
  const args = [
    cli,
    'validate',
    at(data),
    '--shapes',
    at(shapes),
    ...links,
    '--inference',
    'rules',
    '--quiet',
  ];
  const runs = [1, 2, 3].map(() => {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status === 2 || status === null) throw new Error(stderr);
    return performance.now() - start;
  });
  return median(runs);
}

/** Makes 100 edits and returns how long each took until it was validated, in ms. */
async function edit(server: LanguageServer, text: string): Promise<readonly number[]> {
  const random = seeded(1);
  const lines = text.split('\n');
  const places = lines.flatMap((line, index) => {
    const match = /^ {4}(?:\S+ )?(ex1:\d+)(?= [;.]$|,$)/d.exec(line);
    return match ? [{ line: index, at: match.indices![1]! }] : [];
  });
  if (places.length === 0) throw new Error('there is nothing to edit');
  const times: number[] = [];
  while (times.length < 100) {
    const {
      line,
      at: [start, end],
    } = places[Math.floor(random() * places.length)]!;
    const sound = lines[line]!.slice(start, end);
    const broken = `${sound}9`;
    times.push((await server.change(rangeIn(line, start, end), broken)).time);
    times.push((await server.change(rangeIn(line, start, start + broken.length), sound)).time);
  }
  return times;
}

function rangeIn(line: number, start: number, end: number): Range {
  return { start: { line, character: start }, end: { line, character: end } };
}

function read(file: string): string {
  const place = path.join(folder, file);
  if (!existsSync(place)) throw new Error(`${place} is missing`);
  return readFileSync(place, 'utf8');
}
