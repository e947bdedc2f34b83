import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh, shRules } from '../../rdf/vocab.ts';
import { isRuleSet, requestedRules } from './declaredRules.ts';

export function isRuleRegime(inference: Inference): inference is RuleRegime {
  return inference === 'rules' || inference === 'rules+rdfs';
}

/**
 * The inference regime of a unit: the one in the setting, with what the shapes graph requires by sh:entailment: RDFS when
 * the setting is `none`, rules in any case.
 */
export function inferenceFor(setting: Inference, shapesGraph: Graph): Inference {
  const asksForRdfs = regimesOf(shapesGraph).includes(rdfsRegime);
  if (requestedRules(shapesGraph) !== 'none' && !isRuleRegime(setting)) {
    return asksForRdfs || setting !== 'none' ? 'rules+rdfs' : 'rules';
  }
  return setting === 'none' && asksForRdfs ? 'rdfs' : setting;
}

/** The regimes that the shapes graph requires and that are not supported. */
export function unsupportedRegimes(shapesGraph: Graph): readonly TermId[] {
  return regimesOf(shapesGraph).filter(
    (regime) => !supported.includes(regime) && !isRuleSet(shapesGraph, regime),
  );
}

function regimesOf(shapesGraph: Graph): readonly TermId[] {
  return [...new Set(shapesGraph.withPredicate(sh.entailment).map(({ object }) => object))];
}

const namespace = 'http://www.w3.org/ns/entailment/';
const rdfsRegime = terms.constant(`${namespace}RDFS`);

/** Simple entailment adds no triples that validation could use, so it needs no support. */
const simpleRegime = terms.constant(`${namespace}Simple`);

const supported = [rdfsRegime, simpleRegime, shRules.Rules, shRules.RulesEntailment];

/** Which rules are applied. `rdfs+inverse` is `rdfs` plus owl:inverseOf and owl:SymmetricProperty. */
export type InferenceRegime = 'rdfs' | 'rdfs+inverse';

/** The setting `validation.inference`. */
export type Inference = 'none' | Regime;

/** The basis of inference. `rules` are those of the shapes graph. */
export type Regime = InferenceRegime | RuleRegime;

/** Regimes with the rules of the shapes graph. */
export type RuleRegime = 'rules' | 'rules+rdfs';
