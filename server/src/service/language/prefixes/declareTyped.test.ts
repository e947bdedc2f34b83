import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { declareTyped } from './organizePrefixes.ts';

/** The text after a colon was typed at `$0`. */
function typed(text: string): string {
  const document = new TurtleDocument('file:///data.ttl', 1, text.replace('$0', ''));
  return applyEdits(document.text, declareTyped(document, text.indexOf('$0')));
}

const ex = '@prefix ex: <http://example.org/> .\n';

test('a prefix that everyone uses is declared as soon as its colon is typed', () => {
  expect(typed(`${ex}\nex:a foaf:$0`)).toBe(
    `${ex}@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n\nex:a foaf:`,
  );
  expect(typed('<a> <b> "1"^^xsd:$0 .')).toContain('@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n');
});

test.each([
  ['that is declared', `${ex}ex:a ex:$0`],
  ['that only some use', `${ex}ex:a bibo:$0`],
  ['in a string', `${ex}ex:a ex:b "foaf:$0" .`],
  ['in a comment', `${ex}# foaf:$0`],
  ['in a declaration', '@prefix foaf:$0'],
  ['in an IRI', '<a> <b> <urn:foaf:$0'],
  ['that is part of a local name', `${ex}ex:a ex:foaf:$0`],
])('nothing is declared for a prefix %s', (_, text) => expect(typed(text)).toBe(text.replace('$0', '')));
