import { yieldToEventLoop } from '../../base/abort.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import type { Triple } from '../../rdf/terms.ts';
import { changeSize, mergeChanges, noChange } from '../../repair/drafts/change.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import type { RecordedValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { targetingTriples } from '../../shacl/shapesGraph/targets.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { VioProblem } from '../problem.ts';
import type { TrivialRepairs, VioCase } from '../vioCase.ts';

/**
 * How far strategies without knowledge of the shapes get with some cases: to change nothing, to delete what the change
 * inserted, and to take the nodes with results out of their targets. A suite that they solve is not informative.
 *
 * @throws the signal's reason when aborted.
 */
export async function trivialRepairs(
  { recorded }: VioProblem,
  cases: readonly VioCase[],
  signal: AbortSignal,
): Promise<readonly TrivialRepairs[]> {
  const repairs = {
    noop: () => noChange,
    'delete-inserted': ({ change: { added } }: VioCase) => ({ added: [], removed: added }),
    'delete-focus': ({ change, results }: VioCase) => ({
      added: [],
      removed: triplesOfTargets(results, changedInput(recorded.input, change).input, recorded),
    }),
  } satisfies Record<TrivialRepairs['strategy'], (vioCase: VioCase) => GraphDelta>;
  const found: TrivialRepairs[] = [];
  for (const strategy of Object.keys(repairs) as TrivialRepairs['strategy'][]) {
    let [semantic, isomorphic] = [0, 0];
    for (const vioCase of cases) {
      await yieldToEventLoop(signal);
      const left = mergeChanges(vioCase.change, repairs[strategy](vioCase));
      if (changeSize(left) === 0) isomorphic++;
      // An unchanged graph needs no validation, nor does the graph of the case.
      const isSolved = changeSize(left) === 0 || (strategy !== 'noop' && (await violatesNothing(left)));
      if (isSolved) semantic++;
    }
    found.push({ strategy, semantic, isomorphic });
  }
  return found;

  async function violatesNothing(change: GraphDelta): Promise<boolean> {
    const { before, after } = await recorded.revalidate(changedInput(recorded.input, change), signal);
    return compareResults(before, after).introduced.length === 0;
  }
}

/** The triples that make the nodes with results targets; all triples about a node that sh:targetNode names. */
export function triplesOfTargets(
  results: readonly Violation[],
  { dataGraph, shapes }: Pick<ValidationInput, 'dataGraph' | 'shapes'>,
  { classes }: Pick<RecordedValidation, 'classes'>,
): readonly Triple[] {
  const triples = new Map<string, Triple>();
  for (const { rootShape, rootFocusNode } of results) {
    for (const target of shapes.get(rootShape)?.targets ?? []) {
      const all =
        target.kind === 'node'
          ? [...dataGraph.outgoing(rootFocusNode), ...dataGraph.incoming(rootFocusNode)]
          : targetingTriples(target, rootFocusNode, dataGraph, (id) => classes.subclasses(id));
      for (const triple of all) triples.set(tripleKey(triple), triple);
    }
  }
  return [...triples.values()];
}
