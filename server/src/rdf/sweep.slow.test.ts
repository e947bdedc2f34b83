import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The folders of the core. Their modules are loaded at any time, many of them late. */
const folders = ['rdf', 'sparql', 'shacl', 'workspace', 'repair', 'vio', 'service', 'lab'];
const source = new URL('../', import.meta.url);

/** The dictionary of this process is swept, which no other test may have: `npm run test:slow` gives each file its own. */
const { terms } = await import('./terms.ts');

test('terms that modules keep are constants of the dictionary: a sweep leaves them', async () => {
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

test('a view shows what an id stands for now', async () => {
  const { IndexedGraph } = await import('./graph.ts');
  const { RdfjsView } = await import('./rdfjsView.ts');
  const view = new RdfjsView(new IndexedGraph([]));
  const id = terms.iri('urn:half-typ');
  expect(view.term(id).value).toBe('urn:half-typ');
  terms.sweep(() => {});
  expect(terms.iri('urn:half-typed')).toBe(id);
  expect(view.term(id).value).toBe('urn:half-typed');
});

function modulesIn(folder: string): readonly string[] {
  return (
    readdirSync(new URL(folder, source), { recursive: true, encoding: 'utf8' })
      // What a thread begins with needs the one that started it.
      .filter((file) => /^[^.]*\.ts$/.test(file) && !/Thread\.ts$/.test(file))
      .map((file) => `${folder}/${file}`)
  );
}
