import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Graph } from '../rdf/graph.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../rdf/unionGraph.ts';
import { describeShared } from '../testing/shared.ts';
import { enginesToTest } from './enginesToTest.testing.ts';
import { builtinValidator } from './incremental/recordedValidation.ts';
import { violationKey } from './model/violation.ts';
import { splitResults } from './results/reported.ts';
import { readShapes } from './shapesGraph/readShapes.ts';
import type { Validator } from './validationUnit.ts';

describeShared('buildings with the Brick ontology', 'brick-buildingmotif', (folder) => {
  const constraints = 'mediumOffice_constraints.ttl';
  const guideline36 = readdirSync(`${folder}/guideline36`).map((file) => `guideline36/${file}`);
  const validateBuilding = (engine: Validator, data: string, shapes: readonly string[]) =>
    validateFiles(engine, folder, { data: [data], context: ['Brick.ttl'], shapes });

  describe.each(enginesToTest)('$engine', (engine) => {
    test('the medium office lacks 69 things that its constraints ask for', async () => {
      const result = await validateBuilding(engine, 'mediumOffice_brick.ttl', [constraints]);
      expect([result.reported.length, result.contextResults.length]).toEqual([69, 0]);
    });

    test('with the shapes of Guideline 36 it lacks 84', async () => {
      const result = await validateBuilding(engine, 'mediumOffice_brick.ttl', [constraints, ...guideline36]);
      expect([result.reported.length, result.contextResults.length]).toEqual([84, 0]);
    });

    test('the small office has 16 results of queries, and Brick itself has 32 others', async () => {
      const result = await validateBuilding(engine, 'smallOffice_brick.ttl', ['Brick.ttl']);
      const isBuiltin = engine.engine === 'builtin';
      expect([result.reported.length, result.contextResults.length]).toEqual([isBuiltin ? 16 : 0, 32]);
      const reasons = result.notChecked.map(({ reason }) => reason);
      const isSaid = reasons.some((reason) => reason.includes('it does not evaluate SPARQL'));
      expect(isSaid).toBe(!isBuiltin);
    });
  });

  test('constraints of an import that is not there are named', () => {
    const shapes = readShapes(load(`${folder}/${constraints}`));
    expect(shapes.imports).toHaveLength(3);
    expect(shapes.foreignStatements).toHaveLength(2);
  });
});

describeShared('QUDT', 'qudt-v2.1.43-merged', (folder) => {
  const schema = ['SCHEMA_QUDT_NoOWL-v2.1.ttl'];

  test.each(enginesToTest)(
    'a part of it lacks what the rest defines: 1641 results by $engine',
    async (engine) => {
      const result = await validateFiles(engine, folder, {
        data: ['qudt-10013.ttl'],
        context: [],
        shapes: schema,
      });
      expect(new Set(result.reported.map(violationKey)).size).toBe(1641);
    },
  );

  test('the whole conforms', async () => {
    const files = { data: ['qudt-all-81303.ttl'], context: [], shapes: schema };
    const result = await validateFiles(builtinValidator(), folder, files);
    expect(result.reported).toEqual([]);
    expect(result.notChecked).toEqual([]);
  });
});

async function validateFiles(
  engine: Validator,
  folder: string,
  files: Readonly<Record<'data' | 'context' | 'shapes', readonly string[]>>,
) {
  const graphs = (names: readonly string[]) => names.map((name) => load(`${folder}/${name}`));
  const [data, context, shapes] = [graphs(files.data), graphs(files.context), graphs(files.shapes)];
  const input = {
    dataGraph: new UnionGraph([...data, ...context]),
    reportedGraph: new UnionGraph(data),
    classGraph: new UnionGraph([...new Set([...data, ...context, ...shapes])]),
    shapes: readShapes(new UnionGraph(shapes)),
  };
  const result = await engine.validate(input, new AbortController().signal);
  return { ...splitResults(result.violations, input), notChecked: result.notChecked };
}

const graphs = new Map<string, Graph>();

function load(path: string): Graph {
  let graph = graphs.get(path);
  if (graph === undefined) {
    graph = new TurtleDocument(`file://${path}`, 1, readFileSync(path, 'utf8')).graph;
    graphs.set(path, graph);
  }
  return graph;
}
