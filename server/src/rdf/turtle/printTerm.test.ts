import { describe, expect, test } from 'vitest';
import { type TermId, terms } from '../terms.ts';
import { namespaces, rdf, xsd } from '../vocab.ts';
import { printTerm } from './printTerm.ts';

const prefixes = new Map([
  ['ex', 'http://example.org/'],
  ['sub', 'http://example.org/sub#'],
  ['xsd', namespaces.xsd],
  ['', 'urn:x:'],
]);
const iri = (value: string) => printTerm(terms.iri(value), { prefixes });
const literal = (lexical: string, datatype?: TermId) =>
  printTerm(terms.literal(lexical, datatype), { prefixes });

describe('an IRI is a name where that can be written', () => {
  test.each([
    ['http://example.org/a', 'ex:a'],
    ['http://example.org/sub#a', 'sub:a'],
    ['http://example.org/', 'ex:'],
    ['urn:x:1:2', ':1:2'],
    ['http://example.org/a.b', 'ex:a.b'],
    ['http://example.org/a.', 'ex:a\\.'],
    ['http://example.org/.a', 'ex:\\.a'],
    ['http://example.org/-a', 'ex:\\-a'],
    ["http://example.org/it's", "ex:it\\'s"],
    ['http://example.org/f(x,y)', 'ex:f\\(x\\,y\\)'],
    ['http://example.org/100%25', 'ex:100%25'],
    ['http://example.org/100%', 'ex:100\\%'],
    ['http://example.org/é', 'ex:é'],
    ['http://example.org/𐀀', 'ex:𐀀'],
    // An escaped slash is legal but harder to read than the whole IRI.
    ['http://example.org/a/b', '<http://example.org/a/b>'],
    ['http://example.org/a?b', '<http://example.org/a?b>'],
    ['http://example.org/😀', 'ex:😀'],
    ['http://example.org/a"b', '<http://example.org/a\\u0022b>'],
    ['http://elsewhere.org/a', '<http://elsewhere.org/a>'],
  ])('%s', (value, expected) => expect(iri(value)).toBe(expected));

  test.each([
    ['http://e/folder/file', '<>'],
    ['http://e/folder/file#x', '<#x>'],
    ['http://e/folder/other', '<other>'],
    ['http://e/folder/', '<./>'],
    ['http://e/folder/a:b', '<http://e/folder/a:b>'],
    ['http://e/elsewhere', '<http://e/elsewhere>'],
  ])('%s under a base', (value, expected) => {
    const options = { prefixes, base: 'http://e/folder/file#y' };
    expect(printTerm(terms.iri(value), options)).toBe(expected);
  });
});

describe('a literal is as short as it can be', () => {
  test.each([
    ['1', xsd.integer, '1'],
    ['+01', xsd.integer, '+01'],
    ['1.0', xsd.integer, '"1.0"^^xsd:integer'],
    ['one', xsd.integer, '"one"^^xsd:integer'],
    ['1.50', xsd.decimal, '1.50'],
    ['.5', xsd.decimal, '.5'],
    ['1.', xsd.decimal, '"1."^^xsd:decimal'],
    ['1', xsd.decimal, '"1"^^xsd:decimal'],
    ['1e0', xsd.double, '1e0'],
    ['1.E-5', xsd.double, '1.E-5'],
    ['1.0', xsd.double, '"1.0"^^xsd:double'],
    ['INF', xsd.double, '"INF"^^xsd:double'],
    ['true', xsd.boolean, 'true'],
    ['1', xsd.boolean, '"1"^^xsd:boolean'],
    ['a', xsd.string, '"a"'],
    ['1', xsd.string, '"1"'],
    ['a', rdf.List, `"a"^^<${namespaces.rdf}List>`],
  ])('%s', (lexical, datatype, expected) => expect(literal(lexical, datatype)).toBe(expected));

  test.each([
    ['say "yes"', '"say \\"yes\\""'],
    ['tab\t, return\r, back\\slash', '"tab\\t, return\\r, back\\\\slash"'],
    ['two\nlines', '"""two\nlines"""'],
    ['two\n"lines"', '"""two\n"lines\\""""'],
    ['\n"""', '"""\n""\\""""'],
    ['"""\n', '"""""\\"\n"""'],
    ['bell\u0007', '"bell\\u0007"'],
  ])('%j', (lexical, expected) => expect(literal(lexical)).toBe(expected));

  test('the quote can be chosen', () =>
    expect(printTerm(terms.literal('it\'s "so"'), { prefixes, quote: "'" })).toBe("'it\\'s \"so\"'"));

  test('language tags have the case that BCP 47 recommends', () =>
    expect(printTerm(terms.languageString('a', 'EN-gb'), { prefixes })).toBe('"a"@en-GB'));
});

describe('a blank node has a label', () => {
  test('that can be chosen', () =>
    expect(printTerm(terms.blankNode('any label'), { prefixes, label: () => 'b1' })).toBe('_:b1'));

  test('that is the same only for the same node', () => {
    const [one, two] = ['a b', 'a_b'].map((label) => printTerm(terms.blankNode(label), { prefixes }));
    expect(one).toMatch(/^_:[A-Za-z0-9_]+$/);
    expect(one).not.toBe(two);
  });
});
