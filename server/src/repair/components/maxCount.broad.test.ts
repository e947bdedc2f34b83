import { expect, test } from 'vitest';
import {
  checkListing,
  checkRepair,
  listing,
  problemsOf,
  readUnit,
  roomFixture,
  suggestionsFor,
  textAfter,
} from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';
import { suggestRepairs } from '../search/suggestRepairs.ts';

test.each<[string, string, string, string[]]>([
  [
    'nothing tells them apart',
    'sh:path ex:in ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:in ex:a, ex:b .',
    ['plausible: Remove ex:b as ex:in of ex:r', 'plausible: Remove ex:a as ex:in of ex:r'],
  ],
  [
    'one does not satisfy the other constraints',
    'sh:path ex:name ; sh:datatype xsd:string ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:name "A", "B" . ex:x ex:name "X" .',
    ['plausible: Remove "B" as ex:name of ex:r', 'plausible: Remove "A" as ex:name of ex:r'],
  ],
  [
    'one says the same as another',
    'sh:path ex:floor ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:floor 1, "1" .',
    [
      'attested: Remove "1" as ex:floor of ex:r -- "1" says the same as 1',
      'plausible: Remove 1 as ex:floor of ex:r',
    ],
  ],
  [
    'one is implied by another triple',
    'sh:path ex:in ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:in ex:a, ex:b . ex:b ex:has ex:r . ex:a ex:p 1 . ex:has owl:inverseOf ex:in .',
    [
      'attested: Remove ex:a as ex:in of ex:r -- ex:b is implied by ex:has (owl:inverseOf ex:in)',
      'plausible: Remove ex:b as ex:in of ex:r',
    ],
  ],
  [
    'one is described nowhere',
    'sh:path ex:in ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:in ex:a, ex:b . ex:a ex:p 1 .',
    [
      'attested: Remove ex:b as ex:in of ex:r -- no file describes ex:b',
      'plausible: Remove ex:a as ex:in of ex:r',
    ],
  ],
  [
    'one text is the name of the node',
    'sh:path ex:code ; sh:maxCount 1',
    'ex:room-7 a ex:Room ; ex:code "ROOM 7", "ROOM 1" .',
    [
      'plausible: Remove "ROOM 1" as ex:code of ex:room-7 -- "ROOM 7" is named like ex:room-7',
      'plausible: Remove "ROOM 7" as ex:code of ex:room-7',
    ],
  ],
  [
    'one node is named after the node, and the other after another one',
    'sh:path ex:part ; sh:maxCount 1',
    'ex:ahu-2 a ex:Room ; ex:part ex:ahu-1-fan, ex:ahu-2-fan . ex:ahu-1 a ex:Room .',
    [
      'plausible: Remove ex:ahu-1-fan as ex:part of ex:ahu-2 -- ex:ahu-2-fan is named like ex:ahu-2',
      'plausible: Remove ex:ahu-2-fan as ex:part of ex:ahu-2',
    ],
  ],
  [
    'one is a zero, as no other node has it',
    'sh:path ex:area ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:area 0.0, 21.5 . ex:a ex:area 4.5 . ex:b ex:area 8.0 . ex:c ex:area 9.5 . ex:d ex:area 3.0 .',
    [
      'plausible: Remove 0.0 as ex:area of ex:r -- 4 of 4 others are not zero',
      'plausible: Remove 21.5 as ex:area of ex:r',
    ],
  ],
  [
    'one is outside the namespace of all others',
    'sh:path ex:match ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:match <http://o.example/1>, ex:m . ex:a ex:match <http://o.example/2> . ex:b ex:match <http://o.example/3> . ex:c ex:match <http://o.example/4> . ex:d ex:match <http://o.example/5> .',
    [
      'plausible: Remove ex:m as ex:match of ex:r -- 4 of 4 others are in the namespace of <http://o.example/1>',
      'plausible: Remove <http://o.example/1> as ex:match of ex:r',
    ],
  ],
  [
    'of one only the class is known, and more of those of others',
    'sh:path ex:unit ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:unit ex:m, ex:n . ex:m a ex:Unit ; ex:symbol "m" . ex:n a ex:Unit . ex:a ex:unit ex:m . ex:b ex:unit ex:m . ex:c ex:unit ex:m . ex:d ex:unit ex:m .',
    [
      'plausible: Remove ex:n as ex:unit of ex:r -- only the class is known of ex:n',
      'plausible: Remove ex:m as ex:unit of ex:r',
      'removal: Remove ex:n as ex:unit of ex:r and remove type ex:Unit from ex:n -- only the class is known of ex:n; nothing else refers to ex:n',
    ],
  ],
  [
    'several too many: one to keep in each',
    'sh:path ex:in ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:in ex:a, ex:b, ex:c .',
    [
      'plausible: Remove ex:c and ex:b as ex:in of ex:r',
      'plausible: Remove ex:c and ex:a as ex:in of ex:r',
      'plausible: Remove ex:a and ex:b as ex:in of ex:r',
    ],
  ],
  [
    'what context states stays',
    'sh:path ex:in ; sh:maxCount 1',
    block`
      ex:r a ex:Room ; ex:in ex:a .
      #- /context.ttl
      ex:r ex:in ex:b .`,
    ['plausible: Remove ex:a as ex:in of ex:r'],
  ],
  [
    'nothing can be taken away',
    'sh:path ex:in ; sh:maxCount 1',
    block`
      ex:r a ex:Room .
      #- /context.ttl
      ex:r ex:in ex:a, ex:b .`,
    [
      "reason: No repair found: the result rests on a statement in context.ttl, and repairs don't change context files. All that was found takes ex:r out of the target of ex:RoomShape.",
    ],
  ],
  [
    'alternative path',
    'sh:path [ sh:alternativePath ( rdfs:label ex:label ) ] ; sh:maxCount 1',
    'ex:r a ex:Room ; rdfs:label "a" ; ex:label "b" .',
    ['plausible: Remove "b" as ex:label of ex:r', 'plausible: Remove "a" as rdfs:label of ex:r'],
  ],
  [
    'sequence path: the step that leads to no other value',
    'sh:path ( ex:in ex:name ) ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:in ex:b . ex:b ex:name "b", "c" .',
    ['plausible: Remove "c" as ex:name of ex:b', 'plausible: Remove "b" as ex:name of ex:b'],
  ],
  [
    'a value by two ways',
    'sh:path [ sh:alternativePath ( rdfs:label ex:label ) ] ; sh:maxCount 0',
    'ex:r a ex:Room ; rdfs:label "a" ; ex:label "a" .',
    ['plausible: Remove "a" as rdfs:label of ex:r and remove "a" as ex:label of ex:r'],
  ],
  [
    'a blank node goes with what is said of it',
    'sh:path ex:p ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:p [ ex:v 1 ; ex:of [ ex:k 2 ] ], ex:b . ex:b ex:v 1 .',
    ['plausible: Remove ex:b as ex:p of ex:r', 'plausible: Remove the node with ex:v 1 as ex:p of ex:r'],
  ],
  [
    'a path with repetition: the triple that takes no other value along',
    'sh:path ( [ sh:oneOrMorePath ex:in ] ex:name ) ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:in ex:b . ex:b ex:in ex:c ; ex:name "b" . ex:c ex:name "c" . ex:d ex:in ex:b .',
    ['plausible: Remove "c" as ex:name of ex:c', 'plausible: Remove "b" as ex:name of ex:b'],
  ],
])('%s', (_, property, data, expected) => checkListing(property, data, expected));

test('that a described node lacks its type does not speak against it', async () => {
  const problems = await problemsOf(
    readUnit(
      roomFixture(
        'sh:path ex:in ; sh:class ex:Zone ; sh:maxCount 1',
        'ex:r a ex:Room ; ex:in ex:a, ex:b . ex:a a ex:Zone ; ex:p 1 . ex:b ex:p 2 .',
      ),
    ),
  );
  const surplus = problems.find(({ violation }) => violation.constraint.kind === 'maxCount')!;
  const suggestions = await suggestRepairs(surplus, { max: 10 }, new AbortController().signal);
  expect(listing(suggestions).split('\n').slice(0, 2)).toEqual([
    'plausible: Remove ex:b as ex:in of ex:r [also fixes 1]',
    'plausible: Remove ex:a as ex:in of ex:r',
  ]);
});

test('comments stay', () =>
  checkRepair(
    'sh:path ex:in ; sh:maxCount 1',
    block`
      ex:r a ex:Room ;
        ex:in ex:a, # first
          ex:b . # second`,
    'plausible: Remove ex:b as ex:in of ex:r',
    block`
      ex:r a ex:Room ;
        ex:in ex:a . # first
          # second`,
  ));

test('a blank node that others point to keeps its description', async () => {
  const data = 'ex:r a ex:Room ; ex:in _:x . ex:s ex:in _:x . _:x ex:v 2 .';
  const { repairs } = await suggestionsFor(roomFixture('sh:path ex:in ; sh:maxCount 0', data));
  expect(textAfter(repairs[0]!)).toBe('ex:r a ex:Room . ex:s ex:in _:x . _:x ex:v 2 .');
});

test.each<[string, string, string, string[]]>([
  [
    'a placeholder, wherever it stands',
    'sh:path ex:name ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:name "n/a", "Archive" .',
    [
      'attested: Remove "n/a" as ex:name of ex:r -- "n/a" says nothing',
      'plausible: Remove "Archive" as ex:name of ex:r',
    ],
  ],
  [
    'placeholders only: a choice',
    'sh:path ex:name ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:name "TODO", "?" .',
    ['plausible: Remove "TODO" as ex:name of ex:r', 'plausible: Remove "?" as ex:name of ex:r'],
  ],
  [
    'equal codes of an enumeration: a choice, whichever comes last',
    'sh:path ex:access ; sh:in ( ex:SECRET ex:OPEN ) ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:access ex:OPEN, ex:SECRET .',
    ['plausible: Remove ex:SECRET as ex:access of ex:r', 'plausible: Remove ex:OPEN as ex:access of ex:r'],
  ],
  [
    'what most others have is no reason to keep it',
    'sh:path ex:access ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:access ex:OPEN, ex:SECRET . ex:s a ex:Room ; ex:access ex:OPEN . ex:t a ex:Room ; ex:access ex:OPEN .',
    ['plausible: Remove ex:SECRET as ex:access of ex:r', 'plausible: Remove ex:OPEN as ex:access of ex:r'],
  ],
  [
    'the concept that the other one leads to',
    'sh:path ex:topic ; sh:maxCount 1',
    block`
      @prefix ex: <http://example.org/ns#> .
      @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      ex:r a ex:Room ; ex:topic ex:jazz, ex:music .
      ex:jazz skos:broader ex:swing . ex:swing skos:broader ex:music . ex:music skos:prefLabel "Music" .`,
    [
      'plausible: Remove ex:music as ex:topic of ex:r -- ex:jazz leads to ex:music by skos:broader',
      'plausible: Remove ex:jazz as ex:topic of ex:r',
    ],
  ],
  [
    'a relation that is no hierarchy does not count',
    'sh:path ex:topic ; sh:maxCount 1',
    block`
      @prefix ex: <http://example.org/ns#> .
      @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      ex:r a ex:Room ; ex:topic ex:jazz, ex:blues .
      ex:jazz skos:related ex:blues . ex:blues skos:prefLabel "Blues" .`,
    ['plausible: Remove ex:jazz as ex:topic of ex:r', 'plausible: Remove ex:blues as ex:topic of ex:r'],
  ],
  [
    'the text that the other one begins with',
    'sh:path ex:name ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:name "Reading room", "Reading room west" .',
    [
      'plausible: Remove "Reading room" as ex:name of ex:r -- "Reading room west" says more than "Reading room"',
      'plausible: Remove "Reading room west" as ex:name of ex:r',
    ],
  ],
  [
    'a letter more says no more',
    'sh:path ex:name ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:name "Reading room", "Reading room b" .',
    [
      'plausible: Remove "Reading room b" as ex:name of ex:r',
      'plausible: Remove "Reading room" as ex:name of ex:r',
    ],
  ],
  [
    'the form that others use',
    'sh:path ex:home ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:home <http://a.example/x/>, "https://a.example/x" . ex:s ex:home <https://b.example/y> .',
    [
      'attested: Remove "https://a.example/x" as ex:home of ex:r -- "https://a.example/x" says the same as <http://a.example/x/>',
      'plausible: Remove <http://a.example/x/> as ex:home of ex:r',
    ],
  ],
  [
    'a misspelling of what others have',
    'sh:path ex:town ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:town "Helsinki", "Helsinky" . ex:s ex:town "Helsinki" .',
    [
      'plausible: Remove "Helsinky" as ex:town of ex:r -- "Helsinky" is nearly "Helsinki", which is used elsewhere',
      'plausible: Remove "Helsinki" as ex:town of ex:r',
    ],
  ],
  [
    'a value of another node, where each has its own',
    'sh:path ex:serial ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:serial "K7", "M2" . ex:s ex:serial "M2" . ex:t ex:serial "P5" . ex:u ex:serial "Q8" . ex:v ex:serial "R3" .',
    [
      'plausible: Remove "M2" as ex:serial of ex:r -- it is the ex:serial of another node (ex:s), and nodes do not share one',
      'plausible: Remove "K7" as ex:serial of ex:r',
    ],
  ],
  [
    'a kind of value that no other node has',
    'sh:path ex:size ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:size "big", 12 . ex:s ex:size 14 . ex:t ex:size 15 .',
    [
      'plausible: Remove "big" as ex:size of ex:r -- 2 of 2 others have the kind of value that stays',
      'plausible: Remove 12 as ex:size of ex:r',
    ],
  ],
  [
    'a text that looks unlike all others',
    'sh:path ex:land ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:land "NO", "Norway" . ex:s ex:land "SE" . ex:t ex:land "FI" . ex:u ex:land "SE" .',
    [
      'plausible: Remove "Norway" as ex:land of ex:r -- all others are written as the value that stays',
      'plausible: Remove "NO" as ex:land of ex:r',
    ],
  ],
  [
    'a blank node of which another one says all',
    'sh:path ex:desk ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:desk [ ex:fn "Porter" ; ex:tel "12" ], [ ex:fn "Porter" ] .',
    [
      'attested: Remove the node with ex:fn "Porter" as ex:desk of ex:r -- another node says all that it says',
      'plausible: Remove the node with ex:fn "Porter" as ex:desk of ex:r',
    ],
  ],
  [
    'the node itself',
    'sh:path ex:partOf ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:partOf ex:r, ex:house . ex:house ex:p 1 .',
    [
      'plausible: Remove ex:r as ex:partOf of ex:r -- ex:r refers to itself',
      'plausible: Remove ex:house as ex:partOf of ex:r',
    ],
  ],
  [
    'an undescribed term of another publisher is no mistake',
    'sh:path ex:licence ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:licence <http://publisher.example/CC-BY>, ex:own . ex:own rdfs:label "Own terms" .',
    [
      'plausible: Remove <http://publisher.example/CC-BY> as ex:licence of ex:r',
      'plausible: Remove ex:own as ex:licence of ex:r',
    ],
  ],
  [
    'an earlier date of the last change',
    'sh:path ex:lastUpdated ; sh:maxCount 1',
    'ex:r a ex:Room ; ex:lastUpdated "2021-03-04"^^xsd:date, "2020-05-06"^^xsd:date .',
    [
      'plausible: Remove "2020-05-06"^^xsd:date as ex:lastUpdated of ex:r -- ex:lastUpdated is the last change, and "2021-03-04"^^xsd:date is later',
      'plausible: Remove "2021-03-04"^^xsd:date as ex:lastUpdated of ex:r',
    ],
  ],
])('the least informative goes: %s', (_, property, data, expected) => checkListing(property, data, expected));

test('no half of a number with a comma is certain', async () => {
  const [problem] = await problemsOf(
    readUnit(
      roomFixture(
        'sh:path ex:size ; sh:datatype xsd:decimal ; sh:maxCount 1',
        'ex:r a ex:Room ; ex:size 18,5 .',
      ),
    ),
  );
  const { repairs } = await suggestRepairs(problem!, { max: 5 }, new AbortController().signal);
  expect(problem!.violation.constraint.kind).toBe('datatype');
  expect(repairs.map(({ certainty }) => certainty)).not.toContain('certain');
});
