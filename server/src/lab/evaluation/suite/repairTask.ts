import { applyEdits } from '../../../base/textEdit.ts';
import { planEdits } from '../../../rdf/edits/planEdits.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { graphDifference } from '../../../rdf/graphDifference.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { RepairProblem } from '../../../repair/repair.ts';
import { changedInput } from '../../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../../shacl/incremental/impact.ts';
import type { RecordedValidation } from '../../../shacl/incremental/recordedValidation.ts';
import { type Violation, violationKey } from '../../../shacl/model/violation.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import { printUpdate } from '../../../sparql/updateText.ts';
import type { CrossChecker } from '../../../vio/cases/crossCheck.ts';

/** The graph that cases change, valid or with a baseline. */
export interface EvaluatedGraph {
  readonly document: TurtleDocument;
  /** What ontologies state; it is read but never changed. */
  readonly context: RepairProblem['context'];
  readonly recorded: RecordedValidation;
  readonly term: TermPrinter;
}

/** A violation to repair as a system sees it: the changed graph and one of its results. */
export interface RepairTask {
  readonly caseId: string;
  readonly problem: RepairProblem;
  /** All results that the change introduces. The system is asked about `problem.violation`. */
  readonly results: readonly Violation[];
  /** The number of the attempt, from 1. Systems with random answers answer differently each time. */
  readonly repeat: number;
}

/** The results of a graph after a change. */
export interface ChangedGraph {
  readonly recorded: RecordedValidation;
  readonly introduced: readonly Violation[];
  readonly gone: readonly Violation[];
}

/** Validates a graph with a change. Added triples count as asserted. */
export async function changedGraph(
  recorded: RecordedValidation,
  change: GraphDelta,
  signal: AbortSignal,
): Promise<ChangedGraph> {
  const revalidation = await recorded.revalidate(changedInput(recorded.input, change), signal);
  return { recorded: revalidation.recorded(), ...compareResults(revalidation.before, revalidation.after) };
}

/**
 * Creates the task of a case.
 *
 * @param wanted selects the result that the system is asked about: the first one for which `isChosen` holds.
 * @throws Error when the change introduces no result, or cannot be written into the graph's text.
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
  const { term, context } = graph;
  return {
    caseId: id,
    problem: { violation: own, recorded, documents: [document], context, term },
    results: introduced,
    repeat: 1,
  };
}

function changedDocument(document: TurtleDocument, change: GraphDelta): TurtleDocument | undefined {
  const plan = planEdits(document, change);
  if (plan.kind !== 'edits') return undefined;
  return document.changed(document.version + 1, applyEdits(document.text, plan.edits));
}

/** The update that a new text of a task's data makes, or the first error of the text. */
export function updateOfText(
  { documents: [before], recorded }: RepairProblem,
  text: string,
):
  | { readonly kind: 'update'; readonly update: string }
  | { readonly kind: 'error'; readonly line: number; readonly message: string } {
  const after = before!.changed(before!.version + 1, text);
  const [error] = after.errors;
  if (error)
    return {
      kind: 'error',
      line: after.lines.positionAt(error.range.start).line + 1,
      message: error.message,
    };
  // Nodes without a name in changed statements count as new ones, which makes the same graph.
  return { kind: 'update', update: printUpdate(graphDifference(recorded.input.reportedGraph, after.graph)) };
}

/** The context in which an update is scored. */
export interface ScoredCase {
  readonly graph: EvaluatedGraph;
  readonly task: RepairTask;
  /** The change that makes the valid graph invalid. */
  readonly change: GraphDelta;
  readonly minRepairSize: number | undefined;
  readonly prefixes: ReadonlyMap<string, string>;
  /** Validates the repaired graph with another engine. */
  readonly crossCheck?: CrossChecker | undefined;
}
