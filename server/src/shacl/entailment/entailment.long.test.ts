import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Graph } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { StatedGraph } from '../../rdf/statedGraph.ts';
import type { Triple } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { describeShared } from '../../testing/shared.ts';
import { builtinValidator } from '../incremental/recordedValidation.ts';
import { referenceValidator } from '../reference/referenceEngine.ts';
import { splitResults } from '../results/reported.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import type { InferenceRegime } from '../shapesGraph/regimes.ts';
import type { Validator } from '../validationUnit.ts';
import { SchemaEntailment } from './schemaEntailment.ts';

function load(folder: string, name: string): Graph {
  return new TurtleDocument(`file:///${name}`, 1, readFileSync(`${folder}/${name}`, 'utf8')).graph;
}

describeShared('buildings with the Brick ontology', 'brick-buildingmotif', (folder) => {
  const data = load(folder, 'mediumOffice_brick.ttl');
  const brick = load(folder, 'Brick.ttl');
  const shapes = readShapes(load(folder, 'mediumOffice_constraints.ttl'));
  const asserted = new UnionGraph([data, brick]);

  async function results(inference: 'none' | InferenceRegime, engine: Validator): Promise<number> {
    const entailment =
      inference === 'none' ? undefined : SchemaEntailment.of(asserted, shapes.graph, inference);
    const input = {
      dataGraph: entailment?.graph ?? asserted,
      ...(entailment && { entailment }),
      reportedGraph: data,
      classGraph: new UnionGraph([data, brick, shapes.graph]),
      shapes,
    };
    const { violations } = await engine.validate(input, new AbortController().signal);
    return splitResults(violations, input).reported.length;
  }

  test.each([builtinValidator(), referenceValidator])(
    '$engine: 66 of 69 results are gone once inverse properties count',
    async (engine) => {
      expect(await results('none', engine)).toBe(69);
      expect(await results('rdfs', engine)).toBe(69);
      expect(await results('rdfs+inverse', engine)).toBe(3);
    },
  );

  test('hundreds of changes of the building, one after the other, lead to what follows from scratch', () =>
    expectSameAfterChanges(data, [brick], shapes.graph, 'rdfs+inverse'));
});

describeShared('QUDT', 'qudt-v2.1.43-merged', (folder) => {
  const data = load(folder, 'qudt-all-81303.ttl');
  const schema = load(folder, 'SCHEMA_QUDT_NoOWL-v2.1.ttl');

  test('35,259 triples follow from 81,303', () =>
    expect(SchemaEntailment.of(data, schema, 'rdfs').inferred.size).toBe(35259));

  test('hundreds of changes of 81,303 triples, one after the other, lead to what follows from scratch', () =>
    expectSameAfterChanges(data, [], schema, 'rdfs'));
});

/** Takes triples out and puts them back, at times with another object, and compares now and then. */
function expectSameAfterChanges(
  data: Graph,
  context: readonly Graph[],
  schema: Graph,
  regime: InferenceRegime,
): void {
  const all = [...data.triples()];
  const numbers = seededNumbers();
  const anyTriple = () => all[numbers() % all.length]!;
  let stated = StatedGraph.of(flat(all));
  let entailment = SchemaEntailment.of(new UnionGraph([stated, ...context]), schema, regime);
  let away: readonly Triple[] = [];
  for (let i = 1; i <= 300; i++) {
    const removed = [...new Set([anyTriple(), anyTriple()])].filter(({ subject, predicate, object }) =>
      stated.has(subject, predicate, object),
    );
    const added = [...away, { ...anyTriple(), object: anyTriple().object }].filter(
      ({ subject, predicate, object }) => !stated.has(subject, predicate, object),
    );
    stated = stated.changed(flat(removed), flat(added));
    const after = new UnionGraph([stated, ...context]);
    entailment = entailment.changed(after, { removed, added });
    away = removed;
    if (i % 100 > 0) continue;
    const fresh = SchemaEntailment.of(after, schema, regime);
    expect(graphDifference(fresh.inferred, entailment.inferred)).toEqual({ added: [], removed: [] });
  }
}

function flat(triples: readonly Triple[]): Int32Array {
  return Int32Array.from(triples.flatMap(({ subject, predicate, object }) => [subject, predicate, object]));
}

/** The same numbers each time. */
function seededNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state;
  };
}
