import { describe, expect, test } from 'vitest';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { builtinValidator } from '../../shacl/incremental/recordedValidation.ts';
import { referenceValidator } from '../../shacl/reference/referenceEngine.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import { block } from '../../testing/fixture.ts';
import { filesOf, handMadeSource, sha256Of, suiteFolder } from '../../testing/handMadeSuite.ts';
import { readTests, reportOf } from '../../testing/shaclTests.ts';
import type { SuiteJson } from './format.ts';
import { readSuite } from './readSuite.ts';
import { suiteObstacle } from './suiteObstacle.ts';

const signal = new AbortController().signal;

const papers = `#- /data.ttl
ex:paper a ex:Paper ; ex:reviewedBy ex:alice, _:x ; ex:title "It's \\"true\\"\\n"@en .
_:x a ex:Professor ; ex:knows [ ex:age 4 ] .
ex:alice a ex:Professor .
#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:reviewedBy ; sh:minCount 2 ; sh:class ex:Professor ] ;
  sh:property [ sh:path ex:abstract ; sh:maxLength 5 ] .
`;

const cases = [
  { remove: 'ex:paper ex:reviewedBy ex:alice .' },
  { remove: '_:x a ex:Professor .', insert: '_:x ex:knows _:new1 . _:new1 a ex:Student .' },
  { insert: 'ex:paper ex:abstract "too long" .' },
];

describe('the files', () => {
  test('a line of cases.jsonl, the graph and the tests call nodes by the same labels', async () => {
    const files = await filesOf(await handMadeSource(papers, cases));
    expect([...files.keys()]).toEqual([
      'graph.ttl',
      'manifest.ttl',
      'cases.jsonl',
      'coverage.json',
      'tests/case-0001.ttl',
      'tests/case-0002.ttl',
      'tests/case-0003.ttl',
      'tests/manifest.ttl',
      'README.md',
      'suite.json',
    ]);
    expect(body(files.get('graph.ttl')!)).toMatchInlineSnapshot(`
      "
      ex:paper a ex:Paper ;
        ex:reviewedBy ex:alice, _:b0 ;
        ex:title """It's "true"
      """@en .

      _:b0 a ex:Professor ;
        ex:knows _:b1 .

      _:b1 ex:age 4 .

      ex:alice a ex:Professor .
      "
    `);
    expect(body(files.get('manifest.ttl')!)).toMatchInlineSnapshot(`
      "
      ex:PaperShape a sh:NodeShape ;
        sh:targetClass ex:Paper ;
        sh:property _:s0, _:s1 .

      _:s0 sh:path ex:reviewedBy ;
        sh:minCount 2 ;
        sh:class ex:Professor .

      _:s1 sh:path ex:abstract ;
        sh:maxLength 5 .
      "
    `);
    expect(body(files.get('tests/case-0002.ttl')!)).toMatchInlineSnapshot(`
      "
      ex:paper a ex:Paper ;
        ex:reviewedBy ex:alice, _:b0 ;
        ex:title """It's "true"
      """@en .

      _:b0 ex:knows _:b1, _:n0 .

      _:b1 ex:age 4 .

      ex:alice a ex:Professor .

      _:n0 a ex:Student .
      "
    `);
    const [, line] = files.get('cases.jsonl')!.split('\n');
    expect(JSON.stringify(JSON.parse(line!), null, 1)).toMatchInlineSnapshot(`
      "{
       "id": "case-0002",
       "datasetId": "papers",
       "manifestRef": {
        "uri": "manifest.ttl",
        "sha256": "a7c97ac01b064c76d51eb4ca4d550623a052ea82ab6b48e85387f34f66159caa"
       },
       "graphRef": {
        "uri": "graph.ttl",
        "sha256": "f6f5d39d880b7f492a97be4c952bbd3272f7342e05e2829a9b0fab84c7df3aea"
       },
       "seed": 1,
       "leafId": "0/1",
       "path": [
        {
         "constraintKey": "<http://example.org/ns#PaperShape> / <http://www.w3.org/ns/shacl#property> <http://example.org/ns#reviewedBy> 0|<http://www.w3.org/ns/shacl#ClassConstraintComponent>|<http://example.org/ns#Professor>",
         "focus": [
          "<http://example.org/ns#paper>"
         ]
        }
       ],
       "factors": [
        {
         "constraintKey": "<http://example.org/ns#PaperShape> / <http://www.w3.org/ns/shacl#property> <http://example.org/ns#reviewedBy> 0|<http://www.w3.org/ns/shacl#ClassConstraintComponent>|<http://example.org/ns#Professor>",
         "focus": "<http://example.org/ns#paper>",
         "strategy": "edit"
        }
       ],
       "delete": [
        "<urn:x-bnode:b0> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/ns#Professor> ."
       ],
       "insert": [
        "<urn:x-bnode:b0> <http://example.org/ns#knows> <urn:x-bnode:n0> .",
        "<urn:x-bnode:n0> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/ns#Student> ."
       ],
       "minted": [
        {
         "iri": "<urn:x-bnode:n0>",
         "by": "offline"
        }
       ],
       "covered": [
        "<http://example.org/ns#PaperShape> / <http://www.w3.org/ns/shacl#property> <http://example.org/ns#reviewedBy> 0|<http://www.w3.org/ns/shacl#ClassConstraintComponent>|<http://example.org/ns#Professor>"
       ],
       "expected": {
        "shape": "<urn:x-bnode:s0>",
        "component": "<http://www.w3.org/ns/shacl#ClassConstraintComponent>",
        "focus": "<http://example.org/ns#paper>"
       },
       "report": [
        {
         "focus": "<http://example.org/ns#paper>",
         "path": "<http://example.org/ns#reviewedBy>",
         "value": "<urn:x-bnode:b0>",
         "sourceShape": "<urn:x-bnode:s0>",
         "component": "<http://www.w3.org/ns/shacl#ClassConstraintComponent>",
         "severity": "<http://www.w3.org/ns/shacl#Violation>",
         "message": "Value is not an instance of Professor"
        }
       ],
       "alpha": 1,
       "stats": {
        "inverseSize": 3,
        "operations": 3,
        "minRepairSize": null,
        "recoverable": null,
        "degenerateRepairExists": null,
        "collateral": 0,
        "focusNodes": 1,
        "sourceConstraints": 1
       },
       "chosenResult": 0,
       "dedup": {
        "hash": "a1186f34ee182250572d5e2096fcf3b803ca2fcf594e67dc1630787821e9c1f9",
        "sameGraphAs": null
       },
       "crossCheck": null
      }"
    `);
  });

  test('the tests are a manifest of the W3C vocabulary', async () => {
    const files = await filesOf(await handMadeSource(papers, cases.slice(1, 2)));
    expect(files.get('tests/manifest.ttl')).toMatchInlineSnapshot(`
      "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .
      @prefix mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#> .
      @prefix sht: <http://www.w3.org/ns/shacl-test#> .

      <> a mf:Manifest ;
        mf:entries (
          <#case-0001>
        ) .

      <#case-0001> a sht:Validate ;
        rdfs:label "case-0001 0/1" ;
        mf:action [
          sht:dataGraph <case-0001.ttl> ;
          sht:shapesGraph <../manifest.ttl> ;
        ] ;
        mf:result [
          a sh:ValidationReport ;
          sh:conforms false ;
          sh:result [
            a sh:ValidationResult ;
            sh:focusNode <http://example.org/ns#paper> ;
            sh:resultPath <http://example.org/ns#reviewedBy> ;
            sh:value _:b0 ;
            sh:resultSeverity sh:Violation ;
            sh:sourceConstraintComponent sh:ClassConstraintComponent ;
            sh:sourceShape _:s0 ;
          ] ;
        ] ;
        mf:status sht:approved .
      "
    `);
  });

  test('suite.json, coverage.json and the README say what it is', async () => {
    const files = await filesOf(await handMadeSource(papers, cases));
    expect(files.get('suite.json')).toMatchInlineSnapshot(`
      "{
        "format": 2,
        "generator": {
          "name": "shacl-repair",
          "version": "0.0.0"
        },
        "name": "papers",
        "seed": 1,
        "options": {
          "mode": "cover",
          "combine": 1,
          "crossCheck": "none",
          "ifInvalid": "refuse",
          "maxEdits": 12,
          "maxCases": 10000,
          "mix": "1:1:1",
          "inference": "none",
          "subClassOfFrom": [
            "data",
            "context",
            "shapes"
          ]
        },
        "inputs": [
          {
            "role": "data",
            "name": "data.ttl",
            "sha256": "a3812b7adb5d904729971694ecf46f71e784f095c1442c9416d1cbe891343da3"
          }
        ],
        "files": {
          "graph.ttl": "f6f5d39d880b7f492a97be4c952bbd3272f7342e05e2829a9b0fab84c7df3aea",
          "manifest.ttl": "a7c97ac01b064c76d51eb4ca4d550623a052ea82ab6b48e85387f34f66159caa",
          "cases.jsonl": "1b099caf590393f34fc2de7f78028409dab6c8a91e01912b1a966ec98a728719",
          "coverage.json": "8d35cbab243974c6ef3e912813405638a9eb5a396dd49b2359063bf968cd84a5"
        },
        "totals": {
          "triples": 8,
          "shapesTriples": 9,
          "constraints": 5,
          "covered": 3,
          "uncovered": 2,
          "cases": 3,
          "fragile": 0,
          "treeNodes": 19,
          "leaves": "100000000000000000000"
        },
        "alpha": {
          "mean": 1,
          "max": 1
        },
        "tests": {
          "cases": 3,
          "leftOut": 0
        },
        "notChecked": []
      }
      "
    `);
    expect(files.get('coverage.json')).toMatchInlineSnapshot(`
      "{
        "constraints": [
          {
            "constraintKey": "<http://example.org/ns#PaperShape>|<http://www.w3.org/ns/shacl#PropertyConstraintComponent>|<http://example.org/ns#PaperShape> / <http://www.w3.org/ns/shacl#property> <http://example.org/ns#reviewedBy> 0",
            "shape": "<http://example.org/ns#PaperShape>",
            "component": "<http://www.w3.org/ns/shacl#PropertyConstraintComponent>",
            "status": "uncovered",
            "reason": "NO_VALUES",
            "explanation": "There are no values.",
            "cases": []
          },
          {
            "constraintKey": "<http://example.org/ns#PaperShape>|<http://www.w3.org/ns/shacl#PropertyConstraintComponent>|<http://example.org/ns#PaperShape> / <http://www.w3.org/ns/shacl#property> <http://example.org/ns#abstract> 0",
            "shape": "<http://example.org/ns#PaperShape>",
            "component": "<http://www.w3.org/ns/shacl#PropertyConstraintComponent>",
            "status": "uncovered",
            "reason": "NO_VALUES",
            "explanation": "There are no values.",
            "cases": []
          },
          {
            "constraintKey": "<http://example.org/ns#PaperShape> / <http://www.w3.org/ns/shacl#property> <http://example.org/ns#reviewedBy> 0|<http://www.w3.org/ns/shacl#MinCountConstraintComponent>|\\"2\\"^^<http://www.w3.org/2001/XMLSchema#integer>",
            "shape": "<urn:x-bnode:s0>",
            "component": "<http://www.w3.org/ns/shacl#MinCountConstraintComponent>",
            "status": "covered",
            "cases": [
              "case-0001"
            ]
          },
          {
            "constraintKey": "<http://example.org/ns#PaperShape> / <http://www.w3.org/ns/shacl#property> <http://example.org/ns#reviewedBy> 0|<http://www.w3.org/ns/shacl#ClassConstraintComponent>|<http://example.org/ns#Professor>",
            "shape": "<urn:x-bnode:s0>",
            "component": "<http://www.w3.org/ns/shacl#ClassConstraintComponent>",
            "status": "covered",
            "cases": [
              "case-0002"
            ]
          },
          {
            "constraintKey": "<http://example.org/ns#PaperShape> / <http://www.w3.org/ns/shacl#property> <http://example.org/ns#abstract> 0|<http://www.w3.org/ns/shacl#MaxLengthConstraintComponent>|\\"5\\"^^<http://www.w3.org/2001/XMLSchema#integer>",
            "shape": "<urn:x-bnode:s1>",
            "component": "<http://www.w3.org/ns/shacl#MaxLengthConstraintComponent>",
            "status": "covered",
            "cases": [
              "case-0003"
            ]
          }
        ],
        "totals": {
          "constraints": 5,
          "covered": 3,
          "uncovered": 2,
          "byReason": {
            "NO_VALUES": 2
          }
        },
        "realism": {
          "inserted": 3,
          "synthetic": 2
        }
      }
      "
    `);
    expect(files.get('README.md')).toMatchInlineSnapshot(`
      "# papers: violations with known repairs

      3 cases, each a small change that makes a valid graph of 8 triples violate its shapes. Generated by shacl-repair 0.0.0 from \`data.ttl\` (data): mode cover, seed 1. The same files, options and seed give the same bytes.

      | file | what it holds |
      |---|---|
      | \`graph.ttl\` | the valid graph: what the data files state |
      | \`manifest.ttl\` | the shapes |
      | \`cases.jsonl\` | a case in each line: \`delete\` and \`insert\` make the invalid graph of \`graph.ttl\`, \`report\` is what it violates, the inverse is the known repair |
      | \`coverage.json\` | each constraint with the cases that cover it, or why there are none |
      | \`suite.json\` | how it was generated, totals, and SHA-256 of the files above |
      | \`tests/manifest.ttl\` | the cases as W3C SHACL tests, for the runner of any engine; inferred triples, and subclasses that only shapes state, are in their data. |

      Triples are lines of N-Triples. Blank nodes are named \`urn:x-bnode:\` and their label: \`b0\` … in \`graph.ttl\`, \`s0\` … in
      \`manifest.ttl\`; \`n0\` … are new ones that a case inserts. \`shacl-repair suite verify\` checks all of it again.

      ## Coverage

      3 of 5 constraints are newly violated by a case. Not covered: NO_VALUES 2; \`coverage.json\` says in a sentence why.

      | constraint | covered | all |
      |---|---:|---:|
      | \`sh:ClassConstraintComponent\` | 1 | 1 |
      | \`sh:MaxLengthConstraintComponent\` | 1 | 1 |
      | \`sh:MinCountConstraintComponent\` | 1 | 1 |
      | \`sh:PropertyConstraintComponent\` | 0 | 2 |

      Of 3 inserted terms, 2 are synthetic: neither a term or text of the data and its shapes, nor a slip in one, nor a number or date among the values of its property, nor a name that continues a series of others.

      ## Results for each case

      Alpha, the number of results of the invalid graph, has a mean of 1 and a maximum of 1.

      | alpha | cases |
      |---:|---:|
      | 1 | 3 |

      ## Changes

      1 case only delete, 1 only insert, and 1 replace. A suite measures something only above what these strategies reach, which understand nothing of the shapes:

      | strategy | semantic | isomorphism |
      |---|---:|---:|

      ## Scoring a repair system

      For each case apply \`delete\` and \`insert\` to \`graph.ttl\`, give the system the invalid graph, the shapes and one result, \`report[chosenResult]\`, and apply the update that it answers. Four rates, each over all cases, each asking for the ones before it:

      1. **syntactic**: there is an update, and it can be parsed;
      2. **semantic**: the repaired graph has no results, whichever one the system was shown;
      3. **relaxed isomorphism**: it is isomorphic to \`graph.ttl\` when all literals count as equal;
      4. **isomorphism**: it is isomorphic to \`graph.ttl\`.

      A smaller repair than the inverse often exists, and then restores another graph: report the last two rates apart for cases whose \`stats.recoverable\` is true.
      "
    `);
  });

  test('the same source gives the same bytes', async () => {
    const [once, again] = [await handMadeSource(papers, cases), await handMadeSource(papers, cases)];
    expect([...(await filesOf(again))]).toEqual([...(await filesOf(once))]);
  });

  test('hashes are those of the files', async () => {
    const files = await filesOf(await handMadeSource(papers, cases));
    const { files: hashes } = JSON.parse(files.get('suite.json')!) as SuiteJson;
    for (const [path, hash] of Object.entries(hashes)) expect(sha256Of(files.get(path)!)).toBe(hash);
  });

  test('tests that would not fit are left out, and the suite says so', async () => {
    const source = await handMadeSource(papers, cases);
    const all = await filesOf(source);
    const twoOfThem = ['tests/case-0001.ttl', 'tests/case-0002.ttl'].map((path) => all.get(path)!.length);
    const files = await filesOf(source, { maxTestData: twoOfThem[0]! + twoOfThem[1]! });
    const { tests } = JSON.parse(files.get('suite.json')!) as SuiteJson;
    expect(tests).toEqual({ cases: 2, leftOut: 1 });
    expect(files.has('tests/case-0003.ttl')).toBe(false);
    expect(files.get('tests/manifest.ttl')).not.toContain('case-0003');
    expect(files.get('README.md')).toContain('It has the first 2 of 3 cases');
  });

  test('without cases they are all there', async () => {
    const files = await filesOf(await handMadeSource(papers, []));
    expect(files.get('cases.jsonl')).toBe('');
    expect(JSON.parse(files.get('suite.json')!)).toMatchObject({ alpha: { mean: 0, max: 0 } });
    expect(new TurtleDocument('file:///m', 1, files.get('tests/manifest.ttl')!).errors).toEqual([]);
  });
});

describe('the tests are for the runner of any engine', () => {
  /** Alice is a professor because of a statement that only the shapes make. */
  const aliceIs = (data: string, schema: string) =>
    papers.replace('ex:alice a ex:Professor .', data).replace(
      '#- /shapes.ttl',
      block`
        #- /shapes.ttl
        ${schema}`,
    );
  const lecturer = aliceIs('ex:alice a ex:Lecturer .', 'ex:Lecturer rdfs:subClassOf ex:Professor .');
  const teacher = aliceIs('ex:alice ex:teaches ex:logic .', 'ex:teaches rdfs:domain ex:Professor .');
  test.each([
    ['as they are', papers, undefined],
    ['with subclasses that only the shapes state', lecturer, undefined],
    ['with what is inferred', teacher, 'rdfs'],
  ] as const)('%s', async (_, fixture, regime) => {
    const files = await filesOf(await handMadeSource(fixture, cases, regime));
    const documents = new Map(
      ['manifest.ttl', 'tests/manifest.ttl', ...cases.map((__, i) => `tests/case-000${i + 1}.ttl`)].map(
        (path) => {
          const uri = `file:///suite/${path}`;
          return [uri, new TurtleDocument(uri, 1, files.get(path)!)];
        },
      ),
    );
    const tests = readTests(documents.get('file:///suite/tests/manifest.ttl')!);
    expect(tests).toHaveLength(cases.length);
    for (const each of tests) {
      const data = documents.get(each.data)!.graph;
      const shapes = readShapes(documents.get(each.shapes)!.graph);
      // Another engine can only find subclasses in the data.
      const input = { dataGraph: data, reportedGraph: data, classGraph: data, shapes };
      for (const validator of [builtinValidator(), referenceValidator]) {
        const { violations } = await validator.validate(input, signal);
        expect(reportOf(violations, each), `${validator.engine} ${each.name}`).toEqual(each.report);
      }
    }
  });
});

describe('reading', () => {
  test('gives what was written', async () => {
    const source = await handMadeSource(papers, cases);
    const { folder, fileSystem } = suiteFolder(await filesOf(source));
    const reading = await readSuite(folder, fileSystem, signal);
    if (reading.kind !== 'suite') throw new Error(JSON.stringify(reading.problems));
    const { suite } = reading;
    const { input } = source.problem.recorded;
    expect(isomorphic(suite.graph.graph.triples(), input.dataGraph.triples())).toBe(true);
    expect(isomorphic(suite.manifest.graph.triples(), input.shapes.graph.triples())).toBe(true);
    const again = suite.cases.map(({ change }) => {
      const names = suite.names.graph.forChange(change);
      const lines = (triples: typeof change.added) => triples.map((triple) => names.triple(triple));
      return { delete: lines(change.removed), insert: lines(change.added) };
    });
    expect(suite.cases.map(({ json }) => ({ delete: json.delete, insert: json.insert }))).toEqual(again);
  });

  const problems = async (edit: (files: Map<string, string>) => void) => {
    const files = new Map(await filesOf(await handMadeSource(papers, cases)));
    edit(files);
    const { folder, fileSystem } = suiteFolder(files);
    const reading = await readSuite(folder, fileSystem, signal);
    if (reading.kind === 'suite') return [];
    return reading.problems.map(({ file, line, message }) => `${[file, line].join(':')} ${message}`);
  };
  const editLine =
    (line: number, edit: (json: Record<string, unknown>) => void) => (files: Map<string, string>) => {
      const lines = files.get('cases.jsonl')!.split('\n');
      const json = JSON.parse(lines[line - 1]!);
      edit(json);
      lines[line - 1] = JSON.stringify(json);
      files.set('cases.jsonl', lines.join('\n'));
    };

  test.each<[name: string, edit: (files: Map<string, string>) => void, problems: readonly RegExp[]]>([
    [
      'no folder',
      (files) => files.clear(),
      [/^suite\.json: .* it does not exist\. Give the folder of a suite/],
    ],
    ['a missing file', (files) => files.delete('graph.ttl'), [/^graph\.ttl: .*it does not exist/]],
    [
      'no JSON',
      (files) => files.set('suite.json', '{\n  "format": 1,\n  oh\n}'),
      [/^suite\.json:3 This is not JSON/],
    ],
    [
      'another format',
      (files) => files.set('suite.json', '{"format":3}'),
      [/^suite\.json: format is not one of 1, 2/],
    ],
    [
      'a broken graph',
      (files) => files.set('graph.ttl', '<a> <b> .\n'),
      [
        /^graph\.ttl:1 /,
        /^cases\.jsonl:2 case-0002: delete\[0\] names urn:x-bnode:b0, and graph\.ttl has no/,
      ],
    ],
    ['a line cut off', (files) => files.set('cases.jsonl', '{"id":'), [/^cases\.jsonl:1 This is not JSON/]],
    ['a missing field', editLine(2, (json) => delete json.leafId), [/^cases\.jsonl:2 leafId is missing/]],
    [
      'a wrong field',
      editLine(3, (json) => (json.insert = [1])),
      [/^cases\.jsonl:3 insert\[0\] is not a string/],
    ],
    [
      'an id that leads elsewhere',
      editLine(1, (json) => (json.id = '../../x')),
      [
        /^cases\.jsonl:1 id is not a name of .*: this is not as generate writes it\. Generate the suite again/,
      ],
    ],
    [
      'an id that a shell would run',
      editLine(2, (json) => (json.id = '$(touch x)')),
      [/^cases\.jsonl:2 id is not a name of /],
    ],
    [
      'a number that is none',
      editLine(2, (json) => (json.alpha = -1)),
      [/^cases\.jsonl:2 alpha is not a whole number from 0 on/],
    ],
    [
      'an inherited field',
      (files) => files.set('suite.json', '{"__proto__":{"format":1}}'),
      [/^suite\.json: format is missing/],
    ],
    [
      'no triple',
      editLine(3, (json) => (json.insert = ['<a:b> <a:c> .'])),
      [/^cases\.jsonl:3 case-0003: insert\[0\] can't be read: /],
    ],
    [
      'two triples',
      editLine(1, (json) => (json.delete = ['<a:b> <a:c> 1 . <a:b> <a:c> 2 .'])),
      [/^cases\.jsonl:1 case-0001: delete\[0\] is not one triple/],
    ],
  ])('%s', async (_, edit, expected) => {
    const found = await problems(edit);
    expect(found).toHaveLength(expected.length);
    for (const [i, problem] of expected.entries()) expect(found[i]).toMatch(problem);
  });
});

test('a suite that another process replaces while it is looked at is no obstacle', async () => {
  const files = await filesOf(await handMadeSource(papers, cases));
  const { folder, fileSystem } = suiteFolder(files);
  const listFolder = async (uri: string) =>
    [...files.keys()].filter((name) => name.includes('/') === uri.endsWith('/tests')).map(lastPart);
  const read = fileSystem.read.bind(fileSystem);
  const obstacleOf = (isMovedAway: () => boolean) => {
    fileSystem.read = (uri) => read(isMovedAway() ? `${uri}.old` : uri);
    return suiteObstacle(folder, { listFolder, fileSystem });
  };
  let looks = 0;
  expect(await obstacleOf(() => looks++ === 0)).toBe(undefined);
  expect(looks).toBe(2);
  expect(await obstacleOf(() => true)).toMatch(/^already exists and is not a suite/);
});

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The text without prefix declarations. */
function body(turtle: string): string {
  return turtle.replace(/^@prefix.*\n/gm, '');
}
