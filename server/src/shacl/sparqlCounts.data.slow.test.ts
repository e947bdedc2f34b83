import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../rdf/unionGraph.ts';
import { describeShared } from '../testing/shared.ts';
import { recordValidation } from './incremental/recordedValidation.ts';
import type { ShapesGraph } from './model/shapesGraph.ts';
import type { Violation } from './model/violation.ts';
import { readShapes } from './shapesGraph/readShapes.ts';

/**
 * Results by component as Apache Jena counts them, with those about nodes that only the ontologies describe. On a
 * property shape, Jena asks a query once for each value of the path, where SHACL (5.3) asks it once for the focus node:
 * its results are repeated, and there are none where the path has no values.
 */
type Counts = Readonly<Record<string, number>>;

describeShared('SHACL-SPARQL on real models counts what Jena counts', '223p', (folder) => {
  const data = path.dirname(folder);
  const golden: Readonly<Record<string, Counts>> = JSON.parse(
    readFileSync(path.join(data, '../golden/shacl-sparql-counts.json'), 'utf8'),
  );
  const documents = new Map<string, TurtleDocument>();
  const load = (file: string) => {
    let document = documents.get(file);
    if (document === undefined) {
      document = new TurtleDocument(`file:///${file}`, 1, readFileSync(path.join(data, file), 'utf8'));
      documents.set(file, document);
    }
    return document;
  };
  const shapesOf = new Map<string, ShapesGraph>();

  const ontologies = (name: string) =>
    name.endsWith('-brick')
      ? {
          file: `brick-buildingmotif/${name.replace('-', '_')}.ttl`,
          shapes: 'brick-buildingmotif/Brick.ttl',
          context: [],
        }
      : {
          file: name.endsWith('-compiled')
            ? `223p/compiled/${name.replace(/-compiled$/, '')}.ttl`
            : `223p/models/${name}.ttl`,
          shapes: '223p/223p.ttl',
          context: ['qudt-v2.1.43-merged/qudt-all-81303.ttl'],
        };

  test.each(Object.keys(golden))('%s', async (name) => {
    const { file, shapes, context } = ontologies(name);
    const read = shapesOf.get(shapes) ?? readShapes(load(shapes).graph);
    shapesOf.set(shapes, read);
    const graph = new UnionGraph([file, shapes, ...context].map((each) => load(each).graph));
    const { result, evaluator } = await recordValidation({
      dataGraph: graph,
      reportedGraph: load(file).graph,
      classGraph: graph,
      shapes: read,
    });
    documents.delete(file);
    const runs = ({ constraint, sourceShape, focusNode }: Violation) => {
      const path = constraint.kind === 'sparql' ? read.get(sourceShape)?.path : undefined;
      return path === undefined ? 1 : evaluator.values(focusNode, path).length;
    };
    // Counted as Jena does. SHACL's own count differs where a query of a property shape has a result.
    expect(countsOf(result.violations, runs)).toEqual(golden[name]);
    expect(result.notChecked.filter(({ component }) => component !== undefined)).toEqual([]);
  });
});

function countsOf(violations: readonly Violation[], runs: (violation: Violation) => number): Counts {
  const counts: Record<string, number> = {};
  let total = 0;
  for (const violation of violations) {
    const name = terms.value(violation.component).replace(/.*[#/]/, '');
    const count = runs(violation);
    total += count;
    if (count > 0) counts[name] = (counts[name] ?? 0) + count;
  }
  return { ...counts, total };
}
