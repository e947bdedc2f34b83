import type { Random } from '../../base/random.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import type { Expansion, Group } from './expansion.ts';
import type { Factor, Product } from './factor.ts';
import { joined, type Leaf, subsetRank } from './leaves.ts';

/** The constraints that can be covered below a constraint. */
export type Reach = (constraint: Constraint) => ReadonlySet<Constraint>;

const maxTries = 40;

/**
 * Walks from a factor down to a random leaf (spec/vio.md 8). At every sum it prefers alternatives that can cover a
 * wanted constraint; without any, it takes one of the others.
 *
 * @returns undefined when it reached a sum without alternatives.
 */
export function descend(
  factor: Factor,
  want: ReadonlySet<Constraint>,
  {
    expansion,
    reach,
    random,
  }: { readonly expansion: Expansion; readonly reach: Reach; readonly random: Random },
): Leaf | undefined {
  const isWanted = (each: Factor) => mayCover(each, want, expansion, reach);
  return walk(factor);

  function walk(from: Factor): Leaf | undefined {
    const alternatives = expansion.alternatives(from);
    if (alternatives === undefined) return { id: '', factors: [from] };
    const { groups } = alternatives;
    let fallback: Choice | undefined;
    // With separate sites, some groups may have no alternative, or none that leads to a wanted constraint.
    for (let tries = 0; groups > 0 && tries < Math.min(maxTries, 4 * groups); tries++) {
      const index = random.below(groups);
      const group = alternatives.group(index);
      const choice = group.kind === 'list' ? fromList(group, index, groups) : fromSubsets(group, index);
      if (choice?.isWanted) return finish(choice);
      fallback ??= choice;
    }
    return fallback && finish(fallback);
  }

  function finish({ name, factors }: Choice): Leaf | undefined {
    const leaves = factors.map(walk);
    return leaves.includes(undefined) ? undefined : joined(name, leaves as Leaf[]);
  }

  function fromList(
    group: Extract<Group, { kind: 'list' }>,
    index: number,
    groups: number,
  ): Choice | undefined {
    const all = group.products.map((factors, i) => ({
      name: groups === 1 ? `${i}` : `${index}.${i}`,
      factors,
      isWanted: factors.some(isWanted),
    }));
    const wanted = all.filter((choice) => choice.isWanted);
    const eligible = wanted.length > 0 ? wanted : all;
    return eligible[random.below(eligible.length)];
  }

  /** A random subset by Floyd's algorithm. Each value is then detached or kept with equal probability. */
  function fromSubsets(
    { ways, size }: Extract<Group, { kind: 'subsets' }>,
    index: number,
  ): Choice | undefined {
    if (size < 1 || size > ways.length) return undefined;
    const chosen = new Set<number>();
    for (let last = ways.length - size; last < ways.length; last++) {
      const member = random.below(last + 1);
      chosen.add(chosen.has(member) ? last : member);
    }
    const values = [...chosen].sort((a, b) => a - b);
    const digits = values.map((value) => wayOf(ways[value]!));
    if (!values.some((value, i) => isWanted(ways[value]![digits[i]!]!))) {
      const able = values.flatMap((value, i) => {
        const way = ways[value]!.findIndex(isWanted);
        return way < 0 ? [] : [{ i, way }];
      });
      const changed = able[random.below(able.length)];
      if (changed) digits[changed.i] = changed.way;
    }
    const factors = values.map((value, i) => ways[value]![digits[i]!]!);
    return {
      name: `${index}.${subsetRank(values)}.${digits.join('')}`,
      factors,
      isWanted: factors.some(isWanted),
    };
  }

  function wayOf(ways: readonly Factor[]): number {
    const detach = ways.findIndex(({ kind }) => kind === 'detach');
    if (ways.length === 1 || random.below(2) === 0) return detach;
    const others = ways.flatMap((_, i) => (i === detach ? [] : [i]));
    return others[random.below(others.length)]!;
  }
}

interface Choice {
  readonly name: string;
  readonly factors: Product;
  readonly isWanted: boolean;
}

function mayCover(
  factor: Factor,
  want: ReadonlySet<Constraint>,
  { order }: Expansion,
  reach: Reach,
): boolean {
  switch (factor.kind) {
    case 'constraint':
      return meets(reach(factor.constraint), want);
    case 'violate':
      return (order.active(factor.shape)?.constraints ?? []).some((constraint) =>
        meets(reach(constraint), want),
      );
    case 'conform':
    case 'detach':
      return false;
  }
}

export function meets<T>(some: ReadonlySet<T>, others: ReadonlySet<T>): boolean {
  const [small, large] = some.size < others.size ? [some, others] : [others, some];
  for (const each of small) if (large.has(each)) return true;
  return false;
}
