import { expect, test } from 'vitest';
import { hostOf } from '../../testing/check.ts';
import { fixtureRoot, parseFixture } from '../../testing/fixture.ts';

const signal = new AbortController().signal;
const inVsCode = { format: 'markdown', withMessages: false } as const;

const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:age "4$02" , "x" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property ex:Age .
ex:Age sh:path ex:age ; sh:datatype xsd:integer ; sh:name "age" ; sh:description "In *years*." ;
  sh:message "A whole number, please" .
`);
const [data] = fixture.files;

test('beside the diagnostic, hover says what is asked for and what its author calls it', async () => {
  const info = await hostOf(fixture).hover(data!.uri, data!.cursor!, inVsCode, signal);
  expect(info?.text).toMatchInlineSnapshot(`
    "Each value of ex:age must be a valid literal of datatype xsd:integer.

    *age: In \\*years\\*.*"
  `);
  expect(data!.text.slice(info!.range.start, info!.range.end)).toBe('"42"');
});

test('a client that shows no diagnostics on hover is told what is wrong first, in plain text if it asks for that', async () => {
  const style = { format: 'plaintext', withMessages: true } as const;
  const info = await hostOf(fixture).hover(data!.uri, data!.cursor!, style, signal);
  expect(info?.text).toMatchInlineSnapshot(`
    "A whole number, please
    ex:age of ex:a has the datatype xsd:string, not xsd:integer: "42"
    Each value of ex:age must be a valid literal of datatype xsd:integer.
    age: In *years*.
    sh:Violation: sh:datatype of ex:Age in shapes.ttl, line 3"
  `);
});

test('in Markdown, the link leads to the shapes file', async () => {
  const style = { format: 'markdown', withMessages: true } as const;
  const info = await hostOf(fixture).hover(data!.uri, data!.cursor!, style, signal);
  expect(info?.text).toMatchInlineSnapshot(`
    "**A whole number, please**

    ex:age of ex:a has the datatype xsd:string, not xsd:integer: "42"

    Each value of ex:age must be a valid literal of datatype xsd:integer.

    *age: In \\*years\\*.*

    sh:Violation: [sh:datatype of ex:Age in shapes.ttl, line 3](file:///workspace/shapes.ttl#L3,25)"
  `);
});

test('a client with the command gets a link to why the results here are there', async () => {
  const style = { ...inVsCode, whyCommand: 'shaclRepair.why' };
  const info = await hostOf(fixture).hover(data!.uri, data!.cursor!, style, signal);
  const link = info!.text.match(/\n\n\[Why\?\]\(command:shaclRepair\.why\?(.*)\)$/)!;
  const { line, character } = JSON.parse(decodeURIComponent(link[1]!))[0];
  expect(data!.text.split('\n')[line]!.slice(character)).toMatch(/^2" , "x" \./);
});

test('while a newer text is not validated yet, hover tells what was found in the older one, and says so', async () => {
  const host = hostOf(fixture);
  const { uri, text, cursor = 0 } = data!;
  await host.validate(uri, signal);
  const inserted = 'ex:other a ex:T .\n';
  const at = text.lastIndexOf('\n', cursor) + 1;
  host.openDocument(uri, 2, text.slice(0, at) + inserted + text.slice(at));
  const info = await host.hover(uri, cursor + inserted.length, inVsCode, signal);
  expect(info?.text).toMatch(/xsd:integer\.(?:.|\n)*\n\nFrom the text before the last changes\.$/);
  expect(info!.range.start).toBe(text.indexOf('"42"') + inserted.length);
  expect(await host.hover(uri, at + 3, inVsCode, signal)).toBeUndefined();
});

test('a result is explained at its place, by its key, and nowhere else', async () => {
  const host = hostOf(fixture);
  const [result, ...others] = await host.why(data!.uri, { offset: data!.cursor! }, signal);
  expect(others).toEqual([]);
  expect(result!.items.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'constraint: Asked for by sh:datatype of ex:Age: Each value of ex:age must be a valid literal of datatype xsd:integer.',
    'stated: ex:a a ex:T',
    'stated: ex:a ex:age "42"',
    'alsoRead: Also read: ex:a ex:age "x"',
  ]);
  expect(await host.why(data!.uri, { key: result!.key }, signal)).toEqual([result]);
  expect(await host.why(data!.uri, { offset: data!.text.indexOf('ex:T') }, signal)).toEqual([]);
  expect(await host.why(data!.uri, { key: 'gone' }, signal)).toEqual([]);
});

test('no hover where nothing is wrong', async () => {
  expect(
    await hostOf(fixture).hover(data!.uri, data!.text.indexOf('ex:T'), inVsCode, signal),
  ).toBeUndefined();
});

test('quick fixes are those of the results at the cursor', async () => {
  const at = { start: data!.cursor!, end: data!.cursor! };
  const [first] = await hostOf(fixture).codeActions(data!.uri, at, signal);
  expect(first).toMatchObject({ title: 'Change "42" to 42', evidence: 'the same text' });
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
    inVsCode,
    signal,
  );
  expect(info?.text).toContain('at least 1 value');
});

test('where a constraint is of a draft, hover and why say so', async () => {
  const { files } = parseFixture(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:name "A\\n$0B" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:name ; sh:singleLine true ] .
`);
  const [{ uri, cursor }] = files as [(typeof files)[0], ...unknown[]];
  const host = hostOf({ files });
  const style = { format: 'plaintext', withMessages: true } as const;
  const info = await host.hover(uri, cursor!, style, signal);
  expect(info?.text).toContain('sh:Violation: sh:singleLine (a draft of SHACL 1.2) in shapes.ttl, line 2');
  const [result] = await host.why(uri, { offset: cursor! }, signal);
  expect(result!.items[0]!.text).toMatch(/^Asked for by sh:singleLine \(a draft of SHACL 1\.2\): /);
});

test('what takes too long elsewhere is skipped where it is met, and leaves other results as they are', async () => {
  const two = parseFixture(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T ; ex:age "x" .
#- /slow.ttl shapes:/slowShapes.ttl
ex:b a ex:T ; ex:name "b" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property ex:Age .
ex:Age sh:path ex:age ; sh:datatype xsd:integer .
#- /slowShapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property ex:Slow .
ex:Slow sh:path ex:name ; sh:pattern "^a" .
`);
  const [quick, slow, , slowShapes] = two.files;
  const host = hostOf(two);
  host.openDocument(slow!.uri, 1, slow!.text);
  const before = await host.analysis(quick!.uri, signal);
  expect((await host.validate(slow!.uri, signal)).status.notChecked).toEqual([]);
  const ns = 'http://example.org/ns#';
  const skipped = `<${ns}Slow> <http://www.w3.org/ns/shacl#pattern> "^a"`;
  expect(host.skip(new Set([skipped]))).toEqual([slow!.uri]);
  expect(await host.analysis(quick!.uri, signal)).toBe(before);
  expect((await host.validate(slow!.uri, signal)).status.notChecked).toHaveLength(1);
  // The skipped constraint comes into its shapes.
  host.openDocument(`${fixtureRoot}/shapes.ttl`, 1, slowShapes!.text);
  expect((await host.validate(quick!.uri, signal)).status.notChecked).toHaveLength(1);
});
