import { describe, expect, test } from 'vitest';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { block } from '../../testing/fixture.ts';
import { sha256Of } from '../../testing/handMadeSuite.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';

const shapes = `#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:reviewedBy ; sh:minCount 1 ; sh:class ex:Professor ] ;
  sh:property [ sh:path ex:pages ; sh:datatype xsd:integer ; sh:maxInclusive 20 ] .
`;
const valid: TestSetup = {
  files: `#- /data.ttl
# shapes: shapes.ttl
ex:paper a ex:Paper ; ex:reviewedBy ex:alice, [ a ex:Professor ] ; ex:pages 12 .
ex:alice a ex:Professor .
${shapes}`,
};
const invalid: TestSetup = {
  files: `#- /data.ttl
# shapes: shapes.ttl
ex:paper a ex:Paper ; ex:reviewedBy ex:alice ; ex:pages "12" .
ex:other a ex:Paper ; ex:reviewedBy ex:alice ; ex:pages 30 .
ex:good a ex:Paper ; ex:reviewedBy ex:alice ; ex:pages 3 .
ex:alice a ex:Professor .
${shapes}`,
};

/** Without how long it took. */
const timeless = (text: string) => text.replaceAll(/\b\d+ ms\b/g, 'N ms').replace(/"ms": \d+/, '"ms": N');

const suiteFiles = (files: ReadonlyMap<string, string>) =>
  [...files].filter(([path]) => path.startsWith('/out/'));

describe('a valid graph', () => {
  test('gives a suite and a summary', async () => {
    const { code, out, err, files } = await runInMemory(
      'generate data.ttl --out out --cross-check none',
      valid,
    );
    expect([code, err]).toEqual([0, '']);
    expect(timeless(out)).toMatchInlineSnapshot(`
      "alpha, the results of a case: mean 1.25, at most 2
          1  ##############################  3
          2  ##########                      1

      4 cases cover 6 of 6 constraints, mode cover, seed 1, in N ms: out
      "
    `);
    const { files: hashes, inputs } = JSON.parse(files.get('/out/suite.json')!);
    for (const [path, hash] of Object.entries(hashes))
      expect(sha256Of(files.get(`/out/${path}`)!)).toBe(hash);
    expect(inputs).toEqual([
      { role: 'data', name: 'data.ttl', sha256: sha256Of(files.get('/data.ttl')!) },
      { role: 'shapes', name: 'shapes.ttl', sha256: sha256Of(files.get('/shapes.ttl')!) },
    ]);
  });

  test('says which constraints could be lost without a word', async () => {
    const lax = {
      files: valid.files.replace(
        'sh:maxInclusive 20 ]',
        'sh:or ( [ sh:maxInclusive 20 ] [ sh:minLength 1 ] ) ], [ sh:path ex:none ; sh:nodeKind sh:IRI ]',
      ),
    };
    const args = 'generate data.ttl --out out --cross-check none --mutate-shapes';
    const { code, out } = await runInMemory(args, lax);
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => /mutation|^ {2}sh:/.test(line))).toMatchInlineSnapshot(`
      [
        "mutation score: 70 % (7 of 10 constraints); the loss of these would go unnoticed:",
        "  sh:or shapes.ttl:4:62",
        "  sh:maxInclusive 20 shapes.ttl:4:72",
        "  sh:minLength 1 shapes.ttl:4:95",
      ]
    `);
    const { mutation } = JSON.parse((await runInMemory(`${args} --format json`, valid)).out);
    expect(mutation).toEqual({ constraints: 6, noticed: 6, untested: [] });
  });

  test('in JSON', async () => {
    const args = 'generate data.ttl --out out --cross-check none --format json --seed 7 --mode per-focus';
    const { code, out } = await runInMemory(args, valid);
    expect(code).toBe(0);
    expect(timeless(out)).toMatchInlineSnapshot(`
      "{
        "generated": true,
        "folder": "out",
        "seed": 7,
        "mode": "per-focus",
        "cases": 4,
        "fragile": 0,
        "constraints": {
          "total": 6,
          "covered": 6,
          "satisfied": 0,
          "uncovered": 0,
          "touched": 0
        },
        "alpha": {
          "mean": 1.25,
          "max": 2,
          "distribution": {
            "1": 3,
            "2": 1
          }
        },
        "treeNodes": "6",
        "leaves": "4",
        "uncovered": [],
        "preparation": 0,
        "baseline": 0,
        "stats": {
          "ms": N
        }
      }
      "
    `);
  });

  test('the same command gives the same bytes, another seed does not', async () => {
    const run = async (seed: number) =>
      suiteFiles(
        (await runInMemory(`generate data.ttl --out out --cross-check none --seed ${seed}`, valid)).files,
      );
    const once = await run(1);
    expect(await run(1)).toEqual(once);
    expect(await run(2)).not.toEqual(once);
  });

  test('is asked about at the second engine, and what it says is not asked again after an interruption', async () => {
    const args = 'generate data.ttl --out out';
    const whole = await runInMemory(args, valid);
    expect(whole.files.get('/out/cases.jsonl')).toContain('"crossCheck":"agrees"');
    const stagingFails = { after: 0, message: 'the disk is full' };
    const failed = await runInMemory(args, { ...valid, stagingFails });
    expect([failed.code, failed.err]).toEqual([2, expect.stringContaining('the disk is full')]);
    expect(suiteFiles(failed.files)).toEqual([]);
    // The last line may have been cut off when the process was killed.
    const journal = failed.journal.slice(0, -20);
    const resumed = await runInMemory(args, { ...valid, journal });
    expect(resumed.progress).toMatch(
      /^Going on from an interrupted run: \d+ verdicts? of rdf-validate-shacl are known/,
    );
    expect(suiteFiles(resumed.files)).toEqual(suiteFiles(whole.files));
    const other = await runInMemory(`${args} --seed 2`, { ...valid, journal });
    expect(other.progress).toBe('');
    expect(other.journal).toBe('');
  });

  test('that is named by where it is can be used, with a warning', async () => {
    const files = valid.files.replace(
      'ex:alice a ex:Professor',
      'ex:alice a ex:Professor ; ex:page <#alice>',
    );
    const { code, err } = await runInMemory('generate data.ttl --out out --cross-check none', { files });
    expect(code).toBe(0);
    expect(err).toMatchInlineSnapshot(`
      "data.ttl: warning: it has IRIs that are relative to its own path, so the suite contains the name of this folder, and differs elsewhere. Declare a base (@base <https://…> .) to change that.
      "
    `);
  });

  test('from standard input', async () => {
    const stdin = valid.files.split(/^#- .*$/m)[1]!;
    const prefixes = '@prefix ex: <http://example.org/ns#> .\n';
    const args = 'generate - --shapes shapes.ttl --out out --cross-check none';
    const { code, files } = await runInMemory(args, { ...valid, stdin: prefixes + stdin });
    expect(code).toBe(0);
    expect(JSON.parse(files.get('/out/suite.json')!)).toMatchObject({ name: 'stdin' });
  });

  test('replaces an earlier suite, and nothing else', async () => {
    const args = 'generate data.ttl --out out --cross-check none';
    const first = await runInMemory(args, valid);
    const texts = Object.fromEntries(suiteFiles(first.files));
    const again = await runInMemory(`${args} --seed 2 --max-edits 1`, { ...valid, texts });
    expect(again.code).toBe(0);
    expect(again.files.get('/out/suite.json')).not.toBe(texts['/out/suite.json']);
    const kept = await runInMemory(args, { ...valid, texts: { ...texts, '/out/notes.md': 'mine' } });
    expect(kept.code).toBe(2);
    expect(kept.err).toMatch(/--out out holds notes\.md, which is not part of a suite and would be lost/);
  });
});

describe('an invalid graph', () => {
  test('is refused with the report and the remedies', async () => {
    const { code, out, err, files } = await runInMemory('generate data.ttl --out out', invalid);
    expect([code, out, suiteFiles(files)]).toEqual([2, '', []]);
    expect(err).toMatchInlineSnapshot(`
      "violation[sh:datatype]: ex:pages of ex:paper has the datatype xsd:string, not xsd:integer: "12"
        --> data.ttl:3:57 [a94558d613b2]
       2 | @prefix ex: <http://example.org/ns#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs:…
       3 | ex:paper a ex:Paper ; ex:reviewedBy ex:alice ; ex:pages "12" .
         |                                                         ^^^^
       4 | ex:other a ex:Paper ; ex:reviewedBy ex:alice ; ex:pages 30 .
        = shapes.ttl:4:36: The constraint: sh:datatype xsd:integer

      violation[sh:maxInclusive]: ex:pages of ex:paper can't be compared with 20: "12"
        --> data.ttl:3:57 [a69358508915]
       2 | @prefix ex: <http://example.org/ns#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs:…
       3 | ex:paper a ex:Paper ; ex:reviewedBy ex:alice ; ex:pages "12" .
         |                                                         ^^^^
       4 | ex:other a ex:Paper ; ex:reviewedBy ex:alice ; ex:pages 30 .
        = shapes.ttl:4:62: The constraint: sh:maxInclusive 20

      violation[sh:maxInclusive]: ex:pages of ex:other is greater than 20: 30
        --> data.ttl:4:57 [2cb307d8bdbd]
       3 | ex:paper a ex:Paper ; ex:reviewedBy ex:alice ; ex:pages "12" .
       4 | ex:other a ex:Paper ; ex:reviewedBy ex:alice ; ex:pages 30 .
         |                                                         ^^
       5 | ex:good a ex:Paper ; ex:reviewedBy ex:alice ; ex:pages 3 .
        = shapes.ttl:4:62: The constraint: sh:maxInclusive 20

      shacl-repair generate: The graph violates its shapes (3 results); violations are derived from valid graphs. Repair it ('shacl-repair repair data.ttl --apply'), or have a copy repaired (--if-invalid repair), or use only the part that is not violated yet (--if-invalid restrict).
      "
    `);
  });

  test('in JSON', async () => {
    const { code, out } = await runInMemory('generate data.ttl --out out --format json', invalid);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ generated: false, results: [{}, {}, {}] });
  });

  test('the running example as the paper prints it, with a misspelt class, is refused with exactly its 3 results', async () => {
    // Errata E1 of spec/vio.md: ex:ComitteeMember in the graph, ex:CommitteeMember in the shapes.
    const setup: TestSetup = {
      files: `#- /data.ttl
# shapes: shapes.ttl
ex:PaperABC a ex:Paper ; ex:reviewedBy ex:Alice, ex:Bob, ex:Clark ; ex:author ex:Ethan .
ex:PaperA a ex:Paper ; ex:reviewedBy ex:Alice .
ex:Alice a ex:Professor, ex:ComitteeMember .
ex:Bob a ex:Professor, ex:ComitteeMember .
ex:Clark a ex:Student .
ex:Dan a ex:Professor, ex:ComitteeMember .
#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ; sh:property ex:ReviewedByShape .
ex:ReviewedByShape a sh:PropertyShape ; sh:path ex:reviewedBy ; sh:qualifiedValueShape ex:ReviewerShape ; sh:qualifiedMaxCount 3 ; sh:qualifiedMinCount 1 .
ex:ReviewerShape a sh:NodeShape ; sh:targetNode ex:Dan ; sh:class ex:Professor, ex:CommitteeMember .
`,
    };
    const { code, out } = await runInMemory('generate data.ttl --out out --format json', setup);
    expect(code).toBe(2);
    const { results } = JSON.parse(out);
    const found = results.map(({ focusNode, component }: { focusNode: string; component: string }) =>
      [focusNode, component].map((term) => term.replace(/.*[#/]|>$/g, '')).join(' '),
    );
    expect(new Set(found)).toEqual(
      new Set([
        'Dan ClassConstraintComponent',
        'PaperA QualifiedMinCountConstraintComponent',
        'PaperABC QualifiedMinCountConstraintComponent',
      ]),
    );
  });

  test('is not refused for what only context violates: it does not violate its shapes', async () => {
    const files = block`
      ${valid.files}#- /context.ttl
      ex:elsewhere a ex:Paper .
    `;
    const context = '--context context.ttl';
    expect((await runInMemory(`validate data.ttl ${context}`, { files })).code).toBe(0);
    const { code } = await runInMemory(`generate data.ttl ${context} --out out --cross-check none`, {
      files,
    });
    expect(code).toBe(0);
  });

  test('is told what was not evaluated where the verdict is open', async () => {
    const files = valid.files.replace(
      '#- /shapes.ttl\n',
      '#- /shapes.ttl\nex:Open a sh:NodeShape ; sh:targetClass ex:Paper ; sh:sparql [ sh:select "" ] .\n',
    );
    expect((await runInMemory('validate data.ttl', { files })).code).toBe(3);
    const { code, out } = await runInMemory('generate data.ttl --out out --cross-check none', { files });
    expect(code).toBe(0);
    expect(out).toMatch(/not checked: sh:sparql of ex:Open is not checked: The query is empty/);
  });

  test('repaired first: the edits are recorded, the file stays', async () => {
    const args = 'generate data.ttl --out out --cross-check none --if-invalid repair';
    const { code, out, files, written } = await runInMemory(args, invalid);
    expect([code, written]).toEqual([0, {}]);
    expect(timeless(out)).toMatch(
      /^4 triples were changed to make the graph valid; the data file stays as it is/m,
    );
    const { preparation, options } = JSON.parse(files.get('/out/suite.json')!);
    expect(options.ifInvalid).toBe('repair');
    expect(preparation).toMatchInlineSnapshot(`
      {
        "delete": [
          "<http://example.org/ns#paper> <http://example.org/ns#pages> "12" .",
          "<http://example.org/ns#other> <http://example.org/ns#pages> "30"^^<http://www.w3.org/2001/XMLSchema#integer> .",
        ],
        "insert": [
          "<http://example.org/ns#paper> <http://example.org/ns#pages> "12"^^<http://www.w3.org/2001/XMLSchema#integer> .",
          "<http://example.org/ns#other> <http://example.org/ns#pages> "20"^^<http://www.w3.org/2001/XMLSchema#integer> .",
        ],
      }
    `);
    expect(files.get('/out/README.md')).toContain('4 triples were changed to make them valid');
    expect(new TurtleDocument('file:///g', 0, files.get('/out/graph.ttl')!).graph.size).toBe(10);
  });

  test('restricted: cases are about what is not violated yet, and the baseline is recorded', async () => {
    const args = 'generate data.ttl --out out --if-invalid restrict';
    const { code, out, files } = await runInMemory(args, invalid);
    expect(code).toBe(0);
    expect(out).toMatch(/^The graph violates its shapes already \(3 results\)/m);
    const { baseline } = JSON.parse(files.get('/out/suite.json')!);
    expect(baseline).toHaveLength(3);
    const cases = files.get('/out/cases.jsonl')!.trimEnd().split('\n');
    for (const line of cases) {
      for (const result of JSON.parse(line).report) expect(baseline).not.toContainEqual(result);
    }
    const readme = files.get('/out/README.md')!;
    expect(readme).toContain('can not be compared with those of suites from valid graphs');
    expect(readme).toMatch(
      /adds results to a graph of \d+ triples, which violates its shapes already \(3 results\)/,
    );
    expect(readme).not.toMatch(/\b(?:a|the) valid graph\b/);
  });
});

describe('nothing to violate is no failure, and said in clear words', () => {
  test.each([
    [
      'an empty graph',
      {
        files: block`
          #- /data.ttl
          # shapes: shapes.ttl
          ${shapes}`,
      },
      'NO_FOCUS',
    ],
    [
      'shapes without targets',
      { files: valid.files.replace('sh:targetClass ex:Paper ;', '') },
      'UNREACHABLE',
    ],
    [
      'a graph that nobody can make violate them',
      {
        files: `#- /data.ttl
# shapes: shapes.ttl
ex:a a ex:C .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:class ex:C ; sh:property [ sh:path ex:p ; sh:minCount 0 ] .
`,
      },
      'SELF_TARGET',
    ],
  ])('%s', async (_, setup: TestSetup, reason) => {
    const { code, out, err, files } = await runInMemory('generate data.ttl --out out', setup);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Nothing can be violated: 0 cases for \d+ constraints?; out says why\.$/m);
    expect(out).toMatch(new RegExp(`^not covered: .*${reason} \\d+`, 'm'));
    expect(files.get('/out/cases.jsonl')).toBe('');
    expect(Object.keys(JSON.parse(files.get('/out/coverage.json')!).totals.byReason)).toContain(reason);
  });

  test('shapes that refer to themselves are covered as well', async () => {
    const files = `#- /data.ttl
# shapes: shapes.ttl
ex:a a ex:C ; ex:next ex:a ; ex:p 1 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:next ; sh:node ex:S ] ;
  sh:property [ sh:path ex:p ; sh:datatype xsd:integer ] .
`;
    const { code, out } = await runInMemory('generate data.ttl --out out', { files });
    expect(code).toBe(0);
    expect(timeless(out)).toMatchInlineSnapshot(`
      "alpha, the results of a case: mean 2, at most 2
          2  ##############################  1

      1 case covers 4 of 4 constraints, mode cover, seed 1, in N ms: out
      "
    `);
  });
});

describe('what can not be done is said, and nothing is written', () => {
  const setup: TestSetup = {
    files: block`
      ${valid.files}#- /broken.ttl
      # shapes: shapes.ttl
      ex:a ex:b .
      #- /alone.ttl
      ex:a ex:b 1 .
    `,
    texts: { '/taken/readme.txt': 'mine', '/file': 'a file' },
  };
  test.each<[args: string, err: RegExp]>([
    ['generate', /^shacl-repair generate: give a Turtle file/],
    ['generate data.ttl', /give the folder of the suite: --out FOLDER/],
    ['generate data.ttl more.ttl --out out', /takes one data file/],
    [
      'generate data.ttl --out out --mode all',
      /--mode can't be 'all': give cover, exhaustive, sample:N or per-focus/,
    ],
    ['generate data.ttl --out out --mode sample:0', /--mode can't be 'sample:0'/],
    ['generate data.ttl --out out --seed -1', /--seed needs a value|--seed can't be/],
    [
      'generate data.ttl --out out --seed 4294967296',
      /--seed can't be '4294967296': give a whole number from 0/,
    ],
    ['generate data.ttl --out out --if-invalid maybe', /--if-invalid can't be 'maybe'/],
    ['generate data.ttl --out taken', /--out taken already exists and is not a suite of SHACL Repair/],
    ['generate data.ttl --out file', /--out file is a file/],
    ['generate missing.ttl --out out', /^missing\.ttl: error: The data file missing\.ttl does not exist/],
    [
      'generate broken.ttl --out out',
      /^broken\.ttl:\d+:\d+: error: [\s\S]*Nothing is generated while there are errors/,
    ],
    ['generate alone.ttl --out out', /^alone\.ttl: warning: No shapes are linked/],
  ])('%s', async (args, expected) => {
    const { code, out, err, files } = await runInMemory(args, setup);
    expect(err).toMatch(expected);
    expect([code, out, suiteFiles(files)]).toEqual([2, '', []]);
  });

  test('a disk that is full after some files', async () => {
    const stagingFails = { after: 3, message: "out can't be written: the disk is full." };
    const { code, err, files } = await runInMemory('generate data.ttl --out out', { ...setup, stagingFails });
    expect(err).toBe(
      "shacl-repair generate: out can't be written: the disk is full.\nSee 'shacl-repair generate --help'.\n",
    );
    expect([code, suiteFiles(files)]).toEqual([2, []]);
  });
});
