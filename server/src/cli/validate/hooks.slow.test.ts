import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';

/* What .pre-commit-hooks.yaml, docs/ci.md and action.yml run, in a repository. */

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const cli = path.join(root, 'dist/cli.js');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-hooks-'));
  mkdirSync(path.join(folder, 'bin'));
  const run = `exec "${process.execPath}" "${cli}" "$@"`;
  write('bin/shacl-repair', `#!/bin/sh\n${run}\n`, 0o755);
  write(
    'bin/npx',
    `#!/bin/sh\n[ "$1" = --yes ] && shift\ncase "$1" in shacl-repair*) shift ;; *) exit 127 ;; esac\n${run}\n`,
    0o755,
  );
  execFileSync('git', ['init', '-q'], { cwd: folder });
  write('.gitignore', 'bin\n');
  write(
    'shapes.ttl',
    `@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [ sh:path ex:n ; sh:minCount 1 ] .`,
  );
  write('data.ttl', data('ex:a a ex:P ; ex:n 1 .'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const data = (text: string) => `# shapes: shapes.ttl\n@prefix ex: <http://example.org/> .\n${text}\n`;

function write(file: string, text: string, mode = 0o644) {
  writeFileSync(path.join(folder, file), text, { mode });
}

function bash(script: string, env: Readonly<Record<string, string>> = {}) {
  const PATH = `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH}`;
  return spawnSync('bash', ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env, PATH },
  });
}

const [, recipe = ''] = /```yaml\n(repos:[^`]+)```/.exec(read('docs/ci.md')) ?? [];
const [, script = ''] = /```sh\n#!\/bin\/sh\n([^`]+)```/.exec(read('docs/ci.md')) ?? [];

test.each([
  ['.pre-commit-hooks.yaml', parse(read('.pre-commit-hooks.yaml'))[0].entry],
  ['the local hook of docs/ci.md', parse(recipe).repos[0].hooks[0].entry],
  ['the script of docs/ci.md', script],
])('%s stops a staged mistake, whatever the working tree has', (_, hook: string) => {
  bash('git add .');
  expect(bash(hook)).toMatchObject({ status: 0, stdout: '' });
  write('data.ttl', data('ex:a a ex:P .'));
  bash('git add .');
  write('data.ttl', data('ex:a a ex:P ; ex:n 1 .'));
  expect(bash(hook)).toMatchObject({ status: 1, stdout: expect.stringContaining('data.ttl:3:1') });
});

const hasPreCommit = spawnSync('pre-commit', ['--version']).status === 0;

test.skipIf(!hasPreCommit)(
  'pre-commit (where it is installed) stops a commit by .pre-commit-hooks.yaml',
  () => {
    // Installing the package is not what is tested here.
    const hooks = read('.pre-commit-hooks.yaml').replace('language: node', 'language: system');
    mkdirSync(path.join(folder, 'hooks'));
    write('hooks/.pre-commit-hooks.yaml', hooks);
    write('.gitignore', 'bin\nhooks\ncache\n');
    const user = 'git -c user.name=A -c user.email=a@example.org';
    const made = bash(
      `cd hooks && git init -q && git add . && ${user} commit -qm Hooks && git rev-parse HEAD`,
    );
    const rev = made.stdout.trim();
    write(
      '.pre-commit-config.yaml',
      `repos:\n- repo: ${path.join(folder, 'hooks')}\n  rev: ${rev}\n  hooks:\n  - id: shacl\n`,
    );
    const env = { PRE_COMMIT_HOME: path.join(folder, 'cache') };
    const commit = () => bash(`pre-commit install >&2 && git add . && ${user} commit -m Data`, env);
    expect(commit()).toMatchObject({ status: 0, stderr: expect.stringMatching(/SHACL\.+Passed/) });
    write('data.ttl', data('ex:a a ex:P .'));
    expect(commit()).toMatchObject({ status: 1, stderr: expect.stringContaining('data.ttl:3:1') });
    // The index has the mistake, the working tree doesn't.
    write('data.ttl', data('ex:a a ex:P ; ex:n 1 .'));
    const unmended = bash(`${user} commit -m Data`, env);
    expect(unmended).toMatchObject({ status: 1, stderr: expect.stringContaining('data.ttl:3:1') });
    // Shapes that are staged are tried on the data that depends on them.
    bash('git checkout -qf HEAD -- data.ttl');
    write(
      'shapes.ttl',
      readFileSync(path.join(folder, 'shapes.ttl'), 'utf8').replace('minCount 1', 'minCount 2'),
    );
    expect(commit()).toMatchObject({ status: 1, stderr: expect.stringContaining('data.ttl:3') });
  },
);

test.each([
  ['.pre-commit-hooks.yaml', parse(read('.pre-commit-hooks.yaml'))[0].files],
  ['the local hook of docs/ci.md', parse(recipe).repos[0].hooks[0].files],
])('%s is run for every format and the project file', (_, files: string) => {
  const names = ['a/d.ttl', 's.shacl', 'd.trig', 'd.nt', 'd.nq', 'd.jsonld', 'd.rdf', 'd.owl'];
  expect([...names, 'a/shacl-repair.jsonc'].filter((name) => !new RegExp(files).test(name))).toEqual([]);
  expect('src/main.ts').not.toMatch(new RegExp(files));
});

test('the steps of action.yml print annotations, and fail with the results', () => {
  const action = parse(read('action.yml'));
  const [step, ...more] = action.runs.steps;
  expect(more).toEqual([]);
  const inputs = {
    data: '.',
    options: action.inputs.options.default,
    version: action.inputs.version.default,
  };
  const env = Object.fromEntries(
    Object.entries<string>(step.env).map(([name, value]) => {
      const [, input] = /^\$\{\{ inputs\.(\w+) \}\}$/.exec(value)!;
      return [name, inputs[input as keyof typeof inputs]];
    }),
  );
  expect(bash(step.run, env)).toMatchObject({ status: 0 });
  write('data.ttl', data('ex:a a ex:P .'));
  expect(bash(step.run, env)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('::error file=data.ttl,line=3'),
  });
  expect(bash(step.run, { ...env, OPTIONS: '--exit-zero' })).toMatchObject({ status: 0 });
});
