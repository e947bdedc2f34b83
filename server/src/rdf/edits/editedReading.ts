import type { TextEdit } from '../../base/textEdit.ts';
import type { Graph } from '../graph.ts';
import { graphDifference } from '../graphDifference.ts';
import { isomorphic } from '../isomorphism.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';

/**
 * True when the edited text states a graph, with no more syntax errors than before. It is read as the editor reads edits, which
 * gives what parsing all of it would, and takes as long as what the edits change.
 *
 * @param edits that do not overlap, with offsets of the document's text.
 */
export function editedStates(document: TurtleDocument, edits: readonly TextEdit[], intended: Graph): boolean {
  // From the end, so that the offsets of each edit are still those of the text.
  const edited = edits
    .toSorted((a, b) => a.range.start - b.range.start)
    .reduceRight((before, edit) => before.edited(edit), document);
  if (edited.errors.length > document.errors.length) return false;
  const { added, removed } = graphDifference(edited.graph, intended);
  if (added.length === 0 && removed.length === 0) return true;
  // Blank nodes of a text that was read again may have other names.
  return isomorphic(edited.graph.triples(), intended.triples());
}
