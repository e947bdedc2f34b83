import type { Term } from 'sparqljs';
import { type TermId, terms } from '../rdf/terms.ts';
import { xsd } from '../rdf/vocab.ts';
import { isTerm, treeObjects } from './parsedTree.ts';
import { encodedIri, standInIri } from './termCodec.ts';

type Values = ReadonlyMap<string, TermId>;
type Node = Readonly<Record<string, unknown>>;

/**
 * Pre-binds variables of a parsed text as in SHACL-SPARQL. The values replace the variables in the syntax tree, so that
 * they apply in subqueries and expressions as well, and no value can be read as anything but a term. Returns a sentence
 * when the text itself assigns such a variable.
 */
export function prebindVariables<Parsed>(parsed: Parsed, values: Values): Parsed | string {
  for (const node of treeObjects(parsed)) {
    const [taken] = boundBy(node).filter((name) => values.has(name));
    if (taken !== undefined)
      return `The variable ?${taken} has its value from the start and cannot get another one.`;
  }
  return filled(parsed, values) as Parsed;
}

/** The variables that a part of a text assigns other than by matching a pattern. */
function boundBy(node: Node): readonly string[] {
  if (node.type === 'values') {
    return (node.values as readonly Node[]).flatMap((row) => Object.keys(row).map((name) => name.slice(1)));
  }
  // BIND (… AS ?x), and the same in SELECT and GROUP BY.
  const isAssignment = 'expression' in node && isTerm(node.variable);
  return isAssignment ? [(node.variable as Term).value] : [];
}

function filled(node: unknown, values: Values): unknown {
  if (Array.isArray(node)) return node.map((child) => filled(child, values));
  if (typeof node !== 'object' || node === null) return node;
  const value = given(node, values);
  if (value !== undefined) return termOf(value);
  if (isTerm(node)) return node;
  const parts = node as Node;
  if (parts.type === 'operation' && parts.operator === 'bound') {
    const [variable] = parts.args as readonly unknown[];
    return given(variable, values) === undefined ? node : termOf(terms.literal('true', xsd.boolean));
  }
  return Object.fromEntries(
    Object.entries(parts).map(([key, child]) => [key, filledPart(parts, key, child, values)]),
  );
}

function filledPart({ type }: Node, key: string, child: unknown, values: Values): unknown {
  const value = given(child, values);
  // A literal in a position where SPARQL allows none becomes an IRI that matches nothing.
  if (value !== undefined && (key === 'subject' || key === 'predicate')) return iriOf(standInIri(value));
  if (type !== 'query' || child === undefined) return filled(child, values);
  const items = child as readonly Node[];
  switch (key) {
    case 'variables': {
      const asked = items.filter((item) => given(item, values) === undefined);
      return asked.length > 0
        ? filled(asked, values)
        : [named(terms.literal('1', xsd.integer), 'nothingElse')];
    }
    case 'group':
      return items.map((item) => {
        const constant = isTerm(item.variable) ? undefined : given(item.expression, values);
        return constant === undefined
          ? filled(item, values)
          : named(constant, `given_${(item.expression as Term).value}`);
      });
    case 'order':
      return emptyToUndefined(
        items
          .filter(({ expression }) => given(expression, values) === undefined)
          .map((item) => filled(item, values)),
      );
    default:
      return filled(child, values);
  }
}

/** A constant where SPARQL requires a variable. */
function named(value: TermId, variable: string): unknown {
  return { expression: termOf(value), variable: { termType: 'Variable', value: variable } };
}

function emptyToUndefined(items: readonly unknown[]): readonly unknown[] | undefined {
  return items.length > 0 ? items : undefined;
}

function given(node: unknown, values: Values): TermId | undefined {
  return isTerm(node) && node.termType === 'Variable' ? values.get(node.value) : undefined;
}

function termOf(id: TermId): unknown {
  const iri = encodedIri(id);
  if (iri !== undefined) return iriOf(iri);
  const datatype = iriOf(encodedIri(terms.datatype(id)!)!);
  return { termType: 'Literal', value: terms.value(id), language: terms.language(id), datatype };
}

function iriOf(value: string): unknown {
  return { termType: 'NamedNode', value };
}
