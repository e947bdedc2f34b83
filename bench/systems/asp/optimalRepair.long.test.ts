import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Triple } from '../../../server/src/rdf/terms.ts';
import { describeClingo } from '../clingo.testing.ts';
import { questionOf, termText } from '../question.testing.ts';
import { optimalRepair } from './optimalRepair.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The smallest repair of all results, one change per line. */
async function repairOf(property: string, data: string, more = ''): Promise<string> {
  const { added, removed } = await optimalRepair(
    await questionOf(`#- /data.ttl
${data}
#- /shapes.ttl
ex:S sh:targetClass ex:A ; ${property} .
${more}
`),
  );
  const line = (sign: string) => (triple: Triple) =>
    `${sign} ${[triple.subject, triple.predicate, triple.object].map(termText).join(' ')}`;
  return [...removed.map(line('-')), ...added.map(line('+'))].sort().join('\n');
}

describeClingo('the smallest repair', () => {
  test.each([
    [
      'a class of an existing value',
      'sh:property [ sh:path ex:p ; sh:class ex:B ; sh:minCount 1 ]',
      'ex:a a ex:A ; ex:p ex:b .',
      '',
      '+ ex:b rdf:type ex:B',
    ],
    [
      'the only value that is allowed',
      'sh:property [ sh:path ex:p ; sh:in ( 1 ) ; sh:minCount 1 ]',
      'ex:a a ex:A .',
      '',
      '+ ex:a ex:p 1',
    ],
    [
      'a new literal where the graph has none',
      'sh:property [ sh:path ex:p ; sh:pattern "^K-[0-9]$" ; sh:minCount 1 ]',
      'ex:a a ex:A .',
      '',
      '+ ex:a ex:p "K-0"',
    ],
    [
      'two changes where one would violate another shape',
      'sh:property [ sh:path ex:p ; sh:maxCount 1 ]',
      'ex:a a ex:A ; ex:p ex:b, ex:c . ex:b a ex:B . ex:c a ex:B . ex:d ex:q ex:c .',
      'ex:T sh:targetClass ex:B ; sh:property [ sh:path [ sh:inversePath ex:p ] ; sh:class ex:A ; sh:minCount 1 ] . ' +
        'ex:U sh:targetObjectsOf ex:q ; sh:class ex:B ; sh:property [ sh:path [ sh:inversePath ex:p ] ; sh:hasValue ex:a ] .',
      '- ex:a ex:p ex:b\n- ex:b rdf:type ex:B',
    ],
    [
      'one of two branches, not both',
      'sh:xone ( [ sh:path ex:p ; sh:minCount 1 ] [ sh:path ex:q ; sh:minCount 1 ; sh:maxCount 0 ] )',
      'ex:a a ex:A .  ex:b ex:q 1 . ex:A ex:p 1 .',
      'ex:V sh:targetSubjectsOf ex:p ; sh:not [ sh:class ex:A ] .',
      undefined,
    ],
    [
      'a value that several counts share',
      'sh:property [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:B ] ; sh:qualifiedMinCount 1 ] , ' +
        '[ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMinCount 1 ]',
      'ex:a a ex:A . ex:d a ex:D .',
      'ex:D rdfs:subClassOf ex:B, ex:C .',
      '+ ex:a ex:p ex:d',
    ],
  ])('%s', async (_, property, data, more, expected) => {
    const repair = repairOf(property, data, more);
    if (expected === undefined) await expect(repair).rejects.toThrow('no repair exists');
    else expect(await repair).toBe(expected);
  });

  test('is as small as the one that generation proves in every case of a suite, unless that hides the node', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-asp-'));
    try {
      const run = (...args: readonly string[]) => {
        const options = { cwd: root, encoding: 'utf8' } as const;
        const { status, stderr } = spawnSync(process.execPath, ['dist/cli.js', ...args], options);
        expect(status, stderr).toBe(0);
      };
      const suite = path.join(folder, 'suite');
      const out = path.join(folder, 'run');
      const [data, shapes] = ['', '-manifest'].map((part) => `test-fixtures/hvac/fan-coil-unit${part}.ttl`);
      run('generate', data!, '--shapes', shapes!, '--cross-check', 'none', '--out', suite);
      run('evaluate', suite, '--system', 'command:.cache/systems/asp.mjs', '--out', out);
      const lines = (file: string) =>
        readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
      const smallestHides = new Map<string, boolean>(
        lines(path.join(suite, 'cases.jsonl')).map(({ id, stats }) => [id, stats.degenerateRepairExists]),
      );
      const trials = lines(path.join(out, 'trials.jsonl'));
      expect(trials.length).toBeGreaterThan(10);
      for (const { rounds } of trials)
        expect(rounds[0].scores).toMatchObject({ semantic: true, degenerate: false });
      const larger = trials.filter(({ rounds }) => rounds[0].scores.minimal === false);
      expect(larger.filter((trial) => !smallestHides.get(trial.case))).toEqual([]);
      expect(larger.length).toBeLessThan(trials.length / 4);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
