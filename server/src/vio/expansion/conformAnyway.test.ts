import { expect, test } from 'vitest';
import { changeLines, generated, vioProblem } from '../../testing/vios.ts';

const ns = 'http://example.org/ns#';
const line = (subject: string, type: string) =>
  `+ <${ns}${subject}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${ns}${type}> .`;

/** The changes derived from a graph in which rooms and points are separate classes. */
async function changes(shape: string): Promise<readonly (readonly string[])[]> {
  const data = `ex:room a ex:Room . ex:hall a ex:Room . ex:sensor a ex:Point .
    ex:Room rdfs:subClassOf ex:Thing . ex:Point rdfs:subClassOf ex:Thing .`;
  const { cases } = await generated(await vioProblem(`ex:S sh:targetNode ex:room ; ${shape}`, data));
  return cases.map(changeLines);
}

test('a node is made what sh:not forbids, whatever it is', async () =>
  expect(await changes('sh:not [ sh:class ex:Point ] .')).toEqual([[line('room', 'Point')]]));

test('it gets all classes that the forbidden shape asks for, and what else it does', async () => {
  const shape = `sh:not [ sh:class ex:Point ; sh:node [ sh:class ex:Part ; sh:property [ sh:path ex:floor ; sh:hasValue 3 ] ] ] .`;
  expect(await changes(shape)).toEqual([
    [
      `+ <${ns}room> <${ns}floor> "3"^^<http://www.w3.org/2001/XMLSchema#integer> .`,
      line('room', 'Part'),
      line('room', 'Point'),
    ],
  ]);
});
