/** What says only how it differs from the last answer comes to the same as an answer about the text alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../testing/seed.ts';
import type { SemanticTokensEdit } from 'vscode-languageserver';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { documentSymbols } from '../../../service/language/symbols/documentSymbols.ts';
import { semanticTokens } from '../../../service/language/tokens/semanticTokens.ts';
import { tokenKinds } from '../../../service/language/tokens/tokenKinds.ts';
import { block } from '../../../testing/fixture.ts';
import { outlineRows, tokenData, tokenEdits } from '../../protocol/methods/languageToProto.ts';
import { OutlineBuilder, packedOutline } from '../../protocol/methods/packedAnswers.ts';
import { SentAnswers } from '../requestContext.ts';

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

test('semantic tokens', () =>
  fc.assert(
    fc.property(edits, (all) => {
      const sent = new SentAnswers();
      let since: string | undefined;
      let client: readonly number[] = [];
      for (const document of versions(all)) {
        const data = tokenData(document.lines, semanticTokens(document));
        const { id, last } = sent.tokens.next(data, since);
        if (last) for (const edit of tokenEdits(last, data)) client = withEdit(client, edit);
        else client = Array.from(data);
        since = id;
        expect(client).toEqual(expectedData(document));
      }
    }),
  ));

test('of tokens that an edit left alone, none is sent', () => {
  const data = Uint32Array.of(0, 1, 2, 3, 0, 1, 4, 2, 3, 0);
  expect(tokenEdits(data, data)).toEqual([]);
  expect(tokenEdits(data, Uint32Array.of(0, 1, 2, 3, 0, 0, 8, 2, 3, 0, 1, 4, 2, 3, 0))).toEqual([
    { start: 5, deleteCount: 0, data: [0, 8, 2, 3, 0] },
  ]);
});

test('tokens that are told by an unknown id are all sent', () => {
  const { tokens } = new SentAnswers();
  const { id } = tokens.next(Uint32Array.of(1), undefined);
  expect(tokens.next(Uint32Array.of(2), 'of another engine').last).toBeUndefined();
  expect(tokens.next(Uint32Array.of(3), id).last).toBeUndefined();
});

function withEdit(data: readonly number[], { start, deleteCount, data: added = [] }: SemanticTokensEdit) {
  return [...data.slice(0, start), ...added, ...data.slice(start + deleteCount)];
}

/** From places in lines and characters. */
function expectedData(document: TurtleDocument): readonly number[] {
  let last = { line: 0, character: 0 };
  return semanticTokens(document).flatMap(({ start, end, kind }) => {
    const { line, character } = document.lines.positionAt(start);
    const from = line === last.line ? last.character : 0;
    const numbers = [line - last.line, character - from, end - start, tokenKinds.indexOf(kind), 0];
    last = { line, character };
    return numbers;
  });
}

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
