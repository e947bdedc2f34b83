import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { hostOf } from '../../../testing/check.ts';
import { block, parseFixture } from '../../../testing/fixture.ts';
import type { FixAllScope } from '../analysis.ts';

const signal = new AbortController().signal;

/** The text of each changed file after repairing all that leaves no choice, and what is left. */
async function fixed(text: string, scope: FixAllScope = { component: undefined }): Promise<string> {
  const fixture = parseFixture(text);
  const [data] = fixture.files;
  const { edits, repaired, left } = await hostOf(fixture).fixAll(data!.uri, scope, signal);
  const texts = new Map(fixture.files.map(({ uri, text: old }) => [uri, old]));
  const files = edits.map(({ uri, edits: own }) => {
    texts.set(uri, applyEdits(texts.get(uri)!, own));
    const lines = texts.get(uri)!.split('\n');
    return block`
      ${uri.slice(uri.lastIndexOf('/'))}
      ${lines.filter((line) => !line.startsWith('@prefix')).join('\n')}`;
  });
  const rest = left.map(({ message, why, place }) => {
    const at = place && texts.get(place.uri)!.slice(place.range.start, place.range.end);
    return `left at ${at}: ${message} -- ${why}`;
  });
  return [...files, `${repaired} repaired`, ...rest].join('\n');
}

const shapes = `
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:area ; sh:datatype xsd:decimal ; sh:maxCount 1 ] ;
  sh:property [ sh:path ex:floor ; sh:in ( "ground" "upper" ) ] ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:datatype xsd:string ] .
`;

test('what leaves no choice is repaired in one go, every comment stays, and the rest is listed', async () => {
  expect(
    await fixed(`#- /data.ttl shapes:/shapes.ttl
# The rooms.
ex:r1 a ex:Room ; # the first
  ex:name "One" ; ex:area "12.5" . # measured
ex:r2 a ex:Room ; ex:name "Two" ; ex:area "9.0", "8.0" ; ex:floor "Ground " . # slip
ex:r3 a ex:Room . # no name
${shapes}`),
  ).toMatchInlineSnapshot(`
    "/data.ttl
    # The rooms.
    ex:r1 a ex:Room ; # the first
      ex:name "One" ; ex:area 12.5 . # measured
    ex:r2 a ex:Room ; ex:name "Two" ; ex:area 9.0, 8.0 ; ex:floor "ground" . # slip
    ex:r3 a ex:Room . # no name


    4 repaired
    left at 8.0: ex:r2 has 2 values of ex:area, but at most 1 is allowed -- Your decision is needed: Remove 9.0 as ex:area of ex:r2 (possible, 42 %), or another of 2 repairs
    left at ex:r3: ex:r3 has no value of ex:name, but needs at least 1 -- Only you know the value: Add "" as ex:name of ex:r3 (to be filled in)"
  `);
});

test('of one kind only', async () => {
  const component = 'http://www.w3.org/ns/shacl#InConstraintComponent';
  expect(
    await fixed(
      `#- /data.ttl shapes:/shapes.ttl
ex:r1 a ex:Room ; ex:name "One" ; ex:area "12.5" ; ex:floor "Ground" .
ex:r2 a ex:Room ; ex:name "Two" ; ex:floor "UPPER" .
${shapes}`,
      { component },
    ),
  ).toMatchInlineSnapshot(`
    "/data.ttl
    ex:r1 a ex:Room ; ex:name "One" ; ex:area "12.5" ; ex:floor "ground" .
    ex:r2 a ex:Room ; ex:name "Two" ; ex:floor "upper" .


    2 repaired"
  `);
});

test('nothing to repair', async () => {
  expect(
    await fixed(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:r1 a ex:Room ; ex:name "One" .${shapes}`),
  ).toBe('0 repaired');
});

test('repairs that clash are made one after the other', async () => {
  expect(
    await fixed(`#- /data.ttl shapes:/shapes.ttl
ex:a ex:code "1", " 2" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:code ; sh:property [ sh:path ex:code ; sh:datatype xsd:integer ] .
`),
  ).toMatchInlineSnapshot(`
    "/data.ttl
    ex:a ex:code 1, 2 .

    2 repaired"
  `);
});

test('a file that is shapes as well keeps its shapes', async () => {
  expect(
    await fixed(`#- /data.ttl shapes:/data.ttl
ex:a ex:code "1" .
ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:code ; sh:property [ sh:path ex:code ; sh:datatype xsd:integer ] .
`),
  ).toMatchInlineSnapshot(`
    "/data.ttl
    ex:a ex:code 1 .
    ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:code ; sh:property [ sh:path ex:code ; sh:datatype xsd:integer ] .

    1 repaired"
  `);
});

test('the light bulb offers the other results of the same kind as well', async () => {
  const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl
ex:r1 a ex:Room ; ex:name "One" ; ex:area "1$02.5" .
ex:r2 a ex:Room ; ex:name "Two" ; ex:area "13.0" .
${shapes}`);
  const [data] = fixture.files;
  const at = { start: data!.cursor!, end: data!.cursor! };
  const actions = await hostOf(fixture).codeActions(data!.uri, at, signal);
  expect(
    actions.map(({ title, command }) => [title, command?.kind === 'fixAll' ? command.component : undefined]),
  ).toMatchInlineSnapshot(`
    [
      [
        "Change "12.5" to 12.5",
        undefined,
      ],
      [
        "Fix this and 1 more: write ex:area as xsd:decimal",
        undefined,
      ],
      [
        "Remove "12.5" as ex:area of ex:r1",
        undefined,
      ],
      [
        "Fix what is certain in sh:datatype: ends 2 results",
        "http://www.w3.org/ns/shacl#DatatypeConstraintComponent",
      ],
      [
        "Relax or Repair Shape…",
        undefined,
      ],
      [
        "Ignore this sh:datatype result here…",
        undefined,
      ],
    ]
  `);
});

test('of a plan, the steps that are ticked are made together', async () => {
  const text = `#- /data.ttl shapes:/shapes.ttl
ex:r1 a ex:Room ; ex:name "One" ; ex:area "12.5" ; ex:floor "Ground " .
ex:r2 a ex:Room ; ex:name "Two" ; ex:area "8.0" .
${shapes}`;
  const fixture = parseFixture(text);
  const { steps, left } = await hostOf(fixture).repairPlan(fixture.files[0]!.uri, signal);
  expect([steps.map(({ title }) => title), left]).toEqual([
    ['Change "12.5" to 12.5', 'Change "Ground " to "ground"', 'Change "8.0" to 8.0'],
    [],
  ]);
  expect(
    await fixed(text, { component: undefined, steps: steps.slice(1).map(({ key }) => key) }),
  ).toMatchInlineSnapshot(`
    "/data.ttl
    ex:r1 a ex:Room ; ex:name "One" ; ex:area "12.5" ; ex:floor "ground" .
    ex:r2 a ex:Room ; ex:name "Two" ; ex:area 8.0 .


    2 repaired
    left at "12.5": ex:area of ex:r1 has the datatype xsd:string, not xsd:decimal: "12.5" -- Not among the steps that were made: Change "12.5" to 12.5"
  `);
});

test('of the plan that changes the fewest statements, the steps are told with its cost, and made when they are meant', async () => {
  const text = `#- /data.ttl shapes:/shapes.ttl
ex:valve ex:state "Open" ; ex:size "12" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:state ;
  sh:property [ sh:path ex:state ; sh:in ( "open" "closed" ) ] ; sh:property [ sh:path ex:size ; sh:datatype xsd:integer ] .
`;
  const fixture = parseFixture(text);
  const { smallest, ...likeliest } = await hostOf(fixture).repairPlan(fixture.files[0]!.uri, signal);
  const told = ({ cost, statements, steps, left }: Omit<typeof likeliest, 'smallest'>) => [
    cost.toFixed(2),
    statements,
    steps.map(({ title }) => title),
    left,
  ];
  expect([told(likeliest), told(smallest!), smallest!.isLeast]).toMatchInlineSnapshot(`
    [
      [
        "0.06",
        4,
        [
          "Change "Open" to "open"",
          "Change "12" to 12",
        ],
        [],
      ],
      [
        "6.73",
        1,
        [
          "Remove "Open" as ex:state of ex:valve",
        ],
        [],
      ],
      true,
    ]
  `);
  const keys = likeliest.steps.map(({ key }) => key);
  const made = (plan: 'likeliest' | 'smallest', steps: readonly string[]) =>
    fixed(text, { component: undefined, steps, plan });
  expect([
    await made('likeliest', keys),
    await made(
      'smallest',
      smallest!.steps.map(({ key }) => key),
    ),
  ]).toMatchInlineSnapshot(`
    [
      "/data.ttl
    ex:valve ex:state "open" ; ex:size 12 .

    2 repaired",
      "/data.ttl
    ex:valve ex:size "12" .

    2 repaired",
    ]
  `);
});

test('where the likeliest plan changes the fewest statements, there is no other', async () => {
  const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl
ex:r1 a ex:Room ; ex:name "One" , "Two" ; ex:area 2.0 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:name ; sh:maxCount 1 ] .
`);
  const { steps, smallest } = await hostOf(fixture).repairPlan(fixture.files[0]!.uri, signal);
  expect([steps.length, smallest]).toEqual([1, undefined]);
});
