import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diffHunks } from '../../base/diff.ts';
import { applyEdits } from '../../base/textEdit.ts';
import { suggestionsFor } from '../../testing/checkRepair.ts';
import { parseFixture, withoutPrelude } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { allExplained, type Example } from './explain.ts';

test('the examples are those of docs/repairs.md', async () => {
  const examples: Record<string, Example> = {};
  for (const { example } of allExplained) examples[example] = await made(example);
  await expect(`${JSON.stringify(examples, undefined, 2)}\n`).toMatchFileSnapshot('examples.json');
});

async function made(name: string): Promise<Example> {
  const fixture = readFileSync(
    new URL(`../../../../test-fixtures/repairs/${name}.ttl`, import.meta.url),
    'utf8',
  );
  const { repairs } = await suggestionsFor(fixture, 5);
  const best = repairs.find(({ repair }) => repair.support !== 'retargeting')!;
  const [{ document, edits }] = best.verdict.edits as [(typeof best.verdict.edits)[number]];
  return {
    files: Object.fromEntries(
      parseFixture(fixture).files.map(({ path, text }) => [path.slice(1), withoutPrelude(text).trim()]),
    ),
    message: await messageOf(fixture),
    repair: best.repair.title,
    diff: diffHunks(document.text, edits, 0)
      .flatMap(({ lines }) => lines)
      .join('\n'),
    changed: new URL(document.uri).pathname.replace(/^.*\//, ''),
    conforming: withoutPrelude(applyEdits(document.text, edits)).trim(),
  };
}

async function messageOf(fixture: string): Promise<string> {
  const roles = parseFixture(fixture).files.map(({ path }) => {
    const [role = ''] = /^(?:shapes|context)/.exec(path.slice(1)) ?? [];
    return `${role && `--${role} `}${path.slice(1)}`;
  });
  const { out } = await runInMemory(`validate ${roles.join(' ')} --format json`, { files: fixture });
  return JSON.parse(out).results[0].messages[0];
}
