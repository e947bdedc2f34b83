import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tripleToNTriples } from '../../rdf/nTriples.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { arbitraryCase } from '../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { runs } from '../../testing/runs.ts';

const validated = async (shapes: string, lines: string, options: string) => {
  const { code, out, err } = await runInMemory(`validate data.nt --shapes shapes.ttl ${options}`, {
    files: '',
    texts: { '/data.nt': lines, '/shapes.ttl': suppliedPrefixes + shapes },
    bytesAtOnce: 5000,
  });
  return { code, err, out: out.replace(/"ms": [\d.]+|in [\d.]+ m?s\b/g, '') };
};

test('with --jobs, a report is the same for random shapes and data', () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), fc.constantFrom('text', 'json', 'turtle'), async (units, format) => {
      const data = new TurtleDocument(
        'http://example.org/data',
        0,
        suppliedPrefixes + [...units.data, ...units.context].join('\n'),
      );
      // Long comments, so that the file has several parts.
      const lines = [...data.graph.triples()]
        .map((triple) => `${tripleToNTriples(triple)} # ${'–'.repeat(400)}\n`)
        .join('');
      const shapes = units.shapes.join('\n');
      const alone = await validated(shapes, lines, `--format ${format}`);
      expect(await validated(shapes, lines, `--format ${format} --jobs 2`)).toEqual(alone);
    }),
    { numRuns: runs(300) },
  ));

test('--jobs is for files', async () => {
  const { code, err } = await runInMemory('validate --endpoint http://localhost/ --shapes s.ttl --jobs 2', {
    files: '',
  });
  expect([code, err]).toEqual([2, expect.stringContaining('--jobs is for files.')]);
});

test.each(['', '--jobs 2'])(
  'a comment in a file that is read in parts ignores a result: %j',
  async (options) => {
    const shapes =
      'ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .';
    const line = (i: number) =>
      `<http://example.org/ns#n${i}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/ns#C> .`;
    const lines = Array.from({ length: 200 }, (_, i) => line(i));
    const all = await validated(shapes, `${lines.join('\n')}\n`, options);
    expect(all.out).toContain('200 results');
    lines[150] += ' # shacl-repair-ignore sh:minCount known';
    const ignoring = await validated(shapes, `${lines.join('\n')}\n`, options);
    expect(ignoring.out).toContain('199 results');
  },
);
