import sparqljs, { type Expression, type SelectQuery } from 'sparqljs';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { compileExpression } from './expression.ts';
import { type ExpressionScope, unbound } from './expressionScope.ts';

type Row = Readonly<Record<string, TermId>>;

/** The prefixes that expressions of tests can use. */
export const prefixes = {
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  ex: 'http://example.org/',
};

/** Parses an expression of a query. */
export function parseExpression(text: string): Expression {
  const query = new sparqljs.Parser({ prefixes }).parse(`SELECT (${text} AS ?result) {}`) as SelectQuery;
  return (query.variables[0] as { readonly expression: Expression }).expression;
}

/** The value of an expression, in the syntax of queries; `error` for an error. */
export function evaluate(text: string, row: Row = {}): string {
  return printTerm(compileExpression(parseExpression(text), testScope)(row));
}

export function printTerm(value: TermId | undefined): string {
  if (value === undefined) return 'error';
  const text = terms.value(value);
  if (terms.isBlank(value)) return `_:${text}`;
  if (terms.isIri(value)) return `<${text}>`;
  const language = terms.language(value);
  if (language) return `${JSON.stringify(text)}@${language}`;
  const datatype = terms.value(terms.datatype(value)!);
  if (datatype === `${prefixes.xsd}string`) return JSON.stringify(text);
  if (datatype === `${prefixes.xsd}integer` || datatype === `${prefixes.xsd}boolean`) return text;
  return `${JSON.stringify(text)}^^${datatype.replace(prefixes.xsd, 'xsd:')}`;
}

/** Without patterns, aggregates and functions from outside. */
export const testScope: ExpressionScope<Row> = {
  variable: (name) => (row) => row[name] ?? unbound,
  constant: (term) => {
    if (term.termType === 'NamedNode') return terms.iri(term.value);
    return term.language
      ? terms.languageString(term.value, term.language)
      : terms.literal(term.value, terms.iri(term.datatype.value));
  },
  exists: () => () => false,
  aggregate: () => () => undefined,
  newBlankNode: (_, label) => terms.blankNode(label ?? 'new'),
  evaluation: {
    now: new Date(Date.UTC(2026, 10, 23, 4, 15)),
    random: () => 0.25,
    base: 'http://example.org/base',
    spend: () => {},
    match: () => {},
    digits: () => {},
    ask: () => {
      throw new Error('no function is called here');
    },
  },
};
