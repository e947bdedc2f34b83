import { describe, expect, test } from 'vitest';
import type { Summary } from '../evaluation/summary.ts';
import { runInMemory, type TestWorld } from './testRun.ts';

const papers: TestWorld = {
  files: `#- /data.ttl
# shapes: shapes.ttl
ex:paper a ex:Paper ; ex:reviewedBy ex:alice, [ a ex:Professor ] ; ex:pages 12 .
ex:alice a ex:Professor .
#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:reviewedBy ; sh:minCount 1 ; sh:class ex:Professor ] ;
  sh:property [ sh:path ex:pages ; sh:datatype xsd:integer ; sh:maxInclusive 20 ] .
`,
};

/** A folder that has a suite of four cases. */
async function suite(): Promise<TestWorld> {
  const { files } = await runInMemory('generate data.ttl --out suite --cross-check none', papers);
  const texts = [...files].filter(([path]) => path.startsWith('/suite/'));
  return { files: '#- /unrelated.ttl\nex:a ex:b 1 .', texts: Object.fromEntries(texts) };
}

const scoresIn = (json: string) =>
  (JSON.parse(json) as Summary).cells.map(({ id, cases, scores, more: { degenerate } }) => ({
    id,
    cases,
    scores,
    degenerate,
  }));

const all = { syntactic: 1, semantic: 1, relaxedIsomorphism: 1, isomorphism: 1 };
const none = { syntactic: 1, semantic: 0, relaxedIsomorphism: 0, isomorphism: 0 };

describe('a run', () => {
  test('scores the simplest systems as what they are', async () => {
    const { code, out } = await runInMemory(
      'evaluate suite --system oracle --system noop --system delete-focus --format json',
      await suite(),
    );
    expect(code).toBe(0);
    expect(scoresIn(out)).toEqual([
      { id: 'oracle', cases: 4, scores: all, degenerate: 0 },
      { id: 'noop', cases: 4, scores: none, degenerate: 0 },
      { id: 'delete-focus', cases: 4, scores: expect.anything(), degenerate: 1 },
    ]);
  });
});
