import { readFileSync } from 'node:fs';
import type { GraphDelta } from '../../rdf/graph.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { graphOf } from '../../testing/shaclCheck.ts';
import { vioProblem } from '../../testing/vios.ts';
import type { VioProblem } from '../problem.ts';

/** A change of a valid graph that is known to violate its shapes. */
export interface GoldenChange {
  readonly id: string;
  readonly problem: VioProblem;
  readonly change: GraphDelta;
  /** What the built-in engine finds in the changed graph. */
  readonly results: readonly Violation[];
}

/** A leaf of the running example as `golden/paper-example.json` lists it, with its change. */
export interface GoldenLeaf extends GoldenChange {
  readonly inverseSize: number;
  readonly alpha: number;
  readonly minRepairSize: number;
  readonly minRepairsThatRestoreG: number;
  readonly degenerateMinRepairs: number;
}

/** The leaves of the running example. */
export async function goldenLeaves(file: string): Promise<readonly GoldenLeaf[]> {
  const { shapes, data, leaves } = JSON.parse(readFileSync(file, 'utf8'));
  const problem = await vioProblem(shapes, data);
  const golden: GoldenLeaf[] = [];
  for (const leaf of leaves) {
    const change = { removed: triplesOf(leaf.delete), added: triplesOf(leaf.insert) };
    golden.push({ ...leaf, problem, change, results: await introducedBy(problem, change) });
  }
  return golden;
}

/**
 * One violated constraint of each component, from `golden/components.json`. Changes that violate nothing are left out.
 */
export async function goldenComponents(file: string): Promise<readonly GoldenChange[]> {
  const golden: GoldenChange[] = [];
  for (const { id, shapes, data, remove, insert, expect } of JSON.parse(readFileSync(file, 'utf8'))) {
    if (expect === null) continue;
    const problem = await vioProblem(shapes, data);
    const prefixes = data.match(/@prefix[^>]*> \./g);
    const change = {
      removed: triplesOf([...prefixes, ...remove]),
      added: triplesOf([...prefixes, ...insert]),
    };
    golden.push({ id, problem, change, results: await introducedBy(problem, change) });
  }
  return golden;
}

/** The results of the changed graph that the original one does not have. */
export async function introducedBy(
  { recorded }: VioProblem,
  change: GraphDelta,
): Promise<readonly Violation[]> {
  const { before, after } = await recorded.revalidate(changedInput(recorded.input, change));
  return compareResults(before, after).introduced;
}

function triplesOf(lines: readonly string[]) {
  return [...graphOf(lines.join('\n')).triples()];
}
