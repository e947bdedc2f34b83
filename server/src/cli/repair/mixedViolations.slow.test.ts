import { expect, test } from 'vitest';
import { block, parseFixture } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { triesAll } from '../../testing/runs.ts';

/** What is wrong with each kind of thing, and the shape that says so. */
const kinds: readonly (readonly [kind: string, data: string, property: string])[] = [
  ['Datatype', 'ex:v "12" ;', 'sh:path ex:v ; sh:datatype xsd:integer'],
  ['Comma', 'ex:v "1,5" ;', 'sh:path ex:v ; sh:datatype xsd:decimal'],
  ['In', 'ex:v "Open" ;', 'sh:path ex:v ; sh:in ( "open" "closed" )'],
  ['Class', 'ex:v ex:thing# ;', 'sh:path ex:v ; sh:class ex:Thing'],
  ['MinCount', '', 'sh:path ex:w ; sh:minCount 1 ; sh:datatype xsd:string'],
  ['Default', '', 'sh:path ex:v ; sh:minCount 1 ; sh:defaultValue "none"'],
  ['MaxCount', 'ex:v "a", "A " ;', 'sh:path ex:v ; sh:maxCount 1'],
  ['Pattern', 'ex:v "AB 12" ;', 'sh:path ex:v ; sh:pattern "^[A-Z]+-[0-9]+$"'],
  ['Length', 'ex:v "much too long a name" ;', 'sh:path ex:v ; sh:maxLength 10'],
  ['Bound', 'ex:v 120 ;', 'sh:path ex:v ; sh:maxInclusive 100'],
  ['Language', 'ex:v "Raum"@de ;', 'sh:path ex:v ; sh:languageIn ( "en" "de-AT" )'],
  ['NodeKind', 'ex:v "thing#" ;', 'sh:path ex:v ; sh:nodeKind sh:IRI'],
  ['Disjoint', 'ex:v "same" ; ex:w "same" ;', 'sh:path ex:v ; sh:disjoint ex:w'],
  ['LessThan', 'ex:v 9 ; ex:w 3 ;', 'sh:path ex:v ; sh:lessThan ex:w'],
  ['Equals', 'ex:v "x" ;', 'sh:path ex:v ; sh:equals ex:w'],
  ['HasValue', 'ex:v "x" ;', 'sh:path ex:v ; sh:hasValue "y"'],
  ['Not', 'ex:v ex:banned ;', 'sh:path ex:v ; sh:not [ sh:hasValue ex:banned ]'],
  ['Or', 'ex:v "7" ;', 'sh:path ex:v ; sh:or ( [ sh:datatype xsd:integer ] [ sh:datatype xsd:date ] )'],
  [
    'Qualified',
    'ex:v ex:other# ;',
    'sh:path ex:v ; sh:qualifiedValueShape [ sh:class ex:Thing ] ; sh:qualifiedMinCount 1',
  ],
  ['Sequence', 'ex:v [ ex:name "n" ] ;', 'sh:path ( ex:v ex:name ) ; sh:minLength 3'],
];
const copies = triesAll ? 10 : 3;
const count = kinds.length * copies;

const data = kinds.flatMap(([kind, properties], i) =>
  Array.from({ length: copies }, (_, j) => {
    const number = i * copies + j;
    return `# before ${number}
ex:n${number} # subject ${number}
  a ex:${kind} ; # type ${number}
  ${properties.replaceAll('#', String(number))} # properties ${number}
  rdfs:label "Number ${number}" . # after ${number}`;
  }),
);
const shapes = kinds.map(
  ([kind, , property]) =>
    `ex:${kind}Shape a sh:NodeShape ; sh:targetClass ex:${kind} ; sh:property [ ${property} ] .`,
);
const files = block`
  #- /data.ttl
  ${data.join('\n')}
  #- /shapes.ttl
  ${shapes.join('\n')}
`;
const dataText = parseFixture(files).files[0]!.text;

const command = 'repair data.ttl --shapes shapes.ttl';

test('mixed violations: all comments stay, and a second run has nothing to apply', async () => {
  const first = await runInMemory(`${command} --apply`, { files });
  expect(first.out).toContain(` of ${count} results repaired`);
  const once = first.written['/data.ttl']!;
  expect(comments(once)).toEqual(comments(dataText));
  const again = await runInMemory(`${command} --apply`, { files: withData(once) });
  expect(again.written).toEqual({});
}, 60_000);

test('with placeholders and guesses, only what has several ways is left, and a second run finds no more', async () => {
  const first = await runInMemory(`${command} --apply=likely --accept-placeholders`, { files });
  const [, repaired, left] = /(\d+) of \d+ results repaired, (\d+) left/.exec(first.out)!.map(Number);
  expect(repaired! + left!).toBe(count);
  expect(repaired).toBeGreaterThanOrEqual(0.75 * count);
  const once = first.written['/data.ttl']!;
  expect(comments(once)).toEqual(comments(dataText));
  const again = await runInMemory(`${command} --apply=likely --accept-placeholders`, {
    files: withData(once),
  });
  expect(again.written).toEqual({});
}, 60_000);

function withData(text: string): string {
  return block`
    #- /data.ttl
    ${text}#- /shapes.ttl
    ${shapes.join('\n')}
  `;
}

function comments(text: string): readonly string[] {
  return [...text.matchAll(/# \w+ \d+/g)].map(([comment]) => comment);
}
