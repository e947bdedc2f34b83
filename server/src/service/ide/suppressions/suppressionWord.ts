import { memoized } from '../../../base/memoized.ts';
import { WordSearch } from '../../../base/wordSearch.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';

/** The word that starts a comment by which results are ignored. */
export const suppressionWord = 'shacl-repair-ignore';

const search = new WordSearch(suppressionWord);

/** Whether a document may have such comments. Few have any, and comments are assembled from all statements. */
export const mayHaveSuppressions: (document: TurtleDocument) => boolean = memoized(({ rope }) =>
  search.isIn(rope),
);
