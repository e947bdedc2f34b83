import { expect, test } from 'vitest';
import { checkRepair, problemsOf, readUnit, roomFixture } from '../../testing/checkRepair.ts';
import { firstDraft } from '../drafts/draft.ts';
import { fixesFor } from '../search/goals.ts';
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

const annotated = (count: number, more = '') => {
  const notes = Array.from({ length: count }, (_, i) => `~ ex:c${i} {| ex:source "${i}" |}`).join(' ');
  return problemsOf(
    readUnit(
      roomFixture(
        'sh:path ex:age ; sh:reifierShape [ sh:nodeKind sh:IRI ; sh:property [ sh:path ex:source ; sh:datatype xsd:integer ] ]',
        `ex:r a ex:Room ; ex:age 31 ${notes} ${more} .`,
      ),
    ),
  );
};

test('six annotations are mended in one way each, and no two repairs have one title', async () => {
  const [problem] = await annotated(6);
  const { repairs } = await suggestRepairs(problem!, { max: 10 }, new AbortController().signal);
  const titles = repairs.map(({ repair }) => repair.title);
  expect(titles[0]).toBe('Change "0" to 0, change "1" to 1 and 4 more changes');
  expect(titles).toEqual([...new Set(titles)]);
  expect(repairs[0]?.certainty).toBe('likely');
});

test('more than six annotations are too many for one repair, which is said', async () => {
  const [problem] = await annotated(7);
  const { uncertainty } = await suggestRepairs(problem!, { max: 10 }, new AbortController().signal);
  expect(uncertainty?.why).toContain('the shapes ask for more changes than one repair may make');
});

test('one change that mends seven annotations is one repair', async () => {
  const notes = Array.from({ length: 7 }, (_, i) => `~ ex:c${i} {| ex:by ex:jo |}`).join(' ');
  const [problem] = await problemsOf(
    readUnit(
      roomFixture(
        'sh:path ex:age ; sh:reifierShape [ sh:property [ sh:path ex:by ; sh:class ex:Person ] ]',
        `ex:r a ex:Room ; ex:age 31 ${notes} .`,
      ),
    ),
  );
  const { repairs } = await suggestRepairs(problem!, { max: 3 }, new AbortController().signal);
  expect(repairs[0]?.repair.title).toBe('Add type ex:Person to ex:jo');
});

test('the work for annotations of which one cannot be mended grows with their number, not its powers', async () => {
  const steps = async (count: number) => {
    const [problem] = await annotated(count, '{| ex:source 1 |}');
    const draft = firstDraft(problem!);
    expect([...fixesFor(problem!.violation, draft)]).toEqual([]);
    return draft.search.steps;
  };
  const [two, four] = [await steps(2), await steps(4)];
  expect(two).toBeGreaterThan(0);
  expect(four).toBeLessThanOrEqual(2 * two);
});
