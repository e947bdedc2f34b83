import { describe, expect, test } from 'vitest';
import { block, suppliedPrefixes } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = block`
  #- /data.ttl
  ${suppliedPrefixes}
  @prefix unit: <http://qudt.org/vocab/unit/> .
  ex:a ex:unit unit:M , unit:K , "m" .
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:unit ; sh:property [ sh:path ex:unit ; sh:class ex:Unit ] .`;
const command = 'validate data.ttl --shapes shapes.ttl';
const message = '2 results rest on http://qudt.org/vocab/unit/, which no linked file describes.';

describe('results that rest on nodes which no linked file describes', () => {
  test('are one block of text, and count as results', async () => {
    const { code, out } = await runInMemory(command, { files });
    expect(code).toBe(1);
    expect(out.match(/-->/g)).toHaveLength(2);
    expect(out).toContain(`violation[undescribed]: ${message}`);
    expect(out).toContain('--> data.ttl:3:15');
    expect(out).toContain('= --show-grouped lists them one by one.');
    expect(out).toContain('3 results in 1 file');
  });

  test('are listed on request', async () => {
    const { out } = await runInMemory(`${command} --show-grouped`, { files });
    expect(out.match(/-->/g)).toHaveLength(4);
    expect(out).toContain(message);
    expect(out).not.toContain('lists them');
  });

  test('name the namespace in JSON, which has them all', async () => {
    const { out } = await runInMemory(`${command} --format json`, { files });
    const json = JSON.parse(out);
    expect(json.results.map((result: { readonly restsOn?: string }) => result.restsOn)).toEqual([
      'http://qudt.org/vocab/unit/',
      'http://qudt.org/vocab/unit/',
      undefined,
    ]);
    expect(json.groups).toEqual([
      {
        restsOn: 'http://qudt.org/vocab/unit/',
        cause: message,
        results: 2,
        severity: 'violation',
        location: {
          uri: 'file:///workspace/data.ttl',
          start: { line: 2, character: 14 },
          end: { line: 2, character: 43 },
        },
      },
    ]);
  });

  test('are one line of Markdown', async () => {
    const { out } = await runInMemory(`${command} --format markdown`, { files });
    expect(out).toContain(`**violation**: ${message.replace(/http[^ ,]*/, '`$&`')} (data.ttl:3:15)`);
    expect(out).toContain('**3 results** in data.ttl.');
    expect(out.match(/^\| violation \| data/gm)).toHaveLength(1);
    const all = await runInMemory(`${command} --format markdown --show-grouped`, { files });
    expect(all.out.match(/^\| violation \| data/gm)).toHaveLength(3);
  });

  test('are all in SARIF and in the W3C report', async () => {
    const sarif = await runInMemory(`${command} --format sarif`, { files });
    expect(sarif.out.match(/"restsOn"/g)).toHaveLength(2);
    expect(JSON.parse(sarif.out).runs[0].results).toHaveLength(3);
    const { out } = await runInMemory(`${command} --format turtle`, { files });
    expect(out.match(/sh:ValidationResult\b/g)).toHaveLength(3);
  });
});

test('declared incompleteness is counted and named, and changes no verdict', async () => {
  const declared = files.replace(
    '"m" .',
    'ex:m . ex:m a ex:Unit ; sh:incomplete true . [] sh:incompleteURIStart "http://qudt.org/" .',
  );
  const { code, out } = await runInMemory(command, { files: declared });
  expect(code).toBe(0);
  expect(out).toContain('data.ttl conforms');
  expect(out).toContain('; 3 nodes declared incomplete');
  const json = await runInMemory(`${command} --format json`, { files: declared });
  expect(JSON.parse(json.out)).toMatchObject({
    verdict: 'conforms',
    incomplete: { nodes: 3, uriStarts: ['http://qudt.org/'] },
  });
});

describe('results that a misnamed property causes', () => {
  const files = `
#- /data.ttl
@prefix ex: <http://example.org/ns#> .
ex:a a ex:Thing ; ex:titel "A" .
ex:b a ex:Thing ; ex:titel "B" .
ex:c a ex:Thing ; ex:titel "C" .
#- /shapes.ttl
@prefix ex: <http://example.org/ns#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:Thing ; sh:property [ sh:path ex:title ; sh:minCount 1 ] .
`;
  const cause = 'ex:titel is used where the shapes ask for ex:title: 3 results.';

  test('are one entry in text, and counted', async () => {
    const { out } = await runInMemory(command, { files });
    expect(out).toContain(`violation[property]: ${cause}`);
    expect(out).toContain('--> data.ttl:2:19');
    expect(out).toContain('3 results in 1 file');
    expect(out).not.toContain('sh:minCount');
  });

  test('are a group in JSON', async () => {
    const { out } = await runInMemory(`${command} --format json`, { files });
    const { results, groups } = JSON.parse(out);
    const restsOn = 'http://example.org/ns#titel';
    expect(results.map((result: { readonly restsOn?: string }) => result.restsOn)).toEqual(
      Array(3).fill(restsOn),
    );
    expect(groups).toMatchObject([{ restsOn, cause, results: 3, severity: 'violation' }]);
  });
});

describe('repairs of results that a prefix causes', () => {
  const files = `
#- /data.ttl
@prefix ex: <http://example.org/ns#> .
@prefix v: <https://vocabulary.example/ns#> .
ex:a a ex:Thing ; v:title "A" .
ex:b a ex:Thing ; v:title "B" .
ex:c a ex:Thing ; v:title "C" .
#- /shapes.ttl
@prefix ex: <http://example.org/ns#> .
@prefix v: <http://vocabulary.example/ns#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:Thing ; sh:property [ sh:path v:title ; sh:minCount 1 ] .
`;
  const repair = 'repair data.ttl --shapes shapes.ttl';
  const cause =
    'v: is https://vocabulary.example/ns# here and http://vocabulary.example/ns# in the shapes: 3 results.';

  test('are told once, below their cause', async () => {
    const { out } = await runInMemory(repair, { files });
    expect(out.split('\n')[0]).toBe(`violation[namespace]: ${cause}`);
    expect(out.match(/violation\[sh:minCount\]/g)).toHaveLength(1);
    expect(out).toContain('+@prefix v: <http://vocabulary.example/ns#> .');
    expect(out).toContain('also fixes 2 other results');
  });

  test('have the cause in JSON', async () => {
    const { out } = await runInMemory(`${repair} --format json`, { files });
    const { groups, violations } = JSON.parse(out);
    expect(groups).toMatchObject([{ cause, results: 3 }]);
    expect(violations).toHaveLength(3);
  });

  test('are made at the prefix', async () => {
    const { written } = await runInMemory(`${repair} --apply`, { files });
    expect(Object.values(written).join()).toContain(
      '@prefix v: <http://vocabulary.example/ns#> .\nex:a a ex:Thing ; v:title "A"',
    );
  });
});
