import type { Random } from '../../base/random.ts';
import { isOntologyNode } from '../../shacl/describedNodes.ts';
import type { RecordedValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { Constraint, Shape } from '../../shacl/model/shape.ts';
import type { Expansion, Group } from './expansion.ts';
import type { ConstraintFactor, Factor, Product, Site } from './factor.ts';
import { joined, type Leaf, subsetRank } from './leaves.ts';
import type { ShapeOrder } from './shapeOrder.ts';

/** A shape from which paths start. */
export interface Root {
  readonly shape: Shape;
  /** For each constraint, the focus nodes that do not violate it. Constraints without such nodes are left out. */
  readonly sites: ReadonlyMap<Constraint, readonly Site[]>;
}

/**
 * The targeted shapes with focus nodes from which a path can start, parents first. These focus nodes are described in
 * the data files, and the unchanged graph does not violate the constraint at them.
 */
export function rootsOf({
  recorded,
  order,
  ontologyNodes,
}: {
  readonly recorded: RecordedValidation;
  readonly order: ShapeOrder;
  /** Whether nodes that only ontologies describe count. */
  readonly ontologyNodes: boolean;
}): readonly Root[] {
  const { evaluator, input, result } = recorded;
  const isInData = ({ node }: Site) =>
    input.reportedGraph.outgoing(node).length > 0 || input.reportedGraph.incoming(node).length > 0;
  // Nodes that are only named, for example by sh:targetNode, can still be given values.
  const preferred = (sites: readonly Site[]) => {
    const own = sites.filter(isInData);
    return own.length > 0 ? own : sites;
  };
  return order.shapes.flatMap((shape) => {
    if (shape.targets.length === 0) return [];
    const results = result.violations.filter(({ rootShape }) => rootShape === shape.id);
    const all = evaluator
      .targets(shape)
      .filter((node) => ontologyNodes || !isOntologyNode(node, input))
      .map((node) => ({ node, via: undefined }));
    const usual = preferred(all);
    const sites = new Map<Constraint, readonly Site[]>();
    for (const constraint of shape.constraints) {
      const found = results.filter((each) => order.violatedWith(constraint).has(each.constraint));
      const violating = new Set(found.map(({ rootFocusNode }) => rootFocusNode));
      const open = violating.size === 0 ? usual : preferred(all.filter(({ node }) => !violating.has(node)));
      if (open.length > 0) sites.set(constraint, open);
    }
    return sites.size > 0 ? [{ shape, sites }] : [];
  });
}

export function rootFactor(constraint: Constraint, sites: readonly Site[]): ConstraintFactor {
  return { kind: 'constraint', constraint, sites, parent: undefined };
}

/**
 * The roots that no other root leads to. Their trees hold all leaves (spec/vio.md 25). Of roots that lead to one another in
 * a cycle, the first one counts.
 */
export function topRoots(roots: readonly Root[], order: ShapeOrder): readonly Root[] {
  const leadsTo = (from: Root, to: Root) =>
    to.shape.constraints.some((constraint) => order.below(from.shape.id).has(constraint));
  return roots.filter(
    (root, place) =>
      !roots.some(
        (other, otherPlace) =>
          other !== root && leadsTo(other, root) && (otherPlace < place || !leadsTo(root, other)),
      ),
  );
}

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
