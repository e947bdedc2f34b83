import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairKey } from '../../rdf/termKeys.ts';
import { terms } from '../../rdf/terms.ts';
import { unitOf, validate } from '../../testing/shaclCheck.ts';
import type { Violation } from '../model/violation.ts';
import { KnownResults } from './knownResults.ts';

/* Results that follow from others are the same, in the same order, as if all had been put down anew. */

test('results after any changes are those of a map with the same changes', async () => {
  const nodes = Array.from({ length: 90 }, (_, i) => `ex:n${i}`);
  const { violations } = await validate(
    unitOf({
      shapes: `ex:S sh:targetNode ${nodes.join(', ')} ; sh:nodeKind sh:Literal ; sh:property [ sh:path ex:p ; sh:property ex:T ] .
      ex:T sh:path ex:q ; sh:minCount 1 .`,
      data: nodes.map((node, i) => `${node} ex:p ex:n${i >> 2} .`).join('\n'),
    }),
  );
  const keyOf = ({ rootShape, rootFocusNode }: Violation) => pairKey(rootShape, rootFocusNode);
  const all = new Map<number, Violation[]>();
  for (const violation of violations)
    all.set(keyOf(violation), [...(all.get(keyOf(violation)) ?? []), violation]);
  const keys = fc.subarray([...all.keys()]);
  fc.assert(
    fc.property(fc.array(fc.record({ gone: keys, fresh: keys }), { minLength: 1, maxLength: 5 }), (steps) => {
      const expected = new Map<number, readonly Violation[]>();
      let known = KnownResults.of(new Map());
      for (const { gone, fresh } of steps) {
        const found = new Map(fresh.map((key) => [key, all.get(key)!.toReversed()]));
        const before = known;
        const entries = [...before.entries()];
        known = known.with([...gone, ...fresh], found);
        expect([...before.entries()]).toEqual(entries);
        for (const key of [...gone, ...fresh]) expected.delete(key);
        for (const [key, list] of found) expected.set(key, list);
        expect([...known.entries()]).toEqual([...expected]);
      }
      for (const node of [0, 1, 40].map((i) => terms.iri(`http://example.org/ns#n${i}`))) {
        const about = [...expected.values()].flat().filter(({ focusNode }) => focusNode === node);
        expect(new Set(known.about(node))).toEqual(new Set(about));
        expect(known.about(node)).toHaveLength(about.length);
      }
    }),
    { numRuns: 100 },
  );
  expect(violations.length).toBeGreaterThan(150);
});
