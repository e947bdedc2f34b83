// npm run earl [-- --out FOLDER] [-- --assertor IRI] [NAME…]: runs the W3C's tests of Turtle, TriG, N-Triples, N-Quads, RDF/XML
// and SHACL, and writes a report for each suite in EARL, in the form that the W3C's groups take (Turtle, one file a suite). With
// names, such as rdf12-turtle, only of these suites. A test that several of ours decide passes when all do.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const project = manifest.homepage.replace(/#.*$/, '');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: '.cache/earl' },
    assertor: { type: 'string', default: project },
  },
});

/** The outcome of each test of the W3C by its IRI. */
const outcomes = new Map();
const reporter = {
  onTestCaseResult(testCase) {
    const { w3c } = testCase.meta();
    if (w3c === undefined) return;
    // A test of ours may pass because the one of the W3C is known to fail.
    const isPassed = w3c.isPassed && testCase.result().state === 'passed';
    outcomes.set(w3c.iri, isPassed && outcomes.get(w3c.iri) !== false);
  },
};
const vitest = await startVitest('test', ['w3c', 'W3c'], { run: true, reporters: [reporter] });
await vitest?.close();
if (outcomes.size === 0) {
  console.error('No test of the W3C was run: the tests look for its suites in ../shared/data.');
  process.exit(1);
}

const suites = new Map();
for (const test of outcomes) {
  const suite = suiteOf(test[0]);
  suites.set(suite, [...(suites.get(suite) ?? []), test]);
}
const unknown = positionals.filter((name) => !suites.has(name));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are: ${[...suites.keys()].sort().join(', ')}.`);
  process.exit(1);
}
mkdirSync(values.out, { recursive: true });
for (const [suite, tests] of suites) {
  if (positionals.length > 0 && !positionals.includes(suite)) continue;
  const file = path.join(values.out, `${suite}.ttl`);
  writeFileSync(file, report(tests, new Date().toISOString()));
  const passed = tests.filter(([, isPassed]) => isPassed).length;
  console.log(`${file}: ${passed} of ${tests.length} tests passed`);
  for (const [iri, isPassed] of tests) if (!isPassed) console.log(`  failed: <${iri}>`);
}

/** Such as rdf12-turtle, shacl and shacl12. */
function suiteOf(iri) {
  const [, rdf, format] = /\/(rdf1\d)\/rdf-([a-z-]+)\//.exec(iri) ?? [];
  if (rdf !== undefined) return `${rdf}-${format}`;
  return iri.startsWith('urn:x-shacl-test:') ? 'shacl' : 'shacl12';
}

function report(tests, date) {
  const assertions = tests.map(
    ([iri, isPassed]) => `
[ a earl:Assertion ;
  earl:assertedBy <${values.assertor}> ;
  earl:subject <${project}> ;
  earl:test <${iri}> ;
  earl:result [ a earl:TestResult ; earl:outcome earl:${isPassed ? 'passed' : 'failed'} ; dc:date "${date}"^^xsd:dateTime ] ;
  earl:mode earl:automatic ] .
`,
  );
  return `@prefix dc: <http://purl.org/dc/terms/> .
@prefix doap: <http://usefulinc.com/ns/doap#> .
@prefix earl: <http://www.w3.org/ns/earl#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<> foaf:primaryTopic <${project}> ;
  dc:issued "${date}"^^xsd:dateTime ;
  foaf:maker <${values.assertor}> .

<${project}> a doap:Project , earl:TestSubject , earl:Software ;
  doap:name "${manifest.displayName}" ;
  doap:homepage <${project}> ;
  doap:description "${manifest.description}"@en ;
  doap:programming-language "TypeScript" ;
  doap:developer <${values.assertor}> ;
  doap:release [ doap:name "${manifest.displayName} ${manifest.version}" ; doap:revision "${manifest.version}" ] .

<${values.assertor}> a earl:Assertor .
${assertions.join('')}`;
}
