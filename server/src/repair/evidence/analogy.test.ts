import { describe, expect, test } from 'vitest';
import { checkListing, roomFixture, suggestionsFor } from '../../testing/checkRepair.ts';
import { translateByName } from './analogy.ts';

test.for([
  ['VAV-2-08', 'vav-2-08', 'vav-2-07', 'VAV-2-07'],
  ['Zone 12, North', 'zone_12', 'zone_3', 'Zone 3, North'],
  ['CS-301', 'cs-301', 'math-110', 'MATH-110'],
  ['mailto:kone@example.org', 'kone', 'castillo', 'mailto:castillo@example.org'],
  ['RoomSensor4', 'Room4', 'Room5', 'RoomSensor5'],
] as const)('%s is to %s as to %s', ([text, from, to, expected]) =>
  expect(translateByName(text, from, to)).toBe(expected),
);

test.for([
  ['nothing of the name is in the text', 'Boiler', 'vav-1', 'vav-2'],
  ['one of two parts is not', 'Floor 1', 'floor-1-vav-2', 'floor-3-vav-4'],
  ['the names have different parts', 'Room 1', 'room-1', 'room-1-b'],
  ['the names are the same', 'Room 1', 'room-1', 'Room_1'],
  ['a short word is in others by chance', 'a cat', 'a', 'b'],
] as const)('there is no analogue where %s', ([, text, from, to]) =>
  expect(translateByName(text, from, to)).toBe(undefined),
);

describe('repairs by analogy', () => {
  const prefLabel = '<http://www.w3.org/2004/02/skos/core#prefLabel>';
  const rooms =
    'ex:room_1 a ex:Room ; ex:label "Room 1" . ex:room_2 a ex:Room ; ex:label "Room 2" . ex:room_3 a ex:Room';

  test('the label that the others would give', () =>
    checkListing('sh:path ex:label ; sh:minCount 1', `${rooms} .`, [
      'plausible: Add "Room 3" as ex:label of ex:room_3 -- as ex:room_1 has "Room 1"',
      'placeholder: Add "" as ex:label of ex:room_3 (to be filled in) [needs input]',
    ]));

  test('not an address that is made of that of a single other node', () =>
    checkListing(
      'sh:path ex:mail ; sh:minCount 1 ; sh:nodeKind sh:IRI',
      'ex:harbour a ex:Room ; ex:mail <mailto:info@harbour.example> . ex:museum a ex:Room .',
      ['placeholder: Add new ex:mail_1 as ex:mail of ex:museum [needs input]'],
    ));

  test('not a second name beside the one that the node has', async () => {
    const { repairs } = await suggestionsFor(
      roomFixture(
        `sh:path ${prefLabel} ; sh:minCount 1`,
        `ex:help a ex:Room ; ${prefLabel} "Data help" . ex:cardio a ex:Room ; rdfs:label "Biobank" .`,
      ),
    );
    expect(repairs.slice(0, 2).map(({ repair }) => repair.title)).toEqual([
      `Add "Biobank" as ${prefLabel} of ex:cardio`,
      `Add "" as ${prefLabel} of ex:cardio (to be filled in)`,
    ]);
  });

  test('a slip of that label', async () => {
    const { repairs } = await suggestionsFor(
      roomFixture('sh:path ex:label ; sh:pattern "^Room "', `${rooms} ; ex:label "Rom 3" .`),
    );
    expect(repairs[0]?.repair).toMatchObject({ support: 'attested', title: 'Change "Rom 3" to "Room 3"' });
  });

  test('no label where most others have one that is not made of their name', () =>
    checkListing(
      'sh:path ex:label ; sh:minCount 1',
      'ex:bit a ex:Room ; ex:label "bit" . ex:bar a ex:Room ; ex:label "bar" . ex:metre a ex:Room ; ex:label "m" . ex:gram a ex:Room ; ex:label "g" . ex:lumen a ex:Room .',
      ['placeholder: Add "" as ex:label of ex:lumen (to be filled in) [needs input]'],
    ));

  test('the type that most have that are named alike', async () => {
    const found = async (...types: readonly string[]) => {
      const others = types.map((type, i) => `ex:fan_${i + 2} a ex:${type} .`).join(' ');
      const { repairs } = await suggestionsFor(
        roomFixture(
          'sh:path ex:part ; sh:class ex:Fan',
          `ex:SupplyFan rdfs:subClassOf ex:Fan . ex:ExhaustFan rdfs:subClassOf ex:Fan . ex:room_1 a ex:Room ; ex:part ex:fan_1 . ex:fan_1 ex:unit ex:W . ${others}`,
        ),
      );
      return `${repairs[0]?.certainty}: ${repairs[0]?.repair.title}`;
    };
    const supply = 'Add type ex:SupplyFan to ex:fan_1';
    expect(await found('ExhaustFan', 'SupplyFan', 'SupplyFan')).toBe(`possible: ${supply}`);
    expect(await found('SupplyFan', 'SupplyFan', 'SupplyFan')).toBe(`certain: ${supply}`);
  });

  test('the type of what is named alike, for a node without any', async () => {
    const { repairs } = await suggestionsFor(
      roomFixture(
        'sh:path ex:point ; sh:class ex:Sensor',
        'ex:room_1 a ex:Room ; ex:point ex:room_1_temp . ex:room_1_temp a ex:Temperature . ex:Temperature rdfs:subClassOf ex:Sensor . ex:room_2 a ex:Room ; ex:point ex:room_2_temp . ex:room_2_temp ex:unit ex:C .',
      ),
    );
    expect(repairs[0]?.repair).toMatchObject({
      support: 'plausible',
      title: 'Add type ex:Temperature to ex:room_2_temp',
      evidence: 'ex:room_1_temp is a ex:Temperature',
    });
  });
});
