import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type GraphDelta, IndexedGraph } from '../rdf/graph.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import { terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { namespaces } from '../rdf/vocab.ts';
import { describeShared } from '../testing/shared.ts';
import { builtinValidator } from './incremental/recordedValidation.ts';
import { referenceValidator } from './reference/referenceEngine.ts';
import { readShapes } from './shapesGraph/readShapes.ts';
import type { ValidationInput } from './validationUnit.ts';

/** A change that breaks exactly one constraint. */
interface GoldenCase {
  readonly id: string;
  readonly shapes: string;
  readonly data: string;
  readonly remove: readonly string[];
  readonly insert: readonly string[];
  /** The component's name, null where the change is no violation. */
  readonly expect: string | null;
  readonly alpha: number;
}

describeShared('one broken constraint of each component', '../golden/components.json', (file) => {
  const cases = JSON.parse(readFileSync(file, 'utf8')) as readonly GoldenCase[];

  describe.each([builtinValidator(), referenceValidator])('$engine', (validator) => {
    const validate = (input: ValidationInput) => validator.validate(input, new AbortController().signal);

    test.each(cases)('$id', async (golden) => {
      const data = parse('data', golden.data);
      const prologue = golden.data.match(/@prefix[^>]*> \./g)!.join('\n');
      const edit = (lines: readonly string[]) => [
        ...parse('data', `${prologue}\n${lines.join('\n')}`).triples(),
      ];
      const delta: GraphDelta = { added: edit(golden.insert), removed: edit(golden.remove) };
      const shapes = parse('shapes', golden.shapes);

      const before = await validate(inputOf(data, shapes));
      expect(before.violations).toEqual([]);
      const after = await validate(inputOf(new OverlayGraph(data, delta), shapes));
      const found = after.violations.map(({ component }) => terms.value(component));
      const expected = golden.expect === null ? [] : [`${namespaces.sh}${golden.expect}ConstraintComponent`];
      expect([...new Set(found)]).toEqual(expected);
      expect(found).toHaveLength(golden.alpha);
    });
  });
});

function inputOf(data: IndexedGraph | OverlayGraph, shapes: IndexedGraph): ValidationInput {
  return { dataGraph: data, reportedGraph: data, classGraph: data, shapes: readShapes(shapes) };
}

function parse(name: string, text: string): IndexedGraph {
  const document = new TurtleDocument(`file:///${name}.ttl`, 1, text);
  expect(document.errors).toEqual([]);
  return new IndexedGraph(document.graph.triples());
}
