import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { UncheckedPart } from '../model/violation.ts';
import type { Inference } from '../shapesGraph/regimes.ts';
import type { Watch } from '../watch.ts';
import type { SchemaStep } from './steps.ts';

/**
 * A graph with the triples that follow from it. Immutable: a changed graph has a new entailment, which shares the
 * unchanged parts.
 */
export interface Entailment {
  /** `none` where nothing is inferred except the values that shapes derive by sh:values (SHACL 1.2). */
  readonly regime: Inference;
  /** Whether rules of the shapes graph infer triples, those of sh:values among them. */
  readonly byRules: boolean;
  /** Whether an inferred triple is only a value that shapes derive (sh:values of SHACL 1.2). */
  isDerivedValue(triple: Triple): boolean;
  /** The triples that files state. */
  readonly asserted: Graph;
  /** The triples that follow and are not asserted. */
  readonly inferred: Graph;
  /** The union of both. */
  readonly graph: Graph;
  /** Why less is inferred than follows. */
  readonly gaps: readonly UncheckedPart[];
  /**
   * The entailment of a changed graph. It equals an entailment computed from scratch.
   *
   * @param after the asserted graph with the delta applied.
   */
  changed(after: Graph, delta: GraphDelta, shapes: ShapesGraph, classGraph: Graph): Entailment;
  /**
   * Why an inferred triple holds: the steps that lead to it, in order. Each premise is a triple of the origin or the
   * conclusion of an earlier step; the last step concludes the triple.
   *
   * @param origin a part of the asserted graph; all of it when omitted.
   * @returns undefined when the triple does not follow from the origin, or is in it.
   */
  derivation(triple: Triple, origin?: Pick<Graph, 'has'>): readonly EntailmentStep[] | undefined;
}

/** One application of a rule. */
export type EntailmentStep = SchemaStep | RuleStep;

/** One application of a rule of the shapes graph. */
export interface RuleStep {
  readonly kind: 'rule';
  /** The rule's node in the shapes graph. */
  readonly rule: TermId;
  readonly focusNode: TermId | undefined;
  /** The triples that the rule matched, and the one that made the focus node a target. */
  readonly premises: readonly Triple[];
  readonly conclusion: Triple;
}

/** What inference starts from. */
export interface EntailmentInput {
  readonly asserted: Graph;
  /** A graph whose triples about classes and properties also count for RDFS, such as the shapes graph. */
  readonly schema: Graph;
  readonly shapes: ShapesGraph;
  /** The graph in which rdfs:subClassOf is looked up. */
  readonly classGraph: Graph;
  /** What watches the rules, and which of them are skipped. */
  readonly watch?: Watch;
}

/** The stated triples that a derivation starts from. */
export function statedPremises(steps: readonly EntailmentStep[]): readonly Triple[] {
  const concluded = new Set(steps.map(({ conclusion }) => key(conclusion)));
  return steps
    .flatMap((step) => (step.kind === 'schema' ? [step.premise] : step.premises))
    .filter((premise) => !concluded.has(key(premise)));
}

function key({ subject, predicate, object }: Triple): string {
  return `${subject} ${predicate} ${object}`;
}
