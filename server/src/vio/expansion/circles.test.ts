import { expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { shortForm } from '../../shacl/model/words.ts';
import { changeLines, generated, vioProblem } from '../../testing/vios.ts';

const circle = `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P .
  ex:P sh:path ex:next ; sh:maxCount 1 ; sh:node ex:T .
  ex:T a sh:NodeShape ; sh:class ex:C ; sh:property ex:Q . ex:Q sh:path ex:back ; sh:node ex:S .`;
const data = 'ex:a ex:next ex:b . ex:b a ex:C ; ex:back ex:a .';

test('a circle is followed to what its shapes ask for beside it', async () => {
  const { cases, coverage } = await generated(await vioProblem(circle, data), {
    mode: { kind: 'exhaustive' },
  });
  const paths = cases.map(({ path }) =>
    path.map(({ constraint }) => shortForm(constraint.parameter)).join(' > '),
  );
  expect(paths).toContain('sh:property > sh:node > sh:class');
  expect(paths).toContain('sh:property > sh:maxCount');
  expect(cases.flatMap(changeLines).join()).toContain('ns#C>');
  expect(coverage.map(({ status }) => status)).toContain('covered');
});

test('of roots that lead to one another, the first one has a tree', async () => {
  const both = circle.replace('ex:T a sh:NodeShape', 'ex:T a sh:NodeShape ; sh:targetNode ex:b');
  const { totals, cases } = await generated(await vioProblem(both, data), { mode: { kind: 'exhaustive' } });
  expect(totals.leaves).toBeGreaterThan(0n);
  const roots = cases.flatMap(({ path }) => path[0]!.focusNodes.map((node) => terms.value(node)));
  expect(new Set(roots)).toEqual(new Set(['http://example.org/ns#a']));
});

test('a circle that asks for nothing is told as that', async () => {
  const { coverage } = await generated(
    await vioProblem(
      'ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path ex:p ; sh:property ex:P .',
      'ex:a ex:p ex:a .',
    ),
  );
  expect(coverage.map(({ reason }) => reason)).toEqual(['VACUOUS', 'VACUOUS']);
});
