import type { Inference } from '../shacl/entailment/entailment.ts';

/** What users can set under `shaclRepair.*` and the core reads; defaults as documented in package.json. */
export interface Settings {
  readonly links: readonly LinkSetting[];
  readonly engine: 'builtin' | 'rdf-validate-shacl';
  /** Which parts of a unit rdfs:subClassOf is looked up in. */
  readonly subClassOfFrom: readonly ('data' | 'context' | 'shapes')[];
  /** What is inferred before validation; shapes may ask for more by sh:entailment. */
  readonly inference: Inference;
  readonly maxSuggestions: number;
}

/** The choices of `validation.inference`, each with all that the ones before it infer. */
export const inferences: readonly Inference[] = ['none', 'rdfs', 'rdfs+inverse'];

/** One entry of `shaclRepair.links`: globs relative to the workspace folder. */
export interface LinkSetting {
  readonly data: string;
  readonly shapes: readonly string[];
  readonly context: readonly string[];
}

export const defaultSettings: Settings = {
  links: [],
  engine: 'builtin',
  subClassOfFrom: ['data', 'context', 'shapes'],
  inference: 'none',
  maxSuggestions: 5,
};
