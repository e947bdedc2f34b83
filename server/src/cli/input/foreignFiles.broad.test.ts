import { describe, expect, test } from 'vitest';
import { block, fixtureRoot } from '../../testing/fixture.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';

/*
 * A repository that somebody else wrote names files of the machine that checks it. Whatever they hold, none of it
 * reaches an output.
 */

const secret = 'hunter2';

/** Texts that are no Turtle, or only in parts: what could be read of them is not used either. */
const texts = {
  'variables of an environment': `PASSWORD=${secret}\nTOKEN="${secret}"\n`,
  'settings of git': `[remote "origin"]\n\turl = https://x:${secret}@example.org/\n`,
  'Turtle behind something else': block`
    %
    @prefix ex: <http://example.org/> .
    ex:a ex:${secret} "${secret}" .
  `,
  'a prefix and its use': block`
    @prefix ${secret}: <http://example.org/> .
    ${secret}:a ${secret}:b ${secret} .
  `,
};

/** Where such a file may lie, seen from the working directory, and what its name looks like. */
const places = {
  'in the folder': '.git/config',
  'above the folder': '../.env',
  'elsewhere, like an RDF file': '../../secrets/vault.ttl',
};

const formats = ['text', 'json', 'sarif', 'markdown', 'turtle'] as const;

describe.each(Object.entries(places))('a file %s', (_, place) => {
  describe.each(Object.entries(texts))('that holds %s', (_, text) => {
    test.each(['shapes', 'context'])('linked as %s', async (role) => {
      for (const format of formats) {
        const { code, out, err } = await linkedRun(role, place, text, `validate data.ttl --format ${format}`);
        expect(code).toBe(3);
        expect(out + err).not.toContain(secret);
        expect(err).toMatch(/is not used: it (?:is not Turtle \(line \d+, column \d+\)|lies outside)/);
      }
      const repair = await linkedRun(role, place, text, 'repair data.ttl --format json');
      expect(repair.out + repair.err).not.toContain(secret);
    });
  });
});

test('the same file is shown to those who name it', async () => {
  const { err } = await linkedRun(
    'shapes',
    '.git/config',
    texts['settings of git'],
    'validate data.ttl --shapes .git/config',
  );
  expect(err).toContain(secret);
});

test('an RDF file of the folder is shown', async () => {
  const { err } = await linkedRun('shapes', 'shapes.ttl', texts['a prefix and its use'], 'validate data.ttl');
  expect(err).toContain(secret);
});

test('a link in the folder counts where it leads', async () => {
  const { code, err } = await linkedRun(
    'shapes',
    'shapes.ttl',
    texts['variables of an environment'],
    'validate data.ttl',
    { links: { '/shapes.ttl': 'file:///proc/self/environ' } },
  );
  expect(code).toBe(3);
  expect(err).not.toContain(secret);
});

test('Turtle elsewhere is used as it is', async () => {
  const shapes =
    '@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix ex: <http://example.org/> .\n' +
    'ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property [ sh:path ex:q ; sh:minCount 1 ] .';
  const { code, out } = await linkedRun('shapes', '../shapes/s.ttl', shapes, 'validate data.ttl');
  expect(code).toBe(1);
  expect(out).toContain('sh:minCount');
});

test('what is wrong in valid Turtle elsewhere is told by its place alone', async () => {
  const shapes = `@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<http://a.example/> owl:imports <http://${secret}.example/> .`;
  for (const format of formats) {
    const run = await linkedRun('shapes', '../shapes/s.ttl', shapes, `validate data.ttl --format ${format}`);
    expect(run.out + run.err).not.toContain(secret);
    expect(run.err).toContain('s.ttl:2:');
  }
});

describe.each<[file: string, args: string]>([
  ['.vscode/settings.json', 'validate data.ttl'],
  ['baseline.json', 'validate data.ttl --baseline baseline.json'],
  ['prices.json', 'repair data.ttl --system model:m --prices prices.json'],
  ['suite/suite.json', 'suite verify suite'],
  ['run/run.json', 'report run'],
])('%s that is no JSON is not quoted', (file, args) => {
  test.each([`PASSWORD=${secret}`, `{"a": ${secret}}`, `{"a": "x",\n"${secret}`])('%j', async (text) => {
    const run = await runInMemory(args, {
      files: block`
        #- /data.ttl
        ex:a ex:p 1 .`,
      texts: { '/suite/graph.ttl': '', '/suite/manifest.ttl': '', [`/${file}`]: text },
    });
    expect(run.out + run.err).not.toContain(secret);
    expect(run.err + run.out).toMatch(/not JSON: (line \d+, )?column \d+/);
  });
});

function linkedRun(role: string, place: string, text: string, args: string, setup: Partial<TestSetup> = {}) {
  return runInMemory(args, {
    files: block`
      #- /data.ttl
      # ${role}: ${place}
      ex:a ex:p 1 .`,
    elsewhere: { [new URL(place, `${fixtureRoot}/`).href]: text },
    ...setup,
  });
}
