import { test } from 'vitest';
import { check } from '../../testing/shaclCheck.ts';

/** Values of ex:p at ex:a that a constraint accepts, and those that it does not. */
test.each<readonly string[]>([
  // Terms are compared as terms (SHACL 4.8.2, 4.8.3, 4.5.1, 4.5.2), not by value.
  ['sh:in ( 1 "x"@en ex:b )', '1, "x"@EN, ex:b', '01, 1.0, "1", "x", "x"@en-GB'],
  ['sh:in ( )', '', '1, ex:b'],
  ['sh:disjoint ex:q', '01, "x"', '1, ex:b', 'ex:q 1, ex:b'],
  ['sh:datatype xsd:integer', '1, 01', '"1", 1.0, "x"^^xsd:integer, ex:b, "1"^^xsd:int'],
  ['sh:datatype xsd:decimal', '1.0', '1, 1e0, "1e0"^^xsd:decimal'],
  ['sh:datatype rdf:langString', '"x"@en', '"x", "x"^^rdf:langString'],
  ['sh:datatype ex:unit', '"anything"^^ex:unit', '"anything"'],
  ['sh:nodeKind sh:IRI', 'ex:b', '1, [ ]'],
  ['sh:nodeKind sh:BlankNodeOrLiteral', '1, [ ]', 'ex:b'],
  ['sh:nodeKind sh:IRIOrLiteral', '1, ex:b', '[ ]'],
  // Lengths count characters, of IRIs as well; blank nodes have none.
  ['sh:minLength 2', '"ab", "😀a", ex:b', '"", "a", "😀", [ ]'],
  ['sh:minLength 0', '"", ex:b, 1', '[ ]'],
  ['sh:maxLength 2', '"", "ab", "😀😀", 12', '"abc", "😀😀😀", ex:b, [ ]'],
  ['sh:maxLength 3', '"e\u0301é", "a😀b"', '"aé😀b"'],
  // Patterns look anywhere, at IRIs and lexical forms.
  ['sh:pattern "b"', '"abc", ex:b, "b"@en, "b"^^ex:unit', '"ac", [ ], ex:c'],
  ['sh:pattern "^1$"', '1, "1"@en', '10, 01'],
  ['sh:pattern "a b" ; sh:flags "xi"', '"AB"', '"a b"'],
  // Ranges: what cannot be compared is not in range.
  [
    'sh:minInclusive 1',
    '1, 1.0, 1e0, "1"^^xsd:byte, "INF"^^xsd:double',
    '0, "1", "NaN"^^xsd:double, true, ex:b, [ ], "x"^^xsd:integer',
  ],
  ['sh:maxExclusive "NaN"^^xsd:double', '', '1, "NaN"^^xsd:double, "-INF"^^xsd:double'],
  ['sh:minExclusive "0a"^^xsd:hexBinary', '', '"0b"^^xsd:hexBinary, 1'],
  ['sh:maxInclusive "b"', '"a", "b", "B", "b"^^xsd:token', '"c", "a"@en, "é", "a"^^ex:unit'],
  [
    'sh:minExclusive "2024-01-01"^^xsd:date',
    '"2024-01-02"^^xsd:date, "2024-01-02-14:00"^^xsd:date',
    '"2024-01-01"^^xsd:date, "2024-01-01Z"^^xsd:date, "2024-01-02T00:00:00"^^xsd:dateTime, "2024-02-30"^^xsd:date',
  ],
  [
    'sh:maxInclusive "P1M"^^xsd:duration',
    '"P27D"^^xsd:dayTimeDuration',
    '"P28D"^^xsd:duration, "P31D"^^xsd:duration, "P32D"^^xsd:duration',
  ],
  // Language ranges are basic ones of RFC 4647.
  [
    'sh:languageIn ( "en" "de-AT" )',
    '"x"@en, "x"@EN-gb, "x"@de-at, "x"@de-AT-1996',
    '"x"@de, "x"@eng, "x"@x-en, "x"@de-Latn-AT, "x", ex:b, 1',
  ],
  ['sh:languageIn ( "*" )', '"x"@en', '"x", ex:b'],
  ['sh:languageIn ( "de-*" )', '', '"x"@de-AT, "x"@de'],
  ['sh:languageIn ( )', '', '"x"@en, "x"'],
  // Order to every other value; what cannot be compared is a violation (SHACL 4.5.3).
  ['sh:lessThan ex:q', '1, 1.5', '2, 3e0, "1", ex:b', 'ex:q 2'],
  ['sh:lessThanOrEquals ex:q', '2, 2.0', '"NaN"^^xsd:double, 3, "x"^^xsd:integer', 'ex:q 2'],
  ['sh:lessThan ex:q', '1, "x", ex:b', '', 'ex:r 2'],
  [
    'sh:lessThan ex:q',
    '"2024-01-01T00:00:00"^^xsd:dateTime',
    '"2024-01-02T00:00:00"^^xsd:dateTime',
    'ex:q "2024-01-02T10:00:00Z"^^xsd:dateTime, "2024-01-03T00:00:00"^^xsd:dateTime',
  ],
])('%s accepts %s and not %s', (constraint = '', accepted = '', refused = '', others = '') => {
  const values = [accepted, refused].filter((list) => list !== '').join(', ');
  const terms = splitTerms(refused);
  const component = /^sh:(\w+)/.exec(constraint)![1]!;
  return check(
    `ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; ${constraint} ] .`,
    `ex:a ${values && `ex:p ${values} ; `} ${others} .`,
    terms.map((term) => `ex:a ex:p ${term} ${component}`),
  );
});

test('sh:hasValue, sh:equals and sh:uniqueLang compare terms and language tags', () =>
  check(
    `ex:S sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:hasValue 1, 01, "x"@EN, "x" ] ,
       [ sh:path ex:q ; sh:equals ex:r ] , [ sh:path ex:t ; sh:uniqueLang true ] .`,
    `ex:a ex:p 1, "x"@en ; ex:q 1, "x"@en, ex:b ; ex:r 01, "x"@EN, ex:b ;
       ex:t "a"@en, "b"@EN, "c"@en-GB, "d"@de, "e", "f", 1 .`,
    [
      'ex:a ex:p hasValue',
      'ex:a ex:p hasValue',
      'ex:a ex:q "1" equals',
      'ex:a ex:q "01" equals',
      'ex:a ex:t uniqueLang',
    ],
  ));

/** As `printViolation` writes them: without datatypes. */
function splitTerms(list: string): readonly string[] {
  return list === '' ? [] : list.split(', ').map(printed);
}

function printed(term: string): string {
  if (term === '[ ]') return '[]';
  if (term.startsWith('ex:')) return term;
  return term.startsWith('"') ? term.replace(/\^\^.*$/, '') : `"${term}"`;
}
