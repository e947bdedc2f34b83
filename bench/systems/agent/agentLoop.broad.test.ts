import { expect, test } from 'vitest';
import type { CommandInput } from '../../../server/src/lab/evaluation/systems/commandSystem.ts';
import { fails, says, scriptedEndpoint } from '../../../server/src/testing/scriptedEndpoint.ts';
import { readQuestion } from '../question.ts';
import { agentLoop } from './agentLoop.ts';
import { chatAt } from './chat.ts';

const prefixes = { ex: 'http://example.org/ns#', sh: 'http://www.w3.org/ns/shacl#' };
const declared = Object.entries(prefixes)
  .map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .\n`)
  .join('');
const result = {
  focusNode: '<http://example.org/ns#r>',
  path: '<http://example.org/ns#in>',
  value: null,
  sourceShape: '<http://example.org/ns#P>',
  component: '<http://www.w3.org/ns/shacl#MinCountConstraintComponent>',
  severity: '<http://www.w3.org/ns/shacl#Violation>',
  messages: ['At least 1 value of in is needed, found none'],
};
const input: CommandInput = {
  format: 1,
  context: '',
  graph: `${declared}ex:r a ex:Room . <urn:x-bnode:b1> a ex:Building .`,
  shapes: `${declared}ex:S sh:targetClass ex:Room ; sh:property ex:P .
ex:P sh:path ex:in ; sh:minCount 1 ; sh:class ex:Building ; sh:nodeKind sh:BlankNode .`,
  result,
  report: [result],
  prefixes,
  repeat: 1,
};

const right = '```sparql\nINSERT DATA { ex:r ex:in <urn:x-bnode:b1> }\n```';

/** What the agent ends with when the model says these texts, and what it was asked in each turn after the first. */
async function run(turns: number, ...texts: readonly [string, ...string[]]) {
  const endpoint = await scriptedEndpoint(says(texts[0]), ...texts.slice(1).map((text) => says(text)));
  try {
    const chat = chatAt({ baseUrl: endpoint.baseUrl, key: 'k', model: 'm' });
    const update = await agentLoop(input, await readQuestion(input), chat, turns);
    const asked = endpoint.requests
      .slice(1)
      .map(({ body }) => body.messages.at(-1)!.content.split('\n\n')[0]);
    return { update, asked, first: endpoint.requests[0]! };
  } finally {
    await endpoint.close();
  }
}

test('the first answer that repairs ends the loop', async () => {
  const { update, asked, first } = await run(5, right);
  expect(update).toBe('INSERT DATA { ex:r ex:in <urn:x-bnode:b1> }');
  expect(asked).toEqual([]);
  expect(first.headers.authorization).toBe('Bearer k');
  expect(first.body.messages[0]!.content).toContain(
    '- At least 1 value of in is needed, found none (focus node',
  );
});

test('what is wrong with an update is told, and another one asked for', async () => {
  const { update, asked } = await run(
    5,
    'I can help.',
    '```\nINSERT DATA { ex:r ex:in }\n```',
    '```sparql\nINSERT DATA { ex:r ex:in ex:x }\n```',
    right,
  );
  expect(update).toContain('urn:x-bnode:b1');
  expect(asked[0]).toContain('There is no SPARQL Update');
  expect(asked[1]).toContain("The update can't be read");
  expect(asked[2]).toBe(`The repaired graph was validated.
These results are new:
- in of r is not an instance of Building: x
- in of r is not a blank node: x`);
});

test('after the last turn, the last update is the answer', async () => {
  const { update, asked } = await run(2, '```\nINSERT DATA { ex:r ex:in ex:x }\n```');
  expect(update).toBe('INSERT DATA { ex:r ex:in ex:x }');
  expect(asked).toHaveLength(1);
});

test('no update, and an endpoint that fails, are refusals', async () => {
  await expect(run(2, 'No.')).rejects.toThrow('no update in 2 answers');
  const endpoint = await scriptedEndpoint(fails(500));
  const chat = chatAt({ baseUrl: endpoint.baseUrl, key: undefined, model: 'm' });
  await expect(agentLoop(input, await readQuestion(input), chat, 2)).rejects.toThrow('answers 500');
  await endpoint.close();
});

test('a report of another graph is refused', async () => {
  const other = { ...result, focusNode: '<http://example.org/ns#other>' };
  await expect(readQuestion({ ...input, report: [other] })).rejects.toThrow('has no result');
});
