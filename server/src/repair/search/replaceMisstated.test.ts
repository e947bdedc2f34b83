import { expect, test } from 'vitest';
import { roomFixture, suggestionsFor, textAfter } from '../../testing/checkRepair.ts';

/** The data after the first repair. */
async function repaired(property: string, data: string): Promise<string> {
  const [first] = (await suggestionsFor(roomFixture(property, data))).repairs;
  return first ? textAfter(first) : '';
}

const sensor = 'sh:path ex:hasPoint ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:Sensor ]';

test.for<readonly [name: string, property: string, before: string, after: string]>([
  [
    'a misspelt property with the value',
    sensor,
    'ex:r a ex:Room ; ex:haasPoint ex:s . ex:s a ex:Sensor .',
    'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Sensor .',
  ],
  [
    'the same property in a namespace that has none',
    sensor,
    'ex:r a ex:Room ; rdfs:hasPoint ex:s . ex:s a ex:Sensor .',
    'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Sensor .',
  ],
  [
    'a misspelt node',
    sensor,
    'ex:r a ex:Room ; ex:hasPoint ex:airsensr . ex:airsensor a ex:Sensor .',
    'ex:r a ex:Room ; ex:hasPoint ex:airsensor . ex:airsensor a ex:Sensor .',
  ],
  [
    'a misspelt type',
    sensor,
    'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Sensr . ex:t a ex:Sensor .',
    'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Sensor . ex:t a ex:Sensor .',
  ],
  [
    'a text that names the node',
    sensor,
    'ex:r a ex:Room ; ex:hasPoint "air sensor" . ex:s a ex:Sensor ; rdfs:label "Air sensor" .',
    'ex:r a ex:Room ; ex:hasPoint ex:s . ex:s a ex:Sensor ; rdfs:label "Air sensor" .',
  ],
])('takes the place of %s', async ([, property, before, after]) => {
  expect(await repaired(property, before)).toBe(after);
});

test.for<readonly [name: string, before: string]>([
  [
    'a property that a file describes',
    'ex:r a ex:Room ; ex:hasPoints ex:s . ex:s a ex:Sensor . ex:hasPoints rdfs:label "all" .',
  ],
  [
    'a property that more nodes have than the other',
    'ex:r a ex:Room ; ex:hasPoints ex:s . ex:s a ex:Sensor . ex:a ex:hasPoints ex:x . ex:b ex:hasPoints ex:x .',
  ],
  [
    'a node that is described',
    'ex:r a ex:Room ; ex:hasPoint ex:airsensr . ex:airsensor a ex:Sensor . ex:airsensr a ex:Meter .',
  ],
  ['a node with another number', 'ex:r a ex:Room ; ex:hasPoint ex:sensor1 . ex:sensor2 a ex:Sensor .'],
  ['an unlike text', 'ex:r a ex:Room ; ex:hasPoint "none yet" . ex:s a ex:Sensor .'],
])('leaves %s', async ([, before]) => {
  const statement = /ex:hasPoints? \S+/.exec(before)![0];
  expect(await repaired(sensor, before)).toContain(statement);
});
