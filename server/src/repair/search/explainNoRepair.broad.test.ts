import { describe, expect, test } from 'vitest';
import { listing, suggestionsFor } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';
import { uncertaintyText } from '../repair.ts';

async function reasonFor(fixture: string): Promise<string | undefined> {
  const { uncertainty, ...rest } = await suggestionsFor(fixture);
  expect(listing({ ...rest, uncertainty: undefined }).replace(/^retargeting: .*$/gm, '')).toBe('');
  return uncertainty && uncertaintyText(uncertainty);
}

const named = (term: string, shape: string) =>
  reasonFor(
    block`
      #- /data.ttl
      ex:a ex:p 1 .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetNode ${term} ; ${shape} .
    `,
  );

test.each([
  ['"abc"', 'sh:datatype xsd:integer', 'sh:datatype'],
  ['ex:b', 'sh:in ( ex:c )', 'sh:in'],
  ['ex:b', 'sh:not [ sh:nodeKind sh:IRI ]', 'sh:not'],
  ['"abc"', 'sh:class ex:C', 'sh:class'],
])('%s is named by the shapes: %s', async (term, shape, parameter) =>
  expect(await named(term, shape)).toBe(
    `No repair found: ${term} is named by sh:targetNode in the shapes, and no edit of the data can make it satisfy ${parameter}. Look at the shape instead.`,
  ),
);

test('what has to go is stated in context', async () =>
  expect(
    await reasonFor(`#- /data.ttl
ex:r a ex:Room ; ex:in ex:a .
#- /context.ttl
ex:r ex:height 3 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:not [ sh:path ex:height ; sh:minCount 1 ] .
`),
  ).toBe(
    "No repair found: the result rests on a statement in context.ttl, and repairs don't change context files. All that was found takes ex:r out of the target of ex:S.",
  ));

test('shapes that ask for ever more', async () =>
  expect(
    await reasonFor(`#- /data.ttl
ex:r a ex:Room .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:next ; sh:minCount 1 ; sh:node ex:S ; sh:nodeKind sh:BlankNode ] .
`),
  ).toMatchInlineSnapshot(
    `"No repair found: the shapes ask for more changes than one repair may make. All that was found takes ex:r out of the target of ex:S."`,
  ));

test('what a blank node is', async () =>
  expect(
    await reasonFor(`#- /data.ttl
[] a ex:Room .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:maxLength 3 .
`),
  ).toBe(
    'No repair found: sh:maxLength judges the blank node itself, and no statement about it can change that. All that was found takes the blank node out of the target of ex:S.',
  ));

test('shapes that nothing can satisfy', async () =>
  expect(
    await reasonFor(`#- /data.ttl
ex:r a ex:Room .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:xone ( ex:N ex:N ) . ex:N sh:class ex:C .
`),
  ).toBe(
    'No repair found: sh:xone lists each of its shapes twice, so nothing can conform to exactly one of them. All that was found takes ex:r out of the target of ex:S.',
  ));

describe('a value that other statements imply is refused for its class', () => {
  const pumps = (data: string, vocabulary: string) => `#- /data.ttl
@prefix ex: <http://example.org/ns#> . @prefix eq: <http://equipment.example/> .
ex:in a ex:Inlet . ${data}
#- /context.ttl
@prefix ex: <http://example.org/ns#> . @prefix eq: <http://equipment.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:inletOf owl:inverseOf ex:inlet . ${vocabulary}
#- /shapes.ttl
@prefix ex: <http://example.org/ns#> . @prefix eq: <http://equipment.example/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:Inlet ;
  sh:property [ sh:path ex:inletOf ; sh:minCount 1 ; sh:maxCount 1 ; sh:class eq:Machine ; sh:node [ sh:property [ sh:path ex:serial ; sh:minCount 1 ; sh:maxCount 0 ] ] ] .
`;
  const start =
    'No repair found: the value would be ex:p (implied by ex:inlet (owl:inverseOf ex:inletOf)), which is no eq:Machine';
  const end = 'All that was found takes ex:in out of the target of ex:S.';

  test.each([
    [
      'that no file describes',
      'ex:p a eq:Pump ; ex:inlet ex:in .',
      '',
      `${start}, because no linked file describes its class eq:Pump. ${end}`,
    ],
    [
      'that no file describes, of a vocabulary that one does',
      'ex:p a eq:Pump ; ex:inlet ex:in .',
      'eq:HeatPump a owl:Class ; rdfs:subClassOf eq:Machine .',
      `${start}, because no linked file describes its class eq:Pump. Linked files describe other classes of its namespace: its name may be wrong, or belong to another version. ${end}`,
    ],
    [
      'that no file describes, where one aligns another class of its vocabulary',
      'ex:p a eq:Pump ; ex:inlet ex:in .',
      'eq:HeatPump rdfs:subClassOf eq:Machine .',
      `${start}, because no linked file describes its class eq:Pump. ${end}`,
    ],
    [
      'that is another one',
      'ex:p a eq:Tank ; ex:inlet ex:in .',
      'eq:Tank rdfs:subClassOf eq:Vessel .',
      `${start}. ${end}`,
    ],
  ])('%s', async (_, data, vocabulary, reason) =>
    expect(await reasonFor(pumps(data, vocabulary))).toBe(reason),
  );

  test('whose name is to be written anew, where no further file would help', async () => {
    const { uncertainty } = await suggestionsFor(
      pumps('ex:p a eq:Pump ; ex:inlet ex:in .', 'eq:HeatPump a owl:Class ; rdfs:subClassOf eq:Machine .'),
    );
    expect(uncertainty?.remedies.map(({ kind }) => kind)).toEqual(['fillIn', 'openShape']);
  });
});

test('a value that stands in its place already is not told to be implied', async () =>
  expect(
    await reasonFor(`#- /data.ttl
ex:p a ex:Pump ; ex:inlet ex:in . ex:in a ex:Inlet ; ex:inletOf ex:p .
#- /context.ttl
ex:inletOf owl:inverseOf ex:inlet .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetNode ex:p ;
  sh:property [ sh:path ex:inlet ; sh:maxCount 1 ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:Hatch ; sh:in ( ex:out ) ] ] .
`),
  ).toMatchInlineSnapshot(
    `"No repair found: no value of ex:inlet of ex:p conforms to the shape, and no linked file has one that does."`,
  ));

/** The reason beside offers that are guesses. */
async function doubtAbout(data: string, shape: string): Promise<string | undefined> {
  const { uncertainty } = await suggestionsFor(`#- /data.ttl\n${data}\n#- /shapes.ttl\n${shape}\n`);
  return uncertainty?.why;
}

describe('beside guesses', () => {
  test('the statements are named one of which is wrong', async () =>
    expect(
      await doubtAbout(
        block`
          ex:a a ex:Step, ex:Start ; ex:after ex:b . ex:b a ex:Step ; ex:after ex:a .
          ex:c a ex:Step ; ex:after ex:d . ex:d a ex:Step . ex:e a ex:Step ; ex:after ex:d . ex:f a ex:Step ; ex:after ex:c .`,
        'ex:S a sh:NodeShape ; sh:targetClass ex:Start ; sh:sparql [ sh:select "SELECT $this WHERE { $this <http://example.org/ns#after>/<http://example.org/ns#after> $this }" ] .',
      ),
    ).toBe(
      "You decide: one of these statements is wrong, and the files don't say which: ex:a ex:after ex:b and ex:b ex:after ex:a.",
    ));

  test('what a value lacks to conform to a shape is named', async () =>
    expect(
      await doubtAbout(
        'ex:a a ex:Room ; ex:size [ ex:number 5 ] .',
        'ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:size ; sh:node ex:Q ] . ex:Q sh:property [ sh:path ex:unit ; sh:minCount 1 ] .',
      ),
    ).toBe('Fill it in: no linked file gives the missing value for ex:unit of the blank node.'));

  test('a value that is several results away from conforming is said to lack something', async () =>
    expect(
      await doubtAbout(
        'ex:a a ex:Room ; ex:size [ ex:number 5 ] .',
        'ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:size ; sh:node ex:Q ] . ex:Q sh:property [ sh:path ex:unit ; sh:minCount 1 ], [ sh:path ex:year ; sh:minCount 1 ] .',
      ),
    ).toBe('Fill it in: the blank node lacks ex:unit and ex:year, which no file gives.'));

  test('what results of several kinds inside a value ask for is told', async () =>
    expect(
      await doubtAbout(
        'ex:a a ex:Room ; ex:size [ ex:number "5 m" ] .',
        'ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:size ; sh:node ex:Q ] . ex:Q sh:property [ sh:path ex:unit ; sh:minCount 1 ], [ sh:path ex:number ; sh:pattern "^[A-Z]{3}$" ] .',
      ),
    ).toBe(
      'Fill it in: ex:unit must have at least 1 value; "5 m" must match the pattern "^[A-Z]{3}$". The files don\'t say what was meant.',
    ));

  test('what each of several shapes asks for is named, and kept apart', async () =>
    expect(
      await doubtAbout(
        'ex:a a ex:Person .',
        'ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:or ( [ sh:property [ sh:path ex:name ; sh:minCount 1 ] ] [ sh:property [ sh:path ex:given ; sh:minCount 1 ], [ sh:path ex:family ; sh:minCount 1 ] ] ) .',
      ),
    ).toBe("Fill it in: ex:a needs ex:name, or both ex:given and ex:family, and the files don't say which."));

  test('a class that only the shapes state is told to stand there', async () =>
    expect(
      await doubtAbout(
        'ex:a a ex:Bike ; ex:state <http://voc.example/new> .',
        'ex:S a sh:NodeShape ; sh:targetClass ex:Bike ; sh:property [ sh:path ex:state ; sh:class <http://voc.example/State> ] . <http://voc.example/new> a <http://voc.example/State> .',
      ),
    ).toMatch(
      /only the shapes say that <http:\/\/voc\.example\/new> is an instance of <http:\/\/voc\.example\/State>, and what shapes files say is not data; link that file as context, too\./,
    ));

  test('a text of none of several datatypes is told with them', async () =>
    expect(
      await doubtAbout(
        'ex:a a ex:Room ; ex:size "not-a-number" .',
        'ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:size ; sh:or ( [ sh:datatype xsd:double ] [ sh:datatype xsd:float ] ) ] .',
      ),
    ).toBe('Fill it in: xsd:double or xsd:float is needed, and "not-a-number" is not that.'));

  test('a text in place of a node, with what the node may be', async () =>
    expect(
      await doubtAbout(
        'ex:a a ex:Room ; ex:licence "as agreed" .',
        'ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:licence ; sh:or ( [ sh:class ex:Licence ] [ sh:nodeKind sh:IRI ] ) ] .',
      ),
    ).toBe('Fill it in: an instance of ex:Licence or an IRI is needed, and "as agreed" is not that.'));

  test('a shape that two alternatives share is of neither, so the constraint is told as it is', async () =>
    expect(
      await doubtAbout(
        'ex:a a ex:Person .',
        'ex:N sh:path ex:name ; sh:minCount 1 . ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:or ( [ sh:property ex:N ] [ sh:property ex:N, [ sh:path ex:family ; sh:minCount 1 ] ] ) .',
      ),
    ).toMatch(/must conform to at least one of /));
});

test.each([
  [
    'what is no number',
    'ex:a ex:size ex:large .',
    'sh:maxInclusive 4',
    "ex:large can't be compared with 4, and the files don't say which value was meant",
  ],
  [
    'what is text',
    'ex:a ex:size "Hello" .',
    'sh:minExclusive 4',
    '"Hello" can\'t be compared with 4, and the files don\'t say which value was meant',
  ],
  [
    'how many values are asked for',
    'ex:a ex:size ex:large .',
    'sh:qualifiedMinCount 2 ; sh:qualifiedValueShape [ sh:nodeKind sh:Literal ; sh:minLength 3 ]',
    'fewer than 2 values of ex:size of ex:a conform to the shape, and no linked file has more',
  ],
])('doubt names %s', async (_, data, constraint, clause) =>
  expect(
    await doubtAbout(
      data,
      `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property [ sh:path ex:size ; ${constraint} ] .`,
    ),
  ).toContain(clause),
);

/** What is said of a value or property that is not allowed, and of what it resembles. */
test.each([
  [
    'words of several members',
    'ex:unit',
    'ex:PERCENT',
    'sh:in ( ex:PERCENT_RH ex:PERCENT_VOL ex:DEG_C ex:A ex:B ex:C ex:D )',
    "the files don't say whether ex:PERCENT_RH or ex:PERCENT_VOL is meant",
  ],
  [
    'a member inside of the text',
    'ex:status',
    '"withdrawn by author"',
    'sh:in ( "draft" "published" "withdrawn" )',
    '"withdrawn by author" is not allowed, and the files don\'t say whether "withdrawn" is meant',
  ],
  [
    'nothing',
    'ex:status',
    '"xyz"',
    'sh:in ( "a1" "b2" "c3" "d4" "e5" "f6" "g7" )',
    'none of the allowed values resembles "xyz"; write "a1", "b2", "c3", "d4", "e5", "f6" or "g7"',
  ],
])('%s: %s of %s', async (_, property, value, constraint, said) => {
  const { uncertainty } = await suggestionsFor(`#- /data.ttl
ex:a a ex:T ; ${property} ${value} .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ${property} ; ${constraint} ] .
`);
  expect(uncertainty?.why).toContain(said);
});

test.each([
  ['ex:title', 'ex:titleText', "and the files don't say whether ex:titleText is meant"],
  ['ex:names', 'ex:named', "and the files don't say whether ex:named is meant"],
  ['ex:foo', 'ex:titleText', 'and no allowed property has a similar name'],
])('%s in a shape that allows %s alone', async (property, allowed, said) => {
  const { uncertainty } = await suggestionsFor(`#- /data.ttl
ex:a a ex:T ; ${property} "x" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
  sh:property [ sh:path ${allowed} ; sh:datatype xsd:integer ] .
`);
  expect(uncertainty?.why).toContain(said);
});
