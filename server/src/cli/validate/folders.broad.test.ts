import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { triesAll } from '../../testing/runs.ts';

const shape =
  'ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .';

const project = block`
  #- /data/good.ttl
  # shapes: ../shapes/people.ttl
  ex:a a ex:Person ; ex:name "A" .
  #- /data/sites/bad.ttl
  # shapes: ../../shapes/people.ttl
  ex:b a ex:Person .
  #- /data/sites/none.ttl
  # shapes: ../../shapes/people.ttl
  ex:x ex:p ex:y .
  #- /data/.cache/old.ttl
  ex:x ex:p .
  #- /shapes/people.ttl
  ${shape}
  #- /alone/data.ttl
  ex:a a ex:Person .`;

async function validate(args: string, files = project) {
  const { code, out, err } = await runInMemory(`validate ${args} --format json`, { files });
  const report = out === '' ? undefined : JSON.parse(out);
  const short = (uri: string) => uri.replace('file:///workspace/', '');
  return {
    code,
    err,
    verdict: report?.verdict,
    results: report?.results.map(({ location }: { location: { uri: string } }) => short(location.uri)),
    supporting: report?.supporting.map(short),
  };
}

test('a folder stands for all Turtle files in it that are not hidden', async () => {
  expect(await validate('data')).toMatchObject({
    code: 1,
    verdict: 'violates',
    results: ['data/sites/bad.ttl'],
    supporting: [],
  });
  expect(await validate('data/')).toMatchObject({ code: 1, results: ['data/sites/bad.ttl'] });
  expect(await validate('data/good.ttl')).toMatchObject({ code: 0 });
});

test('TriG files of a folder count, with shapes and data as their graphs; N-Quads have to be named', async () => {
  const files = block`
    #- /data/graphs.trig
    ex:shapes { ${shape} }
    ex:data { ex:a a ex:Person . }
    #- /data/export.nq
    <urn:a> <urn:p> .`;
  expect(await validate('data', files)).toMatchObject({ code: 1, results: ['data/graphs.trig'] });
  expect(await validate('data/export.nq', files)).toMatchObject({ code: 2 });
});

test('files that are only shapes of others are not judged by themselves, however they were named', async () => {
  const good = { code: 0, verdict: 'conforms', results: [], supporting: ['shapes/people.ttl'] };
  expect(await validate('data/good.ttl shapes')).toMatchObject(good);
  expect(await validate('data/good.ttl shapes/people.ttl')).toMatchObject(good);
  expect(await validate("data/good.ttl 'shapes/*.ttl'")).toMatchObject(good);
  // Nothing else uses them.
  expect(await validate('shapes')).toMatchObject({ code: 3, verdict: 'nothingToCheck', supporting: [] });
  expect(await validate('shapes alone')).toMatchObject({ code: 3, verdict: 'unlinked', supporting: [] });
});

test('the whole working directory', async () => {
  const { code, verdict, results, supporting } = await validate('.');
  expect({ code, verdict, results, supporting }).toEqual({
    code: 1,
    verdict: 'violates',
    results: ['data/sites/bad.ttl'],
    supporting: ['shapes/people.ttl'],
  });
});

test('shapes that violate shapes, or have syntax errors, are told', async () => {
  const own = project.replace(shape, `${shape} ex:b a ex:Person .`);
  expect(await validate('data/good.ttl shapes', own)).toMatchObject({ code: 1, supporting: [] });
  const broken = project.replace(shape, `${shape} ex:b ex:p .`);
  expect(await validate('data/good.ttl shapes', broken)).toMatchObject({ code: 2 });
});

test('ontologies that only import each other stay', async () => {
  const files = block`
    #- /a.ttl
    <http://example.org/a> a owl:Ontology ; owl:imports <http://example.org/b> .
    #- /b.ttl
    <http://example.org/b> a owl:Ontology ; owl:imports <http://example.org/a> .`;
  expect(await validate('a.ttl b.ttl', files)).toMatchObject({
    code: 3,
    verdict: 'unlinked',
    supporting: [],
  });
});

test.runIf(triesAll)('a pattern may match more than a thousand files, and all of them are read', async () => {
  const texts = Object.fromEntries(Array.from({ length: 1200 }, (_, i) => [`/many/${i}.ttl`, '']));
  const { code, out } = await runInMemory("validate 'many/*.ttl' --allow unlinked --format json", {
    files: project,
    texts,
  });
  expect([code, JSON.parse(out).reasons.length]).toEqual([0, 1]);
});

test('the summary names what was not judged by itself', async () => {
  const { out } = await runInMemory('validate data/good.ttl shapes', { files: project });
  expect(out).toMatch(/^data\/good\.ttl conforms, .*; 1 file only read as shapes or context of others\n$/);
});
