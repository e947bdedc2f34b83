import sparqljs, { type SparqlQuery } from 'sparqljs';
import { terms } from '../../../rdf/terms.ts';
import { rewriteTree } from '../../parsedTree.ts';
import type { Outcome } from './ownEngine.testing.ts';
import type { QueryCase } from './randomQueries.testing.ts';

/** A defect of one engine, for which the engines may differ. */
export interface KnownDifference {
  readonly engine: 'Comunica' | 'ours';
  /** A sentence on what the engine does wrong. */
  readonly defect: string;
  /** How that shows: by what Comunica fails with… */
  readonly failure?: RegExp;
  /** …or by its answer, which without the defect would be this one… */
  readonly mended?: (theirs: Outcome) => Outcome;
  /** …or by what both the query and the answer look like… */
  readonly shows?: (question: QueryCase, theirs: Outcome) => boolean;
  /** …or in that a query that avoids the defect has the same answers. */
  readonly avoided?: (question: QueryCase) => QueryCase;
}

export const knownDifferences: readonly KnownDifference[] = [
  {
    engine: 'Comunica',
    defect: 'It has no actor for some joins and paths with an empty side.',
    failure: /RDF joining failed|zero sources/,
  },
  { engine: 'Comunica', defect: 'It never ends.', failure: /It does not answer/ },
  {
    engine: 'Comunica',
    defect: 'CONSTRUCT makes triples with literals as subjects, which are none in RDF (SPARQL 1.1, 16.2).',
    mended: (theirs) =>
      theirs.kind === 'triples'
        ? { ...theirs, triples: theirs.triples.filter(({ subject }) => !terms.isLiteral(subject)) }
        : theirs,
  },
  {
    engine: 'Comunica',
    defect:
      'A part that it estimates to be empty is: a sub-select that counts nothing, a repeated path without links (SPARQL 1.1, 18.2.4.1 and 18.4).',
    shows: ({ query }, theirs) =>
      ((theirs.kind === 'rows' && theirs.rows.length === 0) ||
        (theirs.kind === 'boolean' && !theirs.value)) &&
      /SELECT (?:\?a )?\((?:COUNT|SUM|AVG|MIN|MAX|STRLEN)|\)[*+?]/.test(query),
  },
  {
    engine: 'Comunica',
    defect:
      'Aggregates leave out errors and unbound variables, where SUM, AVG, MIN, MAX and GROUP_CONCAT are errors, and COUNT of nothing else is not 0 (SPARQL 1.1, 18.5.1).',
    avoided: withArguments(
      ['COUNT', 'SUM', 'AVG', 'MIN', 'MAX', 'GROUP_CONCAT'],
      (argument) => `COALESCE(${argument}, 1)`,
    ),
  },
  {
    engine: 'Comunica',
    defect:
      'MIN and MAX know no IRIs, and GROUP_CONCAT has a text for blank nodes (SPARQL 1.1, 15.1 and 18.5.1).',
    avoided: withArguments(['MIN', 'MAX', 'GROUP_CONCAT'], (argument) => `COALESCE(STR(${argument}), 1)`),
  },
  {
    engine: 'Comunica',
    defect:
      'Whether literals of different datatypes that it knows are equal is an error, as for false = 1 (SPARQL 1.2, 17.4.1.6).',
    avoided: rewritten((node) => {
      if (node.type !== 'operation') return node;
      const [left, right] = node.args as readonly unknown[];
      switch (node.operator) {
        case '=':
        case '!=':
          return operation('sameterm', left, right);
        case 'in':
        case 'notin':
          return operation('sameterm', left, (right as readonly unknown[])[0] ?? one);
        default:
          return node;
      }
    }),
  },
  {
    engine: 'Comunica',
    defect: 'A negated set with inverse links has no solutions when it is joined (SPARQL 1.1, 18.4).',
    avoided: ({ data, query }) => ({ data, query: query.replace(/!\((?=[^()]*\^)/g, '(') }),
  },
  {
    engine: 'Comunica',
    defect: 'SUBSTR from position 0 counts from the end (XPath Functions 3.1, 5.4.3).',
    avoided: ({ data, query }) => ({ data, query: query.replace(/, 0(?= ?[,)])/g, ', 1') }),
  },
  {
    engine: 'Comunica',
    defect:
      'The effective boolean value of an ill-formed number is an error, not false (SPARQL 1.1, 17.2.2).',
    avoided: ({ data, query }) => ({
      data: data.replaceAll('"x"^^xsd:integer', '5'),
      query: query.replaceAll('"x"^^xsd:integer', '5'),
    }),
  },
];

const one = {
  termType: 'Literal',
  value: '1',
  language: '',
  datatype: { termType: 'NamedNode', value: 'http://www.w3.org/2001/XMLSchema#integer' },
};

function operation(operator: string, ...args: readonly unknown[]): object {
  return { type: 'operation', operator, args };
}

/** Rewrites the arguments of aggregates in the text, but not that of COUNT(*). */
function withArguments(
  names: readonly string[],
  next: (argument: string) => string,
): NonNullable<KnownDifference['avoided']> {
  const start = new RegExp(`\\b(?:${names.join('|')})\\((?:DISTINCT )?(?!\\*|DISTINCT)`, 'g');
  return ({ data, query }) => {
    let result = '';
    let from = 0;
    for (const { 0: opening, index } of query.matchAll(start)) {
      const begin = index + opening.length;
      const end = endOfArgument(query, begin);
      result += `${query.slice(from, begin)}${next(query.slice(begin, end))}`;
      from = end;
    }
    return { data, query: result + query.slice(from) };
  };
}

/** Where the argument ends: at the parenthesis that closes the call, or before a separator. */
function endOfArgument(query: string, begin: number): number {
  let depth = 0;
  for (const { 0: token, index } of query.slice(begin).matchAll(/"[^"]*"|[()]| ;/g)) {
    if (depth === 0 && (token === ')' || token === ' ;')) return begin + index;
    if (token === '(') depth++;
    else if (token === ')') depth--;
  }
  return query.length;
}

/** Rewrites the parsed query. */
function rewritten(
  replaced: (node: Readonly<Record<string, unknown>>) => unknown,
): NonNullable<KnownDifference['avoided']> {
  return ({ data, query }) => {
    const parsed = new sparqljs.Parser().parse(query);
    const next: SparqlQuery = rewriteTree(parsed, (node) =>
      replaced(node as Readonly<Record<string, unknown>>),
    );
    return { data, query: new sparqljs.Generator().stringify(next) };
  };
}
