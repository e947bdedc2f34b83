import { expect, test } from 'vitest';
import { parseFixture } from '../../../testing/fixture.ts';
import {
  filesOf,
  type HandMadeCase,
  handMadeSource,
  sha256Of,
  suiteFolder,
} from '../../../testing/handMadeSuite.ts';
import type { SuiteOrigin } from '../../../vio/suite/readSuite.ts';
import { SuiteReader } from './suiteReader.ts';

const signal = new AbortController().signal;

const papers = `#- /data.ttl
# The papers of the year.
ex:paper a ex:Paper ;
  ex:reviewedBy ex:alice , _:x ; # two of them
  ex:title "On truth"@en .
_:x a ex:Professor ; ex:knows [ ex:age 4 ] .
ex:alice a ex:Professor .
#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:reviewedBy ; sh:minCount 2 ; sh:class ex:Professor ] ;
  sh:or ( [ sh:path ex:title ; sh:maxLength 50 ] [ sh:path ex:abstract ; sh:in ( "a" "b" ) ] ) .
`;

const cases = [
  { remove: 'ex:paper ex:reviewedBy ex:alice .' },
  { remove: '_:x a ex:Professor .', insert: '_:x ex:knows _:new1 . _:new1 a ex:Student .' },
];

test('a suite has its constraints and cases in the words of its files', async () => {
  const { readSuite } = await suiteWith(papers, cases);
  const suite = await readSuite();
  if (suite.kind !== 'suite') throw new Error('no suite');
  const constraints = suite.constraints.map(({ shape, component, value, uncovered, place }) =>
    [
      `${shape} | ${component} ${value}`,
      uncovered ? `${uncovered.reason}: ${uncovered.explanation} ${uncovered.remedy}` : 'covered',
      place ? `line ${place.range.start.line + 1}` : 'nowhere',
    ].join(' | '),
  );
  expect(`\n${constraints.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    ex:PaperShape | sh:property ex:reviewedBy | NO_VALUES: There are no values. Add values to the data, or correct the path. | line 3
    ex:PaperShape | sh:or ( [ sh:path ex:title ; sh:maxLength 50 ] [ sh:path ex:abstract ; sh:in ( … ) ] ) | NO_VALUES: There are no values. Add values to the data, or correct the path. | line 4
    ex:PaperShape › ex:reviewedBy | sh:minCount 2 | covered | line 3
    ex:PaperShape › ex:reviewedBy | sh:class ex:Professor | covered | line 3
    ex:PaperShape › ex:title | sh:maxLength 50 | NO_VALUES: There are no values. Add values to the data, or correct the path. | line 4
    ex:PaperShape › ex:abstract | sh:in ( "a" "b" ) | NO_VALUES: There are no values. Add values to the data, or correct the path. | line 4
    "
  `);
  const short = suite.cases.map(({ id, violated, focusNodes, alpha, removed, added, ...rest }) =>
    [`${id} ${violated} at ${focusNodes}`, `alpha ${alpha}`, `-${removed} +${added}`, rest.recoverable].join(
      ' | ',
    ),
  );
  expect(`\n${short.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    case-0001 2 at ex:paper | alpha 1 | -1 +0 | 
    case-0002 3 at ex:paper | alpha 1 | -1 +2 | 
    "
  `);
});

test('a case tells what it changes, and what comes of it', async () => {
  const { suiteCase } = await suiteWith(papers, cases);
  expect(await suiteCase('case-0002')).toMatchInlineSnapshot(`
    {
      "added": [
        "_:b0 ex:knows _:n0 .",
        "_:n0 a ex:Student .",
      ],
      "kind": "case",
      "notes": [],
      "removed": [
        "_:b0 a ex:Professor .",
      ],
      "results": [
        {
          "focusNode": "ex:paper",
          "message": "Value is not an instance of Professor",
          "severity": "violation",
        },
      ],
    }
  `);
});

test('a constraint has no place when its file has changed', async () => {
  const { readSuite, fileSystem, shapes } = await suiteWith(papers, cases);
  fileSystem.files.set(shapes, `${fileSystem.files.get(shapes)}\n`);
  const suite = await readSuite();
  expect(suite.kind === 'suite' && suite.constraints.some(({ place }) => place)).toBe(false);
});

test('the change is shown in the file that the graph comes from, which keeps its comments', async () => {
  const { textsOf } = await suiteWith(papers, cases);
  expect(await textsOf('case-0001')).toMatchInlineSnapshot(`
    "data.ttl
    -   ex:reviewedBy ex:alice , _:x ; # two of them
    +   ex:reviewedBy _:x ; # two of them"
  `);
});

test('blank nodes are those of the file', async () => {
  const { textsOf } = await suiteWith(papers, cases);
  expect(await textsOf('case-0002')).toMatchInlineSnapshot(`
    "data.ttl
    - _:x a ex:Professor ; ex:knows [ ex:age 4 ] .
    + _:x ex:knows [ ex:age 4 ] , [ a ex:Student ] ."
  `);
});

test("when the file has changed, the change is shown in the suite's own graph", async () => {
  const { textsOf, fileSystem, data } = await suiteWith(papers, cases);
  fileSystem.files.set(data, 'ex:paper a ex:Paper .');
  expect(await textsOf('case-0001')).toMatch(/^graph\.ttl/);
});

test('so it is when the graph was repaired first', async () => {
  const { textsOf } = await suiteWith(papers, cases, { preparation: { added: [], removed: [] } });
  expect(await textsOf('case-0001')).toMatch(/^graph\.ttl/);
});

test('a case that is not there', async () => {
  const { suiteCase } = await suiteWith(papers, cases);
  expect(await suiteCase('case-0003')).toMatchInlineSnapshot(`
    {
      "kind": "failed",
      "message": "The suite has no case-0003 any longer. Show it again.",
    }
  `);
});

test('a suite that is damaged', async () => {
  const { readSuite, fileSystem, folder } = await suiteWith(papers, cases);
  fileSystem.files.set(`${folder}/cases.jsonl`, '{}\n[');
  fileSystem.files.delete(`${folder}/manifest.ttl`);
  expect(await readSuite()).toMatchInlineSnapshot(`
    {
      "kind": "failed",
      "message": "manifest.ttl: The file can't be read: it does not exist. Generate the suite again, or take a whole copy of it.",
    }
  `);
});

/** A workspace with the files of a fixture and a suite from them in the folder `suite`. */
async function suiteWith(
  fixture: string,
  changes: readonly HandMadeCase[],
  origin: Partial<SuiteOrigin> = {},
) {
  const source = await handMadeSource(fixture, changes);
  const { files } = parseFixture(fixture);
  const inputs = files.map(({ path, text }) => {
    const name = path.slice(1);
    return {
      role: name === 'shapes.ttl' ? ('shapes' as const) : ('data' as const),
      name,
      sha256: sha256Of(text),
    };
  });
  const { folder, fileSystem } = suiteFolder(
    await filesOf({ ...source, origin: { ...source.origin, inputs, ...origin } }),
  );
  for (const { uri, text } of files) fileSystem.files.set(uri, text);
  const reader = new SuiteReader(fileSystem);
  const uri = `${folder}/suite.json`;
  const folders = [folder.replace(/\/suite$/, '')];
  const [data, shapes] = files.map((file) => file.uri) as [string, string];
  return {
    fileSystem,
    folder,
    data,
    shapes,
    readSuite: () => reader.suite(uri, folders, signal),
    suiteCase: (id: string) => reader.suiteCase(uri, id, signal),
    /** The name of the text, and the lines that differ. */
    textsOf: async (id: string) => {
      const texts = await reader.caseTexts(uri, id, folders, signal);
      if (texts.kind !== 'texts') throw new Error(JSON.stringify(texts));
      const [before, after] = [texts.original, texts.violated].map((text) => text.split('\n'));
      const gone = before!.filter((line) => !after!.includes(line));
      const come = after!.filter((line) => !before!.includes(line));
      return [texts.name, ...gone.map((line) => `- ${line}`), ...come.map((line) => `+ ${line}`)].join('\n');
    },
  };
}
