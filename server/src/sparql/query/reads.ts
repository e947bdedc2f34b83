import type { TermId } from '../../rdf/terms.ts';
import { certainAfter } from './groupPlan.ts';
import type {
  ExpressionPlan,
  FilterPlan,
  GroupPlan,
  PartPlan,
  QueryPlan,
  SelectPlan,
  Step,
  TriplePlan,
} from './plan.ts';
import type { CompiledQuery } from './query.ts';
import type { Slot } from './table.ts';

/** What the answers to a query depend on. */
export function readsOf({ select, prebound }: QueryPlan): CompiledQuery['reads'] {
  const reads = new Reads(new Set(prebound.map(({ slot }) => slot)));
  reads.addSelect(select);
  return reads.found;
}

type Slots = ReadonlySet<Slot>;

class Reads {
  readonly #prebound: Slots;
  readonly #predicates = new Set<TermId>();
  #everything: boolean = false;

  constructor(prebound: Slots) {
    this.#prebound = prebound;
  }

  get found(): CompiledQuery['reads'] {
    return this.#everything ? 'everything' : { predicates: this.#predicates };
  }

  /** What a select counts or cuts off does not depend on what is joined with it. */
  addSelect({ group, grouping, having, named, order }: SelectPlan): void {
    this.#addGroup(group, this.#prebound);
    const bound = new Set([...this.#prebound, ...group.certain]);
    const expressions = [
      ...(grouping?.keys.map(({ expression }) => expression) ?? []),
      ...(grouping?.aggregates.map(({ argument }) => argument) ?? []),
      ...[...named, ...order].map(({ expression }) => expression),
    ];
    this.#addTests([...having, ...expressions.filter((expression) => expression !== undefined)], bound);
  }

  /** @param bound slots that have a value of a triple, or from the start, in all rows that the group is joined with. */
  #addGroup({ parts, filters, certain }: GroupPlan, bound: Slots): void {
    const before = new Set(bound);
    for (const part of parts) {
      this.#addPart(part, parts, bound, before);
      if (part.kind === 'optional' || part.kind === 'minus' || part.kind === 'bind') continue;
      for (const slot of certainAfter(part)) before.add(slot);
    }
    this.#addTests(filters, new Set([...bound, ...certain]));
  }

  /** @param before slots that have values in all rows before the part. */
  #addPart(part: PartPlan, parts: readonly PartPlan[], bound: Slots, before: Slots): void {
    const withOthers = () => new Set([...bound, ...parts.flatMap((other) => boundBy(other, part))]);
    switch (part.kind) {
      case 'triple':
        this.#addTriple(part, withOthers());
        break;
      case 'group':
        this.#addGroup(part, withOthers());
        break;
      case 'union':
        for (const branch of part.branches) this.#addGroup(branch, withOthers());
        break;
      case 'graph':
        this.#addGroup(part.group, withOthers());
        break;
      case 'optional':
        this.#addGroup(part.group, before);
        this.#addTests(part.filters, new Set([...before, ...part.group.certain]));
        break;
      case 'minus':
        this.#addGroup(part.group, before);
        break;
      case 'bind':
        this.#addTests([part.expression], before);
        break;
      case 'select':
        this.addSelect(part.select);
        break;
      // It is found by the pattern that binds it.
      case 'tripleTerm':
      case 'values':
        break;
    }
  }

  #addTests(tests: readonly (FilterPlan | ExpressionPlan)[], bound: Slots): void {
    for (const { exists } of tests) for (const group of exists) this.#addGroup(group, bound);
  }

  #addTriple({ subject, predicate, object }: TriplePlan, bound: Slots): void {
    if ('term' in predicate) this.#predicates.add(predicate.term);
    else if ('slot' in predicate) this.#everything = true;
    else this.#addStep(predicate);
    // A path of no steps relates all nodes of the graph, unless one end is known.
    if (!('kind' in predicate && predicate.kind === 'closure' && predicate.fromZero)) return;
    if ('term' in subject || 'term' in object) return;
    if (!bound.has(subject.slot) && !bound.has(object.slot)) this.#everything = true;
  }

  #addStep(step: Step): void {
    switch (step.kind) {
      case 'links':
        for (const { predicate } of step.links) this.#predicates.add(predicate);
        break;
      case 'negated':
        this.#everything = true;
        break;
      case 'closure':
        this.#addStep(step.step);
        break;
      case 'sequence':
      case 'alternative':
        for (const each of step.steps) this.#addStep(each);
    }
  }
}

/** The slots that have values of triples because of a part that is joined with another one. */
function boundBy(part: PartPlan, other: PartPlan): readonly Slot[] {
  if (part === other || part.kind === 'optional' || part.kind === 'minus' || part.kind === 'bind') return [];
  // Two closures could each wait for the other one.
  const isClosure = part.kind === 'triple' && 'kind' in part.predicate && part.predicate.kind === 'closure';
  return isClosure && part.predicate.fromZero ? [] : [...certainAfter(part)];
}
