import { expect, test } from 'vitest';
import { hostOf } from '../../testing/check.ts';
import { parseFixture } from '../../testing/fixture.ts';
import { vioProblem } from './vioProblem.ts';

const signal = new AbortController().signal;

const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:C ; ex:p 1 .
ex:b a ex:C ; ex:p [ ex:q 2 ] .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
`);
const [data] = fixture.files;

test('a problem is that of the texts, whatever was typed to get there', async () => {
  const host = hostOf(fixture);
  host.openDocument(data!.uri, 2, data!.text.replace('ex:a a ex:C ; ', ''));
  await host.analysis(data!.uri, signal);
  host.openDocument(data!.uri, 3, data!.text);
  const typed = await vioProblem(await host.analysisOfTexts(data!.uri, signal), signal);
  const written = await vioProblem(await hostOf(fixture).analysis(data!.uri, signal), signal);
  const triples = ({ recorded }: typeof typed) => [...recorded.input.dataGraph.triples()];
  expect(triples(typed)).toEqual(triples(written));
});

test('shapes in a data file stay as they are', async () => {
  const both = parseFixture(`#- /data.ttl
ex:a a ex:C .
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:maxCount 1 ] .
`);
  const analysis = await hostOf(both).analysis(both.files[0]!.uri, signal);
  expect(analysis.graphs.input.ownShapes).toBeDefined();
  const { recorded } = await vioProblem(analysis, signal);
  expect(recorded.input).not.toHaveProperty('ownShapes');
});
