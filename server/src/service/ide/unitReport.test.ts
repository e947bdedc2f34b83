import { expect, test } from 'vitest';
import { hostOf } from '../../testing/check.ts';
import { parseFixture } from '../../testing/fixture.ts';
import type { FilePlace } from './analysis.ts';
import { unitReport } from './unitReport.ts';

test('a report has the results in reading order, each with its place and that of its constraint', async () => {
  expect(
    await reported(`#- /data.ttl shapes:/shapes.ttl
ex:b a ex:Person .
ex:a a ex:Person ; ex:age "old" ; ex:name "A" .
#- /shapes.ttl
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property ex:Age ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:severity sh:Warning ] .
ex:Age sh:path ex:age ; sh:datatype xsd:integer .
`),
  ).toMatchInlineSnapshot(`
    "violates: 4 triples, 1 shapes, 2 focus nodes
    warning ex:b has no value of ex:name, but needs at least 1 | sh:minCount of ex:PersonShape › ex:name | ex:b ex:name undefined | /data.ttl "ex:b" | /shapes.ttl "sh:minCount 1"
    violation ex:age of ex:a has the datatype xsd:string, not xsd:integer: "old" | sh:datatype of ex:Age | ex:a ex:age "old" | /data.ttl "\\"old\\"" | /shapes.ttl "sh:datatype xsd:integer""
  `);
});

test('what conforms is told with how much was checked', async () => {
  expect(
    await reported(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:Person , ex:Old . ex:b a ex:Person .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person , ex:Old ; sh:nodeKind sh:IRI .
ex:T a sh:NodeShape ; sh:targetNode ex:c ; sh:nodeKind sh:IRI .
ex:Unused a sh:NodeShape ; sh:nodeKind sh:Literal .
`),
  ).toMatchInlineSnapshot(`"conforms: 3 triples, 2 shapes, 3 focus nodes"`);
});

test('what was not checked and what could not be read are part of the report', async () => {
  expect(
    await reported(`#- /data.ttl
# shapes: shapes.ttl
# context: missing.ttl
ex:a a ex:Person . ex:b ex:p ; .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:sparql [ sh:select "SELECT $this { SERVICE <urn:x> {} }" ] .
`),
  ).toMatchInlineSnapshot(`
    "undecided: 1 triples, 1 shapes, 1 focus nodes
    not checked: sh:sparql of ex:S is not checked: SERVICE is not allowed: nothing is looked up outside the graph. | /shapes.ttl "ex:S"
    error: The context file missing.ttl does not exist (file:///workspace/missing.ttl). Correct the path, or create the file. | /data.ttl "missing.ttl"
    error: Expected an object after 'ex:p', found ';'. | /data.ttl ";""
  `);
});

test('where targets rest on what was not checked, nobody knows what has to be checked', async () => {
  const report = await reported(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:Person .
#- /shapes.ttl
ex:T a sh:NodeShape ; sh:targetClass ex:Person ; sh:nodeKind sh:IRI .
ex:S a sh:NodeShape ; sh:targetWhere [ sh:not ex:W ] ; sh:nodeKind sh:Literal .
ex:W a sh:NodeShape ; sh:sparql [ sh:select "SELECT $this { SERVICE <urn:x> {} }" ] .
`);
  expect(report).toContain('undecided: ');
});

test('no shapes, no report of success', async () => {
  expect(await reported('ex:a a ex:Person .')).toMatchInlineSnapshot(
    `"unlinked: 1 triples, 0 shapes, 0 focus nodes"`,
  );
});

/** The report about the first file of a fixture, with the texts at its places. */
async function reported(text: string): Promise<string> {
  const fixture = parseFixture(text);
  const signal = new AbortController().signal;
  const { status, checked, results, notChecked, problems } = unitReport(
    await hostOf(fixture).analysis(fixture.files[0]!.uri, signal),
  );
  const at = (place: FilePlace | undefined) => {
    const file = fixture.files.find(({ uri }) => uri === place?.uri);
    return place
      ? `${file?.path} ${JSON.stringify(file?.text.slice(place.range.start, place.range.end))}`
      : 'nowhere';
  };
  return [
    `${status.verdict}: ${checked.triples} triples, ${checked.shapes} shapes, ${checked.focusNodes} focus nodes`,
    ...results.map(
      ({ severity, message, component, shape, focusNode, path, value, place, shapePlace }) =>
        `${severity} ${message} | ${component} of ${shape} | ${focusNode} ${path} ${value} | ${at(place)} | ${at(shapePlace)}`,
    ),
    ...notChecked.map(({ message, place }) => `not checked: ${message} | ${at(place)}`),
    ...problems.map(({ severity, message, place }) => `${severity}: ${message} | ${at(place)}`),
  ].join('\n');
}
