import { describe, expect, test, vi } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';

const files = block`
  #- /data.ttl
  ex:a a ex:T . ex:b a ex:T .
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
  ex:Q a sh:NodeShape ; sh:targetClass ex:T ; sh:sparql [ sh:select "SELECT $this { $this a ?type }" ] .`;

async function validated(args: string, setup: Omit<TestSetup, 'files'> = {}) {
  const { code, out } = await runInMemory(`validate data.ttl --shapes shapes.ttl --format json ${args}`, {
    files,
    ...setup,
  });
  const { results, notChecked } = JSON.parse(out);
  const reasons = notChecked.map(({ reason }: { readonly reason: string }) => reason);
  return { code, results: results.length, reasons };
}

const leftOver = {
  code: 3,
  results: 0,
  reasons: ['4 focus nodes were not judged. The time for the whole run was used up.'],
};

describe('when the time for a run is used up, what is left is undecided', () => {
  test('that of --time-budget', async () =>
    expect(await validated('--time-budget 10', { spent: 11_000 })).toEqual(leftOver));

  test('unless it was used up by what is left out: the rest is judged in some seconds', async () => {
    const quarantined = new Set(['<http://example.org/ns#Q> stuck']);
    const { code, results } = await validated('--time-budget 10', { spent: 11_000, quarantined });
    expect([code, results]).toEqual([1, 4]);
  });

  test('five minutes where the environment has CI', async () => {
    expect(await validated('', { spent: 301_000, env: { CI: 'true' } })).toEqual(leftOver);
    expect(await validated('', { spent: 299_000, env: { CI: 'true' } })).toMatchObject({
      code: 1,
      results: 4,
    });
    expect(await validated('--time-budget 400', { spent: 301_000, env: { CI: 'true' } })).toMatchObject({
      code: 1,
    });
  });

  test('the same when memory is used up, with what was found until then', async () => {
    let looks = 0;
    const whyFull = () => (looks++ < 1 ? undefined : 'The memory was used up.');
    const { code, results, reasons } = await validated('', { whyFull });
    // On a machine with other work to do, it looks again after the first node already.
    expect([1, 2]).toContain(results);
    expect({ code, reasons }).toEqual({
      code: 1,
      reasons: [`${4 - results} focus nodes were not judged. The memory was used up.`],
    });
  });

  test.each(['validate', 'repair'])('%s reads no more files, and counts them', async (command) => {
    const data = (name: string) => `#- /${name}.ttl\n# shapes: shapes.ttl\nex:${name} a ex:T .\n`;
    const { code, out, err } = await runInMemory(`${command} a.ttl b.ttl c.ttl d.ttl --format json`, {
      files: `${['a', 'b', 'c', 'd'].map(data).join('')}${files.slice(files.indexOf('#- /shapes.ttl'))}`,
      unreadable: { 'c.ttl': 'denied' },
      whyFull: () => 'The memory was used up.',
    });
    const { notChecked, errors } = JSON.parse(out);
    const reasons = notChecked.map(({ reason }: { readonly reason: string }) => reason);
    expect({ code, err, errors: errors ?? [], reasons }).toEqual({
      code: 3,
      err: '',
      errors: [],
      reasons: [
        '2 focus nodes were not judged. The memory was used up.',
        '3 files were not judged. The memory was used up.',
      ],
    });
  });

  test('there is no such time elsewhere', async () =>
    expect(await validated('', { spent: 1e9 })).toMatchObject({ code: 1, results: 4, reasons: [] }));

  test('a budget is a whole number of seconds', async () => {
    const { code, err } = await runInMemory('validate data.ttl --time-budget 0.5', { files });
    expect([code, err]).toEqual([2, expect.stringContaining("--time-budget can't be '0.5'")]);
  });
});

const usedUp = { spent: 11_000 };
const timeIsUp = 'The time for the whole run was used up.';

describe('the other commands that judge data end in the same way', () => {
  test('repair proves nothing when the time is up before it has judged', async () => {
    const args = 'repair data.ttl --shapes shapes.ttl --time-budget 10';
    const { code, out, err } = await runInMemory(args, { files, ...usedUp });
    expect([code, out + err]).toEqual([3, expect.stringContaining(timeIsUp)]);
  });

  test.each(['', '--apply'])('repair %s offers and makes nothing that is proven too late', async (option) => {
    // It is full once the only node has been judged.
    let looks = 0;
    const whyFull = () => (looks++ < 1 ? undefined : 'The memory was used up.');
    const { code, out, written } = await runInMemory(`repair data.ttl --format json ${option}`, {
      files: block`
        #- /data.ttl
        # shapes: shapes.ttl
        ex:a a ex:T ; ex:p "1" .
        #- /shapes.ttl
        ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:datatype xsd:integer ] .`,
      whyFull,
    });
    const [{ repairs, reason }, ...others] = JSON.parse(out).violations;
    expect([code, repairs, others, written]).toEqual([1, [], [], {}]);
    expect(reason).toContain('The memory was used up.');
  });

  test('guard does not let a change pass that was not judged to the end', async () => {
    const given = { files, stdin: 'INSERT DATA { <ex:c> <ex:q> 1 }', ...usedUp };
    const args = 'guard --change data.ttl --shapes shapes.ttl --format json --time-budget 10';
    const { code, out } = await runInMemory(args, given);
    const { verdict, reasons } = JSON.parse(out);
    expect([code, verdict]).toEqual([3, 'undecided']);
    expect(reasons.join(' ')).toContain(timeIsUp);
  });

  test('suite verify names how many cases are left', async () => {
    const valid = block`
      #- /data.ttl
      ex:a a ex:T ; ex:p 1 .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ; sh:datatype xsd:integer ] .`;
    const { files: made } = await runInMemory(
      'generate data.ttl --shapes shapes.ttl --out suite --cross-check none --mix any',
      { files: valid },
    );
    const texts = Object.fromEntries([...made].filter(([path]) => path.startsWith('/suite/')));
    const verified = async (setup: object) => {
      const { code, err } = await runInMemory('suite verify suite --time-budget 10', {
        files: valid,
        texts,
        ...setup,
      });
      return [code, err];
    };
    expect(await verified(usedUp)).toEqual([3, `No case was checked. ${timeIsUp}\n`]);
    let looks = 0;
    const whyFull = () => (looks++ < 3 ? undefined : 'The memory was used up.');
    expect(await verified({ whyFull })).toEqual([
      3,
      expect.stringMatching(/^\d+ cases of \d+ not checked\. The memory was used up\.\n$/),
    ]);
  });

  test('infer writes what it had inferred, and says that it is not all', async () => {
    const rules = block`
      #- /data.ttl
      ex:a a ex:T .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:T ;
        sh:rule [ a sh:TripleRule ; sh:subject sh:this ; sh:predicate ex:p ; sh:object ex:o ] .`;
    const args = 'infer data.ttl --shapes shapes.ttl --out more.ttl --time-budget 10';
    expect(await runInMemory(args, { files: rules })).toMatchObject({ code: 0 });
    const { code, err } = await runInMemory(args, { files: rules, ...usedUp });
    expect([code, err]).toEqual([3, expect.stringContaining(timeIsUp)]);
  });

  test('repair --endpoint offers and sends nothing', async () => {
    const args =
      'repair --endpoint https://store.example/sparql --shapes shapes.ttl --focus-node http://example.org/ns#a --time-budget 10';
    const store = () => new StoreInMemory('@prefix ex: <http://example.org/ns#> . ex:a a ex:T .');
    expect(await runInMemory(args, { files, store: store() })).toMatchObject({ code: 1 });
    for (const more of ['', '--run --yes', '--format json']) {
      const asked = store();
      const sent = vi.spyOn(asked, 'update');
      const { code, out } = await runInMemory(`${args} ${more}`, { files, store: asked, ...usedUp });
      expect([code, out]).toEqual([3, expect.stringContaining(timeIsUp)]);
      expect(out).not.toMatch(/INSERT|DELETE/);
      expect(sent).not.toHaveBeenCalled();
    }
  });

  test('a leaderboard is not written where its suites were not judged to the end', async () => {
    const valid = block`
      #- /data.ttl
      ex:a a ex:T ; ex:p 1 .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ; sh:datatype xsd:integer ] .`;
    const made = await runInMemory(
      'generate data.ttl --shapes shapes.ttl --out board/suite --cross-check none --mix any',
      { files: valid },
    );
    const texts = Object.fromEntries([...made.files].filter(([path]) => path.startsWith('/board/')));
    const args = 'report --leaderboard board --time-budget 10';
    const { code, err, written } = await runInMemory(args, { files: valid, texts, ...usedUp });
    expect([code, err, written]).toEqual([2, expect.stringContaining(timeIsUp), {}]);
  });
});

test.each([
  ['generate data.ttl --shapes shapes.ttl --out suite', '--max-cases'],
  ['evaluate suite --system noop', '--resume'],
])('%s takes no budget of time, and says what helps', async (args, remedy) => {
  const { code, err } = await runInMemory(`${args} --time-budget 10`, { files });
  expect([code, err]).toEqual([2, expect.stringContaining('--time-budget is not taken here')]);
  expect(err).toContain(remedy);
});
