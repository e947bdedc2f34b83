import { counted } from '../../base/counted.ts';
import { type Graph, hasTriple } from '../../rdf/graph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { ruleName } from '../../shacl/rules/explainDerivation.ts';
import { missingPremises } from '../../shacl/rules/missingPremises.ts';
import { repairOf } from '../components/index.ts';
import { changeKey, changeSize, mergeChanges } from '../drafts/change.ts';
import { type Draft, iterateAnnounced, nestedDraft, runsRules, takeStep, withFix } from '../drafts/draft.ts';
import { distinct, type EvidenceItem } from '../drafts/evidence.ts';
import { combineFixes, emptyFix, type Fix, fixCost, needsFillingIn } from '../drafts/fix.ts';
import type { Conform, Via, Violate } from '../drafts/goal.ts';
import { isInPlace } from '../drafts/valuePlace.ts';
import { replacingMisstated } from './replaceMisstated.ts';

/**
 * The same fixes, and before each one that states what rules may infer, one that states a premise of the rule, if the data
 * files state that more often. It is one triple, or one from which that triple is inferred in turn.
 */
function* statingPremises(fixes: Iterable<Fix>, draft: Draft): Iterable<Fix> {
  const isByRules = runsRules(draft.search);
  for (const fix of fixes) {
    const found = isByRules ? statingPremise(fix, draft) : undefined;
    if (found) yield found.fix;
    // A value that follows from another one to be filled in need not be filled in.
    if (found === undefined || !needsFillingIn(fix)) yield found?.other ?? fix;
  }
}

/**
 * The fix with a premise in place of the first triple that is inferred from one, and the fix with the evidence against it.
 */
function statingPremise(fix: Fix, draft: Draft): { readonly fix: Fix; readonly other: Fix } | undefined {
  for (const triple of fix.change.added.slice(0, mostReplaced)) {
    const [way] = waysToInfer(triple, draft);
    if (way === undefined || statements(way.triple, draft) <= statements(triple, draft)) continue;
    return { fix: instead(fix, triple, way, draft), other: doubted(fix, triple, way.triple, draft) };
  }
  return undefined;
}

const mostReplaced = 3;

interface Way {
  /** What to state. */
  readonly triple: Triple;
  /** The rules by which the wanted triple follows from it, the last one first. */
  readonly rules: readonly TermId[];
}

/** What a rule needs to infer a triple, or another one to infer that; what is stated most often comes first. */
function waysToInfer(wanted: Triple, draft: Draft): readonly Way[] {
  const direct = premisesFor(wanted, draft);
  const further = direct.flatMap((way) =>
    premisesFor(way.triple, draft).map(({ triple, rules }) => ({ triple, rules: [...way.rules, ...rules] })),
  );
  const seen = new Set([tripleKey(wanted)]);
  return [...direct, ...further]
    .filter(({ triple }) => {
      const key = tripleKey(triple);
      return !seen.has(key) && seen.add(key);
    })
    .sort((a, b) => statements(b.triple, draft) - statements(a.triple, draft));
}

function premisesFor(wanted: Triple, { graph, search }: Draft): readonly Way[] {
  return missingPremises(wanted, graph, search.shapes)
    .filter(({ premise }) => premise.predicate !== wanted.predicate && !hasTriple(graph, premise))
    .map(({ premise, rule }) => ({ triple: premise, rules: [rule] }));
}

/** How often the data files have the property or type of a triple. */
function statements({ predicate, object }: Triple, { search }: Draft): number {
  const stated: Graph = search.input.reportedGraph;
  return predicate === rdf.type
    ? stated.subjects(rdf.type, object).length
    : stated.withPredicate(predicate).length;
}

/** The fix with a premise in place of the triple inferred from it. */
function instead(fix: Fix, triple: Triple, { triple: premise, rules }: Way, draft: Draft): Fix {
  const { search } = draft;
  const [first, second] = rules;
  const name = second === undefined ? ruleName(search.shapes.graph, first!, search.term) : undefined;
  const by = second === undefined ? 'a rule infers' : 'two rules infer';
  const how = `${name === undefined ? by : `${name} infers`} the rest from it`;
  const change = mergeChanges(
    { ...fix.change, added: fix.change.added.filter((each) => each !== triple) },
    { added: [premise], removed: [] },
  );
  const said: EvidenceItem = { kind: 'remark', words: how };
  return { ...fix, change, evidence: distinct([...fix.evidence, said]) };
}

/** The fix with the evidence against stating a triple, because the data state another one and leave this to rules. */
function doubted(fix: Fix, triple: Triple, other: Triple, draft: Draft): Fix {
  const [here, there] = [statements(triple, draft), statements(other, draft)];
  const evidence: EvidenceItem = {
    kind: 'inferred',
    words: `the data state ${draft.search.term(other.predicate)} instead, ${counted(there, 'time')}`,
    for: there,
    of: here + there,
  };
  const against = (each: readonly EvidenceItem[]) => distinct([...each, evidence]);
  return {
    ...fix,
    evidence: against(fix.evidence),
    claims: fix.claims.map((claim) => ({ ...claim, evidence: against(claim.evidence) })),
  };
}

/**
 * The two goals of spec/vio.md section 5.5, which constraints have for the shapes that they refer to.
 *
 * "Make node v conform to shape t": all results of v against t have to be removed, each by one of the fixes that its
 * component offers. "Make node v violate shape t": one constraint of t has to be violated, by one of the edits that its
 * component offers. Both may lead to further goals of either kind. The searches use uniform cost and are limited in every
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
