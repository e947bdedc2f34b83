import { terms } from '../../rdf/terms.ts';
import { detachments } from '../drafts/detachments.ts';
import { isAttested } from '../drafts/fix.ts';
import type { Goal, Via } from '../drafts/goal.ts';
import { constraintsOfKind, requirementsAt } from '../drafts/requirements.ts';
import { type ComponentRepair, missingValue } from './component.ts';
import { addMissing } from './conform/addMissing.ts';
import { nodesForText } from './conform/nodesForText.ts';
import { misnamedProperties } from './minCount/misnamedProperties.ts';
import { subsets, valuesAt } from './violate/violationEdits.ts';

/** Attaches the missing values. */
export const minCountRepair: ComponentRepair<'minCount'> = {
  offers: [
    'the value of a property that is misspelt, or of its equivalent in another vocabulary',
    'a value that the graph implies, by an inverse property for example',
    'the sh:hasValue, sh:defaultValue or member of sh:in that the shape names',
    'what other values of the node derive, as with other nodes: a name from its parts, a title from a label',
    'a value that the rest of the data supports',
    'a placeholder of the right kind, or a new node with what its shape asks for',
  ],
  *fixes(goal) {
    const { constraint, draft } = goal;
    const { focusNode, path, sourceShape } = goal.violation;
    if (path === undefined) return;
    // A text has no properties; the node that it stands for may have them.
    if (terms.isLiteral(focusNode)) {
      const place = goal.via ?? placeOfFocus(goal);
      if (place) yield* nodesForText(goal, place, focusNode);
      return;
    }
    const taken = new Set(draft.evaluator.values(focusNode, path));
    const requirements = requirementsAt(draft, focusNode, path, sourceShape);
    const wanted = { focusNode, path, requirements, taken };
    const misnamed = [...misnamedProperties(wanted, draft)];
    const missing = constraint.count - taken.size;
    // What would be found elsewhere for a value that stands here already would be stated beside it.
    if (missing === 1 && misnamed.some(({ support }) => isAttested(support))) yield* misnamed;
    else yield* addMissing(goal, wanted, missing, [], misnamed);
  },
  /** Leaves one value fewer than required. */
  *violationEdits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    if (path === undefined) return;
    const values = valuesAt(goal);
    const surplus = values.length - constraint.count + 1;
    if (surplus < 1) return;
    for (const dropped of subsets(values, surplus)) yield* detachments(draft, { focusNode, path }, dropped);
  },
  violatedBy: 'removal',
  unknown: missingValue,
};

/** The place of a focus node that is a value of the root focus node, by the property shape around the broken one. */
function placeOfFocus({ draft, violation }: Goal<'minCount'>): Via | undefined {
  const { focusNode, rootFocusNode, rootShape, sourceShape } = violation;
  const { shapes } = draft.search;
  for (const { shapeRef } of constraintsOfKind(shapes.get(rootShape)?.constraints ?? [], 'property')) {
    const outer = shapes.get(shapeRef);
    if (outer?.path === undefined) continue;
    const isAround = constraintsOfKind(outer.constraints, 'property').some(
      (constraint) => constraint.shapeRef === sourceShape,
    );
    if (isAround && draft.evaluator.values(rootFocusNode, outer.path).includes(focusNode)) {
      return { focusNode: rootFocusNode, path: outer.path, shape: shapeRef };
    }
  }
  return undefined;
}
