import { expect, test } from 'vitest';
import { allComponents } from '../../shacl/components/index.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const explain = async (names: string) => runInMemory(`explain ${names}`, { files: '' });

test('a component with an example and its repairs', async () => {
  const { code, out } = await explain('sh:minCount');
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "sh:minCount (sh:MinCountConstraintComponent)
    There are at least N values.
    Only property shapes can have it.

    Parameters
      sh:minCount

    Violates
      data.ttl
        ex:AHU_1 a ex:AHU .
        ex:Supply_Air_Temp_1 a ex:Temperature_Sensor ; ex:isPointOf ex:AHU_1 .
      context.ttl
        ex:isPointOf owl:inverseOf ex:hasPoint .
      shapes.ttl
        ex:AhuShape a sh:NodeShape ; sh:targetClass ex:AHU ;
          sh:property [ sh:path ex:hasPoint ; sh:minCount 1 ; sh:class ex:Temperature_Sensor ] .
      ex:AHU_1 has no value of ex:hasPoint, but needs at least 1

    Conforms
      data.ttl
        ex:AHU_1 a ex:AHU ; ex:hasPoint ex:Supply_Air_Temp_1 .
        ex:Supply_Air_Temp_1 a ex:Temperature_Sensor ; ex:isPointOf ex:AHU_1 .

    Repairs
      - the value of a property that is misspelt, or of its equivalent in another vocabulary
      - a value that the graph implies, by an inverse property for example
      - the sh:hasValue, sh:defaultValue or member of sh:in that the shape names
      - what other values of the node derive, as with other nodes: a name from its parts, a title from a label
      - a value that the rest of the data supports
      - a placeholder of the right kind, or a new node with what its shape asks for
      Here: Add ex:Supply_Air_Temp_1 as ex:hasPoint of ex:AHU_1
        -ex:AHU_1 a ex:AHU .
        +ex:AHU_1 a ex:AHU ; ex:hasPoint ex:Supply_Air_Temp_1 .

    Specification
      https://www.w3.org/TR/shacl/#MinCountConstraintComponent
    "
  `);
});

test.each([
  ['minCount', 'sh:minCount'],
  ['MinCountConstraintComponent', 'sh:minCount'],
  ['sh:MinCountConstraintComponent', 'sh:minCount'],
  ['<http://www.w3.org/ns/shacl#minCount>', 'sh:minCount'],
  ['MINCOUNT', 'sh:minCount'],
  ['flags', 'sh:pattern'],
  ['sh:ignoredProperties', 'sh:closed'],
  ['qualifiedValueShape', 'sh:qualifiedMinCount'],
])('%s is a name of %s', async (name, component) => {
  const { out } = await explain(`'${name}'`);
  expect(out.split(' ')[0]).toBe(component);
});

test('all components are listed, and each is explained', async () => {
  const { out } = await explain('');
  for (const { kind } of allComponents) {
    expect(out).toContain(`sh:${kind} `);
    expect((await explain(`sh:${kind}`)).out).toMatch(
      /\nRepairs\n {2}- .+\n(?:.*\n)*.*https:\/\/www\.w3\.org\/TR\/shacl(?:12-core)?\/#\w+\n$/,
    );
  }
});

test.each([
  ['sh:minCont', 'Did you mean sh:minCount?'],
  ['patern', 'Did you mean sh:pattern?'],
  ['something', "'shacl-repair explain' lists all."],
])('an unknown name: %s', async (name, hint) => {
  const { code, err } = await explain(name);
  expect(code).toBe(2);
  expect(err).toContain(hint);
});
