import { lazy } from '../base/lazy.ts';
import type { Graph } from '../rdf/graph.ts';
import type { TermId } from '../rdf/terms.ts';
import { rdf, sh } from '../rdf/vocab.ts';
import type { Target } from './model/shape.ts';

/** The class or property that a target names. */
export interface NamedTarget {
  /** sh:targetClass, sh:targetSubjectsOf or sh:targetObjectsOf. */
  readonly parameter: TermId;
  readonly value: TermId;
}

/** What a target names; undefined for one that is a node or a query. */
export function namedTarget(target: Target): NamedTarget | undefined {
  switch (target.kind) {
    case 'node':
    case 'sparql':
      return undefined;
    case 'class':
      return { parameter: sh.targetClass, value: target.class };
    case 'subjectsOf':
      return { parameter: sh.targetSubjectsOf, value: target.predicate };
    case 'objectsOf':
      return { parameter: sh.targetObjectsOf, value: target.predicate };
  }
}

/** Returns what some data uses of the kind that a target names: its classes, or its predicates. Each is found once. */
export function namesUsedIn(graph: Graph): (target: NamedTarget) => ReadonlySet<TermId> {
  const types = lazy(() => new Set(graph.withPredicate(rdf.type).map(({ object }) => object)));
  const predicates = lazy(() => {
    const found = new Set<TermId>();
    for (const { predicate } of graph.triples()) found.add(predicate);
    return found;
  });
  return ({ parameter }) => (parameter === sh.targetClass ? types() : predicates());
}
