import { describe, expect, test } from 'vitest';
import { type TermId, terms } from '../rdf/terms.ts';
import { printTerm } from '../rdf/turtle/printTerm.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { xsd } from '../rdf/vocab.ts';
import { suppliedPrefixes } from '../testing/fixture.ts';
import { applyUpdate } from './applyUpdate.ts';
import { readUpdate } from './updateText.ts';

const { graph, prefixes } = new TurtleDocument(
  'file:///data.ttl',
  1,
  `${suppliedPrefixes}ex:a ex:p "long" ; ex:q ex:b, ex:c . ex:b ex:q ex:c . [] ex:q ex:d .`,
);
const ex = (name: string) => terms.iri(prefixes.get('ex') + name);
const blank = graph.subjects(ex('q'), ex('d'))[0]!;

/** What an update does where some variables have values from the start, or why it is refused. */
async function change(text: string, values: Readonly<Record<string, TermId>>): Promise<string> {
  const read = await readUpdate(text, { prefixes, values: new Map(Object.entries(values)) });
  if (read.kind === 'refused') return read.reason;
  const applied = await applyUpdate(graph, read.update, new AbortController().signal);
  if (applied.kind === 'refused') return applied.reason;
  const line = (sign: string) => (triple: object) =>
    [
      sign,
      ...Object.values(triple).map((term) => (terms.isBlank(term) ? '[]' : printTerm(term, { prefixes }))),
    ].join(' ');
  return [...applied.delta.removed.map(line('-')), ...applied.delta.added.map(line('+'))].join('\n');
}

describe('variables with values from the start', () => {
  const node = {
    focusNode: ex('a'),
    predicate: ex('p'),
    value: terms.literal('long'),
    maxLength: terms.literal('2', xsd.integer),
  };
  test.each<[string, string, Readonly<Record<string, TermId>>, string]>([
    [
      'count in templates, patterns and expressions, with either sign',
      'DELETE { $focusNode ?predicate $value } INSERT { $focusNode $predicate ?new } WHERE { BIND (SUBSTR(?value, 1, $maxLength) AS ?new) }',
      node,
      '- ex:a ex:p "long"\n+ ex:a ex:p "lo"',
    ],
    [
      'count in subqueries, also where those ask for them',
      'INSERT { $focusNode ex:n ?n } WHERE { { SELECT $focusNode (COUNT(?o) AS ?n) { $focusNode ex:q ?o } GROUP BY $focusNode ORDER BY $focusNode } }',
      node,
      '+ ex:a ex:n 2',
    ],
    [
      'can be all that a subquery asks for',
      'INSERT { $focusNode ex:n 1 } WHERE { { SELECT DISTINCT $focusNode { $focusNode ex:q ex:b } } }',
      node,
      '+ ex:a ex:n 1',
    ],
    [
      'are grouped by like others',
      'INSERT { ex:z ex:n ?n } WHERE { { SELECT (COUNT(?o) AS ?n) { $focusNode ex:none ?o } GROUP BY $focusNode } }',
      node,
      '',
    ],
    [
      'count in EXISTS and MINUS',
      'INSERT { ?x ex:n 1 } WHERE { ?y ex:q ?x FILTER EXISTS { $focusNode ex:q ?x } MINUS { ?z ex:q ?x FILTER (?z = $value) } }',
      { focusNode: ex('a'), value: ex('b') },
      '+ ex:b ex:n 1',
    ],
    ['are bound', 'INSERT { ex:z ex:n ?b } WHERE { BIND(BOUND($value) AS ?b) }', node, '+ ex:z ex:n true'],
    ['can be blank nodes', 'DELETE WHERE { $focusNode ex:q ?o }', { focusNode: blank }, '- [] ex:q ex:d'],
    [
      'that are blank nodes differ from others',
      'INSERT { ?x ex:n 1 } WHERE { ?x ex:q ?y FILTER(?x != $focusNode && isBlank($focusNode)) }',
      { focusNode: blank },
      '+ ex:a ex:n 1\n+ ex:b ex:n 1',
    ],
    [
      'can be literals where none can be',
      'INSERT { $value ex:n 1 . ex:z $value 2 ; ex:n 3 } WHERE { OPTIONAL { $value ex:q ?x } OPTIONAL { ?s $value ?y } }',
      node,
      '+ ex:z ex:n 3',
    ],
    [
      'are terms, whatever they look like',
      'INSERT { ex:z ex:n $value } WHERE { FILTER(STRLEN($value) = 24) }',
      { value: terms.literal('" } ; DROP ALL ; #\\u0022') },
      '+ ex:z ex:n "\\" } ; DROP ALL ; #\\\\u0022"',
    ],
    [
      'and no value stay variables',
      'INSERT { ?s ex:n $maxCount } WHERE { ?s ex:p $maxCount }',
      { focusNode: ex('b') },
      '+ ex:a ex:n "long"',
    ],
    [
      'are the pattern of a regular expression',
      'DELETE { $focusNode ex:p ?o } WHERE { $focusNode ex:p ?o FILTER REGEX(?o, $pattern) }',
      { focusNode: ex('a'), pattern: terms.literal('^l.n') },
      '- ex:a ex:p "long"',
    ],
    [
      'are the pattern of a dangerous regular expression',
      'DELETE { $focusNode ex:p ?o } WHERE { $focusNode ex:p ?o FILTER REGEX(?o, $pattern) }',
      { focusNode: ex('a'), pattern: terms.literal('(?=a)(a+)+') },
      'REGEX with the pattern "(?=a)(a+)+" may take forever: it repeats a group that can match in several ways.',
    ],
    ...[
      'BIND(1 AS ?value)',
      'VALUES ?value { 1 }',
      '{ SELECT (1 AS ?value) {} }',
      '{ SELECT ?x { ?x ?y ?z } GROUP BY ?x (1 AS ?value) }',
    ].map((pattern): [string, string, Readonly<Record<string, TermId>>, string] => [
      `cannot get others: ${pattern}`,
      `INSERT { ex:z ex:n ?value } WHERE { ${pattern} }`,
      node,
      'The variable ?value has its value from the start and cannot get another one.',
    ]),
  ])('%s', async (_, text, values, expected) => expect(await change(text, values)).toBe(expected));

  test('are not looked for at any depth', async () => {
    const text = (count: number) =>
      `DELETE { ?s ?p ?value } WHERE { ?s ?p ?value FILTER (1 = 1 ${'+1'.repeat(count)}) }`;
    expect(await change(text(5000), { value: ex('b') })).toBe('The text is nested too deeply.');
    expect(await change(text(10_000), { value: ex('b') })).toBe('The text is longer than 20000 characters.');
  });
});
