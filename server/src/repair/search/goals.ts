import type { Violation } from '../../shacl/model/violation.ts';
import { repairOf } from '../components/index.ts';
import { changeKey, changeSize } from '../drafts/change.ts';
import { type Draft, iterateAnnounced, nestedDraft, takeStep, withFix } from '../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixCost } from '../drafts/fix.ts';
import type { Conform, Via, Violate } from '../drafts/goal.ts';
import { isInPlace } from '../drafts/valuePlace.ts';
import { replacingMisstated } from './replaceMisstated.ts';
import { statingPremises } from './statingPremises.ts';

/**
 * The two goals of spec/vio.md section 5.5, which constraints have for the shapes that they refer to.
 *
 * "Make node v conform to shape t": all results of v against t have to go, each by one of the fixes that its component
 * offers. "Make node v violate shape t": one constraint of t has to be violated, by one of the edits that its component
 * offers. Both may lead to further goals of either kind. The searches use uniform cost and are limited in every
 * respect; their results hold on the draft and are proven by verify.ts.
 */

const maxEdits = 12;
const maxMinted = 4;
const maxDepth = 4;
const maxExpansions = 12;
const maxBranches = 6;
const maxAnswers = 3;
const maxTries = 40;

/** Fixes that remove a result, roughly best first. */
export function fixesFor(violation: Violation, draft: Draft, via?: Via): Iterable<Fix> {
  const { constraint } = violation;
  const fixes = repairOf(constraint).fixes({ constraint, violation, draft, via, conform, violate });
  return statingPremises(replacingMisstated(iterateAnnounced(constraint, draft, fixes), draft), draft);
}

/** Fixes that make the node conform to the shape or leave its place, cheapest first. Empty when it already conforms. */
export const conform: Conform = function* (node, shape, draft, via) {
  const start = nestedDraft(draft);
  if (start.depth > maxDepth) {
    start.search.gaveUp = true;
    return;
  }
  const seen = new Set<string>();
  const open: { readonly fix: Fix; readonly cost: number }[] = [{ fix: emptyFix, cost: 0 }];
  let answers = 0;
  for (let expansions = 0; open.length > 0; expansions++) {
    if (expansions === maxExpansions || !takeStep(start)) {
      if (answers === 0) start.search.gaveUp = true;
      return;
    }
    const { fix } = open.shift()!;
    const here = withFix(start, fix);
    const [result] = isInPlace(here, via, node) ? here.evaluator.validateNode(node, shape) : [];
    if (result === undefined) {
      if (fix === emptyFix) return;
      yield fix;
      if (++answers === maxAnswers) return;
      continue;
    }
    let branches = 0;
    for (const next of fixesFor(result, here, via)) {
      const joined = combineFixes(fix, next);
      const key = changeKey(joined.change);
      if (seen.has(key) || isTooMuch(joined)) continue;
      seen.add(key);
      insert(open, { fix: joined, cost: fixCost(joined) });
      if (++branches === maxBranches) break;
    }
  }
};

/**
 * Fixes that make the node violate the shape or leave its place, cheapest first. Empty when it already violates the
 * shape, or when no constraint of the shape can be violated.
 */
export const violate: Violate = function* (node, shape, draft, via) {
  const start = nestedDraft(draft);
  const definition = start.search.shapes.get(shape);
  if (definition === undefined || definition.deactivated || !start.evaluator.conforms(node, shape)) return;
  if (start.depth > maxDepth) {
    start.search.gaveUp = true;
    return;
  }
  const seen = new Set<string>();
  const found: { readonly fix: Fix; readonly cost: number }[] = [];
  for (const constraint of definition.constraints) {
    const edits = repairOf(constraint).violationEdits({
      constraint,
      focusNode: node,
      path: definition.path,
      via,
      draft: start,
      conform,
      violate,
    });
    let [tries, branches] = [0, 0];
    for (const fix of edits) {
      if (branches === maxBranches || ++tries === maxTries || !takeStep(start)) break;
      const key = changeKey(fix.change);
      if (seen.has(key) || isTooMuch(fix)) continue;
      seen.add(key);
      const here = withFix(start, fix);
      if (isInPlace(here, via, node) && here.evaluator.conforms(node, shape)) continue;
      insert(found, { fix, cost: fixCost(fix) });
      branches++;
    }
  }
  for (const { fix } of found.slice(0, maxBranches)) yield fix;
};

function isTooMuch({ change, minted }: Fix): boolean {
  return changeSize(change) > maxEdits || minted.length > maxMinted;
}

function insert<T extends { readonly cost: number }>(open: T[], item: T): void {
  const after = open.findIndex(({ cost }) => cost > item.cost);
  open.splice(after < 0 ? open.length : after, 0, item);
}
