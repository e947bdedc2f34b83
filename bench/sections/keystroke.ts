import { setTimeout as sleep } from 'node:timers/promises';
import { Store } from 'n3';
import { breakablePlaces, type Place, rangeOf, seeded } from '../edits.ts';
import { atLeast, atMost, type Bar, type Findings } from '../findings.ts';
import { LanguageServer, type Validation } from '../languageServer.ts';
import { median, medians, percentile, timed } from '../measure.ts';
import { peers, readWithN3 } from '../peers.ts';
import { ms, printValue, times } from '../print.ts';
import { qudt81k, qudt406k, type Workload } from '../workloads.ts';

/** Measures the real server from a change of the text to the end of its validation. */
export async function keystroke(): Promise<Findings> {
  const middle = await typeIn(qudt81k());
  const big = await typeIn(qudt406k());

  const { data, shapes } = qudt81k();
  const shapesQuads = readWithN3(shapes);
  const reference = peers['rdf-validate-shacl'](shapesQuads);
  const { peer } = await medians(2, {
    peer: timed(() => reference.validate(new Store([...readWithN3(data), ...shapesQuads]))),
  });

  const half = median(middle.times);
  return {
    title: 'From a keystroke to its diagnostics',
    tables: [
      {
        head: [
          '200 edits',
          'p50',
          'p95',
          'slowest',
          'in the engine, p50',
          'CPU p50',
          'CPU p95',
          'memory when idle: opened, after 100 edits, after 200',
        ],
        rows: [middle, big].map(({ name, times: all, engineTimes, cpuTimes, memory }) => [
          name,
          ms(median(all)),
          ms(percentile(all, 95)),
          ms(Math.max(...all)),
          ms(median(engineTimes)),
          ms(median(cpuTimes)),
          ms(percentile(cpuTimes, 95)),
          memory?.map((each) => printValue(each, 'MB')).join(', ') ?? 'not measured',
        ]),
      },
      {
        head: ['at 81k', 'p50', 'n3 + rdf-validate-shacl'],
        rows: [['didChange → shaclRepair/validated', ms(half), `${ms(peer)} (${times(peer, half)})`]],
      },
    ],
    bars: [
      bar('keystroke → validated at 81k, p95', middle, 16),
      bar('keystroke → validated at 406k, p95', big, 25),
      {
        what: 'keystroke → validated at 81k, against n3 + rdf-validate-shacl',
        value: peer / half,
        unit: '×',
        wanted: atLeast(60),
      },
      ...memoryBar(big),
    ],
    notes: [
      'Edits break and mend single statements at random, and each changes the number of results. Debounce is 0; the times include stdio and both server processes. CPU is the processor time of all threads of the server from the change to its validation, on Linux. Memory is the resident set of the server and all its processes; the first edits build what later ones go on from. The ratio is of medians.',
    ],
  };
}

interface Typing {
  readonly name: string;
  /** From the change to its validation, in ms. */
  readonly times: readonly number[];
  readonly engineTimes: readonly number[];
  readonly cpuTimes: readonly number[];
  /** When idle, in MB: as opened, and after each half of the edits. */
  readonly memory: readonly [opened: number, half: number, all: number] | undefined;
}

function bar(what: string, { times: all }: Typing, wanted: number): Bar {
  return { what, value: percentile(all, 95), unit: 'ms', wanted: atMost(wanted) };
}

function memoryBar({ memory }: Typing): readonly Bar[] {
  if (memory === undefined) return [];
  const [, half, all] = memory;
  const what = 'memory at 406k after the second half of the edits, against the first';
  return [{ what, value: all / half, unit: '×', wanted: atMost(1.1) }];
}

async function typeIn({ name, data, shapes }: Workload): Promise<Typing> {
  const server = new LanguageServer({ data, shapes });
  const first = await server.open(data);
  const memory = [await idleMemory(server)];
  const validations = await edit(server, data, first.results, async () => {
    memory.push(await idleMemory(server));
  });
  await server.stop();
  return {
    name,
    times: validations.map(({ time }) => time),
    engineTimes: validations.map(({ engineTime }) => engineTime),
    cpuTimes: validations.map(({ cpuTime }) => cpuTime),
    memory: isMeasured(memory) ? memory : undefined,
  };
}

function isMeasured(memory: readonly (number | undefined)[]): memory is [number, number, number] {
  return memory.every((each) => each !== undefined);
}

/** The server collects garbage when it has been idle for a while. */
async function idleMemory(server: LanguageServer): Promise<number | undefined> {
  await sleep(5000);
  return server.residentMemory();
}

/**
 * Makes 200 edits. Breaking a sound place and restoring a broken one are equally likely.
 *
 * @param pause is called after each half of them.
 */
async function edit(
  server: LanguageServer,
  text: string,
  results: number,
  pause: () => Promise<void>,
): Promise<readonly Validation[]> {
  const random = seeded(1);
  const sound = [...breakablePlaces(text, 200, random)];
  const broken: Place[] = [];
  const validations: Validation[] = [];
  let before = results;
  while (validations.length < 200) {
    const breaks = broken.length === 0 || random() < 0.5;
    const [from, to] = breaks ? [sound, broken] : [broken, sound];
    const [place] = from.splice(Math.floor(random() * from.length), 1) as [Place];
    to.push(place);
    const validation = await server.change(
      rangeOf(place, breaks ? 'sound' : 'broken'),
      breaks ? place.broken : place.sound,
    );
    if (validation.results === before) throw new Error(`no verdict changed in line ${place.line + 1}`);
    before = validation.results;
    validations.push(validation);
    if (validations.length % 100 === 0) await pause();
  }
  return validations;
}
