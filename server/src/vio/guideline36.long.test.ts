import { describe, expect, test } from 'vitest';
import { builtinValidator } from '../shacl/incremental/recordedValidation.ts';
import { referenceValidator } from '../shacl/reference/referenceEngine.ts';
import { readDataSets } from '../testing/dataSet.ts';
import { describeShared } from '../testing/shared.ts';
import { generated, problemOf } from '../testing/vios.ts';
import { objections } from './uncoverable.testing.ts';

const cooling = '4.1-vav-cooling-only';
const reheat = '4.2-vav-with-reheat';
const components = 'components';

/**
 * The manifests of Guideline 36 that have a model in test-fixtures, each with the other manifests that it builds on.
 */
const manifests: readonly (readonly [manifest: string, ...others: readonly string[]])[] = [
  [cooling],
  [reheat, cooling],
  ['4.3-fan-powered', cooling, reheat],
  ['4.4-dual-duct-terminal-unit-with-inlet', cooling, components],
  ['4.5-dual-duct-terminal-unit-with-discharge', cooling, components],
  ['4.6-multiple-zone-vav-AHU', '4.8-sz-vav-ahu', cooling, components],
  ['4.8-sz-vav-ahu', cooling, components],
  ['5.16.14-multiple-zone-vav-ahu-afdd', components],
  ['5.17.4-dual-fan-dual-duct-heating-vav-ahu-afdd', components],
  ['5.18.13-single-zone-vav-ahu-afdd'],
  ['5.22.6-fan-coil-unit-afdd'],
];

const modelOf = (manifest: string) => `test-fixtures/guideline36/${manifest}.ttl`;

describeShared('Guideline 36', 'brick-buildingmotif/guideline36', (folder) => {
  const shapesOf = (files: readonly string[]) => files.map((file) => `${folder}/${file}.ttl`);

  describe.each(manifests.map((files) => ({ manifest: files[0], files })))(
    '$manifest',
    ({ manifest, files }) => {
      const input = readDataSets([modelOf(manifest)], shapesOf(files));

      test.each([builtinValidator(), referenceValidator])('its model conforms by $engine', async (engine) => {
        expect((await engine.validate(input, new AbortController().signal)).violations).toEqual([]);
      });

      test.for([1, 2, 3])('every constraint that can be violated is, with seed %i', async (seed) => {
        const { coverage } = await generated(await problemOf(input), { seed });
        expect(await objections(input, coverage)).toEqual([]);
      });
    },
  );

  // In one fault condition of 5.17.4, a minimum is nested one bracket too deep, so its four constraints are
  // unreachable.
  test('in a building with all of these systems only what asks for nothing is left', async () => {
    const files = new Set(manifests.flat());
    const input = readDataSets(
      manifests.map(([manifest]) => modelOf(manifest)),
      shapesOf([...files]),
    );
    const { coverage } = await generated(await problemOf(input));
    expect(await objections(input, coverage)).toEqual([]);
    const counts = new Map<string, number>();
    for (const { reason = 'covered' } of coverage) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({ covered: 695, VACUOUS: 55, UNREACHABLE: 4 });
  });
});
