import type { Graph } from '../../../rdf/graph.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { AskedOfNode, UnitShapes } from './askedProperties.ts';
import type { NodeAtCursor } from './nodeAtCursor.ts';
import type { Peers } from './peers.ts';

/** Where a value is to be written, with what is known about it. */
export interface CompletionPlace {
  readonly node: NodeAtCursor;
  readonly predicate: TermId;
  readonly asked: AskedOfNode;
  readonly peers: Peers;
  /** The subjects of the statements around, the nearest first. */
  readonly nearby: readonly TermId[];
  /** The file in which it is. */
  readonly document: Graph;
  /** All files of the unit. */
  readonly world: Graph;
  readonly units: readonly UnitShapes[];
}
