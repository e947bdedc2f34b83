import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someOf, triesAll } from '../../testing/runs.ts';

// The built program as a process: `npm run test:slow` builds first.
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const cli = path.join(root, 'dist/cli.js');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-cli-'));
  cpSync(path.join(root, 'test-fixtures/demo'), folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    input,
    env: { ...process.env, SHACL_REPAIR_PATIENCE: '1500' },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

test('validates from standard input as from the file', () => {
  const text = readFileSync(path.join(folder, 'units.ttl'), 'utf8');
  const piped = run(['validate', '-', '--format', 'json'], text);
  const read = run(['validate', 'units.ttl', '--format', 'json']);
  const keys = ({ stdout }: { stdout: string }) =>
    JSON.parse(stdout).results.map(({ key }: { key: string }) => key);
  expect(piped.status).toBe(1);
  expect(keys(piped)).toEqual(keys(read));
});

test.runIf(triesAll)(
  'the recipes of docs/agents.md hold back what introduces results, and nothing else',
  () => {
    const page = readFileSync(path.join(root, 'docs/agents.md'), 'utf8');
    const recipes = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, script]) => script!);
    const recipe = (word: string) => recipes.find((script) => script.includes(word))!;
    const repository = mkdtempSync(path.join(tmpdir(), 'shacl-repair-recipes-'));
    const bin = path.join(repository, 'bin');
    mkdirSync(bin);
    writeFileSync(path.join(bin, 'shacl-repair'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`, {
      mode: 0o755,
    });
    const identity = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b',
    };
    const env = { ...process.env, ...identity, PATH: `${bin}:${process.env.PATH}` };
    const sh = (script: string) =>
      spawnSync('sh', ['-c', script], { cwd: repository, env, encoding: 'utf8' });
    const write = (name: string, text: string) => writeFileSync(path.join(repository, name), text);
    const prefixes = '@prefix ex: <http://example.org/> .\n@prefix sh: <http://www.w3.org/ns/shacl#> .\n';
    const person = (name: string) => `# shapes: ../shapes.ttl\n${prefixes}ex:a a ex:Person${name} .\n`;
    const good = person(' ; ex:name "A"');
    try {
      write(
        'shapes.ttl',
        `${prefixes}ex:S sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .\n`,
      );
      mkdirSync(path.join(repository, 'data'));
      write('data/a.ttl', good);
      write('.gitignore', 'bin\n*.diff\n');
      expect(sh('git init -q . && git add . && git commit -qm start').status).toBe(0);

      const hook = recipe('--cached');
      const codes = (script: string, prepare = '') =>
        [good, person(' ; ex:name "B"'), person('')].map((text) => {
          write('data/a.ttl', text);
          return sh(`${prepare}${script}`).status;
        });
      expect(codes(hook, 'git add . && ')).toEqual([0, 0, 1]);
      expect(codes(recipe('--intent-to-add'), 'git reset -q && ')).toEqual([0, 0, 1]);
      expect(codes(recipe('--changed-since'))).toEqual([0, 0, 2]);
      write('data/a.ttl', good);
      write('data/new.ttl', person(''));
      expect(sh(recipe('--intent-to-add')).status).toBe(1);
      expect(sh(recipe('--changed-since')).status).toBe(2);
      write('data/data.ttl', good);
      const tool = sh(`cd data && ${recipe('--label')}`);
      expect([tool.status, JSON.parse(tool.stdout)]).toMatchObject([
        1,
        { introduced: { total: 1 }, key: null },
      ]);
    } finally {
      rmSync(repository, { recursive: true });
    }
  },
);

test('a reader that goes away early is no error', async () => {
  const child = spawn(process.execPath, [cli, 'validate', 'units.ttl'], { cwd: folder, stdio: 'pipe' });
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  child.stdout.destroy();
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, stderr]).toEqual([1, '']);
});

test('the diff of a dry run is one that git applies, and leads where --apply leads', () => {
  const file = path.join(folder, 'units.ttl');
  const original = readFileSync(file, 'utf8');
  const dryRun = run(['repair', 'units.ttl', '--dry-run']);
  expect(readFileSync(file, 'utf8')).toBe(original);
  execFileSync('git', ['apply', '-'], { cwd: folder, input: dryRun.stdout });
  const patched = readFileSync(file, 'utf8');
  writeFileSync(file, original);
  const applied = run(['repair', 'units.ttl', '--apply']);
  expect(applied.stdout).toMatch(/results repaired, (none|\d+) left\n$/);
  expect(applied.status).toBe(dryRun.status);
  expect(readFileSync(file, 'utf8')).toBe(patched);
  expect(patched).not.toBe(original);
});

test('lists commands and versions without loading anything else', () => {
  expect(execFileSync(process.execPath, [cli, '--version'], { encoding: 'utf8' })).toMatch(
    /^\d+\.\d+\.\d+\n$/,
  );
});

test('serves an editor over stdio', async () => {
  const server = spawn(process.execPath, [cli, 'lsp', '--stdio'], { cwd: folder, stdio: 'pipe' });
  const send = (message: object) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const answered = new Promise<string>((resolve) => {
    let received = '';
    server.stdout.on('data', (data) => {
      received += data;
      if (received.includes('"id":1')) resolve(received);
    });
  });
  send({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
  expect(await answered).toContain('"codeActionProvider"');
  const ended = new Promise((resolve) => server.on('exit', resolve));
  send({ id: 2, method: 'shutdown' });
  send({ method: 'exit' });
  expect(await ended).toBe(0);
});

test.runIf(triesAll)(
  'queries with a pattern that never ends are given up on and named, and the rest is checked',
  () => {
    writeFileSync(
      path.join(folder, 'queried-shapes.ttl'),
      `@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex: sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/" ] . [] sh:entailment sh:Rules .
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:maxCount 0 ] ;
  sh:sparql [ sh:prefixes ex: ; sh:select "SELECT $this ?value { $this ex:p ?value FILTER (!REGEX(?value, '^(?=a)(a+)+$')) }" ] ;
  sh:rule [ a sh:SPARQLRule ; sh:prefixes ex: ; sh:construct
    "CONSTRUCT { $this ex:q ?value } WHERE { $this ex:p ?value FILTER (!REGEX(?value, '^(?=a)(a+)+$')) }" ] .
ex:U a sh:NodeShape ; sh:nodeKind sh:Literal ; sh:target [ sh:prefixes ex: ; sh:select
  "SELECT ?this { ?this ex:p ?value FILTER (REPLACE(?value, '^(a|aa)+$', '') != '') }" ] .
`,
    );
    const data = (text: string) =>
      `# shapes: queried-shapes.ttl\n@prefix ex: <http://example.org/> .\nex:a a ex:T ; ex:p "${text}" .\n`;
    writeFileSync(path.join(folder, 'queried.ttl'), data(`${'a'.repeat(60)}!`));
    writeFileSync(path.join(folder, 'harmless.ttl'), data('b'));
    const { status, stdout } = run(['validate', 'queried.ttl', 'harmless.ttl', '--format', 'json']);
    const { results, notChecked } = JSON.parse(stdout);
    expect(status).toBe(1);
    const componentsIn = (file: string) =>
      results
        .filter(({ location }: { location: { uri: string } }) => location.uri.endsWith(file))
        .map(({ component }: { component: string }) => /\w+(?=ConstraintComponent)/.exec(component)![0])
        .toSorted();
    expect(componentsIn('queried.ttl')).toEqual(['MaxCount']);
    expect(componentsIn('harmless.ttl')).toEqual(['MaxCount', 'NodeKind']);
    expect(notChecked.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual([
      'A rule of ex:S is not run. Matching the pattern "^(?=a)(a+)+$" may take forever: it repeats a group that can match in several ways.',
      'sh:sparql of ex:S took too much time or memory and is left out, in an editor until it changes or the server is restarted.',
      'sh:target of ex:U selects nothing: Matching the pattern "^(a|aa)+$" may take forever: it repeats a group that can match in several ways.',
    ]);
  },
);

test('a pattern that never ends is given up on and named, and the rest is checked', () => {
  writeFileSync(
    path.join(folder, 'endless.ttl'),
    `@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:T ;
  sh:property [ sh:path ex:p ; sh:pattern "^(?=a)(a+)+$" ; sh:maxCount 0 ] .
ex:a a ex:T ; ex:p "${'a'.repeat(60)}!" .
`,
  );
  const { status, stdout } = run(['validate', 'endless.ttl', '--format', 'json']);
  const { results, notChecked } = JSON.parse(stdout);
  expect(status).toBe(1);
  expect(results.map(({ component }: { component: string }) => component)).toEqual([
    '<http://www.w3.org/ns/shacl#MaxCountConstraintComponent>',
  ]);
  expect(notChecked[0].reason).toMatch(/^sh:pattern of .* took too much time/);
});

test('a query that fills the memory is given up on and named, and the rest is checked', () => {
  const nodes = Array.from({ length: 3000 }, (_, i) => `ex:n${i} a ex:T ; ex:p ex:n${i}0 ; ex:t "text" .`);
  writeFileSync(
    path.join(folder, 'full.ttl'),
    `@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex: sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/" ] .
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:maxCount 0 ] ;
  sh:sparql [ sh:prefixes ex: ; sh:select
    "SELECT DISTINCT $this ?a ?b ?c WHERE { $this ex:p ?d . ?a ex:p ?b . ?c ex:t ?t }" ] .
${nodes.join('\n')}
`,
  );
  const { status, stdout } = spawnSync(process.execPath, [cli, 'validate', 'full.ttl', '--format', 'json'], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=40', SHACL_REPAIR_PATIENCE: '60000' },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const { results, notChecked } = JSON.parse(stdout);
  expect(status).toBe(1);
  expect(results).toHaveLength(3000);
  expect(notChecked.map(({ reason }: { reason: string }) => reason)).toEqual([
    'sh:sparql of ex:S took too much time or memory and is left out, in an editor until it changes or the server is restarted.',
  ]);
});

/** One call of each command that opens more than the files that are open when it starts. 'validate' alone does not. */
const calls = [
  'repair units.ttl',
  'validate units.ttl --inference rules',
  'validate units.ttl --inference rules --format sarif',
  'lint units.ttl',
  'draft units.ttl',
  'infer units.ttl --inference rdfs',
  'format units.ttl --check',
  'convert units.ttl --to ntriples',
  'generate units.ttl --shapes units.ttl --out made',
  'suite .',
  'evaluate . --system noop',
  'report .',
  'guard units.ttl',
  'imports units.ttl',
  'model-check --model x',
  'mcp',
] as const;

test.skipIf(process.platform === 'win32').each(someOf(calls))(
  '%s: a part of the program that can not be loaded because too many files are open is an error, no verdict',
  (call) => {
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `ulimit -n 20; exec "${process.execPath}" "${cli}" ${call}`],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(stderr).toMatch(
      /^shacl-repair: a part of the program can't be loaded: .*EMFILE.* raise the limit \(ulimit -n\)/,
    );
    expect(status).toBe(2);
  },
);

test('a part of the program that is gone is an error, no verdict', () => {
  const dist = path.join(folder, 'dist');
  cpSync(path.dirname(cli), dist, { recursive: true });
  const chunks = readdirSync(path.join(dist, 'cliChunks'));
  for (const call of someOf(calls)) {
    const args = call.split(' ');
    // Small parts are joined with others.
    const own = chunks.filter((name) => name.startsWith(`${args[0]}-`));
    const gone = own.length > 0 ? own : chunks.filter((name) => name.startsWith('program-'));
    const moved = gone.map((name) => path.join(dist, 'cliChunks', name));
    for (const chunk of moved) renameSync(chunk, `${chunk}.gone`);
    const { status, stderr } = spawnSync(process.execPath, [path.join(dist, 'cli.js'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    for (const chunk of moved) renameSync(`${chunk}.gone`, chunk);
    expect(stderr, call).toMatch(/^shacl-repair: a part of the program can't be loaded: .*Install/s);
    expect(status, call).toBe(2);
  }
});
