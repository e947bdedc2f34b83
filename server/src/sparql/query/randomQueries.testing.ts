import fc from 'fast-check';
import { terms } from '../../rdf/terms.ts';
import { compileQuery } from './compileQuery.ts';
import { type Answers, QueryBudgetExceeded } from './query.ts';

const ns = 'http://ex.org/';
const prefixes = new Map([['', ns]]);
const iri = (name: string) => terms.iri(ns + name);
/** The nodes and the triples of random graphs, which are small, so that patterns match. */
export const nodes = ['a', 'b', 'c', 'd'].map(iri);
const integer = terms.iri('http://www.w3.org/2001/XMLSchema#integer');
const values = [...nodes, terms.literal('1', integer), terms.literal('2', integer), terms.literal('x')];
const predicates = ['p', 'q', 'r'].map(iri);
export const triple = fc.record({
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

export const budget = { milliseconds: 20_000, maxRows: 20_000 };

/** The result, unless the query multiplies too much: such a case is left out. */
export function unlessTooMany<Result>(evaluate: () => Result): Result {
  try {
    return evaluate();
  } catch (error) {
    fc.pre(!(error instanceof QueryBudgetExceeded));
    throw error;
  }
}

/** The answers for a row of the input, as texts in order. */
export function rowsOf(answers: Answers, variables: readonly string[], inputRow: number): readonly string[] {
  const columns = variables.map((name) => answers.solutions.variables.indexOf(name));
  const rows: string[] = [];
  for (let row = 0; row < answers.solutions.length; row++) {
    if (answers.inputRow(row) === inputRow)
      rows.push(columns.map((column) => answers.solutions.value(row, column)).join(' '));
  }
  return rows.sort((a, b) => (a < b ? -1 : Number(a > b)));
}

export function compiled(text: string, prebound: readonly string[]) {
  const query = compileQuery(text, { prefixes, prebound });
  if (query.kind === 'problem') throw new Error(`${query.message}\n${text}`);
  return query;
}

export const variables = ['x', 'y', 'z', 'w'];
/** Queries with the variable $this, as texts. */
export const query = fc.oneof(
  group.map((text) => `SELECT ?x ?y ?z ?w { ${text} }`),
  group.map((text) => `SELECT DISTINCT ?x ?y { ${text} }`),
  fc.tuple(group, condition).map(([text, test]) => `SELECT ?x ?z { ${text} FILTER(${test}) }`),
);
