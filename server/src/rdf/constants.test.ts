import { readdirSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

/** The folders of the core. Their modules are loaded at any time, many of them late. */
const folders = ['rdf', 'turtle', 'sparql', 'shacl', 'project', 'edits', 'repair', 'ide'];
const source = new URL('../', import.meta.url);

test('terms that modules keep are constants of the dictionary: a sweep leaves them', async () => {
  vi.resetModules();
  const { terms } = await import('./terms.ts');
  for (const file of folders.flatMap(modulesIn)) await import(/* @vite-ignore */ new URL(file, source).href);
  const kept = Array.from({ length: terms.size }, (_, id) => terms.value(id));
  terms.sweep(() => {});
  const isForgotten = (value: string) => {
    const { size } = terms;
    terms.iri(value);
    return terms.size > size;
  };
  expect(kept.filter(isForgotten)).toEqual([]);
});

function modulesIn(folder: string): readonly string[] {
  return readdirSync(new URL(folder, source), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`);
}
