import { expect, test } from 'vitest';
import { Mirror } from './mirror.ts';

test('a text is found by any way to write its uri, and sent under that of the client', () => {
  const mirror = new Mirror(true);
  mirror.open('file:///C:/Work/data.ttl', 1, 'a');
  for (const uri of ['file:///c%3A/Work/data.ttl', 'file:///c:/work/DATA.ttl']) {
    expect(mirror.get(uri)?.getText()).toBe('a');
    expect(mirror.clientUri(uri)).toBe('file:///C:/Work/data.ttl');
  }
  expect(mirror.change('file:///c%3A/work/data.ttl', 2, [{ text: 'b' }])?.text.version).toBe(2);
  mirror.close('file:///C:/Work/data.ttl');
  expect(mirror.get('file:///c%3A/work/data.ttl')).toBeUndefined();
});

test('where case makes a difference, it makes one', () => {
  const mirror = new Mirror(false);
  mirror.open('file:///work/data.ttl', 1, 'a');
  expect(mirror.get('file:///work/DATA.ttl')).toBeUndefined();
  expect(mirror.clientUri('file:///work/DATA.ttl')).toBe('file:///work/DATA.ttl');
});
