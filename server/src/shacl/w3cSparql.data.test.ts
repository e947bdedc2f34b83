import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { readTests, reportOf } from '../testing/shaclTests.ts';
import { describeShared } from '../testing/shared.ts';
import { decides, shacl10Suite, shacl12Suite } from '../testing/w3cTests.ts';
import { entail } from './entail.ts';
import { builtinValidator } from './incremental/recordedValidation.ts';
import { readShapes } from './shapesGraph/readShapes.ts';

describe('w3c-shacl-tests/tests/sparql', 'W3C SHACL-SPARQL 1.0', shacl10Suite, 23);
describe('w3c-shacl12-tests/tests/sparql', 'W3C SHACL-SPARQL 1.2', shacl12Suite, 9);

function describe(folder: string, title: string, suite: string, count: number): void {
  describeShared(title, folder, (path) => {
    const cases = readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ttl'))
      .sort()
      .flatMap((file) => readTests(load(pathToFileURL(`${path}/${file}`).href)));

    test('is complete', () => expect(cases).toHaveLength(count));

    for (const each of cases) {
      const { name, data, shapes, report, expectsFailure } = each;
      test(name, decides(`${suite}sparql/${name}`, true), async () => {
        const graph = load(data).graph;
        const read = readShapes(load(shapes).graph);
        const input = { classGraph: graph, shapes: read };
        const entailment = await entail({ ...input, asserted: graph, schema: read.graph }, 'none');
        expect(entailment?.gaps ?? []).toEqual([]);
        const { violations, notChecked } = await builtinValidator().validate(
          {
            ...input,
            dataGraph: entailment?.graph ?? graph,
            reportedGraph: graph,
            ...(entailment && { entailment }),
          },
          new AbortController().signal,
        );
        if (expectsFailure) {
          expect(notChecked).not.toEqual([]);
          expect(violations).toEqual([]);
        } else {
          expect(notChecked).toEqual([]);
          expect(reportOf(violations, each)).toEqual(report);
        }
      });
    }
  });
}

const documents = new Map<string, TurtleDocument>();

function load(uri: string): TurtleDocument {
  let document = documents.get(uri);
  if (document === undefined) {
    document = new TurtleDocument(uri, 1, readFileSync(fileURLToPath(uri), 'utf8'));
    documents.set(uri, document);
  }
  return document;
}
