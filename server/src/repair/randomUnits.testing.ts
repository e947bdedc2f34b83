import fc from 'fast-check';
import { block } from '../testing/fixture.ts';

/* Units to repair: a few nodes with properties and classes, and shapes with all components. */

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
/** The statements of a data file, one to a line. */
export const statements = fc.array(statement, { minLength: 2, maxLength: 10 });

/** A context file. */
export const context = fc
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
/** A shapes file. */
export const shapes = fc.array(nodeShape, { minLength: 1, maxLength: 2 }).map((lines) => lines.join('\n'));

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

/** The three files as a fixture. */
export function unitOf(parts: {
  readonly statements: readonly string[];
  readonly context: string;
  readonly shapes: string;
}): string {
  return block`
    #- /data.ttl
    ${parts.statements.join('\n')}
    #- /context.ttl
    ${parts.context}
    #- /shapes.ttl
    ${parts.shapes}
  `;
}
