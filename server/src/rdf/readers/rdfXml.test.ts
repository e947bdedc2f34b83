import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { terms } from '../terms.ts';
import { namespaces } from '../vocab.ts';
import { blankNodeWith, placesIn } from './places.testing.ts';
import { readRdfXml } from './rdfXml.ts';

function read(inside: string) {
  const text = `<rdf:RDF xmlns:rdf="${namespaces.rdf}" xmlns:ex="http://e.org/">${inside}</rdf:RDF>`;
  const document = readRdfXml({ uri: 'file:///data.rdf', version: 0, text });
  expect(document.errors).toEqual([]);
  return placesIn(document);
}

test('each term is at the attribute or the content that gives it, otherwise at the name of its element', () =>
  expect(
    read(block`
      <ex:Person rdf:about="#ann" ex:nick='an' rdf:type="http://e.org/Dean">
        <ex:name xml:lang="en">
          Ann <!-- née --> <![CDATA[Lee]]>
        </ex:name>
        <ex:knows rdf:resource="#bob"/>
        <ex:address><rdf:Description><ex:street>Elm</ex:street></rdf:Description></ex:address>
        <ex:address rdf:parseType="Resource"><ex:street>Oak</ex:street></ex:address>
        <ex:address ex:street="Fir"/>
        <ex:empty></ex:empty>
        <ex:list rdf:parseType="Collection"><rdf:Description rdf:about="#bob"/><ex:Thing/></ex:list>
      </ex:Person>`),
  ).toMatchInlineSnapshot(`
    "ann«#ann» | type«rdf:type» | Person«ex:Person»
    ann«#ann» | nick«ex:nick» | an
    ann«#ann» | type«rdf:type» | Dean«http://e.org/Dean»
    ann«#ann» | name«ex:name» | 
        Ann  Lee
      «Ann <!-- née --> <![CDATA[Lee]]>»
    ann«#ann» | knows«ex:knows» | bob«#bob»
    ann«#ann» | address«ex:address» | _«rdf:Description»
    _«rdf:Description» | street«ex:street» | Elm
    ann«#ann» | address«ex:address» | _«ex:address»
    _«ex:address» | street«ex:street» | Oak
    ann«#ann» | address«ex:address» | _«ex:address»
    _«ex:address» | street«ex:street» | Fir
    ann«#ann» | empty«ex:empty» | «ex:empty»
    ann«#ann» | list«ex:list» | _«#bob»
    _«ex:Thing» | rest«ex:Thing» | nil«ex:list»
    _«#bob» | first«rdf:Description» | bob«#bob»
    _«#bob» | rest«rdf:Description» | _«ex:Thing»
    _«ex:Thing» | type«ex:Thing» | Thing«ex:Thing»
    _«ex:Thing» | first«ex:Thing» | _«ex:Thing»"
  `));

test('models in the style of CIM are read as they are', () =>
  expect(
    read(block`
      <ex:FullModel rdf:about="urn:uuid:1"/>
      <ex:Line rdf:ID="_1"/>
      <ex:Line rdf:about="#_1"><ex:Line.r>0.1</ex:Line.r><ex:Line.bay rdf:resource="#_2"/></ex:Line>`),
  ).toMatchInlineSnapshot(`
    "urn:uuid:1 | type«ex:FullModel» | FullModel«ex:FullModel»
    _1 | type«ex:Line» | Line«ex:Line»
    _1«#_1» | type«ex:Line» | Line«ex:Line»
    _1«#_1» | Line.r«ex:Line.r» | 0.1
    _1«#_1» | Line.bay«ex:Line.bay» | _2«#_2»"
  `));

test('the prefixes of all elements are known', () => {
  const text = `<rdf:RDF xmlns:rdf="${namespaces.rdf}" xmlns="http://d.org/"><Thing xmlns:ex="http://e.org/"/></rdf:RDF>`;
  const { prefixes } = readRdfXml({ uri: 'file:///data.rdf', version: 0, text });
  expect(Object.fromEntries(prefixes)).toEqual({
    rdf: namespaces.rdf,
    '': 'http://d.org/',
    ex: 'http://e.org/',
  });
});

test('files of one CIM model in a folder name the same nodes', () => {
  const model = (inside: string) =>
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cim="http://iec.ch/TC57/CIM100#"
      xmlns:md="http://iec.ch/TC57/61970-552/ModelDescription/1#"><md:FullModel rdf:about="urn:uuid:1"/>${inside}</rdf:RDF>`;
  const namesIn = (uri: string, inside: string) =>
    [...readRdfXml({ uri, version: 0, text: model(inside) }).graph.triples()].map(({ subject }) =>
      terms.value(subject),
    );
  const equipment = namesIn('file:///m/EQ.xml', '<cim:A rdf:ID="_1"/>');
  expect(equipment).toContain('file:///m/#_1');
  expect(namesIn('file:///m/SSH.xml', '<cim:A rdf:about="#_1"/>')).toEqual(equipment);
});

test.each([
  ['another node is left out', '<rdf:Description rdf:about="#ann" ex:name="A"/>', ''],
  ['another node gets a node without a name', '"A"/>', '"A"><ex:knows ex:name="Cid"/></rdf:Description>'],
  ['a value before it is left out', '<ex:name>Bob</ex:name>', ''],
  ['its first value is written otherwise', ' ex:street="Elm">', '><ex:street>Elm</ex:street>'],
])('a node without a name is the same one when %s', (_, from, to) => {
  const text = `<rdf:RDF xmlns:rdf="${namespaces.rdf}" xmlns:ex="http://e.org/">
    <rdf:Description rdf:about="#ann" ex:name="A"/>
    <rdf:Description rdf:about="#bob"><ex:name>Bob</ex:name>
      <ex:address><rdf:Description ex:street="Elm"><ex:zip>1</ex:zip></rdf:Description></ex:address></rdf:Description></rdf:RDF>`;
  const named = (written: string) =>
    blankNodeWith('http://e.org/zip', readRdfXml({ uri: 'file:///data.rdf', version: 0, text: written }));
  expect(named(text.replace(from, to))).toBe(named(text));
});
