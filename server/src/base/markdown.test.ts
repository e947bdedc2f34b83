import { describe, expect, test } from 'vitest';
import { code, escapeMarkdown, escapeMarkdownLine } from './markdown.ts';

/** Texts that would be more than text, with what is written instead. */
const table: readonly (readonly [text: string, escaped: string])[] = [
  ['plain: 1.5 (a, b) -2.00', 'plain: 1.5 (a, b) -2.00'],
  ['[a](command:evil)', '\\[a\\](command:evil)'],
  ['![a](x.png)', '\\!\\[a\\](x.png)'],
  ['<script>x</script>', '\\<script>x\\</script>'],
  ['brick:Air_Flow_Sensor, _a_', 'brick:Air_Flow_Sensor, \\_a\\_'],
  ['no [ sh:class ex:C ], 5 < 6', 'no [ sh:class ex:C ], 5 < 6'],
  ['[ a ](command:evil)', '[ a \\](command:evil)'],
  ['[ a ]: evil', '[ a \\]: evil'],
  ['[ a ][ b ]', '[ a \\][ b \\]'],
  ['[ ] a', '\\[ ] a'],
  ['C# 5 > 4 #12', 'C# 5 \\> 4 \\#12'],
  ['AT&T &amp; *', 'AT\\&T \\&amp; \\*'],
  ['a|b', 'a\\|b'],
  ['`x`', '\\`x\\`'],
  ['# a', '\\# a'],
  ['- a', '\\- a'],
  ['+ a', '\\+ a'],
  ['1. a', '1\\. a'],
  ['---', '\\---'],
  ['===', '\\==='],
  ['&lt;', '\\&lt;'],
  ['see http://evil.example/ now', 'see `http://evil.example/` now'],
  ['WWW.evil.example', '`WWW.evil.example`'],
  ['thanks @everybody', 'thanks `@everybody`'],
  ['a@evil.example|b', '`a@evil.example`\\|b'],
  ['\u202egpj', '\\\\u{202e}gpj'],
];

test.each(table)('%j', (text, escaped) => expect(escapeMarkdown(text)).toBe(escaped));

test('lines stay lines, or become one', () => {
  expect(escapeMarkdown('a\n# b')).toBe('a  \n\\# b');
  expect(escapeMarkdownLine('a\r\n\r\n# b')).toBe('a \\# b');
});

describe('code', () => {
  test.each([
    ['a', '`a`'],
    ['a`b', '``a`b``'],
    ['`a', '`` `a ``'],
    ['``', '``` `` ```'],
    ['a\nb', '`a b`'],
    ['\u001b[2J', '`\\u{1b}[2J`'],
    ['', ''],
  ])('%j', (text, written) => expect(code(text)).toBe(written));
});
