import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { describeShared } from '../../testing/shared.ts';
import { arbitraryHistory, type EditedText } from './arbitraryEdit.testing.ts';
import { arbitraryTurtle } from './arbitraryTurtle.testing.ts';
import { expectSameDocument } from './sameDocument.testing.ts';
import { TurtleDocument } from './turtleDocument.ts';

/*
 * The law of changed.laws.test.ts, on many more documents, longer histories and real files.
 */

const numRuns = Number(process.env.TURTLE_RUNS ?? runs(1000));
const uri = 'http://example.org/folder/document';

/** What is referred to weakly is kept until the event loop turns. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('random documents, many edits', async () => {
  const text = fc
    .oneof(
      arbitraryTurtle({ layout: 'lines', maxStatements: 30 }),
      arbitraryTurtle({ layout: 'free', maxStatements: 30 }),
      arbitraryTurtle({ layout: 'lines', maxStatements: 30, isRdf12: true }),
    )
    .map((generated) => generated.text);
  await fc.assert(
    fc.asyncProperty(arbitraryHistory(text, 25), async ({ first, edits }) => {
      await turn();
      expectSame(first, edits, 5);
    }),
    { numRuns },
  );
}, 3_600_000);

describeShared('real files', 'qudt-v2.1.43-merged', (folder) => {
  test.each(['SCHEMA_QUDT_NoOWL-v2.1.ttl', 'qudt-10013.ttl'])(
    '%s',
    async (file) => {
      const text = readFileSync(`${folder}/${file}`, 'utf8');
      await fc.assert(
        fc.asyncProperty(arbitraryHistory(fc.constant(text), 60), async ({ first, edits }) => {
          await turn();
          expectSame(first, edits, 20);
        }),
        { numRuns: Math.ceil(numRuns / 30), endOnFailure: true },
      );
    },
    3_600_000,
  );
});

/** @param every how many versions one is compared with a new document, besides the last one. */
function expectSame(first: string, edits: readonly EditedText[], every: number): void {
  let document = new TurtleDocument(uri, 0, first);
  expect(document.graph.size).toBeGreaterThanOrEqual(0);
  for (const [i, { text, change }] of edits.entries()) {
    document = document.changed(i + 1, text, change);
    if (i % every !== every - 1 && i < edits.length - 1) continue;
    const offsets = Array.from({ length: 20 }, (_, n) => Math.round((text.length * n) / 20));
    expectSameDocument(document, new TurtleDocument(uri, 0, text), offsets);
  }
}
