import type { LiteralTerm, Pattern, SelectQuery, SparqlGenerator } from 'sparqljs';
import { terms } from '../rdf/terms.ts';
import { namespaces } from '../rdf/vocab.ts';
import { nodeFunctions } from './nodeFunctions.ts';
import { isTerm, rewriteTree } from './parsedTree.ts';
import { maxMatchLength } from './regexRisk.ts';

/** The maximum length in UTF-16 units of strings that queries build; longer values are not read. */
const maxTextLength = 1_000_000;

/** The assumed maximum length of a replacement that is not a constant. */
const maxReplacement = 100;

/**
 * A SELECT query that gives the query engine's solutions of a pattern. The engine sees blank nodes of documents as IRIs
 * that stand for them, because a query cannot name blank nodes. So everything in the pattern that distinguishes blank
 * nodes from IRIs, or makes strings from nodes, is replaced by functions that recognise these IRIs.
 *
 * @param variables the variables to select; with `everySolution`, duplicates are kept
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

/** Prepares a SELECT query for the query engine in the same way. */
export function selectQuery(query: SelectQuery, generator: SparqlGenerator): string {
  return generator.stringify(rewriteTree(query, replaced));
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
      case 'concat': {
        const texts = args as readonly unknown[];
        const most = maxTextLength / Math.max(1, texts.length);
        return { ...node, args: texts.map((text) => bounded(text, most, 'CONCAT')) };
      }
      case 'regex':
      case 'replace':
        return { ...node, args: boundedMatch(operator, args as readonly unknown[]) };
    }
  }
  if (type === 'functionCall' && isXsdString((node as { readonly function: unknown }).function)) {
    return { ...node, args: [call(nodeFunctions.named, args)] };
  }
  if (type === 'aggregate' && aggregation === 'group_concat') {
    const text = bounded(call(nodeFunctions.named, [expression]), maxTextLength, 'GROUP_CONCAT');
    return { ...node, expression: text };
  }
  return node;
}

/** Limits the text to match, so that matching ends in time and no result becomes too long. */
function boundedMatch(operator: 'regex' | 'replace', args: readonly unknown[]): readonly unknown[] {
  const [text, pattern, ...others] = args;
  const flags = others[operator === 'regex' ? 0 : 1];
  // Both are constants; otherwise the query was refused.
  const most = maxMatchLength(isLiteral(pattern) ? pattern.value : '', isLiteral(flags) ? flags.value : '');
  if (operator === 'regex') return [bounded(text, most, 'REGEX'), pattern, ...others];
  const [replacement, ...rest] = others;
  const length = isLiteral(replacement) ? Math.max(1, replacement.value.length) : maxReplacement;
  return [
    bounded(text, Math.min(most, maxTextLength / length), 'REPLACE'),
    pattern,
    bounded(replacement, length, 'REPLACE'),
    ...rest,
  ];
}

function isLiteral(node: unknown): node is LiteralTerm {
  return isTerm(node) && node.termType === 'Literal';
}

function bounded(text: unknown, most: number, name: string): unknown {
  const isShort = isLiteral(text) && text.value.length <= most;
  if (isShort || most === Number.POSITIVE_INFINITY) return text;
  const limit = literal(String(Math.floor(most)), 'integer');
  return call(nodeFunctions.bounded, [text, limit, literal(name, 'string')]);
}

function literal(value: string, type: string): unknown {
  const datatype = { termType: 'NamedNode', value: `${namespaces.xsd}${type}` };
  return { termType: 'Literal', value, language: '', datatype };
}

function call(name: string, args: unknown): unknown {
  return { type: 'functionCall', function: { termType: 'NamedNode', value: name }, args, distinct: false };
}

function isXsdString(name: unknown): boolean {
  return isTerm(name) && name.value === `${namespaces.xsd}string`;
}

/** Language tags are compared literally, so they are normalised as in graphs. */
function withUsualTag(literal: { readonly value: string; readonly language: string }): unknown {
  return { ...literal, language: terms.language(terms.languageString(literal.value, literal.language)) };
}
