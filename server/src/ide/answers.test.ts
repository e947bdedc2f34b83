import { expect, test } from 'vitest';
import { hostOf } from '../testing/check.ts';
import { parseFixture } from '../testing/fixture.ts';

const signal = new AbortController().signal;

const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:age "4$02" , "x" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property ex:Age .
ex:Age sh:path ex:age ; sh:datatype xsd:integer ; sh:name "age" ; sh:description "In *years*." ;
  sh:message "A whole number, please" .
`);
const [data] = fixture.files;

test('hover explains the constraint in words and leads to the shapes file', async () => {
  const info = await hostOf(fixture).hover(data!.uri, data!.cursor!, signal);
  expect(info?.markdown).toMatchInlineSnapshot(`
    "**sh:datatype** · age

    A whole number, please

    Each value of ex:age must be a valid literal of datatype xsd:integer.

    *In \\*years\\*.*

    Focus node \`ex:a\`, value \`"42"\`

    [Show ex:Age in shapes.ttl, line 3](file:///workspace/shapes.ttl#L3,25)"
  `);
  expect(data!.text.slice(info!.range.start, info!.range.end)).toBe('"42"');
});

test('no hover where nothing is wrong', async () => {
  expect(await hostOf(fixture).hover(data!.uri, data!.text.indexOf('ex:T'), signal)).toBeUndefined();
});

test('quick fixes are those of the results at the cursor', async () => {
  const at = { start: data!.cursor!, end: data!.cursor! };
  const [first] = await hostOf(fixture).codeActions(data!.uri, at, signal);
  expect(first).toMatchObject({ title: 'Change "42" to 42 (the same text)', disabled: undefined });
  const [{ edits } = { edits: [] }] = first!.edits;
  expect(edits.map(({ range, newText }) => [data!.text.slice(range.start, range.end), newText])).toEqual([
    ['"42"', '42'],
  ]);
});

test('a violation in a file that only other open documents link is answered there too', async () => {
  const host = hostOf(
    parseFixture(`#- /data.ttl shapes:/shapes.ttl
ex:a ex:q 1 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetNode ex:nobody ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
`),
  );
  await host.validate('file:///workspace/data.ttl', signal);
  const info = await host.hover(
    'file:///workspace/shapes.ttl',
    host.lines('file:///workspace/shapes.ttl')!.lineStart(1) + 40,
    signal,
  );
  expect(info?.markdown).toContain('sh:minCount');
});
