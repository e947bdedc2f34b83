import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { IndexedGraph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { loadSparqlParser } from '../parseSparql.ts';
import { printSparqlTerm } from '../termCodec.ts';
import { compileQuery } from './compileQuery.ts';
import { type Answers, inputColumn, noInput, QueryBudgetExceeded } from './query.ts';

beforeAll(loadSparqlParser);

const ns = 'http://ex.org/';
const prefixes = new Map([['', ns]]);
const iri = (name: string) => terms.iri(ns + name);
const nodes = ['a', 'b', 'c', 'd'].map(iri);
const integer = terms.iri('http://www.w3.org/2001/XMLSchema#integer');
const values = [...nodes, terms.literal('1', integer), terms.literal('2', integer), terms.literal('x')];
const predicates = ['p', 'q', 'r'].map(iri);
const triple = fc.record({
  subject: fc.constantFrom(...nodes),
  predicate: fc.constantFrom(...predicates),
  object: fc.constantFrom(...values),
});

const node = fc.constantFrom('$this', '$this', '?x', '?y', '?z', ':a', ':b');
const value = fc.oneof(node, fc.constantFrom('1', '2', '"x"'));
const path = fc.constantFrom(
  ':p',
  ':q',
  ':r',
  '?w',
  '^:p',
  ':p/:q',
  ':p|:q',
  ':p*',
  ':q+',
  '(:p|^:q)*',
  ':r?',
  '(:p/:q)+',
  '!:p',
  '!(:p|^:q)',
  ':p*/:q',
);
const tripleText = fc.tuple(node, path, value).map((parts) => `${parts.join(' ')} .`);
const triplesText = fc.array(tripleText, { minLength: 1, maxLength: 3 }).map((texts) => texts.join(' '));
const comparison = fc
  .tuple(value, fc.constantFrom('=', '!=', '<', '>='), value)
  .map((parts) => `(${parts.join(' ')})`);

const { group, condition } = fc.letrec<{ group: string; part: string; condition: string }>((tie) => ({
  group: fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
  part: fc.oneof(
    { depthSize: 'xsmall', maxDepth: 4, withCrossShrink: true },
    triplesText,
    tie('condition').map((text) => `FILTER (${text})`),
    tie('group').map((text) => `OPTIONAL { ${text} }`),
    fc.tuple(tie('group'), tie('group')).map(([a, b]) => `{ ${a} } UNION { ${b} }`),
    tie('group').map((text) => `{ ${text} }`),
    tie('group').map((text) => `{ SELECT $this ?x { ${text} } }`),
    tie('group').map((text) => `{ SELECT DISTINCT $this ?y { ${text} } }`),
    tie('group').map((text) => `{ SELECT $this ?x (COUNT(?y) AS ?n) { ${text} } GROUP BY $this ?x }`),
  ),
  condition: fc.oneof(
    { depthSize: 'xsmall', maxDepth: 4, withCrossShrink: true },
    comparison,
    fc.constantFrom('BOUND(?x)', '!BOUND(?y)', 'isIRI($this)', 'isIRI(?z)'),
    fc.tuple(fc.constantFrom('', 'NOT '), tie('group')).map(([not, text]) => `${not}EXISTS { ${text} }`),
    fc.tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition')).map((parts) => parts.join(' ')),
  ),
}));

const budget = { milliseconds: 20_000, maxRows: 20_000 };

/** Queries that multiply too much are left out. */
function unlessTooMany<Result>(evaluate: () => Result): Result {
  try {
    return evaluate();
  } catch (error) {
    fc.pre(!(error instanceof QueryBudgetExceeded));
    throw error;
  }
}

function rowsOf(answers: Answers, variables: readonly string[], inputRow: number): readonly string[] {
  const columns = variables.map((name) => answers.solutions.variables.indexOf(name));
  const rows: string[] = [];
  for (let row = 0; row < answers.solutions.length; row++) {
    if (answers.inputRow(row) === inputRow)
      rows.push(columns.map((column) => answers.solutions.value(row, column)).join(' '));
  }
  return rows.sort((a, b) => (a < b ? -1 : Number(a > b)));
}

function compiled(text: string, prebound: readonly string[]) {
  const query = compileQuery(text, { prefixes, prebound });
  if (query.kind === 'problem') throw new Error(`${query.message}\n${text}`);
  return query;
}

const variables = ['x', 'y', 'z', 'w'];
const query = fc.oneof(
  group.map((text) => `SELECT ?x ?y ?z ?w { ${text} }`),
  group.map((text) => `SELECT DISTINCT ?x ?y { ${text} }`),
  fc.tuple(group, condition).map(([text, test]) => `SELECT ?x ?z { ${text} FILTER(${test}) }`),
);

/** The query for one node: its name stands everywhere in place of the variable. */
function named(text: string, term: TermId): string {
  return text
    .replaceAll(/SELECT (DISTINCT )?\$this /g, 'SELECT $1')
    .replaceAll('GROUP BY $this ', 'GROUP BY ')
    .replaceAll('$this', printSparqlTerm(term));
}

test('a query has the same answers for a column of nodes as for each node by name', () => {
  fc.assert(
    fc.property(fc.array(triple, { maxLength: 12 }), query, (triples, text) => {
      const graph = new IndexedGraph(triples);
      const together = unlessTooMany(() =>
        compiled(text, ['this']).evaluate({ graph }, inputColumn('this', nodes), budget),
      );
      for (const [row, term] of nodes.entries()) {
        const alone = unlessTooMany(() =>
          compiled(named(text, term), []).evaluate({ graph }, noInput, budget),
        );
        expect(rowsOf(together, variables, row)).toEqual(rowsOf(alone, variables, 0));
      }
    }),
    { numRuns: 150 },
  );
});

test('a query has the same answers on an overlay as on the graph that it stands for', () => {
  fc.assert(
    fc.property(
      fc.array(triple, { maxLength: 8 }),
      fc.array(triple, { maxLength: 4 }),
      query,
      (base, added, text) => {
        const removed = base.slice(0, 2);
        const overlay = new OverlayGraph(new IndexedGraph(base), { added, removed });
        const plain = new IndexedGraph([...overlay.triples()]);
        const evaluate = (graph: IndexedGraph | OverlayGraph) =>
          unlessTooMany(() =>
            compiled(text, ['this']).evaluate({ graph }, inputColumn('this', nodes), budget),
          );
        const [a, b] = [evaluate(overlay), evaluate(plain)];
        for (const row of nodes.keys()) expect(rowsOf(a, variables, row)).toEqual(rowsOf(b, variables, row));
      },
    ),
    { numRuns: 60 },
  );
});
