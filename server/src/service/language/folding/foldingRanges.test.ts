import { expect, test } from 'vitest';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { block } from '../../../testing/fixture.ts';
import { foldedLines } from './foldingRanges.ts';

test('statements, brackets, collections and long strings fold', () =>
  expect(
    folded(block`
      <a> <p> 1 ;
        <q> [
          <r> "x" ;
        ] ,
        (
          1
          2
        ) ;
        <s> """one
          two""" .
      <b> <p> 1 .
    `),
  ).toEqual(['0-9', '1-2', '4-6', '8-9']));

test('of what starts in one line, the longest folds', () =>
  expect(
    folded(block`
      <a> <q> [
          <r> "x" ;
        ] ;
        <s> 1 .
    `),
  ).toEqual(['0-3']));

test('declarations fold as a block', () =>
  expect(
    folded(block`
      @prefix ex: <http://example.org/> .
      # Names of the second file.
      PREFIX exam: <http://example.org/>
      @base <http://example.org/> .
      <a> <p> 1 .
      @prefix f: <http://example.org/f> .
      @prefix g: <http://example.org/g> .
    `),
  ).toEqual(['0-3 imports', '5-6 imports']));

test('comments of several lines and marked regions fold', () =>
  expect(
    folded(block`
      # shapes: a.ttl
      # context: b.ttl
      <a> <p> 1 . # not this one
      # nor this one
      <b> <p> 1 .
      # region People
      # All of them.
      # And more.
      #region inner
      <c> <p> 1 .
      # endregion
      # endregion
      # endregion
    `),
  ).toEqual(['0-1 comment', '5-11 region', '6-7 comment', '8-10 region']));

test('a statement that lacks its end folds as far as it was read', () =>
  expect(
    folded(block`
      <a> <p> 1 ;
        <q> 2 ;
        <r>

      <b> <p> 1 .
    `)[0],
  ).toMatch(/^0-/));

function folded(text: string): readonly string[] {
  const found = foldedLines(new TurtleDocument('file:///data.ttl', 1, text));
  return found.map(({ startLine, endLine, kind }) => `${startLine}-${endLine}${kind ? ` ${kind}` : ''}`);
}
