import { describe, expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';

const shapes = `@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:area ; sh:datatype xsd:integer ; sh:maxCount 1 ] .`;

const data = `# shapes: shapes.ttl
@prefix ex: <http://example.org/> . # 𝒜 and more
ex:a a ex:Room ; ex:label "🏠" ; ex:area "12" .
ex:b a ex:Room ;
  ex:label """two
lines""" ; ex:area "13" . # "14"`;

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}
interface Fix {
  readonly description: { readonly text: string };
  readonly artifactChanges: readonly {
    readonly artifactLocation: { readonly uri: string };
    readonly replacements: readonly {
      readonly deletedRegion: Region;
      readonly insertedContent?: { readonly text: string };
    }[];
  }[];
}

async function sarif(text: string, args = '--fixes') {
  const { code, out, err } = await runInMemory(`validate data.ttl --format sarif ${args}`, {
    files: '',
    texts: { '/data.ttl': text, '/shapes.ttl': shapes },
  });
  if (code === 2) throw new Error(err);
  return JSON.parse(out).runs[0].results as { readonly fixes?: readonly Fix[] }[];
}

/** Applies a fix as a program does that knows SARIF only: lines end in the newline sequences, columns are UTF-16. */
function applied(text: string, { artifactChanges }: Fix): string {
  const [change] = artifactChanges;
  expect(change!.artifactLocation.uri).toBe('data.ttl');
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: end }) => index + end.length)];
  const offset = (line: number, column: number) => starts[line - 1]! + column - 1;
  const edits = change!.replacements.map(({ deletedRegion: at, insertedContent }) => ({
    start: offset(at.startLine, at.startColumn),
    end: offset(at.endLine, at.endColumn),
    text: insertedContent?.text ?? '',
  }));
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((after, { start, end, text: added }) => after.slice(0, start) + added + after.slice(end), text);
}

describe('fixes lead where repairs lead', () => {
  test.each([
    ['\\n', '\n'],
    ['\\r\\n', '\r\n'],
    ['\\r', '\r'],
  ])('in lines that end with %s', async (_, lineBreak) => {
    const text = data.replaceAll('\n', lineBreak);
    const results = await sarif(text);
    expect(results).toHaveLength(2);
    for (const { fixes } of results) {
      expect(fixes!.length).toBeGreaterThan(0);
      for (const fix of fixes!) expect(await sarif(applied(text, fix))).toHaveLength(1);
    }
    expect(results[0]!.fixes![0]!.description.text).toMatch(/^Change "12" to 12/);
  });
});

test('there are none unless they are asked for, and none for what is known', async () => {
  expect((await sarif(data, '')).every(({ fixes }) => fixes === undefined)).toBe(true);
  const texts = { '/data.ttl': data, '/shapes.ttl': shapes };
  const json = await runInMemory('validate data.ttl --format json', { files: '', texts });
  const { out } = await runInMemory('validate data.ttl --format sarif --fixes --baseline old.json', {
    files: '',
    texts: { ...texts, '/old.json': json.out },
  });
  const { results } = JSON.parse(out).runs[0];
  expect(results.map(({ fixes }: { fixes?: unknown }) => fixes)).toEqual([undefined, undefined]);
});

test('a repair that needs input is no fix', async () => {
  const required = shapes.replace('sh:maxCount 1', 'sh:minCount 1 ; sh:maxCount 1');
  const text = data.replace('ex:area "12"', 'ex:p 1');
  const { out } = await runInMemory('validate data.ttl --format sarif --fixes', {
    files: '',
    texts: { '/data.ttl': text, '/shapes.ttl': required },
  });
  const titles = JSON.parse(out).runs[0].results.flatMap(({ fixes = [] }: { fixes?: readonly Fix[] }) =>
    fixes.map(({ description }) => description.text),
  );
  expect(titles.filter((title: string) => title.includes('placeholder'))).toEqual([]);
});

test('where repairs are guesses, the reason and the remedies are properties', async () => {
  const { out } = await runInMemory('validate data.ttl --format sarif --fixes', {
    files: '',
    texts: {
      '/data.ttl': `# shapes: shapes.ttl
@prefix ex: <http://example.org/> . @prefix fluid: <http://fluids.example/> .
ex:a a ex:Tank ; ex:holds fluid:brine .`,
      '/shapes.ttl': `@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:Tank ; sh:property [ sh:path ex:holds ; sh:class ex:Liquid ] .`,
    },
  });
  const [{ properties }] = JSON.parse(out).runs[0].results;
  expect(properties).toMatchObject({
    reason: expect.stringMatching(/no linked file describes fluid:brine/),
    remedies: expect.arrayContaining(['Link a file that describes fluid:brine']),
  });
});

test('--fixes is for SARIF', async () => {
  const { code, err } = await runInMemory('validate data.ttl --fixes', { files: '' });
  expect([code, err]).toEqual([2, expect.stringContaining('--fixes is for --format sarif.')]);
});
