import { beforeAll, describe, expect, test } from 'vitest';
import { IndexedGraph } from '../../rdf/graph.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import { loadSparqlParser } from '../parseSparql.ts';
import { compileQuery } from './compileQuery.ts';
import { inputColumn, QueryBudgetExceeded } from './query.ts';

beforeAll(loadSparqlParser);

const iri = (name: string) => terms.iri(`http://ex.org/${name}`);
const nodes = Array.from({ length: 2000 }, (_, i) => iri(`n${i}`));

/** A long chain with edges that skip, and a value at each node. */
const triples = nodes.flatMap((subject, i): readonly Triple[] => [
  { subject, predicate: iri('p'), object: nodes[(i + 1) % nodes.length]! },
  { subject, predicate: iri('q'), object: nodes[(i * 7) % nodes.length]! },
  { subject, predicate: iri('v'), object: terms.literal(`value ${i}`) },
]);
const graph = new IndexedGraph(triples);
const prefixes = new Map([['', 'http://ex.org/']]);
const budget = { milliseconds: 300, maxRows: 2_000_000 };

/** What is exceeded by a query, or `done`. */
function outcome(text: string): string {
  const query = compileQuery(text, { prefixes, prebound: ['this'] });
  if (query.kind === 'problem') return query.message;
  try {
    query.evaluate({ graph }, inputColumn('this', nodes), budget);
    return 'done';
  } catch (error) {
    if (error instanceof QueryBudgetExceeded) return error.exceeded;
    throw error;
  }
}

describe('queries that never end, or need more memory than there is, stop', () => {
  test.each<[string, string, RegExp]>([
    ['a product of triples', 'SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }', /rows|time/],
    [
      'a product with filters',
      'SELECT * { ?a :p ?b . ?c :p ?d . ?e :p ?f FILTER(?a = ?b && ?c = ?f) }',
      /rows|time/,
    ],
    ['all pairs of a closure', 'SELECT * { ?a (:p|:q)* ?b }', /rows|time/],
    ['closures of closures', 'SELECT * { ?a (((:p/:q)*/:v?)*/(:p|^:q)+)* ?b }', /rows|time/],
    [
      'a closure of everything',
      'ASK { ?a (!:x|!^:x)+ ?b . ?b (!:x|!^:x)+ ?c . ?c (!:x|!^:x)+ $this }',
      /rows|time/,
    ],
    [
      'a product of sub-selects',
      'SELECT * { { SELECT ?a { ?a :p ?x } } { SELECT ?b { ?b :p ?y } } { SELECT ?c { ?c :p ?z } } }',
      /rows|time/,
    ],
    [
      'pairs that must not agree',
      'SELECT * { ?a :p ?b MINUS { ?c :q ?d . ?e :p ?f . ?g :p ?h OPTIONAL { ?a :x ?d } } }',
      /rows|time/,
    ],
    [
      'a text of all values',
      'SELECT (GROUP_CONCAT(?v) AS ?t) { ?x :v ?v . ?y :v ?w . ?z :v ?u }',
      /rows|text|time/,
    ],
    [
      'texts that double',
      `SELECT * { $this :v ?a0 ${Array.from({ length: 40 }, (_, i) => `BIND(CONCAT(?a${i}, ?a${i}) AS ?a${i + 1})`).join(' ')} }`,
      /text|time|done/,
    ],
    ['unions of unions', `SELECT * { ${'{ { ?a :p ?b } UNION { ?a :q ?b } }'.repeat(30)} }`, /rows|time/],
    ['a long sum', `ASK { FILTER(1 = 1 ${'+ 1'.repeat(20_000)}) }`, /longer than 20000 characters/],
    ['a deep sum', `ASK { FILTER(1 = 1 ${'+1'.repeat(9000)}) }`, /nested too deeply|depth|done/],
    ['a long disjunction', `ASK { FILTER(1 = 2 ${'||1=2'.repeat(3000)}) }`, /nested too deeply|depth|done/],
    ['many patterns', `ASK { ${'?a ?b ?c . '.repeat(1500)} }`, /more than 500 parts/],
    ['many optional parts', `SELECT * { ${'OPTIONAL { ?a ?b ?c } '.repeat(800)} }`, /more than 500 parts/],
    ['many steps', `ASK { ?a :p${'/:p'.repeat(4000)} ?b }`, /more than 500 parts/],
    ['many alternatives', `ASK { ?a (:p${'|:p'.repeat(4000)})* ?b }`, /more than 500 parts/],
    ['as many patterns as can be', `SELECT * { ${'?a ?b ?c . '.repeat(480)} }`, /time|rows|done/],
    ['as many steps as can be', `ASK { ?a :p${'/:p'.repeat(480)} ?b }`, /time|rows|done/],
    ['many branches', `SELECT * { ${'{} UNION '.repeat(1800)} {} }`, /more than 500 parts/],
    ['deep brackets', `ASK ${'{'.repeat(100)}${'}'.repeat(100)}`, /brackets in more than 64 levels/],
  ])('%s', (_, text, expected) => expect(outcome(text)).toMatch(expected));
});
