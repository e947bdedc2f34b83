import { expect, test } from 'vitest';
import { listing, problemsOf, readUnit, roomFixture, suggestionsFor } from '../../testing/checkRepair.ts';
import { suggestRepairs } from '../search/suggestRepairs.ts';

/** Rooms whose shape has a query for what must not be. */
const rooms = (where: string, data: string, rules = '') => `#- /data.ttl
${data}
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; ${rules}
  sh:sparql [ sh:select "PREFIX ex: <http://example.org/ns#> SELECT $this WHERE { ${where} }" ] .
`;

const offers = (text: string) => text.split('\n').filter((line) => !line.startsWith('retargeting: '));

test.each([
  [
    'values in the wrong order are swapped',
    '[ <http://www.w3.org/ns/sparql#less-than> ( [ sh:path ex:start ] [ sh:path ex:end ] ) ]',
    'ex:v ex:start 2 ; ex:end 1 .',
    'plausible: Swap 2 and 1 as ex:start and ex:end of ex:v -- the two values are the wrong way round',
  ],
  [
    'what has to be there is filled in',
    '[ sh:exists [ sh:path ex:serial ] ]',
    'ex:v ex:start 2 .',
    'placeholder: Add "" as ex:serial of ex:v (to be filled in) [needs input]',
  ],
])('of a node expression, %s', async (_, expression, data, expected) => {
  const suggestions = await suggestionsFor(
    roomFixture(`sh:path ex:p ; sh:expression ${expression}`, `ex:r a ex:Room ; ex:p ex:v . ${data}`),
  );
  expect(listing(suggestions).split('\n')[0]).toBe(expected);
});

test.each<[string, string, string, string[]]>([
  [
    'what the query looked for in vain is what others have, or is asked for',
    'FILTER NOT EXISTS { $this ex:owner ?owner }',
    'ex:r a ex:Room . ex:s a ex:Room ; ex:owner ex:ann . ex:t a ex:Room ; ex:owner ex:ann . ex:u a ex:Room ; ex:owner ex:ann .',
    [
      'plausible: Add ex:ann as ex:owner of ex:r -- 3 of 3 other ex:Room have it',
      'placeholder: Add new ex:owner_1 as ex:owner of ex:r [needs input]',
    ],
  ],
  [
    'of what must be stated, the triple is added',
    'FILTER NOT EXISTS { $this ex:state ex:Checked }',
    'ex:r a ex:Room .',
    ['plausible: Add ex:Checked as ex:state of ex:r -- the query looks for it'],
  ],
  [
    'values that were compared are exchanged',
    '$this ex:low ?low ; ex:high ?high . FILTER(?low > ?high)',
    'ex:r a ex:Room ; ex:low 20 ; ex:high 16 . ex:s a ex:Room ; ex:low 16 ; ex:high 20 .',
    [
      'plausible: Swap 20 and 16 as ex:low and ex:high of ex:r -- the two values are the wrong way round',
      'removal: Remove 16 as ex:high of ex:r',
      'removal: Remove 20 as ex:low of ex:r',
    ],
  ],
  [
    'a value is what it is for others',
    '$this ex:zone ?zone . FILTER(?zone > 9)',
    'ex:r a ex:Room ; ex:zone 70 . ex:s a ex:Room ; ex:zone 7 . ex:t a ex:Room ; ex:zone 7 .',
    ['plausible: Change 70 to 7 -- 2 of 3 have it', 'removal: Remove 70 as ex:zone of ex:r'],
  ],
  [
    'a statement that must not be there is removed',
    '$this ex:feeds $this',
    'ex:r a ex:Room ; ex:feeds ex:r , ex:s . ex:s a ex:Room .',
    ['removal: Remove ex:r as ex:feeds of ex:r'],
  ],
  [
    'a term that its vocabulary has replaced is exchanged for its successor',
    '$this a ?class . ?class ex:isDeprecated true',
    'ex:r a ex:Room , ex:Hall . ex:s a ex:Room , ex:Yard . ex:Hall ex:isDeprecated true ; ex:isReplacedBy ex:Foyer .',
    [
      'implied: Change the type from ex:Hall to ex:Foyer for ex:r -- ex:Hall says that it is replaced: ex:isReplacedBy',
      'removal: Remove true as ex:isDeprecated of ex:Hall',
    ],
  ],
  [
    'the subject of what is missing is a node that is connected, of a class whose shape has the property',
    'FILTER NOT EXISTS { ?owner ex:rents $this }',
    `ex:r a ex:Room . ex:ann a ex:Person ; ex:uses ex:r . ex:bob a ex:Person . ex:key ex:opens ex:r .
#- /shapes2.ttl
ex:Person a rdfs:Class , sh:NodeShape ; sh:property [ sh:path ex:rents ; sh:class ex:Room ] .`,
    ['plausible: Add ex:r as ex:rents of ex:ann -- ex:uses connects ex:r and ex:ann'],
  ],
  [
    'terms of a vocabulary are those in use, and never new ones',
    'FILTER NOT EXISTS { $this ex:colour ?colour }',
    `ex:r a ex:Room . ex:d a ex:Door ; ex:paint <http://example.org/vocabulary#Red> . ex:e a ex:Door ; ex:paint <http://example.org/vocabulary#Red> .
#- /context.ttl
@prefix v: <http://example.org/vocabulary#> .
v:Red a v:Colour . v:Blue a v:Colour .
#- /shapes2.ttl
ex:Painted sh:targetClass ex:Room ; sh:property [ sh:path ex:colour ; sh:class <http://example.org/vocabulary#Colour> ] .`,
    [
      'plausible: Add <http://example.org/vocabulary#Red> as ex:colour of ex:r -- 2 of 2 statements of the data about <http://example.org/vocabulary#Colour> name it; none of them as ex:colour',
    ],
  ],
  [
    'what may be right is not likely to go where the query looks for something else',
    '$this ex:wing ?wing . FILTER NOT EXISTS { ?wing ex:fire/ex:door ?door }',
    'ex:r a ex:Room ; ex:wing ex:w .',
    ['removal: Remove ex:w as ex:wing of ex:r -- something that the query looks for may be missing instead'],
  ],
])('%s', async (_, where, data, expected) => {
  expect(offers(listing(await suggestionsFor(rooms(where, data))))).toEqual(expected);
});

test('of what a rule infers, the statements are changed that it follows from', async () => {
  const rule =
    'sh:rule [ a sh:TripleRule ; sh:subject sh:this ; sh:predicate ex:size ; sh:object [ sh:path ex:width ] ] ;';
  const unit = readUnit(
    rooms('$this ex:size ?size . FILTER(?size > 9)', 'ex:r a ex:Room ; ex:width 10 .', rule),
  );
  const [problem] = await problemsOf(unit, 'rules');
  const suggestions = await suggestRepairs(problem!, { max: 10 }, new AbortController().signal);
  expect(offers(listing(suggestions))).toEqual([
    'removal: Remove 10 as ex:width of ex:r',
    'removal: Remove type ex:Room from ex:r',
  ]);
});
