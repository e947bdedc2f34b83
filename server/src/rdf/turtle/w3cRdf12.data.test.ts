import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShared } from '../../testing/shared.ts';
import { rdfTests, w3cTest } from '../../testing/w3cTests.ts';
import { isomorphic } from '../isomorphism.ts';
import { tripleToNTriples } from '../nTriples.ts';
import type { Triple } from '../terms.ts';
import { TurtleDocument } from './turtleDocument.ts';

/** Names of tests that we know to fail, each with the reason. */
const expectedFailures: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['ntriples-langdir-bad-3.nt', 'ntriples-langdir-bad-5.nt'].map((name) => [
      `${name} has errors`,
      'read as a literal, so that shapes find what is wrong with it',
    ]),
  ),
  'dirlangtagged_string.nt is printed': 'language tags are kept as BCP 47 recommends: en-GB, not en-gb',
  'triple-term-02.nt is printed': 'blank nodes are relabelled',
};

type Format = 'NTriples' | 'NQuads' | 'Trig' | 'Turtle';

/** How many tests each suite has: of syntax, of evaluation, and of canonical texts. */
const counts: Readonly<Record<Format, readonly [number, number, number]>> = {
  NTriples: [29, 0, 41],
  NQuads: [27, 0, 41],
  Trig: [35, 25, 0],
  Turtle: [74, 29, 0],
};

suite('Turtle', 'rdf-turtle', ['syntax', 'eval']);
suite('Trig', 'rdf-trig', ['syntax', 'eval']);
suite('NTriples', 'rdf-n-triples', ['syntax', 'c14n']);
suite('NQuads', 'rdf-n-quads', ['syntax', 'c14n']);

function suite(format: Format, name: string, folders: readonly string[]): void {
  for (const part of folders) {
    describeShared(`W3C RDF 1.2 ${name} ${part}`, `w3c-rdf-tests/rdf/rdf12/${name}/${part}`, (folder) => {
      const testsOf = rdfTests(folder, `https://w3c.github.io/rdf-tests/rdf/rdf12/${name}/${part}/`);
      const positive = testsOf(`Test${format}PositiveSyntax`);
      const negative = testsOf(`Test${format}NegativeSyntax`);
      const evaluated = testsOf(`Test${format}Eval`);
      const canonical = testsOf(`Test${format}PositiveC14N`);
      const declare = (iri: string, title: string, check: () => void) =>
        w3cTest(iri, title, check, expectedFailures[title]);

      test('the manifest is read in full', () => {
        const count = {
          syntax: positive.length + negative.length,
          eval: evaluated.length,
          c14n: canonical.length,
        };
        const [syntax, evaluation, c14n] = counts[format];
        expect(Object.entries(count).filter(([, tests]) => tests > 0)).toEqual(
          Object.entries({ syntax, eval: evaluation, c14n }).filter(([kind]) => kind === part),
        );
      });
      for (const { iri, action } of positive)
        declare(iri, `${action} is read`, () => expect(read(folder, action).errors).toEqual([]));
      for (const { action } of positive)
        test(`${action} in RDF 1.1`, () => {
          const document = read(folder, action);
          expect(document.errorsIn('1.1').length > 0).toBe(hasNewSyntax(document.text));
        });
      for (const { iri, action } of negative)
        declare(iri, `${action} has errors`, () => expect(read(folder, action).errors).not.toEqual([]));
      for (const { iri, action, result } of [...evaluated, ...canonical])
        declare(iri, `${action} states the triples of ${result}`, () => {
          const [found, wanted] = [read(folder, action), read(folder, result!)];
          expect([...found.errors, ...wanted.errors]).toEqual([]);
          expect(isomorphic(found.graph.triples(), wanted.graph.triples())).toBe(true);
        });
      if (format !== 'NTriples') return;
      for (const { iri, action, result } of canonical)
        declare(iri, `${action} is printed`, () => {
          const printed = [...read(folder, action).graph.triples()].map(
            (each: Triple) => `${tripleToNTriples(each)}\n`,
          );
          expect(printed.join('')).toBe(readFileSync(`${folder}/${result}`, 'utf8'));
        });
    });
  }
}

/** Whether a text without mistakes has what came with RDF 1.2, told without a parser. */
function hasNewSyntax(text: string): boolean {
  const bare = text.replace(/(["'])\1\1[\s\S]*?\1{3}|(["'])(?:(?!\2)[^\\\n]|\\.)*\2|<[^<>\s]*>|#.*/g, ' _ ');
  return /<<|~|\{\||@[\w-]+--|^\s*@?version\b/im.test(bare);
}

function read(folder: string, file: string): TurtleDocument {
  return new TurtleDocument(`http://example.org/${file}`, 1, readFileSync(`${folder}/${file}`, 'utf8'));
}
