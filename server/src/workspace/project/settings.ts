import { defaultFormatOptions, type FormatOptions } from '../../rdf/turtle/formatting/formatOptions.ts';
import type { RdfVersion } from '../../rdf/turtle/turtleDocument.ts';
import type { Inference } from '../../shacl/shapesGraph/regimes.ts';

/** The user settings under `shaclRepair.*` that the core reads; package.json documents the defaults. */
export interface Settings {
  readonly links: readonly LinkSetting[];
  /** The files of ontologies by IRI, where several files declare one; as paths relative to the workspace folder. */
  readonly ontologies: Readonly<Record<string, string>>;
  readonly engine: 'builtin' | 'rdf-validate-shacl';
  /** The parts of a unit in which rdfs:subClassOf is looked up. */
  readonly subClassOfFrom: readonly ('data' | 'context' | 'shapes')[];
  /** What is inferred before validation; shapes may request more with sh:entailment. */
  readonly inference: Inference;
  /** The version of RDF for the files of a unit. */
  readonly rdf: RdfVersion;
  /** The version of SHACL for shapes. */
  readonly shacl: ShaclVersion;
  readonly maxSuggestions: number;
  /** How Turtle is formatted. */
  readonly format: FormatOptions;
  /** The hints that are shown after terms. */
  readonly inlayHints: readonly HintKind[];
  /** What gets code lenses with the number of its uses. */
  readonly usesLens: UsesLens;
}

/** The values of `validation.inference`, from the least to the most inference. */
export const inferences: readonly Inference[] = ['none', 'rdfs', 'rdfs+inverse', 'rules', 'rules+rdfs'];

/** The values of `validation.rdf`, the default last. */
export const rdfVersions: readonly RdfVersion[] = ['1.1', '1.2'];

/** 1.2 is a draft. */
export type ShaclVersion = '1.0' | '1.2';

/** The values of `validation.shacl`, the default last. */
export const shaclVersions: readonly ShaclVersion[] = ['1.0', '1.2'];

/** The values of `inlayHints`: labels of opaque IRIs, datatypes of numbers, inverses of properties, types that follow. */
export const hintKinds = ['labels', 'datatypes', 'inverses', 'types'] as const;
export type HintKind = (typeof hintKinds)[number];

/** The values of `codeLens.uses`: nothing, the classes and properties that a file defines, all that it describes. */
export const usesLenses = ['off', 'definitions', 'subjects'] as const;
export type UsesLens = (typeof usesLenses)[number];

/** One entry of `shaclRepair.links`: globs relative to the workspace folder. */
export interface LinkSetting {
  readonly data: string;
  readonly shapes: readonly string[];
  readonly context: readonly string[];
}

/** The values of the settings below `format`, the default first. */
export { formatChoices } from '../../rdf/turtle/formatting/formatOptions.ts';

export const defaultSettings: Settings = {
  links: [],
  ontologies: {},
  engine: 'builtin',
  subClassOfFrom: ['data', 'context', 'shapes'],
  inference: 'none',
  rdf: '1.2',
  shacl: '1.2',
  maxSuggestions: 5,
  format: defaultFormatOptions,
  inlayHints: [],
  usesLens: 'off',
};
