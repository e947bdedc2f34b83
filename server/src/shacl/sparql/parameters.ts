import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { componentByIri, isOfExpressions } from '../components/index.ts';
import { isTrue } from '../model/reading.ts';
import type { ShapeQuery } from '../model/shape.ts';

/** A constraint component or target type that the shapes graph declares, with its parameters. */
export interface Declared {
  readonly id: TermId;
  readonly parameters: readonly Parameter[];
}

/** A declared parameter. */
export interface Parameter {
  /** The value of sh:parameter. */
  readonly node: TermId;
  /** The property by which shapes or targets give the value. */
  readonly predicate: TermId;
  /** The variable for the value in queries: the local name of the property. */
  readonly name: string;
  readonly isOptional: boolean;
}

/** The constraint components that a shapes graph declares. Those of SHACL Core are known without it. */
export const declaredComponents: (graph: Graph) => readonly Declared[] = memoized((graph) =>
  declaredOf(graph, sh.ConstraintComponent).filter(
    ({ id }) => !componentByIri.has(id) && !isOfExpressions(id),
  ),
);

/** The target types that a shapes graph declares (SHACL-AF 3.2). */
export const declaredTargetTypes: (graph: Graph) => readonly Declared[] = memoized((graph) => [
  ...declaredOf(graph, sh.SPARQLTargetType),
]);

/** The values of parameters at a node, as pairs of name and value; undefined when one that is required has no value. */
export function parameterValues(
  graph: Graph,
  node: TermId,
  parameters: readonly Parameter[],
): ShapeQuery['parameters'] | undefined {
  const values: [string, TermId][] = [];
  for (const { predicate, name, isOptional } of parameters) {
    const [value] = graph.objects(node, predicate);
    if (value !== undefined) values.push([name, value]);
    else if (!isOptional) return undefined;
  }
  return values;
}

/** The instances of a class of declarations, with their parameters. */
export function declaredOf(graph: Graph, type: TermId): readonly Declared[] {
  const ids = new Set<TermId>();
  for (const each of new ClassHierarchy(graph).subclasses(type)) {
    for (const id of graph.subjects(rdf.type, each)) ids.add(id);
  }
  return [...ids].map((id) => ({ id, parameters: parametersOf(graph, id) }));
}

function parametersOf(graph: Graph, id: TermId): readonly Parameter[] {
  return graph.objects(id, sh.parameter).flatMap((node) =>
    graph
      .objects(node, sh.path)
      .filter((predicate) => terms.isIri(predicate))
      .map((predicate) => ({
        node,
        predicate,
        name: localName(predicate),
        isOptional: graph.objects(node, sh.optional).some(isTrue),
      })),
  );
}

function localName(predicate: TermId): string {
  return /[^/#:]*$/.exec(terms.value(predicate))![0];
}
