import { describe, expect, test } from 'vitest';
import { isomorphic } from '../../../rdf/isomorphism.ts';
import { parse } from '../../../repair/llm/answer/turtleReadings.ts';
import { tasks } from '../index.ts';
import { machineOf, sheetTurtle } from '../questions/factsTask.ts';
import { officeCast, officeTurtle } from '../questions/officeGraph.ts';
import { smallFile } from '../questions/smallFilesTask.ts';
import type { TaskId } from '../task.ts';
import { type GraphSyntax, graphSyntaxes, syntaxFacts } from './graphSyntax.ts';

const { signal } = new AbortController();
const choice = { size: 1000, seed: 0, repeat: 1, wording: 'own' } as const;
const posed = (id: TaskId, syntax: GraphSyntax) =>
  tasks.find((each) => each.id === id)!.pose({ ...choice, syntax });

describe.each(graphSyntaxes)('graphs as %s', (syntax) => {
  const { print, read, withErrors, name } = syntaxFacts[syntax];

  test('are printed as they are, and the same each time', async () => {
    for (const turtle of [0, 1, 2].flatMap((seed) => [
      officeTurtle(officeCast(seed)),
      sheetTurtle(machineOf(seed)),
      smallFile(seed),
    ])) {
      const text = print(turtle);
      expect(print(turtle)).toBe(text);
      const { strict, lenient, recovered, errors } = await read(text);
      expect([errors, strict.parses]).toEqual([[], true]);
      for (const { graph } of [strict, lenient, recovered]) {
        expect(isomorphic(graph.triples(), parse(turtle).graph.triples())).toBe(true);
      }
    }
  });

  test('with errors are not read', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const { strict, lenient, errors } = await read(withErrors(print(officeTurtle(officeCast(seed)))));
      expect([strict.parses, lenient.graph.size, errors.length > 0]).toEqual([false, 0, true]);
    }
  });

  test('in a fence between sentences are strictly nothing', async () => {
    const text = print(officeTurtle(officeCast(0)));
    const { strict, lenient } = await read(`Here it is:\n\n\`\`\`\n${text}\`\`\`\n\nI hope this helps.`);
    expect([strict.parses, lenient.parses, lenient.graph.size]).toEqual([false, true, 29]);
  });

  test('of a task are asked for by name, and the right answer is right', async () => {
    for (const id of ['T1', 'T2', 'T3', 'T4', 'T5'] as const) {
      const { prompt } = posed(id, syntax);
      if (syntax !== 'turtle') expect(prompt).not.toMatch(/turtle/i);
      if (id === 'T2' || id === 'T3' || id === 'T5') expect(prompt).toContain(name);
    }
    const corrected = await posed('T2', syntax).evaluate(print(officeTurtle(officeCast(0))), signal);
    expect(corrected).toMatchObject({ scores: { 'strict.f1': 1, diffRatio: 1 }, feedback: undefined });
    const facts = await posed('T5', syntax).evaluate(print(sheetTurtle(machineOf(0))), signal);
    expect(facts).toMatchObject({ scores: { 'strict.f1': 1, diffRatioRaw: 1 }, feedback: undefined });
    const wrong = await posed('T2', syntax).evaluate('I see no errors.', signal);
    expect(wrong.scores['recovered.f1']).toBe(0);
    expect(wrong.feedback).toContain(name);
  });
});

test('of N-Triples with errors, every other line is recovered', async () => {
  const { read, withErrors, print } = syntaxFacts.ntriples;
  const { recovered, errors } = await read(withErrors(print(officeTurtle(officeCast(0)))));
  expect([recovered.graph.size, recovered.lostStatements]).toEqual([27, 2]);
  expect(errors).toEqual([
    'Line 9: this is not a statement of N-Triples.',
    'Line 16: this is not a statement of N-Triples.',
  ]);
});

test.each([
  'PREFIX ex: <http://example.org/>',
  '<http://example.org/a> a <http://example.org/B> .',
  '<http://example.org/a> <http://example.org/p> 1 .',
  '<http://example.org/a> <http://example.org/p> <http://example.org/b> , <http://example.org/c> .',
  '<a> <http://example.org/p> "relative" .',
])('Turtle that is no N-Triples is refused: %s', async (line) => {
  const { strict } = await syntaxFacts.ntriples.read(line);
  expect(strict.parses).toBe(false);
});

test('nothing is fetched for JSON-LD', async () => {
  const fetch = globalThis.fetch;
  const fetched: unknown[] = [];
  globalThis.fetch = async (input) => {
    fetched.push(input);
    throw new Error('no');
  };
  try {
    const { strict, errors } = await syntaxFacts.jsonld.read(
      '{"@context": "https://schema.org/", "@id": "http://example.org/a", "name": "x"}',
    );
    expect([strict.parses, strict.graph.size]).toEqual([false, 0]);
    expect(errors[0]).toContain('nothing is fetched');
  } finally {
    globalThis.fetch = fetch;
  }
  expect(fetched).toEqual([]);
});

test.each([
  ['a superfluous comma', '{ "@id": "http://example.org/a", "http://example.org/p": ["x", "y",], }'],
  ['an early end', '[ { "@id": "http://example.org/a", "http://example.org/p": ["x", "y"'],
])('JSON-LD with %s is recovered', async (_, text) => {
  const { strict, lenient, recovered } = await syntaxFacts.jsonld.read(text);
  expect([strict, lenient, recovered].map(({ graph }) => graph.size)).toEqual([0, 0, 2]);
});

test.each(['', '   ', 'no', '{', '[1, 2', '"text"', '{"@graph": {"@graph": {}}}', '{"@id": 7}', 'null'])(
  'any text is read as JSON-LD without harm: %j',
  async (text) => {
    const { strict, recovered } = await syntaxFacts.jsonld.read(text);
    expect([strict.graph.size, recovered.graph.size]).toEqual([0, 0]);
  },
);
