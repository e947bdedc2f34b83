import { expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = `#- /data.ttl
ex:ann ex:teaches ex:bob .
#- /shapes.ttl
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
#- /regime.ttl
<> sh:entailment <http://www.w3.org/ns/entailment/RDFS> .
#- /ontology.ttl
ex:teaches rdfs:range ex:Person ; owl:inverseOf ex:taughtBy . ex:taughtBy rdfs:range ex:Person .`;

const settings = (inference: string) => ({
  '/.vscode/settings.json': JSON.stringify({ 'shaclRepair.validation.inference': inference }),
});

async function validate(args: string, texts: Record<string, string> = {}) {
  const command = `validate data.ttl --shapes shapes.ttl --context ontology.ttl --format json ${args}`;
  const { out } = await runInMemory(command, { files, texts });
  const { inference, results } = JSON.parse(out);
  const nodes = results.map(({ focusNode }: { focusNode: string }) => focusNode.replace(/.*#(.*)>/, '$1'));
  return { inference, nodes };
}

test('what is inferred is what --inference says', async () => {
  expect(await validate('')).toEqual({ inference: 'none', nodes: [] });
  expect(await validate('--inference none')).toEqual({ inference: 'none', nodes: [] });
  expect(await validate('--inference rdfs')).toEqual({ inference: 'rdfs', nodes: ['bob'] });
  expect(await validate('--inference rdfs+inverse')).toEqual({
    inference: 'rdfs+inverse',
    nodes: ['ann', 'bob'],
  });
});

test('--inference goes over the settings, and sh:entailment over none', async () => {
  expect(await validate('', settings('rdfs'))).toEqual({ inference: 'rdfs', nodes: ['bob'] });
  expect(await validate('--inference none', settings('rdfs'))).toEqual({ inference: 'none', nodes: [] });
  expect(await validate('--shapes regime.ttl')).toEqual({ inference: 'rdfs', nodes: ['bob'] });
});

test('people are told what was inferred, and from what', async () => {
  const command = 'validate data.ttl --shapes shapes.ttl --context ontology.ttl --inference rdfs';
  const { out } = await runInMemory(command, { files });
  expect(out).toContain(
    '= data.ttl:2:19: ex:bob a ex:Person is inferred from ex:ann ex:teaches ex:bob, because ex:teaches rdfs:range ex:Person (rdfs3).',
  );
  expect(out).toMatch(/, checked with builtin, rdfs inferred, in \d+ ms/);
});

test('scripts are told the rules and the triples they go by', async () => {
  const command =
    'validate data.ttl --shapes shapes.ttl --context ontology.ttl --format json --inference rdfs';
  const { out } = await runInMemory(command, { files });
  const [bob] = JSON.parse(out).results;
  const short = JSON.parse(JSON.stringify(bob.inferred).replace(/<[^>]*[#/]([^>]*)>/g, '$1'));
  expect(short).toEqual([
    {
      triple: 'bob type Person .',
      from: 'ann teaches bob .',
      by: [{ rule: 'rdfs3', schema: 'teaches range Person .' }],
    },
  ]);
});

test('repairs are verified on what they imply', async () => {
  const command = 'repair data.ttl --shapes shapes.ttl --context ontology.ttl --inference rdfs --format json';
  const { out } = await runInMemory(command, { files });
  const { inference, violations } = JSON.parse(out);
  expect(inference).toBe('rdfs');
  expect(violations).toHaveLength(1);
});
