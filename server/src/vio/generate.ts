import { breathe } from '../base/abort.ts';
import { type Random, seededRandom, seedOf } from '../base/random.ts';
import type { GraphDelta } from '../rdf/graph.ts';
import { changeKey, changeSize } from '../repair/change.ts';
import type { Constraint } from '../shacl/shape.ts';
import type { Violation } from '../shacl/violation.ts';
import { attempt, type Failure, type MadeLeaf } from './attempt.ts';
import { ConstraintKeys } from './constraintKeys.ts';
import { CoverageRules } from './covered.ts';
import { descend, meets } from './descend.ts';
import { Expansion } from './expansion.ts';
import { type Factor, type Site, stepsTo } from './factor.ts';
import { type Leaf, Leaves } from './leaves.ts';
import type { VioProblem } from './problem.ts';
import { Reasons } from './reasons.ts';
import { ShapeOrder } from './shapeOrder.ts';
import { type Root, rootFactor, rootsOf, topRoots } from './targets.ts';
import type {
  CaseFactor,
  ConstraintCoverage,
  CrossCheck,
  GenerateOptions,
  GenerateProgress,
  PathStep,
  VioCase,
  VioSuite,
} from './vioCase.ts';

export type GenerateEvent =
  | { readonly kind: 'case'; readonly case: VioCase }
  | { readonly kind: 'progress'; readonly progress: GenerateProgress };

/** Judges a changed graph by another engine; `results` are all that the built-in one has found in it. */
export type CrossChecker = (
  change: GraphDelta,
  results: readonly Violation[],
  signal: AbortSignal,
) => Promise<CrossCheck>;

/**
 * Derives violation-inducing operations from a graph and its shapes (spec/vio.md 5 to 12). Every case was applied and
 * verified. The same graph, shapes, options and seed give the same cases, in the same order.
 *
 * @throws the signal's reason when aborted.
 */
export async function* generateVios(
  problem: VioProblem,
  options: GenerateOptions,
  signal: AbortSignal,
  checks: { readonly crossCheck?: CrossChecker } = {},
): AsyncGenerator<GenerateEvent, VioSuite, void> {
  const generator = new Generator(problem, options, signal, checks.crossCheck);
  yield* generator.run();
  return generator.suite();
}

/** Walks that do not lead to a case before a constraint is looked for by itself, and then before it is given up. */
const maxWalks = 25;
const maxSearches = 60;

class Generator {
  readonly #problem: VioProblem;
  readonly #options: GenerateOptions;
  readonly #signal: AbortSignal;
  readonly #crossCheck: CrossChecker | undefined;
  readonly #keys: ConstraintKeys;
  readonly #order: ShapeOrder;
  readonly #expansion: Expansion;
  readonly #leaves: Leaves;
  readonly #roots: readonly Root[];
  readonly #rules: CoverageRules;
  readonly #constraints: readonly Constraint[];
  readonly #uncovered: Set<Constraint>;
  readonly #failures = new Map<Constraint, Set<Failure>>();
  readonly #cases: VioCase[] = [];
  readonly #graphs = new Map<string, number>();
  readonly #seen = new Set<string>();

  constructor(
    problem: VioProblem,
    options: GenerateOptions,
    signal: AbortSignal,
    crossCheck: CrossChecker | undefined,
  ) {
    const { recorded } = problem;
    const { shapes } = recorded.input;
    this.#problem = problem;
    this.#options = options;
    this.#signal = signal;
    this.#crossCheck = crossCheck;
    this.#keys = new ConstraintKeys(shapes);
    this.#order = new ShapeOrder(shapes);
    this.#expansion = new Expansion(this.#order, recorded.evaluator);
    this.#leaves = new Leaves(this.#expansion);
    this.#roots = rootsOf({ recorded, order: this.#order });
    this.#rules = new CoverageRules(
      this.#order,
      shapes,
      this.#roots.flatMap(({ shape }) => shape.constraints),
    );
    this.#constraints = shapes.shapes.flatMap(({ deactivated, constraints }) =>
      deactivated ? [] : constraints,
    );
    this.#uncovered = new Set(this.#constraints);
  }

  async *run(): AsyncGenerator<GenerateEvent, void, void> {
    const { mode } = this.#options;
    yield this.#progress();
    switch (mode.kind) {
      case 'cover':
        yield* this.#cover();
        break;
      case 'exhaustive':
        yield* this.#exhaust();
        break;
      case 'sample':
        yield* this.#sample(mode.count);
        break;
      case 'per-focus':
        yield* this.#perFocus();
    }
  }

  suite(): VioSuite {
    const { shapes } = this.#problem.recorded.input;
    const reasons = new Reasons(shapes, this.#expansion, this.#roots, this.#failures, this.#problem.term);
    const casesOf = new Map<Constraint, number[]>();
    for (const [index, { covered }] of this.#cases.entries()) {
      for (const constraint of covered) casesOf.set(constraint, [...(casesOf.get(constraint) ?? []), index]);
    }
    const deactivated = shapes.shapes.flatMap((shape) => (shape.deactivated ? shape.constraints : []));
    const coverage = [...this.#constraints, ...deactivated].map((constraint): ConstraintCoverage => {
      const cases = casesOf.get(constraint) ?? [];
      const why = cases.length === 0 ? reasons.of(constraint) : undefined;
      return { constraint, cases, reason: why?.reason, explanation: why?.explanation };
    });
    return { cases: this.#cases, coverage, totals: this.#totals() };
  }

  #totals(): VioSuite['totals'] {
    let [treeNodes, leaves] = [0n, 0n];
    for (const { shape, sites } of topRoots(this.#roots, this.#order)) {
      for (const constraint of shape.constraints) {
        const factor = rootFactor(constraint, sites);
        treeNodes += this.#leaves.countNodes(factor);
        leaves += this.#leaves.count(factor);
      }
    }
    return { treeNodes, leaves };
  }

  /** Guided random descent (spec/vio.md 8), then a search for each constraint that it did not come to. */
  async *#cover(): AsyncGenerator<GenerateEvent, void, void> {
    for (const { shape, sites } of this.#roots) {
      for (const constraint of shape.constraints) {
        const factor = rootFactor(constraint, sites);
        const reach = this.#rules.reach(constraint);
        let [failed, ordinal] = [0, 0];
        while (failed < maxWalks && meets(reach, this.#uncovered)) {
          const found = await this.#walk(factor, this.#uncovered, this.#random(constraint, ordinal++));
          if (found === undefined) failed++;
          else yield* this.#add(found);
        }
        for (const wanted of reach) {
          for (let i = 0; i < maxSearches && this.#uncovered.has(wanted); i++) {
            const random = this.#random(constraint, i, this.#keys.key(wanted));
            const found = await this.#walk(factor, new Set([wanted]), random);
            if (found) yield* this.#add(found);
            else if (i >= 4 && this.#isHopeless(wanted)) break;
          }
        }
      }
    }
  }

  /** True when trying again can't help: all tries failed for want of anything to try. */
  #isHopeless(constraint: Constraint): boolean {
    const failures = this.#failures.get(constraint);
    return failures === undefined || [...failures].every((each) => each === 'noValues' || each === 'noEdits');
  }

  async *#exhaust(): AsyncGenerator<GenerateEvent, void, void> {
    for (const { shape, sites } of topRoots(this.#roots, this.#order)) {
      for (const constraint of shape.constraints) {
        const factor = rootFactor(constraint, sites);
        const count = this.#leaves.count(factor);
        for (let rank = 0n; rank < count; rank++) {
          if (this.#isFull()) return;
          const leaf = this.#leaves.at(factor, rank);
          yield* this.#tryLeaf(leaf, this.#random(constraint, 0, leaf.id));
        }
      }
    }
  }

  async *#sample(count: number): AsyncGenerator<GenerateEvent, void, void> {
    for (const { factor, random, number } of this.#eachFocus(count)) {
      if (this.#isFull()) return;
      const total = this.#leaves.count(factor);
      if (total === 0n || BigInt(number) >= total) continue;
      // With few leaves, each once; with many, by chance.
      const rank = total <= BigInt(count) ? BigInt(number) : random.belowBig(total);
      yield* this.#tryLeaf(this.#leaves.at(factor, rank), random);
    }
  }

  async *#perFocus(): AsyncGenerator<GenerateEvent, void, void> {
    for (const { factor, random } of this.#eachFocus(1)) {
      if (this.#isFull()) return;
      const made = await this.#walk(factor, this.#rules.reach(factor.constraint), random);
      if (made) yield* this.#add(made);
    }
    yield* this.#cover();
  }

  *#eachFocus(count: number): Iterable<{
    readonly factor: ReturnType<typeof rootFactor>;
    readonly random: Random;
    readonly number: number;
  }> {
    for (const { shape, sites } of this.#roots) {
      for (const constraint of shape.constraints) {
        for (const site of sites) {
          for (let number = 0; number < count; number++) {
            const random = this.#random(constraint, number, String(sites.indexOf(site)));
            yield { factor: rootFactor(constraint, [site]), random, number };
          }
        }
      }
    }
  }

  async *#tryLeaf(leaf: Leaf, random: Random): AsyncGenerator<GenerateEvent, void, void> {
    const outcome = await this.#attempt(leaf, random);
    if (outcome) yield* this.#add(outcome);
  }

  async #walk(factor: Factor, want: ReadonlySet<Constraint>, random: Random): Promise<MadeLeaf | undefined> {
    await breathe(this.#signal);
    const reach = (constraint: Constraint) => this.#rules.reach(constraint);
    const leaf = descend(factor, want, { expansion: this.#expansion, reach, random });
    if (leaf === undefined) return undefined;
    const made = await this.#attempt(leaf, random);
    // A case that covers nothing new is none of what is looked for.
    return made && meets(this.#rules.coveredBy(made), want) ? made : undefined;
  }

  async #attempt(leaf: Leaf, random: Random): Promise<MadeLeaf | undefined> {
    const { maxEdits } = this.#options;
    const outcome = await attempt(this.#problem, leaf, { maxEdits, random, signal: this.#signal });
    if (typeof outcome !== 'string') return outcome;
    for (const factor of leaf.factors) {
      const { constraint } = factor.kind === 'constraint' ? factor : factor.parent!;
      const known = this.#failures.get(constraint) ?? new Set<Failure>();
      this.#failures.set(constraint, known.add(outcome));
    }
    return undefined;
  }

  async *#add(made: MadeLeaf): AsyncGenerator<GenerateEvent, void, void> {
    const covered = this.#rules.coveredBy(made);
    const key = changeKey(made.fix.change);
    const about = made.leaf.factors.map((factor, i) => {
      const { constraint } = factor.kind === 'constraint' ? factor : factor.parent!;
      return `${this.#keys.key(constraint)} ${made.focusNodes[i]}`;
    });
    const identity = `${about.sort().join('\n')}\n${key}`;
    for (const constraint of covered) this.#uncovered.delete(constraint);
    if (this.#seen.has(identity)) return;
    this.#seen.add(identity);
    const sameGraphAs = this.#graphs.get(key);
    if (sameGraphAs === undefined) this.#graphs.set(key, this.#cases.length);
    const known = made.fix.change;
    const crossCheck = await this.#crossCheck?.(known, made.results, this.#signal);
    const vio = this.#case(made, covered, sameGraphAs, crossCheck);
    this.#cases.push(vio);
    yield { kind: 'case', case: vio };
    yield this.#progress();
  }

  #case(
    { leaf, fix, focusNodes, results, expected, collateral }: MadeLeaf,
    covered: ReadonlySet<Constraint>,
    sameGraphAs: number | undefined,
    crossCheck: CrossCheck | undefined,
  ): VioCase {
    const random = seededRandom(seedOf(this.#options.seed, leaf.id, String(this.#cases.length)));
    return {
      leafId: leaf.id,
      path: pathOf(leaf, focusNodes),
      factors: leaf.factors.map((factor, i) => caseFactor(factor, focusNodes[i]!)),
      change: fix.change,
      minted: fix.minted,
      covered: this.#constraints.filter((constraint) => covered.has(constraint)),
      expected,
      results,
      chosenResult: random.below(results.length),
      statistics: {
        alpha: results.length,
        focusNodes: new Set(results.map(({ focusNode }) => focusNode)).size,
        sourceConstraints: new Set(results.map(({ constraint }) => constraint)).size,
        collateral,
        inverseSize: changeSize(fix.change),
        minRepairSize: undefined,
        recoverable: undefined,
        degenerateRepairExists: undefined,
      },
      sameGraphAs,
      crossCheck,
    };
  }

  #progress(): GenerateEvent {
    const constraints = this.#constraints.length;
    const covered = constraints - this.#uncovered.size;
    return { kind: 'progress', progress: { cases: this.#cases.length, covered, constraints } };
  }

  #isFull(): boolean {
    return this.#cases.length >= this.#options.maxCases;
  }

  /** Chance that depends on nothing but the run's seed and what it is for. */
  #random(constraint: Constraint, ordinal: number, detail = ''): Random {
    return seededRandom(seedOf(this.#options.seed, this.#keys.key(constraint), String(ordinal), detail));
  }
}

function caseFactor(factor: Factor, focusNode: Site['node']): CaseFactor {
  switch (factor.kind) {
    case 'constraint': {
      const above = factor.parent;
      const isCounted = above?.constraint.kind === 'qualifiedMinCount';
      return {
        constraint: factor.constraint,
        focusNode,
        strategy: isCounted ? 'node' : 'edit',
        value: isCounted ? factor.sites[0]?.node : undefined,
      };
    }
    case 'detach':
      return { constraint: factor.owner, focusNode, strategy: 'detach', value: factor.value };
    case 'conform':
    case 'violate':
      return {
        constraint: factor.parent.constraint,
        focusNode,
        strategy: 'sibling',
        value: factor.site.node,
      };
  }
}

/** The steps of all factors, each once, with the focus nodes that matter to them. */
function pathOf({ factors }: Leaf, focusNodes: readonly Site['node'][]): readonly PathStep[] {
  const steps = new Map<Constraint, Set<Site['node']>>();
  const add = (constraint: Constraint, nodes: readonly Site['node'][]) => {
    const known = steps.get(constraint) ?? new Set();
    for (const node of nodes) known.add(node);
    steps.set(constraint, known);
  };
  for (const [i, factor] of factors.entries()) {
    let node = focusNodes[i]!;
    let sites = factor.kind === 'constraint' ? factor.sites : [];
    const way: PathStep[] =
      factor.kind === 'constraint' ? [{ constraint: factor.constraint, focusNodes: [node] }] : [];
    for (const step of stepsTo(factor.parent).toReversed()) {
      const isSame = step.sites.some((site) => site.node === node);
      if (!isSame)
        node = sites.find((site) => site.node === node)?.via?.focusNode ?? step.sites[0]?.node ?? node;
      way.unshift({ constraint: step.constraint, focusNodes: [node] });
      sites = step.sites;
    }
    for (const step of way) add(step.constraint, step.focusNodes);
  }
  return [...steps].map(([constraint, nodes]) => ({ constraint, focusNodes: [...nodes] }));
}
