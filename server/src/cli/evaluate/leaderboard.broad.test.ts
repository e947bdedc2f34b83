import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory, type TestRun } from '../../testing/runInMemory.ts';

const data = {
  files: `#- /data.ttl
# shapes: shapes.ttl
ex:paper a ex:Paper ; ex:reviewedBy ex:alice ; ex:pages 12 .
ex:alice a ex:Professor .
#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:reviewedBy ; sh:minCount 1 ; sh:class ex:Professor ] ;
  sh:property [ sh:path ex:pages ; sh:datatype xsd:integer ; sh:maxInclusive 20 ] .
`,
};

type Texts = Record<string, string>;

const below = ({ files }: TestRun, folder: string, to: string): Texts =>
  Object.fromEntries(
    [...files].flatMap(([path, text]) =>
      path.startsWith(`/${folder}/`) ? [[`/board/${to}${path.slice(folder.length + 1)}`, text]] : [],
    ),
  );

/** A folder with a suite and the runs of some systems on it, before `change`. */
async function board(
  systems: readonly string[],
  change: (texts: Texts) => void = () => {},
): Promise<TestRun> {
  const made = await runInMemory('generate data.ttl --out suite --cross-check none', data);
  const texts: Texts = below(made, 'suite', 'suites/papers');
  const suite = Object.fromEntries([...made.files].filter(([path]) => path.startsWith('/suite/')));
  for (const system of systems) {
    const run = await runInMemory(`evaluate suite --system ${system} --cross-check none --out out`, {
      files: block`
        #- /unrelated.ttl
        ex:a ex:b 1 .`,
      texts: suite,
    });
    Object.assign(texts, below(run, 'out', `runs/${system}`));
  }
  change(texts);
  return runInMemory('report --leaderboard board', {
    files: block`
      #- /unrelated.ttl
      ex:a ex:b 1 .`,
    texts,
  });
}

/** The rows of the page as text, and what else it says below its table. */
function rows({ files }: TestRun): readonly string[] {
  const page = files.get('/board/leaderboard.html')!;
  return [...page.matchAll(/<(tr|li)>(.*?)<\/\1>/g)].map(([, , cells]) =>
    cells!
      .replaceAll(/<\/t[dh]><t[dh]>/g, ' | ')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\d+\.\d+\.\d+/g, 'VERSION'),
  );
}

test('submissions are ranked by what their updates are worth', async () => {
  const run = await board(['noop', 'symbolic', 'oracle', 'delete-focus']);
  expect([run.code, run.out, run.err]).toEqual([0, 'board/leaderboard.html: 4 standings on 1 suite\n', '']);
  expect(rows(run)).toMatchInlineSnapshot(`
    [
      " | system | syntactic | semantic | relaxed | isomorphic | mean | attempts | USD | version | remarks",
      "1 | symbolic (runs/symbolic) | 100.00 | 100.00 | 50.00 | 50.00 | 75.00 | 4 | 0.00 | VERSION | ",
      "control | oracle (runs/oracle) | 100.00 | 100.00 | 100.00 | 100.00 | 100.00 | 4 | 0.00 | VERSION | ",
      "control | delete-focus (runs/delete-focus) | 100.00 | 100.00 | 0.00 | 0.00 | 50.00 | 4 | 0.00 | VERSION | ",
      "control | noop (runs/noop) | 100.00 | 0.00 | 0.00 | 0.00 | 25.00 | 4 | 0.00 | VERSION | ",
    ]
  `);
});

test('what a run says of its scores is not believed, and what it lacks counts as failed', async () => {
  const run = await board(['noop', 'oracle'], (texts) => {
    const lies = texts['/board/runs/noop/trials.jsonl']!.replaceAll('"semantic":false', '"semantic":true');
    texts['/board/runs/noop/trials.jsonl'] = lies;
    const lines = texts['/board/runs/oracle/trials.jsonl']!.split('\n');
    texts['/board/runs/oracle/trials.jsonl'] = `${lines[0]}\n`;
  });
  expect(rows(run)).toMatchInlineSnapshot(`
    [
      " | system | syntactic | semantic | relaxed | isomorphic | mean | attempts | USD | version | remarks",
      "control | oracle (runs/oracle) | 25.00 | 25.00 | 25.00 | 25.00 | 25.00 | 1 | 0.00 | VERSION | 3 attempts missing",
      "control | noop (runs/noop) | 100.00 | 0.00 | 0.00 | 0.00 | 25.00 | 4 | 0.00 | VERSION | 4 attempts judged differently than the run says",
    ]
  `);
});

test('a run on another version of the suite is named and not judged', async () => {
  const run = await board(['oracle', 'noop'], (texts) => {
    const path = '/board/runs/noop/run.json';
    texts[path] = texts[path]!.replace(/"sha256": "\w+"/, '"sha256": "0123"');
    texts['/board/runs/broken/run.json'] = '{}';
  });
  expect(rows(run).slice(2)).toMatchInlineSnapshot(`
    [
      "runs/broken is not a run: in its run.json, format is missing.",
      "runs/noop was made on another version of “data”: no suite here has its SHA-256, 0123.",
    ]
  `);
  expect(run.err).toContain('runs/noop was made on another version');
});

test('texts of submissions stay texts', async () => {
  const run = await board(['oracle'], (texts) => {
    const path = '/board/runs/oracle/run.json';
    texts[path] = texts[path]!.replace('"system": "oracle"', '"system": "<img src=x onerror=alert(1)>"');
  });
  const page = run.files.get('/board/leaderboard.html')!;
  expect(page).not.toContain('<img');
  expect(page).toContain("default-src 'none'");
});

test('a folder without a suite is told', async () => {
  const run = await runInMemory('report --leaderboard board', data);
  expect([run.code, run.err]).toEqual([2, expect.stringContaining('board has no suite')]);
});
