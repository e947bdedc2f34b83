import { expect, test } from 'vitest';
import { evaluatedSuite } from '../../../testing/evaluated.ts';
import type { Attempt } from '../system.ts';
import { type CommandInput, commandSystem, type ProgramEnd } from './commandSystem.ts';

const signal = new AbortController().signal;

const rooms = `#- /data.ttl
ex:r a ex:Room ; ex:storey 1 ; ex:partOf _:b .
_:b a ex:Building ; rdfs:label "Main" .
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:storey ; sh:datatype xsd:integer ; sh:minCount 1 ] .
`;

/** What a program is given for a room that has lost its storey, and what comes of how it ends. */
async function attempt(
  end: ProgramEnd,
): Promise<{ readonly input: CommandInput; readonly attempt: Attempt }> {
  const suite = await evaluatedSuite(rooms, [{ remove: 'ex:r ex:storey 1 .' }]);
  let input = '';
  const system = commandSystem('command:test', {
    run: async (text) => {
      input = text;
      return end;
    },
    shapes: suite.suite.manifest.graph,
    context: suite.suite.context?.graph,
    prefixes: suite.graph.document.prefixes,
  });
  const task = await suite.task(suite.suite.cases[0]!, signal);
  return { attempt: await system.repair(task, signal), input: JSON.parse(input) };
}

const exited = (output: string, code = 0, errors = ''): ProgramEnd => ({
  kind: 'exited',
  code,
  output,
  errors,
});

test('a program is given the invalid graph, with names for all nodes, the shapes and one result', async () => {
  const { input } = await attempt(exited('{"update": "INSERT DATA {}"}'));
  expect(input.result).toEqual({
    focusNode: '<http://example.org/ns#r>',
    path: '<http://example.org/ns#storey>',
    value: null,
    sourceShape: expect.stringMatching(/^<urn:x-bnode:\w+>$/),
    component: '<http://www.w3.org/ns/shacl#MinCountConstraintComponent>',
    severity: '<http://www.w3.org/ns/shacl#Violation>',
    messages: ['At least 1 value of storey is needed, found none'],
  });
  expect(input.report).toEqual([input.result]);
  expect(input.graph.replaceAll(/urn:x-bnode:\w+/g, 'urn:x-bnode:N')).toMatchInlineSnapshot(`
    "@prefix ex: <http://example.org/ns#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

    ex:r a ex:Room ;
      ex:partOf <urn:x-bnode:N> .
    <urn:x-bnode:N> a ex:Building ;
      rdfs:label "Main" .
    "
  `);
  expect(input.shapes).toContain(`${input.result.sourceShape} sh:datatype xsd:integer`);
  expect(input.prefixes.ex).toBe('http://example.org/ns#');
});

test('its update is the answer', async () => {
  const {
    attempt: { rounds, failure },
  } = await attempt(exited('{"update": "INSERT DATA { ex:r ex:storey 1 }", "why": 1}\n'));
  expect(rounds.map(({ update }) => update)).toEqual(['INSERT DATA { ex:r ex:storey 1 }']);
  expect(failure).toBeUndefined();
});

test.each([
  [exited('INSERT DATA {}'), 'garbage', 'Its output is not JSON with a text "update".'],
  [exited('null'), 'garbage', 'Its output is not JSON with a text "update".'],
  [exited('{"update": 1}'), 'garbage', 'Its output is not JSON with a text "update".'],
  [exited('{"update": "x"}', 1, 'Traceback\nKeyError: 1\n'), 'exit', 'It ended with code 1: KeyError: 1.'],
  [
    { kind: 'timeout', message: 'It took longer than 60 s and was ended.' } as const,
    'timeout',
    'It took longer than 60 s and was ended.',
  ],
])('%j is a failure', async (end, kind, message) => {
  expect((await attempt(end)).attempt.failure).toEqual({ kind, message });
});
