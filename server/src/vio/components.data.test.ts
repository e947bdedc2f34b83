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
    // The property shape of that case has only a path.
    expect(reasons).toEqual(golden.id === 'closed' ? ['VACUOUS'] : []);
  });
});
