import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyEdits } from '../base/textEdit.ts';
import { planEdits } from '../rdf/edits/planEdits.ts';
import { isomorphic } from '../rdf/isomorphism.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { referenceResults, repairEverything } from '../testing/repairEverything.ts';
import { describeShared } from '../testing/shared.ts';

/** A change that breaks exactly one constraint. */
interface GoldenCase {
  readonly id: string;
  readonly shapes: string;
  readonly data: string;
  readonly remove: readonly string[];
  readonly insert: readonly string[];
  /** Null where the change is no violation. */
  readonly expect: string | null;
}

const dataUri = 'file:///data.ttl';
const shapesUri = 'file:///shapes.ttl';

/** Cases of which the repaired graph is another one than that before the damage: nobody can know what was there. */
const notRestored: readonly string[] = [
  'class/subclass-type',
  'class/all-supporting-types',
  'class/no-values-add-literal',
  'minCount',
  'minCount/2of3',
  'minLength/bnode',
  'equals/add-right',
  'lessThanOrEquals',
  'lessThan/vacuous-insert-both',
  'property/nested',
  'qualifiedMin/disjoint-sibling',
  'path/sequence-min-cut-last',
  'path/sequence-min-cut-both-routes',
  'path/alternative-min',
  'path/zeroOrMore-min2',
  'target/implicit-class',
];

describeShared('one broken constraint of each component, repaired', '../golden/components.json', (file) => {
  const cases = (JSON.parse(readFileSync(file, 'utf8')) as readonly GoldenCase[]).filter(
    (golden) => golden.expect !== null,
  );

  test.each(cases)('$id', async (golden) => {
    const before = new TurtleDocument(dataUri, 1, golden.data);
    const texts = new Map([
      [dataUri, damaged(before, golden)],
      [shapesUri, golden.shapes],
    ]);
    const result = await repairEverything({ data: [dataUri], shapes: [shapesUri], texts });
    expect(result.left).toEqual([]);
    expect(result.repaired).toHaveLength(1);
    expect(await referenceResults(result)).toEqual([]);
    const isRestored = isomorphic(result.after.graphs.data[0]!.graph.triples(), before.graph.triples());
    expect(isRestored).toBe(!notRestored.includes(golden.id));
  });

  test('more than half are restored exactly', () => {
    expect(cases).toHaveLength(40);
    expect(notRestored.length).toBeLessThan(cases.length / 2);
  });
});

function damaged(document: TurtleDocument, { data, insert, remove }: GoldenCase): string {
  const prologue = data.match(/@prefix[^>]*> \./g)!.join('\n');
  const triples = (lines: readonly string[]) => [
    ...new TurtleDocument(dataUri, 1, `${prologue}\n${lines.join('\n')}`).graph.triples(),
  ];
  const plan = planEdits(document, { added: triples(insert), removed: triples(remove) });
  if (plan.kind !== 'edits') throw new Error(plan.reason);
  return applyEdits(data, plan.edits);
}
