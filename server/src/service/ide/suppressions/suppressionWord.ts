import { memoized } from '../../../base/memoized.ts';
import { WordSearch } from '../../../base/wordSearch.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';

/** The word that starts a comment by which results are ignored. */
export const suppressionWord = 'shacl-repair-ignore';

const search = new WordSearch(suppressionWord);

/**
 * Whether a document may have such comments. Few have any, and comments are assembled from all statements. A text that was read in
 * parts would be read from the disk once more, which takes a tenth of a validation.
 */
export const mayHaveSuppressions: (document: TurtleDocument) => boolean = memoized(
  (document) => (document.hasComments || !document.isReadInParts) && search.isIn(document.rope),
);
