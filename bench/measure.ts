/** Runs its work once and returns the time in ms, without its preparation. */
export type Timed = () => Promise<number>;

export function timed(work: () => unknown): Timed {
  return timedAfter(() => undefined, work);
}

/** A measurement that prepares anew before each run. The preparation is not measured. */
export function timedAfter<T>(prepare: () => T, work: (prepared: T) => unknown): Timed {
  return async () => {
    const prepared = prepare();
    const start = performance.now();
    await work(prepared);
    return performance.now() - start;
  };
}

/** How long a contender warms up and then runs measured in its turn, in ms. It runs at least once. */
const warmUp = 1000;
const turn = 500;

/**
 * The median times of some contenders, in ms. They take turns, so that other load on the machine affects all of them.
 * Each warms up in every turn, because V8 discards compiled code while others run.
 */
export async function medians<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, Timed>>,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(contenders) as Name[];
  const runs = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      // Garbage of the previous contender must not slow down this one.
      globalThis.gc?.();
      await repeat(contenders[name], warmUp);
      runs.get(name)!.push(...(await repeat(contenders[name], turn)));
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(runs.get(name)!)])) as Record<Name, number>;
}

/** Repeats a run until a time is used up, in ms. */
async function repeat(contender: Timed, time: number): Promise<readonly number[]> {
  const runs: number[] = [];
  let spent = 0;
  while (spent < time) {
    const run = await contender();
    runs.push(run);
    spent += run;
  }
  return runs;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The smallest value that at least `percent` percent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}

/** The processor time of all threads of this process for some work, in ms. */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  globalThis.gc?.();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** How much processor time one work takes as a multiple of another. */
export interface CpuRatio {
  /** The median times, in ms. */
  readonly ours: number;
  readonly other: number;
  readonly median: number;
  readonly quartiles: readonly [number, number];
}

/**
 * The ratios of pairs that take turns. Each work warms up before it is measured: long ones only before the first pair.
 */
export async function cpuRatio(pairs: number, ours: () => unknown, other: () => unknown): Promise<CpuRatio> {
  const times = { ours: [] as number[], other: [] as number[] };
  for (let pair = 0; pair < pairs; pair++)
    for (const [name, work] of [
      ['ours', ours],
      ['other', other],
    ] as const) {
      let warm = 0;
      if ((times[name].at(-1) ?? 0) < warmUp) while (warm < warmUp / 2) warm += await cpuTimeOf(work);
      times[name].push(await cpuTimeOf(work));
    }
  return ratioOf(times.ours, times.other);
}

/** @param ours and `other` are the times of each pair, in ms. */
export function ratioOf(ours: readonly number[], other: readonly number[]): CpuRatio {
  const ratios = ours.map((time, pair) => time / other[pair]!);
  return {
    ours: median(ours),
    other: median(other),
    median: median(ratios),
    quartiles: [percentile(ratios, 25), percentile(ratios, 75)],
  };
}
