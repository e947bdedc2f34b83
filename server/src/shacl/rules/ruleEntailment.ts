import { yieldToEventLoop } from '../../base/abort.ts';
import { counted } from '../../base/counted.ts';
import { flattenTriples, type Graph, type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { StatedGraph } from '../../rdf/statedGraph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { namespaces, rdfs, sh, shRules } from '../../rdf/vocab.ts';
import type { Entailment, EntailmentInput, EntailmentStep } from '../entailment/entailment.ts';
import { isTrue } from '../model/reading.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { UncheckedPart } from '../model/violation.ts';
import { derivesValues, hasRules, requestedRules } from '../shapesGraph/declaredRules.ts';
import { type Inference, type InferenceRegime, isRuleRegime } from '../shapesGraph/regimes.ts';
import { loadEnginesFor } from '../sparql/loadEngines.ts';
import { loadQueryEngine } from '../sparql/queryEngine.ts';
import { ruleName } from './explainDerivation.ts';
import { type InferenceOrigin, isBefore } from './inferences.ts';
import { isMadeByRule } from './newNodes.ts';
import { premisesOf } from './premises.ts';
import { rulesOf } from './readRules.ts';
import { type Replayed, replayRules } from './replayRules.ts';
import type { RuleSet } from './rule.ts';
import { graphBefore, type RuleBound, type RuleRun, ruleLimits, runRules } from './ruleRun.ts';
import { type RuleState, ruleState } from './ruleState.ts';

/**
 * Explains why inferred triples hold. A rule is evaluated again on the state in which it fired, so it is only recorded
 * which rule inferred what, and no triple is explained by itself.
 */
class RuleDerivations {
  readonly #run: RuleRun;
  /** By step. */
  readonly #states = new Map<number, RuleState>();
  readonly #premises = new Map<string, readonly Triple[]>();

  constructor(run: RuleRun) {
    this.#run = run;
  }

  /** The steps that lead from triples of the origin to a triple; undefined when it does not follow from these. */
  of(triple: Triple, origin: Pick<Graph, 'has'>): readonly EntailmentStep[] | undefined {
    if (hasTriple(origin, triple)) return undefined;
    const steps: EntailmentStep[] = [];
    if (!this.#derive(triple, origin, Number.POSITIVE_INFINITY, { steps, done: new Set() })) return undefined;
    // A premise from which it follows by RDFS may have been derived by way of the triple itself.
    const key = tripleKey(triple);
    return steps.slice(0, steps.findIndex(({ conclusion }) => tripleKey(conclusion) === key) + 1);
  }

  #derive(
    triple: Triple,
    origin: Pick<Graph, 'has'>,
    before: number,
    found: { readonly steps: EntailmentStep[]; readonly done: Set<string> },
  ): boolean {
    const key = tripleKey(triple);
    if (found.done.has(key) || hasTriple(origin, triple)) return true;
    const inferred = this.#run.inferences.origin(triple);
    if (inferred === undefined || inferred.step >= before) {
      return this.#deriveBySchema(triple, origin, before, found);
    }
    const { rule, focusNode, step } = inferred;
    const premises = this.#premisesOf(inferred, triple);
    if (!premises.every((premise) => this.#derive(premise, origin, step, found))) return false;
    found.done.add(key);
    found.steps.push({ kind: 'rule', rule: rule.id, focusNode, premises, conclusion: triple });
    return true;
  }

  #deriveBySchema(
    triple: Triple,
    origin: Pick<Graph, 'has'>,
    before: number,
    found: { readonly steps: EntailmentStep[]; readonly done: Set<string> },
  ): boolean {
    const known: Pick<Graph, 'has'> = {
      has: (subject, predicate, object) =>
        origin.has(subject, predicate, object) ||
        isBefore(this.#run.inferences.origin({ subject, predicate, object }), before),
    };
    const steps = this.#run.schemas.at(-1)?.derivation(triple, known);
    if (steps === undefined || !this.#derive(steps[0]!.premise, origin, before, found)) return false;
    for (const step of steps) {
      if (found.done.has(tripleKey(step.conclusion))) continue;
      found.done.add(tripleKey(step.conclusion));
      found.steps.push(step);
    }
    return true;
  }

  #premisesOf(origin: InferenceOrigin, triple: Triple): readonly Triple[] {
    const key = tripleKey(triple);
    let premises = this.#premises.get(key);
    if (premises === undefined) {
      premises = premisesOf(origin, triple, this.#stateBefore(origin.step), this.#run.input.asserted);
      this.#premises.set(key, premises);
    }
    return premises;
  }

  #stateBefore(step: number): RuleState {
    let state = this.#states.get(step);
    if (state === undefined) {
      if (this.#states.size >= keptStates) this.#states.clear();
      state = ruleState(graphBefore(this.#run, step), this.#run.context);
      this.#states.set(step, state);
    }
    return state;
  }
}

/** A state has an index of what was inferred before, so only a few are kept. */
const keptStates = 4;

/** The inferences of the rules of a shapes graph from a graph, including those of RDFS if the regime includes it. */
export class RuleEntailment implements Entailment {
  readonly regime: Inference;
  readonly byRules = true;
  readonly asserted: Graph;
  readonly inferred: StatedGraph;
  readonly graph: Graph;
  readonly gaps: readonly UncheckedPart[];
  readonly #run: RuleRun;
  readonly #derivations: RuleDerivations;

  static of(input: EntailmentInput, regime: Inference, before?: RuleRun): RuleEntailment {
    const givenUp = new Map([...(before?.failed ?? [])].map(([{ id }, why]) => [id, why]));
    const { rules } = rulesToRun(input.shapes, regime);
    const run = runRules(rules, input, schemaRegimes[regime], ruleLimits, givenUp);
    return new RuleEntailment(run, regime, shownInferences(run));
  }

  private constructor(run: RuleRun, regime: Inference, inferred: StatedGraph) {
    const { asserted, shapes } = run.input;
    this.regime = regime;
    this.asserted = asserted;
    this.inferred = inferred;
    this.graph = new UnionGraph([asserted, inferred]);
    this.gaps = [...problemNotes(rulesToRun(shapes, regime), run, shapes), ...boundNotes(run.bound, shapes)];
    this.#run = run;
    this.#derivations = new RuleDerivations(run);
  }

  isDerivedValue(triple: Triple): boolean {
    const rule = this.#run.inferences.origin(triple)?.rule;
    return rule?.kind === 'triple' && rule.derives;
  }

  /** How many blank nodes that the rules made are in the inferred triples. */
  get newNodes(): number {
    const nodes = [...this.inferred.triples()].flatMap(({ subject, object }) => [subject, object]);
    return new Set(nodes.filter(isMadeByRule)).size;
  }

  changed(asserted: Graph, delta: GraphDelta, shapes: ShapesGraph, classGraph: Graph): RuleEntailment {
    // Comparing whole graphs of classes would take longer than everything else that is done for a small change.
    const isAboutClasses = [...delta.added, ...delta.removed].some(
      ({ predicate }) => predicate === rdfs.subClassOf,
    );
    const known = this.#run.input;
    if (isAboutClasses)
      return RuleEntailment.of({ ...known, asserted, shapes, classGraph }, this.regime, this.#run);
    const input = { ...known, asserted, shapes };
    return this.#hasSameRules(input) ? this.#changed(input, delta) : RuleEntailment.of(input, this.regime);
  }

  /** The entailment of another input, computed from the differences to this one. */
  updated(input: EntailmentInput): RuleEntailment {
    if (!this.#hasSameRules(input)) return RuleEntailment.of(input, this.regime);
    if (input.asserted === this.asserted) return this;
    return this.#changed(input, graphDifference(this.asserted, input.asserted));
  }

  #changed(input: EntailmentInput, delta: GraphDelta): RuleEntailment {
    const replayed = replayRules(this.#run, input, delta);
    if (replayed.kind === 'rerun') return RuleEntailment.of(input, this.regime, this.#run);
    const shown = changedInferences(this.inferred, this.#run, replayed);
    return new RuleEntailment(replayed.run, this.regime, shown);
  }

  #hasSameRules({ schema, shapes, classGraph }: EntailmentInput): boolean {
    const known = this.#run.input;
    if (schema !== known.schema || shapes.graph !== known.shapes.graph) return false;
    if (classGraph === known.classGraph) return true;
    const { added, removed } = graphDifference(known.classGraph, classGraph);
    return [...added, ...removed].every(({ predicate }) => predicate !== rdfs.subClassOf);
  }

  derivation(
    triple: Triple,
    origin: Pick<Graph, 'has'> = this.asserted,
  ): readonly EntailmentStep[] | undefined {
    return hasTriple(this.inferred, triple) ? this.#derivations.of(triple, origin) : undefined;
  }
}

/** The regime that applies to what rules infer. */
const schemaRegimes: Readonly<Record<Inference, InferenceRegime | undefined>> = {
  none: undefined,
  rdfs: 'rdfs',
  'rdfs+inverse': 'rdfs+inverse',
  rules: undefined,
  'rules+rdfs': 'rdfs',
};

/**
 * The rules of a shapes graph: those of the rule sets that it names by sh:entailment, or else all; in other regimes only those
 * that derive values.
 */
export function rulesToRun(shapes: ShapesGraph, regime: Inference): RuleSet {
  const set = rulesOf(shapes);
  const requested = isRuleRegime(regime) ? requestedRules(shapes.graph) : noRules;
  if (typeof requested === 'string') return set;
  return {
    rules: set.rules.filter(({ id }) => requested.has(id) || derives(shapes, id)),
    problems: set.problems.filter(({ rule }) => requested.has(rule) || derives(shapes, rule)),
  };
}

const noRules: ReadonlySet<TermId> = new Set();

function problemNotes(
  { problems }: RuleSet,
  { failed }: Pick<RuleRun, 'failed'>,
  shapes: ShapesGraph,
): readonly UncheckedPart[] {
  // Rules that derive values run in each layer and for each path to their nodes, and fail in all of them in the same way.
  const failures = new Map(
    [...failed].map(([{ id, shapes: owners }, reason]) => [
      `${id} ${owners[0]} ${reason}`,
      { rule: id, shapes: owners, reason },
    ]),
  );
  return [...problems, ...failures.values()].map(({ rule, shapes: owners, reason }) => ({
    reason: `${nameAtStart(rule, shapes)} is not ${derives(shapes, rule) ? 'evaluated' : 'run'}. ${reason}`,
    ...(owners[0] === undefined ? {} : { shape: owners[0] }),
    concerns: 'anyNode' as const,
  }));
}

function boundNotes(bound: RuleBound | undefined, shapes: ShapesGraph): readonly UncheckedPart[] {
  if (bound === undefined) return [];
  const rule = nameOf(bound.rule, shapes);
  const why = {
    iterations: `after ${ruleLimits.iterations} iterations ${rule} still inferred something new`,
    triples: `more than ${counted(ruleLimits.triples, 'triple')} were inferred, the last by ${rule}`,
    generations: `in more than ${ruleLimits.generations} steps, ${rule} made nodes that were not there before`,
    newNodes: `more than ${counted(ruleLimits.newNodes, 'blank node')} were made, the last by ${rule}`,
  }[bound.kind];
  return [
    {
      reason: `The rules were stopped before they had inferred everything: ${why}.`,
      concerns: 'anyNode',
    },
  ];
}

function nameOf(rule: TermId, { graph, term }: ShapesGraph): string {
  const name = ruleName(graph, rule, term);
  if (name !== undefined) return name;
  const owner = graph.subjects(sh.rule, rule).find((shape) => !terms.isBlank(shape));
  return owner === undefined ? 'a rule' : `a rule of ${term(owner)}`;
}

export function nameAtStart(rule: TermId, shapes: ShapesGraph): string {
  const name = nameOf(rule, shapes);
  return derives(shapes, rule) ? name : name.charAt(0).toUpperCase() + name.slice(1);
}

/** Whether a rule is a property shape that derives values. */
function derives({ graph }: ShapesGraph, rule: TermId): boolean {
  return graph.objects(rule, shRules.values).length > 0;
}

/** The inferences of a run beyond the stated triples, by rules and by RDFS, without temporary triples. */
function shownInferences(run: RuleRun): StatedGraph {
  return StatedGraph.of(flattenTriples(withoutTemporary(allInferred(run))));
}

/** The same for the next version, computed from what moved. */
function changedInferences(shown: StatedGraph, before: RuleRun, { run, moved }: Replayed): StatedGraph {
  if (hasTemporary(before) || hasTemporary(run)) return shownInferences(run);
  const candidates = new Map(moved.map(({ triple }) => [tripleKey(triple), triple]));
  const [schemaBefore, schema] = [before.schemas.at(-1), run.schemas.at(-1)];
  if (schemaBefore && schema) {
    const { added, removed } = graphDifference(schemaBefore.graph, schema.graph);
    for (const triple of [...added, ...removed]) candidates.set(tripleKey(triple), triple);
    const stated = graphDifference(before.input.asserted, run.input.asserted);
    for (const triple of [...stated.added, ...stated.removed]) candidates.set(tripleKey(triple), triple);
  }
  const added: Triple[] = [];
  const removed: Triple[] = [];
  for (const triple of candidates.values()) {
    const isShown = isInferred(triple, run);
    if (isShown !== hasTriple(shown, triple)) (isShown ? added : removed).push(triple);
  }
  return added.length + removed.length === 0
    ? shown
    : shown.changed(flattenTriples(removed), flattenTriples(added));
}

function isInferred(triple: Triple, { inferences, schemas, input }: RuleRun): boolean {
  if (inferences.origin(triple) !== undefined) return true;
  const schema = schemas.at(-1);
  return schema !== undefined && hasTriple(schema.graph, triple) && !hasTriple(input.asserted, triple);
}

function* allInferred({ inferences, schemas, input }: RuleRun): Iterable<Triple> {
  for (const { triple } of inferences.all()) yield triple;
  for (const triple of schemas.at(-1)?.inferred.triples() ?? []) {
    if (!hasTriple(input.asserted, triple)) yield triple;
  }
}

function hasTemporary({ inferences }: RuleRun): boolean {
  return inferences.before(Number.POSITIVE_INFINITY).withPredicate(shRules.tempTriple).length > 0;
}

const reifies = terms.constant(`${namespaces.rdf}reifies`);

/**
 * Inferred triples without those that rules declare temporary: a node with sh:tempTriple true reifies the triple
 * (SHACL 1.2 Inference Rules). The declarations are left out as well.
 */
function withoutTemporary(inferred: Iterable<Triple>): readonly Triple[] {
  const all = [...inferred];
  const reifiers = new Set<TermId>(
    all
      .filter(({ predicate, object }) => predicate === shRules.tempTriple && isTrue(object))
      .map(({ subject }) => subject),
  );
  if (reifiers.size === 0) return all;
  const temporary = new Set(
    all
      .filter(({ subject, predicate }) => predicate === reifies && reifiers.has(subject))
      .map(({ object }) => object),
  );
  return all.filter((triple) => !reifiers.has(triple.subject) && !temporary.has(terms.tripleTerm(triple)));
}

/** Infers what follows by the rules of the shapes, if possible from the differences to an earlier entailment. */
export async function entailByRules(
  input: EntailmentInput,
  regime: Inference,
  previous: Entailment | undefined,
): Promise<Entailment> {
  // Changes of an entailment are followed synchronously, so this is done first.
  if (hasRules(input.shapes.graph) || derivesValues(input.shapes.graph)) {
    await loadQueryEngine(input.shapes.graph);
    await loadEnginesFor(input.shapes);
    // Loading does not block anything; the following work can't be interrupted.
    await yieldToEventLoop();
  }
  return previous instanceof RuleEntailment && previous.regime === regime
    ? previous.updated(input)
    : RuleEntailment.of(input, regime);
}
