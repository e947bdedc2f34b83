import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadVocabulariesFor } from '../../rdf/completeVocabularies.ts';
import { IndexedGraph } from '../../rdf/graph.ts';
import { provideVocabularies } from '../../rdf/publishedVocabularies.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { termPrinter } from '../../service/ide/termPrinter.ts';
import { packedVocabularies } from '../../testing/packedVocabularies.ts';
import { describeShared } from '../../testing/shared.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import { misspeltDataNames } from './misspeltDataNames.ts';

beforeAll(() => provideVocabularies(async () => (await packedVocabularies()).names));

/** What the data are linked to, each set alone. */
const linked = [
  [],
  ['brick-buildingmotif/Brick.ttl'],
  ['brick-buildingmotif/Brick.ttl', 'brick-buildingmotif/guideline36/guideline36.ttl'],
  ['223p/223p.ttl'],
  ['qudt-v2.1.43-merged/SCHEMA_QUDT_NoOWL-v2.1.ttl'],
];

describeShared('all published data', '.', (root) => {
  test('no name that was meant as it stands is hinted at', async () => {
    const found = new Set<string>();
    for (const files of linked) {
      const documents = files.map((file) => read(join(root, file)));
      const [folder] = files[0]?.split('/') ?? ['.'];
      for (const path of turtleFiles(join(root, folder!)))
        for (const message of await hintsAt(read(path), documents)) found.add(message);
    }
    expect([...found].sort()).toMatchInlineSnapshot(`
      [
        "RDF Schema has no term <http://www.w3.org/2000/01/rdf-schema#XMLLiteral>. Did you mean <http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral>?",
        "RDF has no term rdf:Class. Did you mean rdfs:Class?",
        "The vocabulary of dct: has no property dct:licence. Did you mean dct:license?",
      ]
    `);
  }, 600_000);
});

async function hintsAt(data: TurtleDocument, files: readonly TurtleDocument[]): Promise<readonly string[]> {
  await loadVocabulariesFor(data.prefixes);
  const graphs = files.map(({ graph }) => graph);
  const shapes = graphs.length === 0 ? new IndexedGraph([]) : new UnionGraph(graphs);
  const dataGraph = new UnionGraph([data.graph, ...graphs]);
  const print = termPrinter([data.prefixes]);
  return misspeltDataNames(data, { shapes: readShapes(shapes, print), dataGraph }).map(
    ({ message }) => message,
  );
}

function read(path: string): TurtleDocument {
  return new TurtleDocument(`file://${path}`, 1, readFileSync(path, 'utf8'));
}

function turtleFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ttl|trig|nt|nq)$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
