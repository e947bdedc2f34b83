import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { sha256Of } from '../../testing/handMadeSuite.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';

const papers: TestSetup = {
  files: `#- /data.ttl
# shapes: shapes.ttl
ex:paper a ex:Paper ; ex:reviewedBy ex:alice, [ a ex:Lecturer ] ; ex:pages 12 .
ex:alice a ex:Professor .
#- /shapes.ttl
ex:Lecturer rdfs:subClassOf ex:Professor .
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:reviewedBy ; sh:qualifiedValueShape [ sh:class ex:Professor ] ; sh:qualifiedMaxCount 3 ] ;
  sh:property [ sh:path ex:reviewedBy ; sh:minCount 2 ] ;
  sh:property [ sh:path ex:pages ; sh:datatype xsd:integer ; sh:maxInclusive 20 ] .
`,
};

const generated = new Map<string, ReadonlyMap<string, string>>();

/** The files of a suite after an edit. */
async function suiteOf(
  edit: (files: Map<string, string>) => void = () => {},
  args = '--cross-check none --mix any',
  setup = papers,
): Promise<TestSetup> {
  const key = `${args} ${setup.files}`;
  let files = generated.get(key);
  if (files === undefined) {
    const run = await runInMemory(`generate data.ttl --out suite ${args}`, setup);
    expect(run.code).toBe(0);
    files = new Map([...run.files].filter(([path]) => path.startsWith('/suite/')));
    generated.set(key, files);
  }
  const own = new Map(files);
  edit(own);
  return {
    files: block`
      #- /unrelated.ttl
      ex:a ex:b 1 .`,
    texts: Object.fromEntries(own),
  };
}

describe('a suite as it was written holds', () => {
  test.each([
    ['as it is', '', '', papers],
    ['for both engines', '--cross-check all', '--cross-check all', papers],
    ['with every leaf', '--mode exhaustive', '', papers],
    [
      'with an ontology',
      '--context classes.ttl',
      '',
      {
        files: `${papers.files.replace('ex:Lecturer rdfs:subClassOf ex:Professor .', '')}#- /classes.ttl
ex:Lecturer rdfs:subClassOf ex:Professor, [ a ex:Role ] .
`,
      },
    ],
    ['with inference', '--inference rdfs', '', papers],
    [
      'with what its graph violates already',
      '--if-invalid restrict',
      '',
      { files: papers.files.replace('ex:alice a', 'ex:bad a ex:Paper ; ex:pages 99 .\nex:alice a') },
    ],
    [
      'after repairs',
      '--if-invalid repair',
      '',
      { files: papers.files.replace('ex:pages 12', 'ex:pages "12", 30') },
    ],
  ])('%s', async (_, generateArgs, verifyArgs, setup) => {
    const suite = await suiteOf(undefined, `--cross-check none ${generateArgs}`, setup);
    const { code, out, err } = await runInMemory(`suite verify suite ${verifyArgs}`, suite);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^The suite holds: \d+ cases/);
  });

  test('given by its suite.json, in JSON', async () => {
    const { code, out } = await runInMemory('suite verify suite/suite.json --format json', await suiteOf());
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ verified: true, problems: [] });
  });
});

describe('what differs is told, with file and line', () => {
  const edited = (path: string, from: string | RegExp, to: string) => (files: Map<string, string>) => {
    const before = files.get(path)!;
    files.set(path, before.replace(from, to));
    expect(files.get(path)).not.toBe(before);
  };
  /** Also the hash, so that the content itself is judged. */
  const rewritten = (path: string, from: string | RegExp, to: string) => (files: Map<string, string>) => {
    const old = sha256Of(files.get(`/suite/${path}`)!);
    edited(`/suite/${path}`, from, to)(files);
    const fresh = sha256Of(files.get(`/suite/${path}`)!);
    for (const [each, text] of files) files.set(each, text.replaceAll(old, fresh));
    const cases = sha256Of(files.get('/suite/cases.jsonl')!);
    edited('/suite/suite.json', /("cases.jsonl": ")\w+/, `$1${cases}`)(files);
  };

  const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
  const professor = `<http://example.org/ns#alice> ${type} <http://example.org/ns#Professor> .`;
  const violation = '"severity":"<http://www.w3.org/ns/shacl#Violation>"';

  test.each<[name: string, edit: (files: Map<string, string>) => void, lines: readonly RegExp[]]>([
    [
      'a file that was edited',
      edited('/suite/graph.ttl', 'ex:paper', '# hello\nex:paper'),
      [
        /^suite\/graph\.ttl: The file has changed since it was generated: its SHA-256 is not that of suite\.json\.$/,
      ],
    ],
    [
      'a graph that is not valid any more',
      rewritten('graph.ttl', 'ex:pages 12', 'ex:pages 12, 112'),
      [
        /^suite\/graph\.ttl: As it is, the graph has a result that is not recorded, MaxInclusive.* at <.*paper>, path <.*pages>, value "112"/,
        /^suite\/cases\.jsonl:4: case-0004: 1 of the triples that it inserts are in the graph already\.$/,
        /^suite\/cases\.jsonl:4: case-0004: the changed graph no longer has the result MaxInclusive/,
        /^suite\/cases\.jsonl:4: case-0004: its inverse does not restore the graph and its results\.$/,
      ],
    ],
    [
      'other shapes',
      rewritten('manifest.ttl', 'sh:minCount 2', 'sh:minCount 1'),
      [
        /^suite\/coverage\.json: manifest\.ttl has no constraint <.*MinCountConstraintComponent>\|"2"/,
        /^suite\/cases\.jsonl:2: case-0002: the changed graph no longer has the result MinCount/,
      ],
    ],
    [
      'a case that records another result',
      edited('/suite/cases.jsonl', violation, violation.replace('Violation', 'Info')),
      [
        /^suite\/cases\.jsonl: The file has changed/,
        /^suite\/cases\.jsonl:1: case-0001: the changed graph no longer has the result QualifiedMaxCountConstraintComponent \(Info\) at/,
        /^suite\/cases\.jsonl:1: case-0001: the changed graph has a result that is not recorded, QualifiedMaxCountConstraintComponent at/,
      ],
    ],
    [
      'a case that inserts what is there',
      edited('/suite/cases.jsonl', '"insert":[', `"insert":["${professor}",`),
      [
        /^suite\/cases\.jsonl: The file has changed/,
        /^suite\/cases\.jsonl:1: case-0001: 1 of the triples that it inserts are in the graph already\.$/,
        /^suite\/cases\.jsonl:1: case-0001: its inverse does not restore/,
      ],
    ],
    [
      'a case that is missing',
      edited('/suite/cases.jsonl', /^.*\n/, ''),
      [
        /^suite\/cases\.jsonl: The file has changed/,
        ...Array(2).fill(/^suite\/coverage\.json: case-0001 does not say that it covers /),
        /^suite\/coverage\.json: case-0001 does not say that it satisfies /,
        /^suite\/suite\.json: It lists 4 cases, but there are 3\.$/,
      ],
    ],
  ])('%s', async (_, edit, expected) => {
    const { code, out, err } = await runInMemory('suite verify suite', await suiteOf(edit));
    expect([code, err]).toEqual([1, '']);
    const lines = out.trimEnd().split('\n');
    const summary = lines.pop();
    expect(lines).toEqual(expected.map((line) => expect.stringMatching(line)));
    expect(summary).toMatch(new RegExp(`^${expected.length} differences? in [34] cases checked in \\d+ ms$`));
  });

  test('in JSON', async () => {
    const suite = await suiteOf(edited('/suite/cases.jsonl', /^.*\n/, ''));
    const { code, out } = await runInMemory('suite verify suite --format json', suite);
    expect(code).toBe(1);
    expect(JSON.parse(out).problems[0]).toMatchObject({ file: 'cases.jsonl', message: expect.any(String) });
  });
});

describe('what can not be read is told, with file and line', () => {
  test.each<[name: string, args: string, edit: (files: Map<string, string>) => void, err: RegExp]>([
    [
      'nothing there',
      'suite verify nowhere',
      () => {},
      /^nowhere\/suite\.json: The file can't be read: it does not exist/,
    ],
    ['no verb', 'suite', () => {}, /^shacl-repair suite: say what to do: suite verify FOLDER/],
    ['no folder', 'suite verify', () => {}, /^shacl-repair suite: give the folder of one suite/],
    [
      'a line that was cut off',
      'suite verify suite',
      (files) => files.set('/suite/cases.jsonl', files.get('/suite/cases.jsonl')!.slice(0, -30)),
      /^suite\/cases\.jsonl:\d+: This is not JSON/,
    ],
    [
      'a broken graph',
      'suite verify suite',
      (files) =>
        files.set(
          '/suite/graph.ttl',
          block`
            ${files.get('/suite/graph.ttl')!}
            ex:a ex:b .
          `,
        ),
      /^suite\/graph\.ttl:\d+: /,
    ],
  ])('%s', async (_, args, edit, err) => {
    const run = await runInMemory(args, await suiteOf(edit));
    expect(run.err).toMatch(err);
    expect([run.code, run.out]).toEqual([2, '']);
  });
});

describe('other shapes are tested by the cases of a suite', () => {
  const tested = async (from: string, to: string, args = '') => {
    const suite = await suiteOf();
    const shapes = papers.files.slice(papers.files.indexOf('#- /shapes.ttl')).replace(from, to);
    const files = `${suite.files}\n${shapes.replace('/shapes.ttl', '/new.ttl')}`;
    return runInMemory(`suite verify suite --shapes new.ttl ${args}`, { ...suite, files });
  };

  test('the same ones judge all cases as before', async () => {
    const { code, out, err } = await tested('', '');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^These shapes judge all as those of the suite: \d+ cases; checked in/);
  });

  test('without a constraint, its cases are no longer caught', async () => {
    const { code, out } = await tested(' ; sh:maxInclusive 20', '');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^suite\/cases\.jsonl:\d+: case-\d+: is no longer caught: no longer has the result MaxInclusiveConstraintComponent at \S+, path \S+, value \S+\.$/m,
    );
    expect(out).toMatch(/^2 of 4 cases judged differently, 1 no longer caught; checked in/m);
  });

  test('what the valid graph violates is told too, in JSON', async () => {
    const { code, out } = await tested('sh:maxInclusive 20', 'sh:maxInclusive 10', '--format json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      same: false,
      valid: { lost: [], found: [{ value: '"12"^^<http://www.w3.org/2001/XMLSchema#integer>' }] },
    });
  });

  test('a file that does not exist is called a shapes file', async () => {
    const { code, err } = await runInMemory('suite verify suite --shapes absent.ttl', await suiteOf());
    expect(code).toBe(2);
    expect(err).toContain('The shapes file absent.ttl does not exist');
  });

  test('a file that is no Turtle is refused', async () => {
    const { code, err } = await tested('ex:PaperShape a', 'ex:PaperShape a a');
    expect(code).toBe(2);
    expect(err).toContain('new.ttl:');
  });
});
