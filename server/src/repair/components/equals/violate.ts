import { type TermId, terms } from '../../../rdf/terms.ts';
import { attachByPath } from '../../drafts/attachmentPoints.ts';
import { detachments } from '../../drafts/detachments.ts';
import { fixOfChange } from '../../drafts/fix.ts';
import { termWithText } from '../violate/literalText.ts';
import {
  inventedFix,
  placeOfValues,
  usualValues,
  type ViolationEdits,
  valuesAt,
} from '../violate/violationEdits.ts';

/** Makes a value occur on one side only, by removing it from the other or adding a new one. */
export const equalsViolationEdits: ViolationEdits<'equals'> = {
  *edits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    const values = valuesAt(goal);
    const there = { focusNode, path: { kind: 'predicate', predicate: constraint.property } } as const;
    for (const value of values) {
      yield* detachments(draft, there, [value]);
      if (path !== undefined) yield* detachments(draft, { focusNode, path }, [value]);
    }
    for (const side of path === undefined ? [there] : [placeOfValues(goal)!, there]) {
      for (const value of [...usualValues(goal)].filter((other) => !values.includes(other))) {
        const added = attachByPath(draft.graph, side, value);
        if (added) yield fixOfChange({ added: [added], removed: [] }, 'placeholder');
      }
      const invented = another(values);
      const added = attachByPath(draft.graph, side, invented);
      if (added) yield inventedFix({ added: [added], removed: [] }, invented);
    }
  },
};

function another(values: readonly TermId[]): TermId {
  const [literal] = values.filter((value) => terms.isLiteral(value));
  let text = literal === undefined ? 'x' : `${terms.value(literal)} x`;
  while (values.some((value) => terms.isLiteral(value) && terms.value(value) === text)) text += ' x';
  return terms.language(literal ?? values[0] ?? terms.literal(text))
    ? termWithText(literal, text)
    : terms.literal(text);
}
