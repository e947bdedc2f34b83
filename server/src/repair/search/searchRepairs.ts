import { yieldToEventLoop } from '../../base/abort.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { isLanguageTerm } from '../../rdf/publishedVocabularies.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { isOntologyNode } from '../../shacl/describedNodes.ts';
import type { Constraint, Shape } from '../../shacl/model/shape.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { changeKey, changeSize } from '../drafts/change.ts';
import { type Draft, firstDraft, runsRules, withFix } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { combineFixes, type Fix, isAttested, needsFillingIn, withSupport } from '../drafts/fix.ts';
import { resultOrder } from '../drafts/goal.ts';
import { retargeting } from '../drafts/renameNode.ts';
import { contradictionOf } from '../evidence/propertyCharacter.ts';
import { judgeChange } from '../proof/verify.ts';
import type { ProposeOptions, RepairProblem } from '../repair.ts';
import { claimsOf, farBelow, scoreOf } from '../scorecard/scorecard.ts';
import { slipsNearby } from '../slips/slipsNearby.ts';
import { throughoutData } from '../slips/throughoutData.ts';
import { fixesFor } from './goals.ts';

/**
 * Searches the repairs of one result, the likeliest first, and among equals the smallest. Results that a fix introduces are
 * repaired by further fixes on top. The search has limits in every respect and uses neither randomness nor a clock, so the
 * same problem gives the same repairs.
 */

const maxCandidates = 24;
const maxJudged = 60;
/** The limit where rules are applied after each change, which takes longer than judging it. */
const maxJudgedByRules = 15;
const maxBranches = 4;
const maxEdits = 12;
const maxMinted = 4;
/** A slight gain in likelihood is not a reason to word a repair differently. */
const leastGain = 1;

/**
 * Everything found within the limits: first the fixes that hold, as they are found. If all of these take the focus node
 * out of its target, also the fixes that were tried and do not hold.
 *
 * @returns true when the limits ended the search, so that there may be more.
 */
export async function* searchRepairs(
  problem: RepairProblem,
  signal: AbortSignal,
  { strongestOnly = false }: ProposeOptions = {},
): AsyncGenerator<Fix, boolean, void> {
  const start = firstDraft(problem);
  const order = resultOrder(problem.recorded.input);
  const frontier = new Frontier(start, problem.violation.constraint);
  const proposed: Fix[] = [];
  for (const fix of candidates(problem, start)) {
    await yieldToEventLoop(signal);
    proposed.push(fix);
  }
  const wholes = wholesOf(proposed, start);
  for (const fix of withRivalPlaces(proposed, start))
    if (![...wholes.values()].some((parts) => parts.includes(fix))) frontier.add(fix);
  for (const whole of wholes.keys()) frontier.addWhole(whole);
  const tried: Fix[] = [];
  let judged = 0;
  let isFound = false;
  let isKnown = false;
  let best = Number.NEGATIVE_INFINITY;
  const mostJudged = runsRules(start.search) ? maxJudgedByRules : maxJudged;
  for (let next = frontier.take(); next !== undefined; next = frontier.take()) {
    const { fix, score } = next;
    if (strongestOnly && score < best - farBelow) break;
    if (++judged > mostJudged) break;
    await yieldToEventLoop(signal);
    const judgement = await judgeChange(problem, fix.change, signal);
    if (judgement.kind === 'holds') {
      isFound ||= !judgement.degenerate;
      if (!judgement.degenerate) best = Math.max(best, score);
      isKnown ||= !judgement.degenerate && isAttested(fix.support);
      yield fix;
      continue;
    }
    tried.push(fix);
    const parts = wholes.get(fix);
    if (parts) {
      for (const part of parts) frontier.add(part);
      continue;
    }
    const [broken] = judgement.kind === 'introduces' ? judgement.results.toSorted(order) : [];
    // Leaving the target is not worth further changes.
    if (broken === undefined || fix.support === 'retargeting') continue;
    let branches = 0;
    for (const further of fixesFor(broken, withFix(start, fix))) {
      // A worse repair with a placeholder is not offered when there is a good one.
      if (isKnown && needsFillingIn(further)) continue;
      if (frontier.add(combineFixes(fix, further)) && ++branches === maxBranches) break;
    }
  }
  if (!isFound) yield* tried;
  return judged > mostJudged || start.search.gaveUp;
}

/** The same fixes, where one that only adds a node is doubted because the node may stand in the place of one that is misspelt or out of place. */
function withRivalPlaces(fixes: readonly Fix[], { search }: Draft): readonly Fix[] {
  const exchanges = new Map<TermId, Triple>();
  for (const { change, evidence } of fixes) {
    const [added, ...others] = change.added;
    const [removed, ...more] = change.removed;
    const isMistaken = evidence.some(({ kind }) => kind === 'swapped' || kind === 'likeName');
    const isExchange = isMistaken && removed?.predicate === added?.predicate;
    if (added && removed && isExchange && others.length + more.length === 0)
      exchanges.set(added.object, removed);
  }
  return fixes.map((fix) => {
    const [added, ...others] = fix.change.added;
    const rival = added && exchanges.get(added.object);
    if (!rival || others.length + fix.change.removed.length > 0 || !isAttested(fix.support)) return fix;
    const words = `it may stand in the place of ${search.term(rival.object)}`;
    return withSupport({ ...fix, evidence: [...fix.evidence, { kind: 'competing', words }] }, 'plausible');
  });
}

/** Fixes of a mistake wherever it occurs in the data, each with those that fix it at some of its places. */
function wholesOf(proposed: readonly Fix[], start: Draft): ReadonlyMap<Fix, readonly Fix[]> {
  const wholes = new Map<string, { readonly whole: Fix; readonly parts: Fix[] }>();
  for (const fix of proposed) {
    const whole = throughoutData(fix, start);
    if (whole === undefined) continue;
    const key = changeKey(whole.change);
    const known = wholes.get(key);
    if (known === undefined) wholes.set(key, { whole, parts: [fix] });
    else {
      known.parts.push(fix);
      if (scoreOf(claimsOf(whole)) > scoreOf(claimsOf(known.whole)))
        wholes.set(key, { whole, parts: known.parts });
    }
  }
  return new Map([...wholes.values()].map(({ whole, parts }) => [whole, parts]));
}

function* candidates(problem: RepairProblem, draft: Draft): Iterable<Fix> {
  const enclosing = enclosingResult(problem.violation, draft);
  for (const violation of enclosing ? [enclosing, problem.violation] : [problem.violation]) {
    let count = 0;
    for (const fix of fixesFor(violation, draft)) {
      yield fix;
      if (++count === maxCandidates) break;
    }
  }
  yield* slipsNearby(problem.violation, draft);
  yield* retargeting(problem.violation, draft, maxEdits);
}

/**
 * True for statements that do not occur in data: a value yet to be filled in for a node that an ontology describes; or that
 * a node is a shape or a class, only because a query looks for it, where no other node of the data is one.
 */
function isOutOfPlace(fix: Fix, { search }: Draft, isByQuery: boolean): boolean {
  const { input } = search;
  const isOpen = needsFillingIn(fix);
  return fix.change.added.some(({ subject, predicate, object }) => {
    if (isOpen && !fix.minted.includes(subject) && isOntologyNode(subject, input)) return true;
    if (!isByQuery || predicate !== rdf.type || !isLanguageTerm(object)) return false;
    return input.reportedGraph.subjects(rdf.type, object).length === 0;
  });
}

/** The fix with the evidence against it because of the properties that it states; undefined if these rule it out. */
function withoutContradiction(fix: Fix, { graph, search }: Draft): Fix | undefined {
  const after = new OverlayGraph(graph, fix.change);
  for (const triple of fix.change.added) {
    const found = contradictionOf(triple, after, search);
    if (found === undefined) continue;
    // Nobody would choose it either.
    if (found.isKnown || fix.placeholders.length > 0) return undefined;
    if (isAttested(fix.support)) continue;
    const against: EvidenceItem = { kind: 'contradicted', words: found.words };
    return {
      ...fix,
      evidence: [...fix.evidence, against],
      claims: fix.claims.map((claim) => ({ ...claim, evidence: [...claim.evidence, against] })),
    };
  }
  return fix;
}

interface ScoredFix {
  readonly key: string;
  readonly fix: Fix;
  readonly score: number;
  readonly size: number;
}

/** Fixes to be judged, each change once, with the best reasons that were found for it. */
class Frontier {
  readonly #start: Draft;
  readonly #isByQuery: boolean;
  readonly #seen = new Map<string, number>();
  readonly #open: ScoredFix[] = [];

  constructor(start: Draft, { kind }: Constraint) {
    this.#start = start;
    this.#isByQuery = kind === 'sparql';
  }

  /** False when the fix was added before with equally good reasons, exceeds the limits or can't be true. */
  add(proposed: Fix): boolean {
    const size = changeSize(proposed.change);
    if (size > maxEdits || proposed.minted.length > maxMinted) return false;
    return this.addWhole(proposed);
  }

  /** Adds a fix that may change any number of statements. */
  addWhole(proposed: Fix): boolean {
    const size = changeSize(proposed.change);
    if (size === 0) return false;
    if (isOutOfPlace(proposed, this.#start, this.#isByQuery)) return false;
    const fix = withoutContradiction(proposed, this.#start);
    if (fix === undefined) return false;
    const key = changeKey(fix.change);
    const score = scoreOf(claimsOf(fix));
    const before = this.#seen.get(key);
    if (before !== undefined) {
      const known = this.#open.findIndex((other) => other.key === key);
      if (known < 0 || score <= before + leastGain) return false;
      this.#open.splice(known, 1);
    }
    this.#seen.set(key, score);
    const after = this.#open.findIndex(
      (other) => other.score < score || (other.score === score && other.size > size),
    );
    this.#open.splice(after < 0 ? this.#open.length : after, 0, { key, fix, score, size });
    return true;
  }

  take(): ScoredFix | undefined {
    return this.#open.shift();
  }
}

/**
 * The result that there would be if a property shape inside of another one were in sh:node instead of sh:property: about
 * the value at the outer path, which the inner shape constrains. Undefined where the shape is in no other one.
 */
function enclosingResult(violation: Violation, draft: Draft): Violation | undefined {
  const { rootFocusNode, rootShape, focusNode, sourceShape } = violation;
  if (focusNode === rootFocusNode) return undefined;
  const root = draft.search.shapes.get(rootShape);
  const found =
    root && outerShape({ node: rootFocusNode, shape: root, depth: 0 }, { focusNode, sourceShape }, draft);
  if (found === undefined) return undefined;
  const { node, shape, constraint } = found;
  return {
    ...violation,
    focusNode: node,
    path: shape.path,
    resultPath: shape.pathTerm,
    value: focusNode,
    sourceShape: shape.id,
    component: constraint.component,
    constraint,
    details: [violation],
  };
}

const maxDepth = 4;

interface Place {
  readonly node: TermId;
  readonly shape: Shape;
  readonly depth: number;
}

/** The property shape with the inner one in sh:property, and the node from which its path leads to the focus node. */
function outerShape(
  { node, shape, depth }: Place,
  inner: Pick<Violation, 'focusNode' | 'sourceShape'>,
  draft: Draft,
): (Place & { readonly constraint: Constraint }) | undefined {
  const { shapes } = draft.search;
  for (const constraint of shape.constraints) {
    if (constraint.kind !== 'property') continue;
    const values = shape.path === undefined ? [] : draft.evaluator.values(node, shape.path);
    if (constraint.shapeRef === inner.sourceShape && values.includes(inner.focusNode)) {
      return { node, shape, depth, constraint };
    }
    const next = shapes.get(constraint.shapeRef);
    if (next === undefined || depth === maxDepth) continue;
    for (const at of shape.path === undefined ? [node] : values) {
      const found = outerShape({ node: at, shape: next, depth: depth + 1 }, inner, draft);
      if (found) return found;
    }
  }
  return undefined;
}
