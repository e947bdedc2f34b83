import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Summary } from '../../lab/evaluation/reports/summary.ts';
import type { Trial } from '../../lab/evaluation/run/trial.ts';

// The built program as a process: `npm run test:slow` builds first.
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const cli = path.join(root, 'dist/cli.js');
let folder: string;

const prefixes = `@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

function run(...args: readonly string[]) {
  return spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: 'utf8' });
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-command-'));
  const data = 'ex:r a ex:Room ; ex:storey 1 ; ex:of _:b . _:b a ex:Building .';
  const shapes = `ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:storey ; sh:datatype xsd:integer ; sh:minCount 1 ; sh:maxInclusive 9 ] ;
    sh:property [ sh:path ex:of ; sh:class ex:Building ] .`;
  writeFileSync(path.join(folder, 'data.ttl'), prefixes + data);
  writeFileSync(path.join(folder, 'shapes.ttl'), prefixes + shapes);
  const { status, stderr } = run('generate', 'data.ttl', '--shapes', 'shapes.ttl', '--out', 'suite');
  expect(status, stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a program of anybody is scored; what it does wrong is a failure of that case', () => {
  const program = path.join(folder, 'repair.mjs');
  writeFileSync(
    program,
    `#!${process.execPath}
import { json } from 'node:stream/consumers';
const { result, prefixes } = await json(process.stdin);
const component = result.component.replace(/^.*#|ConstraintComponent>$/g, '');
switch (component) {
  case 'Class':
    // The value is a blank node, which has a name here.
    console.log(JSON.stringify({ update: \`INSERT DATA { \${result.value} a ex:Building }\` }));
    break;
  case 'MinCount':
    console.log('I have no idea');
    break;
  case 'MaxInclusive':
    throw new Error('too high');
  default:
    console.log(JSON.stringify({ update: \`DELETE DATA { \${result.focusNode} a ex:Room }\` }));
}
`,
  );
  chmodSync(program, 0o755);
  const { status, stderr } = run('evaluate', 'suite', '--system', 'command:./repair.mjs', '--out', 'run');
  expect(status, stderr).toBe(0);
  const trials = readFileSync(path.join(folder, 'run/trials.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Trial);
  const ends = trials.map(({ facts, failure, rounds }) => [
    facts.shownComponent.replace(/^.*#|ConstraintComponent$/g, ''),
    failure?.kind ??
      (rounds[0]!.scores.isomorphism ? 'restored' : rounds[0]!.scores.degenerate ? 'degenerate' : 'other'),
  ]);
  expect(Object.fromEntries(ends)).toEqual({
    Class: 'restored',
    MinCount: 'garbage',
    MaxInclusive: 'exit',
    Datatype: 'degenerate',
  });
  const { cells } = JSON.parse(readFileSync(path.join(folder, 'run/report.json'), 'utf8')) as Summary;
  expect(cells[0]).toMatchObject({ missing: 0, failures: { garbage: 1, exit: 1 } });
});

test('a program that is not there is told of before anything is run', () => {
  const { status, stderr } = run('evaluate', 'suite', '--system', 'command:./missing.py');
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining('there is no such file, or it is not executable'),
  ]);
});

test('the charts of a run are written as SVG and PDF, with a font of their own', () => {
  expect(run('evaluate', 'suite', '--system', 'symbolic', '--out', 'drawn').status).toBe(0);
  const { status, stderr } = run('report', 'drawn', '--figures', 'figures');
  expect(status, stderr).toBe(0);
  const text = (name: string) => readFileSync(path.join(folder, 'figures', name), 'utf8');
  expect(text('tiers.svg')).toMatch(/^<\?xml[\s\S]*<svg [\s\S]*symbolic[\s\S]*<\/svg>\n$/);
  expect(text('tiers.pdf')).toMatch(/^%PDF-1\.3\n[\s\S]*\/FontFile2[\s\S]*%%EOF\n$/);
});
