import type { TermId } from '../../rdf/terms.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import { type ConstraintKeys, constraintOf, type Factor, stepsTo } from '../expansion/factor.ts';
import type { CaseFactor, PathStep, VioCase } from '../vioCase.ts';
import type { MadeLeaf } from './attempt.ts';
import type { NodeMark } from './knownGraphs.ts';

/** Turns a leaf that was brought about into a case. */
export function caseOf(
  made: MadeLeaf,
  rest: Pick<
    VioCase,
    | 'covered'
    | 'satisfied'
    | 'touched'
    | 'chosenResult'
    | 'statistics'
    | 'sameGraphAs'
    | 'crossCheck'
    | 'namedBy'
  >,
): VioCase {
  const { leaf, fix, focusNodes, results, expected } = made;
  return {
    leafId: leaf.id,
    path: pathOf(made),
    factors: leaf.factors.map((factor, i) => caseFactor(factor, focusNodes[i]!)),
    change: fix.change,
    minted: fix.minted,
    expected,
    results,
    ...rest,
  };
}

/** The nodes that a case is about: those that violate the constraints and those whose statements change. */
export function nodesOf({ focusNodes, fix: { change }, expected }: MadeLeaf): ReadonlySet<TermId> {
  const changed = [...change.added, ...change.removed].map(({ subject }) => subject);
  return new Set([...focusNodes, expected.rootFocusNode, ...changed]);
}

/** Which constraints a case violates, and at which nodes. */
export function marksOf({ leaf, focusNodes }: MadeLeaf, keys: ConstraintKeys): readonly NodeMark[] {
  return leaf.factors.map((factor, i) => ({
    node: focusNodes[i]!,
    says: keys.key(constraintOf(factor)),
  }));
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

/** The steps of all factors, each once, with the focus nodes that lead to the edits. */
function pathOf({ leaf: { factors }, edits, focusNodes }: MadeLeaf): readonly PathStep[] {
  const steps = new Map<Constraint, Set<TermId>>();
  const add = ({ constraint, focusNodes: nodes }: PathStep) => {
    const known = steps.get(constraint) ?? new Set();
    for (const node of nodes) known.add(node);
    steps.set(constraint, known);
  };
  for (const [i, factor] of factors.entries()) {
    let { site } = edits[i]!;
    const way: PathStep[] = [];
    if (factor.kind === 'constraint')
      way.push({ constraint: factor.constraint, focusNodes: [focusNodes[i]!] });
    for (const { constraint, sites } of stepsTo(factor.parent).toReversed()) {
      // Steps that judge the same nodes share their sites. Otherwise the site is a value of the step's focus node.
      if (!sites.includes(site))
        site = sites.find(({ node }) => node === site.via?.focusNode) ?? sites[0] ?? site;
      way.unshift({ constraint, focusNodes: [site.node] });
    }
    for (const step of way) add(step);
  }
  return [...steps].map(([constraint, nodes]) => ({ constraint, focusNodes: [...nodes] }));
}
