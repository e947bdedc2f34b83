import { expect, test } from 'vitest';
import { hostOf } from '../../testing/check.ts';
import { block, parseFixture } from '../../testing/fixture.ts';
import { triesAll } from '../../testing/runs.ts';

const signal = new AbortController().signal;

test.runIf(triesAll)('a pattern that matches 10,000 files reads the first thousand and says so', async () => {
  const files = Array.from(
    { length: 10_000 },
    (_, i) => block`
      #- /many/${String(i).padStart(5, '0')}.ttl
      ex:a ex:p ${i} .
    `,
  );
  const host = hostOf(
    parseFixture(block`
      #- /data.ttl
      # context: many/*.ttl
      ex:a a ex:T .
      ${files.join('')}`),
  );
  const report = await host.validate('file:///workspace/data.ttl', signal);
  expect(report.diagnostics.get('file:///workspace/data.ttl')?.map(({ message }) => message)).toEqual([
    "'many/*.ttl' matches more than 1000 files; only the first 1000 are read. Use a narrower pattern.",
  ]);
  expect(report.status.context).toHaveLength(1000);
});
