import { counted, inDigits } from '../base/counted.ts';
import { seededRandom, seedOf, shuffled } from '../base/random.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { shapeRefsOf } from './components/shapeRefs.ts';
import { isSingleStep, type Path } from './model/path.ts';
import type { Shape } from './model/shape.ts';
import type { ShapesGraph } from './model/shapesGraph.ts';
import type { Violation } from './model/violation.ts';
import { hasClosure } from './paths/pathValues.ts';
import type { Allowance, Watch } from './watch.ts';

/** Which part of the focus nodes a process judges, from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * How a validation skips what it need not judge: for a first answer, which reports the rest as not checked, or because
 * other processes judge it.
 */
export interface FirstLook {
  /** Whether it ends at the first result that counts. */
  readonly failFast?: true;
  /** How many focus nodes are judged, drawn at random. */
  readonly sample?: number;
  /** The part of the focus nodes that is judged. */
  readonly shard?: Shard;
}

/**
 * Decides which nodes a shard judges: each node is in one of the shards, the same one in every process. Blank nodes, which
 * have no names, are in the first.
 */
export function shardNodes({ index, of }: Shard): { has(node: TermId): boolean } {
  return {
    has: (node) => (terms.isBlank(node) ? 0 : seedOf(0, terms.value(node)) % of) === index - 1,
  };
}

/** Some of the items, at random; the same ones for the same items. */
export function drawn<Item>(items: readonly Item[], size: number): readonly Item[] {
  const found: Item[] = [];
  if (size === 0) return found;
  for (const item of shuffled(items, seededRandom(seedOf(0, 'sample')))) {
    found.push(item);
    if (found.length === size) break;
  }
  return found;
}

/** What a sample shows about the nodes that were not judged, in sentences. */
export function sampleText({
  judged,
  failed,
  others,
}: {
  /** How many nodes were judged. */
  readonly judged: number;
  /** How many of these have a result that counts. */
  readonly failed: number;
  /** How many were not looked at. */
  readonly others: number;
}): string {
  const left = `${counted(others, 'focus node')} ${others === 1 ? 'was' : 'were'} not judged (--sample).`;
  if (judged === 0) return `${left} Nothing is known of them.`;
  const [low, high] = wilsonInterval(failed, judged);
  const numbers = [Math.floor(low * others), Math.ceil(high * others)].map(inDigits);
  return `${left} Of the ${inDigits(judged)} drawn at random, ${inDigits(failed)} ${failed === 1 ? 'has' : 'have'} a result that counts, so ${numbers.join(' to ')} of the others may have one (Wilson interval, 95 % confidence).`;
}

/** The 95 % confidence interval of a share (E. B. Wilson, 1927). */
export function wilsonInterval(hits: number, trials: number): readonly [low: number, high: number] {
  const z = 1.959963984540054;
  const share = hits / trials;
  const middle = share + z ** 2 / (2 * trials);
  const width = z * Math.sqrt((share * (1 - share)) / trials + (z / (2 * trials)) ** 2);
  const scale = 1 + z ** 2 / trials;
  const low = hits === 0 ? 0 : (middle - width) / scale;
  const high = hits === trials ? 1 : (middle + width) / scale;
  return [low, high];
}

/** How a validation judges that has to end at some time. */
export interface PlanInTime {
  /** The root shapes in groups: the targets of a group are sought when the groups before it have been judged. */
  readonly groups: readonly (readonly Shape[])[];
  /** Ends early enough for the results to be written. */
  readonly watch: Watch;
  /** The results in the order of the root shapes, as without a plan. */
  inOrder(results: ReadonlyMap<number, readonly Violation[]>): ReadonlyMap<number, readonly Violation[]>;
}

/**
 * Plans a validation that has to end: what seems cheap comes first, so that a shape that takes all the time leaves out
 * as few others as possible.
 *
 * @param allowance gets a deadline, so that even judging a single node ends in time.
 */
export function planInTime(shapes: ShapesGraph, allowance: Allowance, options: Watch): PlanInTime {
  const end = options.deadline as number;
  const deadline = () => {
    let results = 0;
    for (const spent of allowance.spent.values()) results += spent.results;
    return end - results * msToWrite;
  };
  allowance.deadline = deadline;
  const { roots } = shapes;
  const costs = new Map<TermId, number>();
  const sorted = roots
    .map((shape) => ({ shape, cost: costOf(shape.id, shapes, costs) }))
    .sort((one, other) => one.cost - other.cost)
    .map(({ shape }) => shape);
  const ranks = new Map(roots.map(({ id }, rank) => [id, rank]));
  const rankOf = ([violation]: readonly Violation[]) => ranks.get(violation!.rootShape)!;
  return {
    groups: [sorted.filter((shape) => !isSought(shape)), ...sorted.filter(isSought).map((shape) => [shape])],
    watch: { ...options, deadline },
    inOrder: (results) => new Map([...results].sort(([, one], [, other]) => rankOf(one) - rankOf(other))),
  };
}

/** Writing a result takes about as long, from its place to its text, in ms. */
const msToWrite = 0.1;

/** Whether finding the targets of a shape may take long. */
function isSought({ targets }: Shape): boolean {
  return targets.some(({ kind }) => kind === 'where' || kind === 'sparql');
}

/** A guess of what judging a node by a shape takes, which only serves to compare shapes. */
function costOf(id: TermId, shapes: ShapesGraph, known: Map<TermId, number>, depth = 0): number {
  const before = depth > deepest ? costOfRecursion : known.get(id);
  if (before !== undefined) return before;
  known.set(id, costOfRecursion);
  const shape = shapes.get(id);
  let cost = 1;
  for (const constraint of shape?.constraints ?? []) {
    cost += constraint.kind === 'sparql' ? costOfQuery : 1;
    for (const ref of shapeRefsOf(constraint)) cost += costOf(ref, shapes, known, depth + 1);
  }
  cost *= shape?.path ? usualValues(shape.path) : 1;
  known.set(id, cost);
  return cost;
}

const deepest = 100;
const costOfRecursion = 1e6;
const costOfQuery = 1e5;

function usualValues(path: Path): number {
  if (hasClosure(path)) return 1000;
  return isSingleStep(path) ? 3 : 30;
}
