/** Runs its work once and gives the time in ms, without what it prepares. */
export type Timed = () => Promise<number>;

export function timed(work: () => unknown): Timed {
  return timedAfter(() => undefined, work);
}

/** Prepares anew for each run, outside of what is measured. */
export function timedAfter<T>(prepare: () => T, work: (prepared: T) => unknown): Timed {
  return async () => {
    const prepared = prepare();
    const start = performance.now();
    await work(prepared);
    return performance.now() - start;
  };
}

/** How long a contender runs without being measured when its turn comes, and then measured, in ms; at least once. */
const warmUp = 1000;
const turn = 500;

/**
 * The median times of some contenders in ms. They take turns, so that what else the machine does hits all of them.
 * All are warmed up by the same rule, in each turn, because V8 forgets compiled code while others run.
 */
export async function medians<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, Timed>>,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(contenders) as Name[];
  const runs = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      // What others have left behind is not for this one to clear away.
      globalThis.gc?.();
      await repeat(contenders[name], warmUp);
      runs.get(name)!.push(...(await repeat(contenders[name], turn)));
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(runs.get(name)!)])) as Record<Name, number>;
}

/** Runs until so many ms are used up. */
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

/** The smallest value that at least so many percent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}
