import { expect, test } from 'vitest';
import { checkListing, listing, roomFixture, suggestionsFor } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

test.each<[string, string, string, string[]]>([
  [
    'another case',
    'sh:in ( ex:open ex:closed )',
    'ex:Open',
    [
      'attested: Change ex:Open to ex:open -- says the same',
      'plausible: Change ex:Open to ex:closed -- allowed by sh:in',
      'removal: Remove ex:Open as ex:p of ex:r',
    ],
  ],
  [
    'the symbol of a unit',
    'sh:in ( ex:M2 ex:KiloW )',
    'ex:KW',
    [
      'plausible: Change ex:KW to ex:KiloW -- the nearest of what sh:in allows',
      'plausible: Change ex:KW to ex:M2 -- allowed by sh:in',
      'removal: Remove ex:KW as ex:p of ex:r',
    ],
  ],
  [
    'a micro sign, where the code has a letter',
    'sh:in ( "mL" "uL" )',
    '"µL"',
    ['attested: Change "µL" to "uL" -- says the same', 'removal: Remove "µL" as ex:p of ex:r'],
  ],
  [
    'a slip of the pen',
    'sh:in ( "active" "left" )',
    '"actve"',
    [
      'attested: Change "actve" to "active" -- the nearest of what sh:in allows',
      'plausible: Change "actve" to "left" -- allowed by sh:in',
      'removal: Remove "actve" as ex:p of ex:r',
    ],
  ],
  [
    'zeros that make another number',
    'sh:in ( "0.5 mg" "2 mg" )',
    '"0.05 mg"',
    [
      'plausible: Change "0.05 mg" to "0.5 mg" -- allowed by sh:in',
      'plausible: Change "0.05 mg" to "2 mg" -- allowed by sh:in',
      'removal: Remove "0.05 mg" as ex:p of ex:r',
    ],
  ],
  [
    'two letters of a short code swapped',
    'sh:in ( "text/csv" "text/xml" )',
    '"text/cvs"',
    [
      'attested: Change "text/cvs" to "text/csv" -- the nearest of what sh:in allows',
      'plausible: Change "text/cvs" to "text/xml" -- allowed by sh:in',
      'removal: Remove "text/cvs" as ex:p of ex:r',
    ],
  ],
  [
    'another letter of a short code, which may be another code',
    'sh:in ( "text/csv" "text/xml" )',
    '"text/cxv"',
    [
      'plausible: Change "text/cxv" to "text/csv" -- allowed by sh:in; one letter away',
      'plausible: Change "text/cxv" to "text/xml" -- allowed by sh:in',
      'removal: Remove "text/cxv" as ex:p of ex:r',
    ],
  ],
  [
    'a word that begins with one of them',
    'sh:in ( ex:perm ex:prohibit ex:invalid )',
    'ex:permit',
    [
      'plausible: Change ex:permit to ex:perm -- ex:perm may abbreviate "permit"',
      'plausible: Change ex:permit to ex:prohibit -- allowed by sh:in',
      'plausible: Change ex:permit to ex:invalid -- allowed by sh:in',
      'removal: Remove ex:permit as ex:p of ex:r',
    ],
  ],
  [
    'a word that is made of one of them and another word',
    'sh:in ( "north" "south" )',
    '"northeast"',
    [
      'plausible: Change "northeast" to "north" -- allowed by sh:in',
      'plausible: Change "northeast" to "south" -- allowed by sh:in',
      'removal: Remove "northeast" as ex:p of ex:r',
    ],
  ],
  [
    'two that are equally near',
    'sh:in ( "cart" "card" )',
    '"carx"',
    [
      'plausible: Change "carx" to "cart" -- the nearest of what sh:in allows',
      'plausible: Change "carx" to "card" -- the nearest of what sh:in allows',
      'removal: Remove "carx" as ex:p of ex:r',
    ],
  ],
  [
    'another datatype, of many members',
    'sh:in ( 1 2 3 4 5 6 7 )',
    '"1"',
    ['attested: Change "1" to 1 -- says the same', 'removal: Remove "1" as ex:p of ex:r'],
  ],
  [
    'the name of a member',
    'sh:in ( ex:open ex:closed 1 2 3 4 5 )',
    '"Open"',
    ['attested: Change "Open" to ex:open -- says the same', 'removal: Remove "Open" as ex:p of ex:r'],
  ],
  [
    'nothing like it among many',
    'sh:in ( 1 2 3 4 5 6 7 )',
    '"cellar"',
    ['removal: Remove "cellar" as ex:p of ex:r'],
  ],
  [
    'only members that satisfy the other constraints',
    'sh:in ( 1 2.5 ) ; sh:datatype xsd:decimal ; sh:minCount 1',
    '3.5',
    ['plausible: Change 3.5 to 2.5 -- allowed by sh:in'],
  ],
  [
    'a name without what all members share',
    'sh:in ( ex:AccessOpen ex:AccessClosed ) ; sh:minCount 1',
    'ex:Closed',
    [
      'attested: Change ex:Closed to ex:AccessClosed -- ex:AccessClosed has this name, apart from the part that all members share',
      'plausible: Change ex:Closed to ex:AccessOpen -- allowed by sh:in',
    ],
  ],
  [
    'a name within a member',
    'sh:in ( ex:Draft ex:FinalReport ex:Withdrawn ) ; sh:minCount 1',
    '"Final"',
    [
      'plausible: Change "Final" to ex:FinalReport -- ex:FinalReport has "Final" in its name',
      'plausible: Change "Final" to ex:Draft -- allowed by sh:in',
      'plausible: Change "Final" to ex:Withdrawn -- allowed by sh:in',
    ],
  ],
  [
    'a member within a name',
    'sh:in ( "draft" "final" ) ; sh:minCount 1',
    '"final, May"',
    [
      'plausible: Change "final, May" to "final" -- "final" is named in "final, May"',
      'plausible: Change "final, May" to "draft" -- allowed by sh:in',
    ],
  ],
  [
    'a negation is no part of a name',
    'sh:in ( "draft" "public" ) ; sh:minCount 1',
    '"not public"',
    [
      'plausible: Change "not public" to "draft" -- allowed by sh:in',
      'plausible: Change "not public" to "public" -- allowed by sh:in',
    ],
  ],
  [
    'an abbreviation',
    'sh:in ( "female" "male" "diverse" ) ; sh:minCount 1',
    '"m"',
    [
      'plausible: Change "m" to "male" -- "male" begins with "m"',
      'plausible: Change "m" to "female" -- allowed by sh:in',
      'plausible: Change "m" to "diverse" -- allowed by sh:in',
    ],
  ],
])('%s', (_, constraint, value, expected) =>
  checkListing(`sh:path ex:p ; ${constraint}`, `ex:r a ex:Room ; ex:p ${value} .`, expected),
);

test('the label of a member', () =>
  checkListing(
    'sh:path ex:unit ; sh:in ( ex:C ex:K ) ; sh:minCount 1',
    block`
      ex:r a ex:Room ; ex:unit "Celsius" .
      #- /context.ttl
      ex:C rdfs:label "celsius"@en . ex:K rdfs:label "kelvin" .`,
    ['attested: Change "Celsius" to ex:C -- says the same'],
  ));

test('a focus node that is merely a value is dropped', async () => {
  const suggestions = await suggestionsFor(`
#- /data.ttl
ex:a ex:p ex:v, ex:w .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetObjectsOf ex:p ; sh:in ( ex:v ) .
`);
  expect(listing(suggestions)).toBe('removal: Remove ex:w as ex:p of ex:a');
});

test('a focus node that is one with a member', async () => {
  const suggestions = await suggestionsFor(`
#- /data.ttl
ex:red a ex:Color ; ex:code "f00" .
ex:Red a ex:Color ; rdfs:label "Red" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Color ; sh:in ( ex:Red ex:Green ) .
`);
  expect(listing(suggestions).split('\n')).toEqual([
    'plausible: Rename ex:red to ex:Red -- says the same [needs input]',
    'plausible: Rename ex:red to ex:Green -- allowed by sh:in',
    'retargeting: Remove type ex:Color from ex:red (takes it out of the target of ex:S) [degenerate]',
  ]);
});

test('members that others have come first, where nothing is near', () =>
  checkListing(
    'sh:path ex:p ; sh:in ( "A" "B" "C" ) ; sh:minCount 1',
    'ex:r a ex:Room ; ex:p "none of these" . ex:s ex:p "C" . ex:t ex:p "C" . ex:u ex:p "B" .',
    [
      'plausible: Change "none of these" to "C" -- allowed by sh:in',
      'plausible: Change "none of these" to "B" -- allowed by sh:in',
      'plausible: Change "none of these" to "A" -- allowed by sh:in',
    ],
  ));

test('the unit of other powers comes first for a power, whatever that of most areas is', async () => {
  const shape =
    'sh:path ex:power ; sh:node [ sh:property [ sh:path ex:unit ; sh:in ( ex:area1 ex:power1 ) ] ]';
  const data = `ex:r a ex:Room ; ex:power [ ex:unit ex:other ] ; ex:area [ ex:unit ex:area1 ] .
ex:s ex:power [ ex:unit ex:power1 ] ; ex:area [ ex:unit ex:area1 ] .`;
  const lines = listing(await suggestionsFor(roomFixture(shape, data))).split('\n');
  expect(lines.slice(0, 2)).toEqual([
    'plausible: Change ex:other to ex:power1 -- allowed by sh:in',
    'plausible: Change ex:other to ex:area1 -- allowed by sh:in',
  ]);
});
