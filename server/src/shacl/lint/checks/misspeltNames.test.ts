import { expect, test } from 'vitest';
import { loadVocabulariesFor } from '../../../rdf/completeVocabularies.ts';
import { provideVocabularies } from '../../../rdf/publishedVocabularies.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { termPrinter } from '../../../service/ide/termPrinter.ts';
import { readShapes } from '../../shapesGraph/readShapes.ts';
import { lintShapes } from '../lintShapes.ts';

const vann = 'http://purl.org/vocab/vann/';
const prefixes = `@prefix vann: <${vann}> . @prefix sh: <http://www.w3.org/ns/shacl#> . @prefix ex: <http://example.org/> .`;

async function mistakes(path: string, more = ''): Promise<readonly string[]> {
  const names = new Set(['preferredNamespacePrefix', 'example', 'changes', 'Unit']);
  provideVocabularies(async () => (namespace) => (namespace === vann ? names : undefined));
  const text = `${prefixes} ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ${path} ; sh:minCount 1 ] . ${more}`;
  const document = new TurtleDocument('file:///shapes.ttl', 1, text);
  await loadVocabulariesFor(document.prefixes);
  const shapes = readShapes(document.graph, termPrinter([document.prefixes]));
  return lintShapes(document, shapes).map(
    ({ severity, message, remedies }) => `${severity}: ${message} ${remedies[0]?.title}`,
  );
}

test('a slip in a name of a vocabulary that is loaded when it is used', async () => {
  expect(await mistakes('vann:exmaple')).toEqual([
    'warning: The vocabulary of vann: has no term vann:exmaple. Did you mean vann:example? Change to vann:example',
  ]);
});

test('not another word, not a name that a linked file describes, not a class of that name', async () => {
  expect(await mistakes('vann:changed2')).toEqual([]);
  expect(await mistakes('vann:exmaple', 'vann:exmaple a ex:Property .')).toEqual([]);
  expect(await mistakes('vann:unit')).toEqual([]);
});

test('a name that only one other vocabulary of the file has, unless a linked file describes it', async () => {
  const skos = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .';
  expect(await mistakes('vann:prefLabel', skos)).toEqual([
    'warning: The vocabulary of vann: has no term vann:prefLabel. Did you mean skos:prefLabel? Change to <http://www.w3.org/2004/02/skos/core#prefLabel>',
  ]);
  expect(await mistakes('vann:prefLabel', `${skos} vann:prefLabel a ex:Property .`)).toEqual([]);
  const dublinCore =
    '@prefix dc: <http://purl.org/dc/elements/1.1/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .';
  expect(await mistakes('vann:title', dublinCore)).toHaveLength(1);
  expect(await mistakes('vann:Literal', `${dublinCore} ${skos}`)).toHaveLength(1);
  expect(
    await mistakes(
      'vann:Class',
      '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .',
    ),
  ).toEqual([]);
});

test('a name of SHACL with a whole word of its own is no slip, one with letters exchanged is', async () => {
  const constraint = (type: string) => `ex:S sh:js [ a sh:${type} ; sh:jsFunctionName "f" ] .`;
  expect(await mistakes('ex:p', constraint('PyConstraint'))).toContain(
    'warning: SHACL has no term sh:PyConstraint, so it says nothing here. undefined',
  );
  expect(await mistakes('ex:p', constraint('SJConstraint'))).toContain(
    'error: SHACL has no term sh:SJConstraint. Did you mean sh:JSConstraint? Change to sh:JSConstraint',
  );
});

test('a parameter that another file describes may have its path there', async () => {
  const component = (more: string) => `ex:C a sh:ConstraintComponent ; sh:parameter ex:limit . ${more}`;
  expect(await mistakes('ex:p', component(''))).toEqual([]);
  expect(await mistakes('ex:p', component('ex:limit sh:optional true .'))).toEqual([
    'error: A value of sh:parameter has a sh:path, which ex:limit lacks, so no shape can use the parameter. undefined',
  ]);
});
