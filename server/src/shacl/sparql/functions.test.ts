import { describe, expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { block } from '../../testing/fixture.ts';
import { unitOf, validate } from '../../testing/shaclCheck.ts';
import { entailmentBy, lines } from '../rules/rules.testing.ts';

const declarations = block`
  ex:Ontology a owl:Ontology ; sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/ns#" ] .
  ex:isAdult a sh:SPARQLFunction ; sh:parameter [ sh:path ex:person ] ; sh:returnType xsd:boolean ;
    sh:ask "ASK { $person ex:age ?age FILTER(?age >= 18) }" .
  ex:minus a sh:SPARQLFunction ;
    sh:parameter [ sh:path ex:b ; sh:order 1 ] , [ sh:path ex:a ; sh:order 2 ; sh:optional true ] ;
    sh:select "SELECT (?b - COALESCE(?a, 1) AS ?result) {}" .
  ex:factorial a sh:SPARQLFunction ; sh:parameter [ sh:path ex:n ] ;
    sh:select "SELECT (IF(?n < 2, 1, ?n * ex:factorial(?n - 1)) AS ?result) {}" .
  ex:endless a sh:SPARQLFunction ; sh:parameter [ sh:path ex:n ] ;
    sh:select "SELECT (ex:endless(?n + 1) AS ?result) {}" .
  ex:broken a sh:SPARQLFunction ; sh:select "SELECT (ex:missing() AS ?result) {}" .
  ex:viaBroken a sh:SPARQLFunction ; sh:select "SELECT (ex:broken() AS ?result) {}" .
`;

/** What an expression is for ex:a, or why it has no value. */
async function resultOf(expression: string): Promise<string | undefined> {
  const { violations, notChecked } = await validate(
    unitOf({
      shapes: block`
        ${declarations}
        ex:S sh:targetNode ex:a ; sh:sparql [
          sh:select """SELECT $this ?value { BIND(${expression} AS ?value) FILTER(BOUND(?value)) }""" ] .
      `,
      data: 'ex:a ex:age 20 ; ex:child ex:b . ex:b ex:age 3 .',
    }),
  );
  const value = violations[0]?.value;
  return notChecked[0]?.reason ?? (value === undefined ? undefined : terms.value(value));
}

describe('functions of a shapes graph', () => {
  test('say whether an ASK query has a solution', async () => {
    expect(await resultOf('ex:isAdult($this)')).toBe('true');
    expect(await resultOf('ex:isAdult(ex:b)')).toBe('false');
  });

  test('have the first result of a SELECT query, with arguments in the order of sh:order', async () => {
    expect(await resultOf('ex:minus(7, 3)')).toBe('4');
  });

  test('may be called without optional arguments, but not with errors for the others', async () => {
    expect(await resultOf('ex:minus(7)')).toBe('6');
    expect(await resultOf('ex:minus(7, 1/0)')).toBe('6');
    expect(await resultOf('ex:minus(1/0, 7)')).toBeUndefined();
  });

  test('may call themselves, to a depth', async () => {
    expect(await resultOf('ex:factorial(10)')).toBe('3628800');
    expect(await resultOf('ex:endless(1)')).toBe(
      'sh:sparql of S is not checked: Functions call each other more than 50 levels deep.',
    );
  });

  test('that cannot be called are named, with the reason', async () => {
    const why = 'sh:sparql of S is not checked: ';
    expect(await resultOf('ex:minus(1, 2, 3)')).toBe(
      `${why}The function <http://example.org/ns#minus> takes 1 to 2 arguments, and is called with 3.`,
    );
    expect(await resultOf('ex:viaBroken()')).toBe(
      `${why}The function <http://example.org/ns#broken> can't be called: The function <http://example.org/ns#missing> is not known.`,
    );
  });

  test('are called by the queries of rules', async () => {
    const { inferred, gaps } = await entailmentBy(
      block`
        ${declarations}
        ex:S sh:targetClass ex:Person ; sh:rule [ a sh:SPARQLRule ;
          sh:construct "CONSTRUCT { $this a ex:Adult } WHERE { FILTER(ex:isAdult($this)) }" ] .
      `,
      'ex:a a ex:Person ; ex:age 20 . ex:b a ex:Person ; ex:age 3 .',
    );
    expect(gaps).toEqual([]);
    expect(lines(inferred)).toEqual(['ex:a a ex:Adult']);
  });

  test('see what rules inferred before', async () => {
    const { inferred } = await entailmentBy(
      block`
        ${declarations}
        ex:S sh:targetClass ex:Person ; sh:rule
          [ a sh:SPARQLRule ; sh:construct "CONSTRUCT { $this a ex:Adult } WHERE { FILTER(ex:isAdult($this)) }" ] ,
          [ a sh:TripleRule ; sh:predicate ex:age ; sh:object [ sh:path ex:years ] ] .
      `,
      'ex:a a ex:Person ; ex:years 20 .',
    );
    expect(lines(inferred)).toEqual(['ex:a a ex:Adult', 'ex:a ex:age "20"']);
  });

  test('are called by node expressions, for each combination of arguments', async () => {
    const { inferred, gaps } = await entailmentBy(
      block`
        ${declarations}
        ex:S sh:targetClass ex:Person ; sh:rule [ a sh:TripleRule ; sh:predicate ex:less ;
          sh:object [ ex:minus ( [ sh:path ex:age ] [ sh:path ex:by ] ) ] ] .
      `,
      'ex:a a ex:Person ; ex:age 20, 30 ; ex:by 1, 2 . ex:b a ex:Person ; ex:age 3 .',
    );
    expect(gaps).toEqual([]);
    expect(lines(inferred)).toEqual([
      'ex:a ex:less "18"',
      'ex:a ex:less "19"',
      'ex:a ex:less "28"',
      'ex:a ex:less "29"',
      'ex:b ex:less "2"',
    ]);
  });

  test('that rules cannot call are named', async () => {
    const { gaps } = await entailmentBy(
      block`
        ${declarations}
        ex:S sh:targetNode ex:a ; sh:rule
          [ a sh:TripleRule ; sh:name "Tripled" ; sh:predicate ex:p ; sh:object [ ex:broken () ] ] ,
          [ a sh:SPARQLRule ; sh:name "Queried" ; sh:construct "CONSTRUCT { $this ex:p ?x } WHERE { BIND(ex:missing() AS ?x) }" ] .
      `,
      'ex:a ex:p 1 .',
    );
    expect(gaps.map(({ reason }) => reason).toSorted()).toEqual([
      'The rule “Queried” is not run. The function <http://example.org/ns#missing> is not known.',
      "The rule “Tripled” is not run. The query could not be evaluated: The function <http://example.org/ns#broken> can't be called: The function <http://example.org/ns#missing> is not known.",
    ]);
  });
});
