import { localName } from '../rdf/iri.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import type { Evaluator } from './evaluator.ts';
import { type NamedTarget, namedTarget, namesUsedIn } from './namedTargets.ts';
import { nearestTerm } from './nearestTerm.ts';
import type { ValidationInput } from './validationUnit.ts';

/** A target that selects no node of the linked data. */
export interface IdleTarget extends NamedTarget {
  readonly shape: TermId;
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
  const usedFor = namesUsedIn(dataGraph);
  return idle.flatMap((shape) =>
    shape.targets.flatMap((target): IdleTarget | readonly IdleTarget[] => {
      const named = namedTarget(target);
      if (named === undefined || named.value === shape.id) return [];
      const nearest = nearestTerm(named.value, usedFor(named), typosIn(named.value));
      return { shape: shape.id, ...named, nearest };
    }),
  );
}

/** A third of a name may differ: this is only a hint. */
function typosIn(id: TermId): number {
  return Math.floor(localName(terms.value(id)).length / 3);
}

/** So few targets are shown even where they are all that there are. */
const fewShapes = 5;
