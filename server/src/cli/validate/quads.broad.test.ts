import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';

const people = `<http://example.org/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/Person> .
<http://example.org/a> <http://example.org/name> "Ann" <http://example.org/names> .
<http://example.org/a> <http://example.org/name> "Anna" <http://example.org/drafts> .
<http://example.org/b> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/Person> <http://example.org/drafts> .`;

const trig = block`
  PREFIX ex: <http://example.org/>
  GRAPH ex:names { ex:a ex:name "Ann" }
  ex:drafts {
    ex:a ex:name "Anna" .
    ex:b a ex:Person
  }
  { ex:a a ex:Person }`;

const setup: TestSetup = {
  files: `#- /shapes.ttl
@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:maxCount 1 ] .`,
  texts: { '/people.trig': trig, '/people.nq': people, '/people.ttl': people, '/pipe': '' },
  unreadable: { '/pipe': 'pipe' },
  pipes: { '/workspace/pipe': people },
  stdin: people,
};

/** The places of the results and their messages. */
async function results(command: string, given = setup): Promise<readonly string[]> {
  const { out, err, code } = await runInMemory(`${command} --shapes shapes.ttl --format json`, given);
  expect(err).toBe('');
  const report = JSON.parse(out);
  expect(code).toBe(report.results.length > 0 ? 1 : 0);
  return report.results.map(
    ({ location: { start, graph = '' }, component }: { location: Place; component: string }) =>
      `${start.line + 1}:${start.character + 1}${graph} ${component}`,
  );
}

interface Place {
  readonly start: { readonly line: number; readonly character: number };
  readonly graph?: string;
}

describe('validate of TriG', () => {
  const drafts = '<http://example.org/drafts>';
  test.each([
    ['people.trig', [`4:16${drafts}`, `5:3${drafts}`]],
    ['people.trig --graph default', ['7:3']],
    ['people.trig --graph default --graph http://example.org/names', []],
    ['- --input-format trig', [`4:16${drafts}`, `5:3${drafts}`]],
  ])('validates %s at the terms of its blocks', async (args, places) => {
    const found = await results(`validate ${args}`, { ...setup, stdin: trig });
    expect(found.map((each) => each.split(' ')[0])).toEqual(places);
  });

  test('shapes and data may be graphs of one file, which sh:shapesGraph names or not', async () => {
    const file = (link: string) => block`
      #- /all.trig
      ex:shapes { ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] }
      ex:data {
        ${link}
        ex:b a ex:Person
      }`;
    for (const link of ['ex:data sh:shapesGraph ex:shapes .', 'ex:a a ex:Animal .']) {
      const { out, err, code } = await runInMemory('validate all.trig', { files: file(link) });
      expect(err).toBe('');
      expect(out).toContain('all.trig:5:3');
      expect(code).toBe(1);
    }
  });
});

describe('validate of N-Quads', () => {
  test('validates the union of all graphs', async () => {
    expect(await results('validate people.nq')).toMatchInlineSnapshot(`
      [
        "3:50 <http://www.w3.org/ns/shacl#MaxCountConstraintComponent>",
        "4:1 <http://www.w3.org/ns/shacl#MinCountConstraintComponent>",
      ]
    `);
  });

  test.each([
    ['--graph default', 1],
    ['--graph default --graph http://example.org/names', 0],
    ['--graph default --graph <http://example.org/drafts>', 1],
  ])('validates the union of the graphs that are chosen by %s', async (options, count) => {
    expect(await results(`validate people.nq ${options}`)).toHaveLength(count);
  });

  test('reads standard input and pipes as N-Quads where that is said', async () => {
    const ofFile = await results('validate people.nq');
    expect(await results('validate - --input-format n-quads')).toEqual(ofFile);
    expect(await results('validate pipe --input-format n-quads')).toEqual(ofFile);
  });

  test('names N-Quads that are given as Turtle, at the first name of a graph', async () => {
    const { err, code } = await runInMemory('validate people.ttl --shapes shapes.ttl', setup);
    expect(code).toBe(2);
    expect(err).toContain('people.ttl:2:56: error: This is N-Quads');
  });

  test('is undecided when no graph has the name', async () => {
    const { out, code } = await runInMemory('validate people.nq --shapes shapes.ttl --graph urn:none', setup);
    expect(out).toContain('nothing to check, no node is a target of a shape');
    expect(code).toBe(3);
  });

  test.each([
    ['--graph names', "--graph can't be 'names': give the whole IRI of a graph"],
    ['--graph urn:g --changed-since main', "--graph can't be used with --changed-since."],
    ['--input-format n3', "--input-format can't be 'n3': give turtle, n-quads, trig, json-ld or rdf-xml."],
  ])('refuses %s', async (options, message) => {
    const { err, code } = await runInMemory(`validate people.nq --shapes shapes.ttl ${options}`, setup);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

test('repairs are written into the graphs that state what they change, and format leaves the file as it is', async () => {
  const shapes = `#- /shapes.ttl
@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:S sh:targetSubjectsOf ex:age ; sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] ;
  sh:property [ sh:path ex:kind ; sh:hasValue ex:Adult ] .`;
  const age = '<http://example.org/a> <http://example.org/age>';
  const kind = '<http://example.org/a> <http://example.org/kind> <http://example.org/Adult>';
  const integer = '^^<http://www.w3.org/2001/XMLSchema#integer>';
  const written = async (file: string, text: string) => {
    const quads: TestSetup = { files: shapes, texts: { [`/${file}`]: text } };
    return (await runInMemory(`repair ${file} --shapes shapes.ttl --apply`, quads)).written[`/${file}`];
  };
  expect(await written('a.nq', `${age} "41" <urn:g> . # in g\n${age} "41" <urn:h> .`)).toBe(
    `${age} "41"${integer} <urn:g> . # in g\n${age} "41"${integer} <urn:h> .\n${kind} <urn:h> .`,
  );
  expect(
    await written(
      'a.trig',
      block`
        PREFIX ex: <http://example.org/>
        ex:g { ex:a ex:age "41" } # in g
        ex:h {
          ex:c ex:age 7 ; ex:kind ex:Adult .
          ex:b ex:age "43"
        }`,
    ),
  ).toMatchInlineSnapshot(`
    "PREFIX ex: <http://example.org/>
    ex:g { ex:a ex:age 41 ; ex:kind ex:Adult } # in g
    ex:h {
      ex:c ex:age 7 ; ex:kind ex:Adult .
      ex:b ex:age 43 ; ex:kind ex:Adult
    }"
  `);
  expect(await written('a.nt', `${age} "41" .\n`)).toBe(`${age} "41"${integer} .\n${kind} .\n`);
  const formatted = await runInMemory('format people.nq --write', setup);
  expect(formatted.written).toEqual({});
});

test('--rdf and the project file say that RDF 1.2 is an error', async () => {
  const given = (rdf: string) => ({
    ...setup,
    texts: {
      '/new.trig': 'PREFIX ex: <http://example.org/> ex:g { ex:a a ex:Person ; ex:name "Ann" ~ ex:r }',
      '/new.nt': '<http://example.org/a> <http://example.org/name> "Ann"@en--ltr .\n',
      '/shacl-repair.jsonc': `{ "rdf": "${rdf}", "links": [{ "data": "*.trig", "shapes": "shapes.ttl" }] }`,
    },
  });
  const run = async (args: string, rdf = '1.2') => {
    const { out, err, code } = await runInMemory(`validate ${args}`, given(rdf));
    return [code, ...(out + err).split('\n').filter((line) => /RDF|-->/.test(line))];
  };
  expect(await run('new.trig')).toEqual([0]);
  expect(await run('new.trig --rdf 1.2', '1.1')).toEqual([0]);
  const strict = await run('new.trig', '1.1');
  expect(strict).toMatchInlineSnapshot(`
    [
      2,
      "new.trig:1:74: error: Reifiers, '~', came with RDF 1.2, and this text is held to RDF 1.1. Describe the triple by rdf:subject, rdf:predicate and rdf:object, or allow RDF 1.2.",
    ]
  `);
  expect(await run('new.trig --rdf 1.1')).toEqual(strict);
  expect(await run('new.nt --shapes shapes.ttl --rdf 1.1')).toMatchInlineSnapshot(`
    [
      2,
      "new.nt:1:55: error: Directions behind languages, '--ltr' and '--rtl', came with RDF 1.2, and this text is held to RDF 1.1. Leave the direction out, or allow RDF 1.2.",
    ]
  `);
});

test('--input-format is for all commands that read standard input', async () => {
  const stdin = trig;
  const run = async (args: string) => {
    const { code, err, out } = await runInMemory(args, { ...setup, stdin });
    return { code, text: out + err };
  };
  for (const command of [
    'validate -',
    'repair -',
    'lint -',
    'infer - --out - --inference rdfs',
    'draft -',
    'convert - -',
  ])
    expect((await run(command)).text, command).toContain('This is TriG');
  const given = '--input-format trig';
  expect(await run(`repair - --shapes shapes.ttl ${given}`)).toMatchObject({ code: 1 });
  expect(await run(`lint - ${given}`)).toMatchObject({ code: 3 });
  expect(await run(`infer - --inference rdfs --out - ${given}`)).toMatchObject({ code: 0 });
  expect(await run(`draft - --min-support 1 ${given}`)).toMatchObject({ code: 0 });
  expect(await run(`convert - - ${given}`)).toMatchObject({ code: 0 });
});

test('--shacl, the project file and lint hold shapes to SHACL 1.0', async () => {
  const run = async (args: string, shacl = '1.2') => {
    const { out, err, code } = await runInMemory(args, {
      files: '',
      texts: {
        '/data.ttl': '@prefix ex: <http://example.org/> . ex:a a ex:Person ; ex:name "A\\nB" .',
        '/shapes.ttl': `@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
          ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:singleLine true ] .`,
        '/shacl-repair.jsonc': `{ "shacl": "${shacl}", "links": [{ "data": "data.ttl", "shapes": "shapes.ttl" }] }`,
      },
    });
    return [code, /sh:singleLine came with SHACL 1.2/.test(out + err)];
  };
  expect(await run('validate data.ttl')).toEqual([1, false]);
  expect(await run('validate data.ttl --shacl 1.0')).toEqual([3, true]);
  expect(await run('validate data.ttl', '1.0')).toEqual([3, true]);
  expect(await run('validate data.ttl --shacl 1.2', '1.0')).toEqual([1, false]);
  expect(await run('lint shapes.ttl')).toEqual([0, false]);
  expect(await run('lint shapes.ttl --shacl 1.0')).toEqual([1, true]);
});

describe('--graph each', () => {
  const run = (args: string, data: Readonly<Record<string, string>>) =>
    runInMemory(`validate ${args} --shapes shapes.ttl --graph each`, {
      files: '',
      texts: {
        '/shapes.ttl': `@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
          ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:maxCount 1 ] .`,
        ...data,
      },
    });
  const ann = '<http://example.org/ann>';
  const name = `${ann} <http://example.org/name>`;
  const person = `${ann} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/Person>`;
  const quads = [
    `${person} <urn:a> . ${''}`,
    `${name} "1" <urn:a> .`,
    `${person} <urn:b> .`,
    `${name} "2 <urn:no> ." <urn:b> . # <urn:no>`,
    `${name} "3"@en <urn:b> .`,
    `${person} .`,
    `${name} <<( ${name} "4" )>> .`,
  ].join('\n');
  const trig = `@prefix ex: <http://example.org/> . ex:ann a ex:Person ; ex:name "0" . <urn:a> { ex:ann a ex:Person ; ex:name "1" }
    <urn:b> { ex:ann a ex:Person ; ex:name "2", "3" }`;

  test.each([
    ['a.nq', quads],
    ['a.trig', trig],
  ])('tells the results of each graph under its name: %s', async (file, text) => {
    const { out, code } = await run(file, { [`/${file}`]: text });
    expect(code).toBe(1);
    const heads = out
      .split('\n')
      .filter((line) => /^(?:Default graph|Graph )|conforms|--> a\.|a\.\w+:\d/.test(line));
    expect(heads.map((line) => line.replace(/.*a\.\w+:\d.*/, 'result'))).toEqual([
      'Default graph',
      expect.stringContaining('conforms'),
      'Graph <urn:a>',
      expect.stringContaining('conforms'),
      'Graph <urn:b>',
      'result',
    ]);
    const json = JSON.parse((await run(`${file} --format json`, { [`/${file}`]: text })).out);
    expect(
      json.map(({ graph, report }: { graph: string | null; report: { verdict: string } }) => [
        graph,
        report.verdict,
      ]),
    ).toEqual([
      [null, 'conforms'],
      ['urn:a', 'conforms'],
      ['urn:b', 'violates'],
    ]);
  });

  test.each([
    ['a.ttl', { '/a.ttl': '' }, '--graph each is for N-Quads and TriG, which a.ttl is not.'],
    ['a.trig', { '/a.trig': '_:g { <urn:s> <urn:p> 1 }' }, 'one in a.trig has a blank node as its name'],
    ['a.nq --format sarif', { '/a.nq': quads }, '--graph each prints text or json, not sarif.'],
    ['a.nq --graph urn:a', { '/a.nq': quads }, 'leave the other values of --graph out'],
    ['a.nq --watch', { '/a.nq': quads }, "--graph each can't be used with --watch."],
  ])('names what it is not for: %s', async (args, data, message) => {
    const { err, code } = await run(args, data as Readonly<Record<string, string>>);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
