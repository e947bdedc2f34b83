import { lazy } from '../base/lazy.ts';
import type { Graph } from '../rdf/graph.ts';
import { localName } from '../rdf/iri.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { rdf, sh } from '../rdf/vocab.ts';
import type { Evaluator } from './evaluator.ts';
import { nearestTerm } from './nearestTerm.ts';
import type { ValidationInput } from './validationUnit.ts';

/** A class or property in a target that no file knows, while the data uses one with nearly the same name. */
export interface MistypedTarget {
  readonly shape: TermId;
  /** sh:targetClass, sh:targetSubjectsOf or sh:targetObjectsOf. */
  readonly parameter: TermId;
  readonly value: TermId;
  /** The class or property of the data that is nearest by name. */
  readonly similar: TermId;
}

/**
 * Finds targets that select no node because of a name that is probably mistyped, in the shapes or in the data: a class or
 * property that no linked file describes or uses, next to one that the data uses.
 */
export function mistypedTargets(input: ValidationInput, evaluator: Evaluator): readonly MistypedTarget[] {
  const { shapes, dataGraph, classGraph } = input;
  const isKnown = (id: TermId) => dataGraph.outgoing(id).length > 0 || classGraph.outgoing(id).length > 0;
  const types = lazy(() => typesIn(dataGraph));
  const predicates = lazy(() => predicatesIn(dataGraph));
  const found: MistypedTarget[] = [];
  for (const shape of shapes.roots) {
    for (const target of shape.targets) {
      if (target.kind === 'node') continue;
      const value = target.kind === 'class' ? target.class : target.predicate;
      if (value === shape.id || isKnown(value)) continue;
      if (evaluator.targets({ id: shape.id, targets: [target] }).length > 0) continue;
      const known = target.kind === 'class' ? types() : predicates();
      const similar = nearestTerm(value, known, maxTypos(value));
      if (similar !== undefined)
        found.push({ shape: shape.id, parameter: parameters[target.kind], value, similar });
    }
  }
  return found;
}

const parameters = {
  class: sh.targetClass,
  subjectsOf: sh.targetSubjectsOf,
  objectsOf: sh.targetObjectsOf,
} as const;

function typesIn(graph: Graph): ReadonlySet<TermId> {
  return new Set(graph.withPredicate(rdf.type).map(({ object }) => object));
}

function predicatesIn(graph: Graph): ReadonlySet<TermId> {
  const predicates = new Set<TermId>();
  for (const { predicate } of graph.triples()) predicates.add(predicate);
  return predicates;
}

/** In a longer name two typos, in a short one only one: with two it would be another word. */
function maxTypos(id: TermId): number {
  return localName(terms.value(id)).length < shortName ? 1 : 2;
}

const shortName = 5;
