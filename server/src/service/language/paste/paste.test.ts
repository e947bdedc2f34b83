import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { block } from '../../../testing/fixture.ts';
import { packedVocabularies } from '../../../testing/packedVocabularies.ts';
import { copiedPrefixes, headerLinkTo, paste } from './paste.ts';

const { prefixes } = await packedVocabularies('rdf');

/** The text after something was pasted at `$0`, copied from a file whose part between two `$0` it is. */
function pasted(before: string, copied: string): string {
  const offset = before.indexOf('$0');
  const document = new TurtleDocument('file:///data.ttl', 1, before.replace('$0', ''));
  const [head, selected, tail] = copied.includes('$0') ? copied.split('$0') : ['', copied, ''];
  const source = new TurtleDocument('file:///other.ttl', 1, `${head}${selected}${tail}`);
  const range = { start: head!.length, end: head!.length + selected!.length };
  const clipboard = {
    text: selected!,
    prefixes: copied.includes('$0') ? copiedPrefixes(source, range) : new Map<string, string>(),
  };
  const found = paste(document, { start: offset, end: offset }, clipboard, prefixes);
  const insertion = { range: { start: offset, end: offset }, newText: found?.text ?? clipboard.text };
  return applyEdits(document.text, [...(found?.edits ?? []), insertion]);
}

const before = block`
  @prefix ex: <http://example.org/> .

  ex:a ex:p 1 .
  $0
`;

test('prefixes that the document lacks come along', () =>
  expect(pasted(before, '@prefix v: <urn:v:> .\n@prefix w: <urn:w:> .\n$0v:a v:b v:c .$0\n')).toBe(block`
    @prefix ex: <http://example.org/> .
    @prefix v: <urn:v:> .

    ex:a ex:p 1 .
    v:a v:b v:c .
  `));

test('declarations within the text become those of the document', () =>
  expect(pasted(before, '@prefix v: <urn:v:> .\n\nv:a v:b v:c .')).toBe(block`
    @prefix ex: <http://example.org/> .
    @prefix v: <urn:v:> .

    ex:a ex:p 1 .
    v:a v:b v:c .
  `));

test('names get the prefix that the document has for their namespace, or a free one', () => {
  expect(pasted(before, '@prefix e: <http://example.org/> .\n$0e:a e:b "e:c" . # e:d$0')).toContain(
    'ex:a ex:b "e:c" . # e:d',
  );
  expect(pasted(before, '@prefix ex: <urn:other:> .\n$0ex:a ex:b 2 .$0')).toBe(block`
    @prefix ex: <http://example.org/> .
    @prefix ex2: <urn:other:> .

    ex:a ex:p 1 .
    ex2:a ex2:b 2 .
  `);
});

test('two prefixes that change places are told apart', () => {
  const target = '@prefix a: <urn:a:> .\n@prefix b: <urn:b:> .\n$0';
  const copied = '@prefix a: <urn:b:> .\n@prefix b: <urn:a:> .\n$0a:x b:y a:z .$0';
  expect(pasted(target, copied)).toContain('b:x a:y b:z .');
});

test('well-known prefixes are declared, unknown ones are left to the user', () => {
  expect(pasted(before, 'ex:b foaf:name "B" .')).toContain('@prefix foaf: <http://xmlns.com/foaf/0.1/> .');
  expect(pasted(before, 'ex:b bibo:doi "B" .')).toContain('@prefix bibo: <http://purl.org/ontology/bibo/> .');
  expect(pasted(before, 'ex:b zz:name "B" .')).toBe(before.replace('$0', 'ex:b zz:name "B" .'));
});

test('an IRI becomes a prefixed name', () => {
  const after = (iri: string) => pasted('@prefix ex: <http://example.org/> .\nex:a ex:p $0', iri);
  expect(after('http://example.org/thing')).toContain('ex:p ex:thing');
  expect(after('<http://example.org/thing>\n')).toMatch(/ex:p ex:thing$/);
  expect(after('http://xmlns.com/foaf/0.1/name')).toContain('@prefix foaf:');
  expect(after('https://example.com/page?q=1')).toMatch(/ex:p <https:\/\/example\.com\/page\?q=1>$/);
});

test.each([
  ['a string', '@prefix ex: <http://example.org/> .\nex:a ex:p "see $0" .'],
  ['a comment', '@prefix ex: <http://example.org/> .\n# see $0'],
  ['a reference', '@prefix ex: <http://example.org/> .\nex:a ex:p <$0'],
  ['a declaration', '@prefix ex: $0'],
])('in %s, an IRI stays as it is', (_, text) =>
  expect(pasted(text, 'http://example.org/thing')).toBe(text.replace('$0', 'http://example.org/thing')),
);

test('what is pasted into an empty file, or has declarations that count for a part of it, stays as it is', () => {
  const whole = '@prefix a: <urn:a:> .\na:a a:b a:c .';
  expect(pasted('$0', whole)).toBe(whole);
  const twice = `${whole}\n@prefix a: <urn:b:> .\na:a a:b a:c .`;
  expect(pasted(before, twice)).toBe(before.replace('$0', twice));
});

test('a dropped file is linked below the other links', () => {
  const document = new TurtleDocument('file:///data/a.ttl', 1, '# shapes: s.ttl\n<a> <b> <c> .\n');
  const edit = headerLinkTo(document, 'file:///vocabulary/v.ttl', 'context')!;
  expect(applyEdits(document.text, [edit])).toBe(
    '# shapes: s.ttl\n# context: ../vocabulary/v.ttl\n<a> <b> <c> .\n',
  );
});
