import { expect, test } from 'vitest';
import { hostOf } from '../../../testing/check.ts';
import { block, parseFixture } from '../../../testing/fixture.ts';

/** The titles of a menu at the cursor. */
async function menu(
  text: string,
  which: 'codeActions' | 'shapeChanges' = 'codeActions',
): Promise<readonly string[]> {
  const fixture = parseFixture(text);
  const { uri, cursor } = fixture.files[0]!;
  const range = { start: cursor!, end: cursor! };
  const actions = await hostOf(fixture)[which](uri, range, new AbortController().signal);
  return actions.map(({ title }) => title);
}

test('leaving the target of two shapes stands below what can be done about the results of both', async () =>
  expect(
    await menu(block`
      #- /data.ttl shapes:/shapes.ttl
      $0ex:a a ex:P, ex:Q .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [ sh:path ex:p ; sh:class ex:C ; sh:minCount 1 ] .
      ex:T a sh:NodeShape ; sh:targetClass ex:Q ; sh:property [ sh:path ex:q ; sh:class ex:C ; sh:minCount 1 ] .`),
  ).toMatchInlineSnapshot(`
    [
      "Add new ex:C_1 (a ex:C) as ex:p of ex:a",
      "Fill it in: no linked file has an instance of ex:C",
      "Link a file that has instances of ex:C…",
      "Add new ex:C_1 (a ex:C) as ex:q of ex:a",
      "Ignore this sh:minCount result here…",
      "Exclude ex:a from ex:S: remove type ex:P",
      "Exclude ex:a from ex:T: remove type ex:Q",
    ]
  `));

test('leaving the target is not offered where it would hide a result that has a likely repair', async () => {
  const titles = await menu(block`
    #- /data.ttl shapes:/shapes.ttl
    $0ex:a a ex:P .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:P ;
      sh:property [ sh:path ex:kind ; sh:hasValue ex:K ], [ sh:path ex:p ; sh:class ex:C ; sh:minCount 1 ] .`);
  expect(titles).toContain('Add ex:K as ex:kind of ex:a');
  expect(titles.filter((title) => title.startsWith('Exclude'))).toEqual([]);
});

test('entries with the same words say at which line they differ, and one act is one entry', async () => {
  const titles = await menu(
    block`
    #- /data.ttl shapes:/shapes.ttl
    $0ex:a a ex:P .
    ex:b a ex:P .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property
      [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMinCount 1 ],
      [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:D ] ; sh:qualifiedMinCount 1 ] .`,
    'shapeChanges',
  );
  expect(titles).toMatchInlineSnapshot(`
    [
      "Make all results of the shape for ex:p warnings, shapes.ttl:3",
      "Drop sh:qualifiedMinCount of ex:p, shapes.ttl:3",
      "Deactivate the shape for ex:p, shapes.ttl:3",
      "Make all results of the shape for ex:p warnings, shapes.ttl:4",
      "Drop sh:qualifiedMinCount of ex:p, shapes.ttl:4",
      "Deactivate the shape for ex:p, shapes.ttl:4",
    ]
  `);
});
