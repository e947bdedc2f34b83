import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { Inference } from './entailment.ts';

/**
 * The inference regime of a unit: the one in the setting, or RDFS when the setting is `none` and the shapes graph asks
 * for it with sh:entailment.
 */
export function inferenceFor(setting: Inference, shapesGraph: Graph): Inference {
  return setting === 'none' && regimesOf(shapesGraph).includes(rdfsRegime) ? 'rdfs' : setting;
}

/** The regimes that the shapes graph asks for and that are not supported. */
export function unsupportedRegimes(shapesGraph: Graph): readonly TermId[] {
  return regimesOf(shapesGraph).filter((regime) => regime !== rdfsRegime && regime !== simpleRegime);
}

function regimesOf(shapesGraph: Graph): readonly TermId[] {
  return [...new Set(shapesGraph.withPredicate(sh.entailment).map(({ object }) => object))];
}

const namespace = 'http://www.w3.org/ns/entailment/';
const rdfsRegime = terms.constant(`${namespace}RDFS`);

/** Simple entailment adds no triples that validation could use, so it needs no support. */
const simpleRegime = terms.constant(`${namespace}Simple`);
