import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';
import type { ExitCode } from '../io.ts';
import { briefRun } from './briefRun.ts';

const data = block`
  #- /data.ttl
  # shapes: shapes.ttl
  ex:alice a ex:Person ; ex:age "old" .
  ex:bob a ex:Person ; ex:age 7 .
`;

const shapes = (constraint: string) => block`
  #- /shapes.ttl
  ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; ${constraint} ] .
`;

const timeless = (text: string) => text.replace(/in \d+ ms|"ms": \d+/, 'soon');

/** Of a brief run: its exit code, undefined if it was left to another thread, and all that it did. */
async function brief(args: string, setup: TestSetup) {
  let code: ExitCode | undefined;
  const { out, err, written } = await runInMemory(args, setup, async (given, io) => {
    code = await briefRun(given, io);
    return code ?? 2;
  });
  return { code, out: timeless(out), err, written };
}

test.each([
  'validate data.ttl',
  'validate data.ttl --format json -s shapes.ttl',
  'validate data.ttl --allow no-targets --fail-on warning --exit-zero',
  'validate missing.ttl',
  'validate',
])('%s is done as by any thread', async (args) => {
  const setup = { files: data + shapes('sh:datatype xsd:integer ; sh:pattern "^[a-z]+$"'), columns: 80 };
  const { code, out, err } = await runInMemory(args, setup);
  expect(await brief(args, setup)).toEqual({
    code,
    out: timeless(out),
    err,
    written: {},
  });
});

test.each([
  ['with results', 'validate --staged', 1],
  ['with none', 'validate --staged -q --allow unlinked', 0],
])('what is staged in a small repository, %s', async (_, args, expected) => {
  const constraint = expected === 1 ? 'sh:datatype xsd:integer' : 'sh:minCount 1';
  const head = data + shapes('sh:minCount 1');
  const setup = { files: head, index: { files: data + shapes(constraint), head }, columns: 80 };
  const { code, out, err } = await runInMemory(args, setup);
  expect(code).toBe(expected);
  expect(await brief(args, setup)).toEqual({ code, out: timeless(out), err, written: {} });
});

test.each([
  ['many files', Array.from({ length: 501 }, (_, i) => `#- /${i}.txt\n`).join('')],
  ['a long text', `#- /long.ttl\n# shapes: shapes.ttl\n${'# nothing\n'.repeat(7000)}`],
])('an index with %s is left to a thread that is watched', async (_, more) => {
  const files = data + shapes('sh:minCount 2') + more;
  expect(await brief('validate --staged', { files, index: { files, head: data } })).toEqual(nothing);
});

const select = (variable: string) =>
  `sh:select "SELECT ${variable} WHERE { ${variable} <http://example.org/age> ?age }"`;

test.each([
  ['a pattern that may be tried forever', shapes('sh:pattern "^(?=a)(a|aa)+$"')],
  ['a pattern in a nested shape', shapes('sh:node [ sh:not [ sh:pattern "^(?=a)(a|aa)+$" ] ]')],
  ['a pattern whose name is escaped', shapes('<http://www.w3.org/ns/shacl#p\\u0061ttern> "^(?=a)(a|aa)+$"')],
  ['the query of a constraint', shapes(`sh:sparql [ ${select('$this')} ]`)],
  [
    'the query of a target',
    `${shapes('sh:minCount 1')}ex:S a sh:NodeShape ; sh:target [ a sh:SPARQLTarget ; ${select('?this')} ] ; sh:nodeKind sh:IRI .\n`,
  ],
  [
    'a rule',
    `${shapes('sh:minCount 1')}ex:R a sh:NodeShape ; sh:entailment sh:Rules ; sh:targetClass ex:Person ; sh:rule [ a sh:TripleRule ; sh:subject sh:this ; sh:predicate ex:is ; sh:object ex:it ] .
[] a owl:Ontology ; sh:entailment sh:Rules .\n`,
  ],
  ['a long text', `${shapes('sh:minCount 1')}${'# nothing\n'.repeat(7000)}`],
])('%s is left to a thread that is watched, and nothing is printed', async (_, files) => {
  expect(await brief('validate data.ttl', { files: data + files })).toEqual(nothing);
});

test('a path of many closures over nodes that all link one another is left to a thread that is watched', async () => {
  const closures = (depth: number): string =>
    depth === 0 ? 'ex:p' : `[ sh:zeroOrMorePath ( ${closures(depth - 1)} ex:p ) ]`;
  const names = Array.from({ length: 70 }, (_, i) => `ex:n${i}`);
  const links = names.map((name) => `${name} ex:p ${names.join(', ')} .`).join('\n');
  const validated = (depth: number) =>
    brief('validate data.ttl', {
      files: `#- /data.ttl\n# shapes: shapes.ttl\n${links}\n#- /shapes.ttl\n
        ex:S a sh:NodeShape ; sh:targetNode ex:n0 ; sh:property [ sh:path ${closures(depth)} ; sh:disjoint ex:q ] .`,
    });
  expect(await validated(40)).toEqual(nothing);
  expect(await validated(1)).toMatchObject({ code: 0 });
});

test.each([
  'validate .',
  'validate - -s shapes.ttl',
  'validate data.ttl --output report.txt',
  'validate data.ttl --engine both',
  'validate data.ttl --coverage',
  'validate data.ttl --fix',
  'repair data.ttl',
])('%s is left to a thread that is watched, and nothing is written', async (args) => {
  const setup = { files: data + shapes('sh:datatype xsd:integer') };
  expect(await brief(args, setup)).toEqual(nothing);
});

const nothing = { code: undefined, out: '', err: '', written: {} };
