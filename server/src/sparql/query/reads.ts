import type { TermId } from '../../rdf/terms.ts';
import { mentionedBy } from './groupPlan.ts';
import type { JoinedPlan, PartPlan, Relation, Step, TriplePlan } from './plan.ts';
import type { Slot } from './table.ts';

/** Collects what the parts of groups look at in graphs. */
export class Reads {
  readonly #predicates = new Set<TermId>();
  #everything: boolean = false;

  /** @param prebound slots that have values from the start. */
  addGroup(parts: readonly PartPlan[], prebound: ReadonlySet<Slot>): void {
    for (const part of parts) {
      if (part.kind === 'triple') this.#addTriple(part, parts, prebound);
      if (part.kind === 'union') for (const branch of part.branches) this.addGroup(branch.parts, prebound);
    }
  }

  get found(): { readonly predicates: ReadonlySet<TermId> } | 'everything' {
    return this.#everything ? 'everything' : { predicates: this.#predicates };
  }

  #addTriple(triple: TriplePlan, parts: readonly PartPlan[], prebound: ReadonlySet<Slot>): void {
    const { subject, predicate, object } = triple;
    if ('term' in predicate) this.#predicates.add(predicate.term);
    else if ('slot' in predicate) this.#everything = true;
    else this.#addRelation(predicate);
    const relatesAnyNode = 'kind' in predicate && predicate.kind === 'closure' && predicate.fromZero;
    if (!relatesAnyNode || 'term' in subject || 'term' in object) return;
    const others = parts.filter((part): part is JoinedPlan => part !== triple && part.kind === 'triple');
    const bound = new Set([...prebound, ...others.flatMap((part) => [...mentionedBy(part)])]);
    if (!bound.has(subject.slot) && !bound.has(object.slot)) this.#everything = true;
  }

  #addRelation(relation: Relation | Step): void {
    switch (relation.kind) {
      case 'links':
        for (const { predicate } of relation.links) this.#predicates.add(predicate);
        break;
      case 'negated':
        this.#everything = true;
        break;
      case 'closure':
        this.#addRelation(relation.step);
        break;
      case 'sequence':
      case 'alternative':
        for (const step of relation.steps) this.#addRelation(step);
    }
  }
}
