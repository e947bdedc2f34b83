import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Graph, IndexedGraph } from '../rdf/graph.ts';
import { isomorphic } from '../rdf/isomorphism.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { rdf } from '../rdf/vocab.ts';
import { describeShared } from '../testing/shared.ts';
import { applyUpdate } from './applyUpdate.ts';
import { readUpdate } from './updateText.ts';

const mf = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#${name}`);
const ut = (name: string) => terms.iri(`http://www.w3.org/2009/sparql/tests/test-update#${name}`);

/** Tests of other graphs than the default one, which are refused, by the keyword that they are refused for. */
const refused: Readonly<Record<string, readonly string[]>> = {
  ADD: [
    'add#add01',
    'add#add02',
    'add#add03',
    'add#add04',
    'add#add05',
    'add#add06',
    'add#add07',
    'add#add08',
  ],
  GRAPH: [
    'basic-update#insert-data-spo-named1',
    'basic-update#insert-data-spo-named2',
    'basic-update#insert-data-spo-named3',
    'delete#dawg-delete-02',
    'delete#dawg-delete-04',
    'delete#dawg-delete-06',
    'delete-data#dawg-delete-data-02',
    'delete-data#dawg-delete-data-04',
    'delete-data#dawg-delete-data-06',
    'delete-insert#dawg-delete-insert-04',
    'delete-where#dawg-delete-where-02',
    'delete-where#dawg-delete-where-04',
    'delete-where#dawg-delete-where-06',
    'basic-update#insert-where-02',
    'basic-update#insert-05a',
    'basic-update#insert-data-same-bnode',
    'basic-update#insert-where-same-bnode',
    'basic-update#insert-where-same-bnode2',
  ],
  WITH: [
    'basic-update#insert-where-03',
    'delete#dawg-delete-with-01',
    'delete#dawg-delete-with-02',
    'delete#dawg-delete-with-03',
    'delete#dawg-delete-with-04',
    'delete#dawg-delete-with-05',
    'delete#dawg-delete-with-06',
  ],
  USING: [
    'basic-update#insert-where-04',
    'basic-update#insert-using-01',
    'delete#dawg-delete-using-01',
    'delete#dawg-delete-using-02a',
    'delete#dawg-delete-using-03',
    'delete#dawg-delete-using-04',
    'delete#dawg-delete-using-05',
    'delete#dawg-delete-using-06a',
  ],
  CLEAR: [
    'clear#dawg-clear-default-01',
    'clear#dawg-clear-graph-01',
    'clear#dawg-clear-named-01',
    'clear#dawg-clear-all-01',
  ],
  COPY: ['copy#copy01', 'copy#copy02', 'copy#copy03', 'copy#copy04', 'copy#copy06', 'copy#copy07'],
  DROP: [
    'drop#dawg-drop-default-01',
    'drop#dawg-drop-graph-01',
    'drop#dawg-drop-named-01',
    'drop#dawg-drop-all-01',
  ],
  MOVE: ['move#move01', 'move#move02', 'move#move03', 'move#move04', 'move#move06', 'move#move07'],
};

describeShared('W3C SPARQL Update evaluation', 'w3c-rdf-tests/sparql/sparql11', (suite) => {
  const read = (uri: string) => new TurtleDocument(uri, 1, readFileSync(uri.slice('file://'.length), 'utf8'));
  const folders = [
    'add',
    'basic-update',
    'clear',
    'copy',
    'delete',
    'delete-data',
    'delete-insert',
    'delete-where',
    'drop',
    'move',
  ];
  const cases = folders.flatMap((folder) => {
    const manifest = read(`file://${suite}/${folder}/manifest.ttl`).graph;
    return manifest
      .withPredicate(rdf.type)
      .filter(({ object }) => object === mf('UpdateEvaluationTest'))
      .map(({ subject }) => ({
        name: terms.value(subject).replace(/^.*#/, `${folder}#`),
        manifest,
        subject,
      }));
  });
  const file = (manifest: Graph, node: TermId | undefined, property: TermId) => {
    const [found] = node === undefined ? [] : manifest.objects(node, property);
    const uri = found === undefined ? '' : terms.value(found);
    return existsSync(uri.slice('file://'.length)) ? uri : undefined;
  };

  test('the manifests are read', () => expect(cases).toHaveLength(81));

  test.each(cases)('$name', async ({ name, manifest, subject }) => {
    const [action] = manifest.objects(subject, mf('action'));
    const [result] = manifest.objects(subject, mf('result'));
    const request = file(manifest, action, ut('request'))!;
    const graphOf = (node: TermId | undefined) => {
      const uri = file(manifest, node, ut('data'));
      return uri === undefined ? new IndexedGraph([]) : read(uri).graph;
    };
    const update = await readUpdate(readFileSync(request.slice('file://'.length), 'utf8'), { base: request });
    const keyword = update.kind === 'refused' ? update.reason.replace(/ is not allowed: .*/, '') : undefined;
    expect(keyword).toBe(Object.keys(refused).find((word) => refused[word]!.includes(name)));
    if (update.kind === 'refused') return;
    const before = graphOf(action);
    const applied = await applyUpdate(before, update.update, new AbortController().signal);
    if (applied.kind === 'refused') throw new Error(applied.reason);
    const after = new OverlayGraph(before, applied.delta);
    expect(isomorphic(after.triples(), graphOf(result).triples())).toBe(true);
  });
});
