import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = block`
  #- /data/bad.ttl
  # shapes: ../shapes.ttl
  ex:b a ex:Person ; ex:age """50 %, <x>
  ::error::no""" .
  #- /data/good.ttl
  # shapes: ../shapes.ttl
  ex:a a ex:Person ; ex:age 3 ; ex:name "A" .
  #- /data/gone.ttl
  # shapes: gone-shapes.ttl
  ex:a a ex:Person .
  #- /data/broken.ttl
  # shapes: ../shapes.ttl
  ex:a a .
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
    sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:severity sh:Warning ] .`;

const validate = (args: string, env = {}) => runInMemory(`validate ${args}`, { files, env });

test('github: annotations at results and at what leaves the verdict open, and one line for people', async () => {
  const { code, out } = await validate('data/good.ttl data/bad.ttl data/gone.ttl --format github');
  expect(code).toBe(1);
  const lines = out.trimEnd().split('\n');
  expect(lines.map((line) => line.split('::')[1]?.split(' ')[0])).toEqual([
    'error',
    'warning',
    'error',
    undefined,
  ]);
  expect(lines[0]).toMatch(/^::error file=data\/gone\.ttl,line=1,col=\d+,title=Broken link::The shapes file/);
  expect(lines[1]).toMatch(
    /^::warning file=data\/bad\.ttl,line=3,endLine=3,col=1,endColumn=5,title=sh%3AminCount \[[0-9a-f]{12}\]::/,
  );
  expect(lines[3]).toMatch(/^SHACL: 2 results in 1 file/);
});

test('github: paths are those of the repository', async () => {
  const { out } = await validate('data/bad.ttl --format github', { GITHUB_WORKSPACE: '/' });
  expect(out).toContain('::warning file=workspace/data/bad.ttl,');
});

test('github: texts of files end no command and begin none', async () => {
  const { out } = await validate('data/bad.ttl --format github');
  const lines = out.trimEnd().split('\n');
  expect(lines.length).toBe(3);
  expect(out).not.toMatch(/^::error::/m);
});

test('github: what is allowed is a warning', async () => {
  const { code, out } = await validate('data/gone.ttl --allow link --format github');
  expect([code, out.split(' ')[0]]).toEqual([0, '::warning']);
});

test('a mistake in the project file is told once, at its place', async () => {
  const texts = { '/shacl-repair.jsonc': '{\n  "failon": "info" }' };
  const { out } = await runInMemory('validate data/good.ttl --format github', { files, texts });
  expect(out.split('\n')).toEqual([
    '::error file=shacl-repair.jsonc,line=2,col=3,title=Broken link::"failon" is not known here. Did you mean "failOn"?',
    expect.stringMatching(/^SHACL: data\/good\.ttl: undecided/),
    '',
  ]);
});

test('junit: a suite for each file, failures for results, errors for what is open', async () => {
  const { code, out } = await validate(
    'data/good.ttl data/bad.ttl data/gone.ttl data/broken.ttl --format junit',
  );
  expect(code).toBe(2);
  expect(out).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="SHACL" tests="5" failures="2" errors="2" skipped="0"/,
  );
  const suites = [...out.matchAll(/<testsuite name="(.*?)" (.*?)>/g)].map(
    ([, name, counts]) => `${name} ${counts}`,
  );
  expect(suites).toEqual([
    'data/good.ttl tests="1" failures="0" errors="0" skipped="0"',
    'data/bad.ttl tests="2" failures="2" errors="0" skipped="0"',
    'data/gone.ttl tests="1" failures="0" errors="1" skipped="0"',
    'data/broken.ttl tests="1" failures="0" errors="1" skipped="0"',
  ]);
  expect(out).toContain('<testcase classname="data/good.ttl" name="conforms"/>');
  expect(out).toContain('data/bad.ttl:3:1</failure>');
});

test('junit: what does not count and what is allowed is skipped', async () => {
  const { code, out } = await validate(
    'data/bad.ttl data/gone.ttl --allow link --fail-on violation --format junit',
  );
  expect(code).toBe(1);
  expect(out).toContain('tests="3" failures="1" errors="0" skipped="2"');
});

test('junit: control characters are escaped, since XML has none', async () => {
  const odd = block`
    #- /data.ttl
    # shapes: shapes.ttl
    ex:b a ex:Person ; ex:age "\\u0001\\uFFFF]]>" .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; sh:in ( 1 ) ] .`;
  const { out } = await runInMemory('validate data.ttl --format junit', { files: odd });
  expect(out).not.toMatch(/[\u0001-\u0008\ufffe\uffff]|]]>/);
});

test('--output writes the report as a whole, and nothing goes to standard output', async () => {
  const { code, out, written } = await validate('data/bad.ttl --format junit --output reports/shacl.xml');
  expect([code, out]).toEqual([1, '']);
  expect(Object.keys(written)).toEqual(['/reports/shacl.xml']);
  expect(written['/reports/shacl.xml']).toContain('</testsuites>');
});

test('--output has no colours, whatever the environment asks for', async () => {
  const { written } = await validate('data/bad.ttl --output report.txt', { FORCE_COLOR: '1' });
  expect(written['/report.txt']).toMatch(/^warning\[sh:minCount\]/);
});

test('--no-color goes over the environment', async () => {
  const colored = await validate('data/bad.ttl', { FORCE_COLOR: '1' });
  const plain = await validate('data/bad.ttl --no-color', { FORCE_COLOR: '1' });
  expect(colored.out).toContain('\u001b[');
  expect(plain.out).not.toContain('\u001b[');
});

test('--quiet prints nothing that does not make the command fail', async () => {
  expect(await validate('data/good.ttl --quiet')).toMatchObject({ code: 0, out: '', err: '' });
  const { out } = await validate('data/bad.ttl --quiet --fail-on violation');
  expect(out).toContain('violation[sh:datatype]');
  expect(out).not.toContain('warning[sh:minCount]');
  expect(out).toMatch(/\n2 results in 1 file .*\n$/);
  expect(await validate('data/gone.ttl --quiet --allow link')).toMatchObject({ code: 0, out: '', err: '' });
  expect((await validate('data/gone.ttl --quiet')).err).toContain('does not exist');
});

test('--max-warnings counts warnings', async () => {
  const only = files.replace('sh:datatype xsd:integer', 'sh:datatype xsd:string');
  const run = (args: string) => runInMemory(`validate data/bad.ttl --format json ${args}`, { files: only });
  const verdicts = async (args: string) => {
    const { code, out } = await run(args);
    return [code, JSON.parse(out).verdict];
  };
  expect(await verdicts('')).toEqual([1, 'violates']);
  expect(await verdicts('--max-warnings 1')).toEqual([0, 'conforms']);
  expect(await verdicts('--max-warnings 0')).toEqual([1, 'violates']);
  expect(await verdicts('--max-warnings 0 --fail-on violation')).toEqual([1, 'violates']);
  expect((await validate('data/bad.ttl --max-warnings 5')).code).toBe(1);
});

test('sarif: each result names its rule by id and by index', async () => {
  const { out } = await validate('data/bad.ttl data/broken.ttl --format sarif');
  const [run] = JSON.parse(out).runs as readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly { readonly ruleId: string; readonly ruleIndex: number }[];
  }[];
  const { rules } = run!.tool.driver;
  expect(new Set(run!.results.map(({ ruleId }) => ruleId)).size).toBeGreaterThan(1);
  for (const { ruleId, ruleIndex } of run!.results) expect(rules[ruleIndex]?.id).toBe(ruleId);
});
