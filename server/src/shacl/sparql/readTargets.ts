import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import type { IllFormed } from '../model/component.ts';
import { illFormed } from '../model/reading.ts';
import type { Constraint, Shape, ShapeQuery, Target } from '../model/shape.ts';
import type { TermPrinter } from '../model/words.ts';
import { declaredTargetTypes, parameterValues } from './parameters.ts';
import { shapeOfNotYielded, unwrittenShape } from './readConstraints.ts';
import {
  declaredFunctions,
  expressionValue,
  maxNesting,
  notYielded,
  readQuery,
  selecting,
} from './readQuery.ts';

/** A target with a query or a node expression, with the shapes that no file has and by which it selects, or why it selects nothing. */
export type TargetReading =
  | { readonly kind: 'target'; readonly target: Target; readonly shapes?: readonly Shape[] }
  | IllFormed;

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
  const { nodes, shapes } = filteredBy(graph, value);
  if (shapes.length > 0) return conformingTarget(graph, value, nodes, shapes, term);
  const target = selectingTarget(graph, value, value, term);
  return typeof target === 'string' ? illFormed(`${notEvaluated}${target}`) : { kind: 'target', target };
}

/** The nodes that an expression yields, as a target; a sentence where no query selects them. */
function selectingTarget(
  graph: Graph,
  value: TermId,
  nodes: TermId,
  term: TermPrinter,
): TargetOf<'sparql'> | string {
  const found = selecting(graph, nodes, term);
  if (typeof found === 'string') return found;
  const query: ShapeQuery = {
    ...{ form: 'select', owner: nodes, text: terms.literal(found.text) },
    ...{ prefixes: [], parameters: [], functions: declaredFunctions(graph) },
  };
  return { kind: 'sparql', parameter: sh.targetNode, parameterValue: value, query };
}

type TargetOf<Kind> = Target & { readonly kind: Kind };

const notEvaluated = 'The node expression is not evaluated: ';

/** The shapes to which an expression asks nodes to conform, and the expression for the nodes, if these are not all nodes of the data. */
function filteredBy(
  graph: Graph,
  value: TermId,
): { readonly nodes: TermId | undefined; readonly shapes: readonly TermId[] } {
  const shapes: TermId[] = [];
  for (let node = value, depth = 0; depth < maxNesting; depth++) {
    const matching = expressionValue(graph, node, 'nodesMatching');
    if (matching !== undefined) return { nodes: undefined, shapes: [...shapes, matching] };
    const filter = expressionValue(graph, node, 'filterShape');
    if (filter !== undefined) shapes.push(filter);
    const inner = expressionValue(graph, node, filter === undefined ? 'distinct' : 'nodes');
    if (inner === undefined) return { nodes: node, shapes };
    node = inner;
  }
  return { nodes: value, shapes: [] };
}

/** Of the nodes of the data that an expression yields, those that conform to shapes. */
function conformingTarget(
  graph: Graph,
  value: TermId,
  nodes: TermId | undefined,
  shapes: readonly TermId[],
  term: TermPrinter,
): TargetReading {
  const literal = shapes.find((shape) => terms.isLiteral(shape));
  if (literal !== undefined) return illFormed(`${notEvaluated}${term(literal)} is not a shape.`);
  const [only, ...others] = shapes;
  if (nodes === undefined && others.length === 0)
    return { kind: 'target', target: { kind: 'where', shapeRef: only! } };
  const id = terms.blankNode(`shape of the targets of ${value}`);
  const own = { shape: id, severity: undefined, messages: [] };
  const asked: Constraint[] = shapes.map((shapeRef) => ({
    ...{ kind: 'node', shapeRef, ...own },
    ...{ component: sh.NodeConstraintComponent, parameter: sh.node, parameterValue: shapeRef },
  }));
  const found: Shape[] = [];
  let among: TargetOf<'sparql'> | undefined;
  if (nodes !== undefined) {
    const why = notYielded(graph, nodes, undefined, term);
    const selected = selectingTarget(graph, value, nodes, term);
    if (typeof why === 'string' || typeof selected === 'string')
      return illFormed(`${notEvaluated}${typeof why === 'string' ? why : (selected as string)}`);
    among = selected;
    const other = shapeOfNotYielded(graph, nodes, why);
    found.push(other);
    // What is given up by its query selects nothing, then.
    const declared = { component: sh.NotConstraintComponent, parameter: sh.not, parameterValue: other.id };
    asked.unshift({ kind: 'not', shapeRef: other.id, ...declared, ...own });
  }
  found.push(unwrittenShape(id, asked));
  return { kind: 'target', target: { kind: 'where', shapeRef: id, ...(among && { among }) }, shapes: found };
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
