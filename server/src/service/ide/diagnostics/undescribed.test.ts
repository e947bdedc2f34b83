import { describe, expect, test } from 'vitest';
import { check, hostOf } from '../../../testing/check.ts';
import { block, type Fixture, parseFixture, suppliedPrefixes } from '../../../testing/fixture.ts';

const unitPrefix = `${suppliedPrefixes}@prefix unit: <http://qudt.org/vocab/unit/> .`;
const never = new AbortController().signal;

/** The results of the first file: what each rests on, or `-`, behind the constraint. */
async function resting(text: string): Promise<readonly string[]> {
  const fixture = parseFixture(text);
  const host = hostOf(fixture);
  const [{ uri }] = fixture.files as [Fixture['files'][number]];
  const { placed, print } = await host.analysis(uri, never);
  return placed.map(({ violation, restsOn }) => `${print(violation.constraint.parameter)} ${restsOn ?? '-'}`);
}

const ofUnits = (shape: string, data: string) => block`
  #- /data.ttl shapes:/shapes.ttl
  ${unitPrefix}
  ${data}
  #- /shapes.ttl
  ${unitPrefix}
  ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:unit ; ${shape} .`;

const qudt = 'http://qudt.org/vocab/unit/';

test('results on units that no linked file describes are one problem, at the prefix', () =>
  check(`
#- /data.ttl shapes:/shapes.ttl
@prefix ex: <http://example.org/ns#> .
@prefix unit: <http://qudt.org/vocab/unit/> .
#             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ undescribed: 2 results rest on http://qudt.org/vocab/unit/, which no linked file describes. / Link…
ex:a ex:unit unit:M , unit:K .
#            ^^^^^^ sh:class: …
#                     ^^^^^^ sh:class: …
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:unit ; sh:property [ sh:path ex:unit ; sh:class ex:Unit ] .
`));

test('the group is as severe as its gravest result, and its results are hints', async () => {
  const fixture = parseFixture(
    ofUnits(
      'sh:property [ sh:path ex:unit ; sh:class ex:Unit ; sh:severity sh:Warning ]',
      'ex:a ex:unit unit:M .',
    ),
  );
  const [{ uri }] = fixture.files as [Fixture['files'][number]];
  const report = await hostOf(fixture).validate(uri, never);
  expect(report.diagnostics.get(uri)?.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
    'undescribed warning',
    'sh:class hint',
  ]);
  expect(report.status).toMatchObject({ verdict: 'violates', results: 1 });
});

describe('a result rests on what its failure depended on', () => {
  const property = (constraints: string) => `sh:property [ sh:path ex:unit ; ${constraints} ]`;
  test.each([
    ['the class of a value', property('sh:class ex:Unit'), 'ex:a ex:unit unit:M .', [`sh:class ${qudt}`]],
    [
      'not on a term of XML Schema',
      property('sh:class ex:Unit'),
      'ex:a ex:unit xsd:integer .',
      ['sh:class -'],
    ],
    [
      'the class of a described value',
      property('sh:class ex:Unit'),
      'ex:a ex:unit ex:m . ex:m ex:p 1 .',
      ['sh:class -'],
    ],
    [
      'the class of a misspelt value',
      property('sh:class ex:Unit'),
      'ex:a ex:unit unit:M , unit:K . unit:K a ex:Unit .',
      ['sh:class -'],
    ],
    [
      'a datatype',
      property('sh:datatype xsd:string ; sh:nodeKind sh:Literal'),
      'ex:a ex:unit unit:M .',
      ['sh:datatype -', 'sh:nodeKind -'],
    ],
    ['too many values', property('sh:maxCount 1'), 'ex:a ex:unit unit:M, unit:K .', ['sh:maxCount -']],
    [
      'a property of a value',
      property('sh:property [ sh:path rdfs:label ; sh:minCount 1 ; sh:hasValue "m" ]'),
      'ex:a ex:unit unit:M .',
      [`sh:minCount ${qudt}`, `sh:hasValue ${qudt}`],
    ],
    [
      'a property of a value on a path',
      'sh:property [ sh:path ( ex:unit rdfs:label ) ; sh:minCount 1 ]',
      'ex:a ex:unit unit:M .',
      [`sh:minCount ${qudt}`],
    ],
    [
      'a path that ends at a described node too',
      'sh:property [ sh:path ( ex:unit rdfs:label ) ; sh:minCount 1 ]',
      'ex:a ex:unit unit:M, ex:m . ex:m ex:p 1 .',
      ['sh:minCount -'],
    ],
    [
      'no value at all',
      'sh:property [ sh:path ex:kind ; sh:minCount 1 ]',
      'ex:a ex:unit unit:M .',
      ['sh:minCount -'],
    ],
    [
      'an inverse path',
      'sh:property [ sh:path ( ex:unit [ sh:inversePath ex:of ] ) ; sh:minCount 1 ]',
      'ex:a ex:unit unit:M .',
      ['sh:minCount -'],
    ],
    [
      'a shape that asks for the class',
      property('sh:node [ sh:class ex:Unit ]'),
      'ex:a ex:unit unit:M .',
      [`sh:node ${qudt}`],
    ],
    [
      'a shape of the node itself that leads to a unit',
      'sh:node [ sh:property [ sh:path ex:unit ; sh:class ex:Unit ] ]',
      'ex:a ex:unit unit:M .',
      [`sh:node ${qudt}`],
    ],
    [
      'a shape that asks for more than the class',
      property('sh:node [ sh:class ex:Unit ; sh:nodeKind sh:Literal ]'),
      'ex:a ex:unit unit:M .',
      ['sh:node -'],
    ],
    [
      'one of several shapes',
      property('sh:or ( [ sh:nodeKind sh:Literal ] [ sh:class ex:Unit ] )'),
      'ex:a ex:unit unit:M .',
      [`sh:or ${qudt}`],
    ],
    [
      'none of several shapes',
      property('sh:or ( [ sh:nodeKind sh:Literal ] [ sh:datatype xsd:string ] )'),
      'ex:a ex:unit unit:M .',
      ['sh:or -'],
    ],
    [
      'exactly one of several shapes',
      property('sh:xone ( [ sh:nodeKind sh:Literal ] [ sh:class ex:Unit ] )'),
      'ex:a ex:unit unit:M .',
      [`sh:xone ${qudt}`],
    ],
    [
      'more than one of several shapes',
      property('sh:xone ( [ sh:nodeKind sh:IRI ] [ sh:maxLength 99 ] [ sh:class ex:Unit ] )'),
      'ex:a ex:unit unit:M .',
      ['sh:xone -'],
    ],
    ['a forbidden shape', property('sh:not [ sh:nodeKind sh:IRI ]'), 'ex:a ex:unit unit:M .', ['sh:not -']],
    [
      'enough values that may conform',
      property('sh:qualifiedMinCount 2 ; sh:qualifiedValueShape [ sh:class ex:Unit ]'),
      'ex:a ex:unit unit:M, ex:m . ex:m a ex:Unit .',
      [`sh:qualifiedMinCount ${qudt}`],
    ],
    [
      'too few values, whether they conform or not',
      property('sh:qualifiedMinCount 2 ; sh:qualifiedValueShape [ sh:class ex:Unit ]'),
      'ex:a ex:unit unit:M .',
      ['sh:qualifiedMinCount -'],
    ],
    [
      'one of the values, which may conform',
      property('sh:someValue [ sh:class ex:Unit ]'),
      'ex:a ex:unit unit:M, ex:m . ex:m a ex:Other .',
      [`sh:someValue ${qudt}`],
    ],
    [
      'one of the values, of which none can conform',
      property('sh:someValue [ sh:class ex:Unit ]'),
      'ex:a ex:unit ex:m . ex:m a ex:Other .',
      ['sh:someValue -'],
    ],
    [
      'too many conforming values',
      property('sh:qualifiedMaxCount 0 ; sh:qualifiedValueShape [ sh:nodeKind sh:IRI ]'),
      'ex:a ex:unit unit:M .',
      ['sh:qualifiedMaxCount -'],
    ],
    [
      'the node itself, a target without description',
      'sh:targetNode unit:K ; sh:property [ sh:path rdfs:label ; sh:minCount 1 ]',
      'ex:a ex:unit unit:M ; rdfs:label "" .',
      [`sh:minCount ${qudt}`],
    ],
    [
      'that it is not the node asked for',
      'sh:targetNode unit:K ; sh:hasValue unit:M',
      'ex:x ex:p unit:M .',
      ['sh:hasValue -'],
    ],
    ['a closed shape', 'sh:closed true', 'ex:a ex:unit unit:M .', ['sh:closed -']],
  ])('%s', async (_, shape, data, expected) => expect(await resting(ofUnits(shape, data))).toEqual(expected));
});

describe('the namespace', () => {
  const shapes = block`
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:unit ; sh:property [ sh:path ex:unit ; sh:class ex:Unit ] .`;

  test('is that of an import that nothing resolves, which is no problem of its own then', () =>
    check(`
#- /data.ttl shapes:/shapes.ttl
<http://x.org/> owl:imports <http://units.org/si> .
#                           ^^^^^^^^^^^^^^^^^^^^^ undescribed: 1 result rests on http://units.org/si#, which no linked file describes. / Link…
ex:a ex:unit <http://units.org/si#M> .
#            ^^^^^^^^^^^^^^^^^^^^^^^ sh:class: …
${shapes}
`));

  test('may be declared in the shapes file only', async () =>
    expect(
      await resting(
        ofUnits(
          'sh:property [ sh:path ex:unit ; sh:class ex:Unit ]',
          'ex:a ex:unit <http://qudt.org/vocab/unit/M> .',
        ).replace(unitPrefix, ''),
      ),
    ).toEqual([`sh:class ${qudt}`]));

  test('has to be declared or imported', async () =>
    expect(
      await resting(`#- /data.ttl shapes:/shapes.ttl\nex:a ex:unit <http://units.org/si#M> .\n${shapes}`),
    ).toEqual(['sh:class -']));

  test('is described as soon as a file that describes one of its nodes is linked, and no more when it is not', async () => {
    const fixture = parseFixture(
      ofUnits('sh:property [ sh:path ex:unit ; sh:class ex:Unit ]', 'ex:a ex:unit unit:M, unit:K .'),
    );
    const host = hostOf(fixture);
    const [{ uri, text }] = fixture.files as [Fixture['files'][number]];
    const groups = async () => (await host.analysis(uri, never)).groups.map(({ members }) => members.length);
    expect(await groups()).toEqual([2]);
    host.openDocument(uri, 2, `${text}\nunit:X a ex:Unit .`);
    expect(await groups()).toEqual([]);
    host.openDocument(uri, 3, `${text}\nunit:X a ex:Unit . unit:Y a ex:Unit .`);
    expect(await groups()).toEqual([]);
    host.openDocument(uri, 4, `${text}\nunit:Y a ex:Unit .`);
    expect(await groups()).toEqual([]);
    host.openDocument(uri, 5, text);
    expect(await groups()).toEqual([2]);
  });
});

test('a shape that leads in circles over undescribed nodes ends', async () => {
  const found = await resting(block`
    #- /data.ttl shapes:/shapes.ttl
    ${suppliedPrefixes} @prefix u: <http://u.org/> .
    ex:a ex:next ex:b . ex:b ex:next ex:a ; ex:unit u:m .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:next ;
      sh:property [ sh:path ex:unit ; sh:class ex:Unit ] ;
      sh:property [ sh:path ex:next ; sh:node ex:S ] .`);
  expect(found).toContain('sh:class http://u.org/');
});

const respelt = (data: string, shape: string) => `
#- /data.ttl shapes:/shapes.ttl
@prefix ex: <http://example.org/ns#> .
@prefix schema: <https://schema.org/> .
${data}
#- /shapes.ttl
${suppliedPrefixes}@prefix schema: <http://schema.org/> .
ex:S a sh:NodeShape ; sh:targetClass ex:Thing ; ${shape} .
`;

test('a namespace that the shapes spell otherwise is one problem, at the prefix', () =>
  check(
    respelt(
      `#               ^^^^^^^^^^^^^^^^^^^^^ namespace: schema: is https://schema.org/ here and http://schema.org/ in the shapes: 2 results. / Declare schema: as http://schema.org/, or change the shapes.
ex:a a ex:Thing ; schema:name "A" .
#^^^ sh:minCount: …
ex:b a ex:Thing ; schema:name "B" .
#^^^ sh:minCount: …`,
      'sh:property [ sh:path schema:name ; sh:minCount 1 ]',
    ),
  ));

describe('a result comes from a namespace that the shapes spell otherwise', () => {
  const https = 'https://schema.org/';
  test.each([
    ['missing values', 'schema:name "A"', 'sh:property [ sh:path schema:name ; sh:minCount 1 ]', https],
    [
      'classes of values',
      'ex:p [ a schema:Person ]',
      'sh:property [ sh:path ex:p ; sh:class schema:Person ]',
      https,
    ],
    [
      'values of a list',
      'ex:p schema:Male',
      'sh:property [ sh:path ex:p ; sh:in ( schema:Male schema:Female ) ]',
      https,
    ],
    ['wanted values', 'ex:p schema:Male', 'sh:property [ sh:path ex:p ; sh:hasValue schema:Male ]', https],
    [
      'closed shapes',
      'schema:name "A"',
      'sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:property [ sh:path schema:name ]',
      https,
    ],
    ['nodes of a shape', 'ex:p [ schema:name "A" ]', 'sh:property [ sh:path ex:p ; sh:node ex:N ]', https],
    ['not another property', 'schema:url "A"', 'sh:property [ sh:path schema:name ; sh:minCount 1 ]', '-'],
    [
      'not a namespace that the shapes have as well',
      'schema:name "A"',
      'sh:property [ sh:path schema:name ; sh:minCount 1 ] ; rdfs:seeAlso <https://schema.org/name>',
      '-',
    ],
  ])('%s', async (_, data, shape, cause) => {
    const both = ['ex:a', 'ex:b'].map((node) => `${node} a ex:Thing ; ${data} .`).join('\n');
    const extra = 'ex:N a sh:NodeShape ; sh:property [ sh:path schema:name ; sh:minCount 1 ] .';
    const found = await resting(`${respelt(both, shape)}${extra}\n`);
    expect(found.map((line) => line.split(' ')[1])).toEqual([cause, cause]);
  });
});

const misnamed = (data: string, shape = 'sh:property [ sh:path ex:title ; sh:minCount 1 ]') => block`
  #- /data.ttl shapes:/shapes.ttl
  ${suppliedPrefixes}
  ${data}
  #- /shapes.ttl
  ${suppliedPrefixes}
  ex:S a sh:NodeShape ; sh:targetClass ex:Thing ; ${shape} .`;
const things = (property: string, names: string) =>
  [...names].map((name) => `ex:${name} a ex:Thing ; ${property} "${name}" .`).join('\n');

test('a property that stands throughout for the one which the shapes ask for is one problem, at its first use', () =>
  check(`
#- /data.ttl shapes:/shapes.ttl
@prefix ex: <http://example.org/ns#> .
ex:a a ex:Thing ; ex:titel "A" .
#                 ^^^^^^^^ property: ex:titel is used where the shapes ask for ex:title: 3 results. / Rename it to ex:title, or change the shapes.
#^^^ sh:minCount: …
ex:b a ex:Thing ; ex:titel "B" .
#^^^ sh:minCount: …
ex:c a ex:Thing ; ex:titel "C" .
#^^^ sh:minCount: …
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Thing ; sh:property [ sh:path ex:title ; sh:minCount 1 ] .
`));

describe('a property is misnamed', () => {
  const titel = 'http://example.org/ns#titel';
  test.each([
    ['by three nodes', things('ex:titel', 'abc'), Array(3).fill(titel)],
    ['not by two', things('ex:titel', 'ab'), ['-', '-']],
    ['by half of the nodes', things('ex:titel', 'abc') + things('ex:title', 'def'), Array(3).fill(titel)],
    [
      'where a node has another cause',
      `${things('ex:titel', 'abc')} ex:d a ex:Thing .`,
      [titel, titel, titel, '-'],
    ],
    [
      'not beside the wanted one',
      `${things('ex:titel', 'abcefghijkl')} ex:l ex:title "L" .`,
      Array(10).fill('-'),
    ],
    [
      'not when the data describes it',
      `${things('ex:titel', 'abc')} ex:titel rdfs:label "Titel" .`,
      ['-', '-', '-'],
    ],
  ])('%s', async (_, data, expected) => {
    const found = await resting(misnamed(data));
    expect(found.map((line) => line.split(' ')[1])).toEqual(expected);
  });
});

describe('the same mistake of several nodes is one problem', () => {
  test.each([
    [
      'a value that a list lacks',
      'ex:p "Opne"',
      'sh:in ( "Open" "Closed" )',
      'ex:p "Open"',
      'http://example.org/ns#p "Opne"',
    ],
    ['a node that is not described', 'ex:p ex:n', 'sh:class ex:N', '', 'http://example.org/ns#n'],
    ['a class', 'ex:p [ a ex:Nodde ]', 'sh:class ex:Node', '', 'http://example.org/ns#Nodde'],
    [
      'a text that says nothing',
      'ex:p "n/a"',
      'sh:datatype xsd:integer',
      'ex:p "?"',
      'http://example.org/ns#p "n/a"',
    ],
    [
      'not a form that others have, too',
      'ex:p "2020"',
      'sh:datatype xsd:gYear',
      'ex:p "2021", "2022", "2023", "2024"',
      '-',
    ],
  ])('%s', async (_, data, constraint, other, cause) => {
    const nodes = ['a', 'b', 'c'].map((name) => `ex:${name} a ex:Thing ; ${data} .`);
    const more = other === '' ? '' : `ex:d a ex:Thing ; ${other} .`;
    const text = misnamed(
      `${nodes.join(' ')} ${more} ex:m a ex:N .`,
      `sh:property [ sh:path ex:p ; ${constraint} ]`,
    );
    expect((await resting(text)).slice(0, 3).map((line) => line.slice(line.indexOf(' ') + 1))).toEqual(
      Array(3).fill(cause),
    );
  });
});
