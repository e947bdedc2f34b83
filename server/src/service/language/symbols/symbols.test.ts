import { describe, expect, test } from 'vitest';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { block, parseFixture } from '../../../testing/fixture.ts';
import { type DocumentSymbolInfo, documentSymbols } from './documentSymbols.ts';
import { workspaceSymbols } from './workspaceSymbols.ts';

test('an outline has prefixes, subjects with labels and types, and the property shapes of shapes', () =>
  expect(
    outline(block`
      @prefix ex: <http://example.org/> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      @prefix owl: <http://www.w3.org/2002/07/owl#> .
      ex:Person a owl:Class ; rdfs:label "Person"@de , "person"@en .
      ex:knows a owl:ObjectProperty .
      ex:S a sh:NodeShape ; sh:property [ sh:path ex:knows ; sh:name "knows" ; sh:node [ sh:property [ ] ] ;
        sh:property [ sh:path ( ex:knows
          ex:name ) ] ] .
      ex:alice a ex:Person , ex:Author ; rdfs:label "Alice" .
      [ ex:p 1 ] .
    `),
  ).toBe(block`
    prefix ex: http://example.org/
    prefix sh: http://www.w3.org/ns/shacl#
    prefix rdfs: http://www.w3.org/2000/01/rdf-schema#
    prefix owl: http://www.w3.org/2002/07/owl#
    class ex:Person Person · owl:Class
    property ex:knows owl:ObjectProperty
    shape ex:S sh:NodeShape
      property ex:knows knows
        property ( ex:knows ex:name )
    individual ex:alice Alice · ex:Person, ex:Author
    individual [ ]
  `));

describe('symbols of a workspace', () => {
  const documents = [
    'ex:RoomSensor rdfs:label "A sensor of rooms" . ex:Room a owl:Class .',
    'ex:BigRoom ex:p ex:room . ex:r_o_o_m ex:p 1 .',
  ].map((text, i) => new TurtleDocument(`file:///${i}.ttl`, 1, parseFixture(text).files[0]!.text));
  const named = (query: string) => workspaceSymbols(documents, query, 'en').map(({ name }) => name);

  test('match by their start, then by words, by parts, and by characters in order', () =>
    expect(named('room')).toEqual([
      'ex:Room',
      'ex:RoomSensor A sensor of rooms',
      'ex:BigRoom',
      'ex:r_o_o_m',
    ]));
  test('match all words of the query', () =>
    expect(named('ROOM sens')).toEqual(['ex:RoomSensor A sensor of rooms']));
  test('are all without a query', () => expect(named('')).toHaveLength(4));
  test('are none for other characters', () => expect(named('xyz')).toEqual([]));
});

function outline(text: string): string {
  const lines = (symbols: readonly DocumentSymbolInfo[], indent: string): string =>
    symbols
      .map(({ name, detail, kind, children }) => {
        const words = [kind, name, detail].filter(Boolean).join(' ');
        return `${indent}${words}\n${lines(children, `${indent}  `)}`;
      })
      .join('');
  const symbols = documentSymbols(new TurtleDocument('file:///data.ttl', 1, text), 'de-AT');
  return lines(
    symbols.map(({ symbol }) => symbol),
    '',
  );
}
