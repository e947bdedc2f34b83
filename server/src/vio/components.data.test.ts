import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { terms } from '../rdf/terms.ts';
import { namespaces } from '../rdf/vocab.ts';
import { describeShared } from '../testing/shared.ts';
import { generated, vioProblem } from '../testing/vios.ts';

interface GoldenCase {
  readonly id: string;
  readonly shapes: string;
  readonly data: string;
  readonly remove: readonly string[];
  readonly insert: readonly string[];
  /** Null when the change is not a violation. */
  readonly expect: string | null;
}

/** The golden edit adds a value. We replace the existing one, which looks more like a mistake. */
const exchanged = 'minLength/bnode';

/** The property shape of the first has only a path. In the other, no value satisfies the second alternative. */
const withoutCase: Readonly<Record<string, readonly string[]>> = {
  closed: ['VACUOUS'],
  'xone/two': ['NO_VALUES'],
};

describeShared('a violation of each component', '../golden/components.json', (file) => {
  const cases: readonly GoldenCase[] = JSON.parse(readFileSync(file, 'utf8'));

  test.for(cases.filter((golden) => golden.expect !== null))('$id', async (golden) => {
    const suite = await generated(await vioProblem(golden.shapes, golden.data));
    const component = terms.iri(`${namespaces.sh}${golden.expect}ConstraintComponent`);
    const sizes = suite.cases
      .filter(({ expected }) => expected.component === component)
      .map(({ statistics }) => statistics.inverseSize);
    const size = golden.remove.length + golden.insert.length;
    expect(Math.min(...sizes)).toBeLessThanOrEqual(golden.id === exchanged ? 2 : size);
    const reasons = suite.coverage.flatMap(({ reason }) => reason ?? []);
    expect(reasons).toEqual(withoutCase[golden.id] ?? []);
  });
});
