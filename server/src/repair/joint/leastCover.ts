/** An option: its cost, above 0, and the numbers of the goals that it reaches. */
export interface CoverCandidate {
  readonly cost: number;
  readonly reaches: readonly number[];
}

/** What may not be chosen. */
export interface Exclusions {
  /** Pairs of choices, by number, that are incompatible; each in both directions. */
  readonly clashes: ReadonlyMap<number, ReadonlySet<number>>;
  readonly forbidden: readonly Forbidden[];
}

/** Some choices, and the subset of them that must not be exactly what is chosen. */
export interface Forbidden {
  readonly of: ReadonlySet<number>;
  readonly chosen: ReadonlySet<number>;
}

export interface Cover {
  /** Sorted. */
  readonly chosen: readonly number[];
  /** False when the steps ended the search, so that there may be a better one. */
  readonly isLeast: boolean;
}

/**
 * The choices that reach the most goals, and cost the least among those. Each of them reaches a goal that no other does.
 * Found by branch and bound: a goal is reached by one of its choices, or given up; a branch ends when even the cheapest way
 * to reach each open goal costs more than what is known. The same input gives the same answer.
 *
 * @param goals those that some choice reaches.
 * @param steps how many choices may be looked at.
 */
export function leastCover(
  choices: ReadonlyMap<number, CoverCandidate>,
  goals: readonly number[],
  { clashes, forbidden }: Exclusions,
  steps: number,
): Cover {
  const reaching = new Map<number, number[]>(goals.map((goal) => [goal, []]));
  for (const [number, { cost, reaches }] of [...choices].toSorted(([, a], [, b]) => a.cost - b.cost)) {
    if (cost <= 0) throw new RangeError('a choice costs nothing');
    for (const goal of reaches) reaching.get(goal)?.push(number);
  }
  // No saving is worth leaving out a goal.
  const perGoal = 1 + [...choices.values()].reduce((sum, { cost }) => sum + cost, 0);
  const share = (number: number) => choices.get(number)!.cost / choices.get(number)!.reaches.length;
  const chosen = new Set<number>();
  /** How often each goal is reached, and for each choice how many reasons there are against it. */
  const reached = new Map<number, number>();
  const against = new Map<number, number>();
  const left = new Set<number>();
  const isChosen = ({ of, chosen: all }: Forbidden) =>
    [...all].every((number) => chosen.has(number)) &&
    [...chosen].every((number) => !of.has(number) || all.has(number));
  let best: { readonly chosen: readonly number[]; readonly cost: number } = {
    chosen: [],
    cost: Number.POSITIVE_INFINITY,
  };
  let open = steps;

  const count = (counts: Map<number, number>, numbers: Iterable<number>, by: 1 | -1) => {
    for (const each of numbers) counts.set(each, (counts.get(each) ?? 0) + by);
  };

  /** The open goal with the fewest usable choices, and the least that all open ones may cost. */
  function nextGoal(): {
    readonly goal: number | undefined;
    readonly usable: readonly number[];
    bound: number;
  } {
    let goal: number | undefined;
    let fewest: readonly number[] = [];
    let bound = 0;
    for (const each of goals) {
      if (left.has(each) || (reached.get(each) ?? 0) > 0) continue;
      const usable = reaching.get(each)!.filter((number) => (against.get(number) ?? 0) === 0);
      open -= 1 + usable.length;
      bound += usable.length === 0 ? perGoal : Math.min(...usable.map(share));
      if (goal !== undefined && usable.length >= fewest.length) continue;
      goal = each;
      fewest = usable;
    }
    return { goal, usable: fewest, bound };
  }

  function search(cost: number): void {
    if (open <= 0) return;
    const { goal, usable, bound } = nextGoal();
    if (cost + bound >= best.cost - 1e-9) return;
    if (goal === undefined) {
      const isNeeded = (number: number) =>
        choices.get(number)!.reaches.some((each) => reached.get(each) === 1);
      if (![...chosen].every(isNeeded) || forbidden.some(isChosen)) return;
      best = { chosen: [...chosen].toSorted((a, b) => a - b), cost };
      return;
    }
    for (const number of usable) {
      const { cost: own, reaches } = choices.get(number)!;
      const others = clashes.get(number) ?? [];
      chosen.add(number);
      count(reached, reaches, 1);
      count(against, others, 1);
      search(cost + own);
      chosen.delete(number);
      count(reached, reaches, -1);
      count(against, others, -1);
    }
    left.add(goal);
    count(against, reaching.get(goal)!, 1);
    search(cost + perGoal);
    left.delete(goal);
    count(against, reaching.get(goal)!, -1);
  }

  search(0);
  return { chosen: best.chosen, isLeast: open > 0 };
}
