import { terms } from '../../rdf/terms.ts';
import { describedNamespaces } from '../drafts/describedNamespaces.ts';
import { firstDraft } from '../drafts/draft.ts';
import { isOwnTerm } from '../evidence/ownTerms.ts';
import type { RepairProblem, Uncertainty } from '../repair.ts';

/** True for a focus node that the shapes name and the data do not know. */
export function isOnlyInShapes({ violation, recorded }: RepairProblem): boolean {
  const { rootFocusNode: node } = violation;
  const { dataGraph } = recorded.input;
  return terms.isIri(node) && dataGraph.outgoing(node).length + dataGraph.incoming(node).length === 0;
}

/**
 * Why nothing is to be said about a focus node that only the shapes name: it is a file beside them (`sh:targetNode
 * <README.md>`), or a node of somebody else, whose description is missing from the data rather than to be written here.
 * Undefined for all others.
 */
export function foreignToData(problem: RepairProblem): Uncertainty | undefined {
  if (!isOnlyInShapes(problem)) return undefined;
  const { violation, recorded, term } = problem;
  const { rootFocusNode: node } = violation;
  const isFile = terms.value(node).startsWith('file:');
  if (!isFile) {
    const hasNodes = describedNamespaces(recorded.input.reportedGraph).length > 0;
    if (!hasNodes || isOwnTerm(firstDraft(problem), node, node)) return undefined;
  }
  const what = isFile ? 'which the shapes name as a file beside themselves' : 'which only the shapes name';
  return {
    why: `No repair found: the data say nothing about ${term(node)}, ${what}.`,
    remedies: [
      ...(isFile ? [] : [{ kind: 'link', nodes: [node], instancesOf: undefined } as const]),
      { kind: 'openShape' },
    ],
  };
}
