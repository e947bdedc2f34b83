import {
  boolean,
  listOf,
  nonNegativeInteger,
  nullable,
  object,
  type ShapeType,
  string,
} from '../../../base/jsonShape.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { changeSize, mergeChanges, noChange } from '../../../repair/drafts/change.ts';
import { inventedTerms, isKnown } from '../../../repair/llm/answer/inventedTerms.ts';
import type { RecordedValidation } from '../../../shacl/incremental/recordedValidation.ts';
import { type Violation, violationKey } from '../../../shacl/model/violation.ts';
import { budgetUnder } from '../../../shacl/sparql/queryEngine.ts';
import { applyUpdate, defaultLimits, type UpdateLimits } from '../../../sparql/applyUpdate.ts';
import type { TripleTemplate, UpdateOperation } from '../../../sparql/updateOperation.ts';
import { readUpdate } from '../../../sparql/updateText.ts';
import { changedGraph, type RepairTask, type ScoredCase } from '../suite/repairTask.ts';
import { likeness } from './likeness.ts';
import { type AnswerFindings, verdictOn } from './verdict.ts';

/** The tiers of spec/vio.md 19. Each requires those before it. */
export const tiers = ['syntactic', 'semantic', 'relaxedIsomorphism', 'isomorphism'] as const;
export type Tier = (typeof tiers)[number];

const flagOrNull = nullable(boolean);

/** The scores of an answer, as recorded. */
export const scoresShape = object({
  syntactic: boolean,
  semantic: boolean,
  relaxedIsomorphism: boolean,
  isomorphism: boolean,
  /** The update was of a kind that is evaluated, and within its limits. */
  applied: boolean,
  /** The result that the system was asked about is gone. */
  localValid: boolean,
  /** The number of results that neither the graph nor the case has. */
  newViolations: nonNegativeInteger,
  /** The number of triples that the answer changes. */
  editSize: nonNegativeInteger,
  /** The number of triples in which the repaired graph differs from the graph before the case. */
  distance: nonNegativeInteger,
  /** The graph before the case is restored, triple by triple. */
  exactInverse: boolean,
  /** True when the repair is as small as the smallest repair of the case; null if that is not known. */
  minimal: flagOrNull,
  /** True when a focus node is no longer a target, or nothing is left of it. */
  degenerate: boolean,
  /** The graph is restored except for literals, and every node has as many of them as before. */
  relaxedMultiset: boolean,
  /** The graph is restored if literals with the same value are treated as equal. */
  valueEqual: boolean,
  /** The answer adds values or names that the user has to replace: "TODO", ex:placeholder_1. */
  needsInput: boolean,
  /** Properties and classes in the update that neither the graph nor the shapes mention. */
  hallucinatedTerms: listOf(string),
  /** Whether rdf-validate-shacl finds the same results; null if it was not asked or can't tell. */
  confirmed: flagOrNull,
});
export type Scores = ShapeType<typeof scoresShape>;

/** The scores of an answer and a verdict on what is wrong with it, which is absent if the graph is restored. */
export interface ScoredAnswer {
  readonly scores: Scores;
  readonly verdict?: AnswerFindings;
  /** How rdf-validate-shacl judges the repaired graph differently, in sentences; absent if it does not. */
  readonly referenceDifference?: string;
}

/** @throws the signal's reason when aborted. */
export async function score(
  update: string | undefined,
  scored: ScoredCase,
  signal: AbortSignal,
): Promise<ScoredAnswer> {
  const change = update === undefined ? notSyntactic : await appliedUpdate(update, scored, signal);
  if (change.kind === 'refused') {
    const { isSyntactic, reason } = change;
    return { scores: { ...noAnswer, syntactic: isSyntactic }, verdict: { kind: 'refused', reason } };
  }
  const named = change.vocabulary.filter((iri) => !isKnown(iri, scored.task.problem));
  const { verdict, referenceDifference, ...scores } = await scoreChange(change.delta, scored, signal);
  const all = { ...scores, hallucinatedTerms: named.map((iri) => terms.value(iri)) };
  return {
    scores: all,
    ...(verdict && { verdict }),
    ...(referenceDifference !== undefined && { referenceDifference }),
  };
}

/**
 * The change that an update makes to the invalid graph; refused when it can't be read, or is of a kind that is not
 * evaluated.
 */
export type ScoredUpdate =
  | { readonly kind: 'applied'; readonly delta: GraphDelta; readonly vocabulary: readonly TermId[] }
  | { readonly kind: 'refused'; readonly isSyntactic: boolean; readonly reason: string };

const notSyntactic: ScoredUpdate = {
  kind: 'refused',
  isSyntactic: false,
  reason: 'There is no SPARQL Update in the answer.',
};

/** @throws the signal's reason when aborted. */
export async function appliedUpdate(
  update: string,
  { task, prefixes }: Pick<ScoredCase, 'task' | 'prefixes'>,
  signal: AbortSignal,
): Promise<ScoredUpdate> {
  const read = await readUpdate(update, { prefixes });
  if (read.kind === 'refused') {
    return { kind: 'refused', isSyntactic: read.cause === 'notAllowed', reason: read.reason };
  }
  const { operations } = read.update;
  if (operations.length === 0) {
    return { kind: 'refused', isSyntactic: false, reason: 'The update has no operation.' };
  }
  const size = operations.reduce((sum, each) => sum + triplesIn(each), 0);
  const limits = limitsOf(task);
  if (size > limits.maxTriples) {
    const reason = `The update names ${size} triples; more than ${limits.maxTriples} are not evaluated.`;
    return { kind: 'refused', isSyntactic: true, reason };
  }
  const { entailment, dataGraph } = task.problem.recorded.input;
  const applied = await applyUpdate(entailment?.asserted ?? dataGraph, read.update, signal, limits);
  return applied.kind === 'refused'
    ? { kind: 'refused', isSyntactic: true, reason: applied.reason }
    : { kind: 'applied', delta: applied.delta, vocabulary: vocabularyIn(operations) };
}

/** Repairing thousands of results takes thousands of changed triples. */
function limitsOf({ problem, results }: RepairTask): UpdateLimits {
  const maxTriples = Math.max(defaultLimits.maxTriples, 10 * results.length);
  return budgetUnder(problem.recorded.options, { ...defaultLimits, maxTriples });
}

function triplesIn(operation: UpdateOperation): number {
  return operation.kind === 'modify' ? 0 : operation.triples.length;
}

/** The properties and classes that an update names, each once. */
function vocabularyIn(operations: readonly UpdateOperation[]): readonly TermId[] {
  const templates = operations.flatMap((operation): readonly TripleTemplate[] =>
    operation.kind === 'modify' ? [...operation.deleted, ...operation.inserted] : operation.triples,
  );
  const named = templates.flatMap(({ predicate, object }) =>
    predicate === rdf.type ? [predicate, object] : [predicate],
  );
  return [...new Set(named.filter((term) => typeof term === 'number'))].filter((term) => terms.isIri(term));
}

/** Scores a change of the invalid graph. */
async function scoreChange(
  delta: GraphDelta,
  { graph, task, change, minRepairSize, prefixes, crossCheck }: ScoredCase,
  signal: AbortSignal,
): Promise<Omit<Scores, 'hallucinatedTerms'> & Omit<ScoredAnswer, 'scores'>> {
  const difference = mergeChanges(change, delta);
  const { recorded } = graph;
  const repaired = await changedGraph(recorded, difference, signal);
  const left = new Set(repaired.introduced.map(violationKey));
  const known = new Set(task.results.map(violationKey));
  const semantic = left.size === 0;
  const { input } = recorded;
  const stated = input.entailment?.asserted ?? input.dataGraph;
  const like = likeness(stated, difference);
  const isomorphism = semantic && like.isomorphic;
  const editSize = changeSize(delta);
  const { placeholders } = inventedTerms(task.problem, delta);
  const opinion = await crossCheck?.(difference, repaired.introduced, signal);
  return {
    syntactic: true,
    applied: true,
    semantic,
    relaxedIsomorphism: semantic && like.relaxed,
    isomorphism,
    relaxedMultiset: semantic && like.relaxedMultiset,
    valueEqual: semantic && like.valueEqual,
    localValid: !left.has(violationKey(task.problem.violation)),
    newViolations: repaired.introduced.filter((result) => !known.has(violationKey(result))).length,
    editSize,
    distance: changeSize(difference),
    exactInverse: changeSize(difference) === 0,
    minimal: minRepairSize === undefined ? null : semantic && editSize === minRepairSize,
    degenerate: isDegenerate(task.results, recorded, repaired.recorded),
    needsInput: placeholders.length > 0,
    confirmed: opinion === undefined || opinion.kind === 'notCompared' ? null : opinion.kind === 'agrees',
    ...(opinion?.kind === 'differs' && { referenceDifference: opinion.difference }),
    ...(!isomorphism && {
      verdict: verdictOn({
        graph: stated,
        change,
        difference,
        before: task.results,
        after: repaired.introduced,
        prefixes,
      }),
    }),
  };
}

/** The scores when there is no update, or it can't be read. */
export const noAnswer: Scores = {
  syntactic: false,
  applied: false,
  semantic: false,
  relaxedIsomorphism: false,
  isomorphism: false,
  relaxedMultiset: false,
  valueEqual: false,
  localValid: false,
  newViolations: 0,
  editSize: changeSize(noChange),
  distance: 0,
  exactInverse: false,
  minimal: false,
  degenerate: false,
  needsInput: false,
  hallucinatedTerms: [],
  confirmed: null,
};

/** True when a former target is no longer one, or nothing is left of it. */
function isDegenerate(
  results: readonly Violation[],
  before: RecordedValidation,
  after: RecordedValidation,
): boolean {
  return results.some(({ rootShape, rootFocusNode }) => {
    const root = before.input.shapes.get(rootShape);
    const wasTarget = root !== undefined && before.evaluator.isTarget(root, rootFocusNode);
    const isLost = wasTarget && !after.evaluator.isTarget(root, rootFocusNode);
    return isLost || (isThere(before, rootFocusNode) && !isThere(after, rootFocusNode));
  });
}

function isThere({ input: { dataGraph } }: RecordedValidation, node: TermId): boolean {
  return dataGraph.outgoing(node).length > 0 || dataGraph.incoming(node).length > 0;
}

/** The outcomes of an answer, best first. Each answer has exactly one. */
export const outcomes = [
  /** The graph is as it was before the case. */
  'restored',
  /** The graph is as it was except for literals. */
  'otherLiterals',
  /** No result is left, but the user has to replace a value. */
  'needsInput',
  /** A smallest repair, but not the one that restores the graph. */
  'otherSmallest',
  /** Any other repair. */
  'otherRepair',
  /** No result is left, because a focus node is no longer a target or no longer exists. */
  'degenerate',
  'resultsLeft',
  /** There are results that the case does not have. */
  'newResults',
  /** There is no update, or it could not be applied. */
  'noUpdate',
] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcome that scores indicate. */
export function outcomeOf(scores: Scores): Outcome {
  if (!scores.applied) return 'noUpdate';
  if (scores.isomorphism) return 'restored';
  if (!scores.semantic) return scores.newViolations > 0 ? 'newResults' : 'resultsLeft';
  if (scores.degenerate) return 'degenerate';
  if (scores.relaxedIsomorphism) return 'otherLiterals';
  if (scores.needsInput) return 'needsInput';
  return scores.minimal === true ? 'otherSmallest' : 'otherRepair';
}
