/** The package as others get it: packed from a copy of the sources, installed into an empty folder, with nothing beside it. */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { triesAll } from '../../testing/runs.ts';
import { TestClient } from '../../testing/testClient.ts';
import { ended, installPacked, run } from './packed.testing.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-package-'));
/** Where the package is installed, and nothing else. */
const empty = path.join(folder, 'empty');
const installed = path.join(empty, 'node_modules/shacl-repair');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');

beforeAll(async () => {
  await installPacked(folder, empty);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);

describe('the package', () => {
  test('has what runs, and nothing else', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(installed, path.join(entry.parentPath, entry.name)));
    const known =
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|docs\/[\w-]+\.md|dist\/((browser\/(chunks\/)?)?[\w-]+\.js|library\.d\.ts|licenses\.txt|vocabularies\.json|contexts\.json|figures\.ttf|((chunks|serverChunks|cliChunks|libraryChunks)\/)?[\w-]+\.(js|css)))$/;
    expect(files.filter((file) => !known.test(file))).toEqual([]);
    // The server for agents is a program among the parts of the engine, which cuts these into some fifty more.
    expect(files.length).toBeLessThan(640);
    expect(readdirSync(path.dirname(installed)).sort()).toEqual([
      '.bin',
      '.package-lock.json',
      'shacl-repair',
    ]);
  });

  test('leaves the manifest of the sources as it was', () => {
    expect(readFileSync(path.join(folder, 'sources/package.json'), 'utf8')).toBe(
      readFileSync(path.join(root, 'package.json'), 'utf8'),
    );
  });

  test('runs its command by npx', async () => {
    writeFileSync(path.join(empty, 'data.ttl'), '@prefix ex: <http://ex/> . ex:a a ex:C .');
    writeFileSync(
      path.join(empty, 'shapes.ttl'),
      '@prefix ex: <http://ex/> . @prefix sh: <http://www.w3.org/ns/shacl#> . ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .',
    );
    const { code, out } = await ended(
      'npx',
      ['shacl-repair', 'validate', 'data.ttl', '--shapes', 'shapes.ttl', '--format', 'json'],
      empty,
    );
    expect([code, JSON.parse(out).results.length]).toEqual([1, 1]);
  });

  test('runs the language server by npx, as docs/other-editors.md says', async () => {
    const command = { command: 'npx', args: ['shacl-repair', 'lsp', '--stdio'], cwd: empty };
    const client = await TestClient.start(command, pathToFileURL(empty).href, {}, { capabilities: {} });
    const data = pathToFileURL(path.join(empty, 'data.ttl')).href;
    await client.open(data, '# shapes: shapes.ttl\n@prefix ex: <http://ex/> . ex:a a ex:C .');
    await client.validated(data);
    expect(client.diagnostics(data).map(({ code }) => code)).toEqual(['sh:minCount']);
    await client.stop();
  });
});

test.runIf(triesAll)('figures of an evaluation are drawn by the installed package', async () => {
  const inFolder = (...args: readonly string[]) => run('npx', ['shacl-repair', ...args], empty);
  writeFileSync(
    path.join(empty, 'valid.ttl'),
    '# shapes: shapes.ttl\n@prefix ex: <http://ex/> . ex:a a ex:C ; ex:p 1 . ex:b a ex:C ; ex:p 2 .',
  );
  await inFolder('generate', 'valid.ttl', '--out', 'suite');
  await inFolder('evaluate', 'suite', '--system', 'oracle', '--out', 'run');
  await inFolder('report', 'run', '--figures', 'figures');
  const drawn = readdirSync(path.join(empty, 'figures'));
  expect(drawn.filter((name) => name.endsWith('.svg'))).not.toEqual([]);
  expect(drawn.filter((name) => name.endsWith('.pdf'))).not.toEqual([]);
});

const program = `
const parsed = parseTurtle('@prefix ex: <http://ex/> . ex:a a ex:C ; ex:p "Ä" .');
const shapes = parseTurtle(\`@prefix ex: <http://ex/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:maxLength 0 ] .\`);
const input = { data: parsed.quads, shapes: shapes.quads };
validate(input)
  .then(({ results }) => console.log(results.length))
  .then(() => repair(input))
  .then(({ results }) => applyRepair(parsed.quads, results[0]!.repairs[0]!))
  .then((application) => console.log(application.kind));
`;
const javascript = program.replaceAll('!.', '.').replaceAll('!)', ')');

describe('the library', () => {
  test('is imported by ES modules', async () => {
    writeFileSync(
      path.join(empty, 'import.mjs'),
      `
const { applyRepair, parseTurtle, repair, validate } = await import('shacl-repair');
${javascript}`,
    );
    expect(await run('node', ['import.mjs'], empty)).toBe('1\napplied\n');
  });

  test.runIf(canRequireModules())('is required by scripts', async () => {
    writeFileSync(
      path.join(empty, 'require.cjs'),
      `const { applyRepair, parseTurtle, repair, validate } = require('shacl-repair');${javascript}`,
    );
    expect(await run('node', ['require.cjs'], empty)).toBe('1\napplied\n');
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])(
    'has types for --module %s --moduleResolution %s that need no others',
    async (module, moduleResolution) => {
      writeFileSync(
        path.join(empty, 'consumer.mts'),
        `import { applyRepair, applyUpdate, compileShapes, parseTurtle, repair, reportQuads, validate } from 'shacl-repair';
import type { Application, CompiledShapes, Quad, Repair, ValidationReport } from 'shacl-repair';
declare const console: { log(value: unknown): void };
const typed: Promise<ValidationReport> = validate({ data: '', shapes: [] });
const change: Pick<Repair, 'changes'> = { changes: [] };
const text: Application<string> = applyRepair('', change);
const quads: Application<Quad[]> = applyRepair(parseTurtle('').quads, change);
const updated: Promise<Application<string>> = applyUpdate('', 'CLEAR ALL');
const compiled: CompiledShapes = compileShapes('', { context: [], inference: 'rdfs' });
const dataset: Promise<Quad[]> = typed.then((report) => reportQuads(report));
void [updated, compiled, dataset];
// @ts-expect-error Numbers are no data.
validate({ data: 1, shapes: '' });
void [typed, text, quads];
${program}`,
      );
      const options = [
        '--strict',
        '--noEmit',
        '--target',
        'ES2022',
        '--lib',
        'ES2022',
        '--types',
        '',
        '--ignoreConfig',
      ];
      const choice = ['--module', module, '--moduleResolution', moduleResolution];
      expect(await run('node', [tsc, ...options, ...choice, 'consumer.mts'], empty)).toBe('');
    },
  );

  test.runIf(triesAll)('has what would hold up the event loop done by a thread', async () => {
    writeFileSync(
      path.join(empty, 'thread.mjs'),
      `import { applyUpdate, compileShapes, parseTurtle, validate } from 'shacl-repair';
const prefixes = '@prefix ex: <http://ex/> . @prefix sh: <http://www.w3.org/ns/shacl#> . ';
const steps = Array.from({ length: 8 }, (_, i) => \`BIND(?v\${i} * ?v\${i} + 99 AS ?v\${i + 1})\`).join(' ');
const endless = '?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER(?c + ?f + ?i + ?l < 0)';
const sums = Array.from({ length: 20 }, (_, i) => \`BIND(?x * ?y - ?y * ?x + \${i} AS ?s\${i})\`).join(' ');
const long = \`?a <http://ex/p> ?x . ?d <http://ex/p> ?y . \${sums}\`;
const shapesWith = (where) => prefixes + \`ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:sparql [
  sh:message "m" ; sh:select """PREFIX ex: <http://ex/> SELECT $this WHERE { $this ex:p ?v0 . \${where} }""" ] .\`;
const many = Array.from({ length: 400 }, (_, i) => \`ex:n\${i} a ex:C ; ex:p \${i + 3}, \${i}.5 .\`).join(' ');
const data = parseTurtle(prefixes + many).quads;
const isAborted = (work) => work.then(() => 'ended', (reason) => reason);
function soon() {
  const controller = new AbortController();
  setTimeout(() => controller.abort('aborted'), 500);
  return { signal: controller.signal };
}
console.log(await isAborted(validate({ data, shapes: shapesWith(endless) }, soon())));
console.log(await isAborted(applyUpdate(data, \`DELETE { ?a a ?s0 } WHERE { \${long} }\`, { ...soon(), timeout: 60_000 })));
const { signal } = new AbortController();
const { results, notChecked } = await compileShapes(shapesWith(steps)).repair(data, { signal, only: () => false });
console.log(results.length, results[0].focusNode.equals(data[0].subject), notChecked.length);
const plain = compileShapes(prefixes + 'ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:q ; sh:minCount 1 ] .');
const withoutTime = ({ stats, ...report }) => JSON.stringify(report);
for (const text of [many, \`\${many} ex:late a ex:C .\`]) {
  const given = (prefixes + text).padEnd(60_000);
  const there = await plain.validate(given, { signal });
  console.log(there.results.length, withoutTime(there) === withoutTime(await plain.validate(given)));
}`,
    );
    expect(await run('node', ['thread.mjs'], empty)).toBe(
      'aborted\naborted\n800 true 0\n400 true\n401 true\n',
    );
  });

  test.runIf(triesAll)('forgets what it has read', async () => {
    writeFileSync(
      path.join(empty, 'memory.mjs'),
      `import { parseTurtle, validate } from 'shacl-repair';
const used = () => { gc(); return process.memoryUsage().heapUsed / 2 ** 20; };
let before = 0;
for (let turn = 0; turn < 12; turn++) {
  const data = Array.from({ length: 30_000 }, (_, i) => \`<http://ex/\${turn}/\${i}> <http://ex/p> "value \${turn} \${i}" .\`).join('\\n');
  await validate({ data, shapes: '<http://ex/S> a <http://www.w3.org/ns/shacl#NodeShape> .' });
  parseTurtle(data);
  if (turn === 3) before = used();
}
const more = used() - before;
console.log(more < 10 ? 'no more' : \`\${more} MB more\`);`,
    );
    expect(await run('node', ['--expose-gc', 'memory.mjs'], empty)).toBe('no more\n');
  });
});

describe('in browsers and workers', () => {
  const script = path.join(empty, 'browser.js');
  const isHere = browserCommand() !== undefined;

  beforeAll(async () => {
    writeFileSync(
      path.join(empty, 'browser.mjs'),
      `import { applyRepair, applyUpdate, compileShapes, parseTurtle, reportQuads, repair, validate } from 'shacl-repair';
const prefixes = '@prefix ex: <http://ex/> . @prefix sh: <http://www.w3.org/ns/shacl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . ';
const shapes = prefixes + \`ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:datatype xsd:integer ; sh:pattern "^(1+)+$" ] ;
  sh:sparql [ sh:select "SELECT $this WHERE { $this <http://ex/p> ?p FILTER(REGEX(STR(?p), '2')) }" ] .\`;
const many = Array.from({ length: 5000 }, (_, i) => \`ex:n\${i} a ex:C ; ex:p 1 .\`).join(' ');
async function run() {
  const data = prefixes + 'ex:a a ex:C ; ex:p "1" . ex:b a ex:C ; ex:p 2 . ' + many;
  const compiled = compileShapes(shapes);
  const report = await compiled.validate(data);
  const { results } = await compiled.repair(prefixes + 'ex:a a ex:C ; ex:p "1" .');
  const repaired = applyRepair(prefixes + 'ex:a a ex:C ; ex:p "1" .', results[0].repairs[0]);
  const updated = await applyUpdate('<urn:a> <urn:p> 1 .', 'DELETE DATA { <urn:a> <urn:p> 1 }');
  const names = report.results.map(({ sourceConstraintComponent: { value } }) => value.split('#')[1].replace('ConstraintComponent', ''));
  return [...names.sort(), reportQuads(report).length > 9, repaired.data.endsWith('ex:p 1 .'), updated.data.trim() === '', parseTurtle(data).quads.length].join(' ');
}
run().then((text) => globalThis.say(text), (error) => globalThis.say(String(error.stack)));`,
    );
    const result = await build({
      entryPoints: [path.join(empty, 'browser.mjs')],
      bundle: true,
      platform: 'browser',
      format: 'iife',
      outfile: script,
      logLevel: 'silent',
    });
    expect([result.errors, result.warnings]).toEqual([[], []]);
  });

  const expected = 'Datatype Pattern SPARQL true true true 10004';

  test('a bundle needs nothing of Node', async () => {
    const globals = { AbortController, DOMException, MessageChannel, TextEncoder };
    const clocks = { performance, setTimeout, clearTimeout };
    const said = new Promise((say) =>
      runInNewContext(readFileSync(script, 'utf8'), { ...globals, ...clocks, say }),
    );
    expect(await said).toBe(expected);
  });

  test.runIf(isHere)(
    'it runs in Chromium, in a page and in a worker',
    async () => {
      const code = readFileSync(script, 'utf8');
      const page = `<!doctype html><meta charset="utf-8"><script>
globalThis.say = (text) => fetch('/page', { method: 'POST', body: text });
new Worker('/worker.js');
</script><script src="/code.js"></script>`;
      const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
        '/': ['text/html', page],
        '/code.js': ['text/javascript', code],
        '/worker.js': [
          'text/javascript',
          `globalThis.say = (text) => fetch('/worker', { method: 'POST', body: text });\n${code}`,
        ],
      };
      const said = new Map<string, string>();
      const server = createServer(async (request, response) => {
        const [type, text] = files[request.url ?? ''] ?? ['text/plain', ''];
        response.setHeader('content-type', type).end(text);
        if (request.method !== 'POST') return;
        let body = '';
        for await (const chunk of request) body += chunk;
        said.set(request.url!, body);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const profile = mkdtempSync(path.join(folder, 'profile-'));
      const options = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
      const browser = spawn(browserCommand()!, [...options, `http://127.0.0.1:${port}/`], {
        stdio: 'ignore',
      });
      try {
        await expect
          .poll(() => [said.get('/page'), said.get('/worker')], { timeout: 50_000 })
          .toEqual([expected, expected]);
      } finally {
        browser.kill();
        server.close();
        server.closeAllConnections();
      }
    },
    60_000,
  );
});

test.runIf(triesAll)('the examples of docs/library.md print what it says', async () => {
  const page = readFileSync(path.join(root, 'docs/library.md'), 'utf8');
  const examples = [...page.matchAll(/```ts\n(.*?)```\n\n```text\n(.*?)```/gs)].map(([, code, printed]) => ({
    code: code!,
    printed: printed!,
  }));
  expect(examples).toHaveLength([...page.matchAll(/```ts\n/g)].length);
  const consumer = path.join(folder, 'examples');
  linkPackages(consumer, ['n3', '@types/n3']);
  symlinkSync(installed, path.join(consumer, 'node_modules/shacl-repair'));
  const names = examples.map((_, i) => `example${i + 1}`);
  for (const [i, { code }] of examples.entries()) writeFileSync(path.join(consumer, `${names[i]}.mts`), code);
  const options = [
    '--strict',
    '--target',
    'ES2022',
    '--module',
    'nodenext',
    '--outDir',
    '.',
    '--ignoreConfig',
  ];
  expect(await run('node', [tsc, ...options, ...names.map((name) => `${name}.mts`)], consumer)).toBe('');
  for (const [i, { printed }] of examples.entries()) {
    expect(await run('node', [`${names[i]}.mjs`], consumer)).toBe(printed);
  }
});

test('datasets of @rdfjs/dataset, on which rdf-ext builds, go in and come out', async () => {
  const consumer = path.join(folder, 'rdfjs');
  linkPackages(consumer, ['@rdfjs/dataset', '@rdfjs/data-model']);
  symlinkSync(installed, path.join(consumer, 'node_modules/shacl-repair'));
  writeFileSync(
    path.join(consumer, 'main.mjs'),
    `import factory from '@rdfjs/data-model';
import dataset from '@rdfjs/dataset';
import { applyRepair, repair } from 'shacl-repair';
const [a, p] = [factory.blankNode(), factory.namedNode('http://ex/p')];
const named = (...literal) => factory.quad(a, p, factory.literal(...literal));
const data = dataset.dataset([named('מים', 'he'), named('Wasser', 'de'), named('💧')]);
const shapes = \`@prefix sh: <http://www.w3.org/ns/shacl#> .
<http://ex/S> a sh:NodeShape ; sh:targetSubjectsOf <http://ex/p> ; sh:property [ sh:path <http://ex/p> ; sh:languageIn ( "de" "he" ) ] .\`;
const { results: [result] } = await repair({ data, shapes }, { factory });
console.log(result.focusNode.equals(a), result.value.value);
const removal = result.repairs.find(({ support }) => support === 'removal');
const after = dataset.dataset(applyRepair(data, removal).data);
console.log(after.size, removal.removed.every((each) => data.has(each) && !after.has(each)));
`,
  );
  expect(await run('node', ['main.mjs'], consumer)).toBe('true 💧\n2 true\n');
});

/** The files that git knows or would add, and the packages that are installed already. */
function linkPackages(consumer: string, names: readonly string[]): void {
  for (const name of names) {
    const link = path.join(consumer, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, 'node_modules', name), link);
  }
}

/** A Chromium of this machine. */
function browserCommand(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  return folders.flatMap((each) => names.map((name) => path.join(each, name))).find(existsSync);
}

/** Node requires ES modules from 20.19 and 22.12 on. */
function canRequireModules(): boolean {
  return 'require_module' in process.features;
}
