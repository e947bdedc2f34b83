import {
  type FilterPlan,
  type GroupPlan,
  type JoinedPlan,
  type PartPlan,
  type PatternPosition,
  type SelectPlan,
  slotsOfTriple,
} from './plan.ts';
import type { Slot } from './table.ts';

/** A group with conditions on it. */
export function withFilters(plan: GroupPlan, filters: readonly FilterPlan[]): GroupPlan {
  if (filters.length === 0) return plan;
  const mentioned = new Set(plan.mentioned);
  const sensitive = new Set(plan.sensitive);
  for (const { slots } of filters) {
    for (const slot of slots) {
      mentioned.add(slot);
      if (!plan.certain.has(slot)) sensitive.add(slot);
    }
  }
  return { ...plan, filters, mentioned, sensitive };
}

/** A group of parts, without conditions. */
export function groupOf(parts: readonly PartPlan[]): GroupPlan {
  const mentioned = new Set<Slot>();
  const visible = new Set<Slot>();
  const certain = new Set<Slot>();
  const sensitive = new Set<Slot>();
  const addTo = (set: Set<Slot>, slots: Iterable<Slot>) => {
    for (const slot of slots) set.add(slot);
  };
  const looksAt = (slots: Iterable<Slot>) => {
    for (const slot of slots) {
      mentioned.add(slot);
      if (!certain.has(slot)) sensitive.add(slot);
    }
  };
  for (const part of parts) {
    switch (part.kind) {
      case 'optional':
        looksAt(part.group.mentioned);
        for (const { slots } of part.filters) looksAt(slots);
        addTo(visible, part.group.visible);
        break;
      case 'minus':
        looksAt(part.group.mentioned);
        break;
      case 'bind':
        looksAt(part.expression.slots);
        looksAt([part.slot]);
        visible.add(part.slot);
        break;
      default:
        addTo(mentioned, mentionedBy(part));
        addTo(visible, visibleAfter(part));
        addTo(certain, certainAfter(part));
    }
  }
  return { kind: 'group', parts, filters: [], mentioned, visible, certain, sensitive };
}

/** All slots in a part, at any depth. */
export function mentionedBy(part: PartPlan): Iterable<Slot> {
  switch (part.kind) {
    case 'triple':
    case 'tripleTerm':
      return slotsOfTriple(part);
    case 'group':
      return part.mentioned;
    case 'union':
      return new Set(part.branches.flatMap(({ mentioned }) => [...mentioned]));
    case 'values':
      return part.table.slots();
    case 'graph':
      return new Set([...part.group.mentioned, ...slotsOf(part.name)]);
    case 'select':
      return mentionedBySelect(part.select);
    case 'optional':
      return new Set([...part.group.mentioned, ...part.filters.flatMap(({ slots }) => [...slots])]);
    case 'minus':
      return part.group.mentioned;
    case 'bind':
      return new Set([...part.expression.slots, part.slot]);
  }
}

/** All slots in a select, at any depth. */
export function mentionedBySelect({
  group,
  grouping,
  having,
  named,
  order,
  projected,
}: SelectPlan): ReadonlySet<Slot> {
  return new Set([
    ...group.mentioned,
    ...(grouping?.keys.flatMap(({ slot, expression }) => [slot, ...(expression?.slots ?? [])]) ?? []),
    ...(grouping?.aggregates.flatMap(({ argument }) => [...(argument?.slots ?? [])]) ?? []),
    ...having.flatMap(({ slots }) => [...slots]),
    ...named.flatMap(({ expression }) => [...expression.slots]),
    ...order.flatMap(({ expression }) => [...expression.slots]),
    ...projected.map(({ slot }) => slot),
  ]);
}

function visibleAfter(part: JoinedPlan): Iterable<Slot> {
  switch (part.kind) {
    case 'triple':
    case 'tripleTerm':
      return slotsOfTriple(part);
    case 'group':
      return part.visible;
    case 'union':
      return new Set(part.branches.flatMap(({ visible }) => [...visible]));
    case 'values':
      return part.table.slots();
    case 'graph':
      return new Set([...part.group.visible, ...slotsOf(part.name)]);
    case 'select':
      return part.select.projected.map(({ slot }) => slot);
  }
}

/** The slots that have values in all solutions of a part. */
export function certainAfter(part: JoinedPlan): Iterable<Slot> {
  switch (part.kind) {
    case 'triple':
    case 'tripleTerm':
      return slotsOfTriple(part);
    case 'group':
      return part.certain;
    case 'union': {
      const [first, ...others] = part.branches;
      return [...first!.certain].filter((slot) => others.every(({ certain }) => certain.has(slot)));
    }
    case 'values':
      return part.table.slots().filter((slot) => part.table.isFull(slot));
    case 'graph':
      return new Set([...part.group.certain, ...slotsOf(part.name)]);
    case 'select': {
      const { grouping, projected, group } = part.select;
      const slots = projected.map(({ slot }) => slot).filter((slot) => group.certain.has(slot));
      if (grouping === undefined) return slots;
      const keys = new Set(grouping.keys.map(({ slot }) => slot));
      return slots.filter((slot) => keys.has(slot));
    }
  }
}

function slotsOf(position: PatternPosition): readonly Slot[] {
  return 'slot' in position ? [position.slot] : [];
}
