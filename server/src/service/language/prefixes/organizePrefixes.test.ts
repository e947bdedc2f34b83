import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { defaultFormatOptions } from '../../../rdf/turtle/formatting/formatOptions.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { block } from '../../../testing/fixture.ts';
import { organizePrefixes } from './organizePrefixes.ts';

function check(before: string, after: string): void {
  expect(organized(before)).toBe(after);
  expect(organized(after)).toBe(after);
}

function organized(text: string): string {
  const edit = organizePrefixes(new TurtleDocument('file:///data.ttl', 1, text), defaultFormatOptions);
  return edit ? applyEdits(text, [edit]) : text;
}

test('unused and repeated prefixes go, the others are sorted', () =>
  check(
    block`
      # Units
      @prefix unit: <http://qudt.org/vocab/unit/> .
      @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      @prefix ex: <http://example.org/> .
      @prefix unit: <http://qudt.org/vocab/unit/> .

      ex:a   ex:in unit:M .
    `,
    block`
      # Units
      @prefix ex: <http://example.org/> .
      @prefix unit: <http://qudt.org/vocab/unit/> .

      ex:a   ex:in unit:M .
    `,
  ));

test('what is used in queries, in statements with errors, as datatype only, or has a comment stays', () =>
  check(
    block`
      @prefix d: <urn:d:> .
      @prefix e: <urn:e:> .
      @prefix q: <urn:q:> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .
      @prefix z: <urn:z:> . # for later
      [] sh:select "SELECT * { ?s q:p 'x' }" ; sh:name "1"^^d:t .
      [] sh:name [ e:p 1 .
    `,
    block`
      @prefix d: <urn:d:> .
      @prefix e: <urn:e:> .
      @prefix q: <urn:q:> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .
      @prefix z: <urn:z:> . # for later
      [] sh:select "SELECT * { ?s q:p 'x' }" ; sh:name "1"^^d:t .
      [] sh:name [ e:p 1 .
    `,
  ));

test('a prefix that stands for several namespaces keeps its declarations in order', () =>
  check(
    block`
      @prefix e: <urn:f:> .
      e:a e:p 1 .
      @prefix e: <urn:e:> .
      e:a e:p 1 .
    `,
    block`
      @prefix e: <urn:f:> .
      e:a e:p 1 .
      @prefix e: <urn:e:> .
      e:a e:p 1 .
    `,
  ));
