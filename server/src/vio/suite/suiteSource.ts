import type { GraphDelta } from '../../rdf/graph.ts';
import type { GenerateOptions, VioSuite } from '../cases/vioCase.ts';
import type { VioProblem } from '../problem.ts';
import type { InputJson, LinkRole, SuiteJson } from './format.ts';

/** All that a suite folder is written from. The same source gives the same bytes. */
export interface SuiteSource {
  readonly problem: VioProblem;
  readonly suite: VioSuite;
  readonly options: GenerateOptions;
  readonly origin: SuiteOrigin;
}

/** Where the graph and the shapes of a suite come from. */
export interface SuiteOrigin {
  readonly name: string;
  /** Of this program. */
  readonly version: string;
  readonly inputs: readonly InputJson[];
  readonly ifInvalid: SuiteJson['options']['ifInvalid'];
  /** What had to be changed for the graph to be valid. */
  readonly preparation: GraphDelta | undefined;
  /** Where rdfs:subClassOf is looked up. */
  readonly subClassOfFrom: readonly LinkRole[];
  /** Those that graph.ttl and manifest.ttl are written with. */
  readonly graphPrefixes: ReadonlyMap<string, string>;
  readonly manifestPrefixes: ReadonlyMap<string, string>;
}

/** The SHA-256 of a text in UTF-8 that comes in pieces, in hexadecimal digits. */
export interface Sha256 {
  update(piece: string): void;
  digest(): string;
}
