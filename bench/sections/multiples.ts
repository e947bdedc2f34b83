import { setTimeout as pause } from 'node:timers/promises';
import type { Diagnostic, Position } from 'vscode-languageserver';
import { formatDocument } from '../../server/src/rdf/turtle/formatting/formatDocument.ts';
import { TurtleDocument } from '../../server/src/rdf/turtle/turtleDocument.ts';
import { defaultSettings } from '../../server/src/workspace/project/settings.ts';
import { breakablePlaces, type Place, rangeOf, seeded } from '../edits.ts';
import { atMost, type Findings } from '../findings.ts';
import { LanguageServer } from '../languageServer.ts';
import { runMeasured } from '../large/runMeasured.ts';
import { cpuRatio, median, percentile } from '../measure.ts';
import { ms } from '../print.ts';
import { qudt81k, type Workload } from '../workloads.ts';
import { building223P, changedTypes, isOfQuery, type Name, rangeIn, renamedObjects } from './sparql.ts';

/** How often each is done, and how often before that, since code that has just been loaded is slow. */
const rounds = 24;
const warmUp = 8;

/** In ms: editors ask for light bulbs once nobody has typed for so long. */
const typingPause = 300;

/** What is asked for while one types, and at most how many times what a keystroke costs. */
const asked = {
  hover: ['textDocument/hover', 2],
  'document symbols': ['textDocument/documentSymbol', 3],
  'completion of a property': ['textDocument/completion', 3],
} as const;

/** Measures what requests, keystrokes and a start cost as multiples of what is done anyway. By processor time, so that other work matters less. */
export async function multiples(): Promise<Findings> {
  const costs = await whileTyping(qudt81k());
  const typed = median(costs.get(plain)!);
  const building = await onBuilding();
  const formatting = await formattingOverParsing();
  const cold = await coldServerOverCommand();
  const rows = [...costs, ...building].map(([what, times]): readonly string[] => [
    what,
    ms(percentile(times, 25)),
    ms(median(times)),
    ms(percentile(times, 95)),
    (median(times) / typed).toFixed(2),
  ]);
  const bar = (what: string, value: number, wanted: number) => ({
    what,
    value,
    unit: '×' as const,
    wanted: atMost(wanted),
  });
  return {
    title: 'Multiples of a keystroke',
    tables: [{ head: ['processor time', 'p25', 'p50', 'p95', 'p50 over a keystroke at 81k'], rows }],
    bars: [
      ...Object.entries(asked).map(([what, [, wanted]]) =>
        bar(`${what} behind a keystroke at 81k`, median(costs.get(what)!) / typed, wanted),
      ),
      bar('light bulb at 81k', median(costs.get('light bulb')!) / typed, 3),
      bar('223P: keystroke with queries and rules', median(building.get('223P: keystroke')!) / typed, 7),
      bar('223P: light bulb on a SPARQL result', median(building.get('223P: light bulb')!) / typed, 15),
      bar('formatting QUDT 81k over parsing it', formatting, 8),
      bar('cold server over cold command, 81k', cold, 1.3),
    ],
    notes: [
      `Medians of ${rounds} each, in turns in one server; of a keystroke until its diagnostics, of a request together with the keystroke that it is right behind, of a light bulb alone, ${typingPause} ms behind the edit that made the result.`,
    ],
  };
}

const plain = 'keystroke';

async function whileTyping({ data, shapes }: Workload): Promise<ReadonlyMap<string, readonly number[]>> {
  const server = new LanguageServer({ data, shapes });
  await server.open(data);
  const costs = new Map<string, number[]>(
    [plain, ...Object.keys(asked), 'light bulb'].map((what) => [what, []]),
  );
  const places = breakablePlaces(data, rounds + warmUp, seeded(1));
  for (const [round, place] of places.entries()) {
    for (const [what, times] of costs) {
      const cost = what === 'light bulb' ? await lightBulb(server, place) : await typed(server, place, what);
      if (round >= warmUp) times.push(cost);
    }
  }
  await server.stop();
  return costs;
}

/** The cost of a letter and of what is asked for behind it. The letter is taken back. */
async function typed(server: LanguageServer, { line, start, sound }: Place, what: string): Promise<number> {
  const at = (character: number): Position => ({ line, character });
  const isProperty = what === 'completion of a property';
  const place = at(start + sound.length + (isProperty ? 1 : 0));
  const letters = isProperty ? ' q' : 'x';
  const behind = at(place.character + letters.length);
  const empty = { start: place, end: place };
  const method = what === plain ? undefined : asked[what as keyof typeof asked][0];
  const { cpuTime } =
    method === undefined
      ? await server.change(empty, letters)
      : await server.askAndValidate(empty, letters, method, { position: behind });
  await pause(typingPause);
  await server.change({ start: place, end: behind }, '');
  await pause(typingPause);
  return cpuTime;
}

/** The cost of the quick fixes at a result that an edit has made. The edit is taken back. */
async function lightBulb(server: LanguageServer, place: Place): Promise<number> {
  const cost = await lightBulbAfter(server, rangeOf(place, 'sound'), place.broken, () => true);
  if (cost === undefined) throw new Error(`nothing new to repair in line ${place.line + 1}`);
  await server.change(rangeOf(place, 'broken'), place.sound);
  await pause(typingPause);
  return cost;
}

async function lightBulbAfter(
  server: LanguageServer,
  range: Parameters<LanguageServer['change']>[0],
  text: string,
  isMeant: (diagnostic: Diagnostic) => boolean,
): Promise<number | undefined> {
  const before = new Set(server.diagnostics.map(identity));
  await server.change(range, text);
  const made = server.diagnostics.find((each) => isMeant(each) && !before.has(identity(each)));
  if (!made) return undefined;
  await pause(typingPause);
  const context = { diagnostics: [made] };
  return (await server.askAtRest('textDocument/codeAction', { range: made.range, context })).cpuTime;
}

function identity({ range, code, message }: Diagnostic): string {
  return JSON.stringify([range, code, message]);
}

/** Names of a model of 223P are misspelt and put back. */
async function onBuilding(): Promise<ReadonlyMap<string, readonly number[]>> {
  const served = building223P();
  const { data } = served;
  const server = new LanguageServer(served);
  await server.open(data);
  const names: readonly Name[] = [...renamedObjects(data), ...changedTypes(data)];
  const random = seeded(2);
  const lines = data.split('\n');
  const [keystrokes, bulbs]: [number[], number[]] = [[], []];
  for (let edits = 0; bulbs.length < rounds + warmUp || keystrokes.length < rounds + warmUp; edits++) {
    if (edits === 1000) throw new Error('hardly any edit makes a result of a query');
    const { line, start, end } = names[Math.floor(random() * names.length)]!;
    const sound = lines[line]!.slice(start, end);
    const misspelt = rangeIn(line, start, end + 1);
    const bulb = await lightBulbAfter(server, rangeIn(line, start, end), `${sound}9`, isOfQuery);
    if (bulb !== undefined) bulbs.push(bulb);
    keystrokes.push((await server.change(misspelt, sound)).cpuTime);
    await pause(typingPause);
  }
  await server.stop();
  return new Map([
    ['223P: keystroke', keystrokes.slice(warmUp)],
    ['223P: light bulb', bulbs.slice(warmUp)],
  ]);
}

async function formattingOverParsing(): Promise<number> {
  const { data } = qudt81k();
  const document = () => new TurtleDocument('file:///data.ttl', 1, data);
  const parsed = document();
  const options = { ...defaultSettings.format, indent: '  ' };
  return (await cpuRatio(7, () => formatDocument(parsed, options), document)).median;
}

/** From the start of the server until the file is validated, and of a command that validates it. */
async function coldServerOverCommand(): Promise<number> {
  const { data, shapes } = qudt81k();
  const ratios: number[] = [];
  for (let i = 0; i <= 7; i++) {
    const server = new LanguageServer({ data, shapes });
    const { cpuTime } = await server.open(data);
    const at = (name: string) => `${server.folder}/${name}`;
    const cli = `${import.meta.dirname}/dist/cli.js`;
    const args = ['validate', at('data.ttl'), '--shapes', at('shapes.ttl'), '--context', at('shapes.ttl')];
    const { cpu, status, errors } = await runMeasured(process.execPath, [cli, ...args]);
    await server.stop();
    if (status !== 0) throw new Error(`the command ended with ${status}: ${errors}`);
    // The first pair reads the files into memory.
    if (i > 0) ratios.push(cpuTime / cpu);
  }
  return median(ratios);
}
