import { yieldToEventLoop } from '../base/abort.ts';
import { counted } from '../base/counted.ts';
import { type Random, seededRandom, seedOf } from '../base/random.ts';
import type { Constraint } from '../shacl/model/shape.ts';
import { attempt, attemptTogether, type LeafFailure, type MadeLeaf } from './cases/attempt.ts';
import { caseOf, marksOf, nodesOf } from './cases/caseOf.ts';
import { CoverageRules } from './cases/coverageRules.ts';
import { KnownGraphs } from './cases/knownGraphs.ts';
import { named } from './cases/naming.ts';
import { Reasons, type Uncovered } from './cases/reasons.ts';
import { caseStatistics, coverageOf } from './cases/statistics.ts';
import { trivialRepairs } from './cases/trivialRepairs.ts';
import { Expansion } from './expansion/expansion.ts';
import {
  type ConstraintFactor,
  ConstraintKeys,
  constraintOf,
  type Factor,
  stepsTo,
} from './expansion/factor.ts';
import { type Leaf, Leaves } from './expansion/leaves.ts';
import { descend, meets, type Root, rootFactor, rootsOf, topRoots } from './expansion/roots.ts';
import { allRanks, ShapeOrder, shuffledRanks } from './expansion/shapeOrder.ts';
import type { GenerateEvent, GenerateHelpers } from './generateEvent.ts';
import { generateMistakes } from './mistakes/generateMistakes.ts';
import type { VioProblem } from './problem.ts';
import { UnlikelyChanges } from './unlikelyChanges.ts';
import {
  type ChangeForm,
  type DerivationMode,
  formOf,
  type GenerateOptions,
  isMixed,
  type Mix,
  type VioCase,
  type VioSuite,
} from './vioCase.ts';

/**
 * Derives violation-inducing operations from a graph and its shapes (spec/vio.md 5 to 12), or makes mistakes like those of
 * people. Every case was applied and verified. The same graph, shapes, options and seed give the same cases in the same
 * order.
 *
 * @throws the signal's reason when aborted.
 */
export async function* generateVios(
  problem: VioProblem,
  options: GenerateOptions,
  signal: AbortSignal,
  helpers: GenerateHelpers = {},
): AsyncGenerator<GenerateEvent, VioSuite, void> {
  const { mode } = options;
  if (mode.kind === 'mistakes')
    return yield* generateMistakes(problem, { ...options, mode }, helpers, signal);
  const generator = new Generator(problem, { ...options, mode }, signal, helpers);
  yield* generator.run();
  return generator.suite();
}

/** After `maxWalks` walks without a case, each constraint is searched for directly, up to `maxSearches` times. */
const maxWalks = 25;
const maxSearches = 60;
/** Where nothing is found to try, the search ends after this many attempts. */
const minSearches = 5;
const maxWalksAtFocus = 6;
/** Where this many walks in a row find no change of a form, there is none. */
const maxWalksOfForm = 3;

/** Failures before there is an edit to try. */
const hopeless: ReadonlySet<LeafFailure> = new Set(['noValues', 'noEdits', 'unlikely']);

/** Leaves that fail or repeat a case are drawn again, up to this many in all. */
function triesFor(cases: number): number {
  return 10 * cases + 100;
}

type DerivationOptions = Omit<GenerateOptions, 'mode'> & { readonly mode: DerivationMode };

class Generator {
  readonly #problem: VioProblem;
  readonly #options: DerivationOptions;
  readonly #signal: AbortSignal;
  readonly #helpers: GenerateHelpers;
  readonly #keys: ConstraintKeys;
  readonly #order: ShapeOrder;
  readonly #expansion: Expansion;
  readonly #leaves: Leaves;
  readonly #roots: readonly Root[];
  readonly #rules: CoverageRules;
  readonly #constraints: readonly Constraint[];
  /** The constraints that the search still looks for. */
  readonly #uncovered: Set<Constraint>;
  /** The constraints that some case covers or satisfies, wherever. */
  readonly #exercised = new Set<Constraint>();
  readonly #failures = new Map<Constraint, Set<LeafFailure>>();
  readonly #cases: VioCase[] = [];
  /** The changed graphs, with and without the places of their violations. */
  readonly #known: KnownGraphs;
  readonly #graphs: KnownGraphs;
  /** The constraints for which something was tried. */
  readonly #tried = new Set<Constraint>();
  /** How many leaves the exhaustive modes have tried. */
  #triedLeaves = 0;
  /** Constraints whose only cases so far are ones that the engines judge differently. */
  readonly #fragile = new Set<Constraint>();
  readonly #unlikely: UnlikelyChanges | undefined;
  /** Leaves that are waiting to be combined with others. */
  readonly #waiting: MadeLeaf[][] = [];

  constructor(
    problem: VioProblem,
    options: DerivationOptions,
    signal: AbortSignal,
    helpers: GenerateHelpers,
  ) {
    const { recorded } = problem;
    const { shapes } = recorded.input;
    this.#problem = problem;
    this.#options = options;
    this.#signal = signal;
    this.#helpers = helpers;
    this.#keys = new ConstraintKeys(shapes);
    this.#unlikely = options.unlikely ? undefined : new UnlikelyChanges(recorded);
    this.#known = KnownGraphs.of(recorded.input);
    this.#graphs = KnownGraphs.of(recorded.input);
    this.#order = new ShapeOrder(shapes);
    this.#expansion = new Expansion(this.#order, recorded.evaluator);
    this.#leaves = new Leaves(this.#expansion);
    this.#roots = rootsOf({ recorded, order: this.#order, ontologyNodes: options.ontologyNodes });
    this.#rules = new CoverageRules(this.#order, recorded, this.#roots);
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
        if (this.#options.mix) yield* this.#balance(this.#options.mix);
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
    for (const group of this.#waiting.splice(0)) yield* this.#addTogether(group);
  }

  async suite(): Promise<VioSuite> {
    const { input } = this.#problem.recorded;
    const { shapes } = input;
    const reasons = new Reasons(
      input,
      this.#expansion,
      this.#roots,
      { failures: this.#failures, tried: this.#tried, maxEdits: this.#options.maxEdits },
      this.#rules,
      this.#problem.term,
    );
    const deactivated = shapes.shapes.flatMap((shape) => (shape.deactivated ? shape.constraints : []));
    const coverage = coverageOf(
      [...this.#constraints, ...deactivated],
      this.#cases,
      (constraint, touching) => {
        if (this.#fragile.has(constraint)) return fragile;
        const why = reasons.of(constraint);
        return touching.length === 0
          ? why
          : {
              ...why,
              explanation: `${touchedBy(touching.length, this.#rules.isOnlySatisfied(constraint))} ${why.explanation}`,
            };
      },
    );
    const { notChecked } = this.#problem.recorded.result;
    const trivial = await trivialRepairs(this.#problem, this.#cases, this.#signal);
    return { cases: this.#cases, coverage, notChecked, totals: this.#totals(), trivialRepairs: trivial };
  }

  #totals(): VioSuite['totals'] {
    let [treeNodes, leaves] = [0n, 0n];
    for (const { sites: sitesOf } of topRoots(this.#roots, this.#order)) {
      for (const [constraint, sites] of sitesOf) {
        const factor = rootFactor(constraint, sites);
        treeNodes += this.#leaves.countNodes(factor);
        leaves += this.#leaves.count(factor);
      }
    }
    const { kind } = this.#options.mode;
    const goesThrough = kind === 'exhaustive' || kind === 'sample';
    return { treeNodes, leaves, ...(goesThrough && { tried: this.#triedLeaves }) };
  }

  /** Guided random descent (spec/vio.md 8), followed by a search for each constraint that the descent did not cover. */
  async *#cover(): AsyncGenerator<GenerateEvent, void, void> {
    for (const { sites: sitesOf } of this.#roots) {
      for (const [constraint, sites] of sitesOf) {
        const factor = rootFactor(constraint, sites);
        const reach = this.#rules.reach(constraint);
        let [failed, ordinal] = [0, 0];
        const isQuery = constraint.kind === 'sparql';
        while (failed < maxWalks && meets(reach, this.#uncovered)) {
          // All walks for a query are searches for its violation, and take longer than others.
          if (isQuery && failed >= minSearches && this.#isHopeless(constraint)) break;
          // Where only unlikely changes are found, each constraint is searched for a few times.
          if (this.#unlikely && failed >= minSearches && this.#areHopeless(reach)) break;
          const found = await this.#walk(factor, this.#uncovered, this.#random(constraint, ordinal++));
          if (found === undefined) failed++;
          else {
            const before = this.#uncovered.size;
            yield* this.#add(found);
            // Nothing is covered when the engines judge the case differently.
            if (this.#uncovered.size === before) failed++;
          }
        }
        for (const wanted of reach) {
          if (isQuery && this.#isHopeless(constraint)) continue;
          for (let i = 0; i < maxSearches && this.#uncovered.has(wanted); i++) {
            const random = this.#random(constraint, i, this.#keys.key(wanted));
            const found = await this.#walk(factor, new Set([wanted]), random);
            if (found) yield* this.#add(found);
            else if (i >= minSearches - 1 && this.#isHopeless(wanted)) break;
          }
        }
      }
    }
  }

  /**
   * Adds cases at other places until deletions, insertions and replacements are mixed as requested, as far as the
   * constraints of the covering cases can be violated in each way. There are at most twice as many as covering ones.
   */
  async *#balance(mix: Mix): AsyncGenerator<GenerateEvent, void, void> {
    const most = 3 * this.#cases.length;
    const places = this.#placesOfCases();
    const open = new Map(
      changeForms.map((form) => [form, places.map((place) => ({ place, ordinal: 0, failed: 0 }))]),
    );
    for (;;) {
      const form = this.#lackingForm(mix, (each) => open.get(each)!.length > 0);
      if (form === undefined || this.#cases.length >= most) return;
      const queue = open.get(form)!;
      const { place, ordinal, failed } = queue.shift()!;
      const { root, sites, leaf } = place;
      const before = this.#cases.length;
      const random = this.#random(root, ordinal, `${form} ${this.#keys.key(leaf)}`);
      const made = await this.#walk(rootFactor(root, sites), new Set([leaf]), random, form);
      if (made) yield* this.#add(made);
      const failures = this.#cases.length > before ? 0 : failed + 1;
      if (failures < maxWalksOfForm) queue.push({ place, ordinal: ordinal + 1, failed: failures });
    }
  }

  /** The constraints that cases have violated, with where their paths start. */
  #placesOfCases() {
    const sitesOf = new Map(this.#roots.flatMap(({ sites }) => [...sites]));
    const leaves = new Map<Constraint, Set<Constraint>>();
    for (const { path, factors } of this.#cases) {
      const leaf = factors[0]!.constraint;
      // Searches for violations of a query take too long to be repeated for another form.
      if (leaf.kind === 'sparql') continue;
      const root = path[0]?.constraint ?? leaf;
      leaves.set(root, (leaves.get(root) ?? new Set()).add(leaf));
    }
    return [...leaves].flatMap(([root, all]) => {
      const sites = sitesOf.get(root);
      return sites === undefined ? [] : [...all].map((leaf) => ({ root, sites, leaf }));
    });
  }

  /** The form of change of which most cases are missing; undefined when none is. */
  #lackingForm(mix: Mix, isPossible: (form: ChangeForm) => boolean): ChangeForm | undefined {
    const sum = mix.delete + mix.insert + mix.replace;
    let [lacking, most] = [undefined as ChangeForm | undefined, 0];
    for (const form of changeForms) {
      const has = this.#cases.filter(({ change }) => formOf(change) === form).length;
      const missing = (mix[form] / sum) * this.#cases.length - has;
      if (missing >= 1 && missing > most && isPossible(form)) [lacking, most] = [form, missing];
    }
    return lacking;
  }

  #areHopeless(constraints: ReadonlySet<Constraint>): boolean {
    return [...constraints].every((each) => !this.#uncovered.has(each) || this.#isHopeless(each));
  }

  /** True when more attempts cannot help, because every attempt failed before it had an edit to try. */
  #isHopeless(constraint: Constraint): boolean {
    const failures = this.#failures.get(constraint);
    return failures === undefined || [...failures].every((each) => hopeless.has(each));
  }

  /** All leaves, or random ones when there are more than the permitted number of cases. */
  async *#exhaust(): AsyncGenerator<GenerateEvent, void, void> {
    const { maxCases, seed } = this.#options;
    const trees = topRoots(this.#roots, this.#order).flatMap(({ sites: sitesOf }) =>
      [...sitesOf].map(([constraint, sites]) => rootFactor(constraint, sites)),
    );
    const counts = trees.map((tree) => this.#leaves.count(tree));
    const total = counts.reduce((sum, count) => sum + count, 0n);
    const isSample = total > BigInt(maxCases);
    const ranks = isSample ? shuffledRanks(total, seededRandom(seedOf(seed, 'leaves'))) : allRanks(total);
    for (const rank of ranks) {
      if (this.#isFull() || (isSample && this.#triedLeaves >= triesFor(maxCases))) return;
      let [tree, own] = [0, rank];
      while (own >= counts[tree]!) own -= counts[tree++]!;
      const factor = trees[tree]!;
      const leaf = this.#leaves.at(factor, own);
      yield* this.#tryLeaf(leaf, this.#random(factor.constraint, 0, leaf.id));
    }
  }

  /** For each constraint and focus node random leaves, until they have given as many cases. */
  async *#sample(count: number): AsyncGenerator<GenerateEvent, void, void> {
    for (const { factor, random } of this.#eachFocus()) {
      const start = this.#cases.length;
      let tries = 0;
      for (const rank of shuffledRanks(this.#leaves.count(factor), random)) {
        if (this.#isFull()) return;
        if (this.#cases.length - start >= count || tries++ >= triesFor(count)) break;
        yield* this.#tryLeaf(this.#leaves.at(factor, rank), random);
      }
    }
  }

  /** Covers all that can be covered at each focus node separately. */
  async *#perFocus(): AsyncGenerator<GenerateEvent, void, void> {
    for (const { factor, random } of this.#eachFocus()) {
      const want = new Set(this.#rules.reach(factor.constraint));
      for (let failed = 0; failed < maxWalksAtFocus && want.size > 0; ) {
        if (this.#isFull()) return;
        const made = await this.#walk(factor, want, random);
        if (made === undefined) failed++;
        else {
          yield* this.#add(made);
          for (const constraint of this.#rules.settledBy(made)) want.delete(constraint);
        }
      }
    }
  }

  *#eachFocus(): Iterable<{ readonly factor: ConstraintFactor; readonly random: Random }> {
    for (const { sites: sitesOf } of this.#roots) {
      for (const [constraint, sites] of sitesOf) {
        for (const [index, site] of sites.entries()) {
          const random = this.#random(constraint, 0, String(index));
          yield { factor: rootFactor(constraint, [site]), random };
        }
      }
    }
  }

  async *#tryLeaf(leaf: Leaf, random: Random): AsyncGenerator<GenerateEvent, void, void> {
    this.#triedLeaves++;
    const outcome = await this.#attempt(leaf, random);
    if (outcome) yield* this.#add(outcome);
  }

  /** @param form what the change has to do. */
  async #walk(
    factor: Factor,
    want: ReadonlySet<Constraint>,
    random: Random,
    form?: ChangeForm,
  ): Promise<MadeLeaf | undefined> {
    await yieldToEventLoop(this.#signal);
    const reach = (constraint: Constraint) => this.#rules.reach(constraint);
    const leaf = descend(factor, want, { expansion: this.#expansion, reach, random });
    if (leaf === undefined) return undefined;
    const made = await this.#attempt(leaf, random, form);
    // A case that exercises none of the wanted constraints is not used.
    if (made === undefined || meets(this.#rules.settledBy(made), want)) return made;
    for (const factor of leaf.factors) {
      for (const constraint of [
        constraintOf(factor),
        ...stepsTo(factor.parent).map((step) => step.constraint),
      ])
        if (want.has(constraint)) this.#noteFailure(constraint, 'notNew');
    }
    return undefined;
  }

  async #attempt(leaf: Leaf, random: Random, form?: ChangeForm): Promise<MadeLeaf | undefined> {
    const { maxEdits, ontologyNodes } = this.#options;
    for (const factor of leaf.factors) {
      this.#tried.add(constraintOf(factor));
      for (const { constraint } of stepsTo(factor.parent)) this.#tried.add(constraint);
    }
    const outcome = await attempt(this.#problem, leaf, {
      maxEdits,
      ontologyNodes,
      unlikely: this.#unlikely,
      form: form ?? this.#wantedForm(random),
      isFormRequired: form !== undefined,
      random,
      signal: this.#signal,
    });
    if (typeof outcome !== 'string') return outcome;
    // The lack of another form of a change is no evidence about the constraint.
    if (form !== undefined) return undefined;
    for (const factor of leaf.factors) this.#noteFailure(constraintOf(factor), outcome);
    return undefined;
  }

  /** What the next change should do. */
  #wantedForm(random: Random): ChangeForm | undefined {
    const { mix, mode } = this.#options;
    if (mix === undefined || !isMixed(mode)) return undefined;
    const tickets = changeForms.flatMap((form) => Array<ChangeForm>(mix[form]).fill(form));
    return tickets[random.below(tickets.length)];
  }

  #noteFailure(constraint: Constraint, failure: LeafFailure): void {
    const known = this.#failures.get(constraint) ?? new Set<LeafFailure>();
    this.#failures.set(constraint, known.add(failure));
  }

  /** Adds a leaf as a case, alone or combined with waiting leaves. */
  async *#add(made: MadeLeaf): AsyncGenerator<GenerateEvent, void, void> {
    const { combine } = this.#options;
    if (combine <= 1) {
      yield* this.#addCase(made);
      return;
    }
    for (const constraint of this.#rules.settledBy(made)) this.#uncovered.delete(constraint);
    const touched = nodesOf(made);
    const group = this.#waiting.find((others) => others.every((other) => !meets(nodesOf(other), touched)));
    if (group === undefined) {
      this.#waiting.push([made]);
      return;
    }
    group.push(made);
    if (group.length < combine) return;
    this.#waiting.splice(this.#waiting.indexOf(group), 1);
    yield* this.#addTogether(group);
  }

  async *#addTogether(group: readonly MadeLeaf[]): AsyncGenerator<GenerateEvent, void, void> {
    const together = group.length > 1 ? await attemptTogether(this.#problem, group, this.#signal) : undefined;
    if (together) yield* this.#addCase(together);
    else for (const each of group) yield* this.#addCase(each);
  }

  async *#addCase(offline: MadeLeaf): AsyncGenerator<GenerateEvent, void, void> {
    const place = this.#cases.length;
    if (this.#known.earlier(offline.fix.change, place, marksOf(offline, this.#keys)) !== undefined) return;
    const { namer, crossCheck: check } = this.#helpers;
    const renamed = namer && (await named(this.#problem, offline, namer, this.#signal));
    const made = renamed ?? offline;
    const { violated, satisfied, touched } = this.#rules.exerciseOf(made.results, made.draft.evaluator);
    const { change } = made.fix;
    const crossCheck = await check?.(change, made.results, this.#signal);
    // A case that the engines judge differently is kept and marked. The search for another one continues.
    const isFragile = crossCheck?.kind === 'differs';
    for (const constraint of [...violated, ...satisfied])
      (isFragile ? this.#fragile : this.#exercised).add(constraint);
    if (!isFragile) for (const constraint of this.#rules.settledBy(made)) this.#uncovered.delete(constraint);
    const sameGraphAs = this.#graphs.earlier(change, place);
    const random = seededRandom(seedOf(this.#options.seed, made.leaf.id, String(place)));
    const statistics = await caseStatistics(this.#problem, { ...made, change }, this.#signal);
    const vio = caseOf(made, {
      covered: this.#constraints.filter((constraint) => violated.has(constraint)),
      satisfied: this.#constraints.filter((constraint) => satisfied.has(constraint)),
      touched: this.#constraints.filter((constraint) => touched.has(constraint)),
      chosenResult: random.below(made.results.length),
      statistics,
      sameGraphAs,
      crossCheck,
      namedBy: renamed ? 'llm' : 'offline',
    });
    this.#cases.push(vio);
    yield { kind: 'case', case: vio };
    yield this.#progress();
  }

  #progress(): GenerateEvent {
    const constraints = this.#constraints.length;
    const covered = this.#exercised.size;
    return { kind: 'progress', progress: { cases: this.#cases.length, covered, constraints } };
  }

  #isFull(): boolean {
    return this.#cases.length >= this.#options.maxCases;
  }

  /** Random numbers that depend only on the run's seed and on their purpose. */
  #random(constraint: Constraint, ordinal: number, detail = ''): Random {
    return seededRandom(seedOf(this.#options.seed, this.#keys.key(constraint), String(ordinal), detail));
  }
}

/** Counts how many cases touch a constraint. */
function touchedBy(cases: number, isOnlySatisfied: boolean): string {
  const verdict = isOnlySatisfied ? 'satisfied' : 'violated';
  return `${counted(cases, 'case')} ${cases === 1 ? 'looks' : 'look'} at it, where it is ${verdict} in the valid graph already.`;
}

const changeForms = ['delete', 'insert', 'replace'] as const satisfies readonly ChangeForm[];

const fragile: Uncovered = {
  reason: 'FRAGILE',
  explanation: 'rdf-validate-shacl judges all cases for it differently.',
};
