import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic, Range } from 'vscode-languageserver';
import { seeded } from '../edits.ts';
import { atMost, type Findings } from '../findings.ts';
import { LanguageServer } from '../languageServer.ts';
import { median, percentile } from '../measure.ts';
import { ms } from '../print.ts';

const folder = '../shared/data';

const models = '223p/models/lbnl-bdg3-1.ttl';
const ontology = '223p/223p.ttl';
const units = 'qudt-v2.1.43-merged/qudt-all-81303.ttl';

/** A model of a building with all queries and rules of its ontology, and QUDT. */
export function building223P() {
  return { data: read(models), shapes: read(ontology), context: read(units), inference: 'rules' };
}

/** Measures shapes that need SPARQL and rules: a cold command, and keystrokes with all queries and rules on. */
export async function sparql(): Promise<Findings> {
  const brick = 'brick-buildingmotif/Brick.ttl';
  const building = cold(models, ontology, [ontology, units]);
  const office = cold('brick-buildingmotif/smallOffice_brick.ttl', brick, [brick]);

  const served = building223P();
  const { data } = served;
  const server = new LanguageServer(served);
  const opened = await server.open(data);
  const keystrokes = await edit(server, data, renamedObjects(data));
  const typed = await edit(server, data, changedTypes(data));
  const lists = await lightBulbs(server, data, [...renamedObjects(data), ...changedTypes(data)]);
  const warm = await validateAgain(server, data);
  await server.stop();
  return {
    title: 'Shapes with SPARQL, and rules',
    tables: [
      {
        head: ['with all queries and rules', 'time'],
        rows: [
          ['cold command, lbnl-bdg3-1 with 223P and QUDT', ms(building)],
          ['cold command, smallOffice with Brick', ms(office)],
          ['cold server, lbnl-bdg3-1 with 223P and QUDT', ms(opened.time)],
          ['the same server, the text opened again', ms(warm)],
          ['keystroke in an object → validated, p50', ms(median(keystrokes))],
          ['keystroke in an object → validated, p95', ms(percentile(keystrokes, 95))],
          ['keystroke in a type → validated, p50', ms(median(typed))],
          ['keystroke in a type → validated, p95', ms(percentile(typed, 95))],
          ['light bulb on a SPARQL result, p50', ms(median(lists))],
          ['light bulb on a SPARQL result, p95', ms(percentile(lists, 95))],
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
        what: '223P: the text opened again in a warm server, with queries and rules',
        value: warm,
        unit: 'ms',
        wanted: atMost(1000),
      },
      {
        what: '223P: keystroke in an object → validated with queries and rules, p95',
        value: percentile(keystrokes, 95),
        unit: 'ms',
        wanted: atMost(100),
      },
      {
        what: '223P: keystroke in a type → validated with queries and rules, p95',
        value: percentile(typed, 95),
        unit: 'ms',
        wanted: atMost(100),
      },
      {
        what: '223P: light bulb on a SPARQL result with queries and rules, p95',
        value: percentile(lists, 95),
        unit: 'ms',
        wanted: atMost(300),
      },
    ],
    notes: [
      'Commands are timed from spawning the process to its end, medians of three. Keystrokes misspell the object of a statement, or the class of a node, and put it back: most of either change what rules infer. Debounce is 0. Light bulbs are asked for at 40 results that such an edit has just made; all results at the place are repaired.',
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

/** A name in a text. */
export interface Name {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Objects of statements, which rules follow from node to node. */
export function renamedObjects(text: string): readonly Name[] {
  return names(text, /^ {4}(?:\S+ )?(ex1:\d+)(?= [;.]$|,$)/d);
}

/** Classes of nodes, which decide for which nodes rules fire. */
export function changedTypes(text: string): readonly Name[] {
  return names(text, /^\S+ a (s223:\w+)(?=,| [;.])/d);
}

function names(text: string, pattern: RegExp): readonly Name[] {
  const found = text.split('\n').flatMap((content, line) => {
    const range = pattern.exec(content)?.indices?.[1];
    return range === undefined ? [] : [{ line, start: range[0], end: range[1] }];
  });
  if (found.length === 0) throw new Error('there is nothing to edit');
  return found;
}

/** Misspells 50 names and puts them back, and returns how long each edit took until it was validated, in ms. */
async function edit(
  server: LanguageServer,
  text: string,
  places: readonly Name[],
): Promise<readonly number[]> {
  const random = seeded(1);
  const lines = text.split('\n');
  const times: number[] = [];
  while (times.length < 100) {
    const { line, start, end } = places[Math.floor(random() * places.length)]!;
    const sound = lines[line]!.slice(start, end);
    const broken = `${sound}9`;
    times.push((await server.change(rangeIn(line, start, end), broken)).time);
    times.push((await server.change(rangeIn(line, start, start + broken.length), sound)).time);
  }
  return times;
}

/** Misspells names until 40 edits have each made a result of a query, and returns how long its fixes took, in ms. */
async function lightBulbs(
  server: LanguageServer,
  text: string,
  places: readonly Name[],
): Promise<readonly number[]> {
  const random = seeded(2);
  const lines = text.split('\n');
  const times: number[] = [];
  for (let edits = 0; times.length < 40; edits++) {
    if (edits === 1000) throw new Error('hardly any edit makes a result of a query');
    const { line, start, end } = places[Math.floor(random() * places.length)]!;
    const sound = lines[line]!.slice(start, end);
    const broken = `${sound}9`;
    const before = new Set(server.diagnostics.map(identity));
    await server.change(rangeIn(line, start, end), broken);
    const made = server.diagnostics.find((each) => isOfQuery(each) && !before.has(identity(each)));
    if (made) times.push((await server.codeActions(made)).time);
    await server.change(rangeIn(line, start, start + broken.length), sound);
  }
  return times;
}

export function isOfQuery({ code }: Diagnostic): boolean {
  return typeof code === 'string' && /\bsparql$/.test(code);
}

export function identity({ code, message }: Diagnostic): string {
  return JSON.stringify([code, message]);
}

/** Empties the document and puts the text back, so that all of it is read, inferred from and validated again. */
async function validateAgain(server: LanguageServer, text: string): Promise<number> {
  const lines = text.split('\n');
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const whole = {
      start: { line: 0, character: 0 },
      end: { line: lines.length - 1, character: lines.at(-1)!.length },
    };
    await server.change(whole, '');
    times.push((await server.change(rangeIn(0, 0, 0), text)).time);
  }
  return median(times);
}

export function rangeIn(line: number, start: number, end: number): Range {
  return { start: { line, character: start }, end: { line, character: end } };
}

function read(file: string): string {
  const place = path.join(folder, file);
  if (!existsSync(place)) throw new Error(`${place} is missing`);
  return readFileSync(place, 'utf8');
}
