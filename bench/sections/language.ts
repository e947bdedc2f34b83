import { setTimeout as pause } from 'node:timers/promises';
import type { Position, Range } from 'vscode-languageserver';
import { breakablePlaces, seeded } from '../edits.ts';
import { atMost, type Findings } from '../findings.ts';
import { LanguageServer } from '../languageServer.ts';
import { median, percentile } from '../measure.ts';
import { ms } from '../print.ts';
import { qudt81k } from '../workloads.ts';

/** What is asked for, and with which parameters at the place where one types. */
const features = {
  'completion of a value': ['textDocument/completion', (position: Position) => ({ position })],
  'completion of a property': ['textDocument/completion', (position: Position) => ({ position })],
  hover: ['textDocument/hover', (position: Position) => ({ position })],
  definition: ['textDocument/definition', (position: Position) => ({ position })],
  references: [
    'textDocument/references',
    (position: Position) => ({ position, context: { includeDeclaration: true } }),
  ],
  'document symbols': ['textDocument/documentSymbol', () => ({})],
} as const;

const asked = 60;
/** Between two letters, in ms. */
const typingPause = 60;

/** Measures the language service of the real server, each request right behind a keystroke, before its validation. */
export async function language(): Promise<Findings> {
  const { data, shapes } = qudt81k();
  const server = new LanguageServer({ data, shapes });
  await server.open(data);
  const random = seeded(1);
  const found: { readonly what: string; readonly first: number; readonly times: readonly number[] }[] = [];
  for (const [what, [method, params]] of Object.entries(features)) {
    const times: number[] = [];
    for (const { line, start, sound } of breakablePlaces(data, asked, random)) {
      const at = (character: number): Position => ({ line, character });
      const empty = (position: Position): Range => ({ start: position, end: position });
      // A letter is typed at the end of the value, or a property begun behind the line, and taken back.
      const place =
        what === 'completion of a property' ? at(start + sound.length + 1) : at(start + sound.length);
      const typed = what === 'completion of a property' ? ' q' : 'x';
      const behind = at(place.character + typed.length);
      const { time } = await server.askWhileTyping(empty(place), typed, method, params(behind));
      times.push(time);
      await pause(typingPause);
      await server.change({ start: place, end: behind }, '');
    }
    const [first = 0, ...others] = times;
    found.push({ what, first, times: others });
  }
  await server.stop();
  return {
    title: 'The language service while typing goes on',
    tables: [
      {
        head: [`${asked} requests at 81k, each behind a keystroke`, 'first', 'p50', 'p95', 'slowest'],
        rows: found.map(({ what, first, times }) => [
          what,
          ms(first),
          ms(median(times)),
          ms(percentile(times, 95)),
          ms(Math.max(...times)),
        ]),
      },
    ],
    bars: found.map(({ what, times }) => ({
      what: `${what} at 81k, p95`,
      value: percentile(times, 95),
      unit: 'ms' as const,
      wanted: atMost(50),
    })),
    notes: [
      'From the change of the text to the answer, through stdio and both server processes. Debounce is 0, so that each request meets the validation of the keystroke before it.',
    ],
  };
}
