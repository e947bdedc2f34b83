import { expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { print, unitOf, validate } from '../../testing/shaclCheck.ts';
import { builtinValidator } from '../incremental/recordedValidation.ts';
import type { CoreConstraintKind } from '../model/shape.ts';

/** A shape whose target node is ex:a, data that violates it, and the messages of the results in their order. */
type Case = readonly [shape: string, data: string, ...said: readonly string[]];

const messages: Readonly<Record<CoreConstraintKind, readonly Case[]>> = {
  class: [
    [
      'sh:path ex:p ; sh:class ex:C',
      'ex:a ex:p ex:x, 1, [ ]',
      'ex:p of ex:a is not an instance of ex:C: ex:x',
      'ex:p of ex:a is not an instance of ex:C: 1',
      'ex:p of ex:a is not an instance of ex:C',
    ],
    ['sh:class ex:C', 'ex:a ex:p 1', 'ex:a is not an instance of ex:C'],
  ],
  datatype: [
    [
      'sh:path ex:p ; sh:datatype xsd:integer',
      'ex:a ex:p ex:x, "x", "y"^^xsd:integer, [ ]',
      'ex:p of ex:a is not a literal of datatype xsd:integer: ex:x',
      'ex:p of ex:a has the datatype xsd:string, not xsd:integer: "x"',
      'ex:p of ex:a is not a valid xsd:integer: y',
      'ex:p of ex:a is not a literal of datatype xsd:integer',
    ],
    [
      'sh:path ex:p ; sh:datatype xsd:string',
      'ex:a ex:p "x"@en',
      'ex:p of ex:a has the language tag en, which makes its datatype rdf:langString, not xsd:string: "x"@en',
    ],
    [
      'sh:path ex:p ; sh:datatype rdf:langString',
      'ex:a ex:p "x"',
      'ex:p of ex:a has no language tag, so its datatype is xsd:string, not rdf:langString: "x"',
    ],
    ['sh:datatype xsd:integer', 'ex:a ex:p 1', 'ex:a is not a literal of datatype xsd:integer'],
  ],
  nodeKind: [
    [
      'sh:path ex:p ; sh:nodeKind sh:IRI',
      'ex:a ex:p "x", [ ]',
      'ex:p of ex:a is not an IRI: "x"',
      'ex:p of ex:a is not an IRI',
    ],
    [
      'sh:path ex:p ; sh:nodeKind sh:BlankNodeOrIRI',
      'ex:a ex:p 1',
      'ex:p of ex:a is not a blank node or an IRI: 1',
    ],
    ['sh:nodeKind sh:Literal', 'ex:a ex:p 1', 'ex:a is not a literal'],
  ],
  minCount: [
    ['sh:path ex:p ; sh:minCount 1', 'ex:a ex:q 1', 'ex:a has no value of ex:p, but needs at least 1'],
    ['sh:path ex:p ; sh:minCount 2', 'ex:a ex:p 1', 'ex:a has 1 value of ex:p, but needs at least 2'],
    ['sh:path ex:p ; sh:minCount 3', 'ex:a ex:p 1, 2', 'ex:a has 2 values of ex:p, but needs at least 3'],
  ],
  maxCount: [
    [
      'sh:path ex:p ; sh:maxCount 1',
      'ex:a ex:p 1, 2, 3',
      'ex:a has 3 values of ex:p, but at most 1 is allowed',
    ],
    [
      'sh:path ex:p ; sh:maxCount 2',
      'ex:a ex:p 1, 2, 3',
      'ex:a has 3 values of ex:p, but at most 2 are allowed',
    ],
    ['sh:path ex:p ; sh:maxCount 0', 'ex:a ex:p 1', 'ex:a has 1 value of ex:p, but none is allowed'],
  ],
  minExclusive: [
    [
      'sh:path ex:p ; sh:minExclusive 5',
      'ex:a ex:p 5, "x", [ ]',
      'ex:p of ex:a is not greater than 5: 5',
      `ex:p of ex:a can't be compared with 5: "x"`,
      `ex:p of ex:a can't be compared with 5`,
    ],
    ['sh:minExclusive 5', 'ex:a ex:p 5', `ex:a can't be compared with 5`],
  ],
  minInclusive: [
    [
      'sh:path ex:p ; sh:minInclusive 5',
      'ex:a ex:p 4, "4"',
      'ex:p of ex:a is less than 5: 4',
      `ex:p of ex:a can't be compared with 5: "4"`,
    ],
    ['sh:minInclusive 5', 'ex:a ex:p 5', `ex:a can't be compared with 5`],
  ],
  maxExclusive: [
    [
      'sh:path ex:p ; sh:maxExclusive 5',
      'ex:a ex:p 5, ex:x',
      'ex:p of ex:a is not less than 5: 5',
      `ex:p of ex:a can't be compared with 5: ex:x`,
    ],
    ['sh:maxExclusive 5', 'ex:a ex:p 5', `ex:a can't be compared with 5`],
  ],
  maxInclusive: [
    [
      'sh:path ex:p ; sh:maxInclusive "2024-01-01"^^xsd:date',
      'ex:a ex:p "2024-05-01"^^xsd:date, 6',
      'ex:p of ex:a is greater than "2024-01-01": "2024-05-01"',
      `ex:p of ex:a can't be compared with "2024-01-01": 6`,
    ],
    ['sh:maxInclusive 5', 'ex:a ex:p 5', `ex:a can't be compared with 5`],
  ],
  minLength: [
    [
      'sh:path ex:p ; sh:minLength 2',
      'ex:a ex:p "x", "", [ ]',
      'ex:p of ex:a has 1 character, but needs at least 2: "x"',
      'ex:p of ex:a has 0 characters, but needs at least 2: ""',
      'ex:p of ex:a is a blank node, which has no length',
    ],
    ['sh:minLength 40', 'ex:a ex:p 5', 'ex:a is an IRI of 23 characters, but needs at least 40'],
  ],
  maxLength: [
    [
      'sh:path ex:p ; sh:maxLength 1',
      'ex:a ex:p "xx", ex:x',
      'ex:p of ex:a has 2 characters, but at most 1 is allowed: "xx"',
      'ex:p of ex:a is an IRI of 23 characters, but at most 1 is allowed: ex:x',
    ],
    [
      'sh:path ex:p ; sh:maxLength 0',
      'ex:a ex:p "xx"',
      'ex:p of ex:a has 2 characters, but none is allowed: "xx"',
    ],
    ['sh:maxLength 10', 'ex:a ex:p 5', 'ex:a is an IRI of 23 characters, but at most 10 are allowed'],
  ],
  pattern: [
    [
      'sh:path ex:p ; sh:pattern "^a" ; sh:flags "i"',
      'ex:a ex:p "b", ex:x, [ ]',
      'ex:p of ex:a does not match the pattern "^a" (flags i): "b"',
      'ex:p of ex:a does not match the pattern "^a" (flags i): ex:x',
      'ex:p of ex:a is a blank node, which matches no pattern',
    ],
    ['sh:pattern "^a"', 'ex:a ex:p 5', 'ex:a does not match the pattern "^a"'],
  ],
  languageIn: [
    [
      'sh:path ex:p ; sh:languageIn ( "en" "de" )',
      'ex:a ex:p "x"@fr, "y", ex:x',
      'ex:p of ex:a is in the language fr, not in one of en, de: "x"@fr',
      'ex:p of ex:a has no language tag, but needs one of en, de: "y"',
      'ex:p of ex:a is not text with a language tag: ex:x',
    ],
    [
      'sh:path ex:p ; sh:languageIn ( "en" )',
      'ex:a ex:p "x"@fr',
      'ex:p of ex:a is in the language fr, not in en: "x"@fr',
    ],
    [
      'sh:path ex:p ; sh:languageIn ( )',
      'ex:a ex:p "x"@fr',
      'ex:p of ex:a is text, but no language is allowed: "x"@fr',
    ],
    ['sh:languageIn ( "en" )', 'ex:a ex:p 5', 'ex:a is not text with a language tag'],
  ],
  singleLine: [
    [
      'sh:path ex:p ; sh:singleLine true',
      'ex:a ex:p "x\\ny", [ ]',
      'ex:p of ex:a has a line break, but must be on one line: "x y"',
      'ex:p of ex:a is a blank node, which has no text',
    ],
  ],
  uniqueLang: [
    [
      'sh:path ex:p ; sh:uniqueLang true',
      'ex:a ex:p "x"@en, "y"@en, "z"@en',
      'ex:a has 3 values of ex:p in the language en, but at most 1 is allowed',
    ],
  ],
  equals: [
    [
      'sh:path ex:p ; sh:equals ex:q',
      'ex:a ex:p 1, [ ] ; ex:q 2',
      'ex:a has 1 as ex:p but not as ex:q; both must have the same values',
      'ex:a has a blank node as ex:p but not as ex:q; both must have the same values',
      'ex:a has 2 as ex:q but not as ex:p; both must have the same values',
    ],
    [
      'sh:equals ex:q',
      'ex:a ex:q 1, 2',
      'ex:a does not have itself as ex:q, which must be its only value',
      'ex:a has 1 as ex:q, but must have only itself there',
      'ex:a has 2 as ex:q, but must have only itself there',
    ],
  ],
  disjoint: [
    [
      'sh:path ex:p ; sh:disjoint ex:q',
      '_:b ex:r 1 . ex:a ex:p 1, _:b ; ex:q 1, _:b',
      'ex:a has 1 as ex:p and as ex:q, which must have no value in common',
      'ex:a has a blank node as ex:p and as ex:q, which must have no value in common',
    ],
    ['sh:disjoint ex:q', 'ex:a ex:q ex:a', 'ex:a has itself as ex:q, which it must not'],
  ],
  subsetOf: [
    [
      'sh:path ex:p ; sh:subsetOf ex:q',
      'ex:a ex:p 1, 2 ; ex:q 2, 3',
      'ex:a has 1 as ex:p but not as ex:q, which must have all of its values',
    ],
    ['sh:subsetOf ex:q', 'ex:a ex:q ex:b', 'ex:a does not have itself as ex:q, which it must'],
    [
      'sh:path ex:p ; sh:subsetOf ( ex:q ex:r )',
      'ex:a ex:p 1 ; ex:q [ ex:r 2 ]',
      'ex:a has 1 as ex:p but not as ex:q / ex:r, which must have all of its values',
    ],
  ],
  lessThan: [
    [
      'sh:path ex:p ; sh:lessThan ex:q',
      'ex:a ex:p 5 ; ex:q 3, "x"',
      'ex:p of ex:a is not less than its ex:q: 5 and 3',
      `ex:p of ex:a can't be compared with its ex:q: 5 and "x"`,
    ],
  ],
  lessThanOrEquals: [
    [
      'sh:path ex:p ; sh:lessThanOrEquals ex:q',
      'ex:a ex:p 2 ; ex:q 1, ex:x',
      'ex:p of ex:a is greater than its ex:q: 2 and 1',
      `ex:p of ex:a can't be compared with its ex:q: 2 and ex:x`,
    ],
  ],
  not: [
    ['sh:path ex:p ; sh:not ex:T', 'ex:a ex:p ex:t', 'ex:p of ex:a must not conform to ex:T, but does: ex:t'],
    [
      'sh:not [ sh:class ex:Thing ]',
      'ex:a a ex:Thing',
      'ex:a must not conform to [ sh:class ex:Thing ], but does',
    ],
  ],
  and: [
    [
      'sh:path ex:p ; sh:and ( ex:T [ sh:class ex:C ] )',
      'ex:a ex:p 1',
      'ex:p of ex:a does not conform to all of ex:T, [ sh:class ex:C ]: 1',
    ],
    ['sh:path ex:p ; sh:and ( ex:T )', 'ex:a ex:p 1', 'ex:p of ex:a does not conform to ex:T: 1'],
    [
      'sh:and ( ex:T [ sh:class ex:C ] )',
      'ex:a ex:p 1',
      'ex:a does not conform to all of ex:T, [ sh:class ex:C ]',
    ],
  ],
  or: [
    [
      'sh:path ex:p ; sh:or ( ex:T [ sh:path ex:q ; sh:minCount 1 ] )',
      'ex:a ex:p 1',
      'ex:p of ex:a conforms to none of ex:T, [ sh:path ex:q ; sh:minCount 1 ]: 1',
    ],
    ['sh:path ex:p ; sh:or ( ex:T )', 'ex:a ex:p 1', 'ex:p of ex:a does not conform to ex:T: 1'],
    [
      'sh:or ( ex:T [ sh:path ex:q ; sh:minCount 1 ] )',
      'ex:a ex:p 1',
      'ex:a conforms to none of ex:T, [ sh:path ex:q ; sh:minCount 1 ]',
    ],
  ],
  xone: [
    [
      'sh:path ex:p ; sh:xone ( ex:T ex:T )',
      'ex:a ex:p 1, ex:t',
      'ex:p of ex:a does not conform to exactly one of ex:T, ex:T: 1',
      'ex:p of ex:a does not conform to exactly one of ex:T, ex:T: ex:t',
    ],
    ['sh:xone ( ex:T ex:T )', 'ex:a ex:p 1', 'ex:a does not conform to exactly one of ex:T, ex:T'],
  ],
  node: [
    [
      'sh:path ex:p ; sh:node [ sh:in ( 2 [ ] ) ]',
      'ex:a ex:p 1',
      'ex:p of ex:a does not conform to [ sh:in ( 2 [ … ] ) ]: 1',
    ],
    ['sh:node ex:T', 'ex:a ex:p 1', 'ex:a does not conform to ex:T'],
  ],
  property: [
    [
      'sh:path ex:p ; sh:property [ sh:path ex:q ; sh:minCount 1 ]',
      'ex:a ex:p ex:x, [ ]',
      'ex:x has no value of ex:q, but needs at least 1',
      'This blank node has no value of ex:q, but needs at least 1',
    ],
    [
      'sh:property [ sh:path ex:q ; sh:minCount 1 ]',
      'ex:a ex:p ex:x',
      'ex:a has no value of ex:q, but needs at least 1',
    ],
  ],
  qualifiedMinCount: [
    [
      'sh:path ex:p ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:C ]',
      'ex:a ex:p ex:x',
      'ex:a has no value of ex:p that conforms to [ sh:class ex:C ], but needs at least 1',
    ],
    [
      'sh:path ex:p ; sh:qualifiedMinCount 2 ; sh:qualifiedValueShape ex:T',
      'ex:a ex:p ex:t',
      'ex:a has 1 value of ex:p that conforms to ex:T, but needs at least 2',
    ],
  ],
  qualifiedMaxCount: [
    [
      'sh:path ex:p ; sh:qualifiedMaxCount 1 ; sh:qualifiedValueShape ex:T',
      'ex:a ex:p ex:t, ex:u',
      'ex:a has 2 values of ex:p that conform to ex:T, but at most 1 is allowed',
    ],
    [
      'sh:path ex:p ; sh:qualifiedMaxCount 0 ; sh:qualifiedValueShape ex:T',
      'ex:a ex:p ex:t',
      'ex:a has 1 value of ex:p that conforms to ex:T, but none is allowed',
    ],
  ],
  closed: [
    [
      'sh:path ex:p ; sh:closed true ; sh:ignoredProperties ( ex:r )',
      'ex:a ex:p [ ex:q 1 ]',
      'ex:p of ex:a has the property ex:q, which the closed shape ex:S does not allow',
    ],
    [
      'sh:closed true',
      'ex:a ex:q 1',
      'ex:a has the property ex:q, which the closed shape ex:S does not allow',
    ],
    ['sh:node [ sh:closed true ]', 'ex:a ex:q 1', 'ex:a does not conform to [ sh:closed "true" ]'],
    [
      'sh:closed sh:ByTypes . ex:C sh:property [ sh:path ex:q ]',
      'ex:a a ex:C ; ex:q 1 ; ex:r 2',
      'ex:a has the property ex:r, which no shape of its classes describes',
    ],
  ],
  hasValue: [
    ['sh:path ex:p ; sh:hasValue "x"', 'ex:a ex:p 1', 'ex:p of ex:a must include "x", but does not'],
    ['sh:hasValue ex:b', 'ex:a ex:p 1', 'ex:a must be ex:b'],
  ],
  in: [
    [
      'sh:path ex:p ; sh:in ( 1 2 3 4 5 6 7 8 9 10 11 12 )',
      'ex:a ex:p 0',
      'ex:p of ex:a is not one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more: 0',
    ],
    ['sh:path ex:p ; sh:in ( 1 )', 'ex:a ex:p 0', 'ex:p of ex:a must be 1, not 0'],
    ['sh:path ex:p ; sh:in ( )', 'ex:a ex:p 0', 'ex:p of ex:a must have no value, but has one: 0'],
    ['sh:in ( ex:b ex:c )', 'ex:a ex:p 0', 'ex:a is not one of ex:b, ex:c'],
    ['sh:in ( )', 'ex:a ex:p 0', 'ex:a is not allowed here'],
  ],
  rootClass: [
    [
      'sh:path ex:p ; sh:rootClass ex:C',
      'ex:a ex:p ex:x, 1',
      'ex:p of ex:a is neither ex:C nor a subclass of it: ex:x',
      'ex:p of ex:a is neither ex:C nor a subclass of it: 1',
    ],
  ],
  someValue: [
    [
      'sh:path ex:p ; sh:someValue ex:T',
      'ex:a ex:p 1',
      'ex:a has no value of ex:p that conforms to ex:T, but needs one',
    ],
    ['sh:someValue ex:T', 'ex:a ex:p 1', 'ex:a does not conform to ex:T'],
  ],
  minListLength: [
    [
      'sh:path ex:p ; sh:minListLength 2',
      'ex:a ex:p ( 1 ), ex:x',
      'ex:p of ex:a is a list of 1 member, but needs at least 2',
      'ex:p of ex:a has to be a list, but some of its cells are missing',
    ],
  ],
  maxListLength: [
    [
      'sh:path ex:p ; sh:maxListLength 1',
      'ex:a ex:p ( 1 2 )',
      'ex:p of ex:a is a list of 2 members, but at most 1 is allowed',
    ],
  ],
  uniqueMembers: [
    [
      'sh:path ex:p ; sh:uniqueMembers true',
      'ex:a ex:p ( 1 2 2 1 )',
      'ex:p of ex:a is a list with 2 more than once',
    ],
  ],
  memberShape: [
    [
      'sh:path ex:p ; sh:memberShape ex:T',
      'ex:a ex:p ( ex:t 5 ), ( ex:t )',
      'ex:p of ex:a is a list with 5, which does not conform to ex:T',
    ],
    [
      'sh:path ex:p ; sh:memberShape ex:T',
      'ex:a ex:p ex:t',
      'ex:p of ex:a has to be a list, but some of its cells are missing',
    ],
  ],
  reifierShape: [
    [
      'sh:path ex:p ; sh:reifierShape ex:T ; sh:reificationRequired true',
      'ex:a ex:p 1 ~ ex:r, 2 ~ ex:t, 3',
      'ex:p of ex:a is annotated by ex:r, which does not conform to ex:T: 1',
      'ex:p of ex:a has no annotation, but needs one that conforms to ex:T: 3',
    ],
    ['sh:path ex:p ; sh:reifierShape ex:T', 'ex:a ex:p 1, 2 ~ ex:t'],
  ],
  uniqueValuesFor: [
    [
      'sh:targetNode ex:b ; sh:uniqueValuesFor ex:p',
      'ex:a ex:p 1, 2 . ex:b ex:p 2, 1',
      'ex:a has the same ex:p as ex:b, but no two targets of the shape may',
      'ex:b has the same ex:p as ex:a, but no two targets of the shape may',
    ],
    [
      'sh:targetNode ex:b ; sh:uniqueValuesFor ( ex:p ex:q )',
      'ex:a ex:p 1 ; ex:q 1 . ex:b ex:p 1 . ex:c ex:p 1 ; ex:q 1',
    ],
    [
      'sh:targetNode ex:b ; sh:uniqueValuesFor ( ex:p ex:q )',
      'ex:a ex:p 1 . ex:b ex:p 1',
      'ex:a has the same ex:p and ex:q as ex:b, but no two targets of the shape may',
      'ex:b has the same ex:p and ex:q as ex:a, but no two targets of the shape may',
    ],
  ],
};

const paths: readonly Case[] = [
  [
    'sh:path [ sh:inversePath ex:p ] ; sh:nodeKind sh:Literal',
    'ex:x ex:p ex:a',
    'inverse ex:p of ex:a is not a literal: ex:x',
  ],
  [
    'sh:path ( ex:p ex:q ) ; sh:minCount 1',
    'ex:a ex:r 1',
    'ex:a has no value of ex:p / ex:q, but needs at least 1',
  ],
  [
    'sh:path ( [ sh:inversePath ex:p ] ex:q ) ; sh:minCount 1',
    'ex:a ex:r 1',
    'ex:a has no value of inverse ex:p / ex:q, but needs at least 1',
  ],
  [
    'sh:path [ sh:inversePath ( ex:p ex:q ) ] ; sh:minCount 1',
    'ex:a ex:r 1',
    'ex:a has no value of inverse (ex:p / ex:q), but needs at least 1',
  ],
  [
    'sh:path [ sh:alternativePath ( ex:p ex:q ) ] ; sh:minCount 1',
    'ex:a ex:r 1',
    'ex:a has no value of ex:p or ex:q, but needs at least 1',
  ],
  [
    'sh:path ( [ sh:alternativePath ( ex:p ( ex:q ex:r ) ) ] ex:q ) ; sh:minCount 1',
    'ex:a ex:s 1',
    'ex:a has no value of (ex:p or (ex:q / ex:r)) / ex:q, but needs at least 1',
  ],
  [
    'sh:path ( [ sh:zeroOrMorePath ex:p ] [ sh:zeroOrOnePath ex:q ] ex:r ) ; sh:minCount 1',
    'ex:a ex:s 1',
    'ex:a has no value of ex:p* / ex:q? / ex:r, but needs at least 1',
  ],
  [
    'sh:path [ sh:oneOrMorePath [ sh:inversePath ex:p ] ] ; sh:minCount 1',
    'ex:a ex:s 1',
    'ex:a has no value of (inverse ex:p)+, but needs at least 1',
  ],
  [
    'sh:path [ sh:inversePath [ sh:oneOrMorePath ex:p ] ] ; sh:minCount 1',
    'ex:a ex:s 1',
    'ex:a has no value of inverse (ex:p+), but needs at least 1',
  ],
];

const values: readonly Case[] = [
  [
    'sh:path ex:p ; sh:nodeKind sh:IRI',
    `ex:a ex:p "${'long '.repeat(30)}"`,
    `ex:p of ex:a is not an IRI: "${'long '.repeat(12)}…"`,
  ],
  [
    'sh:path ex:p ; sh:nodeKind sh:IRI',
    'ex:a ex:p """two\n lines"""@en',
    'ex:p of ex:a is not an IRI: "two lines"',
  ],
  [
    'sh:path ex:p ; sh:nodeKind sh:Literal',
    `ex:a ex:p <http://example.org/${'x'.repeat(200)}>`,
    `ex:p of ex:a is not a literal: <http://example.org/${'x'.repeat(101)}…>`,
  ],
  [
    'sh:path ex:p ; sh:nodeKind sh:IRI',
    `ex:a ex:p "${'x'.repeat(59)}😀"`,
    `ex:p of ex:a is not an IRI: "${'x'.repeat(59)}…"`,
  ],
  [
    'sh:path ex:p ; sh:node [ sh:nodeKind sh:IRI ; sh:property [ sh:path ex:q ; sh:minCount 1 ] ]',
    'ex:a ex:p "x"',
    'ex:p of ex:a does not conform to [ sh:nodeKind sh:IRI ; sh:property [ sh:path ex:q ; sh:minCount 1 ] ]: "x"',
  ],
  [
    'sh:path ex:p ; sh:maxCount 1000',
    `ex:a ex:p ${Array.from({ length: 1234 }, (_, i) => i).join(', ')}`,
    'ex:a has 1,234 values of ex:p, but at most 1,000 are allowed',
  ],
];

const focusNodes: readonly Case[] = [
  [
    'sh:path ex:p ; sh:nodeKind sh:IRI ; sh:message "Use an IRI for {$this}, not {?value}"',
    'ex:a ex:p "x"',
    'Use an IRI for ex:a, not "x"',
  ],
  [
    'sh:targetObjectsOf ex:p ; sh:nodeKind sh:IRI',
    'ex:b ex:p [ ], "x"',
    'This blank node is not an IRI',
    '"x" is not an IRI',
  ],
  [
    'sh:targetObjectsOf ex:p ; sh:path ex:q ; sh:minCount 1 ; sh:datatype xsd:integer',
    'ex:b ex:p [ ], "x", [ ex:q "y" ]',
    'ex:a has no value of ex:q, but needs at least 1',
    'This blank node has no value of ex:q, but needs at least 1',
    '"x" has no value of ex:q, but needs at least 1',
    'ex:q of this blank node has the datatype xsd:string, not xsd:integer: "y"',
  ],
];

test.each(Object.entries(messages))('messages of %s name the node, the path and the value', (_, table) =>
  check(table),
);

test('paths are written in words', () => check(paths));

test('long values are cut', () => check(values));

test('focus nodes without a name are called by their kind, and messages of authors stay as they are', () =>
  check(focusNodes));

test('what messages of authors are filled with is cut where it would be longer than 10,000 together', async () => {
  const text = 'x'.repeat(6000);
  const [message] = await said(
    'sh:path ex:p ; sh:nodeKind sh:IRI ; sh:message "{?value} {?value} {?value} {$this}"',
    `ex:a ex:p "${text}"`,
  );
  expect(message).toBe(`"${text}" "${'x'.repeat(3997)}… … …`);
});

async function check(table: readonly Case[]): Promise<void> {
  for (const [shape, data, ...expected] of table) {
    expect({ shape, said: await said(shape, data) }).toEqual({ shape, said: expected });
  }
}

async function said(shape: string, data: string): Promise<readonly string[]> {
  const input = unitOf({
    shapes: `ex:S sh:targetNode ex:a ; ${shape} . ex:T sh:class ex:Thing .`,
    data: `${data} . ex:t a ex:Thing . ex:u a ex:Thing .`,
  });
  const { violations } = await validate(input, builtinValidator({ term: printed }));
  return violations.flatMap(({ messages }) => messages.map((message) => terms.value(message)));
}

function printed(id: number): string {
  return terms.datatype(id) === terms.iri(`${namespaces.xsd}integer`) ? terms.value(id) : print(id);
}
