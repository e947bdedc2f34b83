import { terms } from '../../../rdf/terms.ts';
import { attachByPath } from '../../drafts/attachmentPoints.ts';
import { inventedFix, type ViolationEdits, valuesAt } from '../violate/violationEdits.ts';

/** Adds a second text in a language that already has one, or two if there is none. */
export const uniqueLangViolationEdits: ViolationEdits<'uniqueLang'> = {
  *edits(goal) {
    const { focusNode, path, draft } = goal;
    if (path === undefined) return;
    const values = valuesAt(goal);
    let found = false;
    for (const value of values) {
      const language = terms.isLiteral(value) && terms.language(value);
      if (!language) continue;
      found = true;
      const twin = terms.languageString(`${terms.value(value)} x`, language);
      const added = values.includes(twin) ? undefined : attachByPath(draft.graph, { focusNode, path }, twin);
      if (added) yield inventedFix({ added: [added], removed: [] }, twin);
    }
    if (found) return;
    const twins = ['x', 'y'].map((text) => terms.languageString(text, 'en'));
    const added = twins.flatMap((twin) => attachByPath(draft.graph, { focusNode, path }, twin) ?? []);
    if (added.length === twins.length) yield inventedFix({ added, removed: [] }, ...twins);
  },
};
