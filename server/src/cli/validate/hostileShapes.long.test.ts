import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { someOf } from '../../testing/runs.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
// Kept beside the repository, not in it.
const folder = path.join(root, '../shared/golden/hostile');
const files = existsSync(folder) ? readdirSync(folder) : [];
const shapes = files.filter((file) => /^[rs]-.*\.ttl$/.test(file));
const runs = shapes.flatMap((file) => ['d1.ttl', 'd.ttl'].map((data) => ({ file, data })));

describe.skipIf(runs.length === 0)(
  'shapes of an attack end with a verdict, and what is left out is named',
  () => {
    test.each(someOf(runs))('$file on $data', ({ file, data }) => {
      const inference = file.startsWith('r-') ? 'rules' : 'none';
      const args = ['validate', data, '--shapes', file, '--format', 'json', '--time-budget', '60'];
      const { status, stdout } = spawnSync(
        process.execPath,
        [path.join(root, 'dist/cli.js'), ...args, '--inference', inference],
        { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 },
      );
      const { verdict, results, notChecked } = JSON.parse(stdout) as {
        readonly verdict: string;
        readonly results: readonly unknown[];
        readonly notChecked: readonly { readonly reason: string }[];
      };
      expect(status).toBe(results.length > 0 ? 1 : verdict === 'conforms' ? 0 : 3);
      if (verdict === 'undecided') expect(notChecked).not.toEqual([]);
      for (const { reason } of notChecked)
        expect(reason).toMatch(/ex:S|rule|focus nodes? (?:was|were) not judged/);
    });
  },
);
