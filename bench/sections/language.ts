import { setTimeout as pause } from 'node:timers/promises';
import type { CallHierarchyItem, Position, Range } from 'vscode-languageserver';
import { breakablePlaces, seeded } from '../edits.ts';
import { atMost, type Findings } from '../findings.ts';
import { type Answer, LanguageServer } from '../languageServer.ts';
import { median, percentile } from '../measure.ts';
import { ms } from '../print.ts';
import { qudt81k } from '../workloads.ts';

/** What is asked for behind a letter that was typed. */
interface Feature {
  readonly method: string;
  /** Typed behind the value, or behind the line. */
  readonly typed: 'behind the value' | 'behind the line';
  /** At most, in ms. */
  readonly wanted: number;
  /** How often it is asked for. */
  readonly count: number;
  /** The parameters at the place where one types; may ask the server for what is needed, before that. */
  params(position: Position, server: LanguageServer): object | Promise<object>;
}

const atPlace = (
  method: string,
  params: Feature['params'] = (position) => ({ position }),
  more: Partial<Feature> = {},
): Feature => ({ method, typed: 'behind the value', wanted: 50, count: 60, params, ...more });

const features: Readonly<Record<string, Feature>> = {
  'completion of a value': atPlace('textDocument/completion'),
  'completion of a property': atPlace('textDocument/completion', undefined, { typed: 'behind the line' }),
  hover: atPlace('textDocument/hover'),
  definition: atPlace('textDocument/definition'),
  references: atPlace('textDocument/references', (position) => ({
    position,
    context: { includeDeclaration: true },
  })),
  'incoming links': atPlace('callHierarchy/incomingCalls', async ({ line, character }, server) => {
    // Of the value; where it is a literal, of the predicate.
    for (const at of [character - 3, firstName]) {
      const position = { line, character: at };
      const items = await server.ask('textDocument/prepareCallHierarchy', { position });
      if (items) return { item: (items as readonly CallHierarchyItem[])[0] };
    }
    throw new Error(`no name in line ${line + 1}`);
  }),
  'document symbols': atPlace('textDocument/documentSymbol', () => ({})),
  folding: atPlace('textDocument/foldingRange', () => ({})),
  'semantic tokens of a screen': atPlace(
    'textDocument/semanticTokens/range',
    ({ line }) => ({
      range: { start: { line: line - 30, character: 0 }, end: { line: line + 30, character: 0 } },
    }),
    { wanted: 20 },
  ),
  formatting: atPlace('textDocument/formatting', () => ({ options: { tabSize: 2, insertSpaces: true } }), {
    wanted: 500,
    count: 10,
  }),
};

/** The column of a letter of the predicate, behind the colon. */
const firstName = 12;

/** Between two letters, in ms. */
const typingPause = 60;

/** Measures the language service of the real server, each request right behind a keystroke, before its validation. */
export async function language(): Promise<Findings> {
  const { data, shapes } = qudt81k();
  const found: { readonly what: string; readonly wanted: number; readonly answers: readonly Answer[] }[] = [];
  for (const [what, feature] of Object.entries(features)) {
    // The first one is that of a server that was just started.
    const server = new LanguageServer({ data, shapes });
    await server.open(data);
    found.push({ what, wanted: feature.wanted, answers: await askWhileTyping(server, data, feature) });
    await server.stop();
  }
  return {
    title: 'The language service while typing goes on',
    tables: [
      {
        head: [
          'requests at 81k, each behind a keystroke',
          'first',
          'p50',
          'p95',
          'slowest',
          'CPU p50',
          'CPU p95',
        ],
        rows: found.map(({ what, answers: [first, ...others] }) => {
          const times = others.map(({ time }) => time);
          const cpu = others.map(({ cpuTime }) => cpuTime);
          return [
            what,
            ms(first!.time),
            ms(median(times)),
            ms(percentile(times, 95)),
            ms(Math.max(...times)),
            ms(median(cpu)),
            ms(percentile(cpu, 95)),
          ];
        }),
      },
    ],
    bars: found.map(({ what, wanted, answers }) => ({
      what: `${what} at 81k, p95`,
      value: percentile(
        answers.slice(1).map(({ time }) => time),
        95,
      ),
      unit: 'ms' as const,
      wanted: atMost(wanted),
    })),
    notes: [
      'From the change of the text to the answer, through stdio and both server processes. Debounce is 0, so that each request meets the validation of the keystroke before it. CPU is the processor time of all threads of the server in the meantime, on Linux.',
    ],
  };
}

/** The answers to requests behind letters at places all over the text. Each letter is taken back. */
async function askWhileTyping(
  server: LanguageServer,
  data: string,
  feature: Feature,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { line, start, sound } of breakablePlaces(data, feature.count, seeded(1))) {
    const at = (character: number): Position => ({ line, character });
    const empty = (position: Position): Range => ({ start: position, end: position });
    const isValue = feature.typed === 'behind the value';
    const place = at(start + sound.length + (isValue ? 0 : 1));
    const letters = isValue ? 'x' : ' q';
    const behind = at(place.character + letters.length);
    const params = await feature.params(behind, server);
    answers.push(await server.askWhileTyping(empty(place), letters, feature.method, params));
    await pause(typingPause);
    await server.change({ start: place, end: behind }, '');
  }
  return answers;
}
