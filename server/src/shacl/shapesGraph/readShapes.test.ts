import { describe, expect, test } from 'vitest';
import { sh } from '../../rdf/vocab.ts';
import { graphOf, print } from '../../testing/shaclCheck.ts';
import { constraintKey, createEvaluator } from '../evaluator.ts';
import { printPath } from '../model/path.ts';
import { readShapes } from './readShapes.ts';
import { readShapes10 } from './shacl10.ts';
import { withStatedTargets } from './targets.ts';

/** The findings of a shapes graph: `shape parameter value: message`. */
function findings(shapes: string, read = readShapes): readonly string[] {
  return read(graphOf(shapes)).findings.map(({ shape, parameter, value, message }) => {
    const place = [shape, parameter, value].flatMap((id) => (id === undefined ? [] : [print(id)]));
    return `${place.join(' ')}: ${message}`;
  });
}

describe('a shapes graph', () => {
  test('has the shapes that are typed, targeted, parametrised or referred to', () => {
    const { shapes, roots } = readShapes(
      graphOf(`ex:Typed a sh:NodeShape . ex:Targeted sh:targetNode ex:a . ex:WithParameter sh:class ex:C .
               ex:S sh:or ( ex:Member ) ; sh:property ex:Property . ex:Property sh:path ex:p .
               ex:Class a rdfs:Class, sh:NodeShape . ex:Off sh:targetNode ex:a ; sh:deactivated true .
               ex:Own rdfs:subClassOf sh:NodeShape . ex:OwnShape a ex:Own . ex:NoShape a ex:C .`),
    );
    expect(shapes.map(({ id }) => print(id))).toEqual(
      ['Typed', 'Targeted', 'WithParameter', 'S', 'Property', 'Class', 'Off', 'OwnShape', 'Member'].map(
        (name) => `ex:${name}`,
      ),
    );
    expect(roots.map(({ id }) => print(id))).toEqual(['ex:Targeted', 'ex:Class']);
  });

  test('has one constraint for each parameter value, in document order', () => {
    const { shapes } = readShapes(
      graphOf(`ex:S sh:path ex:p ; sh:class ex:A, ex:B ; sh:pattern "a" ; sh:flags "i" ; sh:uniqueLang false ; sh:closed false ;
                 sh:qualifiedValueShape ex:T ; sh:qualifiedMinCount 1 ; sh:qualifiedMaxCount 2 ; sh:in ( 1 2 ) . ex:T sh:nodeKind sh:IRI .`),
    );
    expect(shapes[0]!.constraints.map(({ kind }) => kind)).toEqual([
      'class',
      'class',
      'pattern',
      'qualifiedMinCount',
      'qualifiedMaxCount',
      'in',
    ]);
    expect(constraintKey(shapes[0]!.constraints[2]!)).toBe(
      '<http://example.org/ns#S> <http://www.w3.org/ns/shacl#pattern> "a"',
    );
  });

  test('reads paths of every kind', () => {
    const { shapes } = readShapes(
      graphOf(`ex:S sh:nodeKind sh:IRI ; sh:path ( ex:a [ sh:inversePath ex:b ] [ sh:alternativePath ( ex:c [ sh:zeroOrMorePath ex:d ] ) ]
                 [ sh:oneOrMorePath ( ex:e ex:f ) ] [ sh:zeroOrOnePath ex:g ] ) .`),
    );
    const path = shapes.find(({ kind }) => kind === 'property')!.path!;
    expect(printPath(path, print)).toBe('ex:a/(^ex:b)/(ex:c|(ex:d*))/((ex:e/ex:f)+)/(ex:g?)');
  });

  test('means the same in whichever order contradictions are written', () => {
    for (const [deactivated, severity] of [
      ['true, false', 'sh:Info, sh:Warning, ex:Own'],
      ['false, true', 'ex:Own, sh:Warning, sh:Info'],
    ]) {
      const text = `ex:S sh:targetNode ex:a ; sh:deactivated ${deactivated} ; sh:severity ${severity} .`;
      const [shape] = readShapes(graphOf(text)).shapes;
      expect([shape!.deactivated, shape!.severity]).toEqual([false, sh.Warning]);
      expect(findings(text).map((line) => line.replace(/^.*?: /, ''))).toEqual([
        'A shape has one sh:deactivated, this one has several. The shape stays active.',
        'A shape can have only one sh:severity, but this one has several. The gravest counts.',
      ]);
    }
  });

  test('names what it does not check and where that is written', () => {
    expect(
      findings(`
        ex:TwoPaths sh:path ex:p, ex:q ; sh:minCount 1 .
        ex:NoPath a sh:PropertyShape .
        ex:Loop sh:path _:loop ; sh:minCount 1 . _:loop sh:inversePath _:loop .
        ex:Literal sh:path "p" ; sh:minCount 1 .
        ex:S sh:targetClass "C" ; sh:minCount 1 ; sh:nodeKind sh:Iri ; sh:datatype "x" ; sh:minLength -1 ; sh:maxLength 1.5 ;
          sh:pattern "(" ; sh:closed "yes" ; sh:in ex:notAList ; sh:minInclusive ex:x ; sh:maxInclusive "abc"^^xsd:integer ;
          sh:deactivated 1 ; sh:or ( "shape" ) ; sh:node "shape" ; sh:languageIn ( ex:en ) .
        ex:P sh:path ex:p ; sh:minCount 1, 2 ; sh:qualifiedMinCount 1 .
        ex:List sh:in _:list . _:list rdf:first 1 ; rdf:rest _:list .
      `),
    ).toMatchInlineSnapshot(`
      [
        "ex:TwoPaths sh:path ex:q: A property shape has one sh:path, this one has several. The shape is not checked.",
        "ex:NoPath: A sh:PropertyShape needs a sh:path. The shape is not checked.",
        "ex:Loop sh:path []: The path contains itself or is too long. The shape is not checked.",
        "ex:Literal sh:path "p": A path is a property or a blank node, not a literal. The shape is not checked.",
        "ex:S sh:targetClass "C": The value is not an IRI. The target is left out.",
        "ex:S sh:minCount "1": sh:minCount is for property shapes only. The constraint is not checked.",
        "ex:S sh:nodeKind sh:Iri: The value is not one of the six node kinds, such as sh:IRI or sh:Literal. The constraint is not checked.",
        "ex:S sh:datatype "x": The value is not an IRI. The constraint is not checked.",
        "ex:S sh:minLength "-1": The value is not a non-negative xsd:integer. The constraint is not checked.",
        "ex:S sh:maxLength "1.5": The value is not a non-negative xsd:integer. The constraint is not checked.",
        "ex:S sh:pattern "(": The regular expression is not valid: Unterminated group. The constraint is not checked.",
        "ex:S sh:closed "yes": The value is neither true nor false. The constraint is not checked.",
        "ex:S sh:in ex:notAList: The value is not a well-formed RDF list. The constraint is not checked.",
        "ex:S sh:minInclusive ex:x: The value is not a literal. The constraint is not checked.",
        "ex:S sh:maxInclusive "abc": No value can be compared with this literal, because its datatype has no order or it is ill-formed. So all values are violations.",
        "ex:S sh:or []: A member of the list is a literal where a shape belongs. The constraint is not checked.",
        "ex:S sh:node "shape": The value is a literal where a shape belongs. The constraint is not checked.",
        "ex:S sh:languageIn []: A member of the list is not a language tag such as "en". The constraint is not checked.",
        "ex:S sh:deactivated "1": The value is neither true nor false. The shape stays active.",
        "ex:P sh:minCount "2": A shape has one sh:minCount, this one has several. Each of them is checked.",
        "ex:P sh:qualifiedMinCount "1": The shape needs exactly one sh:qualifiedValueShape. The constraint is not checked.",
        "ex:List sh:in []: The value is not a well-formed RDF list. The constraint is not checked.",
      ]
    `);
  });

  test('names terms that SHACL Core does not have, and shapes that are nowhere', () => {
    expect(
      findings(`
        ex:S sh:targetNode ex:a ; sh:minCout 1 ; sh:somethingElse 2 ; sh:values ex:T ; sh:js [ ] ;
          sh:target [ ] ; sh:node ex:Missing ; sh:rule [ ], [ ] ; sh:sparql [ sh:deactivated true ] .
        <> sh:entailment <http://www.w3.org/ns/entailment/OWL-Direct> .
        ex:C a owl:Class ; sh:nodeKind sh:IRI .
        ex:Off sh:deactivated true ; sh:minCout 1 .
      `),
    ).toMatchInlineSnapshot(`
      [
        "ex:S sh:minCout "1": sh:minCout is not a SHACL property and is not checked. Did you mean sh:minCount?",
        "ex:S sh:somethingElse "2": sh:somethingElse is not a SHACL property and is not checked.",
        "ex:S sh:values ex:T: sh:values is for property shapes whose sh:path is a property. No values are derived.",
        "ex:S sh:js []: JavaScript constraints are not evaluated.",
        "ex:S sh:target []: Targets without a query are not evaluated.",
        "ex:S sh:node ex:Missing: The shape Missing is not described in the linked shapes files, so nothing is checked against it.",
        "ex:C rdf:type owl:Class: C is an owl:Class and has no target, so nothing is checked against it by itself. SHACL applies a class that is a shape to its instances only when it is an rdfs:Class too.",
      ]
    `);
    const { notChecked } = readShapes(
      graphOf(
        `ex:S sh:targetNode ex:a ; sh:rule [ ], [ ] ; sh:minCout 1 .
         <> sh:entailment <http://www.w3.org/ns/entailment/OWL-Direct>, <http://www.w3.org/ns/entailment/RDFS> .`,
      ),
    );
    expect(notChecked.map(({ reason }) => reason)).toMatchInlineSnapshot(`
      [
        "The shapes ask for the entailment regime OWL-Direct, which is not supported: what it would infer is not validated. RDFS is.",
        "2 rules (sh:rule) not run: what they infer is not validated. The inference "rules" runs them.",
        "S: sh:minCout is not a SHACL property and is not checked. Did you mean sh:minCount?",
      ]
    `);
  });

  test('exposes imports and statements that nobody defined', () => {
    const { imports, foreignStatements } = readShapes(
      graphOf(`<> owl:imports <urn:a> . ex:S sh:targetNode ex:a ; ex:exactCount 3 ; rdfs:label "S" ; ex:declared 1 .
               ex:C a sh:ConstraintComponent ; sh:parameter [ sh:path ex:declared ] .`),
    );
    expect(imports.map(print)).toEqual(['<urn:a>']);
    expect(foreignStatements.map(({ predicate }) => print(predicate))).toEqual(['ex:exactCount']);
  });
});

test('held to SHACL 1.0, shapes have no meaning of SHACL 1.2, and each place of it is told', () => {
  const text = `ex:S sh:targetNode ex:a ; sh:targetWhere ex:T ; sh:property ex:P , ex:L . ex:C a sh:ShapeClass .
    ex:P sh:path ex:p ; sh:minCount 1 {| sh:severity sh:Info |} ; sh:singleLine true ; sh:class ( ex:A ex:B ) ; sh:values ex:v ;
      sh:equals [ sh:inversePath ex:q ] ; sh:lessThan ex:r ; sh:nodeKind sh:TripleTerm , sh:IRI ; sh:severity sh:Debug .
    ex:L sh:path ex:l ; sh:minListLength 1 ; sh:closed sh:ByTypes . ex:a sh:incomplete true .`;
  const data = graphOf('ex:a sh:shape ex:L . ex:b sh:incomplete true .');
  const held = readShapes10(graphOf(text));
  expect(
    held.shapes.map(({ id, constraints }) => [print(id), ...constraints.map(({ kind }) => kind)]),
  ).toEqual([['ex:S', 'property', 'property'], ['ex:P', 'minCount', 'lessThan', 'nodeKind'], ['ex:L']]);
  expect(held.get(held.shapes[1]!.id)!.constraints.map(({ severity }) => severity)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(held.get(held.shapes[1]!.id)!.severity).toBe(sh.Violation);
  expect(withStatedTargets(held, data)).toBe(held);
  expect(createEvaluator(held, data, data).incompleteness).toBeUndefined();
  const rest = ' came with SHACL 1.2. These shapes are held to SHACL 1.0, in which it has no meaning.';
  const told = findings(text, readShapes10).filter((each) => each.endsWith(rest));
  expect(told.map((each) => each.slice(0, -rest.length).replace(/_:\S+|\[\]/g, '[]'))).toMatchInlineSnapshot(`
    [
      "ex:P sh:singleLine "true": sh:singleLine",
      "ex:L sh:minListLength "1": sh:minListLength",
      "ex:S sh:targetWhere ex:T: sh:targetWhere",
      "ex:P sh:values ex:v: sh:values",
      "ex:a sh:incomplete "true": sh:incomplete",
      "ex:P sh:class []: A list as the value of sh:class",
      "ex:P sh:nodeKind sh:TripleTerm: sh:TripleTerm",
      "ex:P sh:equals []: A path as the value of sh:equals",
      "ex:L sh:closed sh:ByTypes: sh:ByTypes",
      "ex:C rdf:type sh:ShapeClass: sh:ShapeClass",
      "ex:P sh:severity sh:Debug: sh:Debug",
      "[] rdf:reifies "": An annotation of a constraint",
    ]
  `);
  expect(held.notChecked.length).toBeGreaterThanOrEqual(told.length);
});
