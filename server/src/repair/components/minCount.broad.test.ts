import { describe, expect, test } from 'vitest';
import {
  checkListing,
  checkRepair,
  listing,
  roomFixture,
  suggestionsFor,
  textAfter,
} from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

describe('values that the graph implies', () => {
  test.each<[string, string, string, string, string]>([
    [
      'by an inverse property',
      'sh:path ex:hasPoint ; sh:minCount 1',
      block`
        ex:r a ex:Room . # keep me
        ex:s ex:isPointOf ex:r .
        #- /context.ttl
        ex:isPointOf owl:inverseOf ex:hasPoint .`,
      'implied: Add ex:s as ex:hasPoint of ex:r -- implied by ex:isPointOf (owl:inverseOf ex:hasPoint)',
      block`
        ex:r a ex:Room ;
          ex:hasPoint ex:s . # keep me
        ex:s ex:isPointOf ex:r .`,
    ],
    [
      'by an inverse that is declared the other way around, as many as are missing',
      'sh:path ex:hasPoint ; sh:minCount 3',
      block`
        ex:r a ex:Room ; ex:hasPoint ex:a .
        ex:b ex:isPointOf ex:r .
        ex:c ex:isPointOf ex:r .
        ex:hasPoint owl:inverseOf ex:isPointOf .`,
      'implied: Add ex:b and ex:c as ex:hasPoint of ex:r -- implied by ex:isPointOf (owl:inverseOf ex:hasPoint)',
      block`
        ex:r a ex:Room ; ex:hasPoint ex:a, ex:b, ex:c .
        ex:b ex:isPointOf ex:r .
        ex:c ex:isPointOf ex:r .
        ex:hasPoint owl:inverseOf ex:isPointOf .`,
    ],
    [
      'by a subproperty of an inverse',
      'sh:path ex:hasPoint ; sh:minCount 1',
      block`
        ex:r a ex:Room .
        ex:s ex:isSensorOf ex:r .
        #- /context.ttl
        ex:isPointOf owl:inverseOf ex:hasPoint .
        ex:isSensorOf rdfs:subPropertyOf ex:isPointOf .`,
      'implied: Add ex:s as ex:hasPoint of ex:r -- implied by ex:isSensorOf (rdfs:subPropertyOf ex:isPointOf, owl:inverseOf ex:hasPoint)',
      block`
        ex:r a ex:Room ;
          ex:hasPoint ex:s .
        ex:s ex:isSensorOf ex:r .`,
    ],
    [
      'by a symmetric property',
      'sh:path ex:nextTo ; sh:minCount 1',
      block`
        ex:r a ex:Room .
        ex:s ex:nextTo ex:r .
        ex:nextTo a owl:SymmetricProperty .`,
      'implied: Add ex:s as ex:nextTo of ex:r -- implied by ex:nextTo (an owl:SymmetricProperty)',
      block`
        ex:r a ex:Room ;
          ex:nextTo ex:s .
        ex:s ex:nextTo ex:r .
        ex:nextTo a owl:SymmetricProperty .`,
    ],
    [
      'at the end of an inverse path',
      'sh:path [ sh:inversePath ex:isPointOf ] ; sh:minCount 1',
      block`
        ex:r a ex:Room ; ex:hasPoint ex:s .
        ex:s ex:p 1 .
        ex:isPointOf owl:inverseOf ex:hasPoint .`,
      'implied: Add ex:r as ex:isPointOf of ex:s -- implied by ex:hasPoint (owl:inverseOf ex:isPointOf)',
      block`
        ex:r a ex:Room ; ex:hasPoint ex:s .
        ex:s ex:p 1 ; ex:isPointOf ex:r .
        ex:isPointOf owl:inverseOf ex:hasPoint .`,
    ],
  ])('%s', (_, property, before, line, after) => checkRepair(property, before, line, after));
});

describe('values that the data speaks for', () => {
  test.each<[string, string, string, string[]]>([
    [
      'named after the node, not after its longer-named neighbour',
      'sh:path ex:sensor ; sh:class ex:Sensor ; sh:minCount 1',
      `ex:Room_2 a ex:Room . ex:Room_2_East a ex:Room ; ex:sensor ex:Room_2_East_Sensor .
       ex:Room_2_Sensor a ex:Sensor . ex:Room_2_East_Sensor a ex:Sensor . ex:Room_21_Sensor a ex:Sensor .`,
      [
        'attested: Add ex:Room_2_Sensor as ex:sensor of ex:Room_2 -- named like ex:Room_2',
        'placeholder: Add new ex:Sensor_1 (a ex:Sensor) as ex:sensor of ex:Room_2 [needs input]',
      ],
    ],
    [
      'the value that most others have',
      'sh:path ex:in ; sh:class ex:Building ; sh:minCount 1',
      `ex:r1 a ex:Room ; ex:in ex:b1 . ex:r2 a ex:Room ; ex:in ex:b1 . ex:r3 a ex:Room ; ex:in ex:b2 .
       ex:rx a ex:Room . ex:b1 a ex:Building . ex:b2 a ex:Building .`,
      [
        'plausible: Add ex:b1 as ex:in of ex:rx -- 2 of 3 other ex:Room have it [needs input]',
        'placeholder: Add new ex:Building_1 (a ex:Building) as ex:in of ex:rx [needs input]',
      ],
    ],
    [
      'what goes with another property',
      'sh:path ex:colour ; sh:datatype xsd:string ; sh:minCount 1',
      `ex:r a ex:Room ; ex:use ex:office . ex:a ex:use ex:office ; ex:colour "blue" .
       ex:b ex:use ex:office ; ex:colour "blue" . ex:c ex:use ex:lab ; ex:colour "red" .`,
      [
        'plausible: Add "blue" as ex:colour of ex:r -- 2 of 2 others with ex:use ex:office have it',
        'placeholder: Add "" as ex:colour of ex:r (to be filled in) [needs input]',
      ],
    ],
    [
      'not after the node where that is not the habit',
      'sh:path ex:sensor ; sh:class ex:Sensor ; sh:minCount 1',
      `ex:Hall a ex:Room ; ex:sensor ex:s1 . ex:Room a ex:Room ; ex:sensor ex:s2 . ex:Lobby a ex:Room .
       ex:s1 a ex:Sensor . ex:s2 a ex:Sensor . ex:Lobby_Sensor a ex:Sensor . ex:s3 a ex:Sensor .`,
      [
        'plausible: Add ex:Lobby_Sensor as ex:sensor of ex:Lobby -- one of 2 that fit; 2 of 2 other ex:Room have one [needs input]',
        'plausible: Add ex:s3 as ex:sensor of ex:Lobby -- one of 2 that fit; 2 of 2 other ex:Room have one [needs input]',
        'placeholder: Add new ex:Sensor_1 (a ex:Sensor) as ex:sensor of ex:Lobby [needs input]',
      ],
    ],
    [
      'the same number, where that is the habit',
      'sh:path ex:meter ; sh:class ex:Meter ; sh:minCount 1',
      `ex:r1 a ex:Room ; ex:meter ex:m1 . ex:r2 a ex:Room ; ex:meter ex:m2 . ex:r3 a ex:Room .
       ex:m1 a ex:Meter . ex:m2 a ex:Meter . ex:m3 a ex:Meter . ex:m4 a ex:Meter .`,
      [
        'plausible: Add ex:m3 as ex:meter of ex:r3 -- as ex:r1 has ex:m1',
        'placeholder: Add new ex:Meter_1 (a ex:Meter) as ex:meter of ex:r3 [needs input]',
      ],
    ],
    [
      'one that some have is not the only one that fits',
      'sh:path ex:by ; sh:class ex:Agency ; sh:minCount 1',
      `ex:ra a ex:Room ; ex:by ex:x . ex:rb a ex:Room ; ex:by ex:x . ex:rc a ex:Room .
       ex:x a ex:Agency . ex:y a ex:Agency .`,
      [
        'plausible: Add ex:x as ex:by of ex:rc -- 2 of 2 other ex:Room have it [needs input]',
        'plausible: Add ex:y as ex:by of ex:rc -- one of 2 that fit; 2 of 2 other ex:Room have one [needs input]',
        'placeholder: Add new ex:Agency_1 (a ex:Agency) as ex:by of ex:rc [needs input]',
      ],
    ],
    [
      'a date to be filled in, and none that is there is exchanged for another one',
      'sh:path ex:until ; sh:minCount 1 ; sh:datatype xsd:date ] , [ sh:path ex:from ; sh:datatype xsd:date ; sh:lessThan ex:until',
      'ex:r a ex:Room ; ex:from "2025-02-01"^^xsd:date .',
      ['placeholder: Add "2025-02-02"^^xsd:date as ex:until of ex:r (to be filled in) [needs input]'],
    ],
    [
      'the only one that no other node has, where none is shared',
      'sh:path ex:meter ; sh:class ex:Meter ; sh:minCount 1',
      `ex:ra a ex:Room ; ex:meter ex:ma . ex:rb a ex:Room ; ex:meter ex:mb . ex:rc a ex:Room .
       ex:ma a ex:Meter . ex:mb a ex:Meter . ex:other a ex:Meter .`,
      [
        'plausible: Add ex:other as ex:meter of ex:rc -- the only one that fits and is not in use there; 2 of 2 other ex:Room have one [needs input]',
        'placeholder: Add new ex:Meter_1 (a ex:Meter) as ex:meter of ex:rc [needs input]',
      ],
    ],
    [
      'none that another node has, where no two nodes of any kind share one',
      'sh:path ex:meter ; sh:class ex:Meter ; sh:minCount 1',
      `ex:ra a ex:Room ; ex:meter ex:ma . ex:rc a ex:Room . ex:h1 ex:meter ex:mh1 . ex:h2 ex:meter ex:mh2 .
       ex:h3 ex:meter ex:mh3 . ex:ma a ex:Meter . ex:mh1 a ex:Meter .`,
      ['placeholder: Add new ex:Meter_1 (a ex:Meter) as ex:meter of ex:rc [needs input]'],
    ],
    [
      'one that others of its kind do not have, where nodes of other kinds share them',
      'sh:path ex:in ; sh:class ex:Building ; sh:minCount 1',
      `ex:ra a ex:Room ; ex:in ex:north . ex:rb a ex:Room ; ex:in ex:south . ex:rc a ex:Room .
       ex:ha a ex:Hall ; ex:in ex:north . ex:north a ex:Building . ex:south a ex:Building .`,
      [
        'plausible: Add ex:north as ex:in of ex:rc -- one of 2 that fit; 2 of 2 other ex:Room have one [needs input]',
        'plausible: Add ex:south as ex:in of ex:rc -- one of 2 that fit; 2 of 2 other ex:Room have one [needs input]',
        'placeholder: Add new ex:Building_1 (a ex:Building) as ex:in of ex:rc [needs input]',
      ],
    ],
    [
      'first the one that is connected to it as those of others are to them',
      'sh:path ex:owner ; sh:class ex:Person ; sh:minCount 1',
      `ex:r a ex:Room ; ex:in ex:north . ex:s a ex:Room ; ex:in ex:south ; ex:owner ex:cy .
       ex:al a ex:Person ; ex:worksIn ex:south . ex:bo a ex:Person ; ex:worksIn ex:north .
       ex:cy a ex:Person ; ex:worksIn ex:south . ex:t ex:owner ex:cy .`,
      [
        'plausible: Add ex:bo as ex:owner of ex:r -- one of 3 that fit',
        'plausible: Add ex:al as ex:owner of ex:r -- one of 3 that fit [needs input]',
        'plausible: Add ex:cy as ex:owner of ex:r -- one of 3 that fit [needs input]',
        'placeholder: Add new ex:Person_1 (a ex:Person) as ex:owner of ex:r [needs input]',
      ],
    ],
    [
      'of many only those that are connected to it as those of others are to them',
      'sh:path ex:owner ; sh:class ex:Person ; sh:minCount 1',
      `ex:r a ex:Room ; ex:in ex:north . ex:s a ex:Room ; ex:in ex:south ; ex:owner ex:p1 . ex:t ex:owner ex:p1 .
       ex:p1 a ex:Person ; ex:worksIn ex:south . ex:p2 a ex:Person ; ex:worksIn ex:north . ex:p3 a ex:Person .
       ex:p4 a ex:Person . ex:p5 a ex:Person . ex:p6 a ex:Person .`,
      [
        'plausible: Add ex:p2 as ex:owner of ex:r -- likelier than 5 others that fit',
        'placeholder: Add new ex:Person_1 (a ex:Person) as ex:owner of ex:r [needs input]',
      ],
    ],
    [
      'first the one with its number, where that is no habit yet',
      'sh:path ex:in ; sh:class ex:Zone ; sh:minCount 1',
      `ex:r7 a ex:Room . ex:ra a ex:Room ; ex:in ex:zone . ex:t ex:in ex:zone .
       ex:zone a ex:Zone . ex:z3 a ex:Zone . ex:z7 a ex:Zone .`,
      [
        'plausible: Add ex:z7 as ex:in of ex:r7 -- one of 3 that fit',
        'plausible: Add ex:z3 as ex:in of ex:r7 -- one of 3 that fit [needs input]',
        'plausible: Add ex:zone as ex:in of ex:r7 -- one of 3 that fit [needs input]',
        'placeholder: Add new ex:Zone_1 (a ex:Zone) as ex:in of ex:r7 [needs input]',
      ],
    ],
    [
      'nothing, where there are many to choose from',
      'sh:path ex:in ; sh:class ex:Building ; sh:minCount 1',
      `ex:r a ex:Room . ex:a a ex:Building . ex:b a ex:Building . ex:c a ex:Building . ex:d a ex:Building .
       ex:e a ex:Building . ex:f a ex:Building .`,
      ['placeholder: Add new ex:Building_1 (a ex:Building) as ex:in of ex:r [needs input]'],
    ],
    [
      'a literal that the shape names',
      'sh:path ex:floor ; sh:datatype xsd:integer ; sh:defaultValue 0 ; sh:minCount 1',
      'ex:r a ex:Room .',
      ['plausible: Add 0 as ex:floor of ex:r -- the sh:defaultValue of the shape'],
    ],
    [
      'members of sh:in',
      'sh:path ex:floor ; sh:in ( 1 2 ) ; sh:minCount 1',
      'ex:r a ex:Room .',
      [
        'plausible: Add 1 as ex:floor of ex:r -- allowed by sh:in [needs input]',
        'plausible: Add 2 as ex:floor of ex:r -- allowed by sh:in [needs input]',
      ],
    ],
    [
      'the only member of sh:in',
      'sh:path ex:floor ; sh:in ( 1 ) ; sh:minCount 1',
      'ex:r a ex:Room .',
      ['attested: Add 1 as ex:floor of ex:r -- the only value that sh:in allows'],
    ],
    [
      'implied ones that do not satisfy the shape are none',
      'sh:path ex:hasPoint ; sh:minCount 1 ; sh:class ex:Sensor',
      'ex:r a ex:Room . ex:s ex:isPointOf ex:r ; a ex:Lamp . ex:hasPoint owl:inverseOf ex:isPointOf .',
      ['placeholder: Add new ex:Sensor_1 (a ex:Sensor) as ex:hasPoint of ex:r [needs input]'],
    ],
  ])('%s', (_, property, data, expected) => checkListing(property, data, expected));
});

describe('placeholders', () => {
  test.each<[string, string, string, number?]>([
    ['no constraint', '', 'ex:p ""'],
    ['string', 'sh:datatype xsd:string', 'ex:p ""'],
    ['integer', 'sh:datatype xsd:integer', 'ex:p 0'],
    ['integer with a least value', 'sh:datatype xsd:integer ; sh:minInclusive 5', 'ex:p 5'],
    [
      'decimal between two values',
      'sh:datatype xsd:decimal ; sh:minExclusive 20.5 ; sh:maxExclusive 21',
      'ex:p 20.6',
    ],
    ['boolean', 'sh:datatype xsd:boolean', 'ex:p false'],
    ['date', 'sh:datatype xsd:date', 'ex:p "2000-01-01"^^xsd:date'],
    [
      'date with a least value',
      'sh:datatype xsd:date ; sh:minInclusive "2020-02-02"^^xsd:date',
      'ex:p "2020-02-02"^^xsd:date',
    ],
    ['length', 'sh:minLength 3', 'ex:p "xxx"'],
    ['pattern', 'sh:pattern "^(A|B)-[0-9]{2}$"', 'ex:p "A-00"'],
    ['language', 'sh:languageIn ( "de" "en" )', 'ex:p ""@de'],
    ['several languages', 'sh:languageIn ( "de" "en" ) ; sh:uniqueLang true', 'ex:p ""@de, ""@en', 2],
    ['several values', 'sh:datatype xsd:integer', 'ex:p 0, 1, 2', 3],
    ['class', 'sh:class ex:Meter', 'ex:p ex:Meter_1 .\nex:Meter_1 a ex:Meter'],
    ['node kind', 'sh:nodeKind sh:IRI', 'ex:p ex:p_1'],
    [
      'blank node with what its shape asks for',
      'sh:nodeKind sh:BlankNode ; sh:node [ sh:property [ sh:path ex:street ; sh:minCount 1 ; sh:datatype xsd:string ] ]',
      'ex:p [ ex:street "" ]',
    ],
  ])('%s', async (_, constraints, added, count = 1) => {
    const { repairs } = await suggestionsFor(
      roomFixture(`sh:path ex:p ; sh:minCount ${count} ; ${constraints}`, 'ex:r a ex:Room .'),
    );
    expect(repairs[0]!.verdict.needsInput).toBe(true);
    expect(textAfter(repairs[0]!)).toBe(`ex:r a ex:Room ;\n  ${added} .`);
  });

  test('of the kind that others use', () =>
    checkRepair(
      'sh:path ex:size ; sh:minCount 1',
      block`
        ex:r a ex:Room .
        ex:x ex:size 4.5 .`,
      'placeholder: Add 0.0 as ex:size of ex:r (to be filled in) [needs input]',
      block`
        ex:r a ex:Room ;
          ex:size 0.0 .
        ex:x ex:size 4.5 .`,
    ));

  test('satisfy all shapes that look at the place', async () => {
    const fixture = `
#- /data.ttl
ex:r a ex:Room .
#- /shapes.ttl
ex:A a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
ex:B a sh:NodeShape ; sh:targetSubjectsOf rdf:type ; sh:property [ sh:path ex:p ; sh:datatype xsd:integer ] .
ex:C a sh:NodeShape ; sh:targetNode ex:r ; sh:node [ sh:property [ sh:path ex:p ; sh:minInclusive 3 ] ] .
ex:D a sh:NodeShape ; sh:targetObjectsOf ex:p ; sh:maxInclusive 3 .
`;
    expect(listing(await suggestionsFor(fixture))).toMatchInlineSnapshot(`
      "placeholder: Add 3 as ex:p of ex:r (to be filled in) [needs input]
      retargeting: Remove type ex:Room from ex:r (takes it out of the target of ex:A) [degenerate]"
    `);
  });

  test('say all that the shapes of their class ask for', async () => {
    const fixture = `
#- /data.ttl
ex:r a ex:Room .
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:owner ; sh:class ex:Person ; sh:minCount 1 ] .
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
`;
    const suggestions = await suggestionsFor(fixture);
    expect(listing(suggestions).split('\n')[0]).toMatchInlineSnapshot(
      `"placeholder: Add new ex:Person_1 (a ex:Person) as ex:owner of ex:r (to be filled in) [needs input]"`,
    );
    expect(textAfter(suggestions.repairs[0]!)).toMatchInlineSnapshot(`
      "ex:r a ex:Room ;
        ex:owner ex:Person_1 .
      ex:Person_1 a ex:Person ;
        ex:name "" ."
    `);
  });

  test('are not made up where the shapes leave no room for them', () =>
    checkListing(
      'sh:path ex:p ; sh:minCount 1 ; sh:datatype xsd:integer ; sh:minInclusive 3 ; sh:maxInclusive 2',
      'ex:r a ex:Room .',
      [
        'reason: No repair found: no linked file gives the missing value for ex:p of ex:r. All that was found takes ex:r out of the target of ex:RoomShape.',
      ],
    ));
});

describe('paths', () => {
  test.each<[string, string, string, string, string]>([
    [
      'inverse',
      'sh:path [ sh:inversePath ex:has ] ; sh:class ex:Building ; sh:minCount 1',
      block`
        ex:r a ex:Room .
        ex:b a ex:Building .`,
      'plausible: Add ex:r as ex:has of ex:b -- the only one that fits [needs input]',
      block`
        ex:r a ex:Room .
        ex:b a ex:Building ;
          ex:has ex:r .`,
    ],
    [
      'sequence whose first steps lead somewhere',
      'sh:path ( ex:in ex:street ) ; sh:datatype xsd:string ; sh:minCount 1',
      'ex:r a ex:Room ; ex:in ex:b .',
      'placeholder: Add "" as ex:street of ex:b (to be filled in) [needs input]',
      'ex:r a ex:Room ; ex:in ex:b .\nex:b ex:street "" .',
    ],
    [
      'sequence whose first steps lead nowhere: to where the others lead on',
      'sh:path ( ex:in ex:street ) ; sh:datatype xsd:string ; sh:minCount 1',
      block`
        ex:r a ex:Room .
        ex:b ex:street "S" .`,
      'plausible: Add ex:b as ex:in of ex:r -- the only way that fits [needs input]',
      block`
        ex:r a ex:Room ;
          ex:in ex:b .
        ex:b ex:street "S" .`,
    ],
    [
      'sequence whose first steps lead nowhere: as others do it',
      'sh:path ( ex:in ex:street ) ; sh:datatype xsd:string ; sh:minCount 1',
      block`
        ex:r a ex:Room .
        ex:x ex:in ex:b . ex:b a ex:House .`,
      'placeholder: Add new ex:House_1 (a ex:House) as ex:in of ex:r (to be filled in) [needs input]',
      block`
        ex:r a ex:Room ;
          ex:in ex:House_1 .
        ex:x ex:in ex:b . ex:b a ex:House .
        ex:House_1 a ex:House ;
          ex:street "" .`,
    ],
    [
      'alternative: the property in use',
      'sh:path [ sh:alternativePath ( ex:name rdfs:label ) ] ; sh:minCount 2',
      'ex:r a ex:Room ; rdfs:label "R" .',
      'placeholder: Add "" as rdfs:label of ex:r (to be filled in) [needs input]',
      'ex:r a ex:Room ; rdfs:label "R", "" .',
    ],
  ])('%s', (_, property, before, line, after) => checkRepair(property, before, line, after));
});

describe('a reference is missing, and there is one to a node of a nearly equal name that no file describes', () => {
  const best = async (name: string, data: string) =>
    listing(
      await suggestionsFor(
        roomFixture(
          'sh:path [ sh:inversePath ex:has ] ; sh:minCount 1',
          `ex:${name} a ex:Room .\nex:b ex:has ${data} .`,
        ),
      ),
    ).split('\n')[0];

  test.each([
    ['a letter', 'meeting', 'ex:meetng, ex:attic', 'ex:meetng'],
    ['two digits', 'r103', 'ex:r013, ex:r203', 'ex:r013'],
    ['a letter that looks like a digit', 'r103', 'ex:r1O3', 'ex:r1O3'],
  ])('%s', async (_, name, data, misspelt) =>
    expect(await best(name, data)).toBe(
      `plausible: Change ${misspelt} to ex:${name} -- no file describes ${misspelt}`,
    ),
  );

  test.each([
    ['it is described', 'meeting', 'ex:meetng . ex:meetng ex:p 1'],
    ['something else refers to it as well', 'meeting', 'ex:meetng . ex:c ex:of ex:meetng'],
    ['there are two', 'meeting', 'ex:meetng, ex:meetinng'],
    ['it is another number', 'r103', 'ex:r104'],
  ])('not where %s', async (_, name, data) => expect(await best(name, data)).not.toContain('Change'));
});

test('what a blank node lacks is not named after it', async () => {
  const found = await suggestionsFor(
    roomFixture('sh:path [ sh:inversePath ex:has ] ; sh:minCount 1', '[] a ex:Room .'),
  );
  expect(listing(found).split('\n')[0]).toContain('new ex:Node_1');
});
