import { expect, test } from 'vitest';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { termPrinter } from '../../../service/ide/termPrinter.ts';
import { nodeAt, nodeName } from './nodes.ts';

const text = `@prefix ex: <http://example.org/> .

ex:anne a ex:Person ; ex:knows ex:bob , [ ex:name "Cleo" ] ; ex:age 42 .
# nobody
ex:bob ex:knows ex:anne .
`;
const document = new TurtleDocument('file:///data.ttl', 1, text);

test.each([
  ['ex:anne a', 0, 'ex:anne'],
  ['ex:bob ,', 1, 'ex:bob'],
  ['ex:knows ex:bob', 2, 'ex:anne'],
  ['ex:Person', 4, 'ex:anne'],
  ['42', 1, 'ex:anne'],
  ['; ex:age', 0, 'ex:anne'],
  [' .\n# nobody', 1, 'ex:anne'],
  ['"Cleo"', 2, 'ex:anne'],
  ['[ ex:name', 0, '[ … ]'],
  ['# nobody', 3, undefined],
  ['@prefix', 2, undefined],
])('at %j + %i is the node %s', (words, into, expected) => {
  const node = nodeAt(document, text.indexOf(words) + into, document.graph);
  expect(node && nodeName(node, document.graph, termPrinter([document.prefixes]))).toBe(expected);
});
