import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { UnitAnalysis } from './unitAnalysis.ts';

/**
 * An open file as the features of editors need it while its user types: its current text, and the last findings about it.
 * Places are right in `document` and `documents`; the analyses may be about older texts, so that only their graphs, shapes
 * and settings are to be used.
 */
export interface AnalysedFile {
  /** As of the current text. */
  readonly document: TurtleDocument;
  /** The last analyses of the units that the file belongs to, its own first. */
  readonly analyses: readonly UnitAnalysis[];
  /** The files of these units, open ones with their current text; `document` first. Their texts may be shown. */
  readonly documents: readonly TurtleDocument[];
  /**
   * What is known about the stores that the units link, and their labels of terms; the uris are their addresses. It has no
   * places.
   */
  readonly stores: readonly TurtleDocument[];
}

/** Whether a text of a unit has changed since it was validated. */
export function isOlderThan({ graphs }: UnitAnalysis, { documents }: AnalysedFile): boolean {
  return documents.some((document) => {
    const validated = graphs.linked.documents.get(document.uri);
    return validated !== undefined && !validated.rope.equals(document.rope);
  });
}
