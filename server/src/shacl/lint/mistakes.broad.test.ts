import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { termPrinter } from '../../service/ide/termPrinter.ts';
import { annotate } from '../../testing/check.ts';
import { block, type FixtureFile, parseFixture } from '../../testing/fixture.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import { loadQueryEngine } from '../sparql/queryEngine.ts';
import { lintShapes, mayHaveShapes } from './lintShapes.ts';
import { allSlipsFixed, type MistakenFile, provenRemedies } from './provenRemedies.ts';
import type { ShapesMistake } from './shapesMistake.ts';

/** The files of the table, each with one mistake. */
const table = new URL('../../../../test-fixtures/shapes/mistakes.ttl', import.meta.url);
const { files } = parseFixture(readFileSync(table, 'utf8').replace(/^# Shapes files.*\n/, ''));

beforeAll(() => loadQueryEngine());

test('the table has at least 375 mistakes, of which 280 have a quick fix', () => {
  const fixed = files.filter(({ labels }) => labels.some(({ text }) => text.includes(' => ')));
  expect(files.length).toBeGreaterThanOrEqual(375);
  expect(fixed.length).toBeGreaterThanOrEqual(280);
});

describe('a mistake has one message at its token, and its quick fix leaves none', () => {
  test.each(files.map((file) => [file.path, file] as const))('%s', (_, file) => {
    const judged = judge(file.uri, file.text);
    const shown = judged.mistakes.map((mistake) => ({
      range: mistake.range,
      text: labelOf(mistake, judged),
    }));
    expect(annotate(file.text, shown)).toBe(annotate(file.text, file.labels));
    expect(shown).toHaveLength(1);
    const [mistake] = judged.mistakes;
    for (const remedy of provenRemedies(mistake!, judged)) {
      const mended = judge(file.uri, applyEdits(file.text, remedy.edits()));
      expect(mended.mistakes.map(({ message }) => message)).toEqual([]);
      expect(mended.document.errors).toEqual([]);
    }
  });
});

test.each([
  [
    '<> a owl:Ontology ; sh:declare [ a sh:PrefixDeclaration ; sh:prefix "ex" ; sh:namespace "http://ex.org/" ] .',
    false,
  ],
  ['<> a owl:Ontology ; sh:order 1 .', true],
  ['<S> a sh:NodeShape .', true],
  ['<a> a owl:Ontology .', false],
])('%s may be a shape: %s', (text, expected) => {
  const prefixes =
    '@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .';
  expect(mayHaveShapes(new TurtleDocument('file:///a.ttl', 1, `${prefixes}\n${text}`))).toBe(expected);
});

test('each placeholder of a message that nothing fills in is told, and changed alone or with the others', () => {
  const text = block`
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    @prefix ex: <http://example.org/> .
    ex:S a sh:NodeShape ; sh:targetClass ex:T ;
      sh:property [ sh:path ex:p ; sh:minCount 1 ; sh:message "{$minCnt}, {?owner}, {$minCnt}" ] .
  `;
  const judged = judge('file:///shapes.ttl', text);
  expect(judged.mistakes.map(({ range }) => text.slice(range.start, range.end))).toEqual([
    '{$minCnt}',
    '{?owner}',
    '{$minCnt}',
  ]);
  expect(applyEdits(text, allSlipsFixed(judged)!.edits)).toBe(text.replaceAll('minCnt', 'minCount'));
  const [, , third] = judged.mistakes;
  expect(provenRemedies(third!, judged).map((remedy) => applyEdits(text, remedy.edits()))).toEqual([
    text.replace('{$minCnt}"', '{$minCount}"'),
  ]);
});

function judge(uri: FixtureFile['uri'], text: string): MistakenFile {
  const document = new TurtleDocument(uri, 1, text);
  const shapes = readShapes(document.graph, termPrinter([document.prefixes]));
  return { document, shapes, others: [], mistakes: lintShapes(document, shapes) };
}

function labelOf(mistake: ShapesMistake, judged: MistakenFile): string {
  const [first] = provenRemedies(mistake, judged);
  return first ? `${mistake.message} => ${first.title}` : mistake.message;
}
