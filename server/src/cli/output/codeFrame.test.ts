import { expect, test } from 'vitest';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { excerptOf, rangeJson } from '../../service/report/excerpt.ts';
import { block } from '../../testing/fixture.ts';
import { codeFrame } from './print.ts';

/** The frame around the part of the text between two `§`. */
function frame(marked: string, width = 80): string {
  const [before = '', inside = '', after = ''] = marked.split('§');
  const document = new TurtleDocument('file:///a.ttl', 0, before + inside + after);
  const range = { start: before.length, end: before.length + inside.length };
  const same = (text: string) => text;
  const { start, end } = rangeJson(document, range);
  const place = { start, end, excerpt: excerptOf(document, start, end) };
  return `\n${codeFrame(place, { width, mark: same, rule: same }).join('\n')}\n`;
}

test('marks a term between its neighbouring lines', () => {
  expect(
    frame(block`
      ex:a a ex:C ;
        ex:p §"x"§ ;
        ex:q 1 .
    `),
  ).toMatchInlineSnapshot(`
    "
     1 | ex:a a ex:C ;
     2 |   ex:p "x" ;
       |        ^^^
     3 |   ex:q 1 .
    "
  `);
});

test('marks at least one column, at the end of the text too', () => {
  expect(frame('ex:a a ex:C§§')).toMatchInlineSnapshot(`
    "
     1 | ex:a a ex:C
       |            ^
    "
  `);
});

test('marks several lines, the first four of many', () => {
  expect(
    frame(block`
      §[
        ex:p 1 ;
        ex:q 2 ;
        ex:r 3 ;
        ex:s 4
      ]§ .`),
  ).toMatchInlineSnapshot(`
    "
     1 | [
       | ^
     2 |   ex:p 1 ;
       |   ^^^^^^^^
     3 |   ex:q 2 ;
       |   ^^^^^^^^
     4 |   ex:r 3 ;
       |   ^^^^^^^^
       | …
    "
  `);
});

test('crops a long line around the mark', () => {
  const long = `ex:a ex:p ${'"a", '.repeat(30)}§"here"§${', "b"'.repeat(30)} .`;
  expect(frame(long, 60)).toMatchInlineSnapshot(`
    "
     1 | … "a", "a", "a", "here", "b", "b", "b", "b", "b", "b",…
       |                  ^^^^^^
    "
  `);
});

test('counts the columns of a terminal', () => {
  expect(frame('\tex:a ex:p "日本é👍" , §1§ .')).toMatchInlineSnapshot(`
    "
     1 |   ex:a ex:p "日本é👍" , 1 .
       |                         ^
    "
  `);
});

test('shows nothing that a terminal would obey', () => {
  expect(frame('ex:a ex:p §"\u001b[31m\u202e"§ .')).toMatchInlineSnapshot(`
    "
     1 | ex:a ex:p "\\u{1b}[31m\\u{202e}" .
       |           ^^^^^^^^^^^^^^^^^^^^
    "
  `);
});

test('crops a line of a megabyte as it crops any long line', () => {
  const filler = '"a", '.repeat(200_000);
  expect(frame(`ex:a ex:p ${filler}§"here"§, ${filler}1 .`, 60)).toMatchInlineSnapshot(`
    "
     1 | … "a", "a", "a", "here", "a", "a", "a", "a", "a", "a",…
       |                  ^^^^^^
    "
  `);
});

test('shows that a short neighbour of a very long line has nothing there', () => {
  expect(
    frame(
      block`
        ex:a a ex:C ;
          ex:p ${'"a", '.repeat(5000)}§"here"§ .
      `,
      60,
    ),
  ).toMatchInlineSnapshot(`
    "
     2 | … "a", "a", "a", "here" .
       |                  ^^^^^^
    "
  `);
});
