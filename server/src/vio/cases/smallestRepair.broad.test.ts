import { describe, expect, test } from 'vitest';
import type { Triple } from '../../rdf/terms.ts';
import { changeSize } from '../../repair/drafts/change.ts';
import { graphOf, print } from '../../testing/shaclCheck.ts';
import { vioProblem } from '../../testing/vios.ts';
import { checkSmallestRepairs } from './checkSmallestRepairs.testing.ts';
import { introducedBy } from './goldenChanges.testing.ts';
import { smallestRepair } from './smallestRepair.ts';

/** What is known about the smallest repair after a change of data. */
async function smallest(
  shapes: string,
  data: string,
  { remove = '', add = '' }: { readonly remove?: string; readonly add?: string },
): Promise<string> {
  const problem = await vioProblem(shapes, data);
  const change = { removed: [...graphOf(remove).triples()], added: [...graphOf(add).triples()] };
  const results = await introducedBy(problem, change);
  const { repair, isProven, isRetargeting } = await smallestRepair(problem, change, results);
  const lines = [
    ...repair.removed.map((triple) => `- ${printTriple(triple)}`),
    ...repair.added.map((triple) => `+ ${printTriple(triple)}`),
  ];
  const notes = [
    ...(isProven ? [] : ['perhaps not']),
    ...(isRetargeting ? ['as by leaving the target'] : []),
  ];
  return [`${changeSize(repair)} of ${changeSize(change)}`, ...lines, ...notes].join('; ');
}

function printTriple({ subject, predicate, object }: Triple): string {
  return [subject, predicate, object].map(print).join(' ');
}

const required = 'sh:property [ sh:path ex:p ; sh:datatype xsd:integer ; sh:minCount 1 ]';
const exchanged = { remove: 'ex:a ex:p 1 .', add: 'ex:a ex:p "x" .' };

describe('the smallest repair', () => {
  test.each<[string, string, string, Parameters<typeof smallest>[2], string]>([
    [
      'puts back a value that must be there',
      `ex:S a sh:NodeShape ; sh:targetNode ex:a ; ${required} .`,
      'ex:a ex:p 1 .',
      exchanged,
      '2 of 2; - ex:a ex:p "x"; + ex:a ex:p "1"',
    ],
    [
      'drops a value that need not be there',
      'ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:datatype xsd:integer ] .',
      'ex:a ex:p 1 .',
      exchanged,
      '1 of 2; - ex:a ex:p "x"',
    ],
    [
      'takes the node out of the target',
      `ex:S a sh:NodeShape ; sh:targetClass ex:C ; ${required} .`,
      'ex:a a ex:C ; ex:p 1 .',
      exchanged,
      '1 of 2; - ex:a rdf:type ex:C; as by leaving the target',
    ],
    [
      'does not where others need the node to be what it is',
      `ex:S a sh:NodeShape ; sh:targetClass ex:C ; ${required} .
ex:T a sh:NodeShape ; sh:targetNode ex:b ; sh:property [ sh:path ex:q ; sh:class ex:C ; sh:minCount 1 ] .`,
      'ex:a a ex:C ; ex:p 1 . ex:b ex:q ex:a .',
      exchanged,
      '2 of 2; - ex:a ex:p "x"; + ex:a ex:p "1"',
    ],
    [
      'states one of the types that went',
      'ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:class ex:C .',
      'ex:a a ex:C, ex:D . ex:D rdfs:subClassOf ex:C .',
      { remove: 'ex:a a ex:C, ex:D .' },
      '1 of 2; + ex:a rdf:type ex:C',
    ],
    [
      'takes a triple for each node that lacks one',
      `ex:S a sh:NodeShape ; sh:targetNode ex:a, ex:b ; ${required} .`,
      'ex:a ex:p 1 . ex:b ex:p 1 .',
      { remove: 'ex:a ex:p 1 . ex:b ex:p 1 .' },
      '2 of 2; + ex:a ex:p "1"; + ex:b ex:p "1"',
    ],
    [
      'is found in what repairs would propose',
      'ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:minCount 1 ; sh:class ex:C ] .',
      'ex:a ex:p ex:v . ex:v a ex:C . ex:w a ex:C .',
      { remove: 'ex:a ex:p ex:v . ex:v a ex:C .' },
      '1 of 2; + ex:a ex:p ex:w',
    ],
    [
      'may be smaller than what was found, where a value may be made to count in many ways',
      `ex:S a sh:NodeShape ; sh:targetNode ex:a, ex:b ; sh:property [ sh:path ex:p ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:C ] ] .`,
      'ex:a ex:p ex:v . ex:v a ex:C . ex:b ex:p ex:w . ex:w a ex:C .',
      { remove: 'ex:v a ex:C . ex:w a ex:C .' },
      '2 of 2; + ex:v rdf:type ex:C; + ex:w rdf:type ex:C; perhaps not',
    ],
  ])('%s', async (_, shapes, data, change, expected) => {
    expect(await smallest(shapes, data, change)).toBe(expected);
  });
});

/** The long test runs many more cases. */
test('no single triple repairs what is said to take more', async () => {
  const { larger } = await checkSmallestRepairs({ numRuns: 6, seed: 6 });
  expect(larger).toBeGreaterThan(0);
});
