import { DataFactory, Parser, Writer } from 'n3';
import { expect, test } from 'vitest';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { reportQuads } from './library.ts';
import { readFixture } from './libraryFixture.testing.ts';
import { validate } from './validate.ts';

const input = readFixture(`
#- /data.ttl
ex:alice a ex:Person ; ex:age "12" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ; sh:message "A number"@en ] ;
  sh:property ex:Named ; sh:sparql ex:Query .
ex:Named sh:path ( ex:knows [ sh:inversePath ex:name ] ) ; sh:minCount 1 ; sh:message "Needs it" .
ex:Query sh:select "SELECT $this WHERE { $this a ?type }" ; sh:message "Has a type" .
`);

test('a report is the dataset that SHACL defines', async () => {
  const quads = reportQuads(await validate(input));
  const text = new Writer({ format: 'N-Triples' }).quadsToString(quads as never);
  const expected = readFixture(`
#- /data.ttl
[] a sh:ValidationReport ; sh:conforms false ; sh:result [
  a sh:ValidationResult ; sh:focusNode ex:alice ; sh:resultPath ex:age ; sh:value "12" ;
  sh:resultSeverity sh:Violation ; sh:sourceShape _:age ; sh:resultMessage "A number"@en ;
  sh:sourceConstraintComponent sh:DatatypeConstraintComponent
] , [
  a sh:ValidationResult ; sh:focusNode ex:alice ; sh:resultPath ( ex:knows [ sh:inversePath ex:name ] ) ;
  sh:resultSeverity sh:Violation ; sh:sourceShape ex:Named ; sh:resultMessage "Needs it" ;
  sh:sourceConstraintComponent sh:MinCountConstraintComponent
] , [
  a sh:ValidationResult ; sh:focusNode ex:alice ; sh:value ex:alice ; sh:resultSeverity sh:Violation ;
  sh:sourceShape ex:S ; sh:sourceConstraint ex:Query ; sh:resultMessage "Has a type" ;
  sh:sourceConstraintComponent sh:SPARQLConstraintComponent
] .
`).data;
  const triplesOf = (turtle: string) => new TurtleDocument('file:///r.ttl', 0, turtle).graph.triples();
  const quadOf = (turtle: string) => new Writer().quadsToString(new Parser().parse(turtle));
  expect(isomorphic(triplesOf(text), triplesOf(expected)), `${quadOf(text)}`).toBe(true);
});

test('terms are those of the given factory, and what is not decided has no report', async () => {
  const report = await validate(input);
  const [first] = reportQuads(report, { factory: DataFactory });
  expect(first!.predicate).toBeInstanceOf(DataFactory.namedNode('urn:a').constructor);
  expect(reportQuads({ ...report, verdict: 'undecided' })).toEqual([]);
  const [, conforms] = reportQuads({ verdict: 'conforms', results: [] });
  expect(conforms!.object.value).toBe('true');
});
