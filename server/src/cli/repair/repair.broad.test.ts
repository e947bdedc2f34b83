import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { RepairJson } from '../../service/report/repairJson.ts';
import { block, parseFixture, suppliedPrefixes, withoutPrelude } from '../../testing/fixture.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';

const shapes = `#- /shapes.ttl
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] ;
  sh:property [ sh:path ex:role ; sh:in ( ex:author ex:editor ) ] ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:datatype xsd:string ] .`;

/** The text of a file of the first setup. */
function textOf(path: '/data.ttl' | '/shapes.ttl'): string {
  return parseFixture(twoMistakes.files).files.find((file) => file.path === path)!.text;
}

/** A file with data and the shapes for it, the prefixes apart. */
function setup(data: string): TestSetup {
  return {
    files: block`
      #- /data.ttl
      ${data}
      ${shapes}`,
  };
}

const twoMistakes = setup(`ex:alice a ex:Person ; ex:name "Alice" ; # keep me
  ex:age "12" ;
  ex:role ex:edtior .`);
const twoRoles: TestSetup = {
  files: block`
    #- /data.ttl
    ex:bo a ex:Person ;
      ex:role ex:author , ex:editor .
    #- /shapes.ttl
    ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:role ; sh:maxCount 1 ] .`,
};
const nameless = setup(`ex:alice a ex:Person ; ex:age "12" .`);

async function repairs(args: string, files: TestSetup): Promise<{ code: number; json: RepairJson }> {
  const { code, out } = await runInMemory(`repair data.ttl --shapes shapes.ttl ${args} --format json`, files);
  return { code, json: JSON.parse(out) };
}

test('people see repairs as diffs', async () => {
  const { code, out, written } = await runInMemory(
    'repair data.ttl --shapes shapes.ttl --max 1',
    twoMistakes,
  );
  expect(code).toBe(1);
  expect(written).toEqual({});
  expect(out).toMatchInlineSnapshot(`
    "violation[sh:datatype]: ex:age of ex:alice has the datatype xsd:string, not xsd:integer: "12"
      --> data.ttl:3:10 [5db5e0209888]
     2 | ex:alice a ex:Person ; ex:name "Alice" ; # keep me
     3 |   ex:age "12" ;
       |          ^^^^
     4 |   ex:role ex:edtior .
      = shapes.ttl:3:34: The constraint: sh:datatype xsd:integer
      repair 1 of 1: Change "12" to 12 (certain, 97 %)
        because: the same text
        @@ -2,3 +2,3 @@
         ex:alice a ex:Person ; ex:name "Alice" ; # keep me
        -  ex:age "12" ;
        +  ex:age 12 ;
           ex:role ex:edtior .

    violation[sh:in]: ex:role of ex:alice is not one of ex:author, ex:editor: ex:edtior
      --> data.ttl:4:11 [9075ba2cb268]
     3 |   ex:age "12" ;
     4 |   ex:role ex:edtior .
       |           ^^^^^^^^^
      = shapes.ttl:4:35: The constraint: sh:in ( ex:author ex:editor )
      repair 1 of 1: Change ex:edtior to ex:editor (certain, 97 %)
        because: the nearest of what sh:in allows
        @@ -3,2 +3,2 @@
           ex:age "12" ;
        -  ex:role ex:edtior .
        +  ex:role ex:editor .

    2 results in 1 file (2 violations), 2 of them with verified repairs; --apply applies the 2 that are certain
    "
  `);
});

test('a repair that ends several results is listed once, with these', async () => {
  const files = block`
    #- /data.ttl
    ex:bo a ex:Person ; ex:age "old" .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property
      [ sh:path ex:age ; sh:datatype xsd:integer ; sh:minInclusive 0 ; sh:maxInclusive 150 ] .`;
  const { out } = await runInMemory('repair data.ttl --shapes shapes.ttl', { files });
  expect(out).toContain('3 of them with verified repairs; none is certain, so --apply applies none\n');
  const told = out.split('\n').filter((line) => /^violation|^ {2}(?:repair|listed|instead)/.test(line));
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "violation[sh:datatype]: ex:age of ex:bo has the datatype xsd:string, not xsd:integer: "old"
      repair 1 of 2: Change "old" to 0 (to be filled in) (for you to decide; also fixes 2 other results: [ecfee9fa4911], [835d57146ebc])
      repair 2 of 2: Remove "old" as ex:age of ex:bo (possible, 19 %; also fixes 2 other results: [ecfee9fa4911], [835d57146ebc])
      instead of a repair: Remove type ex:Person from ex:bo (takes it out of the target of ex:S) (possible, 1 %; also fixes 2 other results: [ecfee9fa4911], [835d57146ebc])
    violation[sh:minInclusive]: ex:age of ex:bo can't be compared with 0: "old"
      listed at [fa2501f17e43]: Change "old" to 0 (to be filled in)
      listed at [fa2501f17e43]: Remove "old" as ex:age of ex:bo
    violation[sh:maxInclusive]: ex:age of ex:bo can't be compared with 150: "old"
      listed at [fa2501f17e43]: Remove "old" as ex:age of ex:bo
      repair 1 of 1: Change "old" to 150 (to be filled in) (for you to decide; also fixes 2 other results: [fa2501f17e43], [ecfee9fa4911])"
  `);
});

test('a repair of several files names each', async () => {
  const files = block`
    #- /a.ttl
    ex:bo a ex:Person ; ex:age "old" .
    #- /b.ttl
    ex:bo ex:age "old" .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .`;
  const { out } = await runInMemory('repair a.ttl b.ttl --shapes shapes.ttl', { files });
  const lines = out.split('\n');
  const removal = lines.findIndex((line) => line.includes('Remove "old" as ex:age of ex:bo'));
  const told = lines.slice(removal + 1).filter((line) => /^ {4}(?:\w+\.ttl|@@)/.test(line));
  expect(told.slice(0, 4).map((line) => line.trim().slice(0, 5))).toEqual([
    'a.ttl',
    '@@ -1',
    'b.ttl',
    '@@ -1',
  ]);
});

describe('what validate leaves open, repair does not call repaired', () => {
  test.each([
    [
      'shapes.ttl --shapes data.ttl',
      /This file has shapes, and data\.ttl has none: they were probably swapped/,
    ],
    ['data.ttl', /No shapes are linked, so nothing was validated/],
    ['data.ttl --shapes robots.ttl', /No node of the data is a target of a shape/],
    ['data.ttl --shapes later.ttl', /^$/],
  ])('%s', async (args, told) => {
    const files = block`
      #- /data.ttl
      ex:bo a ex:Person ; ex:name "Bo" .
      #- /robots.ttl
      ex:R a sh:NodeShape ; sh:targetClass ex:Robot ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
      #- /later.ttl
      ex:L a sh:NodeShape ; sh:targetClass ex:Person ; sh:pattern "[" .
      ${shapes}`;
    for (const command of [
      'validate',
      'repair',
      'repair --apply',
      'repair --format json',
      'repair --relax',
    ]) {
      const { code, err } = await runInMemory(`${command} ${args}`, { files });
      expect([command, code]).toEqual([command, 3]);
      expect(err).toMatch(told);
    }
  });
});

test('scripts get edits that lead to data which conforms', async () => {
  const { code, json } = await repairs('', twoMistakes);
  expect(code).toBe(1);
  expect(json).toMatchObject({ conforms: false, validated: true, engine: 'builtin', errors: [] });
  const [age] = json.violations;
  expect(age).toMatchObject({
    key: expect.stringMatching(/^[0-9a-f]{12}$/),
    component: '<http://www.w3.org/ns/shacl#DatatypeConstraintComponent>',
    location: { uri: 'file:///workspace/data.ttl', start: { line: 2, character: 9 } },
    repairs: expect.any(Array),
  });
  expect(age!.repairs[0]).toEqual({
    title: expect.stringContaining('12'),
    update: expect.stringContaining('INSERT DATA'),
    edits: [{ range: { start: { line: 2, character: 9 }, end: { line: 2, character: 13 } }, newText: '12' }],
    added: [
      '<http://example.org/ns#alice> <http://example.org/ns#age> "12"^^<http://www.w3.org/2001/XMLSchema#integer> .',
    ],
    removed: ['<http://example.org/ns#alice> <http://example.org/ns#age> "12" .'],
    alsoFixes: 0,
    introduces: 0,
    origin: 'symbolic',
    support: expect.any(String),
    likelihood: expect.toSatisfy((likelihood) => likelihood > 0.9 && likelihood < 1),
    certainty: 'certain',
    evidence: [expect.objectContaining({ words: 'the same text' })],
    degenerate: false,
    needsInput: false,
    placeholders: [],
  });
});

test('nothing to repair', async () => {
  const fine = setup(`ex:alice a ex:Person ; ex:name "Alice" .`);
  const { code, out, written } = await runInMemory('repair data.ttl --shapes shapes.ttl --apply', fine);
  expect([code, out, written]).toEqual([0, 'Nothing to repair\n', {}]);
});

test('--max limits the repairs of each result', async () => {
  const { json } = await repairs('--max 1', twoMistakes);
  expect(json.violations.map((violation) => violation.repairs.length)).toEqual([1, 1]);
});

describe('--apply', () => {
  test('writes the best repair of each result', async () => {
    const { code, out, written } = await runInMemory(
      'repair data.ttl --shapes shapes.ttl --apply',
      twoMistakes,
    );
    expect(withoutPrelude(written['/data.ttl']!)).toBe(`ex:alice a ex:Person ; ex:name "Alice" ; # keep me
  ex:age 12 ;
  ex:role ex:editor .
`);
    expect(out).toMatch(/\n\n2 of 2 results repaired, none left\n$/);
    expect(code).toBe(0);
    const after = { files: '', texts: { ...written, '/shapes.ttl': textOf('/shapes.ttl') } };
    expect((await runInMemory('validate data.ttl --shapes shapes.ttl', after)).code).toBe(0);
  });

  test('leaves what is not certain, and says how sure it is', async () => {
    const { code, out, written } = await runInMemory('repair data.ttl --shapes shapes.ttl --apply', twoRoles);
    expect([code, written]).toEqual([1, {}]);
    expect(out).toMatch(
      /left data\.ttl:3:\d+ sh:maxCount .*: Your decision is needed: .* \(possible, \d+ %\)/,
    );
  });

  test('knows no other value', async () => {
    const { code, err } = await runInMemory('repair data.ttl --shapes shapes.ttl --apply=all', twoMistakes);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("--apply can't be 'all': give certain or likely."),
    ]);
  });

  test('leaves what needs input, and says so', async () => {
    const { code, out, written } = await runInMemory('repair data.ttl --shapes shapes.ttl --apply', nameless);
    expect(withoutPrelude(written['/data.ttl']!)).toBe(`ex:alice a ex:Person ; ex:age 12 .\n`);
    expect(out).toMatch(/\nleft data\.ttl:2:1 sh:minCount \[[0-9a-f]{12}\]: Only you know the value: /);
    expect(out).toMatch(/1 of 2 results repaired, 1 left\n$/);
    expect(code).toBe(1);
  });

  test('with --accept-placeholders the defaults are written', async () => {
    const args = 'repair data.ttl --shapes shapes.ttl --apply --accept-placeholders';
    const { code, written } = await runInMemory(args, nameless);
    expect(code).toBe(0);
    expect(withoutPrelude(written['/data.ttl']!)).toContain('ex:name ""');
  });

  test('never takes a node out of its target', async () => {
    const closed = block`
      #- /data.ttl
      ex:a a ex:C .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:minCount 1 ; sh:maxCount 0 ] .`;
    const { code, written } = await runInMemory('repair data.ttl --shapes shapes.ttl --apply', {
      files: closed,
    });
    expect([code, written]).toEqual([1, {}]);
  });

  test('with --only just that result', async () => {
    const { json } = await repairs('', twoMistakes);
    const { key } = json.violations[1]!;
    const args = `repair data.ttl --shapes shapes.ttl --apply --only ${key}`;
    const { code, written } = await runInMemory(args, twoMistakes);
    expect(code).toBe(0);
    expect(withoutPrelude(written['/data.ttl']!)).toContain('ex:age "12" ;\n  ex:role ex:editor .');
  });

  test('in JSON: what was done, and what is left', async () => {
    const { code, json } = await repairs('--apply', nameless);
    expect(code).toBe(1);
    expect(json.applied).toEqual([
      {
        key: expect.any(String),
        title: expect.any(String),
        update: expect.any(String),
        kind: { title: 'write ex:age as xsd:integer', count: 1 },
        likelihood: expect.any(Number),
        certainty: 'certain',
      },
    ]);
    expect(json.diff).toContain(
      '\n-ex:alice a ex:Person ; ex:age "12" .\n+ex:alice a ex:Person ; ex:age 12 .\n',
    );
    expect(json.violations.map(({ component }) => component)).toEqual([
      '<http://www.w3.org/ns/shacl#MinCountConstraintComponent>',
    ]);
  });

  test('keeps windows line ends', async () => {
    const files = {
      '/data.ttl': `${suppliedPrefixes}ex:alice a ex:Person ; \r\n  ex:name "A" ;\r\n  ex:age "1" .\r\n`,
    };
    const texts = { ...files, '/shapes.ttl': textOf('/shapes.ttl') };
    const { written } = await runInMemory('repair data.ttl --shapes shapes.ttl --apply', {
      files: '',
      texts,
    });
    expect(written['/data.ttl']).toBe(files['/data.ttl'].replace('"1"', '1'));
  });
});

describe('--dry-run', () => {
  test('prints the diff alone and writes nothing', async () => {
    const { code, out, err, written } = await runInMemory(
      'repair data.ttl --shapes shapes.ttl --dry-run',
      nameless,
    );
    expect(written).toEqual({});
    expect(out).toContain('--- a/data.ttl\n+++ b/data.ttl\n@@ -1,2 +1,2 @@\n');
    expect(out).toMatch(/\n-ex:alice a ex:Person ; ex:age "12" \.\n\+ex:alice a ex:Person ; ex:age 12 \.\n$/);
    expect(err).toMatch(/^left data\.ttl:2:1 sh:minCount/);
    expect(code).toBe(1);
  });

  test('wins over --apply', async () => {
    const { code, written } = await runInMemory(
      'repair data.ttl --shapes shapes.ttl --apply --dry-run',
      twoMistakes,
    );
    expect([code, written]).toEqual([0, {}]);
  });

  test('is what --format diff prints', async () => {
    const diff = await runInMemory('repair data.ttl --shapes shapes.ttl --format diff', twoMistakes);
    expect(diff).toEqual(await runInMemory('repair data.ttl --shapes shapes.ttl --dry-run', twoMistakes));
  });

  test('works on standard input', async () => {
    const stdin = `${suppliedPrefixes}ex:alice a ex:Person ; ex:name "A" ; ex:age "1" .\n`;
    const { out } = await runInMemory('repair - --shapes shapes.ttl --dry-run', { ...twoMistakes, stdin });
    expect(out).toContain('\n+ex:alice a ex:Person ; ex:name "A" ; ex:age 1 .\n');
  });
});

describe('many results of one kind', () => {
  const people = (ages: readonly string[]) =>
    setup(ages.map((age, i) => `ex:p${i} a ex:Person ; ex:name "P" ; ex:age ${age} .`).join('\n'));

  test('are told once', async () => {
    const { out } = await runInMemory(
      'repair data.ttl --shapes shapes.ttl --apply',
      people(['"1"', '"2"', '"3"', '"4"', '5', '"6"', '"7"', '"none"']),
    );
    const lines = out.split('\n').filter((line) => !line.includes('because'));
    expect(lines.slice(0, 5).map((line) => line.replace(/\[\w+\]/, '[key]'))).toEqual([
      '6 results of this kind: write ex:age as xsd:integer',
      '  repaired data.ttl:2:42 sh:datatype [key]: Change "1" to 1',
      '  repaired data.ttl:3:42 sh:datatype [key]: Change "2" to 2',
      '  repaired data.ttl:4:42 sh:datatype [key]: Change "3" to 3',
      '  and 3 more',
    ]);
  });

  test('say so to scripts', async () => {
    const { json } = await repairs('--apply', people(['"1"', '"2"', '3']));
    const kind = { title: 'write ex:age as xsd:integer', count: 2 };
    expect(json.applied!.map((applied) => applied.kind)).toEqual([kind, kind]);
  });
});

test('one repair may be what another needs', async () => {
  const order = `#- /data.ttl
ex:a a ex:C ; ex:p ex:b .
ex:b a ex:D ; ex:n "1" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:node ex:T ] .
ex:T a sh:NodeShape ; sh:targetClass ex:D ; sh:property [ sh:path ex:n ; sh:datatype xsd:integer ] .`;
  const { code, written } = await runInMemory('repair data.ttl --shapes shapes.ttl --apply', {
    files: order,
  });
  expect(code).toBe(0);
  expect(withoutPrelude(written['/data.ttl']!)).toBe(block`
    ex:a a ex:C ; ex:p ex:b .
    ex:b a ex:D ; ex:n 1 .
  `);
});

test('applying all edits of a JSON report in turn, each on a fresh report, ends in data that conforms', async () => {
  let texts: Record<string, string> = {
    '/shapes.ttl': textOf('/shapes.ttl'),
    '/data.ttl': textOf('/data.ttl'),
  };
  for (let left = 2; left > 0; left--) {
    const { json } = await repairs('', { files: '', texts });
    expect(json.violations).toHaveLength(left);
    const document = new TurtleDocument('file:///workspace/data.ttl', 0, texts['/data.ttl']!);
    const edits = json.violations[0]!.repairs[0]!.edits.map(({ range, newText }) => ({
      range: { start: document.lines.offsetAt(range.start), end: document.lines.offsetAt(range.end) },
      newText,
    }));
    texts = { ...texts, '/data.ttl': applyEdits(document.text, edits) };
  }
  expect((await repairs('', { files: '', texts })).json.conforms).toBe(true);
});

test('where no repair is likely, the reason and the file that would help are told', async () => {
  const files = block`
    #- /data.ttl
    # shapes: shapes.ttl
    @prefix ex: <http://example.org/ns#> . @prefix fluid: <http://fluids.example/> .
    ex:tank ex:substance fluid:brine . fluid:air ex:name "air" .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:substance ; sh:property [ sh:path ex:substance ; sh:class ex:Liquid ] .
    #- /vocab/fluids.ttl
    @prefix ex: <http://example.org/ns#> . @prefix fluid: <http://fluids.example/> .
    fluid:brine a ex:Liquid .`;
  const { out } = await runInMemory('repair data.ttl --format json', { files });
  const [violation] = JSON.parse(out).violations;
  expect(violation.reason).toBe(
    'No repair found: no linked file describes fluid:brine, so its class is unknown. Link the ontology that describes it as context.',
  );
  expect(violation.remedies[0]).toEqual({
    kind: 'link',
    title: 'Link a file that describes fluid:brine',
    terms: ['<http://fluids.example/brine>'],
    updates: [],
    files: [expect.stringMatching(/vocab\/fluids\.ttl$/)],
  });
  const text = (await runInMemory('repair data.ttl', { files })).out;
  expect(text).toContain('Link a file that describes fluid:brine: vocab/fluids.ttl');
});

test('what only takes a node out of its target comes last, is no numbered repair, and contradicts no reason', async () => {
  const files = block`
    #- /data.ttl
    # shapes: shapes.ttl
    @prefix ex: <http://example.org/ns#> .
    ex:r a ex:Room ; ex:label "r" .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:area ; sh:minCount 1 ; sh:maxCount 0 ] .`;
  const { out } = await runInMemory('repair data.ttl', { files });
  const lines = out
    .split('\n')
    .filter((line) => /No repair|instead of a repair|repair \d|Look at/.test(line));
  expect(lines.map((line) => line.trim())).toEqual([
    'No repair found: no linked file gives the missing value for ex:area of ex:r. "Add "" as ex:area of ex:r (to be filled in)" would bring a result at ex:area of ex:r: ex:area must have at most 0 values. Write it by hand, or link the file that states it. All that was found takes ex:r out of the target of ex:S.',
    'Look at sh:minCount in the shape',
    'instead of a repair: Remove type ex:Room from ex:r (takes it out of the target of ex:S) (possible, 5 %)',
  ]);
});

test('what only takes a node out of its target is not listed beside a likely repair', async () => {
  const files = block`
    #- /data.ttl
    # shapes: shapes.ttl
    @prefix ex: <http://example.org/ns#> .
    ex:r a ex:Room ; ex:floor "2" .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:floor ; sh:datatype xsd:integer ] .`;
  const { out } = await runInMemory('repair data.ttl', { files });
  expect(out).toContain('repair 1 of 2: Change "2" to 2 (certain');
  expect(out).not.toContain('instead of a repair');
});

describe('--relax changes the shapes instead of the data', () => {
  const rooms: TestSetup = {
    files: block`
      #- /data.ttl
      ex:a a ex:Room ; ex:door ex:d, ex:e ; ex:floor 1 .
      ex:b a ex:Room ; ex:door ex:f, ex:g, ex:h ; ex:floor 2 .
      ex:c a ex:Room ; ex:door ex:i ; ex:floor 2 .
      ex:d a ex:Room ; ex:door ex:j ; ex:floor 2 .
      #- /shapes.ttl
      ex:Shape a sh:NodeShape ; sh:targetClass ex:Room ;
        sh:property [ sh:path ex:door ; sh:maxCount 1 ], [ sh:path ex:flor ; sh:minCount 1 ] .`,
  };
  const relax = (args: string) => runInMemory(`repair data.ttl --shapes shapes.ttl --relax ${args}`, rooms);

  test('what each change ends is listed', async () => {
    const { code, out, written } = await relax('');
    expect([code, written]).toEqual([1, {}]);
    expect(out).toMatchInlineSnapshot(`
      "shapes.ttl:3:35: 2 results of sh:maxCount; the shape is likelier wrong: 2 of 4 nodes do not conform to sh:maxCount
        Raise sh:maxCount of ex:door from 1 to 3
          ends 2 results: ex:a, ex:b
        Make all results of the shape for ex:door warnings
          ends 2 results: ex:a, ex:b
        Drop sh:maxCount of ex:door
          ends 2 results: ex:a, ex:b
        Deactivate the shape for ex:door
          ends 2 results: ex:a, ex:b

      shapes.ttl:3:72: 4 results of sh:minCount; the shape is likelier wrong: the data never use the name that the shape has
        Change ex:flor to ex:floor in the shape
          ends 4 results: ex:a, ex:b, ex:c, ex:d
        Make all results of the shape for ex:flor warnings
          ends 4 results: ex:a, ex:b, ex:c, ex:d
        Drop sh:minCount of ex:flor
          ends 4 results: ex:a, ex:b, ex:c, ex:d
        Deactivate the shape for ex:flor
          ends 4 results: ex:a, ex:b, ex:c, ex:d

      6 results; 2 constraints could be changed instead of the data
      "
    `);
  });

  test('with --only just the constraint of that result, by the keys that reports have', async () => {
    const { out } = await runInMemory('validate data.ttl --shapes shapes.ttl --format json', rooms);
    const results: readonly { readonly key: string; readonly component: string }[] = JSON.parse(out).results;
    const keys = results.flatMap(({ key, component }) => (component.includes('MaxCount') ? key : []));
    const { code, out: json } = await relax(`--only ${keys[1]} --format json`);
    const constraints: readonly { results: unknown; changes: readonly { ends: unknown }[] }[] =
      JSON.parse(json).constraints;
    expect([code, constraints.map(({ results }) => results)]).toEqual([1, [keys]]);
    expect(constraints[0]!.changes[0]!.ends).toEqual(keys);
  });

  test('a misspelt name is changed, and with =likely what the data speaks against', async () => {
    const diffOf = async (args: string) => {
      const { out } = await relax(`${args} --format diff`);
      return out.split('\n').filter((line) => /^[+-] /.test(line));
    };
    expect(await diffOf('--apply --dry-run')).toMatchInlineSnapshot(`
      [
        "-  sh:property [ sh:path ex:door ; sh:maxCount 1 ], [ sh:path ex:flor ; sh:minCount 1 ] .",
        "+  sh:property [ sh:path ex:door ; sh:maxCount 1 ], [ sh:path ex:floor ; sh:minCount 1 ] .",
      ]
    `);
    expect(await diffOf('--apply=likely --dry-run')).toMatchInlineSnapshot(`
      [
        "-  sh:property [ sh:path ex:door ; sh:maxCount 1 ], [ sh:path ex:flor ; sh:minCount 1 ] .",
        "+  sh:property [ sh:path ex:door ; sh:maxCount 3 ], [ sh:path ex:floor ; sh:minCount 1 ] .",
      ]
    `);
    const { code, written } = await relax('--apply=likely');
    expect(code).toBe(0);
    expect(Object.keys(written)).toEqual(['/shapes.ttl']);
  });

  test('in JSON, with the cases of a suite that are no longer caught', async () => {
    const valid = block`
      #- /good.ttl
      ex:a a ex:Room ; ex:door ex:d ; ex:flor 1 .`;
    const { files } = await runInMemory(
      'generate good.ttl --shapes shapes.ttl --out suite --cross-check none',
      { files: `${rooms.files}\n${valid}` },
    );
    const texts = Object.fromEntries([...files].filter(([path]) => path.startsWith('/suite/')));
    const { out } = await runInMemory(
      'repair data.ttl --shapes shapes.ttl --relax --suite suite --format json',
      { ...rooms, texts },
    );
    const { constraints } = JSON.parse(out);
    expect(constraints).toMatchObject([
      { parameter: 'sh:maxCount', likelier: 'shape', changes: [{ kind: 'relax', reveals: 0 }, {}, {}, {}] },
      { parameter: 'sh:minCount', likelier: 'shape', changes: [{ kind: 'name' }, {}, {}, {}] },
    ]);
    expect(constraints[0].changes[0].missedCases).toEqual([expect.stringMatching(/^case-/)]);
  });
});

test('a shape that is an alternative of itself has repairs', async () => {
  const files = block`
    #- /data.ttl
    # shapes: shapes.ttl
    ex:a ex:r 1 .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetObjectsOf ex:r ; sh:in ( "x" "y" ) ; sh:or ( ex:S [ sh:datatype xsd:string ] ) .`;
  const { code, out } = await runInMemory('repair data.ttl', { files });
  expect(out).toContain('with verified repairs');
  expect(code).toBe(1);
});
