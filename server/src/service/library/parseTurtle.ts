import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { ParsedTurtle, ParseOptions } from './api.ts';
import { dataFactory } from './dataFactory.ts';
import { locationOf } from './locations.ts';
import { defaultUri } from './readInput.ts';
import { TermWriter } from './termKey.ts';

/** See api.ts. */
export function parseTurtle(
  text: string,
  { uri = defaultUri('data'), factory = dataFactory }: ParseOptions = {},
): ParsedTurtle {
  const document = new TurtleDocument(uri, 0, text);
  const write = new TermWriter(factory, new Map());
  return {
    quads: Array.from(document.graph.triples(), (triple) => write.quad(triple)),
    prefixes: Object.fromEntries(document.prefixes),
    errors: document.errors.map(({ range, message }) => ({
      severity: 'error',
      kind: 'syntax',
      message,
      uri,
      location: locationOf({ document, range }),
    })),
  };
}
