import { expect, test } from 'vitest';
import { typingSlips } from './typingSlips.ts';

test.each<[string, string[]]>([
  ['yearly', ['yearky', 'yeary', 'yeatly', 'yeraly', 'yarly']],
  ['SI', ['si', 'SII']],
  ['x', ['X', 'xx']],
  ['TV-000633', ['TV-000634', 'TV-0006333', 'TV-00063']],
  ['42', ['52', '442', '2']],
])('a text has always the same slips: %s', (text, expected) => {
  expect(typingSlips(text)).toEqual(expected);
  expect(typingSlips(text)).toEqual(typingSlips(text));
});

test('nothing is mistyped where nothing is typed', () => expect(typingSlips('')).toEqual([]));
