import type { TermId } from '../rdf/terms.ts';
import { changeSize } from '../repair/change.ts';
import type { Constraint } from '../shacl/shape.ts';
import type { MadeLeaf } from './attempt.ts';
import type { ConstraintKeys } from './constraintKeys.ts';
import { type Factor, stepsTo } from './factor.ts';
import type { Leaf } from './leaves.ts';
import type { CaseFactor, PathStep, VioCase } from './vioCase.ts';

/** The record of a leaf that was made so. */
export function caseOf(
  { leaf, fix, focusNodes, results, expected, collateral }: MadeLeaf,
  rest: Pick<VioCase, 'covered' | 'chosenResult' | 'sameGraphAs' | 'crossCheck'>,
): VioCase {
  return {
    leafId: leaf.id,
    path: pathOf(leaf, focusNodes),
    factors: leaf.factors.map((factor, i) => caseFactor(factor, focusNodes[i]!)),
    change: fix.change,
    minted: fix.minted,
    expected,
    results,
    statistics: {
      alpha: results.length,
      focusNodes: new Set(results.map(({ focusNode }) => focusNode)).size,
      sourceConstraints: new Set(results.map(({ constraint }) => constraint)).size,
      collateral,
      inverseSize: changeSize(fix.change),
      minRepairSize: undefined,
      recoverable: undefined,
      degenerateRepairExists: undefined,
    },
    ...rest,
  };
}

/** The nodes that a case is about: where it is violated and whose statements change. */
export function nodesOf({ focusNodes, fix: { change }, expected }: MadeLeaf): ReadonlySet<TermId> {
  const changed = [...change.added, ...change.removed].map(({ subject }) => subject);
  return new Set([...focusNodes, expected.rootFocusNode, ...changed]);
}

/** Which constraints it violates, and where. */
export function identityOf({ leaf, focusNodes }: MadeLeaf, keys: ConstraintKeys): string {
  const about = leaf.factors.map((factor, i) => {
    const { constraint } = factor.kind === 'constraint' ? factor : factor.parent!;
    return `${keys.key(constraint)} ${focusNodes[i]}`;
  });
  return about.sort().join('\n');
}

function caseFactor(factor: Factor, focusNode: TermId): CaseFactor {
  switch (factor.kind) {
    case 'constraint': {
      const above = factor.parent;
      const isCounted = above?.constraint.kind === 'qualifiedMinCount';
      return {
        constraint: factor.constraint,
        focusNode,
        strategy: isCounted ? 'node' : 'edit',
        value: isCounted ? factor.sites[0]?.node : undefined,
      };
    }
    case 'detach':
      return { constraint: factor.owner, focusNode, strategy: 'detach', value: factor.value };
    case 'conform':
    case 'violate':
      return {
        constraint: factor.parent.constraint,
        focusNode,
        strategy: 'sibling',
        value: factor.site.node,
      };
  }
}

/** The steps of all factors, each once, with the focus nodes that matter to them. */
function pathOf({ factors }: Leaf, focusNodes: readonly TermId[]): readonly PathStep[] {
  const steps = new Map<Constraint, Set<TermId>>();
  const add = (constraint: Constraint, nodes: readonly TermId[]) => {
    const known = steps.get(constraint) ?? new Set();
    for (const node of nodes) known.add(node);
    steps.set(constraint, known);
  };
  for (const [i, factor] of factors.entries()) {
    let node = focusNodes[i]!;
    let sites = factor.kind === 'constraint' ? factor.sites : [];
    const way: PathStep[] =
      factor.kind === 'constraint' ? [{ constraint: factor.constraint, focusNodes: [node] }] : [];
    for (const step of stepsTo(factor.parent).toReversed()) {
      const isSame = step.sites.some((site) => site.node === node);
      if (!isSame)
        node = sites.find((site) => site.node === node)?.via?.focusNode ?? step.sites[0]?.node ?? node;
      way.unshift({ constraint: step.constraint, focusNodes: [node] });
      sites = step.sites;
    }
    for (const step of way) add(step.constraint, step.focusNodes);
  }
  return [...steps].map(([constraint, nodes]) => ({ constraint, focusNodes: [...nodes] }));
}
