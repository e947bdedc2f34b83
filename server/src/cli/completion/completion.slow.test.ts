import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';
import { describedCommands } from '../commandLine.ts';
import type { OptionTable } from '../input/optionTable.ts';

/* The shells themselves are asked; those that are not installed are left out. */

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-completion-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

/** What a shell prints of a program, with the completion of this build as `completion` beside it. */
async function printed(shell: string, options: readonly string[], program: string): Promise<string> {
  const { out } = await runInMemory(`completion ${shell}`, { files: '' });
  writeFileSync(path.join(folder, 'completion'), out);
  writeFileSync(path.join(folder, 'program'), program);
  const run = { cwd: folder, encoding: 'utf8', timeout: 60_000 } as const;
  return execFileSync(shell, [...options, 'program'], run);
}

const flagsOf = (options: OptionTable) =>
  Object.entries(options).flatMap(([long, { short }]) => [`--${long}`, ...(short ? [`-${short}`] : [])]);

test.skipIf(!has('fish'))('fish, where it is installed, offers each command with its options', async () => {
  const commands = await describedCommands();
  const asked = commands.map(({ name }) => `echo '## ${name}'; complete -C 'shacl-repair ${name} -'`);
  const text = await printed('fish', ['--no-config'], `source completion\n${asked.join('\n')}`);
  for (const { name, options } of commands) {
    const [, offered = ''] = text.split(`## ${name}\n`);
    const flags = offered
      .split('\n##', 1)[0]!
      .split('\n')
      .map((line) => line.split('\t')[0]!);
    expect([name, flags.filter((flag) => flag !== '').sort()]).toEqual([name, flagsOf(options).sort()]);
  }
  const start = await printed('fish', ['--no-config'], `source completion; complete -C 'shacl-repair val'`);
  expect(start).toMatch(/^validate\t.+\n$/);
});

test.skipIf(!has('zsh'))('zsh, where it is installed, offers each command with its options', async () => {
  const commands = await describedCommands();
  // Each list is read up to a mark that is printed after it, when the next line is read.
  const asked = ['', ...commands.map(({ name }) => `${name} -`)].map(
    (words, i) => `zpty -w -n z $'shacl-repair ${words}\\t\\C-uprint END""${i}:\\n'
zpty -r z list '*END${i}:*READY*'
print -r -- "$list"`,
  );
  const text = await printed(
    'zsh',
    ['-f'],
    `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1=; LISTMAX=10000; stty rows 2000 columns 300; autoload -Uz compinit; compinit -u -D; source ./completion; zle-line-init() { print -n REA""DY }; zle -N zle-line-init'
zpty -r z list '*READY*'
${asked.join('\n')}
`,
  );
  const lists = text.split(/END\d+:/);
  const words = lists.map((list) => new Set(list.replaceAll(/\x1b\[[\d?;]*\w/g, '').split(/\s+/)));
  expect(commands.map(({ name }) => name).filter((name) => !words[0]!.has(name))).toEqual([]);
  for (const [i, { name, options }] of commands.entries()) {
    expect([name, flagsOf(options).filter((flag) => !words[i + 1]!.has(flag))]).toEqual([name, []]);
  }
});
