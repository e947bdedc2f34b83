import { expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { ScriptedModel } from '../../testing/scriptedModel.ts';
import { generated, vioProblem } from '../../testing/vios.ts';
import { ModelError } from './model/languageModel.ts';
import { proposeNodeName } from './proposeNodeName.ts';

const ex = 'http://example.org/ns#';
const prefixes = new Map([['ex', ex]]);

const team = () =>
  vioProblem(
    'ex:S a sh:NodeShape ; sh:targetClass ex:Team ; sh:property [ sh:path ex:lead ; sh:qualifiedMaxCount 1 ; sh:qualifiedValueShape [ sh:class ex:Person ] ] .',
    'ex:t a ex:Team ; ex:lead ex:Alice . ex:Alice a ex:Person .',
  );

/** The new node of the only case, named by a model that answers so. */
async function nameGiven(...script: readonly [string | Error, ...(string | Error)[]]): Promise<string> {
  const model = new ScriptedModel(...script);
  const suite = await generated(
    await team(),
    {},
    {
      namer: (unnamed) => proposeNodeName(unnamed, model, prefixes, new AbortController().signal),
    },
  );
  const named = suite.cases.filter(({ minted }) => minted.length > 0);
  expect(named).toHaveLength(1);
  const { minted, namedBy } = named[0]!;
  return `${terms.value(minted[0]!).replace(ex, 'ex:')} ${namedBy}`;
}

test.for([
  ['{"answer": "http://example.org/ns#Carol", "is URIRef": true}', 'ex:Carol llm'],
  ['Sure: {"answer": "ex:Carol", "is URIRef": true}', 'ex:Carol llm'],
  ['{"answer": "<http://example.org/ns#Carol>"}', 'ex:Carol llm'],
] as const)('a model gives a new node its name: %s', async ([answer, expected]) =>
  expect(await nameGiven(answer)).toBe(expected),
);

test.for([
  ['the name of another node', '{"answer": "ex:Alice", "is URIRef": true}'],
  ['another namespace', '{"answer": "http://example.com/Carol", "is URIRef": true}'],
  ['a literal', '{"answer": "Carol", "is URIRef": false}'],
  ['no IRI', '{"answer": "ex:Ca rol", "is URIRef": true}'],
  ['no JSON', 'Carol'],
  ['a name of the shapes', '{"answer": "ex:Person", "is URIRef": true}'],
] as const)('a name that will not do is not taken: %s', async ([, answer]) =>
  expect(await nameGiven(answer)).toBe('ex:Alice_2 offline'),
);

test('where the model does not answer, nodes are numbered', async () =>
  expect(await nameGiven(new ModelError('unreachable', 'no answer'))).toBe('ex:Alice_2 offline'));

test('the model sees the node without its name, and one of its kind', async () => {
  const model = new ScriptedModel('{"answer": "ex:Carol", "is URIRef": true}');
  await generated(
    await team(),
    {},
    {
      namer: (unnamed) => proposeNodeName(unnamed, model, prefixes, new AbortController().signal),
    },
  );
  const [request] = model.requests;
  const text = request?.messages[0]?.text ?? '';
  expect(text).toContain('<urn:___param___#name> a ex:Person');
  expect(text).toContain('ex:Alice a ex:Person');
  expect(text).not.toContain('Alice_2');
});
