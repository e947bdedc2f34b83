import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShared } from '../../../testing/shared.ts';
import { withoutContext } from './undescribedVios.testing.ts';

/* Like undescribedVios.data.long.test.ts, with ontologies of 54,000 and 81,000 triples. */

describeShared('violations of a building, without Brick', 'brick-buildingmotif', (folder) => {
  const guideline36 = readdirSync(`${folder}/guideline36`).map((file) => `${folder}/guideline36/${file}`);

  // It has 84 results before any change, on nearly all of its focus nodes.
  test('medium office', async () => {
    const { cases, violations, induced } = await withoutContext({
      data: `${folder}/mediumOffice_brick.ttl`,
      shapes: [`${folder}/mediumOffice_constraints.ttl`, ...guideline36],
      context: `${folder}/Brick.ttl`,
      isRepaired: true,
    });
    expect(cases).toBeGreaterThanOrEqual(20);
    expect(violations).toBeGreaterThan(84);
    expect(induced).toBeGreaterThanOrEqual(20);
  });
});

describeShared(
  'violations of units of measure, without the rest of QUDT',
  'qudt-v2.1.43-merged',
  (folder) => {
    test('QUDT 10k', async () => {
      const { cases, induced } = await withoutContext({
        data: `${folder}/qudt-10013.ttl`,
        shapes: [`${folder}/SCHEMA_QUDT_NoOWL-v2.1.ttl`],
        context: `${folder}/qudt-all-81303.ttl`,
      });
      expect(cases).toBeGreaterThan(100);
      // The other cases remove what the ontology states as well.
      expect(induced).toBeGreaterThan(100);
    });
  },
);
