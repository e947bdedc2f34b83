import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type { RepairTask } from '../../server/src/lab/evaluation/suite/repairTask.ts';
import { type EvaluatedGraph, taskOf } from '../../server/src/lab/evaluation/suite/repairTask.ts';
import type { GraphDelta } from '../../server/src/rdf/graph.ts';
import { TurtleDocument } from '../../server/src/rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../server/src/rdf/unionGraph.ts';
import {
  type RecordedValidation,
  recordValidation,
} from '../../server/src/shacl/incremental/recordedValidation.ts';
import { shortForm } from '../../server/src/shacl/model/words.ts';
import { readShapes } from '../../server/src/shacl/shapesGraph/readShapes.ts';
import { arbitraryCase } from '../../server/src/testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../server/src/testing/fixture.ts';
import { generateVios } from '../../server/src/vio/generate.ts';
import { defaultGenerateOptions, type VioCase } from '../../server/src/vio/vioCase.ts';
import { headerLinks } from '../../server/src/workspace/project/headerLinks.ts';

/** A small graph with results to repair. */
export interface OptimalityCase {
  readonly dataSet: string;
  readonly task: RepairTask;
  /** The graph before its results came, whose targets have to stay. */
  readonly valid: RecordedValidation;
  /** What brought the results about; undefined for graphs that were never valid. */
  readonly change: GraphDelta | undefined;
}

const { signal } = new AbortController();

interface DataSet {
  readonly name: string;
  readonly data: string;
  readonly shapes: string;
}

const dataSets: readonly DataSet[] = [
  { name: 'demo', data: 'demo/units.ttl', shapes: 'demo/shapes/unit-shapes.ttl' },
  ...readdirSync('test-fixtures/hvac')
    .filter((file) => file.endsWith('-manifest.ttl'))
    .map((file) => ({
      name: 'HVAC',
      data: `hvac/${file.replace('-manifest', '')}`,
      shapes: `hvac/${file}`,
    })),
  { name: 'university', data: 'university/university.ttl', shapes: 'university/university-shapes.ttl' },
  { name: 'library', data: 'heldout/library.ttl', shapes: 'heldout/library-shapes.ttl' },
];

/** The cases of `generate --mode cover --seed 1` of each data set, and of random graphs and shapes. */
export async function* optimalityCases(randomUnits: number): AsyncGenerator<OptimalityCase> {
  for (const dataSet of dataSets) {
    const graph = await evaluatedGraph(dataSet);
    const cases = await vios(graph);
    for (const [i, { change, expected }] of cases.entries()) {
      const isChosen = ({ focusNode, sourceShape }: typeof expected) =>
        focusNode === expected.focusNode && sourceShape === expected.sourceShape;
      const task = await taskOf(graph, { id: String(i + 1), change }, isChosen, signal);
      yield { dataSet: dataSet.name, task, valid: graph.recorded, change };
    }
  }
  yield* randomCases(randomUnits);
}

async function evaluatedGraph({ data, shapes }: DataSet): Promise<EvaluatedGraph> {
  const document = readTurtle(data);
  const context = headerLinks(document)
    .filter(({ role }) => role === 'context')
    .map((link) => readTurtle(join(dirname(data), link.path)));
  return validatedGraph(document, readTurtle(shapes), context);
}

async function validatedGraph(
  document: TurtleDocument,
  shapes: TurtleDocument,
  context: readonly TurtleDocument[],
): Promise<EvaluatedGraph> {
  const dataGraph = new UnionGraph([document, ...context].map(({ graph }) => graph));
  const recorded = await recordValidation({
    dataGraph,
    reportedGraph: document.graph,
    classGraph: new UnionGraph([dataGraph, shapes.graph]),
    shapes: readShapes(shapes.graph),
  });
  return { document, context, recorded, term: shortForm };
}

function readTurtle(path: string): TurtleDocument {
  const file = join('test-fixtures', path);
  return new TurtleDocument(`file:///${file}`, 1, readFileSync(file, 'utf8'));
}

async function vios({ recorded, document, term }: EvaluatedGraph): Promise<readonly VioCase[]> {
  const options = { ...defaultGenerateOptions, crossCheck: 'none' } as const;
  const events = generateVios({ recorded, prefixes: document.prefixes, term }, options, signal);
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value.cases;
  }
}

/** The most results of a random graph. With more, hardly any repair is small. */
const maxResults = 3;

/** Random graphs and shapes with all components and paths, always the same ones: those with a few results. */
export async function* randomCases(count: number): AsyncGenerator<OptimalityCase> {
  for (const { data, shapes, context } of fc.sample(arbitraryCase(), { seed: 1, numRuns: count })) {
    const file = (name: string, lines: readonly string[]) =>
      new TurtleDocument(`file:///${name}.ttl`, 1, suppliedPrefixes + lines.join('\n'));
    const document = file('data', [...data, ...context]);
    const { recorded, term } = await validatedGraph(document, file('shapes', shapes), []);
    const { violations, notChecked } = recorded.result;
    const [violation] = violations;
    // Shapes that refer to others which are not described say nothing clear.
    if (violation === undefined || violations.length > maxResults || notChecked.length > 0) continue;
    const problem = { violation, recorded, documents: [document], context: [], term };
    const task = { caseId: 'random', problem, results: violations, repeat: 1 };
    yield { dataSet: 'random', task, valid: recorded, change: undefined };
  }
}
