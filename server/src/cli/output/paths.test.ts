import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diffPath, displayPath, uriOf } from './paths.ts';

describe('arguments on Windows', () => {
  test.each([
    ['data\\a.ttl', 'file:///c%3A/Work/data/a.ttl', 'data\\a.ttl', 'data/a.ttl'],
    ['data/a.ttl', 'file:///c%3A/Work/data/a.ttl', 'data\\a.ttl', 'data/a.ttl'],
    ['..\\a.ttl', 'file:///c%3A/a.ttl', 'c:\\a.ttl', 'c:/a.ttl'],
    ['C:\\WORK\\a.ttl', 'file:///c%3A/WORK/a.ttl', 'a.ttl', 'a.ttl'],
    ['D:\\a.ttl', 'file:///d%3A/a.ttl', 'd:\\a.ttl', 'd:/a.ttl'],
    [
      '\\\\Server\\share\\a.ttl',
      'file://server/share/a.ttl',
      '\\\\server\\share\\a.ttl',
      '//server/share/a.ttl',
    ],
    ['file:///C:/Work/a.ttl', 'file:///c%3A/Work/a.ttl', 'a.ttl', 'a.ttl'],
    ['<stdin>', 'file:///c%3A/Work/%3Cstdin%3E', '<stdin>', '<stdin>'],
  ])('%s', (given, uri, shown, inDiff) => {
    expect(uriOf('C:\\Work', given, win32)).toBe(uri);
    expect(displayPath('C:\\Work', uri, win32)).toBe(shown);
    expect(diffPath('C:\\Work', uri, win32)).toBe(inDiff);
  });
});

describe('arguments elsewhere', () => {
  test.each([
    ['data/a.ttl', 'file:///work/data/a.ttl', 'data/a.ttl'],
    ['/a.ttl', 'file:///a.ttl', '/a.ttl'],
    ['back\\slash.ttl', 'file:///work/back%5Cslash.ttl', 'back\\slash.ttl'],
    ['C:\\a.ttl', 'file:///work/C%3A%5Ca.ttl', 'C:\\a.ttl'],
  ])('%s', (given, uri, shown) => {
    expect(uriOf('/work', given, posix)).toBe(uri);
    expect(displayPath('/work', uri, posix)).toBe(shown);
  });
});
