import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryTurtle } from '../../../rdf/turtle/arbitraryTurtle.testing.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { annotate } from '../../../testing/check.ts';
import { block, parseFixture } from '../../../testing/fixture.ts';
import { runs } from '../../../testing/runs.ts';
import { semanticTokens } from './semanticTokens.ts';

test('names are prefixes, classes, properties, individuals and datatypes', () =>
  check(block`
    ex:alice a ex:Person ; ex:age "1"^^xsd:int .
    #^ namespace
    #  ^^^^^ variable
    #          ^^ namespace
    #             ^^^^^^ class
    #                      ^^ namespace
    #                         ^^^ property
    #                                  ^^^ namespace
    #                                      ^^^ type
    ex:knows a rdf:Property ; ex:p <http://example.org/b> .
    #^ namespace
    #  ^^^^^ property
    #          ^^^ namespace
    #              ^^^^^^^^ class
    #                         ^^ namespace
    #                            ^ property
    #                              ^^^^^^^^^^^^^^^^^^^^^^ variable
  `));

test('terms of SHACL are keywords, and the terms that they take are told apart', () =>
  check(block`
    ex:S sh:targetClass ex:T ; sh:path ex:p .
    #^ namespace
    #  ^ variable
    #    ^^ namespace
    #       ^^^^^^^^^^^ keyword
    #                   ^^ namespace
    #                      ^ class
    #                          ^^ namespace
    #                             ^^^^ keyword
    #                                  ^^ namespace
    #                                     ^ property
  `));

test('the objects after a bracket are those of its predicate', () =>
  check(block`
    <a> rdfs:range [ rdfs:label "x" ] , <b> .
    #^^ variable
    #   ^^^^ namespace
    #        ^^^^^ property
    #                ^^^^ namespace
    #                     ^^^^^ property
    #                                   ^^^ class
  `));

test('query literals have words, variables and names', () =>
  check(block`
    [] sh:ask "ASK { $this ex:p ?o }" ; ex:p 1 .
    #  ^^ namespace
    #     ^^^ keyword
    #          ^^^ keyword
    #                ^^^^^ parameter
    #                      ^^ namespace
    #                         ^ property
    #                           ^^ parameter
    #                                   ^^ namespace
    #                                      ^ property
  `));

describe('the tokens of any document', () => {
  const tokensIn = (text: string) => {
    const document = new TurtleDocument('file:///data.ttl', 1, text);
    return { document, all: semanticTokens(document) };
  };
  const anyTurtle = arbitraryTurtle({ layout: 'free', isRdf12: true });

  test('follow each other, each in one line', () =>
    fc.assert(
      fc.property(anyTurtle, ({ text }) => {
        let end = 0;
        for (const token of tokensIn(text).all) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          expect(text.slice(token.start, token.end)).not.toMatch(/[\r\n]|^$/);
          end = token.end;
        }
      }),
      { numRuns: runs(200) },
    ));

  test('are in a range those that share a character with it', () =>
    fc.assert(
      fc.property(anyTurtle, fc.nat(), fc.nat(200), ({ text }, at, length) => {
        const { document, all } = tokensIn(text);
        const start = at % (text.length + 1);
        const range = { start, end: start + length };
        const isIn = (token: { start: number; end: number }) =>
          token.start < range.end && token.end > range.start;
        expect(semanticTokens(document, range).filter(isIn)).toEqual(all.filter(isIn));
      }),
      { numRuns: runs(200) },
    ));
});

/** Checks that the tokens of the fixture's own statements are the labelled ones. */
function check(text: string): void {
  const file = parseFixture(text).files[0]!;
  const tokens = semanticTokens(new TurtleDocument(file.uri, 1, file.text));
  const shown = tokens.map(({ start, end, kind }) => ({ range: { start, end }, text: kind }));
  expect(annotate(file.text, shown)).toBe(annotate(file.text, file.labels));
}
