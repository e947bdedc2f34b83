import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { nameOf, nearbyNodes, nearbyTerms } from '../violate/nearbyTerms.ts';
import { slipsOf } from '../violate/typingSlips.ts';
import {
  isRepairing,
  removeTriples,
  usualValues,
  type ViolationEdits,
  type ViolationGoal,
  valuesAt,
  violateByWrongValue,
} from '../violate/violationEdits.ts';

const maxInstances = 3;

/**
 * Removes all types that make a value an instance; otherwise puts a value there that is not one: a node that stands
 * nearby, the name of an instance as a text, or its IRI with a typing error.
 */
export const classViolationEdits: ViolationEdits<'class'> = {
  *edits(goal) {
    const { constraint, draft } = goal;
    const { graph, search } = draft;
    const subclasses = search.classes.subclasses(constraint.class);
    let isTypedHere = false;
    for (const value of valuesAt(goal)) {
      if (terms.isLiteral(value)) continue;
      const types = graph.objects(value, rdf.type).filter((type) => subclasses.has(type));
      for (const fix of removeTriples(
        draft,
        types.map((object) => ({ subject: value, predicate: rdf.type, object })),
      )) {
        isTypedHere = true;
        yield fix;
      }
    }
    if (isTypedHere) return;
    yield* violateByWrongValue(goal, function* (value): Iterable<TermId> {
      yield* usualValues(goal);
      if (isRepairing(goal)) return;
      const meant = value === undefined ? instancesOf([...subclasses], goal) : [value];
      for (const instance of meant) {
        const name = nameOf(instance, goal);
        if (name !== '') yield terms.literal(name);
      }
      if (value !== undefined) yield* slipsOf(value, goal).slice(0, 1);
      yield* nearbyTerms(goal);
      yield* nearbyNodes(goal);
    });
  },
};

/** Some instances of the classes other than the node itself. */
function instancesOf(classes: readonly TermId[], { draft, focusNode }: ViolationGoal): readonly TermId[] {
  const all = classes.flatMap((each) => draft.graph.subjects(rdf.type, each).slice(0, maxInstances + 1));
  return all.filter((instance) => instance !== focusNode).slice(0, maxInstances);
}
