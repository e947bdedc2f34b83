import { expect, test } from 'vitest';
import { readUnit } from '../../../testing/checkRepair.ts';
import { block } from '../../../testing/fixture.ts';
import { type AskedSample, sampleFor, sampleText } from './checkSample.testing.ts';

async function sample(asked: AskedSample, data: string, shapes: string): Promise<string> {
  return sampleText(
    await sampleFor(
      asked,
      readUnit(block`
        #- /data.ttl
        ${data}
        #- /shapes.ttl
        ${shapes}
      `),
    ),
  );
}

test('individuals get what shapes ask for, at the end of the file, in its layout', async () =>
  expect(
    await sample(
      { class: 'ex:Room', count: 2 },
      `ex:hall a ex:Room ;
    ex:name "Hall" ;
    ex:area 6.5 . # keep me

ex:site a ex:Site .
# the end`,
      `ex:S a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:string ] ,
    [ sh:path ex:area ; sh:minCount 1 ; sh:datatype xsd:decimal ; sh:minInclusive 5.0 ; sh:maxInclusive 9.0 ] .`,
    ),
  ).toMatchInlineSnapshot(`
    "ex:hall a ex:Room ;
        ex:name "Hall" ;
        ex:area 6.5 . # keep me

    ex:site a ex:Site .
    # the end

    ex:Room_1 a ex:Room ;
        ex:name "Room 1" ;
        ex:area 7.4 .

    ex:Room_2 a ex:Room ;
        ex:name "Room 2" ;
        ex:area 8.3 ."
  `));

test('references go to what is there already', async () =>
  expect(
    await sample(
      { class: 'ex:Room', count: 3 },
      `ex:north a ex:Wing . ex:south a ex:Wing .`,
      `ex:S a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:isPartOf ; sh:minCount 1 ; sh:maxCount 1 ; sh:class ex:Wing ] .`,
    ),
  ).toMatchInlineSnapshot(`
    "ex:north a ex:Wing . ex:south a ex:Wing .
    ex:Room_1 a ex:Room ;
      ex:isPartOf ex:south .
    ex:Room_2 a ex:Room ;
      ex:isPartOf ex:south .
    ex:Room_3 a ex:Room ;
      ex:isPartOf ex:north ."
  `));

test('nodes that are needed are made, and conform to their own shapes', async () =>
  expect(
    await sample(
      { class: 'ex:Person', count: 1 },
      `ex:site a ex:Site .`,
      `ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:address ; sh:minCount 1 ; sh:class ex:Address ] ,
    [ sh:path ex:phone ; sh:minCount 1 ; sh:nodeKind sh:BlankNode ;
      sh:node [ sh:property [ sh:path ex:number ; sh:minCount 1 ; sh:pattern "^\\\\+[0-9]{4}$" ] ] ] .
ex:A a sh:NodeShape ; sh:targetClass ex:Address ;
  sh:property [ sh:path ex:city ; sh:minCount 1 ; sh:datatype xsd:string ; sh:minLength 2 ] .`,
    ),
  ).toMatchInlineSnapshot(`
    "ex:site a ex:Site .

    ex:Person_1 a ex:Person ;
      ex:address ex:Address_1 ;
      ex:phone [ ex:number "+8112" ] .

    ex:Address_1 a ex:Address ;
      ex:city "city 1" ."
  `));

test('cardinalities, members, orders and exclusive limits are kept to', async () =>
  expect(
    await sample(
      { class: 'ex:Task', count: 3 },
      `ex:site a ex:Site .`,
      `ex:S a sh:NodeShape ; sh:targetClass ex:Task ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
  sh:property [ sh:path ex:state ; sh:minCount 1 ; sh:in ( "open" "done" "late" ) ] ,
    [ sh:path ex:start ; sh:minCount 1 ; sh:datatype xsd:date ; sh:lessThan ex:end ] ,
    [ sh:path ex:end ; sh:minCount 1 ; sh:datatype xsd:date ] ,
    [ sh:path ex:tag ; sh:minCount 2 ; sh:maxCount 2 ; sh:datatype xsd:string ] ,
    [ sh:path ex:share ; sh:minCount 1 ; sh:datatype xsd:decimal ; sh:minExclusive 0.0 ; sh:maxExclusive 1.0 ] .`,
    ),
  ).toMatchInlineSnapshot(`
    "ex:site a ex:Site .

    ex:Task_1 a ex:Task ;
      ex:state "done" ;
      ex:start "2000-01-01"^^xsd:date ;
      ex:end "2023-11-17"^^xsd:date ;
      ex:tag "tag 1", "tag 1b" ;
      ex:share 0.3 .

    ex:Task_2 a ex:Task ;
      ex:state "late" ;
      ex:start "2000-01-01"^^xsd:date ;
      ex:end "2024-06-11"^^xsd:date ;
      ex:tag "tag 2", "tag 2b" ;
      ex:share 0.1 .

    ex:Task_3 a ex:Task ;
      ex:state "done" ;
      ex:start "2000-01-01"^^xsd:date ;
      ex:end "2020-09-26"^^xsd:date ;
      ex:tag "tag 3", "tag 3b" ;
      ex:share 0.6 ."
  `));

test('one of several ways is enough', async () =>
  expect(
    await sample(
      { class: 'ex:Person', count: 1 },
      `ex:site a ex:Site .`,
      `ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:or ( [ sh:property [ sh:path ex:email ; sh:minCount 1 ] ] [ sh:property [ sh:path ex:phone ; sh:minCount 1 ] ] ) ;
  sh:not [ sh:property [ sh:path ex:phone ; sh:minCount 1 ] ] .`,
    ),
  ).toMatchInlineSnapshot(`
    "ex:site a ex:Site .

    ex:Person_1 a ex:Person ;
      ex:email "email 1" ."
  `));

test('what shapes describe is said as well where that is asked for', async () =>
  expect(
    await sample(
      { class: 'ex:Room', includes: 'described' },
      `ex:north a ex:Wing .`,
      `ex:S a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path rdfs:label ; sh:datatype rdf:langString ; sh:uniqueLang true ] ,
    [ sh:path ex:isPartOf ; sh:class ex:Wing ] , [ sh:path ex:servedBy ; sh:class ex:Pump ] ,
    [ sh:path ex:opened ; sh:datatype xsd:dateTime ] , [ sh:path ex:old ; sh:maxCount 0 ] .`,
    ),
  ).toMatchInlineSnapshot(`
    "ex:north a ex:Wing .

    ex:Room_1 a ex:Room ;
      rdfs:label "Room 1"@en ;
      ex:isPartOf ex:north ;
      ex:opened "2024-03-07T09:00:00Z"^^xsd:dateTime ."
  `));

test('what cannot be met is said, and nothing is offered', async () =>
  expect(
    await sample(
      { class: 'ex:Room' },
      `ex:site a ex:Site .`,
      `ex:S a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:code ; sh:minCount 1 ; sh:pattern "^(?=a)b" ] .`,
    ),
  ).toMatchInlineSnapshot(
    `"Room_1 has no value of code, but needs at least 1. No value was found for sh:pattern "^(?=a)b""`,
  ));

test('what would break something that is there already is not offered', async () =>
  expect(
    await sample(
      { class: 'ex:Room' },
      `ex:site a ex:Site ; ex:kind "small" .`,
      `ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:isPartOf ; sh:hasValue ex:site ] .
ex:T a sh:NodeShape ; sh:targetClass ex:Site ; sh:property [ sh:path [ sh:inversePath ex:isPartOf ] ; sh:maxCount 0 ] .`,
    ),
  ).toMatchInlineSnapshot(`"site has 1 value of inverse isPartOf, but none is allowed"`));

test('the same file and class give the same individuals', async () => {
  const again = () =>
    sample(
      { class: 'ex:Room', count: 3 },
      `ex:north a ex:Wing . ex:south a ex:Wing . ex:east a ex:Wing .`,
      `ex:S a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:isPartOf ; sh:minCount 1 ; sh:class ex:Wing ] ,
    [ sh:path ex:size ; sh:minCount 1 ; sh:datatype xsd:integer ] .`,
    );
  expect(await again()).toBe(await again());
});

test('a shape that no class leads to gets nodes that conform to it', async () => {
  const shapes = `
    ex:AddressShape a sh:NodeShape ; sh:targetObjectsOf ex:address ; sh:nodeKind sh:IRI ;
      sh:or ( [ sh:property ex:Zip ] [ sh:class ex:Place ] ) ;
      sh:property [ sh:path ex:town ; sh:minCount 1 ; sh:datatype xsd:string ; sh:pattern "^[A-Z]{3}$" ] .
    ex:Zip sh:path ex:zip ; sh:minCount 1 ; sh:datatype xsd:integer ; sh:minInclusive 10 ; sh:maxInclusive 99 .
    ex:Any a sh:NodeShape ; sh:property [ sh:path ex:town ; sh:maxCount 1 ] .
    ex:None a sh:NodeShape ; sh:property [ sh:path ex:town ; sh:in () ; sh:minCount 1 ] .
  `;
  const data = 'ex:a ex:town "ABC" .';
  expect(await sample({ shape: 'ex:AddressShape', count: 2 }, data, shapes)).toMatchInlineSnapshot(`
    "ex:a ex:town "ABC" .

    ex:Address_1 ex:town "AAA" ;
      ex:zip 12 .

    ex:Address_2 ex:town "AAA" ;
      ex:zip 16 ."
  `);
  expect(await sample({ shape: 'ex:Any' }, data, shapes)).toMatchInlineSnapshot(
    `"A node without any statement conforms to ex:Any, so there is nothing to insert."`,
  );
  expect(await sample({ shape: 'ex:Any', includes: 'described' }, data, shapes)).toMatchInlineSnapshot(
    `"A node without any statement conforms to ex:Any, so there is nothing to insert."`,
  );
  expect(await sample({ shape: 'ex:None' }, data, shapes)).toMatchInlineSnapshot(
    `"None_1 has no value of town, but needs at least 1. No value was found for sh:in rdf:nil"`,
  );
});
