import { expect, test } from 'vitest';
import { terms } from '../../../rdf/terms.ts';
import { printTerm } from '../../../rdf/turtle/printTerm.ts';
import { isNewBlankNode } from '../../../sparql/termCodec.ts';
import { readUnit, validated } from '../../../testing/checkRepair.ts';
import { block } from '../../../testing/fixture.ts';
import { firstDraft, withFix } from '../../drafts/draft.ts';
import { violate } from '../../search/goals.ts';

/** The ways to make ex:a violate ex:S, each as the triples that go and come. */
async function violationsOf(shape: string, data: string): Promise<readonly string[]> {
  const unit = readUnit(block`
    #- /data.ttl
    ${data}
    #- /shapes.ttl
    ex:S a sh:NodeShape ; ${shape}
  `);
  const draft = firstDraft(await validated(unit));
  const { prefixes } = unit.documents[0]!;
  const print = (id: number) => (isNewBlankNode(id) ? '_:new' : printTerm(id, { prefixes }));
  const [a, s] = ['a', 'S'].map((name) => terms.iri(`http://example.org/ns#${name}`)) as [number, number];
  const found = [...violate(a, s, draft, undefined)];
  for (const fix of found) expect(withFix(draft, fix).evaluator.conforms(a, s)).toBe(false);
  return found.map(({ change: { added, removed } }) =>
    [
      ...removed.map((t) => `- ${print(t.subject)} ${print(t.predicate)} ${print(t.object)}`),
      ...added.map((t) => `+ ${print(t.subject)} ${print(t.predicate)} ${print(t.object)}`),
    ].join(' '),
  );
}

test.each<[string, string, string, string[]]>([
  [
    'class',
    'sh:property [ sh:path ex:p ; sh:class ex:C ] .',
    'ex:a ex:p ex:b . ex:b a ex:C, ex:D . ex:D rdfs:subClassOf ex:C .',
    ['- ex:b rdf:type ex:C - ex:b rdf:type ex:D'],
  ],
  [
    'class, no value',
    'sh:property [ sh:path ex:p ; sh:class ex:C ] .',
    'ex:a ex:q 1 .',
    ['+ ex:a ex:p ex:a', '+ ex:a ex:p 1'],
  ],
  ['class of the node', 'sh:class ex:C .', 'ex:a a ex:C .', ['- ex:a rdf:type ex:C']],
  [
    'datatype',
    'sh:property [ sh:path ex:p ; sh:datatype xsd:integer ] .',
    'ex:a ex:p 1 .',
    [
      '- ex:a ex:p 1 + ex:a ex:p "1"',
      '- ex:a ex:p 1 + ex:a ex:p "1.0"^^xsd:integer',
      '- ex:a ex:p 1 + ex:a ex:p "ca. 1"^^xsd:integer',
    ],
  ],
  [
    'nodeKind',
    'sh:property [ sh:path ex:p ; sh:nodeKind sh:IRI ] .',
    'ex:a ex:p ex:b .',
    [
      '- ex:a ex:p ex:b + ex:a ex:p "b"',
      '- ex:a ex:p ex:b + ex:a ex:p "http://example.org/ns#b"',
      '- ex:a ex:p ex:b + ex:a ex:p _:new',
    ],
  ],
  [
    'nodeKind literal',
    'sh:property [ sh:path ex:p ; sh:nodeKind sh:Literal ] .',
    'ex:a ex:p "b" .',
    [
      '- ex:a ex:p "b" + ex:a ex:p ex:b',
      '- ex:a ex:p "b" + ex:a ex:p ex:a',
      '- ex:a ex:p "b" + ex:a ex:p _:new',
    ],
  ],
  [
    'minCount',
    'sh:property [ sh:path ex:p ; sh:minCount 2 ] .',
    'ex:a ex:p 1, 2, 3 .',
    ['- ex:a ex:p 1 - ex:a ex:p 2', '- ex:a ex:p 1 - ex:a ex:p 3', '- ex:a ex:p 2 - ex:a ex:p 3'],
  ],
  [
    'minCount path',
    'sh:property [ sh:path ( ex:p ex:q ) ; sh:minCount 1 ] .',
    'ex:a ex:p ex:b, ex:c . ex:b ex:q ex:d . ex:c ex:q ex:d .',
    ['- ex:a ex:p ex:b - ex:a ex:p ex:c', '- ex:b ex:q ex:d - ex:a ex:p ex:c'],
  ],
  [
    'maxCount',
    'sh:property [ sh:path ex:p ; sh:maxCount 1 ; sh:datatype xsd:integer ] .',
    'ex:a ex:p 1 . ex:b ex:p 7 .',
    [
      '+ ex:a ex:p 7',
      '+ ex:a ex:p 2',
      '+ ex:a ex:p 11',
      '- ex:a ex:p 1 + ex:a ex:p "1"',
      '- ex:a ex:p 1 + ex:a ex:p "1.0"^^xsd:integer',
      '- ex:a ex:p 1 + ex:a ex:p "ca. 1"^^xsd:integer',
    ],
  ],
  [
    'maxCount, where nothing fits',
    'sh:property [ sh:path ex:p ; sh:maxCount 1 ; sh:in () ] .',
    'ex:a ex:q 1 .',
    ['+ ex:a ex:p 1', '+ ex:a ex:p 1 + ex:a ex:p "a"'],
  ],
  [
    'nodeKind, where the path leads nowhere',
    'sh:property [ sh:path ( ex:p ex:q ) ; sh:nodeKind sh:IRI ] .',
    'ex:a ex:r 1 .',
    ['+ ex:a ex:p _:new + _:new ex:q "1"'],
  ],
  [
    'minExclusive',
    'sh:property [ sh:path ex:p ; sh:minExclusive 4 ] .',
    'ex:a ex:p 5 .',
    ['- ex:a ex:p 5 + ex:a ex:p 4', '- ex:a ex:p 5 + ex:a ex:p 3'],
  ],
  [
    'minInclusive',
    'sh:property [ sh:path ex:p ; sh:minInclusive 5 ] .',
    'ex:a ex:p 5 .',
    ['- ex:a ex:p 5 + ex:a ex:p 4'],
  ],
  [
    'maxExclusive',
    'sh:property [ sh:path ex:p ; sh:maxExclusive 6.5 ] .',
    'ex:a ex:p 5 .',
    ['- ex:a ex:p 5 + ex:a ex:p 6.5', '- ex:a ex:p 5 + ex:a ex:p 6.6', '- ex:a ex:p 5 + ex:a ex:p 55'],
  ],
  [
    'maxInclusive',
    'sh:property [ sh:path ex:p ; sh:maxInclusive "2020-02-28"^^xsd:date ] .',
    'ex:a ex:p "2020-01-01"^^xsd:date .',
    ['- ex:a ex:p "2020-01-01"^^xsd:date + ex:a ex:p "2020-02-29"^^xsd:date'],
  ],
  [
    'minLength',
    'sh:property [ sh:path ex:p ; sh:minLength 3 ] .',
    'ex:a ex:p "abc" .',
    ['- ex:a ex:p "abc" + ex:a ex:p "ab"', '- ex:a ex:p "abc" + ex:a ex:p _:new'],
  ],
  [
    'minLength 0',
    'sh:property [ sh:path ex:p ; sh:minLength 0 ] .',
    'ex:a ex:p "abc" .',
    ['- ex:a ex:p "abc" + ex:a ex:p _:new'],
  ],
  [
    'maxLength',
    'sh:property [ sh:path ex:p ; sh:maxLength 3 ] .',
    'ex:a ex:p "abc"@en .',
    ['- ex:a ex:p "abc"@en + ex:a ex:p "abc, a"@en', '- ex:a ex:p "abc"@en + ex:a ex:p _:new'],
  ],
  [
    'pattern',
    'sh:property [ sh:path ex:p ; sh:pattern "^[A-Z]{2}[0-9]$" ] .',
    'ex:a ex:p "AB1" .',
    [
      '- ex:a ex:p "AB1" + ex:a ex:p "B1"',
      '- ex:a ex:p "AB1" + ex:a ex:p "A1"',
      '- ex:a ex:p "AB1" + ex:a ex:p "AB"',
      '- ex:a ex:p "AB1" + ex:a ex:p "ab1"',
      '- ex:a ex:p "AB1" + ex:a ex:p "AB11"',
      '- ex:a ex:p "AB1" + ex:a ex:p "AB1 "',
    ],
  ],
  [
    'languageIn',
    'sh:property [ sh:path ex:p ; sh:languageIn ( "en" "de" ) ] .',
    'ex:a ex:p "x"@en . ex:b ex:p "y"@fr .',
    [
      '- ex:a ex:p "x"@en + ex:a ex:p "x"@fr',
      '- ex:a ex:p "x"@en + ex:a ex:p "x"',
      '- ex:a ex:p "x"@en + ex:a ex:p "x"@eng',
      '- ex:a ex:p "x"@en + ex:a ex:p "x"@english',
      '- ex:a ex:p "x"@en + ex:a ex:p "x"@uk',
      '- ex:a ex:p "x"@en + ex:a ex:p "x"@us',
    ],
  ],
  [
    'uniqueLang',
    'sh:property [ sh:path ex:p ; sh:uniqueLang true ] .',
    'ex:a ex:p "x"@en .',
    ['+ ex:a ex:p "X"@en', '+ ex:a ex:p "xx"@en'],
  ],
  [
    'equals',
    'sh:property [ sh:path ex:p ; sh:equals ex:q ] .',
    'ex:a ex:p 1 ; ex:q 1 .',
    ['+ ex:a ex:p 2', '+ ex:a ex:q 2', '- ex:a ex:q 1', '- ex:a ex:p 1'],
  ],
  [
    'disjoint',
    'sh:property [ sh:path ex:p ; sh:disjoint ex:q ] .',
    'ex:a ex:p 1 ; ex:q 2 .',
    ['+ ex:a ex:p 2', '+ ex:a ex:q 1'],
  ],
  [
    'disjoint, no value',
    'sh:property [ sh:path ex:p ; sh:disjoint ex:q ] .',
    'ex:a ex:r 1 .',
    ['+ ex:a ex:p "1" + ex:a ex:q "1"'],
  ],
  [
    'lessThan',
    'sh:property [ sh:path ex:p ; sh:lessThan ex:q ] .',
    'ex:a ex:p 1 ; ex:q 2 .',
    ['- ex:a ex:p 1 + ex:a ex:p 2', '- ex:a ex:q 2 + ex:a ex:q 1'],
  ],
  [
    'lessThanOrEquals',
    'sh:property [ sh:path ex:p ; sh:lessThanOrEquals ex:q ] .',
    'ex:a ex:p 1 ; ex:q 2 .',
    ['- ex:a ex:p 1 + ex:a ex:p 3', '- ex:a ex:q 2 + ex:a ex:q 0'],
  ],
  [
    'lessThan, one side',
    'sh:property [ sh:path ex:p ; sh:lessThan ex:q ] .',
    'ex:a ex:q 2 .',
    ['+ ex:a ex:p 2'],
  ],
  [
    'hasValue',
    'sh:property [ sh:path ex:p ; sh:hasValue ex:b ] .',
    'ex:a ex:p ex:b, ex:c .',
    ['- ex:a ex:p ex:b'],
  ],
  [
    'in',
    'sh:property [ sh:path ex:p ; sh:in ( "on" "off" ) ] .',
    'ex:a ex:p "on" .',
    ['- ex:a ex:p "on" + ex:a ex:p "ON"', '- ex:a ex:p "on" + ex:a ex:p "onn"'],
  ],
  [
    'closed',
    'sh:closed true ; sh:property [ sh:path ex:p ] .',
    'ex:a ex:p "on" . ex:b ex:q 3 .',
    ['+ ex:a ex:q 3', '+ ex:a rdfs:comment "a"', '- ex:a ex:p "on" + ex:a ex:P "on"'],
  ],
  [
    'node',
    'sh:property [ sh:path ex:p ; sh:node [ sh:datatype xsd:string ] ] .',
    'ex:a ex:p "on" .',
    ['- ex:a ex:p "on" + ex:a ex:p "on"@en'],
  ],
  [
    'and',
    'sh:and ( [ sh:class ex:C ] [ sh:property [ sh:path ex:p ; sh:minCount 1 ] ] ) .',
    'ex:a a ex:C ; ex:p "on" .',
    ['- ex:a rdf:type ex:C', '- ex:a ex:p "on"'],
  ],
  [
    'or, one holds',
    'sh:or ( [ sh:class ex:C ] [ sh:property [ sh:path ex:p ; sh:minCount 1 ] ] ) .',
    'ex:a a ex:C .',
    ['- ex:a rdf:type ex:C'],
  ],
  [
    'or, both hold',
    'sh:or ( [ sh:class ex:C ] [ sh:property [ sh:path ex:p ; sh:minCount 1 ] ] ) .',
    'ex:a a ex:C ; ex:p 1 .',
    ['- ex:a rdf:type ex:C - ex:a ex:p 1'],
  ],
  [
    'not',
    'sh:property [ sh:path ex:p ; sh:not [ sh:class ex:C ] ] .',
    'ex:a ex:p ex:b . ex:c a ex:C . ex:d ex:p ex:c .',
    ['+ ex:b rdf:type ex:C', '+ ex:a ex:p ex:c'],
  ],
  [
    'xone',
    'sh:xone ( [ sh:class ex:C ] [ sh:property [ sh:path ex:p ; sh:hasValue 1 ] ] ) .',
    'ex:a a ex:C .',
    ['+ ex:a ex:p 1', '- ex:a rdf:type ex:C'],
  ],
  [
    'qualifiedMinCount',
    'sh:property [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMinCount 2 ] .',
    'ex:a ex:p ex:b, ex:c, ex:d . ex:b a ex:C . ex:c a ex:C .',
    ['- ex:a ex:p ex:b', '- ex:b rdf:type ex:C', '- ex:a ex:p ex:c', '- ex:c rdf:type ex:C'],
  ],
  [
    'qualifiedMinCount, disjoint',
    'sh:property [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShapesDisjoint true ], [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:D ] ] .',
    'ex:a ex:p ex:b . ex:b a ex:C .',
    ['+ ex:b rdf:type ex:D', '- ex:a ex:p ex:b', '- ex:b rdf:type ex:C'],
  ],
  [
    'qualifiedMaxCount',
    'sh:property [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMaxCount 1 ] .',
    'ex:a ex:p ex:b, ex:e . ex:b a ex:C . ex:c a ex:C .',
    ['+ ex:a ex:p ex:c', '+ ex:e rdf:type ex:C', '+ ex:C_1 rdf:type ex:C + ex:a ex:p ex:C_1'],
  ],
])('%s', async (_, shape, data, expected) => expect(await violationsOf(shape, data)).toEqual(expected));
