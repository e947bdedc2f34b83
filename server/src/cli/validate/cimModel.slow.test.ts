/** A CIM model in four files, which name the same nodes by relative references. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';

const profiles = ['EQ', 'SSH', 'SV', 'TP'];

/** The files that `scripts/cimData.mjs` writes, by path. */
function model(lines: number): Readonly<Record<string, string>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cim-'));
  try {
    const { status } = spawnSync(process.execPath, ['scripts/cimData.mjs', folder, `${lines}`]);
    expect(status).toBe(0);
    const names = [...profiles.map((profile) => `${profile}.xml`), 'shapes.ttl'];
    return Object.fromEntries(
      names.map((name) => [`/${name}`, readFileSync(path.join(folder, name), 'utf8')]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('what is said of a node in another file counts, and the results are those that were planted', async () => {
  const texts = model(600);
  const files = profiles.map((profile) => `${profile}.xml`).join(' ');
  const { out } = await runInMemory(`validate ${files} --shapes shapes.ttl --format json --max-results 0`, {
    files: '',
    texts,
  });
  const { results } = JSON.parse(out) as { readonly results: readonly { readonly component: string }[] };
  const counts: Record<string, number> = {};
  for (const { component } of results) {
    const name = component.replace(/^.*#|ConstraintComponent>$/g, '');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  // One line in 20 has no name, in 40 a length in words, in 50 a negative resistance, in 60 a switch that is no
  // boolean, and in 30 a terminal at a line instead of a node, which another file describes.
  expect(counts).toEqual({ MinCount: 30, Pattern: 27, In: 10, Class: 20 });
});

test('without the header of a model, each file has nodes of its own', async () => {
  const texts = Object.fromEntries(
    Object.entries(model(2)).map(([name, text]) => [
      name,
      text.replace(/<md:FullModel[\s\S]*?<\/md:FullModel>/, ''),
    ]),
  );
  const { out } = await runInMemory('validate EQ.xml SSH.xml --shapes shapes.ttl', { files: '', texts });
  expect(out).toContain('has no value of cim:Equipment.inService');
});
