import { describe, expect, test } from 'vitest';
import { isAtOrBelow } from './linkRoot.ts';
import { hostOf, matchesGlob, normalizeUri, pathTo, relativePath, resolvePath, uriOfPath } from './uris.ts';

const windows = 'file:///c%3A/Work/data';
const share = 'file://server/share/data';
const posix = 'file:///work/data';

describe('one uri for a file, however clients write it', () => {
  test.each([
    ['file:///C:/a/b.ttl', 'file:///c%3A/a/b.ttl'],
    ['file:///c%3A/a/b.ttl', 'file:///c%3A/a/b.ttl'],
    ['file:///C%3a/a/b.ttl', 'file:///c%3A/a/b.ttl'],
    ['file:/C:/a/b.ttl', 'file:///c%3A/a/b.ttl'],
    ['file:///C:\\a\\b.ttl', 'file:///c%3A/a/b.ttl'],
    ['file://localhost/C:/a/b.ttl', 'file:///c%3A/a/b.ttl'],
    ['file://Server/share/b.ttl', 'file://server/share/b.ttl'],
    ['file:///a/with%20space.ttl', 'file:///a/with%20space.ttl'],
    ['file:///a/with space.ttl', 'file:///a/with%20space.ttl'],
    ['file:///a/back%5Cslash.ttl', 'file:///a/back%5Cslash.ttl'],
    ['untitled:Untitled-1', 'untitled:Untitled-1'],
  ])('%s', (given, expected) => {
    expect(normalizeUri(given)).toBe(expected);
    expect(normalizeUri(expected)).toBe(expected);
  });
});

test.each([
  ['C:\\a\\b.ttl', 'file:///c%3A/a/b.ttl'],
  ['c:/a/b.ttl', 'file:///c%3A/a/b.ttl'],
  ['\\\\server\\share\\b.ttl', 'file://server/share/b.ttl'],
  ['/a/b.ttl', 'file:///a/b.ttl'],
  ['/a/back\\slash.ttl', 'file:///a/back%5Cslash.ttl'],
])('the uri of the path %s', (path, expected) => expect(uriOfPath(path)).toBe(expected));

describe('paths of links', () => {
  test.each([
    [windows, 'shapes\\s.ttl', 'file:///c%3A/Work/data/shapes/s.ttl'],
    [windows, '..\\shapes/s.ttl', 'file:///c%3A/Work/shapes/s.ttl'],
    [windows, '../../../../s.ttl', 'file:///c%3A/s.ttl'],
    [windows, '\\s.ttl', 'file:///c%3A/s.ttl'],
    [windows, 'D:\\x\\..\\s.ttl', 'file:///d%3A/s.ttl'],
    [windows, '\\\\server\\share\\s.ttl', 'file://server/share/s.ttl'],
    [windows, '//server/share/s.ttl', 'file://server/share/s.ttl'],
    [share, '..\\s.ttl', 'file://server/share/s.ttl'],
    [share, '../../../s.ttl', 'file://server/share/s.ttl'],
    [share, '\\s.ttl', 'file://server/share/s.ttl'],
    [share, 'C:\\s.ttl', 'file:///c%3A/s.ttl'],
    [posix, '..\\shapes\\s.ttl', 'file:///work/shapes/s.ttl'],
    [posix, '/s.ttl', 'file:///s.ttl'],
    [posix, '//s.ttl', 'file:///s.ttl'],
    [posix, 'file:///C:/s.ttl', 'file:///c%3A/s.ttl'],
    [posix, '../../../s.ttl', 'file:///s.ttl'],
  ])('in %s, %s', (folder, path, expected) => expect(resolvePath(folder, path)).toBe(expected));
});

test('a link to another computer is told from one to the same', () => {
  expect(hostOf(resolvePath(windows, '\\\\evil\\share\\s.ttl'))).toBe('evil');
  expect(hostOf(resolvePath(posix, '\\\\evil\\share\\s.ttl'))).toBe('evil');
  expect(hostOf(resolvePath(share, '..\\s.ttl'))).toBe(hostOf('file://SERVER/other'));
  expect(hostOf(posix)).toBe(hostOf(windows));
});

describe('upper and lower case are the same on Windows only', () => {
  test.each([
    [windows, 'file:///C:/work/DATA/a/B.ttl', 'a/B.ttl'],
    [share, 'file://SERVER/Share/data/a.ttl', 'a.ttl'],
    [windows, 'file:///d%3A/Work/data/a.ttl', undefined],
    [posix, 'file:///work/data/a.ttl', 'a.ttl'],
    [posix, 'file:///Work/data/a.ttl', undefined],
  ])('below %s, %s', (folder, uri, expected) => expect(relativePath(folder, uri)).toBe(expected));

  test.each([
    [windows, 'file:///C:/WORK/Shapes/s.ttl', '../Shapes/s.ttl'],
    [windows, 'file:///D:/s.ttl', 'file:///D:/s.ttl'],
    [windows, `${share}/s.ttl`, `${share}/s.ttl`],
    [share, 'file://SERVER/SHARE/s.ttl', '../s.ttl'],
    [posix, 'file:///Work/s.ttl', '../../Work/s.ttl'],
  ])('the path from %s to %s', (folder, uri, expected) => expect(pathTo(folder, uri)).toBe(expected));

  test('in patterns', () => {
    expect(matchesGlob(windows, 'Rooms\\*.ttl', 'file:///c%3A/work/data/rooms/A.TTL')).toBe(true);
    expect(matchesGlob(windows, '[A-C]?.ttl', 'file:///c%3A/work/data/bx.ttl')).toBe(true);
    expect(matchesGlob(posix, 'rooms\\*.ttl', 'file:///work/data/rooms/a.ttl')).toBe(true);
    expect(matchesGlob(posix, '*.ttl', 'file:///work/data/A.TTL')).toBe(false);
  });

  test('of folders themselves', () => {
    expect(isAtOrBelow('file:///C:/WORK/data/', windows)).toBe(true);
    expect(isAtOrBelow('file:///Work/data', posix)).toBe(false);
  });
});
