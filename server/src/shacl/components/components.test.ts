import { describe, expect, test } from 'vitest';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, sh } from '../../rdf/vocab.ts';
import { print, unitOf, validate } from '../../testing/shaclCheck.ts';
import { builtinValidator } from '../incremental/recordedValidation.ts';
import type { CoreConstraintKind } from '../model/shape.ts';
import { explainConstraint } from '../results/explain.ts';
import { allComponents, isOfExpressions } from './index.ts';

test('every constraint component of SHACL Core is there', () => {
  const named = Object.entries(sh)
    .filter(([name]) => /^[A-Z](?!PARQL).+ConstraintComponent$/.test(name))
    .map(([, iri]) => iri)
    // Their constraints are of other kinds.
    .filter((iri) => !isOfExpressions(iri));
  expect(allComponents.map(({ iri }) => iri).toSorted()).toEqual(named.toSorted());
});

/** One shape on ex:p of ex:a for each constraint, with data that violates it. */
const cases: Readonly<Record<CoreConstraintKind, readonly [constraint: string, values: string]>> = {
  class: ['sh:class ex:C', 'ex:p 1'],
  datatype: ['sh:datatype xsd:integer', 'ex:p ex:x, "x", "x"^^xsd:integer'],
  nodeKind: ['sh:nodeKind sh:BlankNodeOrIRI', 'ex:p 1'],
  minCount: ['sh:minCount 2', 'ex:p 1'],
  maxCount: ['sh:maxCount 1', 'ex:p 1, 2, 3'],
  minExclusive: ['sh:minExclusive 5', 'ex:p 5'],
  minInclusive: ['sh:minInclusive 5', 'ex:p 4'],
  maxExclusive: ['sh:maxExclusive 5', 'ex:p 5'],
  maxInclusive: ['sh:maxInclusive 5', 'ex:p 6'],
  minLength: ['sh:minLength 2', 'ex:p "x", [ ]'],
  maxLength: ['sh:maxLength 1', 'ex:p "xx"'],
  pattern: ['sh:pattern "^a" ; sh:flags "i"', 'ex:p "b"'],
  languageIn: ['sh:languageIn ( "en" "de" )', 'ex:p "x"@fr, "y"'],
  singleLine: ['sh:singleLine true', 'ex:p "x\\ny", [ ]'],
  uniqueLang: ['sh:uniqueLang true', 'ex:p "x"@en, "y"@en'],
  equals: ['sh:equals ex:q', 'ex:p 1 ; ex:q 2'],
  disjoint: ['sh:disjoint ex:q', 'ex:p 1 ; ex:q 1'],
  subsetOf: ['sh:subsetOf ( ex:q ex:r )', 'ex:p 1 ; ex:q [ ex:r 2 ]'],
  lessThan: ['sh:lessThan ex:q', 'ex:p 1 ; ex:q 1'],
  lessThanOrEquals: ['sh:lessThanOrEquals ex:q', 'ex:p 2 ; ex:q 1'],
  not: ['sh:not ex:T', 'ex:p ex:t'],
  and: ['sh:and ( ex:T [ sh:class ex:C ] )', 'ex:p 1'],
  or: ['sh:or ( ex:T [ sh:path ex:q ; sh:minCount 1 ] )', 'ex:p 1'],
  xone: ['sh:xone ( ex:T ex:T )', 'ex:p 1'],
  node: ['sh:node [ sh:in ( 2 [ ] ) ]', 'ex:p 1'],
  property: ['sh:property [ sh:path ex:q ; sh:minCount 1 ]', 'ex:p ex:x'],
  qualifiedMinCount: ['sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:C ]', 'ex:p ex:x'],
  qualifiedMaxCount: ['sh:qualifiedMaxCount 1 ; sh:qualifiedValueShape ex:T', 'ex:p ex:t, ex:u'],
  closed: ['sh:closed true ; sh:ignoredProperties ( ex:r )', 'ex:p [ ex:q 1 ]'],
  hasValue: ['sh:hasValue "x"', 'ex:p 1'],
  in: ['sh:in ( 1 2 3 4 5 6 7 8 9 10 11 12 )', 'ex:p 0'],
  rootClass: ['sh:rootClass ex:C', 'ex:p ex:x'],
  someValue: ['sh:someValue ex:T', 'ex:p ex:x'],
  minListLength: ['sh:minListLength 2', 'ex:p ( 1 ), ex:x'],
  maxListLength: ['sh:maxListLength 1', 'ex:p ( 1 2 )'],
  uniqueMembers: ['sh:uniqueMembers true', 'ex:p ( 1 2 1 ), ex:x'],
  memberShape: ['sh:memberShape [ sh:nodeKind sh:IRI ]', 'ex:p ( ex:x 5 ), 1'],
  reifierShape: [
    'sh:reifierShape [ sh:property [ sh:path ex:by ; sh:minCount 1 ] ] ; sh:reificationRequired true',
    'ex:p 1 {| ex:at 5 |}, 2',
  ],
  uniqueValuesFor: ['sh:uniqueValuesFor ex:id ; sh:targetNode ex:b', 'ex:p ex:a ; ex:id 1 . ex:b ex:id 1'],
};

describe('what components say in explanations, and in prompts and suites', () => {
  test('covers all of them', () => {
    expect(Object.keys(cases)).toEqual(allComponents.map(({ kind }) => kind));
  });

  test.each(Object.entries(cases))('%s', async (kind, [constraint, values]) => {
    const input = unitOf({
      shapes: `ex:S sh:targetNode ex:a ; sh:path ex:p ; ${constraint} . ex:T sh:class ex:Thing .`,
      data: `ex:a ${values} . ex:t a ex:Thing . ex:u a ex:Thing .`,
    });
    const result = await validate(input, builtinValidator({ term: printed }));
    const shape = input.shapes.roots[0]!;
    const declared = shape.constraints.find((candidate) => candidate.kind === kind)!;
    const recorded = result.violations.map((violation) => terms.value(violation.recordedMessages[0]!));
    expect([explainConstraint(declared, input.shapes, printed), ...recorded].join('\n')).toMatchSnapshot();
  });
});

function printed(id: TermId): string {
  return terms.datatype(id) === terms.iri(`${namespaces.xsd}integer`) ? terms.value(id) : print(id);
}
