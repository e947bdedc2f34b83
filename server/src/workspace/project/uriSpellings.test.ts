import { expect, test } from 'vitest';
import { UriSpellings } from './uriSpellings.ts';

test('where case makes no difference, a file keeps its first spelling until another is preferred', () => {
  const spellings = new UriSpellings(true);
  expect(spellings.of('file:///C:/Work/Shapes.ttl')).toBe('file:///c%3A/Work/Shapes.ttl');
  expect(spellings.of('file:///c%3A/work/shapes.ttl')).toBe('file:///c%3A/Work/Shapes.ttl');
  expect(spellings.prefer('file:///c%3A/work/shapes.TTL')).toBe('file:///c%3A/work/shapes.TTL');
  expect(spellings.of('file:///c%3A/Work/Shapes.ttl')).toBe('file:///c%3A/work/shapes.TTL');
  expect(spellings.all('file:///c%3A/Work/Shapes.ttl')).toEqual([
    'file:///c%3A/work/shapes.TTL',
    'file:///c%3A/Work/Shapes.ttl',
    'file:///c%3A/work/shapes.ttl',
  ]);
  expect(spellings.of('file:///%C3%89.ttl')).toBe('file:///%C3%89.ttl');
  expect(spellings.of('file:///%C3%A9.ttl')).toBe('file:///%C3%89.ttl');
});

test('elsewhere, names that differ in case are different files', () => {
  const spellings = new UriSpellings(false);
  spellings.prefer('file:///work/Shapes.ttl');
  expect(spellings.of('file:///work/shapes.ttl')).toBe('file:///work/shapes.ttl');
  expect(spellings.all('file:///work/shapes.ttl')).toEqual(['file:///work/shapes.ttl']);
});

test('only files have spellings', () => {
  const spellings = new UriSpellings(true);
  spellings.prefer('untitled:Untitled-1');
  expect(spellings.of('untitled:untitled-1')).toBe('untitled:untitled-1');
});
