import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { IndexedGraph } from '../../../rdf/graph.ts';
import { OverlayGraph } from '../../../rdf/overlayGraph.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { termPrinter } from '../../../service/ide/termPrinter.ts';
import { createEvaluator } from '../../../shacl/evaluator.ts';
import { recordValidation } from '../../../shacl/incremental/recordedValidation.ts';
import { violationKey } from '../../../shacl/model/violation.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import { print } from '../../../testing/shaclCheck.ts';
import { describeShared } from '../../../testing/shared.ts';
import type { RepairProblem } from '../../repair.ts';
import { promptContext } from './promptContext.ts';
import { type Strategy, strategies } from './strategy.ts';
import { wholeText } from './turtleText.ts';

describeShared('the running example of the paper', '../golden/paper-example.json', (file) => {
  const golden = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly namespaces: Readonly<Record<string, string>>;
    readonly shapes: string;
    readonly data: string;
    readonly leaves: readonly { readonly id: string; readonly delete: string[]; readonly insert: string[] }[];
  };

  /** The result of a paper after a violating edit of the example. */
  async function problem(leaf: string, paper: string): Promise<RepairProblem> {
    const edit = golden.leaves.find(({ id }) => id === leaf)!;
    const parse = (text: string) => new TurtleDocument('file:///edit.ttl', 1, text).graph.triples();
    const before = new TurtleDocument('file:///data.ttl', 1, golden.data);
    const dataGraph = new IndexedGraph(
      new OverlayGraph(before.graph, {
        removed: [...parse(edit.delete.join('\n'))],
        added: [...parse(edit.insert.join('\n'))],
      }).triples(),
    );
    const shapesDocument = new TurtleDocument('file:///shapes.ttl', 1, golden.shapes);
    const shapes = readShapes(shapesDocument.graph);
    const recorded = await recordValidation({
      dataGraph,
      reportedGraph: dataGraph,
      classGraph: dataGraph,
      shapes,
    });
    const violation = recorded.result.violations.find(({ focusNode }) => print(focusNode) === `ex:${paper}`)!;
    const term = termPrinter([shapesDocument.prefixes]);
    return { violation, recorded, documents: [before], context: [], term };
  }

  const shapesPrefixes = new Map([['', golden.namespaces.shapes!]]);
  const counts = (of: RepairProblem, strategy: Strategy) => {
    const { shapes, data, noPositiveExample } = promptContext(of, strategy, { shapesPrefixes });
    return [shapes.triples.length, data.triples.length, noPositiveExample];
  };

  test('after E1 shows seven triples of shapes and nine of data, and has no positive example', async () => {
    const e1 = await problem('L6', 'PaperABC');
    const { shapes, data } = promptContext(e1, 'SF', { shapesPrefixes });
    expect([wholeText(shapes.text), wholeText(data.text)].join('\n---\n')).toMatchInlineSnapshot(`
      "@prefix : <http://example.org/shapes#> .
      @prefix ex: <http://example.org/ns#> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .

      :ReviewedByShape a sh:PropertyShape ;
        sh:path ex:reviewedBy ;
        sh:qualifiedMinCount 1 ;
        sh:qualifiedValueShape :ReviewerShape .
      :ReviewerShape a sh:NodeShape ;
        sh:class ex:CommitteeMember, ex:Professor .
      ---
      @prefix ex: <http://example.org/ns#> .

      ex:PaperABC a ex:Paper ;
        ex:reviewedBy ex:Alice, ex:Clark .
      ex:Alice a ex:Professor .
      ex:Bob a ex:CommitteeMember, ex:Professor .
      ex:Clark a ex:Student .
      ex:Dan a ex:CommitteeMember, ex:Professor ."
    `);
    expect(strategies.map((strategy) => [strategy, ...counts(e1, strategy)])).toEqual([
      ['MG', 12, 12, false],
      ['MF', 12, 9, false],
      ['MF+', 12, 9, true],
      ['SG', 7, 12, false],
      ['SF', 7, 9, false],
      ['SF+', 7, 9, true],
      ['SnG', 7, 12, false],
      ['SnF', 7, 9, false],
      ['SnF+', 7, 9, true],
    ]);
    expect(counts(await problem('L6', 'PaperA'), 'SF')).toEqual([7, 7, false]);
  });

  test('after E2 differs in the class that Alice has', async () => {
    const { data } = promptContext(await problem('L5', 'PaperABC'), 'SF+');
    expect(data.triples).toHaveLength(9);
    expect(data.text.body).toContain('ex:Alice a ex:CommitteeMember .');
  });

  test('after E3 shows fifteen triples, and seventeen with the other paper', async () => {
    const e3 = await problem('L13', 'PaperABC');
    expect(counts(e3, 'SF')).toEqual([7, 15, false]);
    expect(counts(e3, 'SF+')).toEqual([7, 17, false]);
    expect(counts(e3, 'SG')).toEqual([7, 18, false]);
    const { shapes, data } = promptContext(e3, 'SF+', { shapesPrefixes });
    expect(shapes.text.body).toContain('sh:qualifiedMaxCount 3');
    expect(shapes.text.body).not.toContain('sh:qualifiedMinCount');
    expect(data.text.body).toContain('ex:PaperA a ex:Paper ;\n  ex:reviewedBy ex:Alice .');
  });

  test('the triples of F give the same result under those of S', async () => {
    for (const [leaf, paper] of [
      ['L6', 'PaperABC'],
      ['L6', 'PaperA'],
      ['L13', 'PaperABC'],
    ] as const) {
      const of = await problem(leaf, paper);
      const { shapes, data } = promptContext(of, 'SF');
      const graph = new IndexedGraph(data.triples);
      const alone = createEvaluator(readShapes(new IndexedGraph(shapes.triples)), graph, graph);
      const { focusNode, sourceShape } = of.violation;
      expect(alone.validateNode(focusNode, sourceShape).map(violationKey)).toEqual([
        violationKey(of.violation),
      ]);
    }
  });
});
