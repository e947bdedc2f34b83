import { type TermId, terms } from '../../../rdf/terms.ts';
import { attachByPath } from '../../drafts/attachmentPoints.ts';
import { replaceValue } from '../../drafts/valuePlace.ts';
import { languageNearby, nearbyText } from '../violate/nearbyTerms.ts';
import { slipsOf } from '../violate/typingSlips.ts';
import {
  inventedFix,
  usualValues,
  type ViolationEdits,
  type ViolationGoal,
  valuesAt,
} from '../violate/violationEdits.ts';

/**
 * Adds a second text in a language that already has one: a text of another node, or the same with a typing error. Or
 * gives a text the language of another one. If no text has a language, adds two.
 */
export const uniqueLangViolationEdits: ViolationEdits<'uniqueLang'> = {
  *edits(goal) {
    const { focusNode, path, draft } = goal;
    if (path === undefined) return;
    const values = valuesAt(goal);
    const tagged = values.filter((value) => terms.language(value));
    for (const value of tagged) {
      for (const twin of twinsOf(value, goal)) {
        const added = values.includes(twin)
          ? undefined
          : attachByPath(draft.graph, { focusNode, path }, twin);
        if (added) yield inventedFix({ added: [added], removed: [] }, twin);
      }
    }
    for (const value of tagged) {
      for (const other of tagged) {
        const twin = terms.languageString(terms.value(value), terms.language(other));
        const change = values.includes(twin)
          ? undefined
          : replaceValue(draft, { focusNode, path, shape: goal.constraint.shape }, value, twin);
        if (change) yield inventedFix(change, twin);
      }
    }
    if (tagged.length > 0) return;
    const text = nearbyText(goal);
    const first = terms.languageString(text, languageNearby(goal));
    for (const second of slipsOf(first, goal)) {
      const added = [first, second].flatMap(
        (twin) => attachByPath(draft.graph, { focusNode, path }, twin) ?? [],
      );
      if (added.length === 2) yield inventedFix({ added, removed: [] }, first, second);
    }
  },
};

const maxTwins = 2;

/** Texts in the language of a value: those of other nodes there, and its own with typing errors. */
function* twinsOf(value: TermId, goal: ViolationGoal): Iterable<TermId> {
  let count = 0;
  for (const other of usualValues(goal)) {
    if (other === value || terms.language(other) !== terms.language(value)) continue;
    yield other;
    if (++count === maxTwins) break;
  }
  yield* slipsOf(value, goal).slice(0, maxTwins);
}
