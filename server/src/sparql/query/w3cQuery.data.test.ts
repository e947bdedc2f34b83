import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../rdf/vocab.ts';
import { someOf } from '../../testing/runs.ts';
import { describeShared } from '../../testing/shared.ts';
import { loadSparqlParser } from '../parseSparql.ts';
import { readSparql12 } from '../readSparql12.ts';
import { compileParsed, compileQuery } from './compileQuery.ts';
import { unbound } from './expressions/expressionScope.ts';
import { type Answers, type CompiledQuery, noInput, type QueryProblem } from './query.ts';
import {
  type ExpectedResult,
  readResultGraph,
  readResultsJson,
  readResultsXml,
  turtleOfRdfXml,
} from './resultFormats.testing.ts';
import { printRow, type SolutionRow, sameSequence, sameSolutions } from './solutionBags.testing.ts';

const mf = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#${name}`);
const qt = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/test-query#${name}`);

/** Tests that are not passed, by what is found instead of the result. SHACL reaches none of what they are about. */
const expectedFailures: Readonly<Record<string, readonly string[]>> = {
  // There is one data graph.
  'FROM is not allowed': [
    ...['01', '02', '03', '04', '05', '06', '07', '08', '09b', '10b', '11', '12b'].map(
      (number) => `10/dataset#dawg-dataset-${number}`,
    ),
    '11/construct#constructwhere04',
  ],
  // sparqljs fails on a blank node alone in a template: `CONSTRUCT { [ … ] . }`.
  'This is not a SPARQL query': ['10/construct#construct-3'],
};

describeShared('W3C SPARQL query evaluation', 'w3c-rdf-tests/sparql', (suite) => {
  beforeAll(loadSparqlParser);

  const cases = ['sparql10', 'sparql11'].flatMap((version) =>
    manifestsOf(suite, version).flatMap((folder) => {
      const manifest = readGraph(`file://${suite}/${version}/${folder}/manifest.ttl`);
      return entriesOf(manifest)
        .filter((entry) => manifest.objects(entry, rdf.type).includes(mf('QueryEvaluationTest')))
        .map((subject) => ({
          name: terms.value(subject).replace(/^.*#/, `${version.slice(-2)}/${folder}#`),
          manifest,
          subject,
        }));
    }),
  );

  test('the manifests are read', () => expect(cases).toHaveLength(508));

  test.each(cases)('$name', ({ name, manifest, subject }) => {
    const expected = Object.keys(expectedFailures).find((what) => expectedFailures[what]!.includes(name));
    expect(differenceOf(manifest, subject, compileQuery)).toMatch(new RegExp(expected ?? '^$'));
  });

  // What sparqljs can't read is read by it alone.
  test.each(someOf(cases))('$name, by the reader of SPARQL 1.2', ({ name, manifest, subject }) => {
    const expected = Object.keys(expectedFailures).find((what) => expectedFailures[what]!.includes(name));
    const isSparqljs = expected !== undefined && !/FROM/.test(expected);
    const difference = differenceOf(manifest, subject, compile12);
    expect(difference).toMatch(new RegExp((isSparqljs ? undefined : expected) ?? '^$'));
  });
});

function compile12(text: string, { base }: { readonly base: string }): CompiledQuery | QueryProblem {
  const read = readSparql12(text, { base });
  if (read.kind === 'syntaxError') return { kind: 'problem', cause: 'syntax', message: read.message };
  if (read.query.type === 'update') throw new TypeError('it is no query');
  return compileParsed(read.query, { base });
}

function manifestsOf(suite: string, version: string): readonly string[] {
  const name = version === 'sparql10' ? 'manifest-evaluation.ttl' : 'manifest-sparql11-query.ttl';
  const text = readFileSync(`${suite}/${version}/${name}`, 'utf8');
  return [...text.matchAll(/<([\w-]+)\/manifest\.ttl>/g)]
    .map(([, folder]) => folder!)
    .filter((folder) => existsSync(`${suite}/${version}/${folder}/manifest.ttl`));
}

function entriesOf(manifest: Graph): readonly TermId[] {
  const [list] = manifest.withPredicate(mf('entries'));
  const entries: TermId[] = [];
  for (let node = list!.object; node !== rdf.nil; node = manifest.objects(node, rdf.rest)[0]!) {
    entries.push(manifest.objects(node, rdf.first)[0]!);
  }
  return entries;
}

function readText(uri: string): string {
  return readFileSync(uri.slice('file://'.length), 'utf8');
}

function readGraph(uri: string): Graph {
  const text = readText(uri);
  return new TurtleDocument(uri, 1, uri.endsWith('.rdf') ? turtleOfRdfXml(text) : text).graph;
}

/** What the query gives other than the suite expects; empty when nothing. */
function differenceOf(manifest: Graph, subject: TermId, compile: typeof compile12): string {
  const [action] = manifest.objects(subject, mf('action'));
  const fileOf = (property: TermId) => manifest.objects(action!, property).map((file) => terms.value(file));
  const [query] = fileOf(qt('query'));
  const data = fileOf(qt('data')).map(readGraph);
  const named = new Map(fileOf(qt('graphData')).map((uri) => [terms.iri(uri), uri]));
  const compiled = compile(readText(query!), { base: query! });
  if (compiled.kind === 'problem') return compiled.message;
  const source = {
    graph: data[0] ?? new IndexedGraph([]),
    named: (name: TermId) => {
      const uri = named.get(name);
      return uri === undefined ? undefined : readGraph(uri);
    },
    names: [...named.keys()],
  };
  const answers = compiled.evaluate(source, noInput, { milliseconds: 5000, maxRows: 1_000_000 });
  const [result] = manifest.objects(subject, mf('result')).map((file) => terms.value(file));
  const expected = readExpected(result!);
  if (expected.kind === 'graph') {
    const made = compiled.construct(answers, (label, row) => terms.blankNode(`made-${row}-${label}`));
    return isomorphic(made, expected.graph.triples()) ? '' : 'another graph';
  }
  if (expected.kind === 'boolean')
    return answers.solutions.length > 0 === expected.value ? '' : 'another truth value';
  const rows = rowsOf(answers);
  const isSame = expected.isOrdered ? sameSequence : sameSolutions;
  // REDUCED may leave out any duplicates.
  const isReduced = manifest.objects(subject, mf('resultCardinality')).includes(mf('LaxCardinality'));
  if (isSame(rows, expected.rows) || (isReduced && sameSolutions(distinct(rows), distinct(expected.rows))))
    return '';
  return `found\n  ${rows.map(printRow).join('\n  ')}\nnot\n  ${expected.rows.map(printRow).join('\n  ')}`;
}

function readExpected(uri: string): ExpectedResult | { readonly kind: 'graph'; readonly graph: Graph } {
  if (uri.endsWith('.srx')) return readResultsXml(readText(uri));
  if (uri.endsWith('.srj')) return readResultsJson(readText(uri));
  const graph = readGraph(uri);
  return readResultGraph(graph) ?? { kind: 'graph', graph };
}

function rowsOf({ solutions }: Answers): readonly SolutionRow[] {
  return Array.from({ length: solutions.length }, (_, row) => {
    const values = solutions.variables.map((name, i) => [name, solutions.value(row, i)] as const);
    return new Map(values.filter(([, value]) => value !== unbound));
  });
}

function distinct(rows: readonly SolutionRow[]): readonly SolutionRow[] {
  return [...new Map(rows.map((row) => [printRow(row), row])).values()];
}
