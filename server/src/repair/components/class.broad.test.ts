import { describe, expect, test } from 'vitest';
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

const owner = 'sh:path ex:owner ; sh:class ex:Person';

test('a name in angle brackets', () =>
  checkListing(owner, 'ex:r a ex:Room ; ex:owner <ex:alice> . ex:alice a ex:Person .', [
    'attested: Change <ex:alice> to ex:alice -- <ex:alice> is the name ex:alice in angle brackets',
  ]));

test('one of those that state the value, where all others state the same', () =>
  checkListing(
    'sh:path ex:in ; sh:class ex:Floor',
    'ex:r a ex:Room ; ex:in ex:r1 . ex:r1 a ex:Room ; ex:in ex:f . ex:r2 a ex:Room ; ex:in ex:f . ex:r3 a ex:Room ; ex:in ex:f . ex:f a ex:Floor .',
    [
      'attested: Change ex:r1 to ex:f -- all 3 others have it, and ex:r1 is one of these',
      'removal: Remove ex:r1 as ex:in of ex:r',
    ],
  ));

test.each<[string, string, string]>([
  [
    'a letter of a word is wrong, beside members of a code list',
    'ex:blak',
    'plausible: Change ex:blak to ex:black',
  ],
  [
    'the same in the vocabulary of others',
    '<http://codes.example/blak>',
    'plausible: Change <http://codes.example/blak> to <http://codes.example/black>',
  ],
  ['another word, which is one more member', 'ex:white', 'plausible: Add type ex:Colour to ex:white'],
  ['two of three letters swapped', 'ex:rde', 'plausible: Change ex:rde to ex:red'],
  [
    'another letter of three, which may be another member',
    'ex:rex',
    'plausible: Add type ex:Colour to ex:rex',
  ],
])('%s', async (_, value, first) => {
  const name = (each: string) => (value.startsWith('ex:') ? `ex:${each}` : `<http://codes.example/${each}>`);
  const colours = ['black', 'red', 'green', 'yellow'];
  const codes = colours.map((each) => `${name(each)} a ex:Colour .`).join(' ');
  const rooms = colours.map((each) => `ex:${each}Room ex:colour ${name(each)} .`);
  const data = `ex:r a ex:Room ; ex:colour ${value} . ${codes} ${rooms.join(' ')}`;
  const offers = listing(await suggestionsFor(roomFixture('sh:path ex:colour ; sh:class ex:Colour', data)));
  expect(offers.startsWith(first), offers).toBe(true);
});

const team = 'ex:r a ex:Room ; ex:owner ex:t . ex:t a ex:Team ; ex:lead ex:ann . ex:ann a ex:Person .';

test('the only instance that the value is linked with, where it is something else', async () => {
  const linked = 'plausible: Change ex:t to ex:ann -- ex:t is a ex:Team, and linked with it by ex:lead';
  const offers = async (data: string) => listing(await suggestionsFor(roomFixture(owner, data)));
  const others = 'ex:bob a ex:Person . ex:s a ex:Room ; ex:owner ex:bob .';
  expect(await offers(`${team} ${others}`)).toContain(linked);
  const two = `${team} ${others} ex:t ex:member ex:bob .`;
  expect(await offers(two)).not.toContain('linked with it');
  // Both are in the north.
  expect(await offers(`${two} ex:ann ex:area ex:north . ex:r ex:area ex:north .`)).toContain(linked);
  // A right value stands there already.
  expect(await offers(`${team} ${others} ex:r ex:owner ex:bob .`)).not.toContain('linked with it');
});

describe('a value that has the class of another property', () => {
  const shapes = (more = '') => block`
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Club ; sh:property
      [ sh:path ex:memberClub ; sh:class ex:Club ], [ sh:path ex:member ; sh:class ex:Person ${more} ] .`;
  const clubs = 'ex:b a ex:Club ; ex:member ex:eva . ex:eva a ex:Person .';
  const first = async (data: string, more?: string) =>
    listing(await suggestionsFor(`#- /data.ttl\n${data}\n${clubs}\n${shapes(more)}\n`)).split('\n')[0];

  test('is moved there', async () =>
    expect(await first('ex:a a ex:Club ; ex:memberClub ex:eva .')).toBe(
      'plausible: Change ex:memberClub to ex:member for ex:eva of ex:a -- ex:member is for such values',
    ));

  test('or stays, and the club that it is linked with was meant', async () =>
    expect(
      listing(
        await suggestionsFor(
          `#- /data.ttl\nex:a a ex:Club ; ex:memberClub ex:eva .\n${clubs}\n${shapes()}\n`,
        ),
      ),
    ).toContain(
      'plausible: Change ex:eva to ex:b -- ex:eva is a ex:Person, and linked with it by ex:member',
    ));

  const opposite = (property: string, more = '') => block`
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Boss ; sh:property
      [ sh:path ex:manager ; sh:class ex:Manager ], [ sh:path ${property} ; sh:class ex:Staff ${more} ] .`;
  const offered = async (data: string, property: string, more?: string) => {
    const fixture = `#- /data.ttl\nex:bob a ex:Staff . ${data}\n${opposite(property, more)}\n`;
    const problems = await problemsOf(readUnit(fixture));
    const problem = problems.find(({ violation }) => violation.constraint.kind === 'class')!;
    const { repairs } = await suggestRepairs(problem, { max: 9 }, new AbortController().signal);
    return repairs.find(({ repair }) => repair.title.startsWith(`Change ex:manager to ${property}`))
      ?.certainty;
  };

  test.each([
    [
      'perhaps where that says something else',
      'possible',
      'ex:ann a ex:Boss, ex:Staff ; ex:manager ex:bob .',
      'ex:critic',
      '',
    ],
    [
      'probably where that is missing',
      'likely',
      'ex:ann a ex:Boss, ex:Staff ; ex:manager ex:bob .',
      'ex:critic',
      '; sh:minCount 1',
    ],
    [
      'not where it is the node itself',
      undefined,
      'ex:ann a ex:Boss, ex:Staff ; ex:manager ex:ann .',
      'ex:critic',
      '',
    ],
    [
      'nor where one value is there and all that is allowed',
      undefined,
      'ex:ann a ex:Boss, ex:Staff ; ex:manager ex:bob ; ex:critic ex:cat . ex:cat a ex:Staff . ex:critic a owl:FunctionalProperty .',
      'ex:critic',
      '',
    ],
  ])('%s', async (_, certainty, data, property, more) =>
    expect(await offered(data, property, more)).toBe(certainty),
  );

  test.each([
    ['not where it stands there already', 'ex:a a ex:Club ; ex:memberClub ex:eva ; ex:member ex:eva .', ''],
    [
      'nor where there is no room',
      'ex:a a ex:Club ; ex:memberClub ex:eva ; ex:member ex:ann . ex:ann a ex:Person .',
      '; sh:maxCount 1',
    ],
  ])('%s', async (_, data, more) => expect(await first(data, more)).toContain('Change ex:eva to ex:b'));
});

describe('zeros in the name of a node', () => {
  const changes = async (name: string, meant: string) => {
    const data = block`
      ex:r a ex:Room ; ex:has ex:${name} . ex:s a ex:Room ; ex:has ex:${meant} .
      ex:${meant} a ex:Part . ex:part_2 a ex:Part .`;
    return listing(await suggestionsFor(roomFixture('sh:path ex:has ; sh:class ex:Part', data)));
  };

  test('before a number are perhaps too many', async () =>
    expect(await changes('part_01', 'part_1')).toContain(
      'plausible: Change ex:part_01 to ex:part_1 -- no file describes ex:part_01; ex:part_1 is the ex:Part with the nearest name',
    ));

  test.each([
    ['dose_0.05mg', 'dose_0.5mg'],
    ['lib-1.05', 'lib-1.5'],
    ['part_105', 'part_15'],
  ])('in it make another one: %s is not %s', async (name, meant) =>
    expect(await changes(name, meant)).not.toContain('nearest name'),
  );
});

describe('typos', () => {
  test.each<[string, string, string, string, string]>([
    [
      'an IRI that no file describes',
      'sh:path ex:unit ; sh:class ex:Unit',
      block`
        ex:r a ex:Room ; ex:unit ex:Celcius . # keep me
        #- /context.ttl
        ex:Celsius a ex:Unit . ex:Kelvin a ex:Unit .`,
      'plausible: Change ex:Celcius to ex:Celsius -- no file describes ex:Celcius; ex:Celsius is the ex:Unit with the nearest name',
      'ex:r a ex:Room ; ex:unit ex:Celsius . # keep me',
    ],
    [
      'an instance of a subclass',
      owner,
      block`
        ex:r a ex:Room ; ex:owner ex:alcie .
        #- /context.ttl
        ex:alice a ex:Student . ex:Student rdfs:subClassOf ex:Person .`,
      'plausible: Change ex:alcie to ex:alice -- no file describes ex:alcie; ex:alice is the ex:Person with the nearest name',
      'ex:r a ex:Room ; ex:owner ex:alice .',
    ],
    [
      'the class of the value',
      owner,
      block`
        ex:r a ex:Room ; ex:owner ex:p .
        ex:p a ex:Persn . # keep me
        ex:q a ex:Person .`,
      'attested: Change the type from ex:Persn to ex:Person for ex:p -- no file describes the class ex:Persn',
      block`
        ex:r a ex:Room ; ex:owner ex:p .
        ex:p a ex:Person . # keep me
        ex:q a ex:Person .`,
    ],
    [
      'a text for the node that it names',
      owner,
      'ex:r a ex:Room ; ex:owner "alice" .\nex:p7 a ex:Person ; rdfs:label "Alice"@en .',
      'plausible: Change "alice" to ex:p7 -- ex:p7 is labelled so',
      'ex:r a ex:Room ; ex:owner ex:p7 .\nex:p7 a ex:Person ; rdfs:label "Alice"@en .',
    ],
    [
      'a text for the node that has it as its foaf:name',
      owner,
      block`
        ex:r a ex:Room ; ex:owner "Harbour office" .
        ex:o2 a ex:Person ; <http://xmlns.com/foaf/0.1/name> "Harbour Office" .
        ex:o3 a ex:Person ; <http://xmlns.com/foaf/0.1/name> "Land Office" .`,
      'attested: Change "Harbour office" to ex:o2 -- ex:o2 is labelled so',
      block`
        ex:r a ex:Room ; ex:owner ex:o2 .
        ex:o2 a ex:Person ; <http://xmlns.com/foaf/0.1/name> "Harbour Office" .
        ex:o3 a ex:Person ; <http://xmlns.com/foaf/0.1/name> "Land Office" .`,
    ],
    [
      'a text for a node that is still to be described',
      owner,
      'ex:r a ex:Room ; ex:owner "Alice Smith" .',
      'placeholder: Change "Alice Smith" to new ex:Alice_Smith (a ex:Person) -- the text is kept as rdfs:label [needs input]',
      'ex:r a ex:Room ; ex:owner ex:Alice_Smith .\nex:Alice_Smith a ex:Person ; rdfs:label "Alice Smith" .',
    ],
  ])('%s', (_, property, before, line, after) => checkRepair(property, before, line, after));

  test('numbers tell nodes apart: ex:b1 is no typo for ex:b2', () =>
    checkListing(
      'sh:path ex:in ; sh:class ex:Building',
      'ex:r a ex:Room ; ex:in ex:b1 . ex:b2 a ex:Building .',
      [
        'plausible: Add type ex:Building to ex:b1 -- ex:b1 has no statements yet; ex:b2 is a ex:Building',
        'removal: Remove ex:b1 as ex:in of ex:r',
      ],
    ));

  test('a node of which shapes ask for more than a type may go, however much there is about others', () =>
    checkListing(
      `sh:path ex:unit ; sh:class ex:Unit ] .
       ex:UnitShape a sh:NodeShape ; sh:targetClass ex:Unit ; sh:property [ sh:path ex:symbol ; sh:minCount 1`,
      `${Array.from({ length: 501 }, (_, i) => `<http://other.org/n${i}> ex:n ${i} .`).join(' ')}
       ex:r a ex:Room ; ex:unit ex:Thing_1 .`,
      ['removal: Remove ex:Thing_1 as ex:unit of ex:r'],
    ));

  test('a node that nobody has described is of the subclass that its namesakes are of', () =>
    checkListing(
      'sh:path ex:part ; sh:class ex:Coil',
      `ex:r a ex:Room ; ex:part ex:r-1-coil . ex:r-2-coil a ex:WaterCoil .
       ex:WaterCoil rdfs:subClassOf ex:Coil . ex:AirCoil rdfs:subClassOf ex:Coil .`,
      [
        'plausible: Add type ex:WaterCoil to ex:r-1-coil -- ex:r-1-coil has no statements yet; ex:r-2-coil is a ex:WaterCoil',
        'removal: Remove ex:r-1-coil as ex:part of ex:r',
      ],
    ));
});

test('a node that is written with the prefix of properties', () =>
  checkListing(
    'sh:path ex:in ; sh:class ex:City',
    'ex:r a ex:Room ; ex:in <http://v.org/bonn> ; <http://v.org/note> "R" . ex:bonn a ex:City .',
    [
      'plausible: Change <http://v.org/bonn> to ex:bonn -- no file describes <http://v.org/bonn>; ex:bonn is the ex:City with the nearest name',
    ],
  ));

test('a node with a letter in its name that looks like a digit', () =>
  checkListing(
    'sh:path ex:next ; sh:class ex:Room',
    'ex:r101 a ex:Room ; ex:next ex:r1O2 . ex:r102 a ex:Room . ex:r103 a ex:Room .',
    [
      'plausible: Change ex:r1O2 to ex:r102 -- no file describes ex:r1O2; ex:r102 is the ex:Room with the nearest name',
      'plausible: Add type ex:Room to ex:r1O2 -- ex:r1O2 has no statements yet',
      'removal: Remove ex:r1O2 as ex:next of ex:r101',
    ],
  ));

test('a text that says nothing instead of a node', () =>
  checkListing('sh:path ex:owner ; sh:class ex:Person', 'ex:r a ex:Room ; ex:owner "unknown" .', [
    'plausible: Remove "unknown" as ex:owner of ex:r -- "unknown" says nothing',
    'placeholder: Change "unknown" to new ex:unknown (a ex:Person) -- the text is kept as rdfs:label [needs input]',
  ]));

test('a value of another namespace that no file describes: an ontology is missing', () =>
  checkListing(
    'sh:path ex:unit ; sh:class <http://qudt.org/Unit>',
    'ex:r a ex:Room ; ex:unit <http://qudt.org/M> .',
    [
      'reason: No repair found: no linked file describes <http://qudt.org/M>, so its class is unknown. Link the ontology that describes it as context. All that was found takes ex:r out of the target of ex:RoomShape.',
    ],
  ));

describe('a type for the value', () => {
  test.each<[string, string, string[]]>([
    [
      'that the range of the property implies',
      'ex:d a ex:Prof . ex:owner rdfs:range ex:Person .',
      ['implied: Add type ex:Person to ex:d -- implied by the rdfs:range of ex:owner'],
    ],
    [
      'that has none',
      'ex:d ex:name "D" .',
      ['plausible: Add type ex:Person to ex:d -- ex:d has no type yet'],
    ],
    [
      'that most others of its class have',
      'ex:d a ex:Prof . ex:e a ex:Prof, ex:Person . ex:f a ex:Prof, ex:Person .',
      ['attested: Add type ex:Person to ex:d -- 2 of 2 other ex:Prof have both types'],
    ],
    [
      'that is more special than its own',
      'ex:d a ex:Agent . ex:Person rdfs:subClassOf ex:Agent .',
      ['plausible: Add type ex:Person to ex:d -- ex:Person is a subclass of ex:Agent'],
    ],
    ['nothing is known to speak against', 'ex:d a ex:Owner .', ['plausible: Add type ex:Person to ex:d']],
    [
      'not where the instances of both classes are different ones',
      'ex:d a ex:Dog . ex:e a ex:Dog . ex:p a ex:Person .',
      [],
    ],
    [
      'not where both classes have their place in the hierarchy',
      'ex:d a ex:Dog . ex:Dog rdfs:subClassOf ex:Animal . ex:Person rdfs:subClassOf ex:Agent .',
      [],
    ],
  ])('%s', (_, data, expected) =>
    checkListing(owner, `ex:r a ex:Room ; ex:owner ex:d . ${data}`, [
      ...expected,
      'removal: Remove ex:d as ex:owner of ex:r',
    ]),
  );

  test('comes with what the shapes of the class ask for', async () => {
    const suggestions = await suggestionsFor(`
#- /data.ttl
ex:r a ex:Room ; ex:owner ex:d .
ex:d ex:x 1 .
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ ${owner} ] .
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:datatype xsd:string ; sh:minCount 1 ] .
`);
    expect(`${listing(suggestions).split('\n')[0]}\n${textAfter(suggestions.repairs[0]!)}`).toBe(
      `placeholder: Add type ex:Person to ex:d and add "" as ex:name of ex:d (to be filled in) -- ex:d has no type yet [needs input]
ex:r a ex:Room ; ex:owner ex:d .
ex:d ex:x 1 ; a ex:Person ; ex:name "" .`,
    );
  });
});

test('nodes of context are not given types, and not taken away', () =>
  checkListing(
    owner,
    block`
      ex:r a ex:Room ; ex:owner ex:d .
      #- /context.ttl
      ex:d a ex:Dog . ex:p a ex:Person .`,
    [
      "reason: No repair found: ex:d is described only in context.ttl, and repairs don't change context files. All that was found takes ex:r out of the target of ex:RoomShape.",
    ],
  ));

test('a focus node of the wrong class', async () => {
  const suggestions = await suggestionsFor(`
#- /data.ttl
ex:a ex:p ex:b .
ex:b ex:q 1 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetObjectsOf ex:p ; sh:class ex:C .
`);
  expect(listing(suggestions)).toBe(`plausible: Add type ex:C to ex:b -- ex:b has no type yet
removal: Remove ex:b as ex:p of ex:a (takes it out of the target of ex:S) [degenerate]`);
});

test.each([
  ['likely', 'Change ex:si to ex:cgs', ''],
  ['possible', 'Remove ex:si as ex:sys of ex:r', 'ex:q ex:sys ex:si .'],
])('of an untyped node first: %s: %s, where others refer to it: %j', async (certainty, title, more) => {
  // No node can be a system, so that the missing type is not offered.
  const shapes =
    'sh:path ex:sys ; sh:class ex:System ] . ex:T a sh:NodeShape ; sh:targetClass ex:System ; sh:property [ sh:path ex:base ; sh:minCount 1 ; sh:maxCount 0';
  const others = Array.from(
    { length: 10 },
    (_, i) => `ex:r${i} a ex:Room ; ex:sys ex:planck, ex:cgs, ex:k${i % 3} .`,
  );
  const data = `ex:r a ex:Room ; ex:sys ex:planck, ex:si . ex:si ex:base ex:m . ${more}
${others.join('\n')}
ex:k0 a ex:System . ex:k1 a ex:System . ex:k2 a ex:System . ex:cgs a ex:System . ex:planck a ex:System .`;
  const problems = await problemsOf(readUnit(roomFixture(shapes, data)));
  const problem = problems.find(({ violation }) => violation.constraint.kind === 'class')!;
  const [first] = (await suggestRepairs(problem, { max: 5 }, new AbortController().signal)).repairs;
  expect([first!.certainty, first!.repair.title]).toEqual([certainty, title]);
});
