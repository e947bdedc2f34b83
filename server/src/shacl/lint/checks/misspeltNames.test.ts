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
