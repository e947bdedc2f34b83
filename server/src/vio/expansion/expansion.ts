import { pairKey } from '../../rdf/termKeys.ts';
import type { TermId } from '../../rdf/terms.ts';
import { minimumOf } from '../../shacl/components/shapeBased.ts';
import { asksOf, shapeRefsOf } from '../../shacl/components/shapeRefs.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import type { Constraint, ConstraintOf, Shape } from '../../shacl/model/shape.ts';
import {
  type ConstraintFactor,
  type Factor,
  type FactorStep,
  type Product,
  type Site,
  stepsTo,
} from './factor.ts';
import { isViolatedThroughRefs, type ShapeOrder } from './shapeOrder.ts';

/**
 * The alternatives of a factor, in groups. With Rule 1 all sites form one group; with Rule 2 each site or value has its
 * own. Groups are created on demand.
 */
export interface Alternatives {
  readonly groups: number;
  group(index: number): Group;
}

export type Group =
  /** Few enough alternatives to list. */
  | { readonly kind: 'list'; readonly products: readonly Product[] }
  /**
   * Every choice of `size` of the values, with one of its ways for each: too many to list. The ways are in the same
   * order for all values.
   */
  | { readonly kind: 'subsets'; readonly ways: readonly (readonly Factor[])[]; readonly size: number };

/** Rewrites factors into alternatives (spec/vio.md 5.1, 5.2, 5.5). The graph stays unchanged. */
export class Expansion {
  readonly order: ShapeOrder;
  readonly evaluator: Evaluator;
  readonly #shapeOf: (id: TermId) => Shape | undefined;
  readonly #sitesOf = new Map<readonly Site[], Map<TermId, readonly Site[]>>();

  constructor(order: ShapeOrder, evaluator: Evaluator) {
    this.order = order;
    this.evaluator = evaluator;
    this.#shapeOf = (id) => order.active(id);
  }

  /** Undefined for factors that are leaves. */
  alternatives(factor: Factor): Alternatives | undefined {
    switch (factor.kind) {
      case 'violate': {
        const { shape, site, parent } = factor;
        return single(
          this.#expandable(shape, parent).map((constraint) => [this.#factor(constraint, [site], parent)]),
        );
      }
      case 'conform':
      case 'detach':
        return undefined;
      case 'constraint':
        return this.isLeaf(factor.constraint) ? undefined : this.#ofConstraint(factor);
    }
  }

  /** True for constraints that edits violate directly, without the violation of another constraint. */
  isLeaf(constraint: Constraint): boolean {
    return !isViolatedThroughRefs(constraint);
  }

  /** The values of the constraint's shape at the sites, each once: F' of Rule 1. */
  values({ constraint, sites }: Pick<ConstraintFactor, 'constraint' | 'sites'>): readonly Site[] {
    const shape = this.#shapeOf(constraint.shape);
    if (shape?.path === undefined) return sites;
    let byShape = this.#sitesOf.get(sites);
    if (byShape === undefined) {
      byShape = new Map();
      this.#sitesOf.set(sites, byShape);
    }
    let found = byShape.get(shape.id);
    if (found === undefined) {
      const reached = new Map<TermId, Site>();
      for (const site of sites)
        for (const each of this.#valuesAt(site, shape))
          if (!reached.has(each.node)) reached.set(each.node, each);
      found = [...reached.values()];
      byShape.set(shape.id, found);
    }
    return found;
  }

  /** The values at a site that count for a qualified constraint. */
  counted(constraint: ConstraintOf<'qualifiedMinCount'>, { node }: Site): readonly TermId[] {
    const path = this.#shapeOf(constraint.shape)?.path;
    return path === undefined
      ? []
      : this.evaluator.countedValues(constraint, this.evaluator.values(node, path));
  }

  #ofConstraint(factor: ConstraintFactor): Alternatives | undefined {
    const { constraint } = factor;
    const step: FactorStep = { constraint, sites: factor.sites, parent: factor.parent };
    switch (asksOf(constraint)) {
      case 'all': {
        if ('shapeRefs' in constraint) {
          return this.#perValue(factor, (site, own) =>
            constraint.shapeRefs.flatMap((shape) =>
              this.#isActive(shape) ? [[violation(shape, site, own)]] : [],
            ),
          );
        }
        const sites = this.values(factor);
        return single(
          shapeRefsOf(constraint).flatMap((ref) =>
            this.#expandable(ref, step).map((each) => [this.#factor(each, sites, step)]),
          ),
        );
      }
      case 'some':
        return this.#perValue(factor, (site, own) => {
          const held = shapeRefsOf(constraint).filter((shape) => this.evaluator.conforms(site.node, shape));
          return held.every(this.#isActive) ? [held.map((shape) => violation(shape, site, own))] : [];
        });
      case 'one':
        return this.#perValue(factor, (site, own) => {
          const shapes = shapeRefsOf(constraint);
          const held = shapes.filter((shape) => this.evaluator.conforms(site.node, shape));
          const [only] = held;
          if (only === undefined || held.length > 1) return [];
          const others = shapes.filter((shape) => shape !== only);
          const violations: readonly Product[] = this.#isActive(only) ? [[violation(only, site, own)]] : [];
          return [
            ...violations,
            ...others.map((shape): Product => [{ kind: 'conform', shape, site, parent: own }]),
          ];
        });
      case 'enough':
        return this.#uncounted(constraint as ConstraintOf<'qualifiedMinCount' | 'someValue'>, factor);
      case 'none':
      case 'few':
      case 'elsewhere':
      case undefined:
        return undefined;
    }
  }

  /** Rule 2: chooses enough values to leave one fewer than the minimum, with one way for each chosen value. */
  #uncounted(
    owner: ConstraintOf<'qualifiedMinCount' | 'someValue'>,
    { sites, parent }: ConstraintFactor,
  ): Alternatives {
    const constraint = minimumOf(owner);
    const path = this.#shapeOf(constraint.shape)?.path;
    return {
      groups: constraint.count === 0 || path === undefined ? 0 : sites.length,
      group: (index) => {
        const focus = sites[index]!;
        const step: FactorStep = { constraint: owner, sites: [focus], parent };
        const values = this.counted(constraint, focus);
        const ways = values.map((value): readonly Factor[] => {
          const site: Site = {
            node: value,
            via: { focusNode: focus.node, path: path!, shape: constraint.shape },
          };
          const siblings = constraint.siblings.map(
            (shape): Factor => ({ kind: 'conform', shape, site, parent: step }),
          );
          const detached: Factor = { kind: 'detach', owner, focus, value, parent: step };
          const violations = this.#isActive(constraint.shapeRef)
            ? [violation(constraint.shapeRef, site, step)]
            : [];
          return [...violations, detached, ...siblings];
        });
        return { kind: 'subsets', ways, size: values.length - constraint.count + 1 };
      },
    };
  }

  #perValue(
    factor: ConstraintFactor,
    products: (site: Site, step: FactorStep) => readonly Product[],
  ): Alternatives {
    const { constraint, sites, parent } = factor;
    const values = this.values(factor);
    const isPropertyShape = this.#shapeOf(constraint.shape)?.path !== undefined;
    const siteOf = new Map(sites.map((site) => [site.node, site]));
    return {
      groups: values.length,
      group: (index) => {
        const site = values[index]!;
        const focus = isPropertyShape ? siteOf.get(site.via!.focusNode)! : site;
        const own: FactorStep = { constraint, sites: [focus], value: site, parent };
        return { kind: 'list', products: products(site, own) };
      },
    };
  }

  #valuesAt({ node }: Site, { path, id }: Shape): readonly Site[] {
    return this.evaluator
      .values(node, path!)
      .map((value) => ({ node: value, via: { focusNode: node, path: path!, shape: id } }));
  }

  #factor(constraint: Constraint, sites: readonly Site[], parent: FactorStep): Factor {
    return { kind: 'constraint', constraint, sites, parent };
  }

  /**
   * The constraints of a shape that a path may go on to. Shapes that refer to one another in a cycle are followed, but no
   * constraint of a cycle twice, and no more than a few of them.
   */
  #expandable(shape: TermId, parent: FactorStep): readonly Constraint[] {
    const constraints = this.#constraintsOf(shape);
    if (!constraints.some((each) => this.order.isRecursive(each))) return constraints;
    const followed = stepsTo(parent)
      .map(({ constraint }) => constraint)
      .filter((each) => this.order.isRecursive(each));
    return constraints.filter(
      (each) =>
        !this.order.isRecursive(each) || (followed.length < maxRecursiveSteps && !followed.includes(each)),
    );
  }

  readonly #isActive = (id: TermId): boolean => this.#constraintsOf(id).length > 0;

  #constraintsOf(id: TermId): readonly Constraint[] {
    return this.#shapeOf(id)?.constraints ?? [];
  }
}

/** How many constraints that lead around in cycles of shapes a path may follow. */
const maxRecursiveSteps = 4;

function violation(shape: TermId, site: Site, parent: FactorStep): Factor {
  return { kind: 'violate', shape, site, parent };
}

function single(products: readonly Product[]): Alternatives {
  return { groups: 1, group: () => ({ kind: 'list', products }) };
}

/**
 * A key that is equal for factors with the same alternatives; undefined for factors with many sites, and for those whose
 * alternatives depend on the path because shapes refer to one another in a cycle.
 */
export function factorKey(
  factor: Factor,
  order: ShapeOrder,
  numberOf: (constraint: Constraint) => number,
): string | undefined {
  switch (factor.kind) {
    case 'constraint': {
      const [site, ...others] = factor.sites;
      return others.length > 0 || site === undefined || order.leadsToCircle(factor.constraint)
        ? undefined
        : `c${pairKey(numberOf(factor.constraint), site.node)}`;
    }
    case 'violate':
      return order.entersCircle(factor.shape) ? undefined : `v${pairKey(factor.shape, factor.site.node)}`;
    case 'conform':
    case 'detach':
      return undefined;
  }
}
