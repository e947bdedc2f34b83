/** Only parses files: the share of one core. Is given the files, one per line, on standard input. */
import { readFileSync } from 'node:fs';
import { TurtleDocument } from '../../server/src/rdf/turtle/turtleDocument.ts';

let triples = 0;
for (const file of readFileSync(0, 'utf8').split('\n')) {
  const document = new TurtleDocument(`file://${file}`, 0, readFileSync(file, 'utf8'));
  triples += document.graph.size;
}
console.log(triples);
