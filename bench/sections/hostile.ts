import { atMost, type Findings } from '../findings.ts';
import type { HostileInput } from '../hostile/hostileInput.ts';
import { hostileInputs } from '../hostile/index.ts';
import { median } from '../measure.ts';
import { ms } from '../print.ts';

/** Measures how the cost of slow inputs grows. The work doubles from row to row. */
export async function hostile(): Promise<Findings> {
  const measured = [];
  for (const input of hostileInputs) measured.push({ input, times: await timesOf(input) });
  return {
    title: 'Hostile inputs',
    tables: [
      {
        head: ['input', 'n', 'n', '2n', '4n', 'n to 2n', '2n to 4n'],
        rows: measured.map(({ input, times: [once, twice, fourTimes] }) => [
          input.what,
          String(input.n),
          ms(once),
          ms(twice),
          ms(fourTimes),
          growth(input, 1, once, twice).toFixed(2),
          growth(input, 2, twice, fourTimes).toFixed(2),
        ]),
      },
    ],
    bars: measured.map(({ input, times: [once, twice, fourTimes] }) => ({
      what: `hostile, ${input.what}: growth when work doubles`,
      value: Math.max(growth(input, 1, once, twice), growth(input, 2, twice, fourTimes)),
      unit: '×',
      wanted: atMost(2.4),
    })),
    notes: [
      'CPU time of the process. Growth is the time over the time for half the work. The median of three runs each.',
    ],
  };
}

/** Median CPU times in ms, which other work on the machine changes less than times of the clock. */
async function timesOf(input: HostileInput): Promise<readonly [number, number, number]> {
  // Runs once unmeasured, so that the code is compiled.
  await input.prepare(input.n)();
  const times: number[][] = [[], [], []];
  for (let round = 0; round < 3; round++) {
    for (const [index, factor] of [1, 2, 4].entries()) {
      const run = input.prepare(input.n * factor);
      globalThis.gc?.();
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      times[index]!.push((user + system) / 1000);
    }
  }
  return [median(times[0]!), median(times[1]!), median(times[2]!)];
}

/** The ratio of the times for doubled work, normalised to exactly twice the work. */
function growth(
  { n, work = (size) => size }: HostileInput,
  factor: number,
  half: number,
  whole: number,
): number {
  const workRatio = work(2 * factor * n) / work(factor * n);
  return (2 * (whole / half)) / workRatio;
}
