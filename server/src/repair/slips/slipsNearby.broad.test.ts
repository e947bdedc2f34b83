import { describe, expect, test } from 'vitest';
import {
  listing,
  problemsOf,
  readUnit,
  roomFixture,
  suggestionsFor,
  textAfter,
} from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';
import { suggestRepairs } from '../search/suggestRepairs.ts';

/** The data after the first repair. */
async function repaired(property: string, data: string): Promise<string> {
  const [first] = (await suggestionsFor(roomFixture(property, data))).repairs;
  return first ? textAfter(first) : '';
}

const sensor = 'sh:path ex:hasPoint ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:Sensor ]';
const branches = 'sh:path ex:hasPoint ; sh:or ( [ sh:class ex:Meter ] [ sh:class ex:Sensor ] )';

const twoNames = 'sh:path rdfs:label ; sh:minCount 2';
const namedRooms = [
  'ex:s a ex:Room ; rdfs:label "yard"@en, "Hof"@de .',
  'ex:t a ex:Room ; rdfs:label "court"@en, "Saal"@de .',
  'ex:u a ex:Room ; rdfs:label "stairs"@en, "Treppe"@de .',
].join(' ');
const doors = ['d', 'e', 'f', 'g']
  .map(
    (each) => `ex:${each} a ex:Door .${each === 'd' ? '' : ` ex:r${each} a ex:Room ; ex:door ex:${each} .`}`,
  )
  .join(' ');

describe('one mistake explains the result', () => {
  test.for<readonly [name: string, property: string, before: string, after: string]>([
    [
      'a subclass whose property is misspelt',
      sensor,
      'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Thermometer . ex:Thermometer rdfs:subClasOf ex:Sensor .',
      'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Thermometer . ex:Thermometer rdfs:subClassOf ex:Sensor .',
    ],
    [
      'a subclass of a misspelt class',
      sensor,
      'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Thermometer . ex:Thermometer rdfs:subClassOf ex:Senssor .',
      'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Thermometer . ex:Thermometer rdfs:subClassOf ex:Sensor .',
    ],
    [
      'a subclass of a class in quotes',
      sensor,
      'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Thermometer . ex:Thermometer rdfs:subClassOf "ex:Sensor" .',
      'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Thermometer . ex:Thermometer rdfs:subClassOf ex:Sensor .',
    ],
    [
      'a class in a vocabulary that has no such term',
      branches,
      'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a rdfs:Sensor . ex:t a ex:Sensor .',
      'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Sensor . ex:t a ex:Sensor .',
    ],
    [
      'a misspelt node where one of several classes would do',
      branches,
      'ex:r a ex:Room ; ex:hasPoint ex:Hall-thermometer . ex:hall-thermometer a ex:Sensor . ex:m a ex:Meter .',
      'ex:r a ex:Room ; ex:hasPoint ex:hall-thermometer . ex:hall-thermometer a ex:Sensor . ex:m a ex:Meter .',
    ],
    [
      'a property that was renamed in half of the statements',
      'sh:path ex:hasPart ; sh:qualifiedMinCount 2 ; sh:qualifiedValueShape [ sh:property [ sh:path ex:hasUnit ; sh:minCount 1 ] ]',
      'ex:r a ex:Room ; ex:hasPart ex:fan, ex:lamp . ex:lamp ex:has_unit ex:Lumen . ex:fan ex:has_unit ex:Watt . ex:saw ex:hasUnit ex:Watt . ex:bulb ex:hasUnit ex:Lumen .',
      'ex:r a ex:Room ; ex:hasPart ex:fan, ex:lamp . ex:lamp ex:hasUnit ex:Lumen . ex:fan ex:hasUnit ex:Watt . ex:saw ex:hasUnit ex:Watt . ex:bulb ex:hasUnit ex:Lumen .',
    ],
    [
      'a node whose type was forgotten, two steps away',
      'sh:path ex:hasPart ; sh:node [ sh:property [ sh:path ex:hasPoint ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:Sensor ] ] ]',
      'ex:r a ex:Room ; ex:hasPart ex:f1 . ex:f1 ex:hasPoint ex:f1-temp . ex:f1-temp ex:unit ex:K . ex:f2 ex:hasPoint ex:f2-temp . ex:f2-temp a ex:Sensor . ex:f3 ex:hasPoint ex:f3-temp . ex:f3-temp a ex:Sensor .',
      'ex:r a ex:Room ; ex:hasPart ex:f1 . ex:f1 ex:hasPoint ex:f1-temp . ex:f1-temp ex:unit ex:K ; a ex:Sensor . ex:f2 ex:hasPoint ex:f2-temp . ex:f2-temp a ex:Sensor . ex:f3 ex:hasPoint ex:f3-temp . ex:f3-temp a ex:Sensor .',
    ],
    [
      'a misspelt property two steps away',
      'sh:path ( ex:hasPart ex:hasUnit ) ; sh:minCount 1',
      'ex:r a ex:Room ; ex:hasPart ex:fan . ex:fan ex:hasUint ex:Watt .',
      'ex:r a ex:Room ; ex:hasPart ex:fan . ex:fan ex:hasUnit ex:Watt .',
    ],
    [
      'a name in two languages at another property',
      twoNames,
      `ex:r a ex:Room ; ex:title "hall"@en, "Halle"@de . ${namedRooms}`,
      `ex:r a ex:Room ; rdfs:label "hall"@en, "Halle"@de . ${namedRooms}`,
    ],
    [
      'a value at a property that takes none, where others have it at another one',
      'sh:path ex:doorOf ; sh:maxCount 0',
      `ex:r a ex:Room ; ex:doorOf ex:d . ${doors}`,
      `ex:r a ex:Room ; ex:door ex:d . ${doors}`,
    ],
  ])('%s', async ([, property, before, after]) => {
    expect(await repaired(property, before)).toBe(after);
  });
});

describe('is no mistake', () => {
  test.for<readonly [name: string, property: string, before: string, kept: string]>([
    [
      'a name in two languages at a property that others have beside the other one',
      twoNames,
      `ex:r a ex:Room ; ex:title "hall"@en, "Halle"@de . ${namedRooms} ex:t ex:title "the court"@en .`,
      'ex:title "hall"@en, "Halle"@de',
    ],
    [
      'a class of a vocabulary that nothing here describes',
      branches,
      'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a <http://xmlns.com/foaf/0.1/Sensor> . ex:t a ex:Sensor .',
      'a <http://xmlns.com/foaf/0.1/Sensor>',
    ],
    [
      'a class of its own with a near name',
      branches,
      'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Sensors . ex:Sensors rdfs:label "a set" . ex:t a ex:Sensor .',
      'a ex:Sensors',
    ],
    [
      'a sibling that is not described yet',
      branches,
      'ex:r a ex:Room ; ex:hasPoint ex:sensor_2 . ex:sensor_1 a ex:Sensor .',
      'ex:sensor_2',
    ],
  ])('%s', async ([, property, before, kept]) => {
    expect(await repaired(property, before)).toContain(kept);
  });
});

describe('the wrong way round', () => {
  const feeds = 'sh:path ex:feeds ; sh:minCount 1 ; sh:class ex:Hall';
  const others = [1, 2, 3]
    .map((i) => `ex:f${i} a ex:Fan ; ex:feeds ex:h${i} . ex:h${i} a ex:Hall .`)
    .join('\n');

  test('a statement whose property leads the other way elsewhere', async () => {
    const data = `${others}\nex:room a ex:Room, ex:Fan .\nex:hall a ex:Hall ; ex:feeds ex:room .`;
    expect(await repaired(feeds, data)).toContain(
      'ex:room a ex:Room, ex:Fan ; ex:feeds ex:hall .\nex:hall a ex:Hall .',
    );
  });

  test('not a statement like others', async () => {
    const data = `${others}\nex:h4 a ex:Hall ; ex:feeds ex:f4 . ex:f4 a ex:Fan .\nex:room a ex:Room, ex:Fan .\nex:hall a ex:Hall ; ex:feeds ex:room .`;
    expect(await repaired(feeds, data)).toContain('ex:hall a ex:Hall ; ex:feeds ex:room .');
  });
});

describe('two values in each other’s place', () => {
  const place = 'sh:path ex:lat ; sh:datatype xsd:decimal ; sh:minInclusive 46';
  const beside = (bounds: string) =>
    bounds === '' ? place : `${place} ] ; sh:property [ sh:path ex:long ; ${bounds}`;
  const others = [1, 2, 3].map((i) => `ex:o${i} a ex:Room ; ex:lat 47.${i} ; ex:long 15.${i} .`).join('\n');

  test.for<readonly [name: string, bounds: string, before: string, after: string]>([
    [
      'that only bounds refuse',
      'sh:maxInclusive 18',
      'ex:r a ex:Room ; ex:lat 15.25 ; ex:long 47.5 .',
      'ex:r a ex:Room ; ex:lat 47.5 ; ex:long 15.25 .',
    ],
    [
      'of which one is refused, where they lie among the numbers of others',
      '',
      `ex:r a ex:Room ; ex:lat 15.25 ; ex:long 47.25 .\n${others}`,
      `ex:r a ex:Room ; ex:lat 47.25 ; ex:long 15.25 .\n${others}`,
    ],
  ])('%s', async ([, bounds, before, after]) => {
    const [problem] = await problemsOf(readUnit(roomFixture(beside(bounds), before)));
    const { repairs } = await suggestRepairs(problem!, { max: 3 }, new AbortController().signal);
    expect(textAfter(repairs[0]!)).toBe(after);
  });

  test('are not exchanged where no other shows it', async () => {
    expect(await repaired(beside(''), 'ex:r a ex:Room ; ex:lat 15.25 ; ex:long 47.5 .')).not.toContain(
      'ex:long 15.25',
    );
  });

  test('or both in one text', async () => {
    const pages = 'sh:path ex:from ; sh:datatype xsd:integer ; sh:lessThan ex:to';
    expect(await repaired(pages, 'ex:r a ex:Room ; ex:from "31-44" .')).toBe(
      'ex:r a ex:Room ; ex:from 31 ; ex:to 44 .',
    );
  });
});

describe('a value at another property than it was meant for', () => {
  const peers = [1, 2, 3]
    .map(
      (i) =>
        `ex:p${i} a ex:Room ; ex:hasUnit ex:Watt ; ex:isPointOf ex:e${i} ; ex:tag ex:Hot .\nex:e${i} a ex:Fan .`,
    )
    .join('\n');
  const fan = 'sh:path ex:isPointOf ; sh:class ex:Fan';

  test('goes where others have it', async () => {
    const data = `ex:r a ex:Room ; ex:isPointOf ex:e1, ex:Watt .\n${peers}`;
    expect(await repaired(fan, data)).toContain('ex:hasUnit ex:Watt .\nex:p1');
  });

  const people =
    'ex:s a ex:Room ; ex:name "Anna Berg" . ex:t a ex:Room ; ex:name "Bo Ek" . ex:u a ex:Room ; ex:name "Eva Dahl" .';

  test('stays where the texts of others have another form', async () => {
    const { repairs } = await suggestionsFor(
      roomFixture(
        'sh:path ex:day ; sh:pattern "^[0-9]{2}-[0-9]{2}$"',
        `ex:r a ex:Room ; ex:day "31/12/1980" . ${people}`,
      ),
    );
    expect(repairs.map(({ repair }) => repair.title).filter((title) => title.includes('ex:name'))).toEqual(
      [],
    );
  });

  test('stays where another value of the node would fit there as well', async () => {
    const { repairs } = await suggestionsFor(
      roomFixture(
        'sh:path ex:name ; sh:minCount 1',
        `ex:r a ex:Room ; ex:first "Cilla" ; ex:last "Lind" . ${people}`,
      ),
    );
    expect(
      repairs.map(({ repair }) => repair.title).filter((title) => /^Change ex:(first|last) /.test(title)),
    ).toEqual([]);
  });

  test('stays where others have such values too', async () => {
    const data = `ex:r a ex:Room ; ex:isPointOf ex:Watt .\nex:q a ex:Hall ; ex:isPointOf ex:Watt .\n${peers}`;
    expect(await repaired(fan, data)).not.toContain('ex:r a ex:Room ; ex:hasUnit ex:Watt');
  });

  test('stays where it lacks its language only', async () => {
    const data = `ex:r a ex:Room ; ex:name "Zoll" ; ex:symbol "in" .
${[1, 2, 3].map((i) => `ex:p${i} a ex:Room ; ex:name "Fuß"@de ; ex:symbol "f${i}", "g${i}" .`).join('\n')}`;
    expect(await repaired('sh:path ex:name ; sh:languageIn ( "de" )', data)).toContain('ex:name "Zoll"@de');
  });

  test('stays where there are several properties for it', async () => {
    const data = `ex:r a ex:Room ; ex:isPointOf ex:Watt .\n${peers.replaceAll('ex:tag ex:Hot', 'ex:tag ex:Watt')}`;
    const after = await repaired(fan, data);
    expect(after).not.toMatch(/ex:r a ex:Room ;\s+ex:(?:hasUnit|tag) ex:Watt/);
  });
});

describe('a block that was copied under the id of another node', () => {
  const two = 'sh:path rdfs:label ; sh:maxCount 1';
  const block = (id: number, more = '') =>
    `ex:fan_${id} a ex:Room ; rdfs:label "Fan ${id}"${more} ; ex:hasPart ex:fan_${id}_motor, ex:fan_${id}_belt ; ex:maker ex:Acme .`;

  test('is removed as a whole, but for what both have', async () => {
    const copied = ', "Fan 1"';
    const data = `${block(1)}\n${block(2, copied).replace('ex:fan_2_belt', 'ex:fan_2_belt, ex:fan_1_motor, ex:fan_1_belt')}\n${block(3)}`;
    expect(await repaired(two, data)).toBe([1, 2, 3].map((id) => block(id)).join('\n'));
  });

  test('is none where only a part is repeated', async () => {
    const data = `${block(1)}\n${block(2, ', "Fan 1"').replace('ex:fan_2_belt', 'ex:fan_2_belt, ex:fan_1_motor')}\n${block(3)}`;
    expect(await repaired(two, data)).toContain('ex:fan_1_motor ; ex:maker');
  });
});

describe('a copied line in which the property was not changed', () => {
  const both = 'sh:path ex:at ; sh:node ex:Point';
  const point = block`
    ex:Point a sh:NodeShape ; sh:targetClass ex:Point ; sh:property
      [ sh:path ex:lat ; sh:minCount 1 ; sh:maxCount 1 ], [ sh:path ex:lon ; sh:minCount 1 ; sh:maxCount 1 ] .`;
  const points = [
    'ex:a a ex:Point ; ex:lat 48.76 ; ex:lon 11.42 .',
    'ex:b a ex:Point ; ex:lat 48.77 ; ex:lon 11.43 .',
  ].join(' ');
  const firsts = async (data: string) => {
    const unit = readUnit(`${roomFixture(both, `${data} ${points}`)}${point}\n`);
    const found: string[] = [];
    for (const problem of await problemsOf(unit)) {
      const [first] = (await suggestRepairs(problem, { max: 5 }, new AbortController().signal)).repairs;
      found.push(first?.repair.title ?? '');
    }
    return [...new Set(found)];
  };

  test('the number that is like those of others at the property that is missing, at each result of it', async () =>
    expect(await firsts('ex:r a ex:Room ; ex:at ex:c . ex:c a ex:Point ; ex:lat 48.13 , 11.57 .')).toEqual([
      'Change ex:lat to ex:lon for 11.57 of ex:c',
    ]));

  test('not where it lies near those of others at its own property', async () =>
    expect(
      await firsts('ex:r a ex:Room ; ex:at ex:c . ex:c a ex:Point ; ex:lat 48.765 , 48.775 .'),
    ).not.toContain('Change ex:lat to ex:lon for 48.775 of ex:c'));

  test('not where the property is there', async () =>
    expect(
      await firsts('ex:r a ex:Room ; ex:at ex:c . ex:c a ex:Point ; ex:lat 48.13 , 48.14 ; ex:lon 11.57 .'),
    ).not.toContain('Change ex:lat to ex:lon for 48.14 of ex:c'));

  test('a name of the property that only this node has, at each result of it', async () =>
    expect(
      await firsts('ex:r a ex:Room ; ex:at ex:c . ex:c a ex:Point ; ex:lat 48.13 ; ex:longitude 11.57 .'),
    ).toEqual(['Change ex:longitude to ex:lon for 11.57 of ex:c']));
});

test('a date in a text is not moved to where others have words', async () => {
  const data = [
    'ex:r a ex:Room ; ex:opened "2018-03-10T08:00:00" .',
    'ex:s a ex:Room ; ex:opened "2019-07-01"^^xsd:date ; ex:note "2 doors", "1 stove" .',
    'ex:t a ex:Room ; ex:opened "2020-01-01"^^xsd:date ; ex:note "3 doors", "a bed" .',
  ].join(' ');
  const shapes =
    'sh:path ex:opened ; sh:datatype xsd:date ] ; sh:property [ sh:path ex:note ; sh:nodeKind sh:Literal';
  expect(await repaired(shapes, data)).toContain('ex:opened "2018-03-10"^^xsd:date');
});

describe('words at a property of their own', () => {
  const others = ['Via Appia', 'Karl gate', 'Rue A']
    .map(
      (street, i) => `ex:s${i} a ex:Room ; ex:at ex:b${i} . ex:b${i} a ex:Address ; ex:street "${street}" .`,
    )
    .join(' ');
  const isAt = 'sh:path ex:at ; sh:node ex:AddressShape';
  const asked = (more = '') =>
    `ex:AddressShape a sh:NodeShape ; sh:property [ sh:path ex:street ; sh:minCount 1 ] ${more} .`;
  const repairs = async (property: string, more?: string, text = 'Ring twice') => {
    const data = `ex:r a ex:Room ; ex:at ex:b . ex:b a ex:Address ; ${property} "${text}" . ${others}`;
    return listing(await suggestionsFor(`${roomFixture(isAt, data)}${asked(more)}\n`));
  };

  test.each([
    ['that the shapes ask for', 'ex:note', ', [ sh:path ex:note ; sh:maxCount 1 ]'],
    ['that is published', 'rdfs:comment', ''],
  ])('stay at one %s', async (_, property, more) =>
    expect(await repairs(property, more)).not.toContain(`Change ${property} to ex:street`),
  );

  test('may be meant elsewhere', async () =>
    expect(await repairs('ex:nickname')).toContain(
      'plausible: Change ex:nickname to ex:street for "Ring twice"',
    ));

  test('are meant there where others have them', async () =>
    expect(await repairs('ex:nickname', '', 'Karl gate')).toContain(
      'attested: Change ex:nickname to ex:street for "Karl gate"',
    ));
});
