import { yieldToEventLoop } from '../../../base/abort.ts';
import type { Random } from '../../../base/random.ts';
import { shuffled } from '../../../base/random.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { Draft } from '../../../repair/drafts/draft.ts';
import { combineFixes, type Fix, fixOfChange } from '../../../repair/drafts/fix.ts';
import {
  acceptor,
  constraintsOfKind,
  requirementsAt,
  wantsLiteral,
} from '../../../repair/drafts/requirements.ts';
import type { WantedValue } from '../../../repair/drafts/wantedValue.ts';
import { knownValues, placeholderWitnesses } from '../../../repair/values/knownValues.ts';
import { requiredRefsOf } from '../../../shacl/components/shapeRefs.ts';
import type { Path } from '../../../shacl/model/path.ts';
import type { Shape } from '../../../shacl/model/shape.ts';
import { instancesOf } from './completeSample.ts';
import { extended, isAddition, newNodes, openResults, type SampleDraft } from './sampleDraft.ts';

/**
 * Adds one value for each property that shapes describe but do not require, if one is found that introduces no
 * result: a literal or an existing node. No nodes are made for optional properties.
 *
 * @throws the signal's reason when aborted.
 */
export async function withOptionalValues(
  start: SampleDraft,
  random: Random,
  signal: AbortSignal,
): Promise<SampleDraft> {
  let growing = start;
  for (const shape of describedProperties(start)) {
    await yieldToEventLoop(signal);
    const { draft, node } = growing;
    const path = shape.path!;
    if (draft.evaluator.values(node, path).length > 0) continue;
    let tries = 0;
    for (const fix of valuesFor(node, path, shape.id, draft, random)) {
      const next = extended(growing, fix);
      if (newNodes(next).length === newNodes(growing).length && isAddition(next)) {
        if (openResults(next).length === 0) {
          growing = next;
          break;
        }
      }
      if (++tries === maxTries) break;
    }
  }
  return growing;
}

const maxTries = 4;

/** The property shapes with predicate paths of all shapes that have the individual as a target. */
function describedProperties({ draft, node }: SampleDraft): readonly Shape[] {
  const { shapes } = draft.search;
  const found = new Map<TermId, Shape>();
  const seen = new Set<TermId>();
  const visit = (shape: Shape | undefined) => {
    if (shape === undefined || shape.deactivated || seen.has(shape.id)) return;
    seen.add(shape.id);
    if (shape.kind === 'property') {
      if (shape.path?.kind === 'predicate' && !found.has(shape.path.predicate)) {
        found.set(shape.path.predicate, shape);
      }
      return;
    }
    for (const constraint of shape.constraints) {
      for (const ref of requiredRefsOf(constraint)) visit(shapes.get(ref));
    }
  };
  for (const root of shapes.roots) if (draft.evaluator.isTarget(root, node)) visit(root);
  return [...found.values()];
}

function* valuesFor(
  focusNode: TermId,
  path: Path,
  shape: TermId,
  draft: Draft,
  random: Random,
): Iterable<Fix> {
  if (path.kind !== 'predicate') return;
  const { predicate } = path;
  const requirements = requirementsAt(draft, focusNode, path, shape);
  // A maximum count alone does not describe the values.
  if (requirements.unfolded.every(({ kind }) => kind === 'maxCount')) return;
  const with_ = (object: TermId) =>
    fixOfChange({ added: [{ subject: focusNode, predicate, object }], removed: [] }, 'plausible');
  const wanted: WantedValue = { focusNode, path, requirements, taken: new Set() };
  const [type] = constraintsOfKind(requirements.unfolded, 'class');
  if (type !== undefined && !wantsLiteral(requirements)) {
    const accepts = acceptor(draft, requirements);
    for (const node of shuffled(instancesOf(type.class, draft), random)) {
      if (node !== focusNode && accepts(node)) yield with_(node);
    }
    return;
  }
  for (const { value, fix } of knownValues(wanted, draft)) yield combineFixes(fix, with_(value));
  for (const { value, fix } of placeholderWitnesses(wanted, draft, noConforming))
    yield combineFixes(fix, with_(value));
}

/** Supplies no completions, because no new nodes are wanted. */
function* noConforming(): Iterable<Fix> {}
