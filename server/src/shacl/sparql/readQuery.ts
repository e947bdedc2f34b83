import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, sh, shRules, xsd } from '../../rdf/vocab.ts';
import type { IllFormed } from '../model/component.ts';
import { illFormed } from '../model/reading.ts';
import type { FunctionDeclaration, QueryBody, ShapeQuery } from '../model/shape.ts';
import { declaredOf, type Parameter } from './parameters.ts';

/** A query that was read. */
export type QueryReading = { readonly kind: 'query'; readonly query: ShapeQuery } | IllFormed;

/** Reads the query of a constraint, validator or target. */
export function readQuery(
  graph: Graph,
  owner: TermId,
  form: ShapeQuery['form'],
  parameters: ShapeQuery['parameters'] = [],
): QueryReading {
  const body = readQueryBody(graph, owner, form);
  if (typeof body === 'string') return illFormed(body);
  return { kind: 'query', query: { ...body, parameters, functions: declaredFunctions(graph) } };
}

/** The prefixes that are declared for a query, or a sentence that says why they cannot be used. */
type PrefixReading = readonly (readonly [prefix: string, namespace: string])[] | string;

/**
 * Reads the prefixes of a query (SHACL 5.2.1): those declared at the values of sh:prefixes, and at what these import.
 * Without sh:prefixes, those that the ontologies, shapes graphs and rules graphs of the file declare (SHACL 1.2). The ontology of
 * SHACL declares `sh:`, which DASH relies on, whether or not it is linked.
 */
export function readPrefixes(graph: Graph, owner: TermId): PrefixReading {
  const named = graph.objects(owner, sh.prefixes);
  const declaring = new Set(
    named.length > 0
      ? named
      : [owl.Ontology, sh.ShapesGraph, shRules.RulesGraph].flatMap((type) => graph.subjects(rdf.type, type)),
  );
  for (const node of declaring)
    for (const imported of graph.objects(node, owl.imports)) declaring.add(imported);
  const found = new Map<string, string>();
  if (declaring.has(ontologyOfShacl)) found.set('sh', namespaces.sh);
  for (const node of declaring) {
    for (const declaration of graph.objects(node, sh.declare)) {
      const [prefix] = graph.objects(declaration, sh.prefix);
      const [namespace] = graph.objects(declaration, sh.namespace);
      if (prefix === undefined || namespace === undefined) continue;
      const name = terms.value(prefix);
      const known = found.get(name);
      if (known !== undefined && known !== terms.value(namespace)) {
        return `The prefix ${name}: is declared with two namespaces, <${known}> and <${terms.value(namespace)}>.`;
      }
      found.set(name, terms.value(namespace));
    }
  }
  return [...found];
}

const ontologyOfShacl = terms.constant(namespaces.sh);

const properties = { select: sh.select, ask: sh.ask } as const;

/**
 * Reads the query of a node expression of SHACL 1.2: sh:select, or sh:sparqlExpr, which holds an expression of SPARQL. Undefined
 * for other expressions.
 */
export function readQueryExpression(graph: Graph, node: TermId): QueryBody | string | undefined {
  if (graph.objects(node, sh.select).length > 0) return readQueryBody(graph, node, 'select');
  const [text, another] = graph.objects(node, shRules.sparqlExpr);
  if (text === undefined) return undefined;
  if (another !== undefined) return 'It has several values of sh:sparqlExpr.';
  if (terms.datatype(text) !== xsd.string) return 'The value of sh:sparqlExpr is not a string.';
  const prefixes = readPrefixes(graph, node);
  if (typeof prefixes === 'string') return prefixes;
  const query = terms.literal(`SELECT (${terms.value(text)} AS ?result) WHERE {}`);
  return { form: 'select', owner: node, text: query, prefixes };
}

/**
 * Reads the text and the prefixes of a query. The text is not parsed yet: `compileText` does that once it is needed.
 *
 * @returns a sentence that says why there is no query, if that is so.
 */
export function readQueryBody(graph: Graph, owner: TermId, form: QueryBody['form']): QueryBody | string {
  const [text, another] = graph.objects(owner, properties[form]);
  if (text === undefined) return `It has no sh:${form}.`;
  if (another !== undefined) return `It has several values of sh:${form}.`;
  if (terms.datatype(text) !== xsd.string) return `The value of sh:${form} is not a string.`;
  const prefixes = readPrefixes(graph, owner);
  return typeof prefixes === 'string' ? prefixes : { form, owner, text, prefixes };
}

/** The functions of a shapes graph that are instances of sh:SPARQLFunction (SHACL Advanced Features 5). */
export const declaredFunctions: (graph: Graph) => readonly FunctionDeclaration[] = memoized((graph) =>
  declaredOf(graph, sh.SPARQLFunction)
    .filter(({ id }) => terms.isIri(id))
    .map(({ id, parameters }) => ({
      id,
      parameters: inOrder(graph, parameters).map(({ name, isOptional }) => ({ name, isOptional })),
      body: bodyOf(graph, id),
    })),
);

function bodyOf(graph: Graph, id: TermId): FunctionDeclaration['body'] {
  const form = graph.objects(id, sh.ask).length > 0 ? 'ask' : 'select';
  return readQueryBody(graph, id, form);
}

/** By sh:order, which is 0 where it is not given, and then by name (SHACL Advanced Features 5.2). */
function inOrder(graph: Graph, parameters: readonly Parameter[]): readonly Parameter[] {
  const order = ({ node }: Parameter) => {
    const [value] = graph.objects(node, sh.order);
    return value === undefined ? 0 : Number(terms.value(value));
  };
  return parameters.toSorted((a, b) => order(a) - order(b) || (a.name < b.name ? -1 : 1));
}
