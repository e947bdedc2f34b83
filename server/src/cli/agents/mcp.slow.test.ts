import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// The built program, driven by the official client: `npm run test:slow` builds first.
const cli = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));
const prefixes = `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const shapes = `${prefixes}ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ; sh:maxCount 1 ] ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ] .
`;
const data = `# shapes: shapes.ttl
${prefixes}ex:alice a ex:Person ; ex:age "5" ; ex:name "Alice" .
ex:bob a ex:Person ; ex:age 6 ; ex:name "Bob" . # keep
`;

let folder: string;
let client: Client;
const file = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'shacl-repair-mcp-')));
  mkdirSync(file('inside'));
  mkdirSync(file('outside'));
  writeFileSync(file('inside/shapes.ttl'), shapes);
  writeFileSync(file('inside/data.ttl'), data);
  writeFileSync(file('outside/secret.ttl'), `${prefixes}ex:s ex:p "secret" .`);
  symlinkSync('../outside/secret.ttl', file('inside/link.ttl'));
  symlinkSync('../outside', file('inside/folder'));
  symlinkSync('../outside/new', file('inside/dangling'));
});
afterEach(async () => {
  await client?.close();
  rmSync(folder, { recursive: true });
});

/** @param roots the folders that the client names; without them, it can't be asked. */
async function connect(args: readonly string[], roots?: readonly string[]): Promise<void> {
  client = new Client(
    { name: 'test', version: '1' },
    { capabilities: roots === undefined ? {} : { roots: {} } },
  );
  if (roots !== undefined)
    client.setRequestHandler('roots/list', async () => ({
      roots: roots.map((each) => ({ uri: pathToFileURL(each).href })),
    }));
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli, 'mcp', ...args],
      cwd: file('inside'),
      stderr: 'pipe',
    }),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: what a tool answers is looked at field by field.
type Answer = any;

async function call(name: string, given: Record<string, unknown>): Promise<Answer> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: given });
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  if (isError) return { error: text };
  expect(JSON.parse(text)).toEqual(structuredContent);
  return structuredContent;
}

const update = (text: string) => `PREFIX ex: <http://example.org/> ${text}`;

test('an agent finds a result, takes a repair, and lands it', async () => {
  await connect(['--allow-writes']);
  const { results, verdict } = await call('validate', { files: ['data.ttl'] });
  expect([verdict, results.total]).toEqual(['violates', 1]);
  const [{ key }] = results.items;
  const proposed = await call('propose_repairs', { files: ['data.ttl'], result: key });
  const [repair] = proposed.results.items[0].repairs;
  expect(repair).toMatchObject({ title: 'Change "5" to 5', certainty: 'certain' });
  const verified = await call('verify_change', { files: ['data.ttl'], update: repair.update });
  expect(verified).toMatchObject({ verdict: 'holds', introduced: { total: 0 }, fixed: { total: 1 } });
  expect(readFileSync(file('inside/data.ttl'), 'utf8')).toBe(data);
  expect(await call('apply_change', { key: verified.key })).toEqual({
    files: ['data.ttl'],
    fixed: 1,
    unchanged: 0,
  });
  expect(readFileSync(file('inside/data.ttl'), 'utf8')).toBe(data.replace('"5"', '5'));
  expect(await call('validate', { files: ['data.ttl'] })).toMatchObject({ verdict: 'conforms' });
});

test('whether a deletion breaks files that may not be read stays open, and they are not named', async () => {
  mkdirSync(file('inside/more'));
  writeFileSync(file('inside/more/shapes.ttl'), shapes);
  writeFileSync(
    file('inside/more/own.ttl'),
    `# shapes: shapes.ttl\n# context: *.ttl\n${prefixes}ex:a a ex:Person ; ex:name "A" .`,
  );
  writeFileSync(file('inside/more/part.ttl'), '# Nothing yet\n');
  const patch = '--- a/more/part.ttl\n+++ /dev/null\n@@ -1 +0,0 @@\n-# Nothing yet\n';
  await connect(['--root', 'more']);
  const verified = async () => {
    const { verdict, reasons } = await call('verify_change', { files: [], patch });
    return { verdict, reasons };
  };
  writeFileSync(file('inside/other.ttl'), '# shapes: shapes.ttl\n# context: more/*.ttl\n');
  expect(await verified()).toEqual({
    verdict: 'undecided',
    reasons: ['1 of the files that depend on the deletion may not be read.'],
  });
  rmSync(file('inside/other.ttl'));
  expect(await verified()).toEqual({ verdict: 'holds', reasons: [] });
});

test('an agent reads why a result is there, and what shapes ask', async () => {
  await connect([]);
  const files = ['data.ttl'];
  const [{ key }] = (await call('validate', { files })).results.items;
  const { result, why } = await call('explain_result', { files, result: key });
  expect(result).toMatchObject({ key, component: 'DatatypeConstraintComponent', line: 5 });
  expect(why.items.join('\n')).toMatch(/sh:datatype.*shapes\.ttl:5/s);
  const page = await call('explain_result', { files, result: key, limit: 1 });
  expect(page.why).toEqual({ total: why.total, items: why.items.slice(0, 1), next: 1 });
  const asked = await call('describe_shape', { files, class: 'ex:Person' });
  expect(asked).toMatchObject({ shapes: ['ex:PersonShape'], next: null, length: asked.turtle.length });
  expect(asked.turtle).toMatch('sh:minCount 1');
  for (const given of [
    { class: '<http://example.org/Person>' },
    { node: 'http://example.org/bob' },
    { node: ' ex:bob' },
  ])
    expect(await call('describe_shape', { files, ...given })).toEqual(asked);
  const start = await call('describe_shape', { files, class: 'ex:Person', characters: 200 });
  const rest = await call('describe_shape', { files, class: 'ex:Person', start: start.next });
  expect(start.turtle + rest.turtle).toBe(asked.turtle);
});

test('an agent writes a node, and what its shapes still ask for is added or told', async () => {
  await connect(['--allow-writes']);
  const completed = await call('complete_node', {
    file: 'data.ttl',
    turtle: 'ex:carol a ex:Person ; ex:age "7" ; ex:name "Carol" .',
  });
  expect(completed).toMatchObject({ verdict: 'holds', completed: ['Change "7" to 7'], open: [] });
  await call('apply_change', { key: completed.key });
  expect(readFileSync(file('inside/data.ttl'), 'utf8')).toBe(
    `${data}\nex:carol a ex:Person ; ex:age 7 ; ex:name "Carol" .\n`,
  );
  const open = await call('complete_node', {
    file: 'data.ttl',
    turtle: 'ex:dan a ex:Person ; ex:name "Dan" ; ex:age "old" .',
  });
  expect(open).toMatchObject({ verdict: 'introduces', key: null, completed: [] });
  expect(open.open).toEqual([{ message: expect.stringMatching(/ex:age/), why: expect.stringMatching(/\S/) }]);
});

test('an agent checks a text before there is a file, and has one created', async () => {
  await connect(['--allow-writes']);
  const carol = (rest: string) => `# shapes: shapes.ttl\n${prefixes}ex:carol a ex:Person${rest} .\n`;
  const files = ['new.ttl'];
  expect(await call('validate', { files, text: carol('') })).toMatchObject({
    verdict: 'violates',
    results: { total: 1, items: [{ component: 'MinCountConstraintComponent', file: 'new.ttl', line: 5 }] },
  });
  expect(await call('validate', { files, text: carol(' ; ex:name "') })).toMatchObject({
    verdict: 'undecided',
    problems: [expect.stringMatching(/^new\.ttl: /)],
  });
  const text = carol(' ; ex:name "Carol"');
  expect(await call('validate', { files, text })).toMatchObject({ verdict: 'conforms', focusNodes: 1 });
  expect(await call('validate', { files: ['data.ttl'], text })).toMatchObject({ verdict: 'conforms' });
  const { key } = await call('verify_change', { files, text });
  expect(await call('apply_change', { key })).toMatchObject({ files });
  expect(readFileSync(file('inside/new.ttl'), 'utf8')).toBe(text);
  const second = await call('verify_change', { files: ['second.ttl'], text });
  writeFileSync(file('inside/second.ttl'), 'other');
  expect((await call('apply_change', { key: second.key })).error).toMatch('Verify it again');
  const two = ['a', 'b'].map(
    (name) => `--- /dev/null\n+++ b/${name}.ttl\n@@ -0,0 +1 @@\n+<a> a <http://example.org/B> .\n`,
  );
  const refused = await call('verify_change', { files: ['data.ttl'], patch: two.join('') });
  if (refused.key !== null)
    expect((await call('apply_change', { key: refused.key })).error).toMatch('creates several files');
});

test('what a change brings is told in pages', async () => {
  const nodes = Array.from({ length: 50 }, (_, i) => `ex:p${i} a ex:Person ; ex:name "${i}" .`);
  const many = (text: string) => `# shapes: shapes.ttl\n${prefixes}${text}\n`;
  writeFileSync(file('inside/many.ttl'), many(nodes.join('\n')));
  await connect([]);
  const change = { files: ['many.ttl'], update: update('DELETE WHERE { ?p ex:name ?n }'), limit: 30 };
  const first = await call('verify_change', change);
  expect(first.introduced).toMatchObject({ total: 50, next: 30 });
  const second = await call('verify_change', { ...change, start: 30 });
  expect(second.introduced).toMatchObject({ total: 50, next: null });
  const keys = [...first.introduced.items, ...second.introduced.items].map((each: Answer) => each.key);
  expect(new Set(keys).size).toBe(50);
  const long = nodes.map((node) => node.replace(/"/, '"'.padEnd(1500, 'x')).replace('ex:name', 'ex:age'));
  const page = await call('validate', { files: ['long.ttl'], text: many(long.join('\n')), limit: 100 });
  expect(page.results.total).toBe(100);
  expect(page.results.next).toBe(page.results.items.length);
  expect(JSON.stringify(page).length).toBeLessThan(20_000);
});

describe('resources', () => {
  const read = async (uri: string): Promise<Answer> => {
    const { contents } = await client.readResource({ uri });
    expect(contents).toMatchObject([{ uri, mimeType: 'application/json' }]);
    return JSON.parse((contents[0] as { readonly text: string }).text);
  };

  test('are reports and shapes of the files in the folders, and suites, in pages', async () => {
    const many = Array.from({ length: 25 }, (_, i) => `ex:p${i} a ex:Person .`).join('\n');
    mkdirSync(file('inside/more'));
    writeFileSync(file('inside/more/ä b.ttl'), `# shapes: ../shapes.ttl\n${prefixes}${many}`);
    await connect(['--allow-writes'], [file('inside')]);
    await call('generate_benchmark', { file: 'more/ä b.ttl', folder: 'none' });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'shacl-repair://report/{+path}',
      'shacl-repair://shapes/{+path}',
      'shacl-repair://suite/{+path}',
    ]);
    const report = 'shacl-repair://report/more/%C3%A4%20b.ttl';
    const { resources } = await client.listResources();
    const names = ['data.ttl', 'more/ä b.ttl', 'shapes.ttl'];
    expect(resources.map(({ name }) => name)).toEqual(
      names.flatMap((name) => [`report: ${name}`, `shapes: ${name}`]),
    );
    expect(resources.map(({ uri }) => uri)).toContain(report);
    const first = await read(report);
    expect(first).toMatchObject({ verdict: 'violates', results: { total: 25 }, next: `${report}?start=20` });
    expect(await read(first.next)).toMatchObject({ results: { total: 25, next: null }, next: null });
    expect(await read('shacl-repair://shapes/data.ttl')).toMatchObject({
      shapes: {
        total: 1,
        items: [
          {
            shape: 'ex:PersonShape',
            targets: ['sh:targetClass ex:Person'],
            turtle: expect.stringContaining('sh:datatype xsd:integer'),
          },
        ],
      },
      next: null,
    });
  });

  test('a suite tells what it was made of, and its cases', async () => {
    writeFileSync(file('inside/data.ttl'), data.replace('"5"', '5'));
    await connect(['--allow-writes', '--root', '.']);
    await call('generate_benchmark', { file: 'data.ttl', folder: 'suite' });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'shacl-repair://suite/suite',
      'shacl-repair://report/data.ttl',
      'shacl-repair://shapes/data.ttl',
      'shacl-repair://report/shapes.ttl',
      'shacl-repair://shapes/shapes.ttl',
    ]);
    const suite = await read('shacl-repair://suite/suite');
    expect(suite).toMatchObject({
      name: 'data',
      mode: 'cover',
      inputs: expect.arrayContaining(['data.ttl']),
    });
    expect(suite.cases.total).toBe(suite.totals.cases);
    expect(suite.cases.items[0]).toMatchObject({
      id: 'case-0001',
      focusNode: expect.stringMatching(/alice|bob/),
    });
  });

  test.each([
    ['report/../outside/secret.ttl', / is not in /],
    ['report/..%2Foutside%2Fsecret.ttl', / is not in /],
    ['report/link.ttl', / is not in /],
    ['shapes/folder/secret.ttl', / is not in /],
    ['report//etc/passwd', / is not in /],
    ['suite/../outside', / is not in /],
    ['suite/dangling', / is not in /],
    ['suite/.', /suite\.json/],
    ['report/.', /is not a file/],
    ['report/data.ttl?start=x', /is not the address/],
    ['report/%ff', /is not the address/],
    ['none/data.ttl', /is not the address/],
    ['constructor/data.ttl', /is not the address/],
  ])('%s is refused', async (address, message) => {
    await connect([]);
    await expect(client.readResource({ uri: `shacl-repair://${address}` })).rejects.toThrow(message);
    await expect(client.listResources({ cursor: 'x' })).rejects.toThrow(/is not a cursor/);
  });
});

test('a benchmark that takes too long ends, and leaves nothing but what the next call goes on from', async () => {
  const nodes = Array.from(
    { length: 30_000 },
    (_, i) => `ex:p${i} a ex:Person ; ex:age ${i} ; ex:name "${i}" .`,
  );
  writeFileSync(file('inside/many.ttl'), `# shapes: shapes.ttl\n${prefixes}${nodes.join('\n')}\n`);
  await connect(['--allow-writes', '--time-budget', '1']);
  const given = { file: 'many.ttl', folder: 'suite', maxCases: 10_000 };
  expect((await call('generate_benchmark', given)).error).toMatch(/takes longer than 1 s\. Ask for less/);
  const left = readdirSync(file('inside')).sort();
  // There is none before the first case is found.
  const journal = left.includes('.suite.partial') ? readdirSync(file('inside/.suite.partial')) : [];
  expect(['', 'journal']).toContain(journal.join());
  expect(left.filter((name) => name !== '.suite.partial')).toEqual([
    'dangling',
    'data.ttl',
    'folder',
    'link.ttl',
    'many.ttl',
    'shapes.ttl',
  ]);
});

test('an agent makes a benchmark and has repairs scored on it', async () => {
  writeFileSync(file('inside/data.ttl'), data.replace('"5"', '5'));
  await connect(['--allow-writes']);
  const made = await call('generate_benchmark', { file: 'data.ttl', folder: 'suite' });
  expect(made.error).toBeUndefined();
  expect(made.report).toMatch(/\d+ cases/);
  const scored = await call('evaluate', { folder: 'suite' });
  expect(scored.report).toMatch(/\| symbolic /);
  for (const folder of ['../outside', 'folder', 'folder/suite', 'dangling', 'none/suite'])
    expect((await call('generate_benchmark', { file: 'data.ttl', folder })).error).toMatch(/ is not in /);
  expect((await call('evaluate', { folder: '.' })).error).toMatch(/suite/);
});

test('what a tool does is told while it works, and it ends when it is cancelled', async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `ex:p${i} a ex:Person ; ex:age "${i}" .\n`);
  writeFileSync(file('inside/many.ttl'), `# shapes: shapes.ttl\n${prefixes}${many.join('')}`);
  await connect([]);
  const steps: unknown[] = [];
  const request = { name: 'validate', arguments: { files: ['many.ttl'] } };
  const { structuredContent } = await client.callTool(request, {
    onprogress: ({ message }) => steps.push(message),
  });
  expect(structuredContent).toMatchObject({ results: { total: 40_000, next: 20 } });
  expect(JSON.stringify(structuredContent).length).toBeLessThan(10_000);
  expect(steps).toContain('validating many.ttl');
  writeFileSync(file('inside/many.ttl'), `# shapes: shapes.ttl\n${prefixes}${many.join(' ')}`);
  const controller = new AbortController();
  const cancelled = client.callTool(request, {
    signal: controller.signal,
    onprogress: () => controller.abort(),
  });
  await expect(cancelled).rejects.toThrow();
  expect(await call('validate', { files: ['data.ttl'] })).toMatchObject({ verdict: 'violates' });
});

test('what is changed meanwhile is verified again, and nothing lands that brings a result', async () => {
  await connect(['--allow-writes']);
  const drop = update('DELETE DATA { ex:alice ex:age "5" }');
  const { key } = await call('verify_change', { files: ['data.ttl'], update: drop });
  writeFileSync(file('inside/data.ttl'), `${data}# more\n`);
  expect(await call('apply_change', { key })).toEqual({
    error: 'the files have changed since this was verified. Verify it again.',
  });
  writeFileSync(file('inside/data.ttl'), data);
  writeFileSync(file('inside/shapes.ttl'), shapes.replace('sh:maxCount 1', 'sh:minCount 1'));
  expect((await call('apply_change', { key })).error).toMatch('Verify it again');
  const lost = update('DELETE DATA { ex:bob ex:name "Bob" }');
  expect(await call('verify_change', { files: ['data.ttl'], update: lost })).toMatchObject({
    verdict: 'introduces',
    key: null,
  });
  expect(readFileSync(file('inside/data.ttl'), 'utf8')).toBe(data);
});

test('tools say what they do, and those that write are not there unless they are allowed', async () => {
  await connect([]);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('apply_change');
  for (const { annotations, outputSchema, inputSchema, description } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
    expect([outputSchema?.type, inputSchema.type]).toEqual(['object', 'object']);
    expect(description).toMatch(/\.$/);
  }
  await expect(
    client.callTool({ name: 'apply_change', arguments: { key: '0123456789ab' } }),
  ).rejects.toThrow();
});

describe('files outside the folders', () => {
  const outside = [
    '../outside/secret.ttl',
    'link.ttl',
    'folder/secret.ttl',
    '/etc/passwd',
    'file:///etc/passwd',
    'a/../../outside/secret.ttl',
    'https://example.org/data.ttl',
  ];

  test('are refused by their names and by where links lead', async () => {
    await connect(['--allow-writes']);
    for (const name of outside)
      expect([name, (await call('validate', { files: [name] })).error]).toEqual([
        name,
        expect.stringMatching(/ is not in /),
      ]);
    const patch = `--- a/link.ttl\n+++ b/link.ttl\n@@ -4 +4 @@\n-ex:s ex:p "secret" .\n+ex:s ex:p 1 .\n`;
    const refused = await call('verify_change', { files: ['data.ttl'], patch });
    expect(refused.reasons ?? [refused.error]).toEqual([expect.stringMatching(/ is not in /)]);
  });

  test('are those outside the folders that the client names', async () => {
    await connect([], [file('outside')]);
    expect((await call('validate', { files: ['data.ttl'] })).error).toMatch(/ is not in /);
    expect(await call('validate', { files: ['../outside/secret.ttl'] })).toMatchObject({
      verdict: 'unlinked',
    });
  });

  test('are those outside the folders that a person names', async () => {
    await connect(['--root', '../outside'], [file('inside')]);
    expect((await call('validate', { files: ['data.ttl'] })).error).toMatch(/ is not in /);
  });
});

test('calls that are not as they should be are answered by errors, and the next is answered as ever', async () => {
  await connect(['--allow-writes']);
  const files = ['data.ttl'];
  const none = update('INSERT DATA { ex:x ex:y ex:z }');
  const wrongFiles = [
    ['.'],
    ['*.ttl'],
    ['**'],
    undefined,
    null,
    [],
    {},
    'data.ttl',
    1,
    [1],
    [null],
    [''],
    [[]],
    ['x'.repeat(5000)],
    Array(101).fill('data.ttl'),
  ];
  const wrongNumbers = [0, -1, 1.5, '5', null, 101, 1e9, true];
  const wrongKeys = [
    undefined,
    null,
    '',
    'x',
    1,
    [],
    '0123456789AB',
    '0123456789ab ',
    '0123456789ab-',
    '../../etc',
    'ffffffffffff',
  ];
  const malformed: (readonly [string, Record<string, unknown>])[] = [
    ...wrongFiles.map((each) => ['validate', { files: each }] as const),
    ...wrongNumbers.map((limit) => ['validate', { files, limit }] as const),
    ...[-1, 1.5, '5', null, 1e12].map((start) => ['validate', { files, start }] as const),
    ...[1, null, ['x'], 'x'.repeat(8_000_001)].map((text) => ['validate', { files, text }] as const),
    ['validate', { files: ['data.ttl', 'shapes.ttl'], text: data }],
    ['verify_change', { files, update: none, start: -1 }],
    ...['x', 1, ['data.ttl']].map((more) => ['validate', { files, more }] as const),
    ...wrongFiles.slice(0, 8).map((each) => ['propose_repairs', { files: each }] as const),
    ...wrongKeys.slice(1).map((result) => ['propose_repairs', { files, result }] as const),
    ...[0, 11, '3', null].map((max) => ['propose_repairs', { files, max }] as const),
    ...wrongKeys.map((key) => ['apply_change', { key }] as const),
    ...wrongKeys.map((result) => ['explain_result', { files, result }] as const),
    ...[
      {},
      { class: 'ex:Person', node: 'ex:bob' },
      { class: 'ex:None' },
      { class: 'none:Person' },
      { node: 'bob' },
    ].map((given) => ['describe_shape', { files, ...given }] as const),
    ['complete_node', { file: 'data.ttl' }],
    ['complete_node', { file: 'data.ttl', turtle: '' }],
    ['complete_node', { file: 'missing.ttl', turtle: 'ex:a a ex:b .' }],
    ['generate_benchmark', { file: 'data.ttl' }],
    ['generate_benchmark', { file: 'data.ttl', folder: 'suite', maxCases: 0 }],
    ['generate_benchmark', { file: '--help', folder: 'suite' }],
    ['evaluate', { folder: '--help' }],
    ['evaluate', { folder: 'missing' }],
    ['no_tool', {}],
    ['verify_change', { files }],
    ['verify_change', { files: [], update: none }],
    ['verify_change', { files, update: none, text: data }],
    ['verify_change', { files, update: none, patch: '' }],
    ['verify_change', { files, update: 1 }],
    ['verify_change', { files, update: null }],
    ['verify_change', { files, update: 'x'.repeat(1_000_001) }],
    ['verify_change', { files, patch: ['--- a'] }],
    ['verify_change', { patch: 'no patch' }],
    ['verify_change', { files: ['missing/../../x.ttl'], update: none }],
  ];
  expect(malformed.length).toBeGreaterThanOrEqual(60);
  for (const [name, given] of malformed) {
    const told = await call(name, given).catch(({ message }: Error) => ({ error: message }));
    expect([name, given, told]).toEqual([name, given, { error: expect.stringMatching(/\S{3}/) }]);
    expect(told.error.length).toBeLessThan(1000);
  }
  expect(await call('validate', { files })).toMatchObject({ verdict: 'violates' });
});
