import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { someOf } from '../testing/runs.ts';
import { readTests, reportOf, type ShaclTest } from '../testing/shaclTests.ts';
import { describeShared } from '../testing/shared.ts';
import { decides, shacl12Suite } from '../testing/w3cTests.ts';
import { builtinValidator } from './incremental/recordedValidation.ts';
import { referenceValidator } from './reference/referenceEngine.ts';
import { readShapes } from './shapesGraph/readShapes.ts';

/** Tests of SHACL 1.2 Core that the built-in engine is known to fail, with the reason. */
const expectedFailures: Readonly<Record<string, string>> = {
  ...failing(
    'the test lacks sh:resultPath, which results of property shapes have (SHACL 3.6.2.2) and node/in-003 has',
    'node/xone-003',
  ),
};

function failing(why: string, ...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, why]));
}

/** Nothing is left unchecked here: files, how a report is made, or the test itself decide about these. */
const decidedElsewhere: ReadonlySet<string> = new Set(['node/xone-003']);

describeShared(
  'W3C SHACL 1.2 constraints with node expressions',
  'w3c-shacl12-tests/tests/node-expr/constraints',
  (folder) => {
    const cases = readdirSync(folder).flatMap((file) =>
      readTests(load(pathToFileURL(`${folder}/${file}`).href)),
    );

    test('is complete', () => expect(cases).toHaveLength(3));

    for (const each of cases) {
      test(each.name, decides(`${shacl12Suite}node-expr/${each.name}`, true), async () => {
        const { violations } = await builtinValidator().validate(inputOf(each), unaborted);
        expect(reportOf(violations, each)).toEqual(each.report);
      });
    }
  },
);

describeShared('W3C SHACL 1.2 Core', 'w3c-shacl12-tests/tests/core', (folder) => {
  const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ttl'))
    .sort()
    .flatMap((file) => readTests(load(pathToFileURL(`${folder}/${file}`).href)));

  test('is complete', () => expect(cases).toHaveLength(170));

  for (const each of cases) {
    const why = expectedFailures[each.name];
    const meant = decides(`${shacl12Suite}core/${each.name}`, !why);
    test(why ? `${each.name} (fails: ${why})` : each.name, meant, async () => {
      const { violations, notChecked } = await builtinValidator().validate(inputOf(each), unaborted);
      const actual = reportOf(violations, each);
      if (why) {
        expect(actual).not.toEqual(each.report);
        if (!decidedElsewhere.has(each.name)) expect(notChecked).not.toEqual([]);
      } else expect(actual).toEqual(each.report);
    });
  }

  // It takes most of the time, so that `npm test` asks it about some of them.
  for (const each of someOf(cases)) {
    test(`${each.name}: the reference engine has no result that the report lacks`, async () => {
      const { violations } = await referenceValidator.validate(inputOf(each), unaborted);
      for (const line of reportOf(violations, each).slice(1)) expect(each.report).toContain(line);
    });
  }
});

function inputOf({ data, shapes }: ShaclTest) {
  const { graph } = load(data);
  return {
    dataGraph: graph,
    reportedGraph: graph,
    classGraph: graph,
    shapes: readShapes(load(shapes).graph),
  };
}

const unaborted = new AbortController().signal;

const documents = new Map<string, TurtleDocument>();

function load(uri: string): TurtleDocument {
  let document = documents.get(uri);
  if (document === undefined) {
    document = new TurtleDocument(uri, 1, readFileSync(fileURLToPath(uri), 'utf8'));
    documents.set(uri, document);
  }
  return document;
}
