import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { check, hostOf } from '../../../testing/check.ts';
import { parseFixture, withoutPrelude } from '../../../testing/fixture.ts';

const signal = new AbortController().signal;

describe('a shapes file that is opened alone', () => {
  test('says what is wrong with it, without any target', () =>
    check(`#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetclass ex:T ;
#                     ^^^^^^^^^^^^^^ shapes: SHACL has no property sh:targetclass. …
  sh:property [ sh:path ex:p ; sh:minCount "1" ] .
#                                          ^^^ shapes: sh:minCount takes a whole number, …
`));

  test('says nothing about healthy shapes', () =>
    check(`#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
`));

  test('a mistake of a file that data link is shown once, and counted at the link', () =>
    check(`#- /data.ttl
# shapes: shapes.ttl
#         ^^^^^^^^^^ shapes: shapes.ttl has 1 error, so its shapes do not check this file as they were meant to.
ex:a a ex:T .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:nodeKind sh:Iri .
#                                                       ^^^^^^ shapes: SHACL has no term sh:Iri. …
`));
});

test('a link that is written elsewhere is told of at the start of the data, with the way to the errors', async () => {
  const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl
ex:a a ex:T .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:nodeKind sh:Iri ; sh:minCount "1" .
`);
  const [data, shapes] = fixture.files;
  const [found] = (await hostOf(fixture).shapesDiagnostics(data!.uri, signal)).get(data!.uri) ?? [];
  expect(found).toMatchObject({ range: { start: 0, end: 0 }, severity: 'warning' });
  expect(found!.related.map(({ place, message }) => [place.uri, message.slice(0, 29)])).toEqual([
    [shapes!.uri, 'SHACL has no term sh:Iri. Did'],
    [shapes!.uri, 'sh:minCount takes a whole num'],
  ]);
});

describe('quick fixes of shapes files', () => {
  test('the mistake under the cursor', () =>
    checkFix('ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:nodeKind sh:I$0ri .', 'Change to sh:IRI', {
      after: 'ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:nodeKind sh:IRI .',
    }));

  test('all slips of the file in one edit', () =>
    checkFix(
      'ex:S a sh:NodeShpae ; sh:targetclass ex:T ; sh:nodeKind sh:I$0ri ; sh:in ex:a .',
      'Fix all 4 slips in this file',
      { after: 'ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:nodeKind sh:IRI ; sh:in ( ex:a ) .' },
    ));

  test('each constraint of a contradiction may be what is wrong, and what was likelier meant comes first', async () => {
    expect(
      await titlesAt(`ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:node ex:Base ;
  sh:property [ sh:path ex:p ; sh:minCount 2 ] .
ex:Base a sh:NodeShape ;
  sh:property [ sh:path ex:p ; sh:maxCount $01 ] .`),
    ).toEqual([
      'Change to 2',
      'Change sh:minCount in line 3 to 1',
      'Drop sh:maxCount 1',
      'Drop sh:minCount 2 in line 3',
    ]);
  });

  test('a constraint is dropped with what would say nothing without it, and comments stay', () =>
    checkFix(
      `ex:S a sh:NodeShape ; sh:targetClass ex:T ;
  sh:property [ sh:path ex:p ; # the code
    sh:pattern "^[a-z]+" ; sh:flags "i" ; # in any case
    sh:datatype xsd:date$0 ] .`,
      'Drop sh:pattern "^[a-z]+" in line 4',
      {
        after: `ex:S a sh:NodeShape ; sh:targetClass ex:T ;
  sh:property [ sh:path ex:p ; # the code
    # in any case
    sh:datatype xsd:date ] .`,
      },
    ));

  test('a fix that would contradict the rest of the shape is not offered', async () => {
    const text = 'ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:minLength "9$0" ; sh:maxLength 3 .';
    expect(await titlesAt(text)).toEqual([]);
  });
});

async function actionsAt(text: string) {
  const fixture = parseFixture(`#- /shapes.ttl\n${text}\n`);
  const host = hostOf(fixture);
  const { uri, cursor } = fixture.files[0]!;
  await host.validate(uri, signal);
  return {
    file: fixture.files[0]!,
    actions: await host.codeActions(uri, { start: cursor!, end: cursor! }, signal),
  };
}

async function titlesAt(text: string): Promise<readonly string[]> {
  const { actions } = await actionsAt(text);
  return actions.map(({ title }) => title);
}

async function checkFix(text: string, title: string, { after }: { readonly after: string }): Promise<void> {
  const { file, actions } = await actionsAt(text);
  const action = actions.find((each) => each.title === title);
  expect(actions.map((each) => each.title)).toContain(title);
  expect(withoutPrelude(applyEdits(file.text, action!.edits[0]!.edits))).toBe(`${after}\n`);
}
