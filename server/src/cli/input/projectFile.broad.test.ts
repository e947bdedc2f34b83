import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = block`
  #- /data/a.ttl
  ex:a a ex:Person .
  #- /data/deep/b.ttl
  ex:b a ex:Person .
  #- /shapes/person.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
  #- /other.ttl
  ex:T a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; sh:minCount 1 ] .
`;

const links = '"links": [{ "data": "data/**/*.ttl", "shapes": "shapes/*.ttl" }]';

/** The properties that are missing, by the results of a run in JSON. */
async function missing(args: string, texts: Readonly<Record<string, string>>) {
  const { out, code } = await runInMemory(`validate ${args} --format json`, { files, texts });
  const { results, verdict, reasons } = JSON.parse(out);
  return {
    code,
    verdict,
    paths: results.map(({ path }: { path: string }) => path.replace(/^.*[#/]|>$/g, '')),
    reasons: reasons.map(({ message }: { message: string }) => message),
  };
}

test('the nearest project file upwards links shapes', async () => {
  const texts = {
    '/shacl-repair.jsonc': `{ ${links} }`,
    '/data/deep/shacl-repair.jsonc': '{ "links": [{ "data": "*.ttl", "shapes": "../../other.ttl" }] }',
  };
  expect(await missing('data/a.ttl', texts)).toMatchObject({ code: 1, paths: ['name'] });
  expect(await missing('data/deep/b.ttl', texts)).toMatchObject({ code: 1, paths: ['age'] });
});

test('the search ends at the folder with .git', async () => {
  const texts = { '/shacl-repair.jsonc': `{ ${links} }`, '/data/deep/.git/HEAD': '' };
  expect(await missing('data/a.ttl', texts)).toMatchObject({ verdict: 'violates' });
  expect(await missing('data/deep/b.ttl', texts)).toMatchObject({ verdict: 'unlinked' });
});

describe('it wins over the settings of VS Code', () => {
  const settings = {
    '/.vscode/settings.json':
      '{ "shaclRepair.links": [{ "data": "data/**", "shapes": "other.ttl" }], "shaclRepair.validation.inference": "rdfs" }',
  };
  const inference = async (args: string, texts: Readonly<Record<string, string>>) =>
    JSON.parse((await runInMemory(`validate data/a.ttl --format json ${args}`, { files, texts })).out)
      .inference;

  test('which count where there is none', async () => {
    expect(await missing('data/a.ttl', settings)).toMatchObject({ paths: ['age'] });
    expect(await inference('', settings)).toBe('rdfs');
  });

  test('also where it does not say what they say', async () => {
    const texts = { ...settings, '/shacl-repair.jsonc': `{ ${links} }` };
    expect(await missing('data/a.ttl', texts)).toMatchObject({ paths: ['name'] });
    expect(await inference('', texts)).toBe('none');
  });

  test('and the command line wins over it', async () => {
    const texts = { ...settings, '/shacl-repair.jsonc': `{ ${links}, "inference": "rdfs+inverse" }` };
    expect(await inference('', texts)).toBe('rdfs+inverse');
    expect(await inference('--inference none', texts)).toBe('none');
    expect(await missing('data/a.ttl --shapes other.ttl', texts)).toMatchObject({ paths: ['age'] });
  });
});

test('links are explained', async () => {
  const texts = { '/shacl-repair.jsonc': `{\n ${links} }` };
  const { out } = await runInMemory('validate data/a.ttl --explain-links', { files, texts });
  expect(out).toContain('shacl-repair.jsonc:2 links: shapes/*.ttl for data/**/*.ttl');
});

test('a link that leads nowhere is reported where it is written', async () => {
  const texts = {
    '/shacl-repair.jsonc': '{ "links": [\n  { "data": "data/*.ttl", "shapes": "gone.ttl" }] }',
  };
  const { code, err } = await runInMemory('validate data/a.ttl', { files, texts });
  expect(code).toBe(3);
  expect(err).toMatch(/^shacl-repair\.jsonc:2:37: error: The shapes file gone\.ttl does not exist/m);
});

test('a project file with errors leaves the verdict open, and says where they are', async () => {
  const texts = { '/shacl-repair.jsonc': `{ ${links},\n  "failon": "warning" }` };
  const { code, err } = await runInMemory('validate data/a.ttl', {
    files: files.replace('ex:a a ex:Person', 'ex:a a ex:Person ; ex:name "A"'),
    texts,
  });
  expect(code).toBe(3);
  expect(err).toMatch(
    /^shacl-repair\.jsonc:2:3: error: "failon" is not known here\. Did you mean "failOn"\?$/m,
  );
});

test('a file that no link is for is told so, and not to write another project file', async () => {
  const texts = { '/shacl-repair.jsonc': '{ "links": [{ "data": "dta/*.ttl", "shapes": "s.ttl" }] }' };
  const { err, code } = await runInMemory('validate data/a.ttl', { files, texts });
  expect(code).toBe(3);
  expect(err).toMatch(
    /No shapes are linked: no link in shacl-repair\.jsonc is for this file, .* Write a link into shacl-repair\.jsonc, give --shapes/,
  );
});

test('a baseline that is not there is said to be missing', async () => {
  const texts = { '/shacl-repair.jsonc': `{ ${links}, "baseline": "known.json" }` };
  const { err } = await runInMemory('validate data/a.ttl', { files, texts });
  expect(err).toMatch(
    /The baseline known\.json is not used, so all results count: it does not exist \(.*known\.json\)\. Write it/,
  );
});

test('a project file that can not be read is named', async () => {
  const { code, out } = await runInMemory('validate data/a.ttl', {
    files,
    unreadable: { '/shacl-repair.jsonc': 'denied' },
  });
  expect(code).toBe(3);
  expect(out).toContain("/workspace/shacl-repair.jsonc can't be read, so it is not used");
});

test('it names the file of an ontology that several declare', async () => {
  const more = block`
    #- /data/c.ttl
    <> owl:imports ex:Ontology . ex:c a ex:Person .
    #- /v1/o.ttl
    ex:Ontology a owl:Ontology . ex:c ex:name "C" .
    #- /v2/o.ttl
    ex:Ontology a owl:Ontology .`;
  const run = async (version: string) => {
    const ontologies = `"ontologies": { "http://example.org/ns#Ontology": "${version}/o.ttl" }`;
    const texts = { '/shacl-repair.jsonc': `{ ${links}, ${ontologies} }` };
    return runInMemory('validate data/c.ttl', { files: `${files}\n${more}`, texts });
  };
  expect((await run('v1')).code).toBe(0);
  expect((await run('v2')).code).toBe(1);
});

describe('a key of severity that names nothing is an error with what may be meant', () => {
  test.each([
    ['sh:minCout', '"sh:minCout" is not a constraint component of SHACL. Did you mean "sh:minCount"?'],
    ['minCount', '"minCount" names nothing. Did you mean "sh:minCount"?'],
    ['ex:SS', 'No linked shapes file describes ex:SS. Did you mean "ex:S"?'],
    ['ex:PersonShape', 'No linked shapes file describes ex:PersonShape.'],
    [
      'exx:S',
      'No linked file declares the prefix exx:. Write a constraint component such as "sh:minCount", a shape, or the key of a result.',
    ],
  ])('%s', async (key, message) => {
    const texts = { '/shacl-repair.jsonc': `{ ${links}, "severity": { "${key}": "off" } }` };
    const { verdict, reasons } = await missing('data/a.ttl', texts);
    expect(verdict).toBe('violates');
    expect(reasons).toEqual([]);
    const { err, out, code } = await runInMemory('validate data/a.ttl', { files, texts });
    expect(err + out).toContain(message);
    expect(code).toBe(1);
  });

  test.each(['sh:minCount', 'sh:MinCountConstraintComponent', 'ex:S', '0123456789ab', 'sh:sparql'])(
    '%s is none',
    async (key) => {
      const texts = { '/shacl-repair.jsonc': `{ ${links}, "severity": { "${key}": "warning" } }` };
      const { err } = await runInMemory('validate data/a.ttl', { files, texts });
      expect(err).toBe('');
    },
  );

  test('a shape of other data is none', async () => {
    const both =
      '"links": [{ "data": "data/a.ttl", "shapes": "shapes/*.ttl" }, { "data": "data/deep/*", "shapes": "other.ttl" }]';
    const texts = { '/shacl-repair.jsonc': `{ ${both}, "severity": { "ex:Telephone": "off" } }` };
    const { err } = await runInMemory('validate data/a.ttl', { files, texts });
    expect(err).toBe('');
  });
});
