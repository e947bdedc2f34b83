import { describe, expect, test } from 'vitest';
import { unifiedDiff } from '../../base/diff.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { someOf } from '../../testing/runs.ts';
import { cleanOutput } from './cleanOutput.ts';
import { acted, allTexts, command, commands, nasty } from './nastyTexts.testing.ts';
import { styleFor } from './style.ts';

function escapes(text: string): string {
  return [...text]
    .map((each) => {
      const code = each.codePointAt(0)!;
      return code > 0xffff
        ? `\\U${code.toString(16).padStart(8, '0')}`
        : /[\w.]/.test(each)
          ? each
          : `\\u${code.toString(16).padStart(4, '0')}`;
    })
    .join('');
}

const shapes = (message: string) =>
  `ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:datatype xsd:integer${message} ] .`;

/** Where a text can come in, each as a setup and the arguments that print it. */
const places: Readonly<
  Record<string, (text: string) => { args: readonly string[]; files: string; texts?: Record<string, string> }>
> = {
  'a literal': (text) => ({
    args: ['data.ttl', '--shapes', 'shapes.ttl'],
    files: block`
      #- /data.ttl
      ex:a a ex:T ; ex:p "${escapes(text)}" .
      #- /shapes.ttl
      ${shapes('')}`,
  }),
  'a literal as it is': (text) => ({
    args: ['data.ttl', '--shapes', 'shapes.ttl'],
    files: block`
      #- /data.ttl
      ex:a a ex:T ; ex:p """${text}""" .
      #- /shapes.ttl
      ${shapes('')}`,
  }),
  'an IRI': (text) => ({
    args: ['data.ttl', '--shapes', 'shapes.ttl'],
    files: block`
      #- /data.ttl
      <http://a.example/${escapes(text)}> a ex:T ; ex:p 1.5 .
      #- /shapes.ttl
      ${shapes('')}`,
  }),
  'a message of a shape': (text) => ({
    args: ['data.ttl', '--shapes', 'shapes.ttl'],
    files: block`
      #- /data.ttl
      ex:a a ex:T ; ex:p "x" .
      #- /shapes.ttl
      ${shapes(` ; sh:message "${escapes(text)}"`)}`,
  }),
  'a syntax error': (text) => ({
    args: ['data.ttl', '--shapes', 'shapes.ttl'],
    files: block`
      #- /data.ttl
      ex:a a ${text} .
      #- /shapes.ttl
      ${shapes('')}`,
  }),
  'a header': (text) => ({
    args: ['data.ttl'],
    files: `#- /data.ttl\n# shapes: no${text.replace(/[\r\n]/g, '')}.ttl\nex:a a ex:T .`,
  }),
  'the name of a file': (text) => ({
    args: [`data${text}.ttl`, '--shapes', 'shapes.ttl'],
    files: block`
      #- /shapes.ttl
      ${shapes('')}`,
  }),
  'an option': (text) => ({
    args: ['data.ttl', `--no${text}`],
    files: block`
      #- /data.ttl
      ex:a a ex:T .`,
  }),
  'a choice': (text) => ({
    args: ['data.ttl', '--format', text],
    files: block`
      #- /data.ttl
      ex:a a ex:T .`,
  }),
  settings: (text) => ({
    args: ['data.ttl'],
    files: block`
      #- /data.ttl
      ex:a a ex:T .`,
    texts: { '/.vscode/settings.json': JSON.stringify({ 'shaclRepair.validation.engine': text }) },
  }),
};

describe.each(Object.entries(places))('%s', (_, place) => {
  test.each(someOf(allTexts))('with %s', async (_, text) => {
    const { args, ...setup } = place(text);
    for (const format of ['text', 'json', 'sarif', 'turtle', 'markdown']) {
      for (const isTTY of format === 'text' ? [true, false] : [false]) {
        const line = ['validate', ...args, ...(args.includes('--format') ? [] : ['--format', format])];
        const { out, err } = await runInMemory(line, { ...setup, isTTY, env: { NO_COLOR: '1' } });
        expect(`${out}${err}`).not.toMatch(acted);
        expect(out).not.toMatch(command);
        expect(err).not.toMatch(command);
        if (format === 'json' && out !== '') JSON.parse(out);
      }
    }
    const repair = await runInMemory(['repair', ...args], { ...setup, isTTY: true, env: { NO_COLOR: '1' } });
    expect(repair.out + repair.err).not.toMatch(acted);
    expect(repair.out).not.toMatch(command);
    expect(repair.err).not.toMatch(command);
  });
});

test('what is unknown to every command is repeated on one line', async () => {
  const { err } = await runInMemory(['a\n::error::b\u001b[2J'], { files: '' });
  expect(err).toMatch(/^shacl-repair: unknown command 'a\\u\{a\}::error::b\\u\{1b\}\[2J'/);
});

test('JSON means the same as before', async () => {
  // Half a character can't be written in Turtle.
  const text = Object.values(nasty)
    .filter((each) => !/\p{Cs}/u.test(each))
    .join('');
  const files = places['a literal']!(text).files;
  const run = await runInMemory(['validate', 'data.ttl', '--shapes', 'shapes.ttl', '--format', 'json'], {
    files,
  });
  expect(run.out).toContain('\\u009b');
  const [result] = JSON.parse(run.out).results;
  expect(result.value).toContain('\u202egpj.exe');
});

test.each(Object.values(commands))('%j is no command, in whatever pieces it is printed', (text) => {
  for (let cut = 0; cut <= text.length; cut++) {
    const written: string[] = [];
    const output = cleanOutput({ write: (piece) => void written.push(piece) });
    for (const piece of ['a\n', ' ', text.slice(0, cut), text.slice(cut), '\n', 'b::c\n', text])
      output.write(piece);
    expect(written.join('')).not.toMatch(command);
    const meant = written
      .join('')
      .replace(/\\u\{(\w+)\}/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
    expect(meant).toBe(`a\n ${text}\nb::c\n${text}`);
  }
});

test('colours before a command do not hide it, and what is in the middle of a line is none', () => {
  const written: string[] = [];
  const output = cleanOutput({ isTTY: true, write: (text) => void written.push(text) });
  output.write(`${styleFor(output, {}).red('  ::error::x')}\n`);
  expect(written.pop()).toBe('\u001b[31m  \\u{3a}:error::x\u001b[39m\n');
  output.write('ex');
  output.write('::a section_start: ');
  expect(written.pop()).toBe('::a section_start: ');
  output.write(`${'x'.repeat(1000)}::`);
  output.write('::');
  expect(written.pop()).toBe('::');
});

test('our own colours pass, and nobody else can bring any', () => {
  const written: string[] = [];
  const output = cleanOutput({ isTTY: true, write: (text) => void written.push(text) });
  const { red } = styleFor(output, {});
  output.write(red('a\u001b[1m'));
  expect(written.pop()).toBe('\u001b[31ma\\u{1b}[1m\u001b[39m');
  output.write('\ufdd0:2\ufdd1');
  expect(written.pop()).toBe('\ufdd0:2\ufdd1');
});

test('a diff is exact in a pipe and escaped on a terminal', () => {
  const diff = unifiedDiff('a\u001b"b.ttl', 'x\u202e\r\n', [
    { range: { start: 0, end: 1 }, newText: '\u001b[2J' },
  ]);
  const printed = (isTTY: boolean) => {
    const written: string[] = [];
    cleanOutput({ isTTY, write: (text) => void written.push(text) }).writeExact(diff);
    return written.join('');
  };
  expect(printed(false)).toBe(diff);
  expect(diff).toContain('--- "a/a\\033\\"b.ttl"\n+++ "b/a\\033\\"b.ttl"\n');
  expect(printed(true)).toContain('\n-x\\u{202e}\r\n+\\u{1b}[2J');
});
