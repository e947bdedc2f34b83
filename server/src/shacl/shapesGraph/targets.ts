import type { Graph } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { Deadline } from '../../sparql/query/query.ts';
import { type ClassHierarchy, hasTypeAmong } from '../classHierarchy.ts';
import type { Target } from '../model/shape.ts';
import { selectedBy } from '../sparql/targetsByQuery.ts';

/**
 * The nodes that a target selects. A node may occur more than once.
 *
 * @param deadline when its query has to end.
 */
export function* targetNodes(
  target: Target,
  graph: Graph,
  classes: ClassHierarchy,
  deadline?: Deadline,
): Iterable<TermId> {
  switch (target.kind) {
    case 'node':
      yield target.node;
      break;
    case 'class':
      for (const type of classes.subclasses(target.class)) yield* graph.subjects(rdf.type, type);
      break;
    case 'subjectsOf':
      for (const { subject } of graph.withPredicate(target.predicate)) yield subject;
      break;
    case 'objectsOf':
      for (const { object } of graph.withPredicate(target.predicate)) yield object;
      break;
    case 'sparql':
      yield* selectedBy(target, graph, deadline).nodes;
      break;
  }
}

/**
 * The triples of the graph that make a node a target.
 *
 * @param subclasses the classes that count as a class, itself included; only the class itself when omitted.
 */
export function targetingTriples(
  target: Target,
  node: TermId,
  graph: Graph,
  subclasses: (id: TermId) => ReadonlySet<TermId> = (id) => new Set([id]),
): readonly Triple[] {
  switch (target.kind) {
    case 'node':
      return [];
    case 'class': {
      const classes = subclasses(target.class);
      const types = graph.objects(node, rdf.type).filter((type) => classes.has(type));
      return types.map((type) => ({ subject: node, predicate: rdf.type, object: type }));
    }
    case 'subjectsOf':
      return graph
        .objects(node, target.predicate)
        .map((object) => ({ subject: node, predicate: target.predicate, object }));
    case 'objectsOf':
      return graph
        .subjects(target.predicate, node)
        .map((subject) => ({ subject, predicate: target.predicate, object: node }));
    case 'sparql':
      return [];
  }
}

/** Whether a target selects a node. This does not list all nodes that the target selects. */
export function isTargetOf(target: Target, node: TermId, graph: Graph, classes: ClassHierarchy): boolean {
  switch (target.kind) {
    case 'node':
      return target.node === node;
    case 'class':
      return hasTypeAmong(graph, node, classes.subclasses(target.class));
    case 'subjectsOf':
      return graph.objects(node, target.predicate).length > 0;
    case 'objectsOf':
      return graph.subjects(target.predicate, node).length > 0;
    case 'sparql':
      return selectedBy(target, graph).nodes.has(node);
  }
}
