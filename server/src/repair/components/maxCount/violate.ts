import { type TermId, terms } from '../../../rdf/terms.ts';
import { attachByPath } from '../../drafts/attachmentPoints.ts';
import { withFix } from '../../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../../drafts/fix.ts';
import { intermediateNodes } from '../../drafts/intermediateNodes.ts';
import { mintIri } from '../../drafts/mint.ts';
import { acceptor, constraintsOfKind, type Requirements, requirementsAt } from '../../values/requirements.ts';
import { addMissing } from '../conform/addMissing.ts';
import { termWithText } from '../violate/literalText.ts';
import {
  inventedFix,
  usualValues,
  type ViolationEdits,
  type ViolationGoal,
  valuesAt,
} from '../violate/violationEdits.ts';

/** Attaches values until there is one too many. They satisfy the other requirements if possible. */
export const maxCountViolationEdits: ViolationEdits<'maxCount'> = {
  *edits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    if (path === undefined) return;
    const taken = new Set(valuesAt(goal));
    const requirements = requirementsAt(draft, focusNode, path, constraint.shape);
    const missing = constraint.count + 1 - taken.size;
    if (missing < 1) return;
    // Neither values of other nodes nor invented ones have support, but both make one too many.
    const ways = [
      () => addMissing(goal, { focusNode, path, requirements, taken }, missing),
      () => likeOthers(goal, requirements, taken, missing),
      () => invented(goal, missing),
    ];
    for (const way of ways) {
      let isFound = false;
      for (const fix of way()) {
        isFound = true;
        yield fix;
      }
      if (isFound) return;
    }
  },
};

function* likeOthers(
  goal: ViolationGoal<'maxCount'>,
  requirements: Requirements,
  taken: ReadonlySet<TermId>,
  missing: number,
): Iterable<Fix> {
  const { draft, focusNode, path } = goal;
  const accepts = acceptor(draft, requirements);
  const chosen = new Set<TermId>();
  let fix: Fix = emptyFix;
  for (const value of others(goal, requirements, taken)) {
    if (taken.has(value) || chosen.has(value) || value === focusNode || !accepts(value)) continue;
    const added = attachByPath(withFix(draft, fix).graph, { focusNode, path: path! }, value);
    if (added === undefined) continue;
    chosen.add(value);
    fix = combineFixes(fix, fixOfChange({ added: [added], removed: [] }, 'placeholder'));
    if (chosen.size === missing) {
      yield fix;
      return;
    }
  }
}

/** New nodes, regardless of other requirements. */
function* invented({ draft, focusNode, path }: ViolationGoal<'maxCount'>, missing: number): Iterable<Fix> {
  let fix = intermediateNodes(draft, focusNode, path!);
  for (let i = 0; i < missing && fix !== undefined; i++) {
    const here = withFix(draft, fix);
    const node = mintIri('Thing', focusNode, here);
    const added = attachByPath(here.graph, { focusNode, path: path! }, node);
    fix =
      added && combineFixes(fix, { ...inventedFix({ added: [added], removed: [] }, node), minted: [node] });
  }
  if (fix !== undefined) yield fix;
}

const maxVariants = 30;

function* others(
  goal: ViolationGoal<'maxCount'>,
  { unfolded }: Requirements,
  taken: ReadonlySet<TermId>,
): Iterable<TermId> {
  yield* usualValues(goal);
  for (const { members } of constraintsOfKind(unfolded, 'in')) yield* members;
  const [like] = [...taken, ...usualValues(goal)];
  if (like === undefined || terms.isBlank(like)) return;
  const text = terms.value(like);
  for (let i = 2; i < maxVariants; i++) {
    if (terms.isIri(like)) yield terms.iri(`${text}_${i}`);
    else
      yield termWithText(
        like,
        text !== '' && Number.isFinite(Number(text)) ? String(Number(text) + i - 1) : `${text} ${i}`,
      );
  }
}
