import { expect, test } from 'vitest';
import { changesBy } from '../mistakes.testing.ts';

test('misspelt class: at types only, with names that nothing else has', async () => {
  const changes = await changesBy('misspeltClass', 'ex:a a ex:Pump ; ex:feeds ex:Tank . ex:t a ex:Tank .');
  expect(changes).toContain('+ ex:a a ex:Pupm, - ex:a a ex:Pump');
  expect(changes).toContain('+ ex:a a ex:pump, - ex:a a ex:Pump');
  expect(changes.every((each) => / a ex:(Pump|Tank)$/.test(each))).toBe(true);
});

test('misspelt property: at all statements but types; short names are left alone', async () => {
  const changes = await changesBy('misspeltProperty', 'ex:a a ex:Pump ; ex:feeds ex:b ; ex:p ex:b .');
  expect(changes).toContain('+ ex:a ex:feesd ex:b, - ex:a ex:feeds ex:b');
  expect(changes.every((each) => each.endsWith('- ex:a ex:feeds ex:b'))).toBe(true);
});

test('misspelt value: nodes, and literals that the shapes list', async () => {
  const shapes =
    'ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:state ; sh:in ( "open" "shut" ) ] .';
  const changes = await changesBy('misspeltValue', 'ex:a a ex:Valve ; ex:state "open" ; ex:note "free" .', {
    shapes,
  });
  expect(changes).toContain('+ ex:a ex:state "opne", - ex:a ex:state "open"');
  expect(changes.every((each) => each.endsWith('- ex:a ex:state "open"'))).toBe(true);
});

test('literal for IRI: the IRI, its name, or its label as text', async () => {
  const data = 'ex:a a ex:Pump ; ex:feeds ex:Tank1 ; ex:note "x" . ex:Tank1 rdfs:label "big tank"@en .';
  expect(await changesBy('literalForIri', data)).toEqual([
    '+ ex:a ex:feeds "Tank1", - ex:a ex:feeds ex:Tank1',
    '+ ex:a ex:feeds "big tank", - ex:a ex:feeds ex:Tank1',
    '+ ex:a ex:feeds "http://example.org/ns#Tank1", - ex:a ex:feeds ex:Tank1',
  ]);
});

test('missing type: each type, alone', async () => {
  expect(await changesBy('missingType', 'ex:a a ex:Pump, ex:Device ; ex:feeds ex:b .')).toEqual([
    '- ex:a a ex:Device',
    '- ex:a a ex:Pump',
  ]);
});
