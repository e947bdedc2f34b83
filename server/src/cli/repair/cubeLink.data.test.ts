import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';
import { describeShared } from '../../testing/shared.ts';

describeShared('shapes about shapes, with violations in blank nodes', 'cube-link', (folder) => {
  test('each result has a repair, or a reason why none is offered', async () => {
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    const texts = {
      '/data.ttl': read('invalid.annotation-keyDimensions.ttl'),
      '/shapes.ttl': read('standalone-constraint-constraint.ttl'),
    };
    const { code, out, err } = await runInMemory('repair data.ttl --shapes shapes.ttl --format json', {
      files: '',
      texts,
    });
    expect(err).not.toContain('internal error');
    expect(code).toBe(1);
    const { violations } = JSON.parse(out) as {
      readonly violations: readonly { readonly repairs: readonly object[]; readonly reason?: string }[];
    };
    expect(violations).toHaveLength(2);
    for (const { repairs, reason } of violations)
      expect(repairs.length > 0 || reason !== undefined).toBe(true);
  });
});
