import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../rdf/unionGraph.ts';
import { readShapes } from '../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { readUnits } from '../testing/dataSet.ts';
import { describeShared } from '../testing/shared.ts';
import { generated, problemOf } from '../testing/vios.ts';
import { objections } from './uncoverable.testing.ts';

async function check(input: ValidationInput, cases: number): Promise<void> {
  const suite = await generated(await problemOf(input));
  expect(suite.cases.length).toBeGreaterThanOrEqual(cases);
  expect(await objections(input, suite.coverage)).toEqual([]);
}

test('every constraint of the shapes for @vocabulary/unit is violated', () => check(readUnits(), 134));

describeShared('QUDT with its own schema', 'qudt-v2.1.43-merged/qudt-all-81303.ttl', (path) => {
  test('every constraint that can be violated is', async () => {
    const read = (file: string) => new TurtleDocument(`file://${file}`, 1, readFileSync(file, 'utf8')).graph;
    const data = read(path);
    const schema = read(path.replace('qudt-all-81303', 'SCHEMA_QUDT_NoOWL-v2.1'));
    const classGraph = new UnionGraph([data, schema]);
    await check({ dataGraph: data, reportedGraph: data, classGraph, shapes: readShapes(schema) }, 134);
  });
});
