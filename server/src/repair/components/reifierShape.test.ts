import { expect, test } from 'vitest';
import { checkRepair, problemsOf, readUnit, roomFixture } from '../../testing/checkRepair.ts';
import { suggestRepairs } from '../search/suggestRepairs.ts';

const noted = '[ sh:property [ sh:path ex:source ; sh:minCount 1 ; sh:nodeKind sh:IRI ] ]';

test.each([
  [
    'an annotation whose property is misspelt',
    'ex:age 31 {| ex:sorce ex:Register |}',
    'attested: Change ex:sorce to ex:source for ex:Register of [ … ] -- no file knows ex:sorce',
    'ex:age 31 {| ex:source ex:Register |}',
  ],
  [
    'a reifier with a name, described behind the value',
    'ex:age 31 ~ ex:Claim {| ex:year 2020 ; ex:sorce ex:Register |}',
    'attested: Change ex:sorce to ex:source for ex:Register of ex:Claim -- no file knows ex:sorce',
    'ex:age 31 ~ ex:Claim {| ex:year 2020 ; ex:source ex:Register |}',
  ],
  [
    'an annotation that lacks a property',
    'ex:age 31 {| ex:year 2020 |}',
    'placeholder: Add new ex:source_1 as ex:source of [ … ] [needs input]',
    'ex:age 31 {| ex:year 2020 ; ex:source ex:source_1 |}',
  ],
])('%s is mended where it is written', (_, before, repair, after) =>
  checkRepair(
    `sh:path ex:age ; sh:reifierShape ${noted}`,
    `ex:r a ex:Room ; ${before} . # keep me`,
    repair,
    `ex:r a ex:Room ; ${after} . # keep me`,
  ),
);

test('a statement that has to be annotated is, behind its object', () =>
  checkRepair(
    `sh:path ex:age ; sh:reifierShape ${noted} ; sh:reificationRequired true`,
    'ex:r a ex:Room ; ex:age 31 ; ex:name "Lab" .',
    'placeholder: Annotate ex:r ex:age 31 with ex:source ex:source_1 [needs input]',
    'ex:r a ex:Room ; ex:age 31 {| ex:source ex:source_1 |} ; ex:name "Lab" .',
  ));

test('an annotation that may say nothing keeps what reifies its triple', () =>
  checkRepair(
    'sh:path ex:age ; sh:reifierShape [ sh:closed true ; sh:property [ sh:path rdf:reifies ] ]',
    'ex:r a ex:Room ; ex:age 31 {| ex:year 2020 |} .',
    'removal: Remove 2020 as ex:year of [ … ]',
    'ex:r a ex:Room ; ex:age 31 ~ .',
  ));

test('two annotations of one statement are mended together', async () => {
  const problems = await problemsOf(
    readUnit(
      roomFixture(
        'sh:path ex:age ; sh:reifierShape [ sh:property [ sh:path ex:source ; sh:datatype xsd:integer ] ]',
        'ex:r a ex:Room ; ex:age 31 {| ex:source "1" |} {| ex:source "2" |} .',
      ),
    ),
  );
  expect(problems).toHaveLength(2);
  for (const problem of problems) {
    const { repairs } = await suggestRepairs(problem, { max: 3 }, new AbortController().signal);
    expect(repairs[0]?.repair.title).toBe('Change "1" to 1 and change "2" to 2');
  }
});
