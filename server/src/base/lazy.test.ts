import { expect, test } from 'vitest';
import { replayed } from './lazy.ts';

test('readers share items, and nothing is computed before somebody asks for it', () => {
  const computed: number[] = [];
  const items = replayed(
    (function* () {
      for (const item of [1, 2, 3]) {
        computed.push(item);
        yield item;
      }
    })(),
  );
  const [one, other] = [items[Symbol.iterator](), items[Symbol.iterator]()];
  expect(computed).toEqual([]);
  expect([one.next().value, other.next().value, other.next().value]).toEqual([1, 1, 2]);
  expect(computed).toEqual([1, 2]);
  expect([...items]).toEqual([1, 2, 3]);
  expect([...items]).toEqual([1, 2, 3]);
  expect(computed).toEqual([1, 2, 3]);
});
