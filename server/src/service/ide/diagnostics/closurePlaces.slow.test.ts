import { expect, test } from 'vitest';
import { hostOf } from '../../../testing/check.ts';
import { parseFixture } from '../../../testing/fixture.ts';

const connected = '[ sh:zeroOrMorePath [ sh:alternativePath ( ex:p [ sh:inversePath ex:p ] ex:q ) ] ]';

test('results of values that a closure leads to are told up to a thousand values', async () => {
  const chain = Array.from({ length: 1200 }, (_, i) => `ex:n${i} ex:p ex:n${i + 1} .`).join('\n');
  const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl
${chain}
#- /shapes.ttl
ex:S sh:targetSubjectsOf ex:p ; sh:property [ sh:path ${connected} ; sh:maxCount 1100 ] .
ex:T sh:targetNode ex:n5 ; sh:property [ sh:path [ sh:oneOrMorePath ex:p ] ; sh:maxCount 1 ] .
ex:U sh:targetNode ex:n1195 ; sh:property [ sh:path [ sh:oneOrMorePath ex:p ] ; sh:minCount 1000 ] .`);
  const { diagnostics } = await hostOf(fixture).validate(fixture.files[0]!.uri, new AbortController().signal);
  const found = diagnostics.get(fixture.files[0]!.uri)!.map(({ message }) => message);
  expect(found).toHaveLength(1202);
  expect(new Set(found.map((message) => /has (.*) values/.exec(message)?.[1]))).toEqual(
    new Set(['more than 1,100', 'more than 1,000', '5']),
  );
});
