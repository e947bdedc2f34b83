import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type TermId, terms } from '../../rdf/terms.ts';
import { printTerm } from '../../rdf/turtle/printTerm.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { loadSparqlParser } from '../parseSparql.ts';
import { compileQuery } from './compileQuery.ts';
import { inputColumn, noInput, type QueryBudget, type QueryOptions, type Solutions } from './query.ts';

beforeAll(loadSparqlParser);

const { prefixes } = new TurtleDocument('file:///prefixes.ttl', 1, suppliedPrefixes);
const budget = { milliseconds: 5000, maxRows: 1_000_000 };

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/**
 * The answers to a query on the triples of a Turtle text, sorted: a line for each, with `-` for no value. With an
 * input, each line starts with the row of the input.
 */
function answers(
  turtle: string,
  text: string,
  { input = noInput, ...options }: QueryOptions & { readonly input?: Solutions } = {},
): string {
  const { graph } = new TurtleDocument('file:///data.ttl', 1, `${suppliedPrefixes}${turtle}`);
  const query = compileQuery(text, { prefixes, prebound: input.variables, ...options });
  if (query.kind === 'problem') return query.message;
  const found = query.evaluate({ graph }, input, budget);
  const print = (term: TermId) =>
    term < 0 ? '-' : terms.isBlank(term) ? '[]' : printTerm(term, { prefixes });
  if (query.form === 'construct') {
    return query
      .construct(found, (label, row) => terms.blankNode(`${label} ${row}`))
      .map(({ subject, predicate, object }) => [subject, predicate, object].map(print).join(' '))
      .sort(byText)
      .join('\n');
  }
  const lines: string[] = [];
  for (let row = 0; row < found.solutions.length; row++) {
    const values = query.variables.map((_, variable) => print(found.solutions.value(row, variable)));
    lines.push([...(input === noInput ? [] : [`${found.inputRow(row)}:`]), ...values].join(' '));
  }
  const isOrdered = /ORDER BY/.test(text);
  return (isOrdered ? lines : lines.sort(byText)).join('\n');
}

describe('patterns', () => {
  test.each<[string, string, string, string]>([
    ['one triple', 'ex:a ex:p 1, 2 . ex:b ex:p 1 .', 'SELECT ?x { ?x ex:p 1 }', 'ex:a\nex:b'],
    ['a number with its plus', 'ex:a ex:p 1 . ex:b ex:p +1 .', 'SELECT ?x { ?x ex:p +1 }', 'ex:b'],
    [
      'several triples',
      'ex:a ex:p ex:b . ex:b ex:p ex:c . ex:c ex:q ex:d .',
      'SELECT ?x ?z { ?x ex:p ?y . ?y ex:p ?z . ?z ex:q ?w }',
      'ex:a ex:c',
    ],
    ['a variable twice', 'ex:a ex:p ex:a, ex:b .', 'SELECT ?x { ?x ex:p ?x }', 'ex:a'],
    ['a variable as predicate', 'ex:a ex:p 1 ; ex:q 2 .', 'SELECT ?p ?o { ex:a ?p ?o }', 'ex:p 1\nex:q 2'],
    ['a filter', 'ex:a ex:p 1, 2, 3 .', 'SELECT ?n { ?x ex:p ?n FILTER(?n > 1 && ?n != 3) }', '2'],
    [
      'a filter in a group of its own sees nothing from outside',
      'ex:a ex:p 1 .',
      'SELECT ?n { ?x ex:p ?n { FILTER(?n = 1) } }',
      '',
    ],
    [
      'escapes in prefixed names',
      'ex:a ex:b\\-c 1 ; ex:d\\,e 2 .',
      'SELECT ?n { { ?x ex:b\\-c ?n } UNION { ?x ex:d\\,e ?n } }',
      '1\n2',
    ],
    [
      'optional parts',
      'ex:a ex:p 1 . ex:b ex:p 2 ; ex:q 3 .',
      'SELECT ?x ?v { ?x ex:p ?n OPTIONAL { ?x ex:q ?v } }',
      'ex:a -\nex:b 3',
    ],
    [
      'a filter of an optional part sees what is outside',
      'ex:a ex:p 1 ; ex:q 1 . ex:b ex:p 2 ; ex:q 3 .',
      'SELECT ?x ?v { ?x ex:p ?n OPTIONAL { ?x ex:q ?v FILTER(?v = ?n) } }',
      'ex:a 1\nex:b -',
    ],
    [
      'optional parts one after the other share variables',
      'ex:a ex:p 1 . ex:b ex:p 2 ; ex:q 3 . ex:a ex:r 4 . ex:b ex:r 5 .',
      'SELECT ?x ?v { ?x ex:p ?n OPTIONAL { ?x ex:q ?v } OPTIONAL { ?x ex:r ?v } }',
      'ex:a 4\nex:b 3',
    ],
    [
      'alternatives',
      'ex:a ex:p 1 . ex:b ex:q 2 .',
      'SELECT ?x ?v { { ?x ex:p ?v } UNION { ?x ex:q ?v } }',
      'ex:a 1\nex:b 2',
    ],
    [
      'MINUS',
      'ex:a ex:p 1 . ex:b ex:p 2 ; ex:q 3 .',
      'SELECT ?x { ?x ex:p ?v MINUS { ?x ex:q ?w } }',
      'ex:a',
    ],
    [
      'MINUS takes nothing away when it shares no variable',
      'ex:a ex:p 1 . ex:b ex:p 2 ; ex:q 3 .',
      'SELECT ?x { ?x ex:p ?v MINUS { ?y ex:q ?w } }',
      'ex:a\nex:b',
    ],
    [
      'a filter in MINUS does not see what is outside',
      'ex:a ex:p 1 ; ex:q 1 .',
      'SELECT ?x { ?x ex:p ?v MINUS { ?x ex:q ?w FILTER(?w = ?v) } }',
      'ex:a',
    ],
    [
      'a filter in NOT EXISTS does',
      'ex:a ex:p 1 ; ex:q 1 . ex:b ex:p 1 ; ex:q 2 .',
      'SELECT ?x { ?x ex:p ?v FILTER NOT EXISTS { ?x ex:q ?w FILTER(?w = ?v) } }',
      'ex:b',
    ],
    ['BIND', 'ex:a ex:p 1 .', 'SELECT ?w { ?x ex:p ?v BIND(?v AS ?w) }', '1'],
    [
      'VALUES',
      'ex:a ex:p 1 . ex:b ex:p 2 . ex:c ex:p 3 .',
      'SELECT ?x ?v { VALUES (?x ?v) { (ex:a UNDEF) (UNDEF 2) (ex:c 4) } ?x ex:p ?v }',
      'ex:a 1\nex:b 2',
    ],
    [
      'sub-selects keep their other variables to themselves',
      'ex:a ex:p 1 . ex:b ex:p 2 .',
      'SELECT ?x ?y { ?x ex:p ?y { SELECT ?x { ?x ex:p ?y FILTER(?y > 1) } } }',
      'ex:b 2',
    ],
  ])('%s', (_, turtle, query, expected) => expect(answers(turtle, query)).toBe(expected));
});

describe('paths', () => {
  const data = 'ex:a ex:p ex:b . ex:b ex:p ex:c . ex:c ex:p ex:a ; ex:q ex:d . ex:e ex:q ex:d .';
  test.each<[string, string]>([
    ['ex:a ex:p/ex:p ?x', 'ex:c'],
    ['ex:a ^ex:p ?x', 'ex:c'],
    ['ex:a ex:p+ ?x', 'ex:a\nex:b\nex:c'],
    ['ex:a ex:p* ?x', 'ex:a\nex:b\nex:c'],
    ['?x ex:p*/ex:q ex:d', 'ex:a\nex:b\nex:c\nex:e'],
    ['ex:d ^ex:q/(ex:p|^ex:p)* ?x', 'ex:a\nex:b\nex:c\nex:e'],
    ['ex:c ex:p|ex:q ?x', 'ex:a\nex:d'],
    ['ex:c (ex:p/ex:p)|ex:q ?x', 'ex:b\nex:d'],
    ['ex:c ex:p? ?x', 'ex:a\nex:c'],
    ['ex:c !ex:p ?x', 'ex:d'],
    ['ex:d !^ex:p ?x', 'ex:c\nex:e'],
    ['ex:c !(ex:q|^ex:q) ?x', 'ex:a\nex:b'],
    ['?x ex:q+ ?y', 'ex:c\nex:e'],
    ['?x ex:p+ ?x', 'ex:a\nex:b\nex:c'],
    ['ex:none ex:p* ?x', 'ex:none'],
    ['ex:a (ex:p*)* ?x', 'ex:a\nex:b\nex:c'],
    ['ex:c (ex:q?)+ ?x', 'ex:c\nex:d'],
    ['ex:c (ex:q+)? ?x', 'ex:c\nex:d'],
    ['ex:d (^ex:q/!ex:q)+ ?x', 'ex:a'],
  ])('%s', (pattern, expected) => expect(answers(data, `SELECT ?x { ${pattern} }`)).toBe(expected));

  test('an alternative has the same solution once for each way', () =>
    expect(answers('ex:a ex:p 1 ; ex:q 1 .', 'SELECT ?x { ex:a ex:p|ex:q ?x }')).toBe('1\n1'));
});

describe('what a select does with its solutions', () => {
  const data = 'ex:a ex:n 1, 2, 3 . ex:b ex:n 3 . ex:c ex:m 1 .';
  test.each<[string, string]>([
    ['SELECT ?n { ?x ex:n ?n } ORDER BY DESC(?n)', '3\n3\n2\n1'],
    ['SELECT DISTINCT ?n { ?x ex:n ?n } ORDER BY ?n LIMIT 2 OFFSET 1', '2\n3'],
    ['SELECT ?x (COUNT(*) AS ?k) (SUM(?n) AS ?s) { ?x ex:n ?n } GROUP BY ?x', 'ex:a 3 6\nex:b 1 3'],
    ['SELECT ?x { ?x ex:n ?n } GROUP BY ?x HAVING(COUNT(?n) > 1)', 'ex:a'],
    ['SELECT (COUNT(*) AS ?k) { ?x ex:none ?n }', '0'],
    ['SELECT (COUNT(DISTINCT ?n) AS ?k) { ?x ex:n ?n }', '3'],
    ['SELECT (COUNT(DISTINCT *) AS ?k) { ?x ex:n|ex:n ?n }', '4'],
    ['SELECT * { ?x ex:m ?n }', 'ex:c 1'],
    ['ASK { ?x ex:m ?n }', ''],
    ['CONSTRUCT { ?n ex:of ?x . ?x ex:has [ ex:value ?n ] } { ?x ex:m ?n }', '[] ex:value 1\nex:c ex:has []'],
  ])('%s', (query, expected) => expect(answers(data, query)).toBe(expected));
});

describe('a column of nodes as input', () => {
  const ex = (name: string) => terms.iri(prefixes.get('ex') + name);
  const input = inputColumn('this', ['a', 'b', 'c'].map(ex));
  const data = 'ex:a ex:p 1, 2 ; ex:q ex:b . ex:b ex:p 3 .';
  test.each<[string, string, string]>([
    ['each node has its own answers', 'SELECT $this ?v { $this ex:p ?v }', '0: ex:a 1\n0: ex:a 2\n1: ex:b 3'],
    [
      'also where the query does not mention it',
      'SELECT $this { ex:b ex:p ?v }',
      '0: ex:a\n1: ex:b\n2: ex:c',
    ],
    ['ASK', 'ASK { $this ex:p ?v }', '0:\n1:'],
    ['aggregates', 'SELECT (COUNT(?v) AS ?n) { $this ex:p ?v }', '0: 2\n1: 1\n2: 0'],
    ['limits', 'SELECT ?v { $this ex:p ?v } ORDER BY DESC(?v) LIMIT 1', '0: 2\n1: 3'],
    [
      'the node has its value in all parts',
      'SELECT $this { { FILTER(BOUND($this) && $this = ex:b) } UNION { BIND($this AS ?x) FILTER(?x = ex:c) } }',
      '1: ex:b\n2: ex:c',
    ],
    [
      'sub-selects are evaluated for each node',
      'SELECT $this ?n { { SELECT $this (COUNT(*) AS ?n) { $this ex:p ?v } GROUP BY $this } FILTER(?n > 1) }',
      '0: ex:a 2',
    ],
    [
      'sub-selects without it are evaluated once',
      'SELECT $this ?n { $this ex:q ?y { SELECT (COUNT(*) AS ?n) { ?x ex:p ?v } } }',
      '0: ex:a 3',
    ],
    [
      'NOT EXISTS',
      'SELECT $this { FILTER NOT EXISTS { $this ex:p ?v . FILTER(?v > 2) } }',
      '0: ex:a\n2: ex:c',
    ],
  ])('%s', (_, query, expected) => expect(answers(data, query, { input })).toBe(expected));
});

describe('refused', () => {
  const shacl = { required: ['this'] };
  const prebound = ['this'];
  test.each<[string, QueryOptions, string]>([
    ['SELECT ?x {', {}, 'This is not a SPARQL query: the text ends too early.'],
    [
      'SELECT ?x { SERVICE <http://e/> { ?x ?p ?o } }',
      {},
      'SERVICE is not allowed: nothing is looked up outside the graph.',
    ],
    ['SELECT ?x FROM <http://e/> { ?x ?p ?o }', {}, 'FROM is not allowed: queries see one graph.'],
    [
      'SELECT $this { $this ?p ?o MINUS { $this ex:p 1 } }',
      { prebound, shacl },
      'SHACL does not allow MINUS in its queries.',
    ],
    [
      'SELECT $this { VALUES $this { ex:a } }',
      { prebound, shacl },
      'SHACL does not allow VALUES in its queries.',
    ],
    [
      'SELECT $this { BIND(ex:a AS $this) }',
      { prebound, shacl },
      'The variable ?this has its value from the start and cannot get another one.',
    ],
    [
      'SELECT $this { { SELECT ?x { ?x ex:p $this } } }',
      { prebound, shacl },
      'A SELECT inside of the query does not select ?this, which SHACL requires because it has its value from the start.',
    ],
  ])('%s', (text, options, message) =>
    expect(compileQuery(text, { prefixes, ...options })).toMatchObject({ message }),
  );

  test('syntax errors have a place', () =>
    expect(compileQuery('SELECT ?x {\n ?x ex:p }', { prefixes })).toMatchObject({
      cause: 'syntax',
      offset: 21,
    }));
});

describe('a query that does not end is ended', () => {
  const values = [...Array(100).keys()].join(', ');
  const { graph } = new TurtleDocument('file:///data.ttl', 1, `${suppliedPrefixes}ex:a ex:p ${values} .`);
  /** A text of 8 million characters. */
  const long = `ASK { BIND("${'a'.repeat(16)}" AS ?t0) ${Array.from({ length: 19 }, (_, i) => `BIND(CONCAT(?t${i}, ?t${i}) AS ?t${i + 1})`).join(' ')} FILTER(UCASE(?t19) = "") }`;
  const product = 'ASK { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?c + ?f + ?i < 0) }';

  /** Why and when, where a second passes at each look at the clock, in which processors work for some ms for the process. */
  function endOf(perSecond: number | undefined, limits: Partial<QueryBudget>, text = product) {
    const query = compileQuery(text, { prefixes });
    if (query.kind === 'problem') return { why: query.message };
    let seconds = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => 1000 * seconds++);
    const worked = perSecond === undefined ? {} : { worked: () => seconds * perSecond };
    try {
      query.evaluate({ graph }, noInput, { milliseconds: 5000, maxRows: 1_000_000, ...worked, ...limits });
      return { why: 'not at all' };
    } catch (error) {
      return { why: (error as Error).message, seconds };
    } finally {
      clock.mockRestore();
    }
  }

  const time = 'The query took longer than 5 s.';
  const wholeRun = 'The time for the whole run was used up.';

  test.each<[string, number | undefined, Partial<QueryBudget>, string, number, number]>([
    ['by the clock, where nothing else is known', undefined, {}, time, 5, 9],
    ['by the time of processors, where they work for it all the time', 1000, {}, time, 5, 9],
    ['by twice as much on the clock, where other work has half of them', 500, {}, time, 10, 14],
    ['by ten times as much, where it has most of them', 100, {}, time, 50, 54],
    ['by twelve times as much at most', 10, {}, time, 60, 64],
    ['by the end of the run before, whoever has the processors', 10, { deadline: 7000 }, wholeRun, 7, 11],
  ])('%s', (_, perSecond, limits, why, least, most) => {
    const end = endOf(perSecond, limits);
    expect(end.why).toBe(why);
    expect(end.seconds).toBeGreaterThan(least);
    expect(end.seconds).toBeLessThanOrEqual(most);
  });

  test.each([1, 10, 1000, undefined])('by its steps first, whatever processors do (%s)', (perSecond) =>
    expect(endOf(perSecond, { maxSteps: 10_000 }).why).toBe('The query takes more than 10000 steps.'),
  );

  test('before it works long on one text, because that is not interrupted', () =>
    expect(endOf(undefined, { milliseconds: 1e9 }, long).why).toBe(
      'The query reads or builds a text of more than 4000000 characters.',
    ));
});
