import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { Glob, isGlob, maxGlobLength, splitGlob } from './glob.ts';

const names = [
  'a',
  'b.ttl',
  'a.ttl',
  '.hidden.ttl',
  'ab.ttl',
  'a/b.ttl',
  'a/b/c.ttl',
  'a/.git/c.ttl',
  'b/a.shacl',
  'x/suite.json',
  'a-b.ttl',
  'ä.ttl',
  'a]b.ttl',
  'a/b/c/d/e.ttl',
];

test.each([
  '*.ttl',
  '**/*.ttl',
  '**',
  'a/**',
  'a/**/*.ttl',
  '?.ttl',
  '??.ttl',
  'a*b*.ttl',
  '[ab].ttl',
  '[^a-c].ttl',
  '{a,b}.ttl',
  '{a,b}/*.{ttl,shacl}',
  '**/{*.ttl,suite.json}',
  '{a,{b,ab}}.ttl',
  'a/*/c.ttl',
  '*/*',
  '***.ttl',
  'a**b.ttl',
  'a/**/**/e.ttl',
  'b.ttl',
])('%s matches what picomatch says', (pattern) => {
  const matches = picomatch(pattern, { dot: true });
  const glob = new Glob(pattern);
  expect(names.filter((name) => glob.matches(name))).toEqual(
    names.filter((name) => matches(name) && !(pattern === 'a/**' && name === 'a')),
  );
});

test.each([
  ['a.ttl', false],
  ['*.ttl', true],
  ['a?.ttl', true],
  ['[odd] name.ttl', true],
  ['[odd name.ttl', false],
  ['{a,b}.ttl', true],
  ['{a}.ttl', false],
  ['{a,b.ttl', false],
  ['..\\shapes\\*.ttl', true],
  ['('.repeat(5000), false],
  ['{'.repeat(5000), true],
])('%s is a glob: %s', (path, expected) => {
  expect(isGlob(path)).toBe(expected);
});

test.each([
  ['*.ttl', '', '*.ttl'],
  ['../shapes/*.ttl', '../shapes/', '*.ttl'],
  ['/a/b/**/c.ttl', '/a/b/', '**/c.ttl'],
  ['a/{b/c,d}/*.ttl', 'a/', '{b/c,d}/*.ttl'],
  ['..\\a\\*.ttl', '../a/', '*.ttl'],
])('%s starts from %j and matches %s below it', (pattern, folder, rest) => {
  expect(splitGlob(pattern)).toEqual({ folder, rest });
});

test('the ways after a folder tell whether anything below it can match', () => {
  const glob = new Glob('shapes/*/deep?.ttl');
  expect(glob.after(glob.start, 'other/')).toEqual([]);
  const ways = glob.after(glob.start, 'shapes/a/');
  expect(ways.length).toBeGreaterThan(0);
  expect(glob.isEnd(glob.after(ways, 'deep1.ttl'))).toBe(true);
});

test.each([
  ['stars', `${'a*'.repeat(60)}b`, 'a'.repeat(250)],
  ['questions and stars', `${'?*'.repeat(200)}b`, 'a'.repeat(250)],
  ['brace bomb', '{a,b}'.repeat(60), `${'ab'.repeat(30)}c`],
  ['nested braces', `${'{a,'.repeat(200)}b${'}'.repeat(200)}c`, 'a'],
  ['braces with stars', '{*,a*}'.repeat(60), `${'a'.repeat(250)}/`],
  ['folders', `${'**/'.repeat(100)}x`, 'a/'.repeat(100)],
  ['open brackets', '['.repeat(900), 'a'],
  ['too long', '*'.repeat(maxGlobLength + 1), 'a'],
])('%s end soon and do not match', (_, pattern, path) => {
  expect(new Glob(pattern).matches(path)).toBe(false);
});

test('an exclamation mark in brackets negates, as in editors', () => {
  expect(names.filter((name) => new Glob('[!a].ttl').matches(name))).toEqual(['b.ttl', 'ä.ttl']);
});

test('what a brace bomb stands for still matches', () => {
  expect(new Glob('{a,b}'.repeat(60)).matches('ab'.repeat(30))).toBe(true);
});

test('case counts unless it is said not to', () => {
  expect(new Glob('a.ttl').matches('A.ttl')).toBe(false);
  expect(new Glob('a.ttl', { ignoresCase: true }).matches('A.ttl')).toBe(true);
});
