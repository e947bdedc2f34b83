import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classComponent } from './valueType.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A copy of the sources, in which a component can be planted. */
let copy = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'planted-component-'));
  for (const path of ['bench', 'client/src', 'server/src', 'package.json', 'tsconfig.json', 'biome.jsonc'])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  plant(
    'shacl/model/shape.ts',
    "    | { readonly kind: 'uniqueLang' }\n",
    "    | { readonly kind: 'evenLength' }\n",
  );
});

afterAll(() => rmSync(copy, { recursive: true }));

describe('a constraint component that is added to the union alone', () => {
  test('is missed by the compiler where it has to be declared, which CONTRIBUTING lists', () => {
    const files = new Set(compile().map(({ file }) => file));
    expect(files).toEqual(
      new Set([
        'shacl/components/index.ts',
        'shacl/components/components.test.ts',
        'shacl/components/messages.broad.test.ts',
        'repair/components/index.ts',
        'cli/explain/explain.ts',
      ]),
    );
    const steps = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
      /^\d+\. `server\/src\/(.*)`:/gm,
    );
    expect(new Set([...steps].map(([, file]) => file))).toEqual(files);
  });

  test('is missed by the linter in every switch', () => {
    expect(lint()).toEqual(new Set(['shacl/coverage/naiveCoverage.testing.ts']));
  });

  test('has to state every fact about itself: an empty entry is told the names of all', () => {
    plant('shacl/components/index.ts', '  in: inComponent,\n', '  evenLength: {},\n');
    const told = compile()
      .filter(({ file }) => file === 'shacl/components/index.ts')
      .map(({ text }) => text)
      .join('\n');
    const missing = Object.keys(classComponent).filter((fact) => !new RegExp(`\\b${fact}\\b`).test(told));
    expect(missing).toEqual([]);
  });
});

/** Adds a line behind another one. */
function plant(file: string, before: string, added: string): void {
  const path = join(copy, 'server/src', file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, before + added));
}

interface CompileError {
  /** Below server/src. */
  readonly file: string;
  readonly text: string;
}

function compile(): readonly CompileError[] {
  const output = failing('tsc', ['--noEmit', '--pretty', 'false']);
  return output
    .split(/\n(?=server\/src\/)/)
    .map((text) => ({ file: /^server\/src\/([^(]*)\(/.exec(text)?.[1] ?? '', text }));
}

/** The files with a switch that forgets a case. */
function lint(): ReadonlySet<string> {
  const rule = 'nursery/useExhaustiveSwitchCases';
  const output = failing('biome', [
    'lint',
    `--only=${rule}`,
    '--reporter=github',
    '--vcs-enabled=false',
    'server/src',
  ]);
  const errors = output.matchAll(/^::error .*file=.*?server\/src\/([^,]*)/gm);
  return new Set([...errors].map(([, file]) => file!));
}

/** What a program prints that finds something. */
function failing(program: string, args: readonly string[]): string {
  try {
    execFileSync(join(root, 'node_modules/.bin', program), args, {
      cwd: copy,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    return stdout + stderr;
  }
  throw new Error(`${program} found nothing`);
}
