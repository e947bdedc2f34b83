import { expect, test } from 'vitest';
import { shortForm } from '../shacl/model/words.ts';
import { changeLines, generated, vioProblem } from '../testing/vios.ts';
import type { ConstraintCoverage } from './vioCase.ts';

/** `P sh:minCount: covered` for each constraint; named shapes only. */
function statuses(coverage: readonly ConstraintCoverage[]): readonly string[] {
  return coverage.map(
    ({ constraint: { shape, parameter }, status }) =>
      `${shortForm(shape)} ${shortForm(parameter)}: ${status}`,
  );
}

const names = `
ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:xone ( ex:Full ex:Parts ) .
ex:Full sh:property ex:FullName . ex:FullName sh:path ex:fullName ; sh:minCount 1 .
ex:Parts sh:property ex:First . ex:First sh:path ex:first ; sh:minCount 1 .`;

test('an alternative that the valid graph violates already is touched, not covered', async () => {
  const { coverage, cases } = await generated(
    await vioProblem(names, 'ex:p1 a ex:Person ; ex:fullName "Ada Lovelace" .'),
  );
  expect(statuses(coverage)).toEqual([
    'S sh:xone: covered',
    'Full sh:property: covered',
    'FullName sh:minCount: covered',
    'Parts sh:property: touched',
    'First sh:minCount: touched',
  ]);
  expect(coverage.at(-1)).toMatchObject({
    cases: [],
    touching: cases.map((_, i) => i),
    reason: 'NO_VALUES',
    explanation:
      '1 case looks at it, where it is violated in the valid graph already. No focus node has a value there that satisfies it and could be made to violate it.',
  });
});

test('the mode cover goes on until each alternative is newly violated', async () => {
  const { coverage, cases } = await generated(
    await vioProblem(
      names,
      `ex:p1 a ex:Person ; ex:fullName "Ada Lovelace" . ex:p2 a ex:Person ; ex:first "Grace" .`,
    ),
  );
  expect(statuses(coverage).filter((line) => !line.endsWith(': covered'))).toEqual([]);
  expect(cases.flatMap(changeLines)).toEqual(
    expect.arrayContaining([expect.stringContaining('- <http://example.org/ns#p2>')]),
  );
});

test('a value that replaces another one and violates the same alternative only touches it', async () => {
  const { coverage } = await generated(
    await vioProblem(
      `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P .
       ex:P sh:path ex:p ; sh:maxCount 1 ; sh:or ( ex:Text ex:Number ) .
       ex:Text sh:datatype xsd:string . ex:Number sh:datatype xsd:integer .`,
      'ex:a ex:p "one" .',
    ),
  );
  expect(statuses(coverage)).toContain('Text sh:datatype: covered');
  expect(statuses(coverage)).toContain('Number sh:datatype: touched');
});

test('below sh:not, what becomes satisfied is told as satisfied, and what was satisfied as touched', async () => {
  const { coverage } = await generated(
    await vioProblem(
      `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:not ex:Retired .
       ex:Retired sh:class ex:Retired ; sh:property ex:Since . ex:Since sh:path ex:since ; sh:minCount 1 .`,
      'ex:a ex:since 1999 . ex:b a ex:Retired .',
    ),
  );
  expect(statuses(coverage)).toEqual([
    'S sh:not: covered',
    'Retired sh:class: satisfied',
    'Retired sh:property: touched',
    'Since sh:minCount: touched',
  ]);
  expect(coverage.at(-1)).toMatchObject({
    reason: 'NO_VALUES',
    explanation:
      '1 case looks at it, where it is satisfied in the valid graph already. It would have to become satisfied, but every node that it judges satisfies it already.',
  });
});

test('below two sh:not, what becomes violated is covered', async () => {
  const { coverage } = await generated(
    await vioProblem(
      `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:not ex:Without . ex:Without sh:not ex:Member .
       ex:Member sh:class ex:Member .`,
      'ex:a a ex:Member .',
    ),
  );
  expect(statuses(coverage)).toEqual([
    'S sh:not: covered',
    'Without sh:not: satisfied',
    'Member sh:class: covered',
  ]);
});

const of12: Readonly<Record<string, readonly [constraint: string, data: string]>> = {
  'class ( … )': ['sh:class ( ex:A ex:B )', 'ex:a ex:p ex:v . ex:v a ex:A .'],
  'datatype ( … )': ['sh:datatype ( xsd:integer xsd:decimal )', 'ex:a ex:p 1 .'],
  'nodeKind ( … )': ['sh:nodeKind ( sh:IRI sh:BlankNode )', 'ex:a ex:p ex:v .'],
  'equals of a path': ['sh:equals ( ex:q ex:r )', 'ex:a ex:p 1 ; ex:q ex:y . ex:y ex:r 1 .'],
  'disjoint with a path': ['sh:disjoint ( ex:q ex:r )', 'ex:a ex:p 1 ; ex:q ex:y . ex:y ex:r 2 .'],
  'lessThan with a path': ['sh:lessThan ( ex:q ex:r )', 'ex:a ex:p 1 ; ex:q ex:y . ex:y ex:r 2 .'],
  subsetOf: ['sh:subsetOf ex:q', 'ex:a ex:p ex:v ; ex:q ex:v .'],
  someValue: ['sh:someValue [ sh:class ex:A ]', 'ex:a ex:p ex:v, ex:w . ex:v a ex:A .'],
  singleLine: ['sh:singleLine true', 'ex:a ex:p "one line" .'],
  rootClass: ['sh:rootClass ex:A', 'ex:a ex:p ex:B . ex:B rdfs:subClassOf ex:A .'],
  memberShape: ['sh:memberShape [ sh:datatype xsd:integer ]', 'ex:a ex:p ( 1 2 ) .'],
  minListLength: ['sh:minListLength 2', 'ex:a ex:p ( 1 2 ) .'],
  maxListLength: ['sh:maxListLength 2', 'ex:a ex:p ( 1 2 ) .'],
  uniqueMembers: ['sh:uniqueMembers true', 'ex:a ex:p ( 1 2 ) .'],
  nodeByExpression: ['sh:nodeByExpression ex:Inner', 'ex:a ex:p ex:v . ex:v ex:name "v" .'],
  expression: [
    'sh:expression [ <http://www.w3.org/ns/sparql#less-than> ( [ sh:path ex:from ] [ sh:path ex:to ] ) ]',
    'ex:a ex:p ex:v . ex:v ex:from 1 ; ex:to 2 .',
  ],
  reifierShape: [
    'sh:reifierShape [ sh:property [ sh:path ex:by ; sh:minCount 1 ] ]',
    'ex:a ex:p 1 {| ex:by ex:me |} .',
  ],
};

test.each(Object.entries(of12))(
  'sh:%s of SHACL 1.2 is newly violated by a case',
  async (_, [constraint, data]) => {
    const { coverage } = await generated(
      await vioProblem(
        `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path ex:p ; ${constraint} .
       ex:Inner a sh:NodeShape ; sh:property ex:Name . ex:Name sh:path ex:name ; sh:minCount 1 .`,
        data,
      ),
    );
    const own = statuses(coverage).filter((line) => line.startsWith('P '));
    expect(own).toEqual([`P ${constraint.split(' ')[0]}: covered`]);
  },
);
