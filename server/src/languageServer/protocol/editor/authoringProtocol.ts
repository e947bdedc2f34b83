/** The part of the protocol about writing data: samples, connections, facts from texts. */
import type { Location, Position, WorkspaceEdit } from 'vscode-languageserver';
import type { Failure } from './failure.ts';

export interface SampleClassesParams {
  readonly uri: string;
  readonly position?: Position;
  /** Whether shapes that no class leads to are listed as well. */
  readonly withShapes?: boolean;
}
export type SampleClasses = readonly SampleClass[];
export interface SampleClass {
  readonly iri: string;
  /** In the words of the file. */
  readonly name: string;
  /** How many shapes have it as their target, and how many instances there are. */
  readonly shapes: number;
  readonly instances: number;
  /** True for a shape that no class leads to, for which samples can be made as well. */
  readonly isShape?: boolean;
}

export interface GenerateSamplesParams {
  readonly uri: string;
  /** By its IRI. */
  readonly class: string;
  /** True where `class` is a shape that the individuals are to conform to. */
  readonly isShape?: boolean;
  readonly count: number;
  /** Whether properties get values that shapes describe but do not require. */
  readonly includes: 'required' | 'described';
  readonly withModel: boolean;
  readonly partialResultToken?: string | number;
}
export type GeneratedSamples =
  | {
      readonly kind: 'answered';
      readonly edit: WorkspaceEdit;
      /** How many individuals there are; nodes that they need are not counted. */
      readonly individuals: number;
      /** What the user should know about them, one sentence each. */
      readonly notes: readonly string[];
      /** What asking a model cost, where one was asked. */
      readonly summary?: string;
    }
  | Failure;

export interface NodesMatchingParams {
  readonly uri: string;
  readonly text: string;
}
export type MatchingNodes = readonly GraphNode[];
export interface GraphNode {
  /** An IRI; a substitute where the node has none. */
  readonly id: string;
  /** In the words of the file. */
  readonly name: string;
  readonly label: string | undefined;
}

export interface NodesAtParams {
  readonly uri: string;
  readonly positions: readonly Position[];
}
export type NodesAt = readonly (GraphNode | null)[];

export interface ExplainConnectionParams {
  readonly uri: string;
  readonly from: string;
  readonly to: string;
}
export interface ExplainedConnection {
  readonly kind: 'connected' | 'apart';
  /** One sentence. */
  readonly summary: string;
  /** The connection as lines, for users who do not see the drawing. */
  readonly text: string;
  readonly from: GraphNode;
  readonly to: GraphNode;
  /** The nodes on the paths that are shown. */
  readonly nodes: readonly GraphNode[];
  /** The shortest paths, at most five. */
  readonly ways: readonly (readonly ConnectionStep[])[];
}
/** A triple of a path, from one of `nodes` to the next, by their indexes. */
export interface ConnectionStep {
  readonly from: number;
  readonly to: number;
  readonly property: string;
  /** True where the triple leads from `to` to `from`. */
  readonly inverse: boolean;
  readonly place: Location | undefined;
}

export interface SayConnectionParams extends ExplainConnectionParams {
  readonly partialResultToken?: string | number;
}
export type SaidConnection =
  /** With a summary of what it took. */
  { readonly kind: 'answered'; readonly text: string; readonly summary: string } | Failure;

export interface ExtractFactsParams {
  /** Of the file that the facts go into. */
  readonly uri: string;
  /** By its IRI. */
  readonly class: string;
  readonly text: string;
  readonly partialResultToken?: string | number;
}
export type ExtractedFacts =
  | {
      readonly kind: 'answered';
      /** Undefined where the text has no such facts. */
      readonly edit: WorkspaceEdit | undefined;
      readonly triples: number;
      readonly individuals: number;
      /** What the user should know about them, one sentence each. */
      readonly notes: readonly string[];
      readonly summary: string;
    }
  | Failure;
