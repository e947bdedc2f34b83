import { memoized } from '../../base/memoized.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import { xsd } from '../../rdf/vocab.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import { Monotonicity } from '../../shacl/monotonicity.ts';
import { printUpdate } from '../../sparql/updateText.ts';
import { changeKey } from '../drafts/change.ts';
import { firstDraft } from '../drafts/draft.ts';
import { distinct, type EvidenceItem } from '../drafts/evidence.ts';
import { type Fix, needsFillingIn } from '../drafts/fix.ts';
import { describedNamespaces } from '../drafts/mint.ts';
import { isOwnTerm } from '../evidence/ownTerms.ts';
import { effectOfChange, verify, verifyOnGraph } from '../proof/verify.ts';
import type {
  FailedVerdict,
  ProposedRepair,
  ProposeOptions,
  Ranked,
  RejectedRepair,
  RepairProblem,
  RepairSource,
  SoundRepair,
  Uncertainty,
  VerifiedRepair,
} from '../repair.ts';
import { offerable } from '../scorecard/certainty.ts';
import { claimsOf, scoreOf } from '../scorecard/scorecard.ts';
import { authoredRepairs } from './authoredSuggestions.ts';
import { changeTitle, shortText } from './changeTitle.ts';
import { explainGuess } from './explainGuess.ts';
import { explainNoRepair } from './explainNoRepair.ts';
import { rankRepairs } from './rankRepairs.ts';
import { searchRepairs } from './searchRepairs.ts';

/** The repairs that can be offered for a violation. */
export interface Suggestions<R extends SoundRepair = VerifiedRepair> {
  /** Best first. */
  readonly repairs: readonly Ranked<R>[];
  /** Repairs that hold and would make up a fact, best first: too unlikely to be offered by themselves. */
  readonly withheld?: readonly Ranked<R>[];
  /** Proposals that failed, with reasons. */
  readonly rejected: readonly RejectedRepair[];
  /** Why none of them is certain or likely; undefined when one is. */
  readonly uncertainty: Uncertainty | undefined;
}

interface SuggestOptions extends ProposeOptions {
  readonly max: number;
}

/** Verified repairs of a violation to choose from, at most `max`. Uses no network and no model. */
export async function suggestRepairs(
  problem: RepairProblem,
  options: SuggestOptions,
  signal: AbortSignal,
): Promise<Suggestions> {
  const found = await suggest<VerifiedRepair>(problem, options, signal, async (repair) => {
    const verdict = await verify(problem, repair, signal);
    return verdict.kind === 'fixes' ? { repair, verdict } : { repair, failure: verdict };
  });
  const isOffered = offerable(found.repairs);
  return {
    ...found,
    repairs: found.repairs.filter(isOffered),
    withheld: found.repairs.filter((each) => !isOffered(each)),
  };
}

/** Repairs that hold on the graph, however unlikely, for callers that choose and plan the edits themselves. */
export function soundRepairs(
  problem: RepairProblem,
  options: SuggestOptions,
  signal: AbortSignal,
): Promise<Suggestions<SoundRepair>> {
  return suggest<SoundRepair>(problem, options, signal, async (repair) => {
    const { change, placeholders } = repair;
    const verdict = change
      ? await effectOfChange(problem, change, placeholders, signal)
      : await verifyOnGraph(problem, repair, signal);
    return verdict.kind === 'holds' ? { repair, verdict } : { repair, failure: verdict };
  });
}

async function suggest<R extends SoundRepair>(
  problem: RepairProblem,
  { max, ...options }: SuggestOptions,
  signal: AbortSignal,
  prove: (
    repair: ProposedRepair,
  ) => Promise<R | { readonly repair: ProposedRepair; readonly failure: FailedVerdict }>,
): Promise<Suggestions<R>> {
  const uncertainty = foreignToData(problem);
  if (uncertainty) return { repairs: [], rejected: [], uncertainty };
  const repairs: R[] = [];
  const rejected: RejectedRepair[] = [];
  const graphs = new Set<string>();
  let isCutShort = false;
  // Taking a node out of its target must not be offered only because there is nothing better.
  for (const source of [authoredRepairs, symbolicRepairs]) {
    const proposals = source.propose(problem, signal, options);
    // Whether a repair is certain depends on the next ones.
    while (repairs.length < Math.max(max, leastCompared)) {
      const next = await proposals.next();
      if (next.done) {
        isCutShort ||= next.value;
        break;
      }
      if ('verdict' in next.value) {
        rejected.push(next.value);
        continue;
      }
      const proven = await prove(next.value);
      if ('failure' in proven) {
        rejected.push({ repair: proven.repair, verdict: proven.failure });
        continue;
      }
      const key = changeKey(proven.verdict.delta);
      if (graphs.has(key)) continue;
      graphs.add(key);
      const { degenerate } = proven.verdict;
      repairs.push(degenerate ? { ...proven, repair: withRetargetingTitle(proven.repair, problem) } : proven);
    }
  }
  const keepsSurplus = surplusKept(problem);
  const inOrder = withDistinctTitles(rankRepairs(repairs), problem.term).map((each) =>
    keepsSurplus(each) ? atMostPossible(each) : each,
  );
  const isOpen = mayBeMended(problem);
  const ranked = isOpen || isOnlyInShapes(problem) ? inOrder.map(atMostPossible) : inOrder;
  return {
    repairs: ranked.slice(0, max),
    rejected,
    uncertainty: isOpen
      ? { why: 'Whether this is wrong is not known.', advice: problem.unknown!, remedies: [], isOpen }
      : explainUncertainty(problem, { ranked, rejected, isCutShort }),
  };
}

/** It is not known yet whether there is anything to repair, or whether the data should describe the node. */
function atMostPossible<R extends SoundRepair>(ranked: Ranked<R>): Ranked<R> {
  const { certainty } = ranked;
  return certainty === 'certain' || certainty === 'likely' ? { ...ranked, certainty: 'possible' } : ranked;
}

/**
 * Whether a repair rewrites a value of which its node has too many: "18,5" is read as the numbers 18 and 5, and neither is
 * right in another datatype.
 */
function surplusKept({ violation, recorded }: RepairProblem): (repair: SoundRepair) => boolean {
  const { focusNode, resultPath, value } = violation;
  if (value === undefined || terms.datatype(value) !== xsd.integer) return () => false;
  const isSurplus = recorded
    .resultsAbout(focusNode)
    .some((other) => other.constraint.kind === 'maxCount' && other.resultPath === resultPath);
  return ({ verdict: { delta } }) =>
    isSurplus &&
    violation.constraint.kind !== 'maxCount' &&
    delta.added.some(({ subject, predicate }) => subject === focusNode && predicate === resultPath);
}

/** A repair that takes its node out of the target, with a title that states that. */
export function withRetargetingTitle(
  repair: ProposedRepair,
  { violation, term }: RepairProblem,
): ProposedRepair {
  const shape = terms.isBlank(violation.rootShape) ? 'the shape' : term(violation.rootShape);
  const title = `${repair.title} (takes it out of the target of ${shape})`;
  return { ...repair, title };
}

/** Repairs found by search: the goal system of spec/vio.md section 5.5, with evidence from the data. */
export const symbolicRepairs: RepairSource<ProposedRepair> = {
  name: 'symbolic',
  async *propose(problem, signal, options) {
    const fixes = searchRepairs(problem, signal, options);
    for (;;) {
      const next = await fixes.next();
      if (next.done) return next.value;
      yield asRepair(next.value, problem);
    }
  },
};

const maxEvidence = 2;

const leastCompared = 4;

/** The strongest reasons on one line; undefined when there are none. */
function wordsOf(evidence: readonly EvidenceItem[]): string | undefined {
  const words = evidence.map((each) => each.words).filter((each) => each !== '');
  return words.length > 0 ? words.slice(0, maxEvidence).join('; ') : undefined;
}

function asRepair(fix: Fix, { term }: RepairProblem): ProposedRepair {
  const claims = claimsOf(fix);
  return {
    title: changeTitle(fix.change, needsFillingIn(fix) ? fix : { ...fix, placeholders: [] }, term),
    update: printUpdate(fix.change),
    change: fix.change,
    origin: 'symbolic',
    support: fix.support,
    evidence: wordsOf(fix.evidence),
    reasons: distinct(claims.flatMap(({ evidence }) => evidence)),
    score: scoreOf(claims),
    placeholders: fix.placeholders,
  };
}

/** The same repairs; those with equal titles get the statement in which they differ in brackets. */
function withDistinctTitles<R extends SoundRepair>(repairs: readonly R[], term: TermPrinter): readonly R[] {
  return repairs.map((each) => {
    const others = repairs.filter((other) => other !== each && other.repair.title === each.repair.title);
    if (others.length === 0) return each;
    const known = others.map(({ verdict }) => new Set(statements(verdict).map(tripleKey)));
    const own = (triple: Triple) => known.filter((keys) => !keys.has(tripleKey(triple))).length;
    const [first] = statements(each.verdict).toSorted((a, b) => own(b) - own(a));
    if (first === undefined || own(first) === 0) return each;
    const { subject, predicate, object } = first;
    const words = [subject, predicate, object].map((part) => shortText(term(part))).join(' ');
    return { ...each, repair: { ...each.repair, title: `${each.repair.title} (${words})` } };
  });
}

function statements({ delta }: SoundRepair['verdict']): readonly Triple[] {
  // A blank node has no name to distinguish it from another.
  const isNamed = ({ subject, object }: Triple) => !terms.isBlank(subject) && !terms.isBlank(object);
  return [...delta.added, ...delta.removed].filter(isNamed);
}

/** What was found for a result. */
interface FoundRepairs {
  /** Best first. */
  readonly ranked: readonly Ranked<SoundRepair>[];
  readonly rejected: readonly RejectedRepair[];
  /** Whether a limit ended the search. */
  readonly isCutShort: boolean;
}

/** Why none of the repairs is certain or likely, and what would help; undefined when one is. */
function explainUncertainty(
  problem: RepairProblem,
  { ranked, rejected, isCutShort }: FoundRepairs,
): Uncertainty | undefined {
  const real = ranked.filter(
    ({ repair, verdict }) => !verdict.degenerate && repair.support !== 'retargeting',
  );
  const [first] = real;
  if (first === undefined)
    return explainNoRepair(problem, { rejected, isCutShort, leavesTarget: ranked.length > 0 });
  if (first.certainty === 'certain' || first.certainty === 'likely') return undefined;
  return explainGuess(problem, first, real);
}

/**
 * Whether a violation may not be one, because unknown triples could resolve it. Violations by values that are wrong in
 * themselves remain, whatever else is stated.
 */
function mayBeMended({ unknown, violation, recorded }: RepairProblem): boolean {
  if (unknown === undefined) return false;
  const { shapes } = recorded.input;
  const targets = shapes.get(violation.rootShape)?.targets ?? [];
  // With more triples, a query or a shape may select fewer targets.
  const maySelectFewer =
    targets.length === 0 || targets.some(({ kind }) => kind === 'sparql' || kind === 'where');
  return maySelectFewer || monotonicityOf(shapes).mayMend(violation.constraint);
}

const monotonicityOf = memoized((shapes: ShapesGraph) => new Monotonicity(shapes));

/** True for a focus node that the shapes name and the data do not mention. */
function isOnlyInShapes({ violation, recorded }: RepairProblem): boolean {
  const { rootFocusNode: node } = violation;
  const { dataGraph } = recorded.input;
  return terms.isIri(node) && dataGraph.outgoing(node).length + dataGraph.incoming(node).length === 0;
}

/**
 * Why a focus node that only the shapes name should not be described here: it is a file beside them (`sh:targetNode
 * <README.md>`), or a node of somebody else, whose description is missing from the data rather than to be written here.
 * Undefined for all others.
 */
function foreignToData(problem: RepairProblem): Uncertainty | undefined {
  if (!isOnlyInShapes(problem)) return undefined;
  const { violation, recorded, term } = problem;
  const { rootFocusNode: node } = violation;
  const isFile = terms.value(node).startsWith('file:');
  if (!isFile) {
    const hasNodes = describedNamespaces(recorded.input.reportedGraph).length > 0;
    if (!hasNodes || isOwnTerm(firstDraft(problem), node, node)) return undefined;
  }
  const what = isFile
    ? 'a file that the shapes name as target; validate it with the data that describe it'
    : 'which only the shapes name';
  return {
    why: `No repair found: the data say nothing about ${term(node)}, ${what}.`,
    remedies: [
      ...(isFile ? [] : [{ kind: 'link', nodes: [node], instancesOf: undefined } as const]),
      { kind: 'openShape' },
    ],
  };
}
