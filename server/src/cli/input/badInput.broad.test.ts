import { expect, test } from 'vitest';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';

const setup: TestSetup = {
  files: `#- /data.ttl
ex:a a ex:C .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
#- /broken.ttl
# shapes: shapes.ttl
ex:a a ex:C ;
  ex:q ex:r
  ex:s ex:t .
ex:b a ex:C .
#- /broken-shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p sh:minCount 1 ] .
#- /lost.ttl
# shapes: shapes/missing.ttl
ex:a a ex:C .`,
  texts: {
    '/not.json': 'nothing',
    '/other.json': '{ "results": 1 }',
  },
  unreadable: {
    '/secret.ttl': 'denied',
    '/folder': 'directory',
    '/picture.ttl': 'binary',
    '/dump.hdt': 'binary',
    '/data.ttl.gz': 'binary',
    '/huge.ttl': 'tooLarge',
  },
};

/** Command lines that end with exit code 2, and how stderr starts. */
const failures: readonly (readonly [args: string, stderr: RegExp])[] = [
  ['', /^SHACL Repair .*\n\nUsage:/],
  [
    'valdate data.ttl',
    /^shacl-repair: unknown command 'valdate'\. Did you mean validate\?\nSee 'shacl-repair --help'\.\n$/,
  ],
  ['measure data.ttl', /^shacl-repair: unknown command 'measure'\. Commands: validate, repair, lint, /],
  ['validate', /^shacl-repair validate: give the data: files, folders/],
  [
    'validate data.ttl --shape shapes.ttl',
    /^shacl-repair validate: unknown option --shape\. Did you mean --shapes\?/,
  ],
  ['validate data.ttl --colour', /^shacl-repair validate: unknown option --colour\.\nSee/],
  ['validate data.ttl --shapes', /^shacl-repair validate: --shapes needs a value/],
  [
    'validate data.ttl --format xml',
    /--format can't be 'xml': give text, json, turtle, markdown, sarif, junit or github\./,
  ],
  ['validate data.ttl --engine own', /--engine can't be 'own'/],
  ['validate data.ttl --fail-on error', /--fail-on can't be 'error': give violation, warning or info\./],
  ['repair data.ttl --inference', /--inference needs a value/],
  [
    'validate data.ttl --inference owl',
    /--inference can't be 'owl': give none, rdfs, rdfs\+inverse, rules or rules\+rdfs\./,
  ],
  ['validate data.ttl --baseline no.json', /the baseline no\.json can't be read: it does not exist/],
  ['validate data.ttl --baseline not.json', /the baseline not\.json is not a report/],
  ['validate data.ttl --baseline other.json', /the baseline other\.json is not a report/],
  ['validate missing.ttl', /^missing\.ttl: error: The data file missing\.ttl does not exist/],
  [
    'validate secret.ttl',
    /^secret\.ttl: error: The data file secret\.ttl can't be read: permission denied .* Allow yourself to read it/,
  ],
  ['validate folder', /^shacl-repair validate: There is no Turtle or TriG file in the folder 'folder'\./],
  ['validate data.ttl --max-warnings few', /--max-warnings can't be 'few'/],
  [
    'validate data.ttl --max-warnings 3 --fail-on warning',
    /--max-warnings has no effect with --fail-on warning/,
  ],
  [
    'validate picture.ttl',
    /^picture\.ttl: error: The data file picture\.ttl can't be read: .* Save it as UTF-8/,
  ],
  ['validate dump.hdt', /^dump\.hdt: error: .* HDT is not read\. Convert it to N-Triples first/],
  ['validate data.ttl.gz', /^data\.ttl\.gz: error: .* It is compressed\. Unpack it first/],
  ['validate huge.ttl', /^huge\.ttl: error: The data file huge\.ttl is too large/],
  ["validate '*.rdf'", /^shacl-repair validate: No file matches '\*\.rdf'\. Correct the pattern/],
  [
    'validate data.ttl --shapes missing.ttl',
    /^missing\.ttl: error: The shapes file missing\.ttl does not exist/,
  ],
  ['validate data.ttl --shapes shapes.ttl --context missing.ttl', /^missing\.ttl: error: The context file/],
  ['validate broken.ttl', /^broken\.ttl:5:3: error: /],
  ['validate data.ttl --shapes broken-shapes.ttl', /^broken-shapes\.ttl:2:72: error: /],
  ['repair', /^shacl-repair repair: give a Turtle file/],
  ['repair - data.ttl --apply', /--apply can't change standard input/],
  ['repair data.ttl --max 0', /--max can't be '0'/],
  ['repair data.ttl --max many', /--max can't be 'many'/],
  ['repair data.ttl --system gpt', /--system can't be 'gpt': give symbolic, model:ID or choose:ID/],
  [
    'repair data.ttl --system model',
    /--system model needs the id of a model: give model:gpt-4o, say, or set OPENAI_MODEL/,
  ],
  ['repair data.ttl --system model:', /--system model needs the id of a model/],
  ['repair data.ttl --system model:gpt --strategy XL', /--strategy can't be 'XL': give MG, MF, .* or SnF\+/],
  ['repair data.ttl --strategy SF', /--strategy is for models: give --system model:ID with it/],
  ['repair data.ttl --base-url http://localhost', /--base-url is for models/],
  [
    'repair data.ttl --system model:gpt --dry-run --format diff',
    /--dry-run shows prompts with --system model/,
  ],
  ['repair data.ttl --shapes shapes.ttl --only 123', /no result has the key '123'\. There are [0-9a-f]{12}/],
  ['repair - --apply', /--apply can't change standard input/],
  ['repair missing.ttl --apply', /^missing\.ttl: error: /],
  ['repair broken.ttl --apply', /^broken\.ttl:5:3: error: [\s\S]*Nothing is applied while there are errors/],
  ['lsp', /^shacl-repair lsp: give --stdio/],
  ['lsp --stdio data.ttl', /^shacl-repair lsp: takes no files/],
];

test.each(failures)('%s', async (args, stderr) => {
  const { code, err, written } = await runInMemory(args, setup);
  expect(err).toMatch(stderr);
  expect(code).toBe(2);
  expect(written).toEqual({});
});

test('a link that leads nowhere leaves the verdict open', async () => {
  const { code, err } = await runInMemory('validate lost.ttl', setup);
  expect(err).toMatch(/^lost\.ttl:1:11: error: The shapes file missing\.ttl does not exist/);
  expect(code).toBe(3);
});

test('with syntax errors there is JSON all the same, of what could be read', async () => {
  const { code, out, err } = await runInMemory('validate broken.ttl --format json', setup);
  expect(code).toBe(2);
  expect(err).toMatch(/^broken\.ttl:5:3: error: /);
  expect(JSON.parse(out)).toMatchObject({
    conforms: false,
    validated: true,
    results: [{ component: '<http://www.w3.org/ns/shacl#MinCountConstraintComponent>' }],
    errors: [
      {
        severity: 'error',
        kind: 'syntax',
        message: expect.any(String),
        uri: 'file:///workspace/broken.ttl',
        start: { line: 4, character: 2 },
      },
    ],
  });
});

test('with syntax errors repairs are listed, in JSON too', async () => {
  const { code, out } = await runInMemory('repair broken.ttl --format json', setup);
  expect(code).toBe(2);
  expect(JSON.parse(out)).toMatchObject({
    violations: [{ repairs: expect.any(Array) }],
    errors: [{ kind: 'syntax' }],
  });
});

test('errors in an ontology are told and change nothing', async () => {
  const args = 'validate data.ttl --shapes shapes.ttl --context broken.ttl';
  const { code, err } = await runInMemory(args, setup);
  expect(err).toMatch(/^broken\.ttl:5:3: warning: /);
  expect(code).toBe(1);
});

test('settings that are no JSON are told and not used', async () => {
  const texts = { '/.vscode/settings.json': '{ "shaclRepair.links": ' };
  const { code, err } = await runInMemory('validate data.ttl --shapes shapes.ttl', { ...setup, texts });
  expect(err).toMatch(/^warning: \.vscode\/settings\.json is not JSON/);
  expect(code).toBe(1);
});

test('standard input that is no text', async () => {
  const { code, err } = await runInMemory('validate -', { ...setup, stdin: new Uint8Array([0xff, 0xfe]) });
  expect(err).toMatch(/^shacl-repair validate: Standard input is not UTF-8 text/);
  expect(code).toBe(2);
});

test.each(['--help', '-h', 'help', '--version', 'validate --help', 'repair -h', 'lsp --help'])(
  '%s goes to stdout',
  async (args) => {
    const { code, out, err } = await runInMemory(args, setup);
    expect(out).toMatch(/Usage|^\d+\.\d+\.\d+\n$/);
    expect([code, err]).toEqual([0, '']);
  },
);

test('help COMMAND is COMMAND --help', async () => {
  const setup = { files: '' };
  const { out, code } = await runInMemory('help repair', setup);
  expect([out, code]).toEqual([(await runInMemory('repair --help', setup)).out, 0]);
  expect((await runInMemory('help repar', setup)).err).toMatch(
    /^shacl-repair: unknown command 'repar'\. Did you mean repair\?/,
  );
});

test.each(['validate', 'repair', 'generate --out suite'])(
  '%s tells a missing file once, and as no link',
  async (command) => {
    const { out, err, code } = await runInMemory(`${command} missing.ttl`, { files: '' });
    expect([`${out}${err}`.match(/does not exist/g)?.length, code]).toEqual([1, 2]);
    expect(out).not.toMatch(/broken link|0 files/);
  },
);
