import type { GraphDelta } from '../../rdf/graph.ts';
import type { LinkRole } from '../../workspace/project/linkReason.ts';
import type { VioProblem } from '../problem.ts';
import type { GenerateOptions, VioSuite } from '../vioCase.ts';
import type { InputJson, StoreJson, SuiteJson } from './format.ts';

/** All inputs of a suite folder. The same source gives the same bytes. */
export interface SuiteSource {
  readonly problem: VioProblem;
  readonly suite: VioSuite;
  readonly options: GenerateOptions;
  readonly origin: SuiteOrigin;
}

/** Where the graph and the shapes of a suite come from. */
export interface SuiteOrigin {
  readonly name: string;
  /** What the graph is called among those of the data set; undefined where it is the only one. */
  readonly graph?: string | undefined;
  /** The version of this program. */
  readonly version: string;
  readonly inputs: readonly InputJson[];
  /** Where the data were drawn from; undefined when they are a file. */
  readonly store?: StoreJson | undefined;
  readonly ifInvalid: SuiteJson['options']['ifInvalid'];
  /** The change that made the graph valid. */
  readonly preparation: GraphDelta | undefined;
  /** Where rdfs:subClassOf is looked up. */
  readonly subClassOfFrom: readonly LinkRole[];
  /** The prefixes of graph.ttl and manifest.ttl. */
  readonly graphPrefixes: ReadonlyMap<string, string>;
  readonly manifestPrefixes: ReadonlyMap<string, string>;
}
