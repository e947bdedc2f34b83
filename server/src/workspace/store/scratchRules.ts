import { counted } from '../../base/counted.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { rdfs, sh, shRules } from '../../rdf/vocab.ts';
import type { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import type { Rule } from '../../shacl/rules/rule.ts';
import { nameAtStart, rulesToRun } from '../../shacl/rules/ruleEntailment.ts';
import { type RuleLimits, ruleLimits } from '../../shacl/rules/ruleRun.ts';
import { RuleSchedule } from '../../shacl/rules/ruleSchedule.ts';
import {
  patternOfThis,
  type RuleFocus,
  ruleFocus,
  ruleUpdate,
  whyNoUpdate,
} from '../../shacl/rules/ruleUpdates.ts';
import type { RuleRegime } from '../../shacl/shapesGraph/regimes.ts';
import { loadEnginesFor } from '../../shacl/sparql/loadEngines.ts';
import { loadQueryEngine } from '../../shacl/sparql/queryEngine.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { countOfRows } from './countedSelect.ts';
import { fetchNeeded } from './fetchContext.ts';
import { allHashes } from './hashRange.ts';
import { idsOf } from './judgedPages.ts';
import { observedEvaluator } from './lookUpsOfUnit.ts';
import type { ScratchGraph } from './scratchGraph.ts';
import { type Store, StoreError } from './store.ts';
import { chunksOf, Pages } from './targetPlan.ts';

/** The rules of shapes in a form that a store can apply. */
export interface StoreRules extends Pick<StoreRulesOptions, 'inputWith' | 'looksUpClasses'> {
  readonly rules: readonly Rule[];
  readonly input: ValidationInput;
  /** With the classes of the store. */
  readonly classes: ClassHierarchy;
}

export interface StoreRulesOptions {
  /** The unit with what is known about the store as its data, without inference. */
  readonly inputWith: (known: TurtleDocument) => Promise<ValidationInput>;
  readonly looksUpClasses: boolean;
  readonly regime: RuleRegime;
  /** The named graphs with the data. */
  readonly data: readonly string[];
}

/**
 * Finds out whether all rules of the shapes can be run as updates of a store.
 *
 * @returns why they can't, as sentences.
 * @throws StoreError when the store does not answer; the signal's reason when aborted.
 */
export async function planStoreRules(
  store: Store,
  { inputWith, looksUpClasses, regime, data }: StoreRulesOptions,
  signal: AbortSignal,
): Promise<StoreRules | readonly string[]> {
  let planned: StoreRules | undefined;
  let isAlone = true;
  const problems: string[] = [];
  const { gaps } = await fetchNeeded(
    store,
    async (known) => {
      const input = await inputWith(known);
      await loadQueryEngine(input.shapes.graph);
      await loadEnginesFor(input.shapes);
      const { classes, lookUps } = await observedEvaluator(input, { looksUpClasses });
      const set = rulesToRun(input.shapes, regime);
      planned = { rules: set.rules, input, classes, inputWith, looksUpClasses };
      isAlone = input.dataGraph.size === known.graph.size;
      problems.length = 0;
      for (const { rule, reason } of set.problems)
        problems.push(`${nameAtStart(rule, input.shapes)} is not run. ${reason}`);
      for (const rule of set.rules) {
        const why = whyNoUpdate(rule, input.shapes, classes, data);
        if (why !== undefined)
          problems.push(`${nameAtStart(rule.id, input.shapes)} can't be asked as an update. ${why}`);
      }
      return { lookUps: lookUps().lookUps, gaps: [] };
    },
    signal,
  );
  if (!isAlone)
    problems.push(
      'The shapes come with ontologies, whose triples rules would look at, and the store does not hold them.',
    );
  if (regime === 'rules+rdfs') problems.push('RDFS entailment is asked for beside the rules.');
  if ((await countOfRows(store, '?f ?o', `?f <${terms.value(sh.shape)}> ?o`, signal)) > 0)
    problems.push('The store says by sh:shape which nodes are to conform to which shapes.');
  const all = [...gaps, ...problems];
  return all.length > 0 ? all : planned!;
}

/** What rules inferred. */
export interface StoreInferences {
  readonly triples: number;
  /** How often rules that run repeatedly were fired, in all layers. */
  readonly iterations: number;
  /** Why these are incomplete, or differ from a local run, as sentences. */
  readonly gaps: readonly string[];
}

/**
 * Fires rules in a store until they infer nothing new, in the same way as on a graph: layer by layer, in each iteration by
 * their order, and rules of the same order see the same triples.
 *
 * @throws StoreError when the store does not carry out an update, or does not tell how many triples there are; the signal's
 * reason when aborted.
 */
export async function fireInStore(
  graph: ScratchGraph,
  planned: StoreRules,
  signal: AbortSignal,
  limits: Pick<RuleLimits, 'iterations' | 'triples'> = ruleLimits,
): Promise<StoreInferences> {
  const { layers } = new RuleSchedule(planned.rules, limits.iterations);
  let triples = 0;
  let iterations = 0;
  const why = (reason: string) => ({
    triples,
    iterations,
    gaps: [`The rules were stopped before they had inferred everything: ${reason}.`],
  });
  for (const { once, repeated } of layers) {
    for (const rules of once) await fireStep(graph, rules, planned, signal);
    for (let iteration = 1; ; iteration++) {
      if (iteration > limits.iterations)
        return why(`after ${limits.iterations} iterations they still inferred something new`);
      triples = await graph.count(signal);
      for (const rules of repeated) await fireStep(graph, rules, planned, signal);
      iterations++;
      const now = await graph.count(signal);
      const isOver = now === triples;
      triples = now;
      if (triples > limits.triples)
        return why(`more than ${counted(limits.triples, 'triple')} were inferred`);
      if (isOver) break;
    }
  }
  return { triples, iterations, gaps: await otherMeanings(graph, signal) };
}

async function fireStep(
  graph: ScratchGraph,
  rules: readonly Rule[],
  planned: StoreRules,
  signal: AbortSignal,
): Promise<void> {
  const updates: ReturnType<typeof ruleUpdate>[] = [];
  const graphs = { using: graph.seen, into: graph.step };
  for (const rule of rules) {
    const update = (focus: Parameters<typeof ruleUpdate>[1]) => updates.push(ruleUpdate(rule, focus, graphs));
    if (rule.isGlobal) {
      update('global');
      continue;
    }
    const focus = ruleFocus(rule, planned.input.shapes, planned.classes);
    if (typeof focus === 'string') throw new TypeError(focus);
    if (rule.conditions.length > 0) {
      for (const name of await conformingNodes(graph.store, rule, focus, planned, signal))
        for (const node of idsOf([name])) update({ node });
      continue;
    }
    const pattern = patternOfThis(focus.patterns('?this'));
    if (pattern !== undefined) update({ pattern });
    for (const node of focus.nodes) update({ node });
  }
  const texts = updates.map((update) => {
    if (update.kind === 'refused') throw new StoreError(update.reason);
    return update.text;
  });
  for (const chunk of chunksOf(texts, updatesPerRequest)) await graph.write(chunk, signal);
  if (texts.length > 0) await graph.write(graph.endStep, signal);
}

const updatesPerRequest = 100;

/** How many nodes are judged together by the conditions of a rule. */
const nodesPerBatch = 500;

/**
 * The focus nodes of a rule that conform to its conditions, in N-Triples. They are judged here, with what the conditions
 * look up.
 */
async function conformingNodes(
  store: Store,
  { conditions }: Rule,
  focus: RuleFocus,
  { inputWith, looksUpClasses }: StoreRules,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const patterns = focus.patterns('?f');
  const names = new Set(focus.nodes.map(termToNTriples));
  const pages = new Pages(store, patterns, signal);
  const counts = patterns.length === 0 ? [] : await pages.counts(allHashes);
  for await (const { nodes, gaps } of pages.pages(allHashes, counts)) {
    if (gaps[0] !== undefined) throw new StoreError(gaps[0]);
    for (const { term } of nodes) names.add(term);
  }
  for (const pattern of patterns)
    if ((await countOfRows(store, '?f', `${pattern} FILTER(isBlank(?f))`, signal)) > 0)
      throw new StoreError(
        'Focus nodes of rules with conditions (sh:condition) are blank nodes, which no update can name.',
      );
  const found: string[] = [];
  for (const chunk of chunksOf([...names].sort(), nodesPerBatch)) {
    let conforming: readonly string[] = [];
    const { gaps } = await fetchNeeded(
      store,
      async (known) => {
        const input = await inputWith(known);
        const { evaluator, lookUps } = await observedEvaluator(input, { looksUpClasses });
        const conforms = (name: string) =>
          idsOf([name]).every((node) => conditions.every((shape) => evaluator.conforms(node, shape)));
        conforming = chunk.filter(conforms);
        const needed = lookUps();
        if (needed.asksForAll)
          throw new StoreError('A condition of a rule (sh:condition) looks at all triples of the store.');
        return { lookUps: needed.lookUps, gaps: [] };
      },
      signal,
    );
    if (gaps[0] !== undefined) throw new StoreError(gaps[0]);
    found.push(...conforming);
  }
  return found;
}

/**
 * Why the inferences have another meaning in a local run, where they only hold while rules run, or do not change classes.
 */
async function otherMeanings(graph: ScratchGraph, signal: AbortSignal): Promise<readonly string[]> {
  const gaps: string[] = [];
  for (const predicate of [shRules.tempTriple, rdfs.subClassOf]) {
    const pattern = `?s <${terms.value(predicate)}> ?o`;
    if ((await countOfRows(graph.inferred, '?s ?o', pattern, signal)) > 0)
      gaps.push(
        predicate === rdfs.subClassOf
          ? 'Rules infer which classes are below others (rdfs:subClassOf), which is not taken into account for targets and classes of files, but would be in a store.'
          : 'Rules infer triples that hold only while they run (sh:tempTriple).',
      );
  }
  return gaps;
}
