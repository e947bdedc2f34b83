import { heldUpFor, yieldToEventLoop } from '../base/abort.ts';
import type { Graph } from '../rdf/graph.ts';
import type { TermId } from '../rdf/terms.ts';
import { ClassHierarchy } from './classHierarchy.ts';
import { createEvaluator, type Evaluator } from './evaluator.ts';
import { endedAtFirstResult } from './incremental/collectResults.ts';
import type { RecordingOptions } from './incremental/recordedValidation.ts';
import type { Shape } from './model/shape.ts';
import type { Violation } from './model/violation.ts';
import { loadEnginesFor } from './sparql/loadEngines.ts';
import type { ValidationInput } from './validationUnit.ts';
import { Allowance, throwIfOver, WorkIsOver } from './watch.ts';

/** A validation that delivers its results while it runs. They are those of `recordValidation`, in another order. */
export interface ValidationNodeByNode {
  readonly evaluator: Evaluator;
  /**
   * The results in batches. May be iterated once. Rejects with the signal's reason when aborted.
   */
  batches(signal: AbortSignal): AsyncIterable<NodesBatch>;
}

/** Some focus nodes with all their results. The nodes do not depend on the results. */
export interface NodesBatch {
  readonly focusNodes: number;
  /** By root focus node, then root shape. */
  readonly violations: readonly Violation[];
}

/**
 * Validates a unit from scratch: a focus node with all its root shapes, then the next one. Nodes come in the order in which
 * the given graphs first describe them; undescribed nodes come last.
 */
export async function validateNodeByNode(
  input: ValidationInput,
  graphs: readonly Graph[],
  { onJudged, isEnough, ...options }: RecordingOptions,
): Promise<ValidationNodeByNode> {
  await loadEnginesFor(input.shapes, options.probe);
  const classes = new ClassHierarchy(input.classGraph);
  const allowance = new Allowance(options);
  if (options.deadline !== undefined) allowance.deadline = options.deadline;
  const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph, {
    ...options,
    classes,
    allowance,
  });
  return {
    evaluator,
    async *batches(signal) {
      const { roots } = input.shapes;
      const focuses = await focusesInOrder(evaluator, roots, graphs, signal);
      let batch: { focusNodes: number; violations: Violation[] } = { focusNodes: 0, violations: [] };
      let last: TermId | undefined;
      let i = 0;
      try {
        for (; i < focuses.length; i++) {
          if (i % focusesPerBreath === 0 || heldUpFor()) {
            await yieldToEventLoop(signal);
            onJudged?.(i, focuses.length);
            throwIfOver(options);
          }
          const { node, shape } = focuses.at(i);
          if (node !== last) {
            if (batch.focusNodes === nodesPerBatch || batch.violations.length > resultsPerBatch) {
              // What explains results judges some nodes again.
              allowance.isOver = true;
              yield batch;
              allowance.isOver = false;
              batch = { focusNodes: 0, violations: [] };
            }
            batch.focusNodes++;
            last = node;
          }
          const violations = evaluator.validateNode(node, shape.id);
          for (const violation of violations) batch.violations.push(violation);
          if (violations.length > 0 && (await isEnough?.(violations, evaluator))) {
            evaluator.leaveUnjudged(focuses.length - i - 1, endedAtFirstResult);
            break;
          }
        }
      } catch (error) {
        if (!(error instanceof WorkIsOver)) throw error;
        evaluator.leaveUnjudged(focuses.length - i, error.message);
      }
      allowance.isOver = true;
      onJudged?.(focuses.length, focuses.length);
      yield batch;
    },
  };
}

const nodesPerBatch = 1000;
const resultsPerBatch = 20_000;

/** Checking the clock more often would take longer than validating. */
const focusesPerBreath = 16;

/** The pairs of a root shape and one of its focus nodes, by node. A large file has millions, so they are numbers. */
interface Focuses {
  readonly length: number;
  at(index: number): { readonly node: TermId; readonly shape: Shape };
}

async function focusesInOrder(
  evaluator: Evaluator,
  roots: readonly Shape[],
  graphs: readonly Graph[],
  signal: AbortSignal,
): Promise<Focuses> {
  const targets: (readonly TermId[])[] = [];
  for (const shape of roots) {
    await yieldToEventLoop(signal);
    const nodes = evaluator.targets(shape);
    targets.push(nodes);
    try {
      evaluator.askQueries(shape.id, nodes);
    } catch (error) {
      // No node is judged after that.
      if (!(error instanceof WorkIsOver)) throw error;
    }
  }
  const nodes = nodesInOrder(targets, graphs);
  const ranks = new Int32Array(largest(nodes) + 1);
  for (let rank = 0; rank < nodes.length; rank++) ranks[nodes[rank]!] = rank;
  const pairs = new Float64Array(targets.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const [number, those] of targets.entries()) {
    for (const node of those) pairs[count++] = ranks[node]! * roots.length + number;
  }
  pairs.sort();
  return {
    length: pairs.length,
    at: (index) => ({
      node: nodes[Math.floor(pairs[index]! / roots.length)]!,
      shape: roots[pairs[index]! % roots.length]!,
    }),
  };
}

/** All targets, each once, by the place where they are first subjects in the graphs. */
function nodesInOrder(targets: readonly (readonly TermId[])[], graphs: readonly Graph[]): Int32Array {
  const isWanted = new Uint8Array(targets.reduce((most, nodes) => Math.max(most, largest(nodes)), -1) + 1);
  let wanted = 0;
  for (const nodes of targets) {
    for (const node of nodes) {
      if (isWanted[node] === 0) wanted++;
      isWanted[node] = 1;
    }
  }
  const ordered = new Int32Array(wanted);
  let count = 0;
  const take = (node: TermId) => {
    if (isWanted[node] !== 1) return;
    isWanted[node] = 0;
    ordered[count++] = node;
  };
  for (const graph of graphs) for (const { subject } of graph.triples()) take(subject);
  for (const nodes of targets) for (const node of nodes) take(node);
  return ordered;
}

function largest(nodes: ArrayLike<TermId>): TermId {
  let most = -1;
  for (let i = 0; i < nodes.length; i++) most = Math.max(most, nodes[i]!);
  return most;
}
