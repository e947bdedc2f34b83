import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { seededRandom } from '../../base/random.ts';
import type { Summary } from '../../lab/evaluation/reports/summary.ts';
import { type EvaluatedSuite, openSuite } from '../../lab/evaluation/suite/evaluatedSuite.ts';
import { modelSystem } from '../../lab/evaluation/systems/modelSystem.ts';
import { validatedSuite } from '../../languageServer/jobs/evaluate/evaluateSuite.ts';
import { estimateInput, estimateTokens } from '../../repair/llm/model/estimateTokens.ts';
import type { LanguageModel, ModelRequest, RequestedCall } from '../../repair/llm/model/languageModel.ts';
import { printUpdate } from '../../sparql/updateText.ts';
import { fixtureRoot } from '../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { ScriptedModel } from '../../testing/scriptedModel.ts';

/**
 * Models that nobody has to ask, of three qualities: they know the right repair, and write it, a half of it, one that deletes
 * something else of the focus node, one that deletes all of it, or no update, as often as their quality says, the same from the same seed.
 * With tools they try again, up to four times, until the tools find nothing wrong.
 */
const qualities = {
  strong: { right: 70, half: 10, careless: 10, focus: 5 },
  middling: { right: 40, half: 20, careless: 20, focus: 10 },
  weak: { right: 15, half: 30, careless: 30, focus: 15 },
} as const;
type Quality = keyof typeof qualities;

const attempts = 4;
const seed = 7;
const signal = new AbortController().signal;
const fixtures = fileURLToPath(new URL('../../../../test-fixtures', import.meta.url));

/** What agents write about a case, by the prompt up to what says how to answer. */
type Writes = ReadonlyMap<string, (quality: Quality, attempt: number) => string>;

const promptOf = ({ messages }: ModelRequest) => messages[0]!.text.split('\n# Instructions\n')[0]!;

async function suiteOf(name: string, more: string) {
  const textOf = (suffix: string) => readFileSync(path.join(fixtures, `${name}${suffix}.ttl`), 'utf8');
  const { files, code, err } = await runInMemory(
    `generate data.ttl --shapes shapes.ttl --cross-check none --seed ${seed} --out suite ${more}`,
    { files: '', texts: { '/data.ttl': textOf(''), '/shapes.ttl': textOf('-shapes') } },
  );
  expect(code, err).toBe(0);
  const texts = Object.fromEntries(files);
  const entries = Object.entries(texts).map(([file, text]) => [`${fixtureRoot}${file}`, text] as const);
  const reading = await openSuite(`${fixtureRoot}/suite`, new InMemoryFileSystem(entries), signal);
  if (reading.kind === 'unreadable') throw new Error(JSON.stringify(reading.problems));
  return { texts, writes: await writesOf(await validatedSuite(reading.suite, {}, signal)) };
}

async function writesOf(suite: EvaluatedSuite): Promise<Writes> {
  const asked = modelSystem('scripted', new ScriptedModel(''), {
    ...{ strategy: 'SF+', template: 'product', responseFormat: 'json', rounds: 1, temperature: 0 },
    ...{ maxTokens: 2000, bare: false, seed: undefined, choices: undefined },
    shapesPrefixes: suite.suite.manifest.prefixes,
  });
  const writes = new Map<string, (quality: Quality, attempt: number) => string>();
  for (const each of suite.suite.cases) {
    const task = await suite.task(each, signal);
    const { added: removed, removed: added } = each.change;
    const { focusNode } = task.problem.violation;
    const own = [...task.problem.recorded.input.dataGraph.outgoing(focusNode)];
    writes.set(promptOf(await asked.firstRequest!(task, signal)), (quality, attempt) => {
      const random = seededRandom(
        [...`${seed} ${quality} ${each.json.id} ${attempt}`].reduce(
          (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003,
          7,
        ),
      );
      const { right, half, careless, focus } = qualities[quality];
      const drawn = random.below(100);
      const update = printUpdate({ added, removed });
      if (drawn < right) return update;
      if (drawn < right + half) {
        const [first = [], second = []] = added.length > 0 ? [added.slice(1), []] : [[], removed.slice(1)];
        return printUpdate({ added: first, removed: second });
      }
      if (drawn < right + half + careless) {
        const { predicate } = own[random.below(own.length)] ?? { predicate: undefined };
        return printUpdate({ added, removed: own.filter((triple) => triple.predicate === predicate) });
      }
      return drawn < right + half + careless + focus
        ? printUpdate({ added: [], removed: own })
        : update.slice(0, -3);
    });
  }
  return writes;
}

/** An agent's next move, from what it has been told. */
function scriptedAgent(quality: Quality, writes: Writes): LanguageModel {
  return {
    id: quality,
    async complete(request) {
      const write = writes.get(promptOf(request))!;
      const names = request.tools?.map(({ name }) => name) ?? [];
      const move = next();
      const output = typeof move === 'string' ? estimateTokens(move) : estimateTokens(move.input);
      return {
        text: typeof move === 'string' ? move : '',
        ...(typeof move !== 'string' && { calls: [move] }),
        finish: 'done',
        usage: { input: estimateInput(request), output, estimated: true },
        model: quality,
        format: 'prompt',
        ms: 1,
        fromCache: false,
      };

      function next(): string | RequestedCall {
        if (names.length === 0) return JSON.stringify({ why: 'It has to be.', answer: write(quality, 0) });
        const calls = request.messages.flatMap(({ calls = [] }) => calls);
        const call = (name: string, input: object) => ({
          id: `call_${calls.length}`,
          name,
          input: JSON.stringify(input),
        });
        const done = calls.filter(({ name }) => name === 'verify_change' || name === 'write_change').length;
        const propose = names.includes('verify_change') ? 'verify_change' : 'write_change';
        const again = () =>
          done < attempts
            ? call(propose, { files: ['data.ttl'], update: write(quality, done) })
            : 'I give up.';
        const last = calls.at(-1);
        const answer = request.messages.at(-1)!.text;
        const told = answer.startsWith('{') ? JSON.parse(answer) : undefined;
        if (last === undefined || told === undefined) return again();
        switch (last.name) {
          case 'verify_change':
            return told.verdict === 'holds' && told.fixed.total > 0
              ? call('apply_change', { key: told.key })
              : again();
          case 'write_change':
          case 'apply_change':
            return call('validate', { files: ['data.ttl'] });
          case 'validate':
            return told.results.total === 0 ? 'Done.' : again();
          default:
            return 'Done.';
        }
      }
    },
  };
}

const suites = [
  ['library, violations', 'heldout/library', ''],
  ['library, mistakes', 'heldout/library', '--mistakes --max-cases 60'],
] as const;

test.each(suites)(
  'agents with and without tools: %s',
  async (name, data, more) => {
    const { texts, writes } = await suiteOf(data, more);
    const systems = Object.keys(qualities).map((quality) => `--system agent:${quality}`);
    const run = await runInMemory(
      `evaluate suite ${systems.join(' ')} --tools all --out out --cross-check none --format json`,
      {
        files: '',
        texts,
        openModel: async ({ model }) => ({
          model: scriptedAgent(model as Quality, writes),
          url: 'http://localhost/v1',
        }),
        openAnswers: async () => ({ get: async () => undefined, put: async () => {} }),
      },
    );
    expect([run.code, run.err]).toEqual([0, 'The run is in out.\n']);
    const { cells }: Summary = JSON.parse(run.out);
    const rows = cells.map(({ id, agent, cases, cost }) => {
      const { holds, writes: landed, breakingWrites, introduced, requests, calls } = agent!;
      const each = (count: number) => (count / cases).toFixed(1);
      // To a hundred: they count the words of our messages.
      const tokens = 100 * Math.round((cost.input + cost.output) / cases / 100);
      return `${id}: ${(100 * holds).toFixed(1)} %, ${landed} writes, ${breakingWrites} breaking, ${introduced} new; ${each(requests)} requests, ${each(calls)} calls, ${tokens} tokens`;
    });
    expect(`${cells[0]!.cases} cases\n${rows.join('\n')}`).toBe(measured[name]);
    for (const { strategy, agent } of cells)
      if (strategy === 'tools=verify') expect([agent!.breakingWrites, agent!.introduced]).toEqual([0, 0]);
  },
  1_800_000,
);

/** As docs/agents.md tells. */
const measured: Readonly<Record<(typeof suites)[number][0], string>> = {
  'library, violations': `44 cases
agent:strong tools=none: 70.5 %, 38 writes, 7 breaking, 7 new; 1.0 requests, 0.0 calls, 800 tokens
agent:strong tools=validate: 84.1 %, 51 writes, 7 breaking, 7 new; 3.8 requests, 2.8 calls, 4900 tokens
agent:strong tools=verify: 100.0 %, 44 writes, 0 breaking, 0 new; 4.3 requests, 3.3 calls, 7700 tokens
agent:middling tools=none: 50.0 %, 30 writes, 7 breaking, 8 new; 1.0 requests, 0.0 calls, 700 tokens
agent:middling tools=validate: 72.7 %, 52 writes, 13 breaking, 14 new; 4.2 requests, 3.2 calls, 5500 tokens
agent:middling tools=verify: 90.9 %, 40 writes, 0 breaking, 0 new; 4.7 requests, 3.7 calls, 8400 tokens
agent:weak tools=none: 22.7 %, 26 writes, 10 breaking, 11 new; 1.0 requests, 0.0 calls, 800 tokens
agent:weak tools=validate: 45.5 %, 66 writes, 25 breaking, 31 new; 5.3 requests, 4.3 calls, 7600 tokens
agent:weak tools=verify: 59.1 %, 30 writes, 0 breaking, 0 new; 5.1 requests, 4.1 calls, 9900 tokens`,
  'library, mistakes': `60 cases
agent:strong tools=none: 75.0 %, 54 writes, 5 breaking, 9 new; 1.0 requests, 0.0 calls, 800 tokens
agent:strong tools=validate: 85.0 %, 65 writes, 5 breaking, 9 new; 3.5 requests, 2.5 calls, 4400 tokens
agent:strong tools=verify: 93.3 %, 59 writes, 0 breaking, 0 new; 4.3 requests, 3.3 calls, 7700 tokens
agent:middling tools=none: 50.0 %, 45 writes, 15 breaking, 25 new; 1.0 requests, 0.0 calls, 800 tokens
agent:middling tools=validate: 65.0 %, 76 writes, 18 breaking, 28 new; 4.5 requests, 3.5 calls, 6400 tokens
agent:middling tools=verify: 91.7 %, 57 writes, 0 breaking, 0 new; 4.8 requests, 3.8 calls, 9300 tokens
agent:weak tools=none: 23.3 %, 36 writes, 10 breaking, 11 new; 1.0 requests, 0.0 calls, 700 tokens
agent:weak tools=validate: 45.0 %, 82 writes, 25 breaking, 27 new; 5.2 requests, 4.2 calls, 7300 tokens
agent:weak tools=verify: 63.3 %, 45 writes, 0 breaking, 0 new; 5.2 requests, 4.2 calls, 10300 tokens`,
};
