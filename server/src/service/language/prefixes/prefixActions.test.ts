import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { block } from '../../../testing/fixture.ts';
import { prefixActions } from './unneededPrefixes.ts';

/** The titles of the quick fixes at `$0`, and the text after the first of them. */
function actionsAt(text: string): { readonly titles: readonly string[]; readonly after: string | undefined } {
  const offset = text.indexOf('$0');
  const document = new TurtleDocument('file:///data.ttl', 1, text.replace('$0', ''));
  const actions = prefixActions(document, { start: offset, end: offset });
  const edits = actions[0]?.edits[0]?.edits;
  return { titles: actions.map(({ title }) => title), after: edits && applyEdits(document.text, edits) };
}

test('an unused prefix is removed with its line', () =>
  expect(
    actionsAt(block`
      @prefix ex: <http://example.org/> .
      PREFIX u$0nit: <http://qudt.org/vocab/unit/>
      @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      ex:a ex:p 1 .
    `),
  ).toEqual({
    titles: ['Remove unused prefix unit:'],
    after: block`
      @prefix ex: <http://example.org/> .
      @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      ex:a ex:p 1 .
    `,
  }));

test('a repeated prefix is removed where it is repeated', () => {
  const text = block`
    @prefix ex: <http://example.org/> .
    ex:a ex:p 1 .
    @prefix ex: <http://example.org/> .
    ex:b ex:p 1 .
  `;
  expect(actionsAt(text.replace('.\nex:b', '$0.\nex:b')).titles).toEqual(['Remove repeated prefix ex:']);
  expect(actionsAt(`$0${text}`).titles).toEqual([]);
});

test.each([
  ['elsewhere', '@prefix ex: <http://example.org/> .\n<a> <b> $01 .'],
  ['in use', '@prefix ex$0: <http://example.org/> .\nex:a <b> 1 .'],
  ['in use in a statement with errors', '@prefix ex$0: <http://example.org/> .\n<a> <b> [ ex:c 1 .'],
  ['with a comment', '@prefix ex$0: <http://example.org/> . # for later\n<a> <b> 1 .'],
  ['with a statement on its line', '@prefix ex$0: <http://example.org/> . <a> <b> 1 .'],
])('nothing is offered %s', (_, text) => expect(actionsAt(text).titles).toEqual([]));
