/** A thread that parses lines, started by `linePool.ts`. */
import { parentPort } from 'node:worker_threads';
import { terms } from '../../rdf/terms.ts';
import { buffersOf, type LinesToParse, parsePart } from '../../rdf/turtle/parsedPart.ts';

const port = parentPort!;

port.on('message', (lines: LinesToParse) => {
  const part = parsePart(lines);
  // No part knows the terms of another one, so that memory does not grow with the file.
  terms.sweep(() => {});
  port.postMessage(part, part ? buffersOf(part) : []);
});
