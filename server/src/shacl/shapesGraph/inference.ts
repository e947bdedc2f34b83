/** Which rules are applied. `rdfs+inverse` is `rdfs` plus owl:inverseOf and owl:SymmetricProperty. */
export type InferenceRegime = 'rdfs' | 'rdfs+inverse';

/** The setting `validation.inference`. */
export type Inference = 'none' | Regime;

/** What inference goes by. `rules` are those of the shapes graph. */
export type Regime = InferenceRegime | RuleRegime;

/** Regimes with the rules of the shapes graph. */
export type RuleRegime = 'rules' | 'rules+rdfs';
