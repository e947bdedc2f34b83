import { expect, test } from 'vitest';
import { boxHeight, draw } from './drawing.ts';

const node = (name: string) => ({ id: name, name, label: undefined });
const step = (from: number, to: number, property = 'ex:p', inverse = false) => ({
  from,
  to,
  property,
  inverse,
  place: undefined,
});
const connection = (
  names: readonly string[],
  ways: readonly (readonly ReturnType<typeof step>[])[],
): Parameters<typeof draw>[0] => ({
  kind: 'connected',
  summary: '',
  text: '',
  from: node(names[0]!),
  to: node(names.at(-1)!),
  nodes: names.map(node),
  ways,
});

test('ways go from left to right, and boxes do not overlap', () => {
  const names = ['ex:a', 'ex:m1', 'ex:b', 'ex:m2'];
  const ways = [
    [step(0, 1), step(1, 2)],
    [step(0, 3), step(3, 2)],
  ];
  const { boxes, arrows, width, height } = draw(connection(names, ways), 'across');
  const [a, m1, b, m2] = boxes;
  expect(a!.x + a!.width / 2).toBeLessThan(m1!.x - m1!.width / 2);
  expect(m1!.x + m1!.width / 2).toBeLessThan(b!.x - b!.width / 2);
  expect(Math.abs(m1!.y - m2!.y)).toBeGreaterThan(boxHeight);
  expect(arrows).toHaveLength(4);
  for (const { x, y } of boxes) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(height);
  }
});

test('an arrow goes where its triple goes, and is drawn once', () => {
  const ways = [
    [step(0, 1, 'ex:p', true), step(1, 2, 'ex:q')],
    [step(0, 1, 'ex:p', true), step(1, 2, 'ex:r')],
  ];
  const { arrows } = draw(connection(['ex:a', 'ex:m', 'ex:b'], ways), 'across');
  const [p, q, r] = arrows;
  expect(arrows).toHaveLength(3);
  expect(p!.startX).toBeGreaterThan(p!.endX);
  expect(q!.startX).toBeLessThan(q!.endX);
  expect(q!.middleY).not.toBe(r!.middleY);
  expect([r!.way, r!.step]).toEqual([1, 1]);
});

test('two nodes that are not connected stand apart', () => {
  const { boxes, arrows } = draw({ ...connection(['ex:a', 'ex:b'], []), kind: 'apart' }, 'across');
  expect(boxes).toHaveLength(2);
  expect(boxes[0]!.x).toBeLessThan(boxes[1]!.x);
  expect(arrows).toEqual([]);
});

test('where there is no room they go from top to bottom', () => {
  const ways = [[step(0, 1), step(1, 2, 'ex:p', true)]];
  const { boxes, arrows } = draw(connection(['ex:a', 'ex:m', 'ex:b'], ways), 'down');
  expect(new Set(boxes.map(({ x }) => x)).size).toBe(1);
  expect(boxes.map(({ y }) => y)).toEqual([...boxes.map(({ y }) => y)].sort((a, b) => a - b));
  expect(arrows[0]!.startY).toBeLessThan(arrows[0]!.endY);
  expect(arrows[1]!.startY).toBeGreaterThan(arrows[1]!.endY);
});
