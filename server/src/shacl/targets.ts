import type { Graph } from '../rdf/graph.ts';
import type { TermId } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocab.ts';
import { type ClassHierarchy, hasTypeAmong } from './classHierarchy.ts';
import type { Target } from './shape.ts';

/** The nodes that a target selects; some may come repeatedly. */
export function* targetNodes(target: Target, graph: Graph, classes: ClassHierarchy): Iterable<TermId> {
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
  }
}

/** Whether a target selects a node, without listing all that it selects. */
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
  }
}
