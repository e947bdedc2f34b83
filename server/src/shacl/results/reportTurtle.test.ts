import { expect, test } from 'vitest';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { unitOf, validate } from '../../testing/shaclCheck.ts';
import { reportToTurtle, reportTurtle, resultTurtle } from './reportTurtle.ts';

test('a report is Turtle that people can read', async () => {
  const input = unitOf({
    shapes: `ex:S sh:targetNode ex:a ; sh:node [ sh:property [ sh:path ( ex:p [ sh:inversePath ex:q ] [ sh:alternativePath ( ex:r [ sh:zeroOrMorePath ex:s ] ) ] ) ;
               sh:minCount 2 ; sh:message "Zwei \\"Werte\\""@de ] ] .`,
    data: '',
  });
  const text = reportToTurtle((await validate(input)).violations);
  expect(new TurtleDocument('file:///report.ttl', 1, text).errors).toEqual([]);
  expect(text.replace(/_:\w+/g, '_:label')).toMatchInlineSnapshot(`
    "@prefix sh: <http://www.w3.org/ns/shacl#> .

    [
      a sh:ValidationReport ;
      sh:conforms false ;
      sh:result [
        a sh:ValidationResult ;
        sh:focusNode <http://example.org/ns#a> ;
        sh:value <http://example.org/ns#a> ;
        sh:resultSeverity sh:Violation ;
        sh:sourceConstraintComponent sh:NodeConstraintComponent ;
        sh:sourceShape <http://example.org/ns#S> ;
        sh:resultMessage "a does not conform to [ sh:property [ sh:path ( … ) ; sh:minCount 2 ] ]" ;
        sh:detail [
          a sh:ValidationResult ;
          sh:focusNode <http://example.org/ns#a> ;
          sh:resultPath ( <http://example.org/ns#p> [ sh:inversePath <http://example.org/ns#q> ] [ sh:alternativePath ( <http://example.org/ns#r> [ sh:zeroOrMorePath <http://example.org/ns#s> ] ) ] ) ;
          sh:resultSeverity sh:Violation ;
          sh:sourceConstraintComponent sh:MinCountConstraintComponent ;
          sh:sourceShape _:label ;
          sh:resultMessage "Zwei \\"Werte\\""@de ;
        ] ;
      ] ;
    ] .
    "
  `);
});

test('a report without results conforms', () => {
  expect(reportToTurtle([])).toMatchInlineSnapshot(`
    "@prefix sh: <http://www.w3.org/ns/shacl#> .

    [
      a sh:ValidationReport ;
      sh:conforms true ;
    ] .
    "
  `);
});

test('a result may be told without its value and details', async () => {
  const shapes = 'ex:S sh:targetNode ex:a ; sh:node [ sh:class ex:C ] .';
  const { violations } = await validate(unitOf({ shapes, data: '' }));
  const brief = { details: [], hasValue: () => false };
  const report = [...reportTurtle(violations, false, (violation) => resultTurtle(violation, brief))].join('');
  expect(new TurtleDocument('file:///report.ttl', 1, report).errors).toEqual([]);
  expect(report).toContain('sh:focusNode');
  expect(report).not.toMatch(/sh:value|sh:detail/);
});
