import { counted } from '../../base/counted.ts';
import { flattenTriples, type Graph, type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { StatedGraph } from '../../rdf/statedGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { rdfs, sh } from '../../rdf/vocab.ts';
import type { Entailment, EntailmentInput, EntailmentStep } from '../entailment/entailment.ts';
import type { RuleRegime } from '../entailment/inference.ts';
import type { NotChecked } from '../results/violation.ts';
import type { ShapesGraph } from '../shapesGraph/shapesGraph.ts';
import { requestedRules } from './declaredRules.ts';
import { rulesOf } from './readRules.ts';
import type { RuleSet } from './rule.ts';
import { RuleDerivations } from './ruleDerivations.ts';
import { ruleName } from './ruleName.ts';
import { type RuleBound, RuleRun, ruleLimits } from './ruleRun.ts';
import { withoutTemporary } from './temporaryTriples.ts';

/** What the rules of a shapes graph infer from a graph, with what follows by RDFS if the regime includes it. */
export class RuleEntailment implements Entailment {
  readonly regime: RuleRegime;
  readonly asserted: Graph;
  readonly inferred: Graph;
  readonly graph: Graph;
  readonly gaps: readonly NotChecked[];
  /** How many blank nodes the rules made. */
  readonly newNodes: number;
  readonly #input: EntailmentInput;
  readonly #derivations: RuleDerivations;

  readonly #run: RuleRun;

  static of(input: EntailmentInput, regime: RuleRegime): RuleEntailment {
    const { asserted, shapes } = input;
    const run = new RuleRun(rulesToRun(shapes).rules, input, regime === 'rules+rdfs');
    const inferred = StatedGraph.of(flattenTriples(withoutTemporary(allInferred(run, asserted))));
    return new RuleEntailment(input, regime, run, inferred);
  }

  private constructor(input: EntailmentInput, regime: RuleRegime, run: RuleRun, inferred: Graph) {
    const { asserted, shapes } = input;
    const set = rulesToRun(shapes);
    this.regime = regime;
    this.asserted = asserted;
    this.inferred = inferred;
    this.graph = new UnionGraph([asserted, this.inferred]);
    this.#run = run;
    this.gaps = [...problemNotes(set, run, shapes), ...boundNotes(run.bound, shapes)];
    this.newNodes = run.newNodes.size;
    this.#input = input;
    this.#derivations = new RuleDerivations(run, asserted);
  }

  changed(asserted: Graph, delta: GraphDelta, shapes: ShapesGraph, classGraph: Graph): RuleEntailment {
    const input = { ...this.#input, asserted, shapes, classGraph };
    return this.#hasSameRules(input) ? this.#changed(input, delta) : RuleEntailment.of(input, this.regime);
  }

  /** The entailment of another input, computed from the differences to this one. */
  updated(input: EntailmentInput): RuleEntailment {
    if (!this.#hasSameRules(input)) return RuleEntailment.of(input, this.regime);
    if (input.asserted === this.asserted) return this;
    return this.#changed(input, graphDifference(this.asserted, input.asserted));
  }

  /** What is inferred stays as it is after most changes; otherwise the rules are run anew. */
  #changed(input: EntailmentInput, delta: GraphDelta): RuleEntailment {
    return this.#run.staysSame(this.asserted, input.asserted, delta)
      ? new RuleEntailment(input, this.regime, this.#run, this.inferred)
      : RuleEntailment.of(input, this.regime);
  }

  #hasSameRules({ schema, shapes, classGraph }: EntailmentInput): boolean {
    const known = this.#input;
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

/** The rules of a shapes graph: those of the rule sets that it names by sh:entailment, or else all. */
function rulesToRun(shapes: ShapesGraph): RuleSet {
  const set = rulesOf(shapes);
  const requested = requestedRules(shapes.graph);
  return typeof requested === 'string'
    ? set
    : {
        rules: set.rules.filter(({ id }) => requested.has(id)),
        problems: set.problems.filter(({ rule }) => requested.has(rule)),
      };
}

function* allInferred(run: RuleRun, asserted: Graph): Iterable<Triple> {
  yield* run.inferred;
  for (const triple of run.schema?.inferred.triples() ?? []) {
    if (!hasTriple(asserted, triple)) yield triple;
  }
}

function problemNotes(
  { problems }: RuleSet,
  { failed }: RuleRun,
  shapes: ShapesGraph,
): readonly NotChecked[] {
  const failures = [...failed].map(([{ id, shapes: owners }, reason]) => ({
    rule: id,
    shapes: owners,
    reason,
  }));
  return [...problems, ...failures].map(({ rule, shapes: owners, reason }) => ({
    reason: `${capitalised(nameOf(rule, shapes))} is not run. ${reason}`,
    ...(owners[0] === undefined ? {} : { shape: owners[0] }),
    concerns: 'anyNode' as const,
  }));
}

function boundNotes(bound: RuleBound | undefined, shapes: ShapesGraph): readonly NotChecked[] {
  if (bound === undefined) return [];
  const rule = nameOf(bound.rule, shapes);
  const why = {
    iterations: `after ${ruleLimits.iterations} iterations ${rule} still inferred something new`,
    triples: `more than ${counted(ruleLimits.triples, 'triple')} were inferred, the last by ${rule}`,
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
  if (name !== undefined) return `the rule “${name}”`;
  const owner = graph.subjects(sh.rule, rule).find((shape) => !terms.isBlank(shape));
  return owner === undefined ? 'a rule' : `a rule of ${term(owner)}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
