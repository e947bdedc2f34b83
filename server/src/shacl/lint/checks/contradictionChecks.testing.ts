import fc from 'fast-check';
import { expect } from 'vitest';
import type { Random } from '../../../base/random.ts';
import { unitOf, validate } from '../../../testing/shaclCheck.ts';
import { builtinValidator } from '../../incremental/recordedValidation.ts';
import { referenceValidator } from '../../reference/referenceEngine.ts';
import { constraintClashes } from './conjunctions.ts';
import { satisfiableShapes } from './satisfiableShapes.testing.ts';

/** Nothing is said about so many shapes graphs, each with a witness that both engines accept. */
export async function checkSatisfiable(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const input = unitOf(satisfiableShapes(seed));
      for (const validator of [builtinValidator(), referenceValidator]) {
        const { violations, notChecked } = await validate(input, validator);
        expect([validator.engine, violations, notChecked]).toEqual([validator.engine, [], []]);
      }
      expect(constraintClashes(input.shapes)).toEqual([]);
    }),
    { numRuns },
  );
}

/** Of so many such shapes graphs, each with a contradiction planted into it, every one is found. */
export function checkPlanted(numRuns: number): void {
  fc.assert(
    fc.property(fc.nat(), fc.nat(clashes.length - 1), (seed, at) => {
      const { shapes } = unitOf(satisfiableShapes(seed, (random) => planted(clashes[at]!, random)));
      expect(constraintClashes(shapes).length).toBeGreaterThan(0);
    }),
    { numRuns },
  );
}

/** Constraints of the values of a property that nothing fulfils together, and then what is said of the node itself. */
const clashes: readonly (readonly string[])[] = [
  ['sh:datatype xsd:string', 'sh:datatype xsd:date'],
  ['sh:datatype xsd:integer', 'sh:nodeKind sh:IRI'],
  ['sh:pattern "^[A-Z]{3}$"', 'sh:pattern "^[a-z]"'],
  ['sh:pattern "^(ab)+$"', 'sh:pattern "^a(ba)*$"'],
  ['sh:pattern "^.{8,}$"', 'sh:maxLength 5'],
  ['sh:datatype xsd:date', 'sh:pattern "^\\\\d{2}\\\\."'],
  ['sh:nodeKind sh:IRI', 'sh:pattern "^[A-Z]{3}$"'],
  ['sh:minInclusive 10', 'sh:maxInclusive 5'],
  ['sh:minInclusive "2024-01-01"^^xsd:date', 'sh:maxInclusive 5'],
  ['sh:in ( ex:a ex:b )', 'sh:in ( ex:c 5 )'],
  ['sh:in ( 1 5 9 )', 'sh:minExclusive 5', 'sh:maxExclusive 9'],
  ['sh:datatype xsd:integer', 'sh:minExclusive 5', 'sh:maxExclusive 6'],
  ['sh:datatype xsd:byte', 'sh:minInclusive 200'],
  ['sh:minCount 3', 'sh:maxCount 2'],
  ['sh:minCount 3', 'sh:in ( ex:a ex:b )'],
  ['sh:hasValue "abc"', 'sh:pattern "^[A-Z]"'],
  ['sh:hasValue ex:a', 'sh:maxCount 0'],
  [
    'sh:qualifiedValueShape [ sh:nodeKind sh:IRI ] ; sh:qualifiedMinCount 2',
    'sh:qualifiedValueShape [ sh:nodeKind sh:IRI ] ; sh:qualifiedMaxCount 1',
  ],
  ['sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMinCount 1', 'sh:datatype xsd:string'],
  ['sh:class ex:C', 'sh:minCount 3', 'sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMaxCount 1'],
  ['sh:nodeKind sh:Literal', 'sh:maxLength 3', 'sh:or ( [ sh:class ex:C ] [ sh:minLength 4 ] )'],
  ['sh:not [ sh:nodeKind sh:Literal ]', 'sh:datatype xsd:string'],
  ['sh:not [ sh:pattern "^A" ]', 'sh:pattern "^A[0-9]"'],
  ['sh:xone ( [ sh:datatype xsd:string ] [ sh:minLength 0 ] )', 'sh:datatype xsd:string'],
  ['sh:and ( [ sh:in ( 1 2 ) ] [ sh:in ( 2 3 ) ] )', 'sh:not [ sh:hasValue 2 ]'],
  ['sh:languageIn ( "en" )', 'sh:languageIn ( "de" )'],
  ['sh:languageIn ( "en" )', 'sh:datatype xsd:string'],
  ['sh:nodeKind sh:BlankNode', 'sh:minLength 1'],
  ['sh:nodeKind sh:TripleTerm', 'sh:nodeKind sh:BlankNodeOrIRIOrLiteral'],
  ['sh:nodeKind sh:LiteralOrTripleTerm', 'sh:class ex:C'],
  ['sh:node [ sh:property [ sh:path ex:q ; sh:minCount 1 ] ]', 'sh:datatype xsd:string'],
  [
    'sh:node [ sh:property [ sh:path ex:q ; sh:maxCount 0 ] ]',
    'sh:property [ sh:path ex:q ; sh:minCount 1 ]',
  ],
];

/** The parts in property shapes of one path, which the shape asks for in one way or another. */
function planted(parts: readonly string[], random: Random): readonly string[] {
  const path = ['ex:p', 'ex:fresh', '[ sh:inversePath ex:q ]', '( ex:p ex:q )'][random.below(4)]!;
  return parts.map((part) => {
    const property = `sh:property [ sh:path ${path} ; ${part} ]`;
    switch (random.below(5)) {
      case 0:
        return `sh:node [ ${property} ]`;
      case 1:
        return `sh:and ( [ ${property} ] [ sh:nodeKind sh:BlankNodeOrIRI ] )`;
      case 2:
        return `sh:or ( [ ${property} ; sh:nodeKind sh:IRI ] [ ${property} ; sh:nodeKind sh:BlankNode ] )`;
      case 3:
        return `sh:not [ sh:not [ ${property} ] ]`;
      default:
        return property;
    }
  });
}
