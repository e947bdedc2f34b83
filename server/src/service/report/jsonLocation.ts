import type { Position } from '../../base/lineIndex.ts';
import type { TextRange } from '../../base/textRange.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { Place } from '../../shacl/results/locate.ts';

export interface JsonLocation {
  readonly uri: string;
  readonly start: Position;
  readonly end: Position;
  /** The name of the graph block around it, in a TriG file. */
  readonly graph?: string;
}

export function placeJson({ document, range }: Place): JsonLocation {
  const graph = document.graphAt(range.start);
  return {
    uri: document.uri,
    ...rangeJson(document, range),
    ...(graph !== undefined && { graph: termToNTriples(graph) }),
  };
}

/** A range as in the Language Server Protocol. */
export function rangeJson(
  { lines }: TurtleDocument,
  { start, end }: TextRange,
): {
  readonly start: Position;
  readonly end: Position;
} {
  return { start: lines.positionAt(start), end: lines.positionAt(end) };
}
