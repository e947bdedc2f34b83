import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { Inference } from './entailment.ts';

/** What is inferred for a unit: what the setting says, or more where the shapes ask for it by sh:entailment. */
export function inferenceFor(setting: Inference, shapesGraph: Graph): Inference {
  return setting === 'none' && regimesOf(shapesGraph).includes(rdfsRegime) ? 'rdfs' : setting;
}

/** The regimes that the shapes ask for and nothing is inferred by. */
export function unsupportedRegimes(shapesGraph: Graph): readonly TermId[] {
  return regimesOf(shapesGraph).filter((regime) => regime !== rdfsRegime && regime !== simpleRegime);
}

function regimesOf(shapesGraph: Graph): readonly TermId[] {
  return [...new Set(shapesGraph.withPredicate(sh.entailment).map(({ object }) => object))];
}

const namespace = 'http://www.w3.org/ns/entailment/';
const rdfsRegime = terms.constant(`${namespace}RDFS`);

/** A graph entails its own triples: all that validation looks at anyway. */
const simpleRegime = terms.constant(`${namespace}Simple`);
