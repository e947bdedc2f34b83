import { describe, expect, test } from 'vitest';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import { print, unitOf, validate } from '../../testing/shaclCheck.ts';
import { createEvaluator } from '../evaluator.ts';
import { traceOf } from './trace.ts';

describe('the trace of a verdict', () => {
  const input = unitOf({
    shapes: `
      ex:Paper sh:targetClass ex:Paper ; sh:property [ sh:path ex:author ; sh:class ex:Person ; sh:minCount 1 ;
        sh:node [ sh:property [ sh:path ex:name ; sh:datatype xsd:string ] ] ] ;
        sh:property [ sh:path [ sh:inversePath ex:cites ] ; sh:maxCount 3 ] .
      ex:Other sh:targetNode ex:p ; sh:path ex:year ; sh:lessThan ex:revised ; sh:maxInclusive 2030 .`,
    data: `
      ex:p a ex:Short ; ex:author ex:ann, ex:bob ; ex:year 2024 ; ex:title "P" .
      ex:ann a ex:Professor, ex:Parent ; ex:name "Ann" ; ex:age 50 . ex:q ex:cites ex:p .`,
    context: `
      ex:Short rdfs:subClassOf ex:Paper . ex:Professor rdfs:subClassOf ex:Staff . ex:Staff rdfs:subClassOf ex:Person .`,
  });
  const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph);
  const p = terms.iri('http://example.org/ns#p');
  const [paper, other] = input.shapes.roots;

  test('has the triples along the paths, the types of values and the ways up to the class', () => {
    const trace = traceOf(evaluator.traced, p, paper!.id);
    expect(trace.triples.map(printTriple).toSorted()).toEqual([
      'ex:ann ex:name "Ann"',
      'ex:ann rdf:type ex:Parent',
      'ex:ann rdf:type ex:Professor',
      'ex:p ex:author ex:ann',
      'ex:p ex:author ex:bob',
      'ex:q ex:cites ex:p',
    ]);
    expect(trace.subclasses.map(printTriple)).toEqual([
      'ex:Professor rdfs:subClassOf ex:Staff',
      'ex:Staff rdfs:subClassOf ex:Person',
    ]);
    expect(trace.absences.map(printLookUp).toSorted()).toEqual(['ex:bob ex:name ?', 'ex:bob rdf:type ?']);
    expect(trace.terms.map(print)).toEqual(['"Ann"']);
  });

  test('of one constraint has what that one looks at', () => {
    const lessThan = other!.constraints.find(({ kind }) => kind === 'lessThan');
    const trace = traceOf(evaluator.traced, p, other!.id, lessThan);
    expect(trace.triples.map(printTriple)).toEqual(['ex:p ex:year "2024"']);
    expect(trace.absences.map(printLookUp)).toEqual(['ex:p ex:revised ?']);
    expect(trace.terms).toEqual([]);
  });

  test('is apart from what makes the node a target', () => {
    expect(traceOf(evaluator.traced, p, paper!.id).target.map(printTriple)).toEqual([
      'ex:p rdf:type ex:Short',
      'ex:Short rdfs:subClassOf ex:Paper',
    ]);
    expect(traceOf(evaluator.traced, p, other!.id).target).toEqual([]);
  });

  test('has what the query of a target matched', async () => {
    const selected = unitOf({
      shapes: `ex:S sh:nodeKind sh:Literal ; sh:target [ sh:select """PREFIX ex: <http://example.org/ns#>
        SELECT ?this { ?this ex:cites/ex:author ?a FILTER NOT EXISTS { ?this ex:withdrawn ?when } }""" ] .`,
      data: 'ex:p ex:cites ex:q ; ex:title "P" . ex:q ex:author ex:ann ; ex:year 2020 . ex:r ex:cites ex:p .',
    });
    await validate(selected);
    const alone = createEvaluator(selected.shapes, selected.dataGraph, selected.classGraph);
    const [shape] = selected.shapes.roots;
    const targetOf = (name: string) =>
      traceOf(alone.traced, terms.iri(`http://example.org/ns#${name}`), shape!.id).target.map(printTriple);
    expect(targetOf('p')).toEqual(['ex:p ex:cites ex:q', 'ex:q ex:author ex:ann']);
    expect(targetOf('r')).toEqual([]);
  });

  test('of a closed shape has everything about the value', () => {
    const closed = unitOf({
      shapes: 'ex:S sh:targetSubjectsOf ex:p ; sh:closed true .',
      data: 'ex:a ex:p 1 ; ex:q 2 . ex:b ex:p 3 .',
    });
    const a = terms.iri('http://example.org/ns#a');
    const trace = traceOf(
      createEvaluator(closed.shapes, closed.dataGraph, closed.classGraph).traced,
      a,
      closed.shapes.roots[0]!.id,
    );
    expect(trace.triples.map(printTriple)).toEqual(['ex:a ex:p "1"', 'ex:a ex:q "2"']);
    expect(trace.target.map(printTriple)).toEqual(['ex:a ex:p "1"']);
  });
});

function printTriple({ subject, predicate, object }: Triple): string {
  return [subject, predicate, object].map(print).join(' ');
}

function printLookUp({ subject, predicate, object }: LookUp): string {
  return [subject, predicate, object].map((id) => (id === undefined ? '?' : print(id))).join(' ');
}
