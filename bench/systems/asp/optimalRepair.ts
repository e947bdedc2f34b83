import type { GraphDelta } from '../../../server/src/rdf/graph.ts';
import type { Triple } from '../../../server/src/rdf/terms.ts';
import { type Violation, violationKey } from '../../../server/src/shacl/model/violation.ts';
import { isRepair } from '../isRepair.ts';
import type { Question } from '../question.ts';
import { Refusal } from '../refusal.ts';
import { CandidateSearch, pairKey } from './candidates.ts';
import { solve } from './clingo.ts';
import { domainOf } from './domain.ts';
import { encode, type TargetPair } from './encoding.ts';
import { translatedShapes, unsupported } from './fragment.ts';

export interface OptimalRepairOptions {
  /** The most seconds for all programs together. */
  readonly seconds: number;
  /** Repairs with more changes are not looked for. */
  readonly mostChanges: number;
  /** Whether the focus node of a result has to stay a target of its shape, and in the graph. */
  readonly isKept: (pair: TargetPair) => boolean;
}

export const defaultOptions: OptimalRepairOptions = {
  seconds: 60,
  mostChanges: 6,
  isKept: () => true,
};

/** The refusal of a case that has no repair of any size, with the terms that are tried. */
export class NoRepair extends Refusal {}

/** A program with more candidates is not grounded in reasonable time. */
const mostCandidates = 150_000;

/**
 * The smallest change of the graph after which the results of a question are gone and no others came. First changes of
 * one triple are tried, then of two, and so on. Each answer is validated before it is given.
 *
 * @throws Refusal when shapes are not translated, the time is up, or there is no repair of that size.
 */
export async function optimalRepair(
  question: Question,
  { seconds, mostChanges, isKept }: OptimalRepairOptions = defaultOptions,
): Promise<GraphDelta> {
  const end = performance.now() + 1000 * seconds;
  const { recorded, results } = question;
  const { input, evaluator, classes } = recorded;
  const shapes = translatedShapes(recorded);
  const { roots } = input.shapes;
  const wanted = pairsOf(results);
  const exempt = pairsOf(othersOf(question));
  const exemptKeys = new Set(exempt.map(pairKey));
  if (wanted.some((pair) => exemptKeys.has(pairKey(pair)))) {
    throw unsupported('a focus node that also has results which are not to be repaired');
  }
  const failingKeys = new Set([...wanted, ...exempt].map(pairKey));
  const kept = wanted.filter(isKept);
  const { all: domain, freshNodes } = domainOf(input.dataGraph, shapes, evaluator, {
    nodes: Math.min(mostChanges, 3),
  });
  const search = new CandidateSearch({
    graph: input.dataGraph,
    editable: input.reportedGraph,
    shapes,
    roots,
    classes,
    domain,
    failing: wanted,
    conforming: roots
      .flatMap((shape) => evaluator.targets(shape).map((node) => ({ shape: shape.id, node })))
      .filter((pair) => !failingKeys.has(pairKey(pair))),
    kept,
  });
  for (let most = 1; most <= mostChanges; most++) {
    const isMore = search.step();
    const { additions, deletions } = search.found;
    if (additions.length + deletions.length > mostCandidates) {
      throw new Refusal(
        `too large: ${additions.length + deletions.length} changes could be part of a repair`,
      );
    }
    const left = (end - performance.now()) / 1000;
    if (left < 1) throw timeUp(seconds);
    const program = encode({
      graph: input.dataGraph,
      shapes,
      roots,
      evaluator,
      classes,
      domain,
      freshNodes,
      additions,
      deletions,
      most: isMore ? most : undefined,
      exempt,
      kept,
    });
    const solution = await solve(program, left);
    if (solution.kind === 'timeout') throw timeUp(seconds);
    if (solution.kind === 'optimum') {
      const delta = deltaOf(solution.atoms);
      if (!(await isRepair(question, delta))) {
        throw new Refusal('the answer does not hold when it is validated');
      }
      return delta;
    }
    if (!isMore) throw new NoRepair('no repair exists with the terms of graph and shapes and new ones');
  }
  throw new Refusal(`no repair of at most ${mostChanges} changes`);
}

function timeUp(seconds: number): Refusal {
  return new Refusal(`time limit: no optimum within ${seconds} s`);
}

/** The results of the graph that are not to be repaired. */
function othersOf({ recorded, results }: Question): readonly Violation[] {
  const own = new Set(results.map(violationKey));
  return recorded.result.violations.filter((result) => !own.has(violationKey(result)));
}

function pairsOf(results: readonly Violation[]): readonly TargetPair[] {
  const pairs = results.map(({ rootShape, rootFocusNode }) => ({ shape: rootShape, node: rootFocusNode }));
  return [...new Map(pairs.map((pair) => [pairKey(pair), pair])).values()];
}

function deltaOf(atoms: readonly string[]): GraphDelta {
  const triples = (name: string): readonly Triple[] =>
    atoms.flatMap((atom) => {
      const [, kind, subject, predicate, object] = /^(add|del)\((\d+),(\d+),(\d+)\)$/.exec(atom) ?? [];
      if (kind !== name) return [];
      return [{ subject: Number(subject), predicate: Number(predicate), object: Number(object) }];
    });
  return { added: triples('add'), removed: triples('del') };
}
