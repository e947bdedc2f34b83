import { beforeEach, expect, test } from 'vitest';
import { cellCount, cells, Probe } from '../../platform/watch/probe.ts';
import { StallWatch } from './watchedRun.ts';

let memory: Int32Array;
let watch: StallWatch;
let probe: Probe;
/** What the thread has had of the processors, in ms. */
let cpuTime: number;
/** How long it was ready and had none, in ms. */
let queued: number;

beforeEach(() => {
  memory = new Int32Array(cellCount);
  cpuTime = 0;
  queued = 0;
  watch = new StallWatch(memory, 1000, { cpu: () => cpuTime, queued: () => queued });
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

test.each([
  ['all of a processor', 1, 7],
  ['more than one', 1.5, 7],
  ['half of one', 0.5, 14],
  ['a tenth of one', 0.1, 70],
  ['a twentieth of one', 0.05, 84],
  ['none', 0, 7],
])('work that has %s is stuck after its share of the time', (_, share, looks) => {
  // What it did before does not count.
  cpuTime = 5000;
  watch.stall();
  probe.enter(probe.numberOfWork('slow', 1));
  expect(stalledAfter(100, share)).toEqual([looks, { kind: 'named', key: 'slow', ms: 7000 }]);
});

test.each([
  ['all of the time', 1, 84],
  ['most of the time', 0.7, 84],
  ['some of the time', 0.2, 7],
])(
  'work that has hardly any of a processor and waited for one for %s is stuck later',
  (_, waiting, looks) => {
    queued = 5000;
    watch.stall();
    probe.enter(probe.numberOfWork('slow', 1));
    expect(stalledAfter(100, 0.002, waiting)).toEqual([looks, { kind: 'named', key: 'slow', ms: 7000 }]);
  },
);

test.each([
  [1, 60],
  [0.5, 120],
  [0.05, 720],
])('what has no name and %s of a processor is told with all the time that was waited', (share, looks) => {
  probe.step('printing');
  expect(stalledAfter(800, share)).toEqual([looks, { kind: 'unnamed', step: 'printing', ms: looks * 1000 }]);
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
/**
 * @param share of a processor that the thread has.
 * @param waiting for which share of the time it is ready and has none.
 */
function stalledAfter(looks: number, share = 0, waiting = 0): readonly [number, unknown] | undefined {
  watch.stall();
  for (let look = 1; look <= looks; look++) {
    cpuTime += share * 1000;
    queued += waiting * 1000;
    const stall = watch.stall();
    if (stall) return [look, stall];
  }
  return undefined;
}
