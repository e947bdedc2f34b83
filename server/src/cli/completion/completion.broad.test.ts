import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { describedCommands } from '../commandLine.ts';
import { type OptionTable, optionLabel } from '../input/optionTable.ts';

const files = block`
  #- /data.ttl
  ex:a a ex:Person .`;

async function script(shell: string): Promise<string> {
  const { code, out } = await runInMemory(`completion ${shell}`, { files });
  expect(code).toBe(0);
  return out;
}

test('docs/options.md lists the options of all commands', async () => {
  const sections = (await describedCommands()).map(
    ({ name, summary, options }) => `## ${name}\n\nTo ${summary}.\n\n${optionRows(options)}\n`,
  );
  const page = `# Options of the command line

What \`shacl-repair COMMAND --help\` prints, for all commands. [Command line](command-line.md) explains how they are used.

${sections.join('\n')}`;
  await expect(page).toMatchFileSnapshot('../../../../docs/options.md');
});

function optionRows(options: OptionTable): string {
  const rows = Object.entries(options).map(([name, entry]) => {
    const text = entry.help.replaceAll(/[|<>]/g, '\\$&').replaceAll('\n', '<br>');
    return `| \`${optionLabel(name, entry)}\` | ${text} |`;
  });
  return ['| option | what it does |', '|---|---|', ...rows].join('\n');
}

/** What bash offers for the last word. */
function bashOffers(completion: string, words: readonly string[]): readonly string[] {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _shacl_repair; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', `${completion}\n${ask}`], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

test.skipIf(process.platform === 'win32')(
  'bash completes commands, options, and leaves files to the shell',
  async () => {
    const completion = await script('bash');
    expect(bashOffers(completion, ['shacl-repair', 'val'])).toEqual(['validate']);
    expect(bashOffers(completion, ['shacl-repair', 'validate', 'data.ttl', '--sha'])).toEqual([
      '--shapes',
      '--shapes-only',
      '--shacl',
      '--shard',
    ]);
    expect(bashOffers(completion, ['shacl-repair', 'format', '--max'])).toEqual(['--max-file-size']);
    expect(bashOffers(completion, ['shacl-repair', 'validate', 'da'])).toEqual(['']);
  },
);

test.each(['zsh', 'fish'])('the completion for %s knows every option of every command', async (shell) => {
  const completion = await script(shell);
  for (const { name, options } of await describedCommands()) {
    const lines = completion.split('\n').filter((line) => line.includes(name));
    for (const option of Object.keys(options))
      expect(lines.some((line) => line.includes(shell === 'fish' ? `-l ${option}` : `--${option}[`))).toBe(
        true,
      );
  }
});

test.each(['', 'bash zsh', 'powershell'])("'completion %s' says which shells there are", async (given) => {
  const { code, err } = await runInMemory(`completion ${given}`.trim(), { files });
  expect(code).toBe(2);
  expect(err).toMatch(/bash, zsh or fish/);
});
