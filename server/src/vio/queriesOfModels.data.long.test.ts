import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { validated } from '../testing/checkRepair.ts';
import { describeShared, sharedData } from '../testing/shared.ts';
import { generated } from '../testing/vios.ts';
import type { ConstraintCoverage } from './vioCase.ts';

// How many queries of the shapes of real models are violated, and why the others are not. docs/benchmarks.md has the figures.

const read = (path: string) => new TurtleDocument(`file:///${path}`, 1, readFileSync(path, 'utf8'));

/** What became of the queries, of a whole run in mode cover. */
async function queriesOf(
  data: string,
  ontologies: readonly TurtleDocument[],
  inference?: 'rules',
): Promise<readonly ConstraintCoverage[]> {
  const [shapes, ...others] = ontologies;
  const documents = [read(data)];
  const unit = { documents, shapes: [shapes!], context: [shapes!, ...others] };
  const { recorded, term } = await validated(unit, inference);
  const { coverage } = await generated({ recorded, prefixes: documents[0]!.prefixes, term });
  return coverage.filter(({ constraint }) => constraint.kind === 'sparql');
}

/** How many there are of each reason. */
function counts(coverage: readonly ConstraintCoverage[]): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { reason = 'covered' } of coverage) found[reason] = (found[reason] ?? 0) + 1;
  return found;
}

const expected = new Set(['covered', 'NO_FOCUS', 'NO_WITNESS', 'SELF_TARGET', 'UNREACHABLE']);

describeShared('queries of 223P', '223p', (folder) => {
  const ontologies = [
    read(`${folder}/223p.ttl`),
    read(sharedData('qudt-v2.1.43-merged/qudt-all-81303.ttl')!),
  ];

  test.each([
    ['guideline36-2021-A-1', 45, 5],
    ['design-patterns', 35, 10],
    ['pnnl-bdg1-2', 48, 10],
  ])('%s', async (model, least, most) => {
    const coverage = await queriesOf(`${folder}/models/${model}.ttl`, ontologies, 'rules');
    const { covered = 0, NO_WITNESS = 0, SELF_TARGET = 0 } = counts(coverage);
    expect(covered).toBeGreaterThanOrEqual(least);
    expect(NO_WITNESS + SELF_TARGET).toBeLessThanOrEqual(most);
    expect(Object.keys(counts(coverage)).filter((reason) => !expected.has(reason))).toEqual([]);
    // They are about classes, which a model does not describe.
    const aboutClasses = coverage.filter(({ constraint }) =>
      /RequiredComments/.test(terms.value(constraint.shape)),
    );
    expect(counts(aboutClasses)).toEqual({ NO_FOCUS: 5 });
  });
});

describeShared('queries of Brick', 'brick-buildingmotif', (folder) => {
  const ontologies = [read(`${folder}/Brick.ttl`)];

  test.each(['smallOffice', 'mediumOffice'])('%s', async (office) => {
    expect(counts(await queriesOf(`${folder}/${office}_brick.ttl`, ontologies))).toEqual({
      covered: 2,
      NO_FOCUS: 1,
    });
  });
});
