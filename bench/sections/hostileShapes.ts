import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { HostileDocument } from '../../server/src/testing/hostileDocuments.ts';
import { bombData, type ShapeBomb, shapeBombs } from '../../server/src/testing/shapeBombs.ts';
import { atMost, type Findings } from '../findings.ts';
import { percentile } from '../measure.ts';
import { ms } from '../print.ts';
import { typingBeside } from './hostileNeighbours.ts';

/** How long the library is given, in ms. */
const timeout = 2000;

/** How many keystrokes are typed beside each. */
const strokes = 40;

/** Measures how shapes end that try to take for ever: on the command line, in the library with a time limit, and
 * beside somebody who types. */
export async function hostileShapes(): Promise<Findings> {
  const measured = [];
  const alone: number[] = [];
  for (const [i, bomb] of shapeBombs.entries()) {
    if (i % 10 === 0) alone.push(...(await typingBeside(undefined, strokes)).keystrokes);
    const { keystrokes } = await typingBeside(hostileDocument(bomb), strokes);
    measured.push({ bomb, program: await onCommandLine(bomb), library: await inLibrary(bomb), keystrokes });
  }
  const typed = measured.flatMap(({ keystrokes }) => keystrokes);
  const pieces = measured.map(({ bomb, program }) => program.took / (bomb.pieces ?? 1));
  return {
    title: 'Shapes that try to take for ever',
    tables: [
      {
        head: [
          'shapes',
          'validate',
          'exit',
          'honest results',
          'named',
          'library',
          'loop blocked',
          'keystroke beside, p95',
        ],
        rows: measured.map(({ bomb: { what }, program, library, keystrokes }) => [
          what,
          ms(program.took),
          String(program.code),
          String(program.honest),
          program.named ? 'yes' : 'answered',
          ms(library.took),
          ms(library.blocked),
          ms(percentile(keystrokes, 95)),
        ]),
      },
    ],
    bars: [
      {
        what: 'hostile shapes, validate, slowest piece',
        value: Math.max(...pieces),
        unit: 'ms',
        wanted: atMost(10_000),
      },
      {
        what: 'hostile shapes, validate: those without the honest results',
        value: measured.filter(({ program }) => program.honest < 300).length,
        unit: '×',
        wanted: atMost(0),
      },
      {
        what: `hostile shapes, library with a timeout of ${timeout} ms, slowest`,
        value: Math.max(...measured.map(({ library }) => library.took)),
        unit: 'ms',
        wanted: atMost(1.1 * timeout),
      },
      {
        what: 'hostile shapes, library, event loop blocked for at most',
        value: Math.max(...measured.map(({ library }) => library.blocked)),
        unit: 'ms',
        wanted: atMost(100),
      },
      {
        what: 'keystroke → diagnostics beside hostile shapes, p95',
        value: percentile(typed, 95),
        unit: 'ms',
        wanted: atMost(100),
      },
      {
        what: 'keystroke → diagnostics beside hostile shapes, slowest',
        value: Math.max(...typed),
        unit: 'ms',
        wanted: atMost(500),
      },
      {
        what: 'keystroke → diagnostics beside hostile shapes over beside nothing, p50',
        value: percentile(typed, 50) / percentile(alone, 50),
        unit: '×',
        wanted: atMost(1.5),
      },
      {
        what: 'keystroke → diagnostics beside hostile shapes over beside nothing, p95',
        value: percentile(typed, 95) / percentile(alone, 95),
        unit: '×',
        wanted: atMost(1.5),
      },
    ],
    notes: [
      `${strokes} keystrokes in another file, from the moment on in which a file with the shapes is opened.`,
      `${shapeBombs.length} shapes graphs on 300 nodes, each beside an honest shape that all nodes violate. A piece is a constraint, target or rule.`,
    ],
  };
}

function hostileDocument({ what, shapes, inference }: ShapeBomb): HostileDocument {
  const entailment = inference ? '\n<> sh:entailment sh:Rules .\n' : '';
  return { what, text: `# shapes: bomb.ttl\n${bombData}`, files: { 'bomb.ttl': shapes + entailment } };
}

async function onCommandLine({ shapes, inference }: ShapeBomb) {
  const folder = mkdtempSync(path.join(tmpdir(), 'hostile-shapes-'));
  try {
    writeFileSync(path.join(folder, 'shapes.ttl'), shapes);
    writeFileSync(path.join(folder, 'data.ttl'), bombData);
    const given = ['validate', 'data.ttl', '--shapes', 'shapes.ttl', '--format', 'json'];
    const args = inference ? [...given, '--inference', inference] : given;
    const start = performance.now();
    const child = spawn(process.execPath, [path.resolve('dist/cli.js'), ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    const took = performance.now() - start;
    const report = out === '' ? { results: [], notChecked: [] } : JSON.parse(out);
    const honest = report.results.filter(({ path: property }: { readonly path?: string }) =>
      property?.endsWith('missing>'),
    ).length;
    return { took, code, honest, named: report.notChecked.length > 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The best of some runs, because other work on the machine blocks as well. What is known of its part is left out. */
async function inLibrary(bomb: ShapeBomb) {
  const runs = [];
  for (let run = 0; run < 3; run++) runs.push(await inLibraryOnce(bomb));
  return {
    took: Math.min(...runs.map(({ took }) => took)),
    blocked: Math.min(...runs.map(({ blocked }) => blocked)),
  };
}

async function inLibraryOnce({ shapes, inference }: ShapeBomb) {
  const { validate } = await import(pathToFileURL(path.resolve('dist/library.js')).href);
  let blocked = 0;
  let turn = performance.now();
  let queued = queuedFor();
  const beat = setInterval(() => {
    const now = [performance.now(), queuedFor()] as const;
    blocked = Math.max(blocked, now[0] - turn - (now[1] - queued) - tick);
    [turn, queued] = now;
  }, tick);
  const start = performance.now();
  try {
    await validate({ data: bombData, shapes }, { timeout, ...(inference && { inference }) });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
  }
  const took = performance.now() - start;
  await setTimeout(2 * tick);
  clearInterval(beat);
  return { took, blocked };
}

/** For how long this thread has waited for a processor that other work had, in ms; 0 where the system does not tell. */
function queuedFor(): number {
  const statistics = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(statistics) ? Number(readFileSync(statistics, 'utf8').split(' ')[1]) / 1e6 : 0;
}

/** In ms. */
const tick = 5;
