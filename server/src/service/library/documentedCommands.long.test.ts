/** The commands of every page, run by the installed package as a reader would run them: page by page, in one folder each. */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rooms } from '../../testing/installed.ts';
import { type ScriptedEndpoint, says, scriptedEndpoint } from '../../testing/scriptedEndpoint.ts';
import { type StoreEndpoint, storeEndpoint } from '../../testing/storeEndpoint.ts';
import { ended, installPacked, run } from './packed.testing.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-pages-'));
const installed = path.join(folder, 'installed');
const project = path.join(folder, 'project');
let store: StoreEndpoint;
let model: ScriptedEndpoint;

/** Pages with commands, and their commands in order. */
const pages = ['README.md', ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`)]
  .filter((page) => page.endsWith('.md'))
  .map((page) => [page, commandsOf(readFileSync(path.join(root, page), 'utf8'))] as const)
  .filter(([, commands]) => commands.length > 0);

/** The lines of shell blocks, and the `run:` lines of workflows, that run the command line alone or in a pipe. */
function commandsOf(text: string): readonly string[] {
  return [...text.matchAll(/^( *)```(sh|yaml)\n(.*?)\n\1```/gms)].flatMap(([, , language, body]) => {
    const lines = body!.replace(/ *\\\n */g, ' ').split('\n');
    const commands =
      language === 'sh' ? lines : lines.map((line) => /^ *-? *run: (.*)/.exec(line)?.[1] ?? '');
    return commands
      .map((line) => line.trim())
      .filter((line) => /^(?:cat [\w.]+ \| )?(?:npx (?:--yes )?)?shacl-repair /.test(line));
  });
}

beforeAll(async () => {
  await installPacked(folder, installed);
  store = await storeEndpoint(
    `${rooms['data.ttl']} <https://example.org/room1> a ex:Room ; ex:storey 1 ; ex:partOf ex:b .`,
  );
  model = await scriptedEndpoint(says(JSON.stringify({ answer: 'DELETE DATA { <urn:a> <urn:b> 1 }' })));
  const linked = (text: string) => `# shapes: shapes.ttl\n${text}`;
  const files = {
    ...rooms,
    // Shapes can be drafted from three.
    'data.ttl': `${linked(rooms['data.ttl'])}ex:t a ex:Room ; ex:storey 3 ; ex:partOf ex:b .\n`,
    'room.ttl': rooms['broken.ttl'],
    'base.ttl': rooms['data.ttl'],
    'old.ttl': linked(rooms['data.ttl']),
    'new.ttl': linked(rooms['broken.ttl']),
    'ontology.ttl': '<http://example.org/ns#Room> a <http://www.w3.org/2000/01/rdf-schema#Class> .\n',
    'shapes/shapes.ttl': rooms['shapes.ttl'],
    'data/a.ttl': linked(rooms['broken.ttl']).replace('shapes.ttl', '../shapes.ttl'),
    'models/b.ttl': linked(rooms['data.ttl']).replace('shapes.ttl', '../shapes.ttl'),
    'prices.json': '[{ "model": "gpt-4o", "from": "2026-01-31", "input": 2.5, "output": 10 }]\n',
    'repair.py': '#!/bin/sh\necho \'{"update":""}\'\n',
    '.cache/systems/asp.mjs': '#!/usr/bin/env node\nconsole.log(\'{"update":""}\');\n',
    '.cache/systems/agent.mjs': '#!/usr/bin/env node\nconsole.log(\'{"update":""}\');\n',
    '.gitignore': 'node_modules\n',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
    writeFileSync(path.join(project, name), text);
  }
  for (const program of ['repair.py', '.cache/systems/asp.mjs', '.cache/systems/agent.mjs'])
    chmodSync(path.join(project, program), 0o755);
  const git = (...args: readonly string[]) =>
    run('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], project);
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'first');
  await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const cli = path.join(installed, 'node_modules/.bin/shacl-repair');
  await run(cli, ['generate', 'data.ttl', '--out', 'suite', '--cross-check', 'none'], project);
  for (const out of ['run', 'run-of-mine'])
    await run(
      cli,
      ['evaluate', 'suite', '--system', 'oracle', '--cross-check', 'none', '--out', out],
      project,
    );
  await git('add', '--force', '.');
}, 180_000);

afterAll(async () => {
  await store.close();
  await model.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

test('pages have commands', () => {
  expect(pages.flatMap(([, commands]) => commands).length).toBeGreaterThan(50);
});

test.each(pages)(
  '%s',
  async (page, commands) => {
    const copy = path.join(folder, 'pages', page);
    cpSync(project, copy, { recursive: true });
    const env = {
      ...process.env,
      PATH: `${path.join(installed, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: model.baseUrl,
      URL: store.url,
      GITHUB_BASE_REF: 'main',
      SLURM_ARRAY_TASK_ID: '1',
      // Of a loop.
      i: '1',
    };
    const outcomes: { command: string; code: number; err: string }[] = [];
    for (const command of commands) {
      const line = command
        .replace(/npx (?:--yes )?(?=shacl-repair)/g, '')
        .replaceAll('https://example.org/sparql', store.url)
        .replaceAll('http://localhost:11434/v1', model.baseUrl);
      // What was made for other pages would be in the way of what this command makes.
      const out = /--out (?:suite|run-of-mine|run)\b/.exec(line)?.[0].slice('--out '.length);
      if (out !== undefined) rmSync(path.join(copy, `${out}`), { recursive: true, force: true });
      const { code, err } = await ended('bash', ['-c', line], copy, env);
      outcomes.push({ command, code, err });
    }
    const failed = outcomes.filter(
      ({ code, err }) => ![0, 1, 3].includes(code) || /internal error/i.test(err),
    );
    expect(failed).toEqual([]);
  },
  600_000,
);
