import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Graph } from '../../rdf/graph.ts';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { tripleToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../rdf/vocab.ts';
import { readTests } from '../../testing/shaclTests.ts';
import { describeShared } from '../../testing/shared.ts';
import { decides, shacl12Suite } from '../../testing/w3cTests.ts';
import { entail } from '../entail.ts';
import { builtinValidator } from '../incremental/recordedValidation.ts';
import { readList } from '../model/reading.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import { inferenceFor } from '../shapesGraph/regimes.ts';

/** Tests that are known to fail, with the reason. */
const expectedFailures: Readonly<Record<string, string>> = {};

const mf = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#${name}`);
const sht = (name: string) => terms.iri(`http://www.w3.org/ns/shacl-test#${name}`);

describeShared('W3C SHACL 1.2 Inference Rules', 'w3c-shacl12-tests/tests/inference-rules', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ttl'))
    .sort();
  const documents = new Map(
    files.map((file) => {
      const { href } = pathToFileURL(`${folder}/${file}`);
      return [href, new TurtleDocument(href, 1, readFileSync(`${folder}/${file}`, 'utf8'))];
    }),
  );
  const entries = [...documents].flatMap(([, document]) =>
    document.graph
      .withPredicate(mf('entries'))
      .flatMap(({ object }) =>
        (readList(document.graph, object) ?? []).map((entry) => ({ document, entry })),
      ),
  );

  test('is complete', () => expect(entries).toHaveLength(31));

  for (const { document, entry } of entries) {
    const name = terms.value(entry).split('/').at(-1)!;
    const why = expectedFailures[name];
    const graphNamed = (iri: TermId): Graph => documents.get(terms.value(iri))!.graph;
    const meant = decides(`${shacl12Suite}inference-rules/${name}`, !why);
    test(why ? `${name} (fails: ${why})` : name, meant, async () => {
      const { graph } = document;
      const [action] = graph.objects(entry, mf('action'));
      const asserted = graphNamed(graph.objects(action!, sht('dataGraph'))[0]!);
      const shapes = readShapes(graphNamed(graph.objects(action!, sht('shapesGraph'))[0]!));
      const isInference = graph.has(entry, rdf.type, sht('Infer'));
      const regime = isInference ? 'rules' : inferenceFor('none', shapes.graph);
      if (regime === 'none') throw new Error('the shapes ask for no inference');
      const entailment = await entail(
        { asserted, schema: shapes.graph, shapes, classGraph: asserted },
        regime,
      );
      if (!isInference) {
        const [expected] = readTests(document);
        const input = {
          dataGraph: entailment.graph,
          entailment,
          reportedGraph: asserted,
          classGraph: asserted,
          shapes,
        };
        const { violations } = await builtinValidator().validate(input, new AbortController().signal);
        expect(expected!.report).toEqual(['conforms true']);
        expect(violations).toEqual([]);
        return;
      }
      if (why) {
        expect(entailment.gaps.length > 0 || entailment.inferred.size === 0).toBe(true);
        return;
      }
      const [result] = graph.objects(entry, mf('result'));
      const gaps = entailment.gaps.map(({ reason }) => reason);
      if (result === sht('Failure')) {
        expect(gaps).not.toEqual([]);
        return;
      }
      const expected = [
        ...(terms.isIri(result!) && result !== rdf.nil
          ? graphNamed(result!).triples()
          : triplesIn(graph, result!)),
      ];
      const actual = [...entailment.inferred.triples()].filter((each) => !entailment.isDerivedValue(each));
      const isRight = isomorphic(expected, actual);
      expect(gaps).toEqual([]);
      if (!isRight) expect(lines(actual)).toEqual(lines(expected));
    });
  }
});

function triplesIn(graph: Graph, list: TermId): readonly Triple[] {
  return (readList(graph, list) ?? []).map((triple) => {
    const [subject, predicate, object] = readList(graph, triple)!;
    return { subject: subject!, predicate: predicate!, object: object! };
  });
}

function lines(triples: readonly Triple[]): readonly string[] {
  return triples.map(tripleToNTriples).sort();
}
