import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { terms } from '../server/src/rdf/terms.ts';
import { TurtleDocument } from '../server/src/rdf/turtle/turtleDocument.ts';
import { describeShared } from '../server/src/testing/shared.ts';
import { rdfTests } from '../server/src/testing/w3cTests.ts';

const earl = (name: string) => terms.iri(`http://www.w3.org/ns/earl#${name}`);

describeShared('npm run earl', 'w3c-rdf-tests/rdf/rdf11/rdf-n-quads', (folder) => {
  test('asserts the outcome of each test of a suite once', () => {
    const out = mkdtempSync(path.join(tmpdir(), 'earl-'));
    try {
      const { status } = spawnSync(
        process.execPath,
        ['scripts/earl.mjs', '--out', out, '--assertor', 'https://example.org/me', 'rdf11-n-quads'],
        { stdio: 'ignore' },
      );
      expect(status).toBe(0);
      const text = readFileSync(path.join(out, 'rdf11-n-quads.ttl'), 'utf8');
      const { graph, errors } = new TurtleDocument('https://example.org/report', 1, text);
      expect(errors).toEqual([]);
      const testsOf = rdfTests(folder, 'https://w3c.github.io/rdf-tests/rdf/rdf11/rdf-n-quads/');
      const all = ['TestNQuadsPositiveSyntax', 'TestNQuadsNegativeSyntax'].flatMap(testsOf);
      const asserted = graph.withPredicate(earl('test')).map(({ object }) => terms.value(object));
      expect(asserted.toSorted()).toEqual(all.map(({ iri }) => iri).toSorted());
      expect(graph.withPredicate(earl('outcome')).every(({ object }) => object === earl('passed'))).toBe(
        true,
      );
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });
});
