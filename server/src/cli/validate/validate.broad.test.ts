import { describe, expect, test } from 'vitest';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const shapes = `
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:severity sh:Warning ] .`;

const alice = `ex:alice a ex:Person ; ex:age "old" .`;
const files = block`
  #- /data.ttl
  ${alice}
  #- /shapes.ttl${shapes}`;
const linked = block`
  #- /data.ttl
  # shapes: shapes.ttl
  ${alice}
  #- /shapes.ttl${shapes}`;

/** The parts of a JSON report that say what was found. */
async function found(args: string, setup: string, stdin = '') {
  const { code, out } = await runInMemory(`validate ${args} --format json`, { files: setup, stdin });
  const report = JSON.parse(out);
  const local = (iri: string | null) =>
    iri?.replace(/.*[#/](.*)>$/, '$1').replace('ConstraintComponent', '') ?? '';
  return {
    code,
    conforms: report.conforms,
    validated: report.validated,
    results: report.results.map(({ focusNode, path, component }: Record<string, string>) =>
      `${local(focusNode!)} ${local(path!)} ${local(component!)}`.replace('  ', ' '),
    ),
  };
}

const bothResults = {
  code: 1,
  conforms: false,
  validated: true,
  results: ['alice name MinCount', 'alice age Datatype'],
};
const nothingValidated = { code: 3, conforms: false, validated: false, results: [] };

test('people see each result where it is, and a line that sums up', async () => {
  const { code, out, err } = await runInMemory('validate data.ttl --shapes shapes.ttl', { files });
  expect(code).toBe(1);
  expect(err).toBe('');
  expect(out.replace(/in \d+ ms/, 'in 0 ms')).toMatchInlineSnapshot(`
    "warning[sh:minCount]: ex:alice has no value of ex:name, but needs at least 1
      --> data.ttl:2:1 [eab1e77284b3]
     1 | @prefix ex: <http://example.org/ns#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs:…
     2 | ex:alice a ex:Person ; ex:age "old" .
       | ^^^^^^^^
      = shapes.ttl:4:35: The constraint: sh:minCount 1

    violation[sh:datatype]: ex:age of ex:alice has the datatype xsd:string, not xsd:integer: "old"
      --> data.ttl:2:31 [dbf00a2b9c4a]
     1 | @prefix ex: <http://example.org/ns#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs:…
     2 | ex:alice a ex:Person ; ex:age "old" .
       |                               ^^^^^
      = shapes.ttl:3:34: The constraint: sh:datatype xsd:integer

    2 results in 1 file (1 violation, 1 warning), checked with builtin in 0 ms
    "
  `);
});

test('what conforms is said in one line', async () => {
  const setup = { files: files.replace('"old"', '1 ; ex:name "Alice"') };
  const { code, out } = await runInMemory('validate data.ttl --shapes shapes.ttl', setup);
  expect(code).toBe(0);
  expect(out).toMatch(/^data\.ttl conforms, checked with builtin in \d+ ms\n$/);
});

test('what was not checked is counted once', async () => {
  const files = block`
    #- /data.ttl
    # shapes: shapes.ttl
    ex:a a ex:Person .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:pattern "[" .`;
  const { out } = await runInMemory('validate data.ttl', { files });
  expect(out).toMatch(/^data\.ttl: undecided, 1 thing not checked, checked with builtin in \d+ ms$/m);
});

test('scripts get JSON', async () => {
  const { out } = await runInMemory('validate data.ttl --shapes shapes.ttl --format json', { files });
  expect(JSON.parse(out)).toEqual({
    verdict: 'violates',
    reasons: [],
    focusNodes: 1,
    conforms: false,
    validated: true,
    engine: 'builtin',
    inference: 'none',
    contextResults: 0,
    root: 'file:///workspace',
    supporting: [],
    links: [
      {
        data: ['file:///workspace/data.ttl'],
        uri: 'file:///workspace/shapes.ttl',
        role: 'shapes',
        ways: [[{ kind: 'named', text: '--shapes', uri: null, line: null }]],
      },
    ],
    results: [
      {
        key: expect.stringMatching(/^[0-9a-f]{12}$/),
        focusNode: '<http://example.org/ns#alice>',
        path: '<http://example.org/ns#name>',
        value: null,
        sourceShape: expect.stringMatching(/^_:/),
        component: '<http://www.w3.org/ns/shacl#MinCountConstraintComponent>',
        severity: '<http://www.w3.org/ns/shacl#Warning>',
        messages: [expect.stringContaining('ex:name')],
        location: {
          uri: 'file:///workspace/data.ttl',
          start: { line: 1, character: 0 },
          end: { line: 1, character: 8 },
        },
        shapeLocation: {
          uri: 'file:///workspace/shapes.ttl',
          start: { line: 3, character: 34 },
          end: { line: 3, character: 47 },
        },
        details: [],
      },
      expect.objectContaining({
        value: '"old"',
        component: '<http://www.w3.org/ns/shacl#DatatypeConstraintComponent>',
      }),
    ],
    groups: [],
    incomplete: { nodes: 0, uriStarts: [] },
    notChecked: [],
    errors: [],
    stats: { triples: 2, ms: expect.any(Number) },
  });
});

describe('links', () => {
  test('given by hand', async () => {
    expect(await found('data.ttl --shapes shapes.ttl', files)).toEqual(bothResults);
  });

  test('in header comments', async () => {
    expect(await found('data.ttl', linked)).toEqual(bothResults);
  });

  test('in the settings of the working directory', async () => {
    const { code, out } = await runInMemory('validate data.ttl --format json', {
      files,
      texts: {
        '/.vscode/settings.json': `{ // ours
          "shaclRepair.links": [{ "data": "*.ttl", "shapes": ["shapes.ttl"], }],
          "editor.tabSize": 2,
        }`,
      },
    });
    expect([code, JSON.parse(out).results.length]).toEqual([1, 2]);
  });

  test('by ontology names among the files of the working directory', async () => {
    const setup = `#- /data.ttl
<http://example.org/data> sh:shapesGraph <http://example.org/shapes> .
${alice}
#- /deep/shapes.ttl
<http://example.org/shapes> a owl:Ontology .
${shapes}`;
    expect(await found('data.ttl', setup)).toEqual(bothResults);
  });

  test('in the file itself', async () => {
    expect(
      await found(
        'data.ttl',
        block`
          #- /data.ttl
          ${alice}${shapes}`,
      ),
    ).toEqual(bothResults);
  });

  test('with --shapes nothing else is looked for', async () => {
    const setup = block`
      ${linked}
      #- /others.ttl
      ex:S a sh:NodeShape ; sh:targetNode ex:alice ; sh:class ex:Robot .`;
    expect((await found('data.ttl --shapes others.ttl', setup)).results).toEqual(['alice Class']);
  });

  test('--context alone adds to what is linked', async () => {
    const setup = `#- /data.ttl
# shapes: shapes.ttl
ex:alice ex:knows ex:bob .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:knows ; sh:property [ sh:path ex:knows ; sh:class ex:Person ] .
#- /people.ttl
ex:bob a ex:Person .`;
    expect((await found('data.ttl', setup)).results).toEqual(['alice knows Class']);
    expect((await found('data.ttl --context people.ttl', setup)).results).toEqual([]);
  });

  test.each([
    ['../shapes/*.ttl', '/work/data.ttl'],
    ['../sh*/shapes.{ttl,shacl}', '/work/data.ttl'],
    ['**/shapes.ttl', '/data.ttl'],
  ])('by a pattern that stays under the working directory: %s', async (pattern, data) => {
    const setup = block`
      #- ${data}
      # shapes: ${pattern}
      ${alice}
      #- /shapes/shapes.ttl${shapes}`;
    expect(await found(data.slice(1), setup)).toEqual(bothResults);
  });

  test.each([
    ['/**/*.none', '/data.ttl'],
    ['../*.ttl', '/data.ttl'],
    ['../../shapes/*.ttl', '/work/data.ttl'],
    ['/etc/*', '/data.ttl'],
  ])('not by a pattern that leads out of it, and that is said: %s', async (pattern, data) => {
    const files = `#- ${data}\n# shapes: ${pattern}\n${alice}`;
    const { out, err } = await runInMemory(`validate ${data.slice(1)}`, { files });
    expect(out + err).toContain(`'${pattern}': it leads out of file:///workspace`);
  });

  test('by a pattern under the repository, where the working directory is not above it', async () => {
    const setup = block`
      #- /repo/work/data.ttl
      # shapes: ../shapes/*.ttl
      ${alice}
      #- /repo/shapes/shapes.ttl${shapes}
      #- /repo/.git/HEAD
    `;
    expect(await found('repo/work/data.ttl', setup)).toEqual(bothResults);
    const outside = setup.replace('../shapes', '../../*').replace('/repo/shapes', '/shapes');
    expect(await found('repo/work/data.ttl', outside)).toMatchObject({ validated: false });
  });

  test('by a path without wildcards, wherever it leads', async () => {
    const setup = block`
      #- /repo/.git/HEAD
      #- /repo/data.ttl
      # shapes: ../shapes.ttl
      ${alice}
      #- /shapes.ttl${shapes}`;
    expect(await found('repo/data.ttl', setup)).toEqual(bothResults);
  });

  test.each([
    ['a brace bomb', '{a,b}'.repeat(60)],
    ['a pattern with many stars', `${'a*'.repeat(60)}b`],
    ['a pattern that is too long', '*'.repeat(2000)],
  ])('not by %s, which takes no time', async (_, pattern) => {
    const files = block`
      #- /data.ttl
      # shapes: ${pattern}
      ${alice}
      #- /${'a'.repeat(61)}`;
    const { out, err } = await runInMemory('validate data.ttl', { files });
    expect(out + err).toMatch(/No file matches|more than 1000 characters/);
  });

  test('none: nothing is validated, and that is said', async () => {
    expect(await found('data.ttl', files)).toEqual(nothingValidated);
    const { code, out, err } = await runInMemory('validate data.ttl', { files });
    expect(code).toBe(3);
    expect(err).toMatch(/^data\.ttl: warning: No shapes are linked/);
    expect(out).toMatch(/^data\.ttl: not validated, there are no shapes for it, /);
  });

  test('of a shapes file without data: what is lacking is said, and no class is called misspelt', async () => {
    const { code, err } = await runInMemory('validate shapes.ttl', { files });
    expect(code).toBe(3);
    expect(err).toBe(
      'shapes.ttl: warning: This file has shapes but no node that they target, so nothing was checked. Validate the data with it (validate DATA --shapes SHAPES), or check the shapes alone (shacl-repair lint).\n',
    );
  });

  test('of what comes out of pipes, which may be data and shapes that are named by hand', async () => {
    const prefixes = `@prefix ex: <http://example.org/ns#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
    const { code, out } = await runInMemory('validate data --shapes shapes --format json', {
      files: '',
      unreadable: { '/data': 'pipe', '/shapes': 'pipe' },
      pipes: { '/workspace/data': prefixes + alice, '/workspace/shapes': prefixes + shapes },
    });
    expect([code, JSON.parse(out).results.length]).toEqual([1, 2]);
  });

  test('of standard input, which counts as a file of the working directory', async () => {
    const prefixes = '@prefix ex: <http://example.org/ns#> .\n';
    expect(await found('-', files, `# shapes: shapes.ttl\n${prefixes}${alice}`)).toEqual(bothResults);
    expect(await found('- --shapes shapes.ttl', files, `${prefixes}${alice}`)).toEqual(bothResults);
  });
});

describe('--explain-links', () => {
  const setup = block`
    #- /data.ttl
    # shapes: shapes.ttl
    ${alice}
    #- /shapes.ttl${shapes}
    ex:shapes owl:imports ex:more .
    #- /deep/more.ttl
    ex:more a owl:Ontology .`;

  test('lists the links of each file before its results, which stay as they are', async () => {
    const { code, out } = await runInMemory('validate data.ttl --explain-links', { files: setup });
    expect(code).toBe(1);
    expect(out.split('\n\n')[0]).toBe(block`
      data.ttl:
        shapes  shapes.ttl
          by data.ttl:1 # shapes: shapes.ttl
        shapes  deep/more.ttl
          by data.ttl:1 # shapes: shapes.ttl
          then shapes.ttl:5 owl:imports <http://example.org/ns#more>`);
    expect(out).toContain('violation[sh:datatype]');
  });

  test('stays out of formats for programs', async () => {
    const { out, err } = await runInMemory('validate data.ttl --explain-links --format json', {
      files: setup,
    });
    expect(JSON.parse(out).links).toHaveLength(2);
    expect(err).toContain('shapes  deep/more.ttl');
  });

  test('says where nothing is linked', async () => {
    const { out } = await runInMemory('validate data.ttl --explain-links', { files });
    expect(out).toMatch(/^data\.ttl: nothing is linked\n\n/);
  });
});

describe('several data files', () => {
  const setup = block`
    ${linked}
    #- /more.ttl
    # shapes: shapes.ttl
    ex:bob a ex:Person ; ex:name "Bob" ; ex:age "young" .`;

  test('each has its own links', async () => {
    const { results } = await found('data.ttl more.ttl', setup);
    expect(results).toEqual([...bothResults.results, 'bob age Datatype']);
  });

  test('with --shapes they are one graph', async () => {
    const split = block`
      #- /a.ttl
      ex:alice a ex:Person .
      #- /b.ttl
      ex:alice ex:name "Alice" .
      #- /shapes.ttl${shapes}`;
    expect((await found('a.ttl b.ttl --shapes shapes.ttl', split)).results).toEqual([]);
  });

  test('a pattern that the shell left alone is expanded', async () => {
    expect((await found("'{data,more}.ttl'", setup)).results).toHaveLength(3);
  });

  test('what two of them find at the same place is there once', async () => {
    const target = `#- /a.ttl
# shapes: shapes.ttl
ex:a ex:p 1 .
#- /b.ttl
# shapes: shapes.ttl
ex:b ex:p 1 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetNode ex:missing ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .`;
    expect((await found('a.ttl b.ttl', target)).results).toEqual(['missing p MinCount']);
  });
});

describe('exit codes', () => {
  const warningOnly = files.replace('"old"', '1');

  test.each([
    ['', warningOnly, 1],
    ['--fail-on info', warningOnly, 1],
    ['--fail-on warning', warningOnly, 1],
    ['--fail-on violation', warningOnly, 0],
    ['--fail-on violation', files, 1],
  ])('%s', async (option, setup, expected) => {
    expect(
      (await runInMemory(`validate data.ttl --shapes shapes.ttl ${option}`, { files: setup })).code,
    ).toBe(expected);
  });

  test.each([
    ['', 'false', []],
    ['--fail-on warning', 'false', ['sh:Violation, sh:Warning']],
    ['--fail-on violation', 'true', ['sh:Violation']],
    ['--max-warnings 3', 'false', []],
  ])('the report says with which severities data do not conform: %s', async (option, conforms, disallows) => {
    const { out } = await runInMemory(
      `validate data.ttl --shapes shapes.ttl --format turtle ${option}`.trim(),
      { files: warningOnly },
    );
    const short = out.replaceAll('http://www.w3.org/ns/shacl#', 'sh:');
    expect(/sh:conforms (\w+)/.exec(short)![1]).toBe(conforms);
    expect([...short.matchAll(/sh:conformanceDisallows <?(.+?)>? ;/g)].map(([, found]) => found)).toEqual(
      disallows,
    );
  });

  test('results of a baseline are known and do not count', async () => {
    const old = await runInMemory('validate data.ttl --shapes shapes.ttl --format json', {
      files: warningOnly,
    });
    const texts = { '/old.json': old.out };
    const again = 'validate data.ttl --shapes shapes.ttl --baseline old.json';
    expect((await runInMemory(again, { files: warningOnly, texts })).code).toBe(0);
    const worse = await runInMemory(`${again} --format json`, { files, texts });
    expect(worse.code).toBe(1);
    expect(JSON.parse(worse.out).results.map(({ known }: { known: boolean }) => known)).toEqual([
      true,
      false,
    ]);
  });

  test('results on nodes of the context count apart', async () => {
    const setup = block`
      #- /data.ttl
      ex:bob a ex:Robot .
      #- /people.ttl
      ${alice}
      #- /shapes.ttl${shapes}`;
    const { code, out } = await runInMemory(
      'validate data.ttl --shapes shapes.ttl --context people.ttl --format json',
      { files: setup },
    );
    // No node of the data is a target, so nothing of it was judged.
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ verdict: 'nothingToCheck', contextResults: 2, results: [] });
  });
});

describe('engines', () => {
  test('rdf-validate-shacl finds the same', async () => {
    expect(await found('data.ttl --shapes shapes.ttl --engine rdf-validate-shacl', files)).toEqual(
      bothResults,
    );
  });

  test('both agree', async () => {
    const args = 'validate data.ttl --shapes shapes.ttl --engine both';
    const { code, out } = await runInMemory(args, { files });
    expect(code).toBe(1);
    expect(out).toContain('The built-in engine and rdf-validate-shacl agree.');
    const json = await runInMemory(`${args} --format json`, { files });
    expect(JSON.parse(json.out)).toMatchObject({
      engine: 'both',
      agreement: { agrees: true, onlyBuiltin: [], onlyReference: [] },
    });
  });

  test('the setting is the default', async () => {
    const texts = { '/.vscode/settings.json': '{ "shaclRepair.validation.engine": "rdf-validate-shacl" }' };
    const { out } = await runInMemory('validate data.ttl --shapes shapes.ttl', { files, texts });
    expect(out).toContain('checked with rdf-validate-shacl in');
  });
});

test('a report in Turtle', async () => {
  const { out } = await runInMemory('validate data.ttl --shapes shapes.ttl --format turtle', { files });
  const report = new TurtleDocument('file:///report.ttl', 0, out);
  expect(report.errors).toEqual([]);
  expect(report.graph.subjects(rdf.type, sh.ValidationReport)).toHaveLength(1);
  expect(report.graph.subjects(rdf.type, sh.ValidationResult)).toHaveLength(2);
});

test('a log in SARIF', async () => {
  const { out } = await runInMemory('validate data.ttl --shapes shapes.ttl --format sarif', { files });
  const { version, runs } = JSON.parse(out);
  expect(version).toBe('2.1.0');
  const [{ tool, results, originalUriBaseIds, invocations }] = runs;
  expect(originalUriBaseIds).toEqual({ WORKINGDIRECTORY: { uri: 'file:///workspace/' } });
  expect(invocations).toEqual([{ executionSuccessful: true, exitCode: 1, toolExecutionNotifications: [] }]);
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
    'MinCountConstraintComponent',
    'DatatypeConstraintComponent',
  ]);
  expect(results[1]).toMatchObject({
    ruleId: 'DatatypeConstraintComponent',
    ruleIndex: 1,
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'data.ttl', uriBaseId: 'WORKINGDIRECTORY' },
          region: { startLine: 2, startColumn: 31, endLine: 2, endColumn: 36 },
        },
      },
    ],
    relatedLocations: [{ physicalLocation: { artifactLocation: { uri: 'shapes.ttl' } } }],
    partialFingerprints: { 'shaclRepairKey/v1': expect.any(String) },
  });
  expect(results[0]).toMatchObject({ level: 'warning' });
});

describe('colours', () => {
  const colors = async (setup: Omit<Parameters<typeof runInMemory>[1], 'files'>) =>
    (await runInMemory('validate data.ttl --shapes shapes.ttl', { files, ...setup })).out.includes('\u001b[');

  test.each([
    ['on a terminal', { isTTY: true }, true],
    ['nowhere else', { isTTY: false }, false],
    ['not with NO_COLOR', { isTTY: true, env: { NO_COLOR: '1' } }, false],
    ['not on a dumb terminal', { isTTY: true, env: { TERM: 'dumb' } }, false],
    ['always with FORCE_COLOR', { env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, true],
    ['never with FORCE_COLOR=0', { isTTY: true, env: { FORCE_COLOR: '0' } }, false],
  ])('%s', async (_, setup, expected) => {
    expect(await colors(setup)).toBe(expected);
  });

  test('errors of inputs are red, warnings yellow', async () => {
    const wrong = `=== data.ttl
ex:a ex:day "2026-13-20"^^xsd:date .
=== other.ttl
ex:a ex:p .
=== shapes.ttl
ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property [ sh:path ex:day ; sh:minCount 1 ] .
`;
    const { out, err } = await runInMemory('validate data.ttl other.ttl --shapes shapes.ttl', {
      files: wrong,
      env: { FORCE_COLOR: '1' },
    });
    const painted = [...(out + err).matchAll(/\u001b\[(\d+)m\u001b\[1m(error|warning)/g)];
    expect(new Set(painted.map(([, color, word]) => `${color} ${word}`))).toEqual(
      new Set(['31 error', '33 warning']),
    );
    expect(out + err).toMatch(/warning\S* "2026-13-20"/);
  });

  test('data and shapes can bring none of their own', async () => {
    const evil = files.replace('sh:datatype', 'sh:message "\\u001b[2Jgone" ; sh:datatype');
    const { out } = await runInMemory('validate data.ttl --shapes shapes.ttl', { files: evil });
    expect(out).toContain('\\u{1b}[2Jgone');
    expect(out).not.toContain('\u001b');
  });
});

test('a value of more than 10,000 UTF-16 units is cut in JSON, which tells its length, and whole in Turtle', async () => {
  const values = ['x', 'y'].map((end) => `"${'1'.repeat(20_000)}${end}"`);
  const long = block`
    #- /data.ttl
    ex:a ex:p ${values.join(', ')} .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:p ; sh:maxLength 3 ] .`;
  const args = 'validate data.ttl --shapes shapes.ttl --format';
  const { results } = JSON.parse((await runInMemory(`${args} json`, { files: long })).out);
  expect(new Set(results.map(({ key }: { readonly key: string }) => key)).size).toBe(2);
  for (const { value, valueLength } of results)
    expect([value, valueLength]).toEqual([`"${'1'.repeat(10_000)}…`, 20_001]);
  const { out } = await runInMemory(`${args} turtle`, { files: long });
  for (const value of values) expect(out).toContain(`sh:value ${value} ;`);
});
