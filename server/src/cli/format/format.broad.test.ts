import { expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = '#- /data/other.ttl\n';
const texts = {
  '/data/short.ttl': '<ann> a <Person>;<name> "Ann" .\n',
  '/data/formatted.ttl': '<ann> a <Person> .\n',
};

test('prints what would change, and changes no file', async () => {
  const { out, err, code, written } = await runInMemory('format data/short.ttl', { files, texts });
  expect(out).toMatchInlineSnapshot(`
    "--- a/data/short.ttl
    +++ b/data/short.ttl
    @@ -1 +1,2 @@
    -<ann> a <Person>;<name> "Ann" .
    +<ann> a <Person> ;
    +  <name> "Ann" .
    "
  `);
  expect(err).toMatchInlineSnapshot(`
    "1 file, 1 to change.
    "
  `);
  expect([code, written]).toEqual([0, {}]);
});

test('--check names the files and exits with 1', async () => {
  const given = ['format', 'data/short.ttl', 'data/formatted.ttl', '--check'];
  const { out, code } = await runInMemory(given, { files, texts });
  expect([out, code]).toEqual(['data/short.ttl\n', 1]);
  expect((await runInMemory('format data/formatted.ttl --check', { files, texts })).code).toBe(0);
});

test('--write writes the files that are not formatted', async () => {
  const given = ['format', 'data/short.ttl', 'data/formatted.ttl', '--write'];
  const { code, written, out } = await runInMemory(given, { files, texts });
  expect([code, out]).toEqual([0, '']);
  expect(written).toEqual({ '/data/short.ttl': '<ann> a <Person> ;\n  <name> "Ann" .\n' });
});

test('standard input is printed formatted, as the settings say', async () => {
  const { out } = await runInMemory('format -', {
    files,
    stdin: '<a> <p> 1;<q> 2.',
    texts: { '/.vscode/settings.json': '{ "shaclRepair.format.indent": "tab" }' },
  });
  expect(out).toBe('<a> <p> 1 ;\n\t<q> 2 .\n');
});

test('a statement with an error stays, the others are formatted, and the exit code is 2', async () => {
  const { out, err, code } = await runInMemory('format -', { files, stdin: '<a>  <p>\n<b>  <p>  1.' });
  expect([out, code]).toMatchInlineSnapshot(`
    [
      "<a>  <p>
    <b> <p> 1 .
    ",
      2,
    ]
  `);
  expect(err).toMatchInlineSnapshot(`
    "<stdin>:2:1: Expected the statement above to end with '.', found '<b>', which starts another one. Statements that can't be parsed stay as they are.
    1 file, 1 to change.
    "
  `);
});

test('a file that holds nothing but an error is said to stay as it is', async () => {
  const { err, written } = await runInMemory('format data/broken.ttl --write', {
    files,
    texts: { '/data/broken.ttl': '<a>  <p>\n' },
  });
  expect(err).toMatch(/^data\/broken\.ttl:1:9: .*Nothing in this file changes\.\n1 file, 0 written\.\n$/);
  expect(written).toEqual({});
});

test('a file that can not be read is told, and the others are formatted', async () => {
  const given = ['format', 'data/lost.ttl', 'data/secret.ttl', 'data/short.ttl', '--write'];
  const { code, err, written } = await runInMemory(given, {
    files,
    texts,
    unreadable: { '/data/secret.ttl': 'denied' },
  });
  expect(err).toMatchInlineSnapshot(`
    "data/lost.ttl: error: The data file lost.ttl does not exist (file:///workspace/data/lost.ttl). Correct the path, or create the file.
    data/secret.ttl: error: The data file secret.ttl can't be read: permission denied (for this test). Allow yourself to read it, or give another file.
    1 file, 1 written.
    "
  `);
  expect([code, Object.keys(written)]).toEqual([2, ['/data/short.ttl']]);
});

test('--check and --write exclude each other', async () => {
  expect((await runInMemory('format data --check --write', { files })).err).toContain('give either');
});
