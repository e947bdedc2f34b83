import type { TermId } from '../../rdf/terms.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import { type Alternatives, type Expansion, factorKey, type Group } from './expansion.ts';
import type { Factor, Product } from './factor.ts';

/** A leaf of an expansion tree: factors that edits bring about at the same time. */
export interface Leaf {
  /**
   * The choices that lead to the leaf. A sum contributes the number of the group, if there are several, and the number
   * of the product. Rule 2 contributes the rank of the subset in colexicographic order and one digit for the way of
   * each value. The choices of the factors below follow in brackets.
   */
  readonly id: string;
  readonly factors: Product;
}

/** The size of the tree below a factor. Depth is counted from the factor. */
interface Profile {
  /** The number of nodes at each depth; a leaf also counts at all greater depths. */
  readonly nodes: readonly bigint[];
  /** The number of leaves at each depth or above it. */
  readonly leaves: readonly bigint[];
}

const leafProfile: Profile = { nodes: [1n], leaves: [1n] };

/** Counts, numbers and finds the leaves of expansion trees without building the trees (spec/vio.md 9). */
export class Leaves {
  readonly #expansion: Expansion;
  readonly #profiles = new Map<string, Profile>();
  readonly #profilesOf = new WeakMap<Factor, Profile>();
  readonly #profilesOfShapes = new Map<TermId, Profile | undefined>();
  readonly #layouts = new WeakMap<Factor, Layout>();
  readonly #numbers = new Map<Constraint, number>();

  constructor(expansion: Expansion) {
    this.#expansion = expansion;
  }

  /** The leaves below a factor. */
  count(factor: Factor): bigint {
    return this.#profile(factor).leaves.at(-1)!;
  }

  /** The number of nodes of the tree, including the factor and the leaves. */
  countNodes(factor: Factor): bigint {
    const { nodes, leaves } = this.#profile(factor);
    return nodes.reduce((sum, width, depth) => sum + width - (leaves[depth - 1] ?? 0n), 0n);
  }

  /** The leaf of a rank from 0 to below `count`. */
  at(factor: Factor, rank: bigint): Leaf {
    const alternatives = this.#expansion.alternatives(factor);
    if (alternatives === undefined) return { id: '', factors: [factor] };
    const { starts, groups } = this.#layout(factor, alternatives);
    const index = lastAtMost(starts, rank);
    return this.#inGroup(groups[index]!, index, alternatives.groups, rank - starts[index]!);
  }

  /** The rank of the leaf with an id; undefined when there is none. */
  rank(factor: Factor, id: string): bigint | undefined {
    // Ids are short, and trees are deep rather than wide. So each sum compares the id with the names of its products.
    const alternatives = this.#expansion.alternatives(factor);
    if (alternatives === undefined) return id === '' ? 0n : undefined;
    const choice = /^(?:(\d+)\.)?(\d+)(?:\.(\d+))?(?:\((.*)\))?$/s.exec(id);
    if (choice === null) return undefined;
    const [, first, second, third, inner] = choice;
    const { starts, groups } = this.#layout(factor, alternatives);
    const isSubsets = groups[0]?.kind === 'subsets';
    const index = first === undefined ? 0 : Number(first);
    const group = groups[index];
    if (group === undefined || (first === undefined) !== (alternatives.groups === 1 && !isSubsets))
      return undefined;
    const children = inner === undefined ? [] : splitOutside(inner);
    const rank =
      group.kind === 'list'
        ? this.#rankInList(group, Number(second), children)
        : this.#rankInSubsets(group, BigInt(second!), third ?? '', children);
    return rank === undefined ? undefined : starts[index]! + rank;
  }

  #inGroup(group: CountedGroup, index: number, groups: number, rank: bigint): Leaf {
    if (group.kind === 'list') {
      const product = lastAtMost(group.starts, rank);
      const name = groups === 1 ? `${product}` : `${index}.${product}`;
      return this.#product(name, group.products[product]!, rank - group.starts[product]!);
    }
    const { chosen, rest } = chooseSubset(group, rank);
    const members = chosen.map(({ value, rank: own }) => {
      const ways = group.ways[value]!;
      const way = lastAtMost(ways.starts, own);
      return { value, way, factor: ways.factors[way]!, rank: own - ways.starts[way]! };
    });
    if (rest !== 0n) throw new Error(`no leaf has the rank ${rank}`);
    const name = `${index}.${subsetRank(members.map(({ value }) => value))}.${members.map(({ way }) => way).join('')}`;
    const leaves = members.map(({ factor, rank: own }) => this.at(factor, own));
    return joined(name, leaves);
  }

  #product(name: string, factors: Product, rank: bigint): Leaf {
    const leaves: Leaf[] = [];
    let left = rank;
    for (const factor of factors.toReversed()) {
      const count = this.count(factor);
      leaves.unshift(this.at(factor, left % count));
      left /= count;
    }
    return joined(name, leaves);
  }

  #rankInList(group: CountedList, index: number, children: readonly string[]): bigint | undefined {
    const product = group.products[index];
    if (product === undefined) return undefined;
    let rank = 0n;
    let next = 0;
    for (const factor of product) {
      const own = this.rank(factor, this.#isLeaf(factor) ? '' : (children[next++] ?? ''));
      if (own === undefined) return undefined;
      rank = rank * this.count(factor) + own;
    }
    return next === children.length ? group.starts[index]! + rank : undefined;
  }

  #rankInSubsets(
    group: CountedSubsets,
    subset: bigint,
    digits: string,
    children: readonly string[],
  ): bigint | undefined {
    const values = subsetAt(subset, group.size);
    if (digits.length !== values.length) return undefined;
    let next = 0;
    const own: { readonly value: number; readonly rank: bigint }[] = [];
    for (const [i, value] of values.entries()) {
      const way = Number(digits[i]);
      const ways = group.ways[value];
      const factor = ways?.factors[way];
      if (ways === undefined || factor === undefined) return undefined;
      const rank = this.rank(factor, this.#isLeaf(factor) ? '' : (children[next++] ?? ''));
      if (rank === undefined) return undefined;
      own.push({ value, rank: ways.starts[way]! + rank });
    }
    return next === children.length ? rankSubset(group, own) : undefined;
  }

  #isLeaf(factor: Factor): boolean {
    return this.#expansion.alternatives(factor) === undefined;
  }

  #layout(factor: Factor, alternatives: Alternatives): Layout {
    let layout = this.#layouts.get(factor);
    if (layout === undefined) {
      const groups = Array.from({ length: alternatives.groups }, (_, i) =>
        this.#counted(alternatives.group(i)),
      );
      layout = { groups, starts: startsOf(groups.map(({ leaves }) => leaves)) };
      this.#layouts.set(factor, layout);
    }
    return layout;
  }

  #counted(group: Group): CountedGroup {
    if (group.kind === 'list') {
      const counts = group.products.map((product) =>
        product.reduce((all, factor) => all * this.count(factor), 1n),
      );
      return { ...group, starts: startsOf(counts), leaves: sum(counts) };
    }
    const ways = group.ways.map((factors) => {
      const counts = factors.map((factor) => this.count(factor));
      return { factors, starts: startsOf(counts), leaves: sum(counts) };
    });
    const choices = symmetricSums(
      ways.map(({ leaves }) => leaves),
      group.size,
    );
    return { kind: 'subsets', ways, size: group.size, choices, leaves: choices[0]?.[group.size] ?? 0n };
  }

  #profile(factor: Factor): Profile {
    const known = this.#profilesOf.get(factor) ?? this.#profileByShape(factor);
    if (known !== undefined) return known;
    const key = factorKey(factor, this.#expansion.order, (constraint) => this.#numberOf(constraint));
    const profile = (key === undefined ? undefined : this.#profiles.get(key)) ?? this.#measure(factor);
    this.#profilesOf.set(factor, profile);
    if (key !== undefined) this.#profiles.set(key, profile);
    return profile;
  }

  /** If all constraints of a shape are leaves, the tree is the same for every node. */
  #profileByShape(factor: Factor): Profile | undefined {
    if (factor.kind === 'conform' || factor.kind === 'detach') return leafProfile;
    if (factor.kind === 'constraint') {
      return this.#expansion.isLeaf(factor.constraint) ? leafProfile : undefined;
    }
    let profile = this.#profilesOfShapes.get(factor.shape);
    if (profile === undefined && !this.#profilesOfShapes.has(factor.shape)) {
      const constraints = this.#expansion.order.active(factor.shape)?.constraints ?? [];
      const count = BigInt(constraints.length);
      const isFlat = constraints.every((constraint) => this.#expansion.isLeaf(constraint));
      profile = isFlat ? { nodes: [1n, count], leaves: [0n, count] } : undefined;
      this.#profilesOfShapes.set(factor.shape, profile);
    }
    return profile;
  }

  #measure(factor: Factor): Profile {
    const alternatives = this.#expansion.alternatives(factor);
    if (alternatives === undefined) return leafProfile;
    // Most alternatives share a few profiles.
    const counts = new Map<Profile, number>();
    const add = (profile: Profile) => counts.set(profile, (counts.get(profile) ?? 0) + 1);
    for (let i = 0; i < alternatives.groups; i++) {
      const group = alternatives.group(i);
      if (group.kind === 'list') for (const product of group.products) add(this.#productProfile(product));
      else add(this.#subsetsProfile(group.ways, group.size));
    }
    const below = sumOf([...counts].map(([profile, count]) => times(profile, BigInt(count))));
    return { nodes: [1n, ...below.nodes], leaves: [0n, ...below.leaves] };
  }

  #productProfile(product: Product): Profile {
    const [only, ...others] = product;
    if (only !== undefined && others.length === 0) return this.#profile(only);
    return combined(
      product.map((factor) => this.#profile(factor)),
      (counts) => counts.reduce((all, count) => all * count, 1n),
    );
  }

  #subsetsProfile(ways: readonly (readonly Factor[])[], size: number): Profile {
    const values = ways.map((factors) => sumOf(factors.map((factor) => this.#profile(factor))));
    return combined(values, (counts) => symmetricSum(counts, size));
  }

  #numberOf(constraint: Constraint): number {
    let number = this.#numbers.get(constraint);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(constraint, number);
    }
    return number;
  }
}

interface Layout {
  readonly groups: readonly CountedGroup[];
  readonly starts: readonly bigint[];
}

interface CountedList {
  readonly kind: 'list';
  readonly products: readonly Product[];
  readonly starts: readonly bigint[];
  readonly leaves: bigint;
}

interface CountedSubsets {
  readonly kind: 'subsets';
  readonly ways: readonly {
    readonly factors: readonly Factor[];
    readonly starts: readonly bigint[];
    readonly leaves: bigint;
  }[];
  readonly size: number;
  /** `choices[i][j]`: the number of leaves of all ways to choose `j` of the values from index `i` on. */
  readonly choices: readonly (readonly bigint[])[];
  readonly leaves: bigint;
}

type CountedGroup = CountedList | CountedSubsets;

/** The leaf that combines several factors. */
export function joined(name: string, leaves: readonly Leaf[]): Leaf {
  const inner = leaves.map(({ id }) => id).filter((id) => id !== '');
  return {
    id: inner.length > 0 ? `${name}(${inner.join(',')})` : name,
    factors: leaves.flatMap(({ factors }) => factors),
  };
}

function chooseSubset(
  { ways, size, choices }: CountedSubsets,
  rank: bigint,
): { readonly chosen: readonly { readonly value: number; readonly rank: bigint }[]; readonly rest: bigint } {
  const chosen: { value: number; rank: bigint }[] = [];
  let rest = rank;
  for (let value = 0; chosen.length < size && value < ways.length; value++) {
    const others = choices[value + 1]![size - chosen.length - 1]!;
    const withIt = ways[value]!.leaves * others;
    if (rest < withIt) {
      chosen.push({ value, rank: rest / others });
      rest %= others;
    } else rest -= withIt;
  }
  return { chosen, rest };
}

function rankSubset(
  { ways, size, choices }: CountedSubsets,
  chosen: readonly { readonly value: number; readonly rank: bigint }[],
): bigint {
  let rank = 0n;
  let next = 0;
  for (let value = 0; next < size; value++) {
    const others = choices[value + 1]![size - next - 1]!;
    if (chosen[next]!.value === value) rank += chosen[next++]!.rank * others;
    else rank += ways[value]!.leaves * others;
  }
  return rank;
}

/** The rank of a subset, given by ascending numbers, in colexicographic order (combinadic). */
export function subsetRank(subset: readonly number[]): bigint {
  return subset.reduce((rank, member, i) => rank + binomial(member, i + 1), 0n);
}

/** The subset of a rank in colexicographic order. */
export function subsetAt(rank: bigint, size: number): readonly number[] {
  const subset: number[] = [];
  let left = rank;
  for (let k = size; k > 0; k--) {
    let member = k - 1;
    while (binomial(member + 1, k) <= left) member++;
    subset.unshift(member);
    left -= binomial(member, k);
  }
  return subset;
}

export function binomial(n: number, k: number): bigint {
  if (k > n) return 0n;
  let result = 1n;
  for (let i = 1; i <= Math.min(k, n - k); i++) result = (result * BigInt(n - i + 1)) / BigInt(i);
  return result;
}

/**
 * Entry `[i][j]`: the sum, over all choices of `j` items from index `i` on, of their products; `j` is at most `size`.
 */
function symmetricSums(items: readonly bigint[], size: number): readonly (readonly bigint[])[] {
  const rows: bigint[][] = [Array.from({ length: size + 1 }, (_, j) => (j === 0 ? 1n : 0n))];
  for (const item of items.toReversed()) {
    const [after] = rows as [bigint[]];
    rows.unshift(after.map((sum, j) => (j === 0 ? sum : sum + item * after[j - 1]!)));
  }
  return rows;
}

/** The elementary symmetric polynomial. It uses as little memory as the smaller of `size` and its complement. */
function symmetricSum(items: readonly bigint[], size: number): bigint {
  const row: bigint[] = Array.from({ length: size + 1 }, (_, j) => (j === 0 ? 1n : 0n));
  for (const [i, item] of items.entries()) {
    // Sums with too few items left to reach `size` are not needed.
    const least = Math.max(1, size - (items.length - i - 1));
    for (let j = Math.min(size, i + 1); j >= least; j--) row[j] = row[j]! + item * row[j - 1]!;
  }
  return row[size]!;
}

function times({ nodes, leaves }: Profile, count: bigint): Profile {
  if (count === 1n) return { nodes, leaves };
  return { nodes: nodes.map((width) => width * count), leaves: leaves.map((width) => width * count) };
}

function sumOf(parts: readonly Profile[]): Profile {
  return combined(parts, sum);
}

function combined(parts: readonly Profile[], combine: (counts: readonly bigint[]) => bigint): Profile {
  const depth = Math.max(1, ...parts.map(({ nodes }) => nodes.length));
  const at = (list: readonly bigint[], d: number) => list[Math.min(d, list.length - 1)]!;
  const levels = Array.from({ length: depth }, (_, d) => d);
  return {
    nodes: levels.map((d) => combine(parts.map(({ nodes }) => at(nodes, d)))),
    leaves: levels.map((d) => combine(parts.map(({ leaves }) => at(leaves, d)))),
  };
}

function sum(counts: readonly bigint[]): bigint {
  return counts.reduce((all, count) => all + count, 0n);
}

function startsOf(counts: readonly bigint[]): readonly bigint[] {
  let next = 0n;
  return counts.map((count) => {
    const start = next;
    next += count;
    return start;
  });
}

/** The last index whose start is at most the rank. An index without leaves gives way to the next one. */
function lastAtMost(starts: readonly bigint[], rank: bigint): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= rank) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Splits at the commas outside brackets. */
function splitOutside(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')') depth--;
    else if (text[i] === ',' && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
