import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';
import { describeShared } from '../../testing/shared.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';

describeShared('QUDT', 'qudt-v2.1.43-merged', (folder) => {
  const all = readFileSync(`${folder}/qudt-all-81303.ttl`, 'utf8');
  const shapes = readFileSync(`${folder}/SCHEMA_QUDT_NoOWL-v2.1.ttl`, 'utf8');

  /** What a change does, beside what two validations of all triples say. */
  async function compared(texts: Readonly<Record<'base' | 'data' | 'before' | 'after', string>>) {
    const store = new StoreInMemory(texts.before);
    const files = Object.entries({ ...texts, shapes }).map(([name, text]) => [`/${name}.ttl`, text]);
    const run = async (args: string) => {
      const setup = { files: '', texts: Object.fromEntries(files), store };
      return JSON.parse((await runInMemory(`validate ${args} --shapes shapes.ttl --format json`, setup)).out);
    };
    const { results, gone, focusNodes } = await run(
      '--change base.ttl..data.ttl --context https://store.example/',
    );
    const [before, after] = [keysOf(await run('before.ttl')), keysOf(await run('after.ttl'))];
    const turned = (known: boolean) => results.filter((result: Result) => result.known === known);
    expect(keysOf({ results: turned(false) })).toEqual(without(after, before));
    expect(keysOf({ results: gone })).toEqual(without(before, after));
    return {
      introduced: turned(false).length,
      known: turned(true).length,
      gone: gone.length,
      focusNodes,
      requests: store.queries.length,
    };
  }

  test('a change of 200 units has the effects that it has on all triples, after at most 20 requests', async () => {
    const units = [...new Set(all.match(/^unit:[A-Za-z][\w-]* (?=)/gm))].filter((_, i) => i % 9 === 0);
    const written = (statement: (unit: string, i: number) => string) =>
      prefixes + units.slice(0, 200).map(statement).join('\n');
    const wrong = (unit: string, symbol: string) =>
      `${unit} qudt:hasQuantityKind unit:M ; qudt:symbol "x", "${symbol}" .`;
    const base = written((unit, i) => (i % 3 === 0 ? wrong(unit, 'y') : `${unit} qudt:symbol "x" .`));
    const data = written((unit, i) => (i % 2 === 0 ? wrong(unit, 'z') : ''));
    const texts = { base, data, before: `${all}\n${base}`, after: `${all}\n${data}` };
    const { introduced, known, gone, focusNodes, requests } = await compared(texts);
    for (const count of [introduced, known, gone]) expect(count).toBeGreaterThan(20);
    expect(focusNodes).toBe(200);
    expect(requests).toBeLessThanOrEqual(20);
  });

  test('a quantity kind that loses its type matters to the units that only the store describes', async () => {
    const typed = 'quantitykind:Length a qudt:QuantityKind .';
    const lines = new StoreInMemory(all).dump.split('\n');
    const isTyped = (line: string) =>
      line.startsWith(
        '<http://qudt.org/vocab/quantitykind/Length> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ',
      );
    expect(lines.filter(isTyped).length).toBe(1);
    const after = lines.filter((line) => !isTyped(line)).join('\n');
    const texts = { base: prefixes + typed, data: prefixes, before: all, after };
    const { introduced, requests } = await compared(texts);
    expect(introduced).toBeGreaterThan(50);
    expect(requests).toBeLessThanOrEqual(20);
  });
});

const prefixes = `
@prefix unit: <http://qudt.org/vocab/unit/> . @prefix quantitykind: <http://qudt.org/vocab/quantitykind/> .
@prefix qudt: <http://qudt.org/schema/qudt/> .
`;

interface Result {
  readonly key: string;
  readonly known?: boolean;
}

function keysOf({ results }: { readonly results: readonly Result[] }): readonly string[] {
  return results.map(({ key }) => key).toSorted();
}

function without(keys: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Set(others);
  return keys.filter((key) => !left.has(key));
}
