import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { hostOf } from '../../../testing/check.ts';
import { parseFixture } from '../../../testing/fixture.ts';
import { menuTitle } from '../analysis.ts';

const signal = new AbortController().signal;

/** The titles of the menu at the cursor, as far as they are about shapes. */
async function menu(text: string): Promise<readonly string[]> {
  const fixture = parseFixture(text);
  const at = fixture.files.find(({ cursor }) => cursor !== undefined)!;
  const shapes = fixture.files.find(({ path }) => path === '/shapes.ttl')!;
  const host = hostOf(fixture);
  await host.validate(fixture.files[0]!.uri, signal);
  const actions = await host.codeActions(at.uri, { start: at.cursor!, end: at.cursor! }, signal);
  return actions
    .filter(({ command, edits }) => command?.kind === 'relaxShape' || edits[0]?.uri === shapes.uri)
    .map(menuTitle);
}

/** The changes of the shapes file for what the cursor is at, each with the lines that it writes. */
async function shapeChanges(text: string): Promise<readonly string[]> {
  const fixture = parseFixture(text);
  const at = fixture.files.find(({ cursor }) => cursor !== undefined)!;
  const shapes = fixture.files.find(({ path }) => path === '/shapes.ttl')!;
  const host = hostOf(fixture);
  await host.validate(fixture.files[0]!.uri, signal);
  const actions = await host.shapeChanges(at.uri, { start: at.cursor!, end: at.cursor! }, signal);
  return actions.flatMap((action) => {
    const [edit] = action.edits;
    if (edit?.uri !== shapes.uri) return [];
    const lines = applyEdits(shapes.text, edit.edits).split('\n');
    return [
      `${menuTitle(action)}: ${lines.filter((line) => !shapes.text.split('\n').includes(line)).join(' / ')}`,
    ];
  });
}

const unit = (property: string, data: readonly string[]) =>
  `#- /data.ttl shapes:/shapes.ttl\n${data.join('\n')}\n#- /shapes.ttl\nex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [\n  sh:path ex:p ;\n  ${property} ] .\n`;

/** What each change writes, without the three that every constraint has. */
async function smallest(property: string, ...data: readonly string[]): Promise<readonly string[]> {
  const found = await shapeChanges(unit(property, data));
  return found.slice(0, -3).map((line) => line.replace(/ \(ends .*?\): */, ': '));
}

describe('at the constraint in the shapes file, the smallest change that ends its results', () => {
  test.each<[what: string, property: string, data: readonly string[], changes: readonly string[]]>([
    [
      'a largest count',
      'sh:maxCount$0 1',
      ['ex:a a ex:P ; ex:p 1, 2 .', 'ex:b a ex:P ; ex:p 1, 2, 3 .'],
      ['Raise sh:maxCount of ex:p from 1 to 3: sh:maxCount 3 ] .'],
    ],
    [
      'a smallest count',
      'sh:minCount$0 2',
      ['ex:a a ex:P ; ex:p 1 .'],
      ['Lower sh:minCount of ex:p from 2 to 1: sh:minCount 1 ] .'],
    ],
    [
      'a bound',
      'sh:maxInclusive$0 5',
      ['ex:a a ex:P ; ex:p 6, 9, 1 .'],
      ['Raise sh:maxInclusive of ex:p from 5 to 9: sh:maxInclusive 9 ] .'],
    ],
    [
      'a bound that is no value',
      'sh:minExclusive$0 0',
      ['ex:a a ex:P ; ex:p 0 .'],
      ['Lower sh:minExclusive of ex:p from 0 to sh:minInclusive 0: sh:minInclusive 0 ] .'],
    ],
    [
      'a length',
      'sh:minLength$0 3',
      ['ex:a a ex:P ; ex:p "ab" .'],
      ['Lower sh:minLength of ex:p from 3 to 2: sh:minLength 2 ] .'],
    ],
    [
      'a datatype that no value has',
      'sh:datatype$0 xsd:string',
      ['ex:a a ex:P ; ex:p 1 .'],
      [
        'Change sh:datatype of ex:p from xsd:string to xsd:integer: sh:datatype xsd:integer ] .',
        'Allow xsd:string or xsd:integer as sh:datatype of ex:p: sh:or ( [ sh:datatype xsd:string ] [ sh:datatype xsd:integer ] ) ] .',
      ],
    ],
    [
      'a list',
      'sh:in$0 ( "x" )',
      ['ex:a a ex:P ; ex:p "x", "y" .'],
      ['Add "y" to sh:in of ex:p: sh:in ( "x" "y" ) ] .'],
    ],
    [
      'a slip in a list',
      'sh:in$0 ( "opne" "closed" )',
      ['ex:a a ex:P ; ex:p "open" .'],
      [
        'Change "opne" to "open" in the shape: sh:in ( "open" "closed" ) ] .',
        'Add "open" to sh:in of ex:p: sh:in ( "opne" "closed" "open" ) ] .',
      ],
    ],
    [
      'the case of a pattern',
      'sh:pattern$0 "^x"',
      ['ex:a a ex:P ; ex:p "X1" .'],
      [
        'Let sh:pattern of ex:p match in upper and lower case (sh:flags "i"): sh:pattern "^x" ; /   sh:flags "i" ] .',
      ],
    ],
    [
      'a kind of node',
      'sh:nodeKind$0 sh:IRI',
      ['ex:a a ex:P ; ex:p ex:b, "b" .'],
      ['Change sh:nodeKind of ex:p from sh:IRI to sh:IRIOrLiteral: sh:nodeKind sh:IRIOrLiteral ] .'],
    ],
    [
      'a class',
      'sh:class$0 ex:C',
      ['ex:a a ex:P ; ex:p ex:d .', 'ex:d a ex:D .'],
      [
        'Change sh:class of ex:p from ex:C to ex:D: sh:class ex:D ] .',
        'Allow ex:C or ex:D as sh:class of ex:p: sh:or ( [ sh:class ex:C ] [ sh:class ex:D ] ) ] .',
      ],
    ],
  ])('%s', async (_, property, data, changes) => expect(await smallest(property, ...data)).toEqual(changes));

  test('a slip in the path', async () =>
    expect(
      await smallest(
        'sh:minCount$0 1 ; sh:datatype xsd:string'.replace('ex:p', ''),
        'ex:a a ex:P ; ex:P "x" .',
      ),
    ).toEqual(['Change ex:p to ex:P in the shape: sh:path ex:P ;']));

  test('a property that a closed shape does not know', async () =>
    expect(
      (
        await shapeChanges(`#- /data.ttl shapes:/shapes.ttl
ex:a ex:p 1 ; ex:q 2 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ; sh:closed$0 true ; sh:property [ sh:path ex:p ] .
`)
      )[0],
    ).toBe(
      'Add ex:q to sh:ignoredProperties in ex:S (ends 1 result; 1 of 1 node does not conform to sh:closed): ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ; sh:closed true ; sh:property [ sh:path ex:p ] ; sh:ignoredProperties ( ex:q ) .',
    ));

  test('last what lowers the severity, drops the constraint, and deactivates the shape', async () =>
    expect((await shapeChanges(unit('sh:maxCount$0 1', ['ex:a a ex:P ; ex:p 1, 2 .']))).slice(1)).toEqual(
      [
        ['Make all results of the shape for ex:p warnings', 'sh:maxCount 1 ; /   sh:severity sh:Warning'],
        ['Drop sh:maxCount of ex:p', 'sh:path ex:p ]'],
        ['Deactivate the shape for ex:p', 'sh:maxCount 1 ; /   sh:deactivated true'],
      ].map(([title, text]) =>
        expect.stringContaining(
          `${title} (ends 1 result; 1 of 1 node does not conform to sh:maxCount):   ${text}`,
        ),
      ),
    ));
});

test.each([
  [
    'a name',
    'ex:titel ; sh:minCount 1',
    'Change ex:titel to ex:title in the shape: sh:node [ sh:property [ sh:path ex:title ; sh:minCount 1 ] ] ] .',
  ],
  [
    'a bound',
    'ex:age ; sh:maxInclusive 5',
    'Raise sh:maxInclusive of ex:age from 5 to 7: sh:node [ sh:property [ sh:path ex:age ; sh:maxInclusive 7 ] ] ] .',
  ],
])('%s below another constraint is changed where it stands', async (_, property, change) =>
  expect(
    await smallest(
      `sh:node$0 [ sh:property [ sh:path ${property} ] ]`,
      'ex:a a ex:P ; ex:p ex:c .',
      'ex:c ex:title "C" ; ex:age 7 .',
    ),
  ).toEqual([change]),
);

describe('the menu at a result', () => {
  test('leads to the changes of the shape where others are like it', async () =>
    expect(
      await menu(unit('sh:maxCount 1', ['ex:a a ex:P ; ex:p 1, 2$0 .', 'ex:b a ex:P ; ex:p 1, 2 .'])),
    ).toEqual(['Relax or Repair Shape… (2 results of sh:maxCount)']));

  test('has a name at once that the data never use', async () =>
    expect(
      await menu(
        unit('sh:class ex:Room', ['ex:a a ex:P ; ex:p ex:r$0 .', 'ex:r a ex:Rooms .', 'ex:s a ex:Rooms .']),
      ),
    ).toEqual([
      'Change ex:Room to ex:Rooms in the shape (ends 1 result; the shape is likelier wrong: the data never use the name that the shape has)',
    ]));

  test('repairs a single result that others speak against in the data alone', async () =>
    expect(
      await menu(
        unit('sh:datatype xsd:integer', [
          'ex:a a ex:P ; ex:p "x$0" .',
          'ex:b a ex:P ; ex:p 1 .',
          'ex:c a ex:P ; ex:p 2 .',
        ]),
      ),
    ).toEqual([]));
});
