import { describe, expect, test } from 'vitest';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';

const people = `<http://example.org/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/Person> .
<http://example.org/a> <http://example.org/name> "Ann" <http://example.org/names> .
<http://example.org/a> <http://example.org/name> "Anna" <http://example.org/drafts> .
<http://example.org/b> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/Person> <http://example.org/drafts> .`;

const setup: TestSetup = {
  files: `#- /shapes.ttl
@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:maxCount 1 ] .`,
  texts: { '/people.nq': people, '/people.ttl': people, '/pipe': '' },
  unreadable: { '/pipe': 'pipe' },
  pipes: { '/workspace/pipe': people },
  stdin: people,
};

/** The places of the results and their messages. */
async function results(command: string): Promise<readonly string[]> {
  const { out, err, code } = await runInMemory(`${command} --shapes shapes.ttl --format json`, setup);
  expect(err).toBe('');
  const report = JSON.parse(out);
  expect(code).toBe(report.results.length > 0 ? 1 : 0);
  return report.results.map(
    ({ location: { start }, component }: { location: { start: Place }; component: string }) =>
      `${start.line + 1}:${start.character + 1} ${component}`,
  );
}

interface Place {
  readonly line: number;
  readonly character: number;
}

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
    ['--input-format trig', "--input-format can't be 'trig': give turtle or n-quads."],
  ])('refuses %s', async (options, message) => {
    const { err, code } = await runInMemory(`validate people.nq --shapes shapes.ttl ${options}`, setup);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

test('repair and format leave N-Quads as they are', async () => {
  const { out, code, written } = await runInMemory('repair people.nq --shapes shapes.ttl --apply', setup);
  expect(written).toEqual({});
  expect(code).toBe(1);
  const listed = await runInMemory('repair people.nq --shapes shapes.ttl', setup);
  expect(listed.out).toMatchInlineSnapshot(`
    "violation[sh:maxCount]: ex:a has 2 values of ex:name, but at most 1 is allowed
      --> people.nq:3:50 [0a611e962810]
     2 | <http://example.org/a> <http://example.org/name> "Ann" <http://example.org/names> .
     3 | <http://example.org/a> <http://example.org/name> "Anna" <http://example.org/drafts> .
       |                                                  ^^^^^^
     4 | <http://example.org/b> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/Person> <http://exam…
      = shapes.ttl:4:51: The constraint: sh:maxCount 1
      No repair found. "Remove "Anna" as ex:name of ex:a" can't be written: The data is N-Quads. Such files are not edited.
        Look at sh:maxCount in the shape

    violation[sh:minCount]: ex:b has no value of ex:name, but needs at least 1
      --> people.nq:4:1 [8e0ac3196c99]
     3 | <http://example.org/a> <http://example.org/name> "Anna" <http://example.org/drafts> .
     4 | <http://example.org/b> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/Person> <http://exam…
       | ^^^^^^^^^^^^^^^^^^^^^^
      = shapes.ttl:4:35: The constraint: sh:minCount 1
      No repair found. "Add "" as ex:name of ex:b (to be filled in)" can't be written: The data is N-Quads. Such files are not edited.
        Look at sh:minCount in the shape

    2 results in 1 file (2 violations), 0 of them with verified repairs; --apply applies the 0 that are certain
    "
  `);
  expect(out).toMatchInlineSnapshot(`
    "left people.nq:3:50 sh:maxCount [0a611e962810]: Your decision is needed: Remove "Anna" as ex:name of ex:a (possible, 42 %), or another of 2 repairs
    left people.nq:4:1 sh:minCount [8e0ac3196c99]: Only you know the value: Add "" as ex:name of ex:b (to be filled in)

    0 of 2 results repaired, 2 left
    "
  `);
  const formatted = await runInMemory('format people.nq --write', setup);
  expect(formatted.written).toEqual({});
});
