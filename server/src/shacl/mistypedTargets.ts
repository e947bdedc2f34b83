import { localName } from '../rdf/iri.ts';
import { usesPredicate } from '../rdf/matchTriples.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import type { Evaluator } from './evaluator.ts';
import { type NamedTarget, namedTarget, namesUsedIn } from './idleTargets.ts';
import type { Target } from './model/shape.ts';
import { nearestTerm } from './nearestTerm.ts';
import type { ValidationInput } from './validationUnit.ts';

/** A class or property in a target that no file knows, while the data uses one with nearly the same name. */
export interface MistypedTarget extends TargetOfShape {
  /** The class or property of the data that is nearest by name. */
  readonly similar: TermId;
}

/**
 * Finds targets that select no node because of a name that is probably mistyped, in the shapes or in the data: a class or
 * property that no linked file describes or uses, next to one that the data uses.
 */
export function mistypedTargets(input: ValidationInput, evaluator: Evaluator): readonly MistypedTarget[] {
  const { dataGraph, classGraph } = input;
  const isKnown = (id: TermId) => dataGraph.outgoing(id).length > 0 || classGraph.outgoing(id).length > 0;
  const usedFor = namesUsedIn(dataGraph);
  const found: MistypedTarget[] = [];
  const isLeftOut = ({ shape, value }: TargetOfShape) => value === shape || isKnown(value);
  for (const named of targetsWithoutNode(input, evaluator, isLeftOut)) {
    const similar = nearestTerm(named.value, usedFor(named), maxTypos(named.value));
    if (similar !== undefined) found.push({ ...named, similar });
  }
  return found;
}

interface TargetOfShape extends NamedTarget {
  readonly shape: TermId;
}

/**
 * The targets that name a class or property and select no node.
 *
 * @param isLeftOut says which ones need not be looked at.
 */
export function* targetsWithoutNode(
  { shapes, dataGraph }: ValidationInput,
  evaluator: Evaluator,
  isLeftOut: (target: TargetOfShape) => boolean = () => false,
): Iterable<TargetOfShape> {
  const selectsAny = (shape: TermId, target: Target) =>
    target.kind === 'subjectsOf' || target.kind === 'objectsOf'
      ? usesPredicate(dataGraph, target.predicate)
      : evaluator.targets({ id: shape, targets: [target] }).length > 0;
  for (const shape of shapes.roots) {
    for (const target of shape.targets) {
      const named = namedTarget(target);
      if (named === undefined) continue;
      const ofShape = { shape: shape.id, ...named };
      if (!isLeftOut(ofShape) && !selectsAny(shape.id, target)) yield ofShape;
    }
  }
}

/** In a longer name two typos, in a short one only one: with two it would be another word. */
function maxTypos(id: TermId): number {
  return localName(terms.value(id)).length < shortName ? 1 : 2;
}

const shortName = 5;
