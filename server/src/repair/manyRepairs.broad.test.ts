import { expect, test } from 'vitest';
import { block, suppliedPrefixes } from '../testing/fixture.ts';
import { repairEverything } from '../testing/repairEverything.ts';
import { bestRepair } from './search/repairChoice.ts';

const choose = bestRepair({ acceptPlaceholders: false });

/** The data after all repairs that need no input, with how many there were; a second run must have nothing to do. */
async function repaired(data: string, shapes: string): Promise<string> {
  const unitOf = (text: string) => ({
    data: ['file:///data.ttl'],
    shapes: ['file:///shapes.ttl'],
    texts: new Map([
      ['file:///data.ttl', text],
      ['file:///shapes.ttl', suppliedPrefixes + shapes],
    ]),
  });
  const text = suppliedPrefixes + data;
  const fixed = await repairEverything(unitOf(text), choose);
  const after = fixed.texts.get('file:///data.ttl')?.text ?? text;
  const again = await repairEverything(unitOf(after), choose);
  expect(again.repaired).toEqual([]);
  expect(again.texts.size).toBe(0);
  return `${after.slice(suppliedPrefixes.length)}${fixed.repaired.length} repaired, ${fixed.left.length} left`;
}

const rooms = `
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ] ;
  sh:property [ sh:path ex:area ; sh:datatype xsd:decimal ] ;
  sh:property [ sh:path ex:state ; sh:in ( "open" "closed" ) ] ;
  sh:property [ sh:path ex:sensor ; sh:node ex:SensorShape ] .
ex:SensorShape a sh:NodeShape ; sh:property [ sh:path ex:value ; sh:datatype xsd:integer ] .
`;

const seats = `
ex:EmployeeShape a sh:NodeShape ; sh:targetClass ex:Employee ; sh:property [ sh:path ex:desk ; sh:class ex:Desk ] .
ex:DeskShape a sh:NodeShape ; sh:targetClass ex:Desk ;
  sh:property [ sh:path [ sh:inversePath ex:desk ] ; sh:maxCount 1 ] .
`;

test('each result on a node of its own', async () => {
  expect(
    await repaired(
      `ex:r1 a ex:Room ; ex:name "One" ; ex:area "12.5" . # measured
ex:r2 a ex:Room ; ex:name "Two" ; ex:state "Open" .
ex:r3 a ex:Room ; ex:name "Three" ; ex:sensor [ ex:value "7" ] .
`,
      rooms,
    ),
  ).toMatchInlineSnapshot(`
    "ex:r1 a ex:Room ; ex:name "One" ; ex:area 12.5 . # measured
    ex:r2 a ex:Room ; ex:name "Two" ; ex:state "open" .
    ex:r3 a ex:Room ; ex:name "Three" ; ex:sensor [ ex:value 7 ] .
    3 repaired, 0 left"
  `);
});

test('many results on one node, and each value keeps its comment', async () => {
  expect(
    await repaired(
      `ex:r1 a ex:Room ; ex:name "One" ; ex:area
  "1.5" , # the first
  " 2.5" , # the second
  "3.50 " , # the third
  4.5 .
`,
      rooms,
    ),
  ).toMatchInlineSnapshot(`
    "ex:r1 a ex:Room ; ex:name "One" ; ex:area
      1.5 , # the first
      2.5 , # the second
      3.50 , # the third
      4.5 .
    3 repaired, 0 left"
  `);
});

test('values that are meant to be the same become one', async () => {
  expect(
    await repaired(`ex:r1 a ex:Room ; ex:name "One" ; ex:state "Open", "OPEN", "open ", "closed" .\n`, rooms),
  ).toMatchInlineSnapshot(`
    "ex:r1 a ex:Room ; ex:name "One" ; ex:state "open", "closed" .
    3 repaired, 0 left"
  `);
});

test('of two that mean the same desk one gets it, and nobody else waits for them', async () => {
  expect(
    await repaired(
      `ex:Workplace_1001 a ex:Desk . ex:Workplace_1002 a ex:Desk . ex:Workplace_1003 a ex:Desk .
ex:Employee_1 a ex:Employee ; ex:desk ex:workplace_1001 .
ex:Employee_2 a ex:Employee ; ex:desk ex:WORKPLACE_1001 .
ex:Employee_3 a ex:Employee ; ex:desk ex:workplace_1003 .
`,
      seats,
    ),
  ).toMatchInlineSnapshot(`
    "ex:Workplace_1001 a ex:Desk . ex:Workplace_1002 a ex:Desk . ex:Workplace_1003 a ex:Desk .
    ex:WORKPLACE_1001 a ex:Desk .
    ex:Employee_1 a ex:Employee ; ex:desk ex:Workplace_1001 .
    ex:Employee_2 a ex:Employee ; ex:desk ex:WORKPLACE_1001 .
    ex:Employee_3 a ex:Employee ; ex:desk ex:Workplace_1003 .
    3 repaired, 0 left"
  `);
});

test('what needs input is left', async () => {
  expect(
    await repaired(
      `ex:r1 a ex:Room . ex:r2 a ex:Room ; ex:area "1.0" . ex:r3 a ex:Room .
`,
      rooms,
    ),
  ).toMatchInlineSnapshot(`
    "ex:r1 a ex:Room . ex:r2 a ex:Room ; ex:area 1.0 . ex:r3 a ex:Room .
    1 repaired, 3 left"
  `);
});

test('everything on one line', async () => {
  expect(
    await repaired(
      'ex:r1 a ex:Room ; ex:name "One" ; ex:area "12.5" . ex:r2 a ex:Room ; ex:name "Two" ; ex:state "Open" . ex:r3 a ex:Room ; ex:name "Three" ; ex:sensor [ ex:value "7" ] .\n',
      rooms,
    ),
  ).toMatchInlineSnapshot(`
    "ex:r1 a ex:Room ; ex:name "One" ; ex:area 12.5 . ex:r2 a ex:Room ; ex:name "Two" ; ex:state "open" . ex:r3 a ex:Room ; ex:name "Three" ; ex:sensor [ ex:value 7 ] .
    3 repaired, 0 left"
  `);
});

test('more values of one node than are compared with one another', async () => {
  const values = (value: (i: number) => string) =>
    Array.from({ length: 120 }, (_, i) => `  ${value(i)} , # value ${i}\n`).join('');
  const text = (value: (i: number) => string) =>
    block`
      ex:r1 a ex:Room ; ex:name "One" ; ex:area
      ${values(value)}  0.5 .
    `;
  expect(
    await repaired(
      text((i) => `" ${i}.25"`),
      rooms,
    ),
  ).toBe(`${text((i) => `${i}.25`)}120 repaired, 0 left`);
});

test('a repair that the text cannot say does not keep the others back', async () => {
  expect(
    await repaired(
      `ex:r1 a ex:Room ; ex:name "One" ; ex:area "12.5" .
ex:r2 a ex:Room ; ex:name "Two" ; ex:area "9.0" .
ex:r3 a ex:Room ; ex:name "Three" ; ex:area "7.5" ; ; ex:broken % .
ex:r4 a ex:Room ; ex:name "Four" ; ex:area "6.5" .
`,
      rooms,
    ),
  ).toMatchInlineSnapshot(`
    "ex:r1 a ex:Room ; ex:name "One" ; ex:area 12.5 .
    ex:r2 a ex:Room ; ex:name "Two" ; ex:area 9.0 .
    ex:r3 a ex:Room ; ex:name "Three" ; ex:area "7.5" ; ; ex:broken % .
    ex:r4 a ex:Room ; ex:name "Four" ; ex:area 6.5 .
    3 repaired, 1 left"
  `);
});
