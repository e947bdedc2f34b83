import { expect, test } from 'vitest';
import { checkListing, listing, suggestionsFor } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

test.each<[string, string, string, string[]]>([
  [
    'the datatypes, in their order',
    'sh:path ex:size ; sh:or ( [ sh:datatype xsd:integer ] [ sh:datatype xsd:decimal ] )',
    'ex:r a ex:Room ; ex:size "12" .',
    [
      'attested: Change "12" to 12 -- the same text',
      'attested: Change "12" to "12"^^xsd:decimal -- the same text',
      'removal: Remove "12" as ex:size of ex:r',
    ],
  ],
  [
    'only one datatype has the text',
    'sh:path ex:size ; sh:or ( [ sh:datatype xsd:integer ] [ sh:datatype xsd:decimal ] )',
    'ex:r a ex:Room ; ex:size "12.5" .',
    [
      'attested: Change "12.5" to 12.5 -- the same text',
      'placeholder: Change "12.5" to 13 (to be filled in) -- rounded [needs input]',
      'removal: Remove "12.5" as ex:size of ex:r',
    ],
  ],
  [
    'a property whose words are in another order',
    'sh:path ex:at ; sh:or ( [ sh:property [ sh:path ex:codeEPSG ; sh:minCount 1 ] ] [ sh:property [ sh:path ex:system ; sh:minCount 1 ] ] )',
    'ex:r a ex:Room ; ex:at ex:s . ex:s ex:epsgCode 4326 .',
    [
      'plausible: Change ex:epsgCode to ex:codeEPSG for 4326 of ex:s -- no file knows ex:epsgCode',
      'placeholder: Add "" as ex:codeEPSG of ex:s (to be filled in) [needs input]',
      'placeholder: Add "" as ex:system of ex:s (to be filled in) [needs input]',
      'removal: Remove ex:s as ex:at of ex:r',
    ],
  ],
  [
    'the days that a text may be, not its year alone',
    'sh:path ex:day ; sh:or ( [ sh:datatype xsd:gYear ] [ sh:datatype xsd:date ] )',
    'ex:r a ex:Room ; ex:day "01/03/2024" .',
    [
      'placeholder: Change "01/03/2024" to "2024-03-01"^^xsd:date (to be filled in) -- the day read before the month [needs input]',
      'placeholder: Change "01/03/2024" to "2024-01-03"^^xsd:date (to be filled in) -- the month read before the day [needs input]',
      'removal: Remove "01/03/2024" as ex:day of ex:r',
    ],
  ],
  [
    'what is begun is completed first',
    'sh:path ex:p ; sh:or ( [ sh:property [ sh:path ex:name ; sh:minCount 1 ] ] [ sh:property [ sh:path ex:first ; sh:minCount 1 ], [ sh:path ex:last ; sh:minCount 1 ] ] )',
    'ex:r a ex:Room ; ex:p ex:b . ex:b ex:first "A" .',
    [
      'placeholder: Add "" as ex:last of ex:b (to be filled in) [needs input]',
      'placeholder: Add "" as ex:name of ex:b (to be filled in) [needs input]',
      'removal: Remove ex:b as ex:p of ex:r',
    ],
  ],
  [
    'missing values of either kind',
    'sh:path ex:p ; sh:minCount 1 ; sh:or ( [ sh:class ex:C ] [ sh:datatype xsd:date ] )',
    'ex:r a ex:Room .',
    [
      'placeholder: Add "2000-01-01"^^xsd:date as ex:p of ex:r (to be filled in) [needs input]',
      'placeholder: Add new ex:C_1 (a ex:C) as ex:p of ex:r [needs input]',
    ],
  ],
  [
    'other constraints at the place hold as well',
    'sh:path ex:p ; sh:maxLength 4 ; sh:or ( [ sh:datatype xsd:integer ] [ sh:datatype xsd:string ] )',
    'ex:r a ex:Room ; ex:p 12.0 .',
    [
      'attested: Change 12.0 to "12.0" -- the same text',
      'attested: Change 12.0 to 12 -- as XML Schema writes it',
      'removal: Remove 12.0 as ex:p of ex:r',
    ],
  ],
  [
    'inside sh:node',
    'sh:path ex:p ; sh:node [ sh:or ( [ sh:datatype xsd:integer ] [ sh:class ex:C ] ) ]',
    'ex:r a ex:Room ; ex:p "7" .',
    [
      'attested: Change "7" to 7 -- the same text',
      'placeholder: Change "7" to new ex:7 (a ex:C) -- the text is kept as rdfs:label [needs input]',
      'removal: Remove "7" as ex:p of ex:r',
    ],
  ],
  [
    'along an inverse path',
    'sh:path [ sh:inversePath ex:p ] ; sh:or ( [ sh:class ex:C ] [ sh:class ex:D ] )',
    'ex:r a ex:Room . ex:b ex:p ex:r ; ex:k 1 .',
    [
      'plausible: Add type ex:C to ex:b -- ex:b has no type yet',
      'plausible: Add type ex:D to ex:b -- ex:b has no type yet',
      'removal: Remove ex:r as ex:p of ex:b',
    ],
  ],
  [
    'a node is completed rather than exempted by other values',
    'sh:path ex:field ; sh:or ( [ sh:property [ sh:path ex:kind ; sh:hasValue ex:Hidden ; sh:maxCount 1 ] ] [ sh:property [ sh:path ex:name ; sh:minCount 1 ] ] )',
    'ex:r a ex:Room ; ex:field ex:b . ex:b ex:kind ex:Shown .',
    [
      'placeholder: Add "" as ex:name of ex:b (to be filled in) [needs input]',
      'removal: Remove ex:b as ex:field of ex:r',
    ],
  ],
  [
    'a premise is not taken away',
    'sh:path ex:field ; sh:or ( [ sh:not [ sh:property [ sh:path ex:kind ; sh:hasValue ex:Shown ] ] ] [ sh:property [ sh:path ex:name ; sh:minCount 1 ] ] )',
    'ex:r a ex:Room ; ex:field ex:b . ex:b ex:kind ex:Shown .',
    [
      'placeholder: Add "" as ex:name of ex:b (to be filled in) [needs input]',
      'removal: Remove ex:b as ex:field of ex:r',
      'removal: Remove ex:Shown as ex:kind of ex:b -- sh:not forbids it; it becomes a value of another kind',
    ],
  ],
  [
    'a corrected spelling is no other kind',
    'sh:path ex:field ; sh:or ( [ sh:property [ sh:path ex:kind ; sh:hasValue ex:Hidden ; sh:maxCount 1 ] ] [ sh:property [ sh:path ex:name ; sh:minCount 1 ] ] )',
    'ex:r a ex:Room ; ex:field ex:b . ex:b ex:kind ex:Hiden .',
    [
      'attested: Change ex:Hiden to ex:Hidden -- the nearest to what sh:hasValue requires',
      'placeholder: Add "" as ex:name of ex:b (to be filled in) [needs input]',
      'removal: Remove ex:b as ex:field of ex:r',
    ],
  ],
])('%s', (_, property, data, expected) => checkListing(property, data, expected));

test('what a branch names is not added beside other values', async () => {
  const suggestions = await suggestionsFor(block`
    #- /data.ttl
    ex:f a ex:Field ; ex:kind ex:Shown .
    #- /shapes.ttl
    ex:FieldShape a sh:NodeShape ; sh:targetClass ex:Field ; sh:or (
      [ sh:property [ sh:path ex:kind ; sh:hasValue ex:Hidden ] ]
      [ sh:property [ sh:path ex:name ; sh:minCount 1 ] ]
    ) .`);
  expect(listing(suggestions).split('\n').slice(0, 2)).toEqual([
    'placeholder: Add "" as ex:name of ex:f (to be filled in) [needs input]',
    'retargeting: Remove type ex:Field from ex:f (takes it out of the target of ex:FieldShape) [degenerate]',
  ]);
});
