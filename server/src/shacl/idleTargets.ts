import { lazy } from '../base/lazy.ts';
import { localName } from '../rdf/iri.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { rdf, sh } from '../rdf/vocab.ts';
import type { Evaluator } from './evaluator.ts';
import { nearestTerm } from './nearestTerm.ts';
import type { ValidationInput } from './validationUnit.ts';

/** A target that selects no node of the linked data. */
export interface IdleTarget {
  readonly shape: TermId;
  /** sh:targetClass, sh:targetSubjectsOf or sh:targetObjectsOf. */
  readonly parameter: TermId;
  readonly value: TermId;
  /** The class or property of the data with the nearest name, if one is near. */
  readonly nearest: TermId | undefined;
}

/**
 * Finds the targets that select no node, of shapes without any other target. Empty where that is so for most shapes: those
 * of a library are not all meant for one data file.
 */
export function idleTargets(input: ValidationInput, evaluator: Evaluator): readonly IdleTarget[] {
  const { shapes, dataGraph } = input;
  const idle = shapes.roots.filter((shape) => evaluator.targets(shape).length === 0);
  if (idle.length > Math.max(fewShapes, shapes.roots.length / 2)) return [];
  const types = lazy(() => new Set(dataGraph.withPredicate(rdf.type).map(({ object }) => object)));
  const predicates = lazy(() => new Set([...dataGraph.triples()].map(({ predicate }) => predicate)));
  return idle.flatMap((shape) =>
    shape.targets.flatMap((target): IdleTarget | readonly IdleTarget[] => {
      if (target.kind === 'node') return [];
      const value = target.kind === 'class' ? target.class : target.predicate;
      if (value === shape.id) return [];
      const used = target.kind === 'class' ? types() : predicates();
      const nearest = nearestTerm(value, used, typosIn(value));
      return { shape: shape.id, parameter: parameters[target.kind], value, nearest };
    }),
  );
}

const parameters = {
  class: sh.targetClass,
  subjectsOf: sh.targetSubjectsOf,
  objectsOf: sh.targetObjectsOf,
} as const;

/** A third of a name may differ: this is only a hint. */
function typosIn(id: TermId): number {
  return Math.floor(localName(terms.value(id)).length / 3);
}

/** So few targets are shown even where they are all that there are. */
const fewShapes = 5;
