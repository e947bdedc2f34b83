import type { TextRange } from '../../base/textRange.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { Place } from '../../shacl/results/locate.ts';
import type { Location, Position, Range } from './api.ts';

export function locationOf({ document, range }: Place): Location {
  return { uri: document.uri, ...rangeOf(document, range) };
}

export function rangeOf({ lines }: Pick<TurtleDocument, 'lines'>, { start, end }: TextRange): Range {
  const position = (offset: number): Position => ({ offset, ...lines.positionAt(offset) });
  return { start: position(start), end: position(end) };
}
