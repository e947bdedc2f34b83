import { spawnSync } from 'node:child_process';
import type { Findings, SectionOptions } from '../findings.ts';
import { optimalityCases } from '../optimality/cases.ts';
import { type Comparison, compareWithSmallest } from '../optimality/compare.ts';
import { type Gap, gaps } from '../optimality/gap.ts';

/** The number of random graphs; about one in ten has the few results that are wanted. */
const randomUnits = 1500;

type Compared = Comparison & { readonly kind: 'compared' };

/** In how many small cases the first repair is as small as the optimum that answer set programming finds, and why not. */
export async function optimality({ full }: SectionOptions): Promise<Findings> {
  const title = 'Optimality';
  if (spawnSync('clingo', ['--version']).status !== 0) {
    const notes = ["Not measured: there is no clingo. Debian's package is gringo."];
    return { title, tables: [], bars: [], notes };
  }
  const found = new Map<string, Comparison[]>();
  for await (const each of optimalityCases(full ? 5 * randomUnits : randomUnits)) {
    const comparison = await compareWithSmallest(each);
    found.set(each.dataSet, [...(found.get(each.dataSet) ?? []), comparison]);
  }
  const all = [...found.values()].flat();
  const compared = all.filter(isCompared);
  const wrong =
    compared.filter(({ ours, smallest }) => ours < smallest).length +
    all.filter(({ kind }) => kind === 'contradicted').length;
  const larger = compared.filter(({ gap }) => gap !== undefined);
  return {
    title,
    tables: [
      {
        head: [
          'data',
          'cases',
          'compared',
          'as small as possible',
          'larger',
          'not repaired',
          'no repair exists',
          'smallest unknown',
        ],
        rows: [...found, ['all', all] as const].map(([name, comparisons]) => sizesRow(name, comparisons)),
      },
      {
        head: ['where it is larger, ours …', 'cases', 'ours restores the graph', 'the smallest restores it'],
        rows: (Object.keys(gaps) as Gap[])
          .filter((gap) => larger.some((each) => each.gap === gap))
          .map((gap) => gapRow(gap, larger)),
      },
      {
        head: ['smallest unknown, because of', 'cases'],
        rows: [...reasons(all)].map(([reason, count]) => [reason, String(count)]),
      },
    ],
    bars: [],
    notes: [
      'Sizes are triples added and removed. Focus nodes stay targets, and stay in the graph.',
      `In ${compared.filter(({ isSmallerUntargeted }) => isSmallerUntargeted).length} compared cases, a smaller change would take a focus node out of its target.`,
    ],
    ...(wrong > 0 && { failure: `in ${wrong} cases, ours is smaller than the smallest` }),
  };
}

function isCompared(comparison: Comparison): comparison is Compared {
  return comparison.kind === 'compared';
}

function sizesRow(name: string, comparisons: readonly Comparison[]): readonly string[] {
  const compared = comparisons.filter(isCompared);
  const minimal = compared.filter(({ gap }) => gap === undefined).length;
  const count = (kind: Comparison['kind']) => comparisons.filter((each) => each.kind === kind).length;
  return [
    name,
    String(comparisons.length),
    String(compared.length),
    `${minimal} (${((100 * minimal) / Math.max(1, compared.length)).toFixed(1)} %)`,
    String(compared.length - minimal),
    String(count('notRepaired')),
    String(count('unrepairable')),
    String(count('undecided')),
  ];
}

function gapRow(gap: Gap, larger: readonly Compared[]): readonly string[] {
  const own = larger.filter((each) => each.gap === gap);
  const share = (who: 'ours' | 'smallest') => {
    const judged = own.flatMap(({ restores }) => restores ?? []);
    return `${judged.filter((restores) => restores[who]).length} of ${judged.length}`;
  };
  return [gaps[gap], String(own.length), share('ours'), share('smallest')];
}

/** The reasons without the terms that they name. */
function reasons(comparisons: readonly Comparison[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const comparison of comparisons) {
    if (comparison.kind !== 'undecided') continue;
    const reason = comparison.reason.replace(/ (<\S+|_:\S+)$/, '').replace(/^too large.*/, 'too large');
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}
