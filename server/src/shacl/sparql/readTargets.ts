import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import type { IllFormed } from '../model/component.ts';
import { illFormed } from '../model/reading.ts';
import type { ShapeQuery, Target } from '../model/shape.ts';
import type { TermPrinter } from '../model/words.ts';
import { declaredTargetTypes, parameterValues } from './parameters.ts';
import { declaredFunctions, readQuery, selecting } from './readQuery.ts';

/** A target with a query, or why it selects nothing. */
export type TargetReading = { readonly kind: 'target'; readonly target: Target } | IllFormed;

/** Whether a value of sh:target has a query of its own or of its target type; JavaScript targets have none. */
export function hasTargetQuery(graph: Graph, value: TermId): boolean {
  return [value, ...graph.objects(value, rdf.type)].some((node) => graph.objects(node, sh.select).length > 0);
}

/** Reads a value of sh:target: a SPARQL-based target, or one of a declared target type (SHACL-AF 3). */
export function readTarget(graph: Graph, value: TermId): TargetReading {
  const types = new Set(graph.objects(value, rdf.type));
  const type = declaredTargetTypes(graph).find(({ id }) => types.has(id));
  if (type === undefined) return targetOf(graph, sh.target, value, value, []);
  const parameters = parameterValues(graph, value, type.parameters);
  if (parameters === undefined) return illFormed('A parameter that its target type requires has no value.');
  return targetOf(graph, sh.target, value, type.id, parameters);
}

/** Reads a blank node that is a value of sh:targetNode: in SHACL 1.2, its query or node expression selects the targets. */
export function readTargetNode(graph: Graph, value: TermId, term: TermPrinter): TargetReading {
  if (graph.objects(value, sh.select).length > 0) return targetOf(graph, sh.targetNode, value, value, []);
  const found = selecting(graph, value, term);
  if (typeof found === 'string') return illFormed(`The node expression is not evaluated: ${found}`);
  const query: ShapeQuery = {
    ...{ form: 'select', owner: value, text: terms.literal(found.text) },
    ...{ prefixes: [], parameters: [], functions: declaredFunctions(graph) },
  };
  return {
    kind: 'target',
    target: { kind: 'sparql', parameter: sh.targetNode, parameterValue: value, query },
  };
}

/**
 * Whether a value of sh:targetNode is a node with a query, or with another node expression of SHACL 1.2. A list on its own
 * is treated as a mistake of SHACL 1.0: its members are meant, separated by commas.
 */
export function selectsTargets(graph: Graph, value: TermId): boolean {
  if (!terms.isBlank(value) || graph.objects(value, rdf.first).length > 0) return false;
  return graph.outgoing(value).length > 0;
}

function targetOf(
  graph: Graph,
  parameter: TermId,
  parameterValue: TermId,
  owner: TermId,
  parameters: readonly (readonly [string, TermId])[],
): TargetReading {
  const reading = readQuery(graph, owner, 'select', parameters);
  return reading.kind === 'illFormed'
    ? reading
    : { kind: 'target', target: { kind: 'sparql', parameter, parameterValue, query: reading.query } };
}
