import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../rdf/unionGraph.ts';
import type { Constraint } from '../shacl/model/shape.ts';
import type { ShapesGraph } from '../shacl/model/shapesGraph.ts';
import { shortForm } from '../shacl/model/words.ts';
import { readShapes } from '../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput, Validator } from '../shacl/validationUnit.ts';
import { headerLinks } from '../workspace/project/headerLinks.ts';

/** A data file of test-fixtures with the shapes that its header names. */
export function readDataSet(path: string): ValidationInput {
  return readDataSets([path]);
}

/** Several data files as one data set, with additional shapes files. */
export function readDataSets(
  paths: readonly string[],
  furtherShapes: readonly string[] = [],
): ValidationInput {
  const data = paths.map((path) => ({ path, document: readTurtle(path) }));
  const linked = data.flatMap(({ path, document }) =>
    headerLinks(document).map((link) => join(dirname(path), link.path)),
  );
  const shapes = [...new Set([...linked, ...furtherShapes])].map(readTurtle);
  return validationInput(
    data.map(({ document }) => document),
    shapes,
  );
}

/** The units of measure of the npm package @vocabulary/unit, with shapes that they conform to. */
export function readUnits(): ValidationInput {
  const path = 'node_modules/@vocabulary/unit/unit.nq';
  // These are N-Quads of one graph. Without the graph name they are N-Triples, which are valid Turtle.
  const triples = readFileSync(path, 'utf8').replace(/ <http:\/\/qudt\.org\/vocab\/unit\/> \.$/gm, ' .');
  return validationInput([parse(path, triples)], [readTurtle('test-fixtures/units/units-shapes.ttl')]);
}

function validationInput(
  data: readonly TurtleDocument[],
  shapes: readonly TurtleDocument[],
): ValidationInput {
  const dataGraph = data.length === 1 ? data[0]!.graph : new UnionGraph(data.map(({ graph }) => graph));
  const shapesGraphs = shapes.map(({ graph }) => graph);
  return {
    dataGraph,
    reportedGraph: dataGraph,
    classGraph: new UnionGraph([dataGraph, ...shapesGraphs]),
    shapes: readShapes(new UnionGraph(shapesGraphs)),
  };
}

function readTurtle(path: string): TurtleDocument {
  return parse(path, readFileSync(path, 'utf8'));
}

/** Parses a file and throws on syntax errors, so that no part of it is silently lost. */
function parse(path: string, text: string): TurtleDocument {
  const document = new TurtleDocument(`file:///${path}`, 1, text);
  const [error] = document.errors;
  if (error) throw new Error(`${path}, ${error.message}`);
  return document;
}

/**
 * Everything an engine reports for a data set: all results, and what the engine or the shapes reader does not check.
 */
export async function complaints(engine: Validator, input: ValidationInput): Promise<readonly string[]> {
  const { violations, notChecked } = await engine.validate(input, new AbortController().signal);
  return [
    ...violations.map(({ focusNode, sourceShape, component }) =>
      [focusNode, sourceShape, component].map(shortForm).join(' '),
    ),
    ...notChecked.map(({ reason }) => reason),
    ...input.shapes.findings.map(({ message }) => message),
  ];
}

/** The constraints that are possible to violate (spec/vio.md section 2). */
export function constraintsOf({ shapes }: ShapesGraph): readonly Constraint[] {
  return shapes
    .filter(({ deactivated }) => !deactivated)
    .flatMap(({ constraints }) => constraints)
    .filter((constraint) => !isVacuous(constraint));
}

function isVacuous(constraint: Constraint): boolean {
  return (
    (constraint.kind === 'minCount' || constraint.kind === 'qualifiedMinCount') && constraint.count === 0
  );
}
