import type { AggregateExpression } from 'sparqljs';
import type { TermId } from '../../rdf/terms.ts';
import type { CompiledCondition, CompiledExpression } from './expressions/expression.ts';
import type { Slot, SolutionTable } from './table.ts';

/**
 * A query translated for evaluation. Variables are slots, numbered within the whole query; variables of the same name
 * that SPARQL keeps apart, as inside of sub-selects, have different slots.
 */
export interface QueryPlan {
  readonly select: SelectPlan;
  /** The slots of the variables that rows of the input can give values to. */
  readonly prebound: readonly { readonly variable: string; readonly slot: Slot }[];
}

/** A part of a group, in the order in which SPARQL evaluates them. */
export type PartPlan =
  | JoinedPlan
  | OptionalPlan
  | MinusPlan
  | { readonly kind: 'bind'; readonly slot: Slot; readonly expression: ExpressionPlan };

export interface MinusPlan {
  readonly kind: 'minus';
  readonly group: GroupPlan;
  /** For the number of the row that may be taken away. */
  readonly rowSlot: Slot;
}

export interface OptionalPlan {
  readonly kind: 'optional';
  /** Without its conditions, which may also look at the variables before. */
  readonly group: GroupPlan;
  readonly filters: readonly FilterPlan[];
  /** For the number of the row that is extended. */
  readonly rowSlot: Slot;
}

/** A part whose solutions are joined with those before, so that its place among others does not matter. */
export type JoinedPlan =
  | TriplePlan
  | TripleTermPlan
  | GroupPlan
  | { readonly kind: 'union'; readonly branches: readonly GroupPlan[] }
  | { readonly kind: 'values'; readonly table: SolutionTable }
  | { readonly kind: 'graph'; readonly name: PatternPosition; readonly group: GroupPlan }
  | { readonly kind: 'select'; readonly select: SelectPlan };

export interface GroupPlan {
  readonly kind: 'group';
  readonly parts: readonly PartPlan[];
  /** Conditions on the whole group. */
  readonly filters: readonly FilterPlan[];
  /** All slots inside, at any depth. */
  readonly mentioned: ReadonlySet<Slot>;
  /** Slots that can have values in the solutions. */
  readonly visible: ReadonlySet<Slot>;
  /** Slots that have values in all solutions. */
  readonly certain: ReadonlySet<Slot>;
  /**
   * Slots whose values from outside would change what the group means, because a part looks at them before they are
   * bound, or without binding them. Where such a slot has a value, the group is evaluated by itself and then joined.
   */
  readonly sensitive: ReadonlySet<Slot>;
}

/** A triple pattern, also with a property path that cannot be written as several patterns. */
export interface TriplePlan {
  readonly kind: 'triple';
  readonly subject: PatternPosition;
  readonly predicate: PatternPosition | Relation;
  readonly object: PatternPosition;
}

/** The parts of a triple term that a pattern of the same group binds (SPARQL 1.2). */
export interface TripleTermPlan {
  readonly kind: 'tripleTerm';
  readonly slot: Slot;
  readonly subject: PatternPosition;
  readonly predicate: PatternPosition;
  readonly object: PatternPosition;
}

/** A term, or the slot that has or receives it. */
export type PatternPosition = { readonly term: TermId } | { readonly slot: Slot };

/** A step from node to node, as often as there are triples for it. */
export interface PlanLink {
  readonly predicate: TermId;
  readonly inverse: boolean;
}

export type Relation =
  /** Alternatives of predicates and inverse predicates. */
  | { readonly kind: 'links'; readonly links: readonly PlanLink[] }
  /** All predicates but some; undefined for a direction that is not taken. */
  | {
      readonly kind: 'negated';
      readonly forward: ReadonlySet<TermId> | undefined;
      readonly backward: ReadonlySet<TermId> | undefined;
    }
  | ClosureRelation;

/** Relates two nodes once, however many paths there are. */
export interface ClosureRelation {
  readonly kind: 'closure';
  readonly step: Step;
  /** True for `*` and `?`. */
  readonly fromZero: boolean;
  /** False for `?`. */
  readonly repeats: boolean;
}

/** A path of which only the related nodes count, not the number of paths. */
export type Step = Relation | { readonly kind: 'sequence' | 'alternative'; readonly steps: readonly Step[] };

export interface FilterPlan {
  readonly condition: CompiledCondition<number>;
  /** All slots that it mentions, at any depth. */
  readonly slots: ReadonlySet<Slot>;
  /** The groups of EXISTS inside. */
  readonly exists: readonly GroupPlan[];
  /** The only slot that the condition looks at, if its value decides alone; undefined otherwise. */
  readonly decidedBy: Slot | undefined;
}

export interface ExpressionPlan {
  readonly value: CompiledExpression<number>;
  readonly slots: ReadonlySet<Slot>;
  /** The groups of EXISTS inside. */
  readonly exists: readonly GroupPlan[];
  /** The only slot that the expression looks at, if its value decides alone; undefined otherwise. */
  readonly decidedBy: Slot | undefined;
}

export interface SelectPlan {
  readonly group: GroupPlan;
  readonly grouping: GroupingPlan | undefined;
  readonly having: readonly FilterPlan[];
  /** Expressions that SELECT gives names to, in order. */
  readonly named: readonly NamedPlan[];
  readonly order: readonly { readonly expression: ExpressionPlan; readonly descending: boolean }[];
  readonly projected: readonly { readonly variable: string; readonly slot: Slot }[];
  readonly distinct: boolean;
  readonly offset: number;
  readonly limit: number | undefined;
}

export interface NamedPlan {
  readonly slot: Slot;
  readonly expression: ExpressionPlan;
}

export interface GroupingPlan {
  /** Without an expression for variables, which are in their slots already. */
  readonly keys: readonly { readonly slot: Slot; readonly expression: ExpressionPlan | undefined }[];
  readonly aggregates: readonly AggregatePlan[];
}

export interface AggregatePlan {
  readonly slot: Slot;
  readonly expression: AggregateExpression;
  /** Undefined for COUNT(*). */
  readonly argument: ExpressionPlan | undefined;
}

/** The slots that a triple pattern, or a triple term, gives values to. */
export function slotsOfTriple(plan: TriplePlan | TripleTermPlan): readonly Slot[] {
  const { subject, predicate, object } = plan;
  const slots: Slot[] = plan.kind === 'tripleTerm' ? [plan.slot] : [];
  if ('slot' in subject) slots.push(subject.slot);
  if ('slot' in predicate) slots.push(predicate.slot);
  if ('slot' in object) slots.push(object.slot);
  return slots;
}
