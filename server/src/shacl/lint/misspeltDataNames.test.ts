import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { check, hostOf } from '../../testing/check.ts';
import { block, parseFixture, withoutPrelude } from '../../testing/fixture.ts';

const shapes = `#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:birthDate ; sh:maxCount 1 ] .
`;

describe('a name in data that was probably meant to be another', () => {
  test('is a property or a class of the linked shapes', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:Person ; ex:brithDate "1900" .
#                  ^^^^^^^^^^^^ name: No linked file names ex:brithDate. Did you mean ex:birthDate?
ex:b a ex:Preson .
#      ^^^^^^^^^ name: No linked file names ex:Preson. Did you mean ex:Person?
${shapes}`));

  test('is of an ontology', () =>
    check(`#- /data.ttl context:/ontology.ttl
ex:a a ex:Engineer ; ex:supervises [ a ex:Enginer ; ex:supevises ex:b ] .
#                                      ^^^^^^^^^^ name: No linked file names ex:Enginer. Did you mean ex:Engineer?
#                                                   ^^^^^^^^^^^^ name: No linked file names ex:supevises. Did you mean ex:supervises?
#- /ontology.ttl
ex:Engineer a owl:Class . ex:supervises a owl:ObjectProperty .
`));

  test('is of a vocabulary that is known completely, in any role', () =>
    check(`#- /data.ttl
ex:a a rdfs:Clas ; rdfs:lable "a" ; ex:size "1"^^xsd:integr .
#      ^^^^^^^^^ name: RDF Schema has no term rdfs:Clas. Did you mean rdfs:Class?
#                  ^^^^^^^^^^ name: RDF Schema has no property rdfs:lable. Did you mean rdfs:label?
#                                                ^^^^^^^^^^ name: XML Schema has no term xsd:integr. Did you mean xsd:integer?
`));

  test('is shown a hundred times, and then counted, which hides no other name', async () => {
    const lines = Array.from({ length: 130 }, (_, i) => `ex:a${i} rdfs:lable "${i}" .`);
    const fixture = parseFixture(`#- /data.ttl\n${lines.join('\n')}\nex:z a rdfs:Clas .\n`);
    const [{ uri }] = fixture.files as [(typeof fixture.files)[number]];
    const found = await hostOf(fixture).shapesDiagnostics(uri, new AbortController().signal);
    const messages = (found.get(uri) ?? []).map(({ message }) => message);
    const plain = 'RDF Schema has no property rdfs:lable. Did you mean rdfs:label?';
    expect(messages.slice(0, 99)).toEqual(Array.from({ length: 99 }, () => plain));
    expect(messages.slice(99)).toEqual([
      `${plain} This file has it 130 times. The first 100 are shown.`,
      'RDF Schema has no term rdfs:Clas. Did you mean rdfs:Class?',
    ]);
  });

  test('is told of by a result that stands at it, and not once more', () =>
    check(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:Person ; ex:brithDate "1900" .
#                  ^^^^^^^^^^^^ sh:minCount: …
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:birthDate ; sh:minCount 1 ] .
`));

  test.each([
    ['a linked file describes it', 'ex:brithDate rdfs:label "when it was" .\nex:a ex:brithDate "1900" .'],
    ['a node has both', 'ex:a ex:brithDate "1900" ; ex:birthDate "1901" .'],
    [
      'more nodes have it than the other one',
      'ex:a ex:birthDate "1900" . ex:b ex:brithDate 1 . ex:c ex:brithDate 2 .',
    ],
    [
      'it is used three times, and the other one never',
      'ex:a ex:brithDate 1 . ex:b ex:brithDate 2 . ex:c ex:brithDate 3 .',
    ],
    ['it is of another role', 'ex:a a ex:brithDate ; ex:Preson 1 .'],
    ['it is of another namespace', '<http://other.org/a> <http://other.org/brithDate> 1 .'],
    ['its last letter is another one, or it has a digit', 'ex:a ex:birthDat 1 ; ex:birthDate2 2 .'],
  ])('is another name where %s', (_, data) => check(`#- /data.ttl shapes:/shapes.ttl\n${data}\n${shapes}`));

  test('is another name where another linked file uses it', () =>
    check(`#- /data.ttl shapes:/shapes.ttl context:/more.ttl
ex:a a ex:Person ; ex:brithDate "1900" .
#- /more.ttl
ex:b ex:brithDate "1901" .
${shapes}`));

  test('is another name where another linked file says something of it', () =>
    check(`#- /data.ttl shapes:/shapes.ttl context:/more.ttl
ex:a a ex:Person ; ex:brithDate "1900" .
#- /more.ttl
ex:Old owl:onProperty ex:brithDate .
${shapes}`));

  test('is changed by a quick fix, alone or with all others of the file', async () => {
    const data = block`
      ex:a a ex:Person ; ex:brith$0Date "1900" .
      ex:b ex:brithDate "1901" ; rdfs:lable "b" .
    `;
    expect(await fixedAs('Change to ex:birthDate', data)).toBe(block`
      ex:a a ex:Person ; ex:birthDate "1900" .
      ex:b ex:brithDate "1901" ; rdfs:lable "b" .
    `);
    expect(await fixedAs('Fix all 3 slips in this file', data)).toBe(block`
      ex:a a ex:Person ; ex:birthDate "1900" .
      ex:b ex:birthDate "1901" ; rdfs:label "b" .
    `);
  });
});

/** The data after a quick fix at its cursor. */
async function fixedAs(title: string, data: string): Promise<string> {
  const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl\n${data}${shapes}`);
  const [file] = fixture.files;
  const { signal } = new AbortController();
  const host = hostOf(fixture);
  const actions = await host.codeActions(file!.uri, { start: file!.cursor!, end: file!.cursor! }, signal);
  const action = actions.find((each) => each.title === title);
  expect(actions.map((each) => each.title)).toContain(title);
  return withoutPrelude(applyEdits(file!.text, action!.edits[0]!.edits));
}
