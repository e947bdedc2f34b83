import { terms } from '../../rdf/terms.ts';
import type { RepairProblem, Uncertainty } from '../repair.ts';

/**
 * Why nothing is to be said about a focus node: the shapes name it by a path beside themselves (`sh:targetNode <README.md>`), and
 * the data do not know it. Statements about it would speak of a file in the folder of the shapes. Undefined for all others.
 */
export function onlyInShapes({ violation, recorded, term }: RepairProblem): Uncertainty | undefined {
  const { rootFocusNode: node } = violation;
  if (!terms.isIri(node) || !terms.value(node).startsWith('file:')) return undefined;
  const { dataGraph } = recorded.input;
  if (dataGraph.outgoing(node).length + dataGraph.incoming(node).length > 0) return undefined;
  return {
    why: `No repair found: the data say nothing about ${term(node)}, which the shapes name as a file beside themselves.`,
    remedies: [{ kind: 'openShape' }],
  };
}
