import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryCase } from '../../../testing/arbitraryShapes.ts';
import { hostOf } from '../../../testing/check.ts';
import { parseFixture } from '../../../testing/fixture.ts';
import { runs } from '../../../testing/runs.ts';

const { signal } = new AbortController();

test('so many results go away as the title of a repair of several says', async () => {
  const offered = { like: 0, component: 0 };
  await fc.assert(
    fc.asyncProperty(arbitraryCase(), async ({ data, context, shapes }) => {
      const fixture = parseFixture(
        [
          '#- /data.ttl shapes:/shapes.ttl context:/context.ttl',
          ...data,
          '#- /context.ttl',
          ...context,
          '#- /shapes.ttl',
          ...shapes,
        ].join('\n'),
      );
      const [file] = fixture.files;
      const host = hostOf(fixture);
      const { uri, text } = file!;
      for (const { title, command } of await host.codeActions(uri, { start: 0, end: text.length }, signal)) {
        if (command?.kind !== 'fixAll') continue;
        const { repaired } = await host.fixAll(uri, command, signal);
        // Of many, nothing is promised.
        if (/^Fix (?:this and try|what is certain among) \d+ /.test(title)) continue;
        offered[command.like === undefined ? 'component' : 'like']++;
        const says =
          command.like === undefined ? `ends ${repaired} results$` : `^Fix this and ${repaired - 1} more: `;
        expect(title).toMatch(new RegExp(says));
      }
    }),
    { numRuns: runs(150) },
  );
  expect(offered.like).toBeGreaterThan(0);
  expect(offered.component).toBeGreaterThan(0);
}, 600_000);
