import { applyEdits } from '../../base/textEdit.ts';
import { planEdits } from '../../edits/planEdits.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import type { RepairProblem } from '../../repair/repair.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { compareResults, type RecordedValidation } from '../../shacl/incremental/recordedValidation.ts';
import { type Violation, violationKey } from '../../shacl/results/violation.ts';
import type { TermPrinter } from '../../shacl/results/words.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** The graph that cases break, valid or with a baseline. */
export interface EvaluatedGraph {
  readonly document: TurtleDocument;
  readonly recorded: RecordedValidation;
  readonly term: TermPrinter;
}

/** A violation to repair, as a system sees it: the changed graph, and one of its results. */
export interface RepairTask {
  readonly caseId: string;
  readonly problem: RepairProblem;
  /** All results that the change brought about. The one that the system is asked about is `problem.violation`. */
  readonly results: readonly Violation[];
  /** Which attempt at it this is, from 1: what answers by chance answers differently. */
  readonly repeat: number;
}

/** What the results of a graph are after a change of it. */
export interface ChangedGraph {
  readonly recorded: RecordedValidation;
  readonly introduced: readonly Violation[];
  readonly gone: readonly Violation[];
}

/** Validates a graph with a change. What the change adds counts as stated by the data. */
export async function changedGraph(
  recorded: RecordedValidation,
  change: GraphDelta,
  signal: AbortSignal,
): Promise<ChangedGraph> {
  const changed = changedInput(recorded.input, change);
  const reportedGraph = new OverlayGraph(recorded.input.reportedGraph, change);
  const revalidation = await recorded.revalidate(
    { ...changed, input: { ...changed.input, reportedGraph } },
    signal,
  );
  return { recorded: revalidation.recorded(), ...compareResults(revalidation.before, revalidation.after) };
}

/**
 * Makes the task of a case.
 *
 * @param wanted which of the results the system is asked about: the first of those that `isChosen` holds for.
 * @throws Error when the change brings about no result, or cannot be written into the graph's text.
 */
export async function taskOf(
  graph: EvaluatedGraph,
  { id, change }: { readonly id: string; readonly change: GraphDelta },
  isChosen: (result: Violation) => boolean,
  signal: AbortSignal,
): Promise<RepairTask> {
  const { recorded, introduced } = await changedGraph(graph.recorded, change, signal);
  const violation = introduced.find(isChosen) ?? introduced[0];
  if (violation === undefined) throw new Error(`${id} violates nothing.`);
  const key = violationKey(violation);
  const own = recorded.result.violations.find((result) => violationKey(result) === key) ?? violation;
  const document = changedDocument(graph.document, change);
  if (document === undefined) throw new Error(`${id} cannot be written into ${graph.document.uri}.`);
  const { term } = graph;
  return {
    caseId: id,
    problem: { violation: own, recorded, documents: [document], context: [], term },
    results: introduced,
    repeat: 1,
  };
}

function changedDocument(document: TurtleDocument, change: GraphDelta): TurtleDocument | undefined {
  const plan = planEdits(document, change);
  if (plan.kind !== 'edits') return undefined;
  return document.changed(document.version + 1, applyEdits(document.text, plan.edits));
}
