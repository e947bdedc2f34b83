import type { Pattern, SelectQuery, SparqlGenerator } from 'sparqljs';
import { terms } from '../rdf/terms.ts';
import { namespaces } from '../rdf/vocab.ts';
import { nodeFunctions } from './nodeFunctions.ts';
import { isTerm, rewrite } from './syntax.ts';

/**
 * A SELECT query for the solutions of a pattern, to be put to the query engine. It sees the blank nodes of documents
 * as the IRIs that stand for them, because a query cannot name blank nodes. So whatever in the pattern tells blank
 * nodes from IRIs, or makes text of nodes, is replaced by functions that know which IRIs those are.
 *
 * @param variables what is asked for; with `everySolution`, also solutions that agree in all of them
 */
export function patternQuery(
  where: readonly Pattern[],
  variables: readonly string[],
  everySolution: boolean,
  generator: SparqlGenerator,
): string {
  const asked = variables.map((value) => ({ termType: 'Variable', value }));
  const query = {
    type: 'query',
    queryType: 'SELECT',
    variables: asked.length > 0 ? asked : [{ termType: 'Wildcard', value: '*' }],
    distinct: !everySolution,
    where,
    prefixes: {},
  };
  return selectQuery(query as unknown as SelectQuery, generator);
}

/** A SELECT query as it is put to the query engine, in the same way. */
export function selectQuery(query: SelectQuery, generator: SparqlGenerator): string {
  return generator.stringify(rewrite(query, replaced));
}

function replaced(node: object): unknown {
  if (isTerm(node)) return node.termType === 'Literal' && node.language ? withUsualTag(node) : node;
  const { type, operator, args, aggregation, expression } = node as Readonly<Record<string, unknown>>;
  if (type === 'operation') {
    switch (operator) {
      case 'isblank':
        return call(nodeFunctions.isBlank, args);
      case 'isiri':
      case 'isuri':
        return call(nodeFunctions.isIri, args);
      case 'str':
        return { ...node, args: [call(nodeFunctions.named, args)] };
    }
  }
  if (type === 'functionCall' && isXsdString((node as { readonly function: unknown }).function)) {
    return { ...node, args: [call(nodeFunctions.named, args)] };
  }
  if (type === 'aggregate' && aggregation === 'group_concat') {
    return { ...node, expression: call(nodeFunctions.named, [expression]) };
  }
  return node;
}

function call(name: string, args: unknown): unknown {
  return { type: 'functionCall', function: { termType: 'NamedNode', value: name }, args, distinct: false };
}

function isXsdString(name: unknown): boolean {
  return isTerm(name) && name.value === `${namespaces.xsd}string`;
}

/** Language tags are compared as they are written; so they are written as in graphs. */
function withUsualTag(literal: { readonly value: string; readonly language: string }): unknown {
  return { ...literal, language: terms.language(terms.languageString(literal.value, literal.language)) };
}
