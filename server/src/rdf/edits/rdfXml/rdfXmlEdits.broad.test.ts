/** Changes of RDF/XML, in the style of the text. */
import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { deltaFor, type TurtleDelta } from '../../../testing/turtleDelta.ts';
import { readWithLibrary } from '../../readers/readWithLibrary.ts';
import { planLibraryEdits } from '../planLibraryEdits.ts';

async function edited(text: string, delta: TurtleDelta): Promise<string> {
  const source = { uri: 'file:///data.rdf', version: 1, text };
  const document = await readWithLibrary('RDF/XML', source, async () => ({ problem: 'there is none' }));
  expect(document.errors).toEqual([]);
  const plan = await planLibraryEdits(document, deltaFor(document, delta));
  return plan.kind === 'edits' ? applyEdits(text, plan.edits) : `not expressible: ${plan.reason}`;
}

const ns = 'http://example.org/ns#';
const file = (inside: string, declared = '') =>
  `<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"\n         xmlns:ex="${ns}"${declared}>\n  ${inside}\n</rdf:RDF>\n`;
const ann = (inside: string, declared?: string) =>
  file(`<rdf:Description rdf:about="${ns}ann">\n    ${inside}\n  </rdf:Description>`, declared);
const xsd = 'http://www.w3.org/2001/XMLSchema#';

test.each<readonly [name: string, before: string, delta: TurtleDelta, after: string]>([
  [
    'a text',
    ann('<ex:name>Ann</ex:name>'),
    { remove: 'ex:ann ex:name "Ann" .', add: 'ex:ann ex:name "A & B" .' },
    ann('<ex:name>A &amp; B</ex:name>'),
  ],
  [
    'a datatype',
    ann('<ex:age>5</ex:age>'),
    { remove: 'ex:ann ex:age "5" .', add: 'ex:ann ex:age 5 .' },
    ann(`<ex:age rdf:datatype="${xsd}integer">5</ex:age>`),
  ],
  [
    'a value with a datatype',
    ann(`<ex:age rdf:datatype="${xsd}integer">x</ex:age>`),
    { remove: 'ex:ann ex:age "x"^^xsd:integer .', add: 'ex:ann ex:age 5 .' },
    ann(`<ex:age rdf:datatype="${xsd}integer">5</ex:age>`),
  ],
  [
    'a language',
    ann('<ex:name>Ann</ex:name>'),
    { remove: 'ex:ann ex:name "Ann" .', add: 'ex:ann ex:name "Ann"@en .' },
    ann('<ex:name xml:lang="en">Ann</ex:name>'),
  ],
  [
    'a reference',
    ann(`<ex:knows rdf:resource="${ns}bob"/>`),
    { remove: 'ex:ann ex:knows ex:bob .', add: 'ex:ann ex:knows ex:eve .' },
    ann(`<ex:knows rdf:resource="${ns}eve"/>`),
  ],
  [
    'a reference for a text',
    ann('<ex:knows>bob</ex:knows>'),
    { remove: 'ex:ann ex:knows "bob" .', add: 'ex:ann ex:knows ex:bob .' },
    ann(`<ex:knows rdf:resource="${ns}bob"/>`),
  ],
  [
    'an attribute',
    file(`<ex:P rdf:about="${ns}ann" ex:name="A"/>`),
    { remove: 'ex:ann ex:name "A" .', add: 'ex:ann ex:name "B\\n" .' },
    file(`<ex:P rdf:about="${ns}ann" ex:name="B&#10;"/>`),
  ],
  [
    'a number for an attribute',
    file(`<ex:P rdf:about="${ns}ann" ex:age="5"/>`),
    { remove: 'ex:ann ex:age "5" .', add: 'ex:ann ex:age 5 .' },
    file(`<ex:P rdf:about="${ns}ann">\n    <ex:age rdf:datatype="${xsd}integer">5</ex:age>\n  </ex:P>`),
  ],
  [
    'an attribute more',
    file(`<ex:P rdf:about="${ns}ann" ex:name="A"/>`),
    { add: 'ex:ann ex:nick "B" .' },
    file(`<ex:P rdf:about="${ns}ann" ex:name="A" ex:nick="B"/>`),
  ],
  [
    'an attribute less',
    file(`<ex:P rdf:about="${ns}ann" ex:name="A"/>`),
    { remove: 'ex:ann ex:name "A" .' },
    file(`<ex:P rdf:about="${ns}ann"/>`),
  ],
  [
    'the type of an element',
    file(`<ex:P rdf:about="${ns}ann">\n    <ex:name>A</ex:name>\n  </ex:P>`),
    { remove: 'ex:ann a ex:P .', add: 'ex:ann a ex:Q .' },
    file(`<ex:Q rdf:about="${ns}ann">\n    <ex:name>A</ex:name>\n  </ex:Q>`),
  ],
  [
    'a type less',
    file(`<ex:P rdf:about="${ns}ann">\n    <ex:name>A</ex:name>\n  </ex:P>`),
    { remove: 'ex:ann a ex:P .' },
    ann('<ex:name>A</ex:name>'),
  ],
  [
    'a type more',
    file(`<ex:P rdf:about="${ns}ann">\n    <ex:name>A</ex:name>\n  </ex:P>`),
    { add: 'ex:ann a ex:Q .' },
    file(
      `<ex:P rdf:about="${ns}ann">\n    <ex:name>A</ex:name>\n    <rdf:type rdf:resource="${ns}Q"/>\n  </ex:P>`,
    ),
  ],
  [
    'an element more',
    ann('<ex:name>A</ex:name>'),
    { add: 'ex:ann ex:name "B" .' },
    ann('<ex:name>A</ex:name>\n    <ex:name>B</ex:name>'),
  ],
  [
    'an element less',
    ann('<ex:name>A</ex:name>\n    <ex:name>B</ex:name>'),
    { remove: 'ex:ann ex:name "A" .' },
    ann('<ex:name>B</ex:name>'),
  ],
  [
    'the only element',
    file(`<ex:P rdf:about="${ns}ann">\n    <ex:name>A</ex:name>\n  </ex:P>`),
    { remove: 'ex:ann ex:name "A" .' },
    file(`<ex:P rdf:about="${ns}ann"/>`),
  ],
  [
    'a first element',
    file(`<ex:P rdf:about="${ns}ann"/>`),
    { add: 'ex:ann ex:knows ex:bob .' },
    file(`<ex:P rdf:about="${ns}ann">\n    <ex:knows rdf:resource="${ns}bob"/>\n  </ex:P>`),
  ],
  [
    'a new node',
    ann('<ex:name>A</ex:name>'),
    { add: 'ex:bob a ex:P ; ex:name "B" .' },
    ann('<ex:name>A</ex:name>').replace(
      '\n</rdf:RDF>',
      `\n  <ex:P rdf:about="${ns}bob">\n    <ex:name>B</ex:name>\n  </ex:P>\n</rdf:RDF>`,
    ),
  ],
  [
    'a new nested node',
    ann('<ex:name>A</ex:name>'),
    { add: 'ex:ann ex:p [ a ex:P ; ex:q 1 ] .' },
    ann(
      `<ex:name>A</ex:name>\n    <ex:p>\n      <ex:P>\n        <ex:q rdf:datatype="${xsd}integer">1</ex:q>\n      </ex:P>\n    </ex:p>`,
    ),
  ],
  [
    'a nested node less',
    ann('<ex:name>A</ex:name>\n    <ex:p>\n      <ex:P ex:q="1"/>\n    </ex:p>'),
    { where: 'ex:ann ex:p _:b .', remove: 'ex:ann ex:p _:b . _:b a ex:P ; ex:q "1" .' },
    ann('<ex:name>A</ex:name>'),
  ],
  [
    'a value of a nested node',
    ann('<ex:p rdf:parseType="Resource">\n      <ex:q>1</ex:q>\n    </ex:p>'),
    { where: 'ex:ann ex:p _:b .', add: '_:b ex:r "2" .' },
    ann('<ex:p rdf:parseType="Resource">\n      <ex:q>1</ex:q>\n      <ex:r>2</ex:r>\n    </ex:p>'),
  ],
  [
    'a nested node that stays',
    ann(`<ex:p>\n      <ex:P rdf:about="${ns}b"/>\n    </ex:p>\n    <ex:name>A</ex:name>`),
    { remove: 'ex:ann ex:p ex:b .' },
    ann('<ex:name>A</ex:name>').replace('\n</rdf:RDF>', `\n  <ex:P rdf:about="${ns}b"/>\n</rdf:RDF>`),
  ],
  [
    'another property',
    ann('<ex:name>A</ex:name>'),
    { remove: 'ex:ann ex:name "A" .', add: 'ex:ann ex:nick "A" .' },
    ann('<ex:nick>A</ex:nick>'),
  ],
  [
    'a namespace',
    ann('<ex:name>A</ex:name>'),
    { add: 'ex:ann <http://xmlns.com/foaf/0.1/nick> "B" .' },
    ann(
      '<ex:name>A</ex:name>\n    <foaf:nick>B</foaf:nick>',
      '\n         xmlns:foaf="http://xmlns.com/foaf/0.1/"',
    ),
  ],
  [
    'a name that is no element',
    ann('<ex:name>A</ex:name>'),
    { add: 'ex:ann <http://e.org/1> "B" .' },
    'not expressible: <http://e.org/1> cannot be the name of an element: its last part does not start with a letter. To have such repairs written, convert the file to Turtle.',
  ],
  [
    'another node name',
    ann(`<ex:p rdf:resource="${ns}ann"/>`),
    { remove: 'ex:ann ex:p ex:ann .', add: 'ex:eve ex:p ex:eve .' },
    ann(`<ex:p rdf:resource="${ns}eve"/>`).replace('#ann', '#eve'),
  ],
  [
    'a text in an element with a language',
    ann('<ex:p>x</ex:p>')
      .replace('about=', 'about=')
      .replace('<rdf:Description ', '<rdf:Description xml:lang="en" '),
    { add: 'ex:ann ex:q "y", "z"@en .' },
    ann('<ex:p>x</ex:p>\n    <ex:q xml:lang="">y</ex:q>\n    <ex:q>z</ex:q>').replace(
      '<rdf:Description ',
      '<rdf:Description xml:lang="en" ',
    ),
  ],
])('%s', async (_, before, delta, after) => {
  expect(await edited(before, delta)).toBe(after);
});

test('names under xml:base and entities are written as the text writes them', async () => {
  const text = `<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ <!ENTITY xsd "http://www.w3.org/2001/XMLSchema#"> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="${ns}" xml:base="http://example.org/ns">
  <ex:P rdf:ID="ann">
    <ex:knows rdf:resource="#bob"/>
    <ex:day rdf:datatype="&xsd;date">2026-11-29</ex:day>
  </ex:P>
  <ex:P rdf:ID="bob"/>
</rdf:RDF>
`;
  const delta = {
    remove: 'ex:ann ex:knows ex:bob .',
    add: 'ex:ann ex:knows ex:eve ; ex:age 5 . ex:eve a ex:P .',
  };
  const after = text
    .replace('"#bob"', '"#eve"')
    .replace('</ex:day>', '</ex:day>\n    <ex:age rdf:datatype="&xsd;integer">5</ex:age>')
    .replace('<ex:P rdf:ID="bob"/>', '<ex:P rdf:ID="bob"/>\n  <ex:P rdf:ID="eve"/>');
  expect(await edited(text, delta)).toBe(after);
  const renamed = {
    remove: 'ex:bob a ex:P . ex:ann ex:knows ex:bob .',
    add: 'ex:eve a ex:P . ex:ann ex:knows ex:eve .',
  };
  expect(await edited(text, renamed)).toBe(text.replace('"#bob"', '"#eve"').replace('"bob"', '"eve"'));
});

test('names that are relative to the file, as models of CIM have them, stay so', async () => {
  const text = file('<ex:A rdf:ID="_1">\n    <ex:B.name>x</ex:B.name>\n  </ex:A>\n  <ex:B rdf:about="#_2"/>');
  const one = '<file:///data.rdf#_1>';
  const delta = {
    remove: `${one} ex:B.name "x" .`,
    add: `${one} ex:B.name "y" ; ex:B.to <file:///data.rdf#_2> .`,
  };
  expect(await edited(text, delta)).toBe(
    text.replace('x</ex:B.name>', 'y</ex:B.name>\n    <ex:B.to rdf:resource="#_2"/>'),
  );
  const toAnother = { add: `${one} ex:B.to <file:///data.rdf#_3> .` };
  expect(await edited(text, toAnother)).toBe(
    text.replace('x</ex:B.name>', 'x</ex:B.name>\n    <ex:B.to rdf:resource="#_3"/>'),
  );
  // A new node is named as the one before it.
  expect(await edited(text, { add: '<file:///data.rdf#_3> a ex:B .' })).toBe(
    text.replace('<ex:B rdf:about="#_2"/>', '<ex:B rdf:about="#_2"/>\n  <ex:B rdf:about="#_3"/>'),
  );
});

const list = (...items: readonly string[]) =>
  ann(
    items.length === 0
      ? '<ex:l rdf:parseType="Collection"/>'
      : `<ex:l rdf:parseType="Collection">${items.map((item) => `\n      ${item}`).join('')}\n    </ex:l>`,
  );
const item = (name: string) => `<rdf:Description rdf:about="${ns}${name}"/>`;
const [b, c, d] = [item('b'), item('c'), item('d')];

/** The list of ex:ann, whose cells are taken away, and the one that it gets. */
const exchanged = (before: string, after: string): TurtleDelta => {
  const cells = before.split(' ').map((each, i) => `_:${i} rdf:first ${each} ; rdf:rest _:${i + 1} .`);
  const written = `ex:ann ex:l _:0 . ${cells.join(' ')}`.replace(/_:(\d+) \.$/, 'rdf:nil .');
  return { where: written, remove: written, add: `ex:ann ex:l ${after} .` };
};

test.each<readonly [name: string, before: string, delta: TurtleDelta, after: string]>([
  ['an item less', list(b, c, d), exchanged('ex:b ex:c ex:d', '( ex:b ex:d )'), list(b, d)],
  ['the last item less', list(b, c), exchanged('ex:b ex:c', '( ex:b )'), list(b)],
  ['no item left', list(b), exchanged('ex:b', '()'), list()],
  ['an item more at the end', list(b), exchanged('ex:b', '( ex:b ex:c )'), list(b, c)],
  ['an item more at the start', list(b), exchanged('ex:b', '( ex:c ex:b )'), list(c, b)],
  ['an item more between others', list(b, d), exchanged('ex:b ex:d', '( ex:b ex:c ex:d )'), list(b, c, d)],
  ['another item', list(b, c, d), exchanged('ex:b ex:c ex:d', '( ex:b ex:e ex:d )'), list(b, item('e'), d)],
  ['another order', list(b, c, d), exchanged('ex:b ex:c ex:d', '( ex:d ex:b ex:c )'), list(d, b, c)],
  [
    'another order of items with comments and statements',
    list('<!-- one -->', '<ex:P rdf:about="urn:1" ex:n="1"/>', '<!-- two -->', '<ex:P rdf:about="urn:2"/>'),
    exchanged('<urn:1> <urn:2>', '( <urn:2> <urn:1> )'),
    list('<!-- one -->', '<!-- two -->', '<ex:P rdf:about="urn:2"/>', '<ex:P rdf:about="urn:1" ex:n="1"/>'),
  ],
  [
    'cells that stay',
    list(b, c, d),
    {
      where: 'ex:ann ex:l _:0 . _:0 rdf:rest _:1 . _:1 rdf:first ex:c ; rdf:rest _:2 .',
      remove: '_:0 rdf:rest _:1 . _:1 rdf:first ex:c ; rdf:rest _:2 .',
      add: '_:0 rdf:rest _:2 .',
    },
    list(b, d),
  ],
  [
    'an item that says something of its node, which stays',
    list(`<ex:P rdf:about="${ns}b"/>`, c),
    exchanged('ex:b ex:c', '( ex:c )'),
    list(c).replace('\n</rdf:RDF>', `\n  <ex:P rdf:about="${ns}b"/>\n</rdf:RDF>`),
  ],
  [
    'a new item with what is said of it',
    list(b),
    exchanged('ex:b', '( ex:b [ a ex:P ; ex:q "x" ] )'),
    list(b, '<ex:P>\n        <ex:q>x</ex:q>\n      </ex:P>'),
  ],
  ['a first item', list(), { remove: 'ex:ann ex:l () .', add: 'ex:ann ex:l ( ex:b ) .' }, list(b)],
  [
    'a list',
    ann('<ex:name>A</ex:name>'),
    { add: 'ex:ann ex:l ( ex:b ex:c ) .' },
    list(b, c).replace('<ex:l', '<ex:name>A</ex:name>\n    <ex:l'),
  ],
  [
    'no list',
    list(b, c).replace('<ex:l', '<ex:name>A</ex:name>\n    <ex:l'),
    { ...exchanged('ex:b ex:c', ''), add: '' },
    ann('<ex:name>A</ex:name>'),
  ],
])('lists: %s', async (_, before, delta, after) => {
  expect(await edited(before, delta)).toBe(after);
});

test('an item that is a text has no place in a collection', async () => {
  expect(await edited(list(b), exchanged('ex:b', '( ex:b "x" )'))).toContain(
    'not expressible: A collection in RDF/XML has no place for a text or number.',
  );
});
