import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Graph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { sh } from '../../rdf/vocab.ts';
import { someOf } from '../../testing/runs.ts';
import { readTests } from '../../testing/shaclTests.ts';
import { describeShared } from '../../testing/shared.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { judgesByTriple } from './coverage.testing.ts';
import { naiveCoverage } from './naiveCoverage.testing.ts';

describeShared('coverage of the W3C SHACL Core suite', 'w3c-shacl-tests/tests/core', (folder) => {
  const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ttl'))
    .sort()
    .flatMap((file) => readTests(load(pathToFileURL(`${folder}/${file}`).href)));

  test.each(cases.map((each) => [each.name, each] as const))('%s', (_, { data, shapes }) => {
    check(inputOf(load(data).graph, load(shapes).graph));
  });
});

describeShared('coverage of buildings with the Brick ontology', 'brick-buildingmotif', (folder) => {
  const open = (name: string) => load(pathToFileURL(`${folder}/${name}`).href).graph;
  const guideline36 = readdirSync(`${folder}/guideline36`).map((file) => `guideline36/${file}`);
  const files: readonly (readonly [data: string, shapes: readonly string[]])[] = [
    ['mediumOffice_brick.ttl', ['mediumOffice_constraints.ttl', ...guideline36]],
    ['smallOffice_brick.ttl', ['Brick.ttl']],
    ['mediumOffice_brick_compiled.ttl', ['Brick.ttl']],
  ];

  test.each(someOf(files))('%s', (data, shapes) => {
    check(inputOf(open(data), new UnionGraph(shapes.map(open)), open('Brick.ttl')));
  });
});

function inputOf(data: Graph, shapes: Graph, context?: Graph): ValidationInput {
  const dataGraph = context ? new UnionGraph([data, context]) : data;
  // The naive coverage evaluates none.
  const queries = [...shapes.withPredicate(sh.sparql), ...shapes.withPredicate(sh.target)];
  return {
    dataGraph,
    reportedGraph: dataGraph,
    classGraph: new UnionGraph([dataGraph, shapes]),
    shapes: readShapes(new OverlayGraph(shapes, { added: [], removed: queries })),
  };
}

function check(input: ValidationInput): void {
  const judged = judgesByTriple(input);
  const expected = naiveCoverage(input);
  expect(judged.size).toBe(expected.size);
  for (const [triple, shapes] of expected) expect(judged.get(triple)).toEqual(shapes);
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
