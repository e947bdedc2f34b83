import { expect, test } from 'vitest';
import { describeShared } from '../../../testing/shared.ts';
import { withoutContext } from './undescribedVios.testing.ts';

/* Taking away a file that describes values hides no violation: each stays a result, in a group or not. */

test('violations of the demo, without its vocabulary', async () => {
  const { cases, violations, grouped } = await withoutContext({
    data: 'test-fixtures/demo/units.ttl',
    shapes: ['test-fixtures/demo/shapes/unit-shapes.ttl'],
    context: 'test-fixtures/demo/ontology/qudt-excerpt.ttl',
  });
  expect(cases).toBeGreaterThan(30);
  expect(violations).toBeGreaterThan(600);
  expect(grouped).toBeGreaterThan(50);
});

describeShared('violations of a 223P model, without QUDT', '.', (folder) => {
  test('guideline36-2021-A-1', async () => {
    const { cases, violations } = await withoutContext({
      data: `${folder}/223p/compiled/guideline36-2021-A-1.ttl`,
      shapes: [`${folder}/223p/223p.ttl`],
      context: `${folder}/qudt-v2.1.43-merged/qudt-all-81303.ttl`,
    });
    expect(cases).toBeGreaterThan(100);
    expect(violations).toBeGreaterThan(1000);
  }, 180_000);
});
