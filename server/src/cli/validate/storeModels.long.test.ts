import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';
import { describeShared } from '../../testing/shared.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';

describeShared('models of 223P with rules, of which a part is in a store', '223p', (folder) => {
  const shapes = readFileSync(`${folder}/223p.ttl`, 'utf8');
  const models = ['guideline36-2021-A-1', 'guideline36-2021-A-2', 'design-patterns', 'pnnl-bdg1-2'];

  test.each(models)('%s: the file has the results that it has beside the rest', async (name) => {
    const text = readFileSync(`${folder}/models/${name}.ttl`, 'utf8');
    const prefixes = text.match(/^@prefix .*$/gm)!.join('\n');
    const statements = text.split(/\n\n+/).slice(1);
    const inFile = (_: string, i: number) => i % 3 === 0;
    const part = [prefixes, ...statements.filter(inFile)].join('\n\n');
    const others = [prefixes, ...statements.filter((each, i) => !inFile(each, i)), shapes].join('\n\n');
    const store = new StoreInMemory(others);
    const setup = { files: '', texts: { '/part.ttl': part, '/rest.ttl': store.dump, '/shapes.ttl': shapes } };
    const command = 'validate part.ttl --shapes shapes.ttl --inference rules --format json --context';
    const remote = JSON.parse(
      (await runInMemory(`${command} https://store.example/`, { ...setup, store })).out,
    );
    const local = JSON.parse((await runInMemory(`${command} rest.ttl`, setup)).out);
    expect(remote.verdict).toBe(local.verdict);
    expect(linesOf(remote.results)).toEqual(linesOf(local.results));
    expect(remote.reasons).toEqual(local.reasons);
  });
});

function linesOf(results: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return results
    .map(({ focusNode, component, path, value }) =>
      JSON.stringify([focusNode, component, path, value]).replaceAll(/_:\w+/g, '_:b'),
    )
    .toSorted();
}
