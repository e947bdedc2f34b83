import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../base/textEdit.ts';
import { isomorphic } from '../rdf/isomorphism.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import { builtinValidator } from '../shacl/builtinValidator.ts';
import { allComponents } from '../shacl/components/index.ts';
import { referenceValidator } from '../shacl/reference/referenceEngine.ts';
import { comparableKey, violationKey } from '../shacl/results/violation.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { problemsOf, readUnit } from '../testing/checkRepair.ts';
import { block } from '../testing/fixture.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import type { RepairProblem, VerifiedRepair } from './repair.ts';
import { suggestRepairs } from './search/suggestRepairs.ts';

const node = fc.constantFrom('ex:n1', 'ex:n2', 'ex:n3', 'ex:Room_1', 'ex:Room_1_Part', '_:b1', '_:b2');
const literal = fc.constantFrom(
  '"1"',
  '1',
  '01',
  '2.5',
  '"x"',
  '"X"@en',
  '"x "@en',
  '"x"@en-US',
  '"ex:n1"',
  '"a 7"',
  '-3',
  '"2020-01-01"',
  '"1.2.2020"^^xsd:date',
  '""',
  'true',
  '"yes"',
);
const property = fc.constantFrom('ex:p', 'ex:q', 'ex:r');
const classIri = fc.constantFrom('ex:A', 'ex:B', 'ex:C');

const statement = fc.oneof(
  fc.tuple(node, classIri).map(([s, c]) => `${s} a ${c} .`),
  fc.tuple(node, property, fc.oneof(node, literal)).map(([s, p, o]) => `${s} ${p} ${o} . # about ${p}`),
  fc.tuple(node, property, literal, literal).map(([s, p, a, b]) => `${s} ${p} ${a}, ${b} .`),
  fc.tuple(node, property, classIri, literal).map(([s, p, c, l]) => `${s} ${p} [ a ${c} ; ex:q ${l} ] .`),
);
const data = fc.array(statement, { minLength: 2, maxLength: 10 }).map((lines) => lines.join('\n'));

const context = fc
  .subarray([
    'ex:p owl:inverseOf ex:q .',
    'ex:B rdfs:subClassOf ex:A .',
    'ex:r rdfs:subPropertyOf ex:p .',
    'ex:p a owl:SymmetricProperty .',
    'ex:n3 a ex:C .',
  ])
  .map((lines) => lines.join('\n'));

const path = fc.oneof(
  { weight: 4, arbitrary: property },
  { weight: 1, arbitrary: property.map((p) => `[ sh:inversePath ${p} ]`) },
  { weight: 1, arbitrary: fc.tuple(property, property).map(([p, q]) => `( ${p} ${q} )`) },
  {
    weight: 1,
    arbitrary: fc.tuple(property, property).map(([p, q]) => `[ sh:alternativePath ( ${p} ${q} ) ]`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('zeroOrMore', 'oneOrMore', 'zeroOrOne'), property, property)
      .map(([repeat, p, q]) => `( ${p} [ sh:${repeat}Path ${q} ] )`),
  },
);
const valueConstraint = fc.oneof(
  classIri.map((c) => `sh:class ${c}`),
  fc
    .constantFrom('xsd:integer', 'xsd:string', 'xsd:decimal', 'xsd:boolean', 'xsd:date')
    .map((d) => `sh:datatype ${d}`),
  fc.constantFrom('( "x" 1 ex:n1 )', '( 1 2 3 )', '( ex:n1 ex:n2 )').map((list) => `sh:in ${list}`),
  fc
    .constantFrom('IRI', 'Literal', 'BlankNode', 'BlankNodeOrIRI', 'BlankNodeOrLiteral', 'IRIOrLiteral')
    .map((kind) => `sh:nodeKind sh:${kind}`),
  fc
    .tuple(
      fc.constantFrom('minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive'),
      fc.constantFrom('1', '2.5', '"b"', '"2020-01-01"^^xsd:date', '"2020-01-01T00:00:00Z"^^xsd:dateTime'),
    )
    .map(([kind, bound]) => `sh:${kind} ${bound}`),
  fc.constantFrom('sh:minLength 2', 'sh:minLength 24', 'sh:maxLength 1', 'sh:maxLength 0'),
  fc
    .constantFrom(
      '"^[a-z]+$"',
      '"^[A-Z]-[0-9]{2}$"',
      '"x1?$"',
      '"^X" ; sh:flags "i"',
      '"#Room_"',
      '"^https:" ; sh:nodeKind sh:IRI',
    )
    .map((pattern) => `sh:pattern ${pattern}`),
  fc.constantFrom('"en"', '"de" "en-GB"').map((languages) => `sh:languageIn ( ${languages} )`),
  fc.constantFrom('1', '"x"', '"X"@en', 'ex:n1', 'ex:A').map((value) => `sh:hasValue ${value}`),
);
const nested = fc.oneof(
  valueConstraint,
  fc.tuple(property, valueConstraint).map(([p, c]) => `sh:property [ sh:path ${p} ; sh:minCount 1 ; ${c} ]`),
);
const constraint = fc.oneof(
  { weight: 4, arbitrary: valueConstraint },
  { weight: 1, arbitrary: fc.constant('sh:uniqueLang true') },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 2 }).map((n) => `sh:minCount ${n}`) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 2 }).map((n) => `sh:maxCount ${n}`) },
  { weight: 1, arbitrary: nested.map((inner) => `sh:node [ ${inner} ]`) },
  { weight: 1, arbitrary: fc.tuple(nested, nested).map(([a, b]) => `sh:and ( [ ${a} ] [ ${b} ] )`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(nested, fc.integer({ min: 1, max: 3 }))
      .map(([inner, n]) => `sh:qualifiedValueShape [ ${inner} ] ; sh:qualifiedMinCount ${n}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(nested, fc.integer({ min: 0, max: 1 }), fc.boolean())
      .map(
        ([inner, n, disjoint]) =>
          `sh:qualifiedValueShape [ ${inner} ] ; sh:qualifiedMaxCount ${n} ; sh:qualifiedValueShapesDisjoint ${disjoint}`,
      ),
  },
  { weight: 3, arbitrary: logic() },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('equals', 'disjoint', 'lessThan', 'lessThanOrEquals'), property)
      .map(([relation, other]) => `sh:${relation} ${other}`),
  },
);
const target = fc.constantFrom(
  'sh:targetClass ex:A',
  'sh:targetClass ex:B',
  'sh:targetNode ex:n1',
  'sh:targetSubjectsOf ex:p',
  'sh:targetObjectsOf ex:q',
);
const propertyShape = fc
  .tuple(path, fc.array(constraint, { minLength: 1, maxLength: 2 }))
  .map(([p, constraints]) => `sh:property [ sh:path ${p} ; ${constraints.join(' ; ')} ]`);
const nodeShape = fc
  .tuple(
    target,
    fc.array(
      fc.oneof({ weight: 4, arbitrary: propertyShape }, { weight: 2, arbitrary: constraintOnNode() }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([t, parts]) => `[] a sh:NodeShape ; ${t} ; ${parts.join(' ; ')} .`);
const shapes = fc.array(nodeShape, { minLength: 1, maxLength: 2 }).map((lines) => lines.join('\n'));

function logic() {
  return fc.oneof(
    nested.map((inner) => `sh:not [ ${inner} ]`),
    fc
      .tuple(fc.constantFrom('or', 'xone'), nested, nested)
      .map(([name, a, b]) => `sh:${name} ( [ ${a} ] [ ${b} ] )`),
  );
}

function constraintOnNode() {
  return fc.oneof(
    logic(),
    valueConstraint,
    fc
      .subarray(['rdf:type', 'ex:p'])
      .map((ignored) => `sh:closed true ; sh:ignoredProperties ( ${ignored.join(' ')} )`),
    fc
      .tuple(fc.constantFrom('equals', 'disjoint'), property)
      .map(([relation, other]) => `sh:${relation} ${other}`),
    classIri.map((c) => `sh:class ${c}`),
    nested.map((inner) => `sh:node [ ${inner} ]`),
  );
}

const fixture = fc.record({ data, context, shapes }).map(
  (unit) =>
    block`
      #- /data.ttl
      ${unit.data}
      #- /context.ttl
      ${unit.context}
      #- /shapes.ttl
      ${unit.shapes}
    `,
);

const signal = new AbortController().signal;

/** The first problem of each component: of some there are many, of others few. */
function oneOfEach(problems: readonly RepairProblem[]): readonly RepairProblem[] {
  const byComponent = new Map(problems.toReversed().map((each) => [each.violation.component, each]));
  return [...byComponent.values()];
}

/** The graphs of a problem after a repair. */
function inputAfter({ recorded }: RepairProblem, { verdict }: VerifiedRepair): ValidationInput {
  const { input } = recorded;
  const change = (graph: ValidationInput['dataGraph']) => new OverlayGraph(graph, verdict.delta);
  return {
    ...input,
    dataGraph: change(input.dataGraph),
    reportedGraph: change(input.reportedGraph),
    classGraph: change(input.classGraph),
  };
}

async function keysOf(input: ValidationInput): Promise<readonly string[]> {
  const { violations } = await builtinValidator().validate(input, signal);
  return violations.map(violationKey).sort((a, b) => (a < b ? -1 : 1));
}

/** The same by the other engine, undefined where that leaves something out that it is known to get wrong. */
async function referenceKeysOf(input: ValidationInput): Promise<readonly string[] | undefined> {
  const { violations, notChecked } = await referenceValidator.validate(input, signal);
  return notChecked.length > 0 ? undefined : violations.map(comparableKey);
}

test('what is offered fixes its result and introduces none, and the text states the graph that was verified', async () => {
  let offered = 0;
  const repaired = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fixture, async (text) => {
      const unit = readUnit(text);
      const problems = await problemsOf(unit);
      for (const problem of oneOfEach(problems).slice(0, 5)) {
        const { repairs, reason } = await suggestRepairs(problem, { max: 4 }, signal);
        expect(repairs.length > 0 || reason !== undefined).toBe(true);
        const key = violationKey(problem.violation);
        const before = new Set(await keysOf(problem.recorded.input));
        for (const verified of repairs) {
          offered++;
          repaired.add(problem.violation.component);
          const after = inputAfter(problem, verified);
          const keys = await keysOf(after);
          expect(keys).not.toContain(key);
          expect(keys.filter((each) => !before.has(each))).toEqual([]);
          for (const { document, edits } of verified.verdict.edits) {
            const edited = new TurtleDocument(document.uri, 2, applyEdits(document.text, edits));
            expect(edited.errors).toEqual([]);
            expect(isomorphic(edited.graph.triples(), after.reportedGraph.triples())).toBe(true);
          }
        }
      }
    }),
    { numRuns: 100 },
  );
  expect(offered).toBeGreaterThan(30);
  expect(repaired.size).toBeGreaterThanOrEqual(allComponents.length / 2);
});

test('an independent engine agrees that the result is gone and none is new', async () => {
  await fc.assert(
    fc.asyncProperty(fixture, async (text) => {
      for (const problem of (await problemsOf(readUnit(text))).slice(0, 2)) {
        const { repairs } = await suggestRepairs(problem, { max: 2 }, signal);
        const before = await referenceKeysOf(problem.recorded.input);
        for (const verified of repairs) {
          const after = await referenceKeysOf(inputAfter(problem, verified));
          if (before === undefined || after === undefined) continue;
          const gone = comparableKey(problem.violation);
          // That engine does not say which language is repeated: there may be others.
          if (problem.violation.language === undefined) expect(after).not.toContain(gone);
          expect(after.filter((key) => !before.includes(key))).toEqual([]);
        }
      }
    }),
    { numRuns: 10 },
  );
});
