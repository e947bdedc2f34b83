import { type TermId, terms } from '../../../rdf/terms.ts';
import { sh } from '../../../rdf/vocab.ts';
import { attached } from '../../drafts/attach.ts';
import { bridge } from '../../drafts/bridge.ts';
import { withFix } from '../../drafts/draft.ts';
import { type Fix, joinFixes, knownFix, nothing } from '../../drafts/fix.ts';
import { mintIri } from '../../drafts/mint.ts';
import { acceptor, ofKind, type Requirements, requirementsAt } from '../../values/requirements.ts';
import { addMissing } from '../conform/addMissing.ts';
import { withText } from '../violate/literalText.ts';
import { type Aim, type Break, madeUp, usualValues, valuesAt } from '../violate/violationEdits.ts';

/** Attaches as many values as make one too many, which satisfy what else is asked for there if any can be found. */
export const maxCountBreak: Break<'maxCount'> = {
  kind: 'maxCount',
  component: sh.MaxCountConstraintComponent,
  *breaks(aim) {
    const { constraint, focusNode, path, draft } = aim;
    if (path === undefined) return;
    const taken = new Set(valuesAt(aim));
    const requirements = requirementsAt(draft, focusNode, path, constraint.shape);
    const missing = constraint.count + 1 - taken.size;
    if (missing < 1) return;
    // Nothing speaks for what others have there, and less for what is made up, but both make one too many.
    const ways = [
      () => addMissing(aim, { focusNode, path, requirements, taken }, missing),
      () => likeOthers(aim, requirements, taken, missing),
      () => invented(aim, missing),
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
  aim: Aim<'maxCount'>,
  requirements: Requirements,
  taken: ReadonlySet<TermId>,
  missing: number,
): Iterable<Fix> {
  const { draft, focusNode, path } = aim;
  const accepts = acceptor(draft, requirements);
  const chosen = new Set<TermId>();
  let fix: Fix = nothing;
  for (const value of others(aim, requirements, taken)) {
    if (taken.has(value) || chosen.has(value) || value === focusNode || !accepts(value)) continue;
    const added = attached(withFix(draft, fix).graph, { focusNode, path: path! }, value);
    if (added === undefined) continue;
    chosen.add(value);
    fix = joinFixes(fix, knownFix({ added: [added], removed: [] }, 'placeholder'));
    if (chosen.size === missing) {
      yield fix;
      return;
    }
  }
}

/** New nodes, whatever else is asked for there. */
function* invented({ draft, focusNode, path }: Aim<'maxCount'>, missing: number): Iterable<Fix> {
  let fix = bridge(draft, focusNode, path!);
  for (let i = 0; i < missing && fix !== undefined; i++) {
    const here = withFix(draft, fix);
    const node = mintIri('Thing', focusNode, here);
    const added = attached(here.graph, { focusNode, path: path! }, node);
    fix = added && joinFixes(fix, { ...madeUp({ added: [added], removed: [] }, node), minted: [node] });
  }
  if (fix !== undefined) yield fix;
}

const maxVariants = 30;

function* others(
  aim: Aim<'maxCount'>,
  { unfolded }: Requirements,
  taken: ReadonlySet<TermId>,
): Iterable<TermId> {
  yield* usualValues(aim);
  for (const { members } of ofKind(unfolded, 'in')) yield* members;
  const [like] = [...taken, ...usualValues(aim)];
  if (like === undefined || terms.isBlank(like)) return;
  const text = terms.value(like);
  for (let i = 2; i < maxVariants; i++) {
    if (terms.isIri(like)) yield terms.iri(`${text}_${i}`);
    else
      yield withText(
        like,
        text !== '' && Number.isFinite(Number(text)) ? String(Number(text) + i - 1) : `${text} ${i}`,
      );
  }
}
