import type { GraphDelta } from '../../../rdf/graph.ts';
import { graphDifference } from '../../../rdf/graphDifference.ts';
import { bestRepair, certainRepair } from '../../../repair/search/repairChoice.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { fixAll, type UnrepairedResult } from './fixAll.ts';

/** A unit after repairs, in memory only. */
export interface MakeValidResult {
  readonly analysis: UnitAnalysis;
  /** The change of the data. */
  readonly change: GraphDelta;
  /** The results for which no repair was found, except those of nodes that only context describes. */
  readonly left: readonly UnrepairedResult[];
}

/**
 * Repairs all results of a unit without asking: first the unambiguous ones, then by the best repair available, with
 * default values where only the user would know the right ones.
 *
 * @param analyse analyses the unit again with other texts, based on an earlier analysis.
 *
 * @throws the signal's reason when aborted.
 */
export async function makeValid(
  start: UnitAnalysis,
  analyse: (linked: LinkedUnit, previous: UnitAnalysis) => Promise<UnitAnalysis>,
  signal: AbortSignal,
): Promise<MakeValidResult> {
  const isAsked = () => true;
  const certain = await fixAll(start, { isAsked, choose: certainRepair, analyse }, signal);
  const choose = bestRepair({ acceptPlaceholders: true });
  const { after, left } = await fixAll(certain.after, { isAsked, choose, analyse }, signal);
  return { analysis: after, change: graphDifference(stated(start), stated(after)), left };
}

function stated({ graphs: { input } }: UnitAnalysis) {
  return input.entailment?.asserted ?? input.dataGraph;
}
