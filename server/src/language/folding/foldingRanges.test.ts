import { expect, test } from 'vitest';
import { analysedFixture } from '../../testing/analysedFixture.ts';
import { block, withoutPrelude } from '../../testing/fixture.ts';
import { foldingRanges } from './foldingRanges.ts';

test('statements fold, whether they are closed or not', () =>
  expect(
    folded(block`
      ex:alice a ex:Person ;
        ex:name "Alice" .
      # Not read yet.
      ex:bob a ex:Person ;
        ex:name
    `),
  ).resolves.toEqual([
    block`
      ex:alice a ex:Person ;
        ex:name "Alice" .`,
    block`
      ex:bob a ex:Person ;
        ex:name`,
  ]));

/** The texts that fold in the first file of a fixture. */
async function folded(text: string): Promise<readonly string[]> {
  const { file } = await analysedFixture(text);
  const { document } = file;
  return foldingRanges(document).map(({ start, end }) => withoutPrelude(document.text.slice(start, end)));
}
