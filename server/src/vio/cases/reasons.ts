import type { TermId } from '../../rdf/terms.ts';
import type { ComponentRepair } from '../../repair/components/component.ts';
import { repairOf } from '../../repair/components/index.ts';
import { judgesTerm } from '../../shacl/components/index.ts';
import { asksOf, shapeRefsOf } from '../../shacl/components/shapeRefs.ts';
import { isOntologyNode } from '../../shacl/describedNodes.ts';
import type { Constraint, ConstraintOf, Shape } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import { hasEmptyWay } from '../../shacl/paths/pathAutomaton.ts';
import { compileConstraint } from '../../shacl/sparql/compileShapeQuery.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { isViolatedIn } from '../expansion/edits.ts';
import type { Expansion } from '../expansion/expansion.ts';
import type { Site } from '../expansion/factor.ts';
import type { Root } from '../expansion/roots.ts';
import { conformedRefsOf, violatedRefsOf } from '../expansion/shapeOrder.ts';
import type { UncoveredReason } from '../vioCase.ts';
import type { LeafFailure } from './attempt.ts';
import type { CoverageRules } from './coverageRules.ts';

/** Why a constraint has no case, with a sentence for people. */
export interface Uncovered {
  readonly reason: UncoveredReason;
  readonly explanation: string;
}

/** What a run tried. */
export interface Attempts {
  readonly failures: ReadonlyMap<Constraint, ReadonlySet<LeafFailure>>;
  /** The constraints on the paths of all leaves that were tried. */
  readonly tried: ReadonlySet<Constraint>;
  /** The largest number of triples of a change. */
  readonly maxEdits: number;
}

/** Finds out why constraints were not covered (spec/vio.md 14). */
export class Reasons {
  readonly #shapes: ShapesGraph;
  readonly #expansion: Expansion;
  readonly #roots: readonly Root[];
  readonly #attempts: Attempts;
  readonly #rules: Pick<CoverageRules, 'isOnlySatisfied'>;
  readonly #input: ValidationInput;
  readonly #term: TermPrinter;
  /** The nodes at which each constraint is judged. */
  readonly #sites = new Map<Constraint, Map<TermId, Site>>();
  readonly #known = new Map<Constraint, Uncovered>();

  constructor(
    input: ValidationInput,
    expansion: Expansion,
    roots: readonly Root[],
    attempts: Attempts,
    rules: Pick<CoverageRules, 'isOnlySatisfied'>,
    term: TermPrinter,
  ) {
    this.#input = input;
    this.#shapes = input.shapes;
    this.#expansion = expansion;
    this.#roots = roots;
    this.#attempts = attempts;
    this.#rules = rules;
    this.#term = term;
    for (const root of roots) for (const [constraint, sites] of root.sites) this.#visit(constraint, sites);
  }

  of(constraint: Constraint): Uncovered {
    let known = this.#known.get(constraint);
    if (known === undefined) {
      this.#known.set(constraint, { reason: 'BUDGET', explanation: gaveUp });
      known = this.#find(constraint);
      this.#known.set(constraint, known);
    }
    return known;
  }

  #find(constraint: Constraint): Uncovered {
    const { order } = this.#expansion;
    if (this.#shapes.get(constraint.shape)?.deactivated) {
      return { reason: 'DEACTIVATED', explanation: 'The shape is deactivated: no node violates it.' };
    }
    if (constraint.kind === 'sparql' && !this.#isAsked(constraint)) return notAsked;
    const vacuous = this.#vacuous(constraint);
    if (vacuous !== undefined) return vacuous;
    const why = this.#unreached(constraint) ?? this.#fromBelow(constraint) ?? this.#fromFailures(constraint);
    const isInCircle = why.reason === 'NOT_TRIED' && order.entersCircle(constraint.shape);
    return isInCircle || (why.reason === 'BUDGET' && order.leadsToCircle(constraint))
      ? {
          reason: 'RECURSIVE',
          explanation:
            'Its shape is among those that refer to one another in a circle, or leads to them; these are followed for a few steps only.',
        }
      : why;
  }

  #isAsked(constraint: ConstraintOf<'sparql'>): boolean {
    return compileConstraint(constraint, this.#shapes.get(constraint.shape)?.path)?.kind === 'query';
  }

  /** A reason when no graph violates the constraint; else undefined. */
  #vacuous(constraint: Constraint, above: readonly TermId[] = []): Uncovered | undefined {
    const nothing = (explanation: string): Uncovered => ({ reason: 'VACUOUS', explanation });
    const path = this.#shapes.get(constraint.shape)?.path;
    const isMinimum = constraint.kind === 'minCount' || constraint.kind === 'qualifiedMinCount';
    if (isMinimum && constraint.count === 0) return nothing('A minimum of 0 asks for nothing.');
    if (constraint.kind === 'minCount' && constraint.count === 1 && path !== undefined && hasEmptyWay(path)) {
      return nothing('The path leads from every node to itself, so there is always a value.');
    }
    switch (asksOf(constraint)) {
      case 'all':
        return shapeRefsOf(constraint).every((ref) => this.#asksForNothing(ref, above))
          ? nothing('The shape that it refers to requires nothing.')
          : undefined;
      case 'some':
        return shapeRefsOf(constraint).some((ref) => this.#asksForNothing(ref, above))
          ? nothing('One of the alternatives requires nothing.')
          : undefined;
      case 'one':
      case 'none':
      case 'enough':
      case 'few':
      case 'elsewhere':
      case undefined:
        return undefined;
    }
  }

  /** @param above the shapes that led here. A reference that only leads back to them adds no requirement. */
  #asksForNothing(id: TermId, above: readonly TermId[]): boolean {
    if (above.includes(id)) return true;
    const constraints = this.#expansion.order.active(id)?.constraints ?? [];
    return constraints.every((constraint) => this.#vacuous(constraint, [...above, id]) !== undefined);
  }

  /** A reason when there is no node to judge; else undefined. */
  #unreached(constraint: Constraint): Uncovered | undefined {
    const { order } = this.#expansion;
    const sites = this.#sites.get(constraint);
    if (sites === undefined) {
      const targeted = this.#shapes.roots.filter(
        ({ id }) => id === constraint.shape || order.below(id).has(constraint),
      );
      if (targeted.length === 0) {
        return {
          reason: 'UNREACHABLE',
          explanation: 'No active shape with a target leads to it.',
        };
      }
      if (!targeted.some((shape) => this.#isOpen(shape, constraint))) return this.#withoutFocus(targeted);
      const circle = targeted.some((shape) =>
        [...order.below(shape.id)].some((each) => order.isRecursive(each)),
      );
      return circle
        ? {
            reason: 'RECURSIVE',
            explanation:
              'Only shapes that refer to one another in a circle lead to it, which are followed for a few steps only.',
          }
        : {
            reason: 'VACUOUS',
            explanation: 'Only constraints that require nothing lead to it, such as a minimum of 0.',
          };
    }
    if (sites.size === 0 || this.#leadsToNoValue(constraint, [...sites.values()])) return noValues;
    if (this.#rules.isOnlySatisfied(constraint) && this.#isSatisfied(constraint, sites))
      return satisfiedAlready;
    // Its query selects statements about the focus node that belong to ontologies and stay unchanged.
    if (constraint.kind === 'sparql' && [...sites.keys()].every((node) => isOntologyNode(node, this.#input)))
      return onlyOntologyNodes;
    const path = this.#shapes.get(constraint.shape)?.path;
    if (path === undefined && judgesTerm(constraint) && this.#isFixed(constraint.shape, sites)) {
      return {
        reason: 'IMMUTABLE_TARGET',
        explanation:
          'It judges the focus node itself, which sh:targetNode names: no edit of the data changes that.',
      };
    }
    return undefined;
  }

  /** True when every site satisfies the constraint, so that no edit of these nodes is needed to satisfy it. */
  #isSatisfied(constraint: Constraint, sites: ReadonlyMap<TermId, Site>): boolean {
    const { evaluator } = this.#expansion;
    return [...sites.keys()].every((node) => !isViolatedIn(evaluator, this.#shapes, constraint, node));
  }

  /** True for a reference to shapes when no site has a value. */
  #leadsToNoValue(constraint: Constraint, sites: readonly Site[]): boolean {
    const isReference = violatedRefsOf(constraint).length > 0 && constraint.kind !== 'qualifiedMinCount';
    return isReference && this.#expansion.values({ constraint, sites }).length === 0;
  }

  /** True when the targeted shape has focus nodes from which the path to the constraint can start. */
  #isOpen(shape: Shape, constraint: Constraint): boolean {
    const starts = this.#roots.find((root) => root.shape === shape)?.sites.keys() ?? [];
    return [...starts].some(
      (start) =>
        start === constraint ||
        shapeRefsOf(start).some((ref) => this.#expansion.order.below(ref).has(constraint)),
    );
  }

  #withoutFocus(targeted: readonly Shape[]): Uncovered {
    const names = targeted
      .map(({ id }) => this.#term(id))
      .slice(0, 3)
      .join(', ');
    const nodes = targeted.flatMap((shape) => this.#expansion.evaluator.targets(shape));
    const isEmpty = nodes.length === 0;
    if (!isEmpty && nodes.every((node) => isOntologyNode(node, this.#input))) return onlyOntologyNodes;
    const explanation = isEmpty
      ? `No node of the data is a target of ${names}.`
      : `All focus nodes of ${names} violate it already.`;
    return { reason: 'NO_FOCUS', explanation };
  }

  #isFixed(shape: TermId, sites: ReadonlyMap<TermId, Site>): boolean {
    const targets = this.#shapes.get(shape)?.targets ?? [];
    return (
      [...sites.values()].every(({ via }) => via === undefined) &&
      targets.every(({ kind }) => kind === 'node')
    );
  }

  /** The reason for a constraint that is only violated by violating others. */
  #fromBelow(constraint: Constraint): Uncovered | undefined {
    const refs = violatedRefsOf(constraint);
    if (refs.length === 0 || constraint.kind === 'qualifiedMinCount') return undefined;
    const below = refs.flatMap((ref) => this.#expansion.order.active(ref)?.constraints ?? []);
    const [first] = below.map((each) => this.of(each)).filter(({ reason }) => reason !== 'VACUOUS');
    if (first?.reason === 'BUDGET' || first?.reason === 'NOT_TRIED') return undefined;
    return (
      first && {
        reason: first.reason,
        explanation: `Nothing that it leads to can be violated. ${first.explanation}`,
      }
    );
  }

  #fromFailures(constraint: Constraint): Uncovered {
    const { failures: all, tried, maxEdits } = this.#attempts;
    const failures = all.get(constraint) ?? new Set<LeafFailure>();
    if (failures.size === 0 && !tried.has(constraint)) return notTried;
    if (
      failures.size > 0 &&
      [...failures].every((each) => each === 'targetLost' || each === 'noEdits') &&
      failures.has('targetLost')
    ) {
      return {
        reason: 'SELF_TARGET',
        explanation:
          'Whatever would violate it also makes the node a target: without that, the shape no longer judges it.',
      };
    }
    if (failures.size === 1 && failures.has('noEdits')) {
      return withoutEdits[repairOf(constraint).violatedBy];
    }
    if (failures.has('unlikely')) return onlyUnlikely;
    if (failures.size === 1 && failures.has('ontologyNode')) return onlyOntology;
    if (failures.size === 1 && failures.has('tooManyEdits')) {
      return {
        reason: 'BUDGET',
        explanation: `All that was found for it changes more than ${maxEdits} triples, which --max-edits does not allow.`,
      };
    }
    return { reason: 'BUDGET', explanation: gaveUp };
  }

  /** Records the nodes at which a constraint, and those that it leads to, are judged. */
  #visit(constraint: Constraint, sites: readonly Site[]): void {
    const known = this.#sites.get(constraint) ?? new Map<TermId, Site>();
    const isFirst = !this.#sites.has(constraint);
    this.#sites.set(constraint, known);
    const fresh = sites.filter(({ node }) => !known.has(node));
    for (const site of fresh) known.set(site.node, site);
    if (fresh.length === 0 && !isFirst) return;
    const refs = [...violatedRefsOf(constraint), ...conformedRefsOf(constraint)];
    const values = refs.length > 0 ? this.#expansion.values({ constraint, sites: fresh }) : [];
    for (const ref of refs) {
      const judged = isAlternative(constraint) ? this.#conforming(values, ref) : values;
      for (const below of this.#expansion.order.active(ref)?.constraints ?? []) this.#visit(below, judged);
    }
  }

  /** The sites that conform to a shape. Only those can be made to violate it. */
  #conforming(sites: readonly Site[], shape: TermId): readonly Site[] {
    return sites.filter(({ node }) => this.#expansion.evaluator.conforms(node, shape));
  }
}

/** True for constraints that can hold although some values violate the shapes they refer to. */
function isAlternative(constraint: Constraint): boolean {
  const asks = asksOf(constraint);
  return asks === 'some' || asks === 'one' || asks === 'enough';
}

const gaveUp = 'Nothing that was tried violates it, and not everything was tried.';

const notTried: Uncovered = {
  reason: 'NOT_TRIED',
  explanation: 'Nothing was tried for it.',
};

const noValues: Uncovered = {
  reason: 'NO_VALUES',
  explanation: 'No focus node has a value there that satisfies it and could be made to violate it.',
};

const satisfiedAlready: Uncovered = {
  reason: 'NO_VALUES',
  explanation: 'It would have to become satisfied, but every node that it judges satisfies it already.',
};

const onlyOntologyNodes: Uncovered = {
  reason: 'NO_FOCUS',
  explanation: 'All of its focus nodes are described by ontologies only, and none by the data.',
};

const onlyOntology: Uncovered = {
  reason: 'NOT_DETACHABLE',
  explanation: 'Every way to violate it changes nodes that only ontologies describe.',
};

const onlyUnlikely: Uncovered = {
  reason: 'UNLIKELY',
  explanation:
    'Only changes were found that nobody would make by mistake: linking a node to itself, stating something about a term of a ' +
    'vocabulary, or giving a node a property that no other node of its type has.',
};

const noFurtherValue: Uncovered = {
  reason: 'NO_WITNESS',
  explanation: 'No further value that it would count can be found or made.',
};

const notDetachable: Uncovered = {
  reason: 'NOT_DETACHABLE',
  explanation: 'The statements that satisfy it are in no data file.',
};

const noRefusedValue: Uncovered = {
  reason: 'NO_WITNESS',
  explanation: 'No value was found that it refuses.',
};

const notAsked: Uncovered = {
  reason: 'UNSUPPORTED_COMPONENT',
  explanation: 'Its query is not evaluated; the findings about the shapes say why.',
};

const noMatch: Uncovered = {
  reason: 'NO_WITNESS',
  explanation: 'No change of a few statements was found after which its query refuses a node.',
};

/** The reason when no edit could violate the constraint, by what such edits do. */
const withoutEdits: Readonly<Record<ComponentRepair['violatedBy'], Uncovered>> = {
  removal: notDetachable,
  refusedValue: noRefusedValue,
  furtherValue: noFurtherValue,
  query: noMatch,
};
