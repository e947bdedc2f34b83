import { beforeEach, expect, test } from 'vitest';
import { cellCount, cells, Probe } from '../../platform/watch/probe.ts';
import { StallWatch } from './watchedRun.ts';

let memory: Int32Array;
let watch: StallWatch;
let probe: Probe;

beforeEach(() => {
  memory = new Int32Array(cellCount);
  watch = new StallWatch(memory, 1000);
  probe = new Probe(
    memory,
    (name) => watch.name(name),
    () => '',
  );
});

test('what has a name and does not move within its budget is named', () => {
  probe.enter(probe.numberOfWork('slow', 1));
  expect(stalledAfter(20)).toEqual([7, { kind: 'named', key: 'slow', ms: 7000 }]);
});

test('a long text may take longer', () => {
  probe.enter(probe.numberOfWork('reading it', 3));
  expect(stalledAfter(60)).toEqual([21, { kind: 'named', key: 'reading it', ms: 21_000 }]);
});

test('what has no name is told with the step that was announced last', () => {
  probe.step('linking');
  probe.step('printing');
  expect(stalledAfter(100)).toEqual([60, { kind: 'unnamed', step: 'printing', ms: 60_000 }]);
});

test('what is done with long texts may take longer, too', () => {
  const before = probe.enter(probe.numberOfWork('reading it', 200));
  probe.leave(before);
  probe.step('linking');
  expect(stalledAfter(3000)).toEqual([2050, { kind: 'unnamed', step: 'linking', ms: 2_050_000 }]);
  probe.step('linking again');
  expect(stalledAfter(1)).toBeUndefined();
});

test.each([
  ['enters and leaves', () => probe.leave(probe.enter(0))],
  ['comes back to its event loop', () => memory[cells.ticks]!++],
  ['sends something', () => watch.heard()],
  ['announces steps', () => probe.step(`step ${i++}`)],
])('a thread that %s gets on, whatever has a name', (_, move) => {
  for (const name of [0, probe.numberOfWork('slow', 1)]) {
    memory[cells.suspect] = name;
    for (let look = 0; look < 100; look++) {
      move();
      expect(watch.stall()).toBeUndefined();
    }
  }
});

let i = 0;

/** After how many looks it is stalled, and at what. */
function stalledAfter(looks: number): readonly [number, unknown] | undefined {
  watch.stall();
  for (let look = 1; look <= looks; look++) {
    const stall = watch.stall();
    if (stall) return [look, stall];
  }
  return undefined;
}
