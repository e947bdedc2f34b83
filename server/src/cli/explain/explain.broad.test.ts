import { expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { allExplained } from './explain.ts';

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
      - a reference to the node with its name misspelt, where a reference is missing
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
  const { out } = await explain(name);
  expect(out.split(' ')[0]).toBe(component);
});

test.each([
  ['sh:class', ['sh:class', 'sh:class ( … )'], 'shacl/#Class'],
  ['sh:datatype', ['sh:datatype', 'sh:datatype ( … )'], 'shacl/#Datatype'],
  ['sh:closed', ['sh:closed', 'sh:closed sh:ByTypes'], 'shacl/#Closed'],
  ['sh:nodeByExpression', ['sh:nodeByExpression'], 'shacl12-node-expr/#NodeByExpression'],
  ['sh:expression', ['sh:expression'], 'shacl12-node-expr/#Expression'],
  ['ExpressionConstraintComponent', ['sh:expression'], 'shacl12-node-expr/#Expression'],
])('%s is explained with the forms that it has in SHACL 1.2', async (name, titles, definition) => {
  const { out } = await explain(name);
  expect(out.match(/^sh:.+(?= \(sh:\w+ConstraintComponent\)$)/gm)).toEqual(titles);
  expect(out).toContain(`https://www.w3.org/TR/${definition}ConstraintComponent\n`);
  expect(out).toContain('It is part of a draft of SHACL 1.2, which may change.\n');
});

test('all components are listed, and each is explained', async () => {
  const { out } = await explain('');
  for (const { title, parameter } of allExplained) {
    expect(out).toContain(`  ${title} `);
    expect((await explain(terms.value(parameter))).out).toMatch(
      /\nRepairs\n {2}- .+\n(?:.*\n)*.*https:\/\/www\.w3\.org\/TR\/shacl(?:12-core|12-node-expr)?\/#\w+\n$/,
    );
  }
});

test.each([
  ['sh:minCont', 'Did you mean sh:minCount?'],
  ['patern', 'Did you mean sh:pattern?'],
  ['sh:expresion', 'Did you mean sh:expression?'],
  ['something', "'shacl-repair explain' lists all."],
])('an unknown name: %s', async (name, hint) => {
  const { code, err } = await explain(name);
  expect(code).toBe(2);
  expect(err).toContain(hint);
});
