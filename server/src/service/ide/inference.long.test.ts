import { expect, test } from 'vitest';
import { hostOf } from '../../testing/check.ts';
import { parseFixture } from '../../testing/fixture.ts';

test('where more follows than memory should hold, nothing is inferred, and that is told', async () => {
  const depth = 2000;
  const chain = Array.from({ length: depth }, (_, i) => `ex:C${i} rdfs:subClassOf ex:C${i + 1} .`);
  const fixture = parseFixture(`
#- /data.ttl shapes:/shapes.ttl
ex:a a ex:C0 .
${chain.join('\n')}
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:C${depth} ; sh:nodeKind sh:Literal .`);
  const host = hostOf(fixture, { inference: 'rdfs' });
  const { status } = await host.validate(fixture.files[0]!.uri, new AbortController().signal);
  expect(status.results).toBe(1);
  expect(status.notChecked).toEqual([
    'The data implies too many triples by rdfs, so nothing is inferred and only stated triples are validated. Very deep class or property hierarchies can cause this.',
  ]);
});
