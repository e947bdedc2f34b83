/** What says only how it differs from the last answer comes to the same as an answer about the text alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../testing/seed.ts';
import { documentSymbols } from '../../language/symbols/documentSymbols.ts';
import { outlineRows } from '../../protocol/language/navigationToProto.ts';
import { OutlineBuilder, packedOutline } from '../../protocol/language/packedSymbols.ts';
import { block } from '../../testing/fixture.ts';
import { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { SentAnswers } from '../sentAnswers.ts';

const text = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  # Shapes
  ex:S a sh:NodeShape ; sh:property [ sh:path ex:name ;
    sh:name "name" ] , [ sh:path ex:age ] .
  ex:Person a <http://www.w3.org/2002/07/owl#Class> .

  ex:alice a ex:Person ; ex:name "Alice" . ex:bob a ex:Person ;
    ex:knows ex:alice .
  ex:bob <http://www.w3.org/2000/01/rdf-schema#label> "Bob" .
`;
const edits = fc.array(
  fc.record({
    at: fc.nat(),
    length: fc.nat(30),
    newText: fc.constantFrom(
      '',
      'x',
      '\n',
      '.',
      ' ;\n',
      ' .\nex:carol a ex:Person',
      '"',
      '# ',
      'a ',
      ' [',
      ' ex:Person ',
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

test('outlines', () =>
  fc.assert(
    fc.property(edits, (all) => {
      const sent = new SentAnswers();
      const builder = new OutlineBuilder();
      for (const document of versions(all)) {
        const { since, complete } = builder.next();
        const rows = outlineRows(document.lines, documentSymbols(document, 'en'));
        const { id, last } = sent.outline.next(rows, since);
        expect(last === undefined).toBe(since === undefined);
        const alone = new TurtleDocument(document.uri, 0, document.text);
        const whole = packedOutline('alone', outlineRows(alone.lines, documentSymbols(alone, 'en')));
        expect(complete(packedOutline(id, rows, last))).toEqual(new OutlineBuilder().next().complete(whole));
      }
    }),
  ));

/** The document after each edit, before them as it is. */
function* versions(
  all: readonly { at: number; length: number; newText: string }[],
): Iterable<TurtleDocument> {
  let document = new TurtleDocument('file:///data.ttl', 1, text);
  yield document;
  for (const { at, length, newText } of all) {
    const start = at % (document.rope.length + 1);
    document = document.edited({
      range: { start, end: Math.min(document.rope.length, start + length) },
      newText,
    });
    yield document;
  }
}
