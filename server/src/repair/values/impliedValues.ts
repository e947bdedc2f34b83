import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, rdfs } from '../../rdf/vocab.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import type { AttachmentPoint } from '../drafts/attachmentPoints.ts';
import { inversesOf } from '../evidence/inverses.ts';

const equivalentProperty = terms.constant(`${namespaces.owl}equivalentProperty`);

/** A value that the data states in other words. */
export interface ImpliedValue {
  readonly value: TermId;
  /** For example: implied by brick:isPointOf (owl:inverseOf brick:hasPoint). */
  readonly evidence: string;
}

/**
 * The values that can be attached because the graph implies the triple: by an inverse, symmetric or equivalent
 * property, a subproperty, or a chain of these. `schema` says how properties relate, where that is another graph.
 */
export function impliedValues(
  graph: Graph,
  step: AttachmentPoint,
  term: TermPrinter,
  schema: Graph = graph,
): readonly ImpliedValue[] {
  const found = new Map<TermId, string>();
  for (const rule of implyingProperties(schema, step.predicate)) {
    const inverse = step.inverse !== rule.flipped;
    const values = inverse
      ? graph.subjects(rule.property, step.node)
      : graph.objects(step.node, rule.property);
    for (const value of values) {
      if (!found.has(value)) found.set(value, `implied by ${term(rule.property)} (${rule.because(term)})`);
    }
  }
  return [...found].map(([value, evidence]) => ({ value, evidence }));
}

interface Rule {
  readonly property: TermId;
  /** True when `x property y` implies `y p x` rather than `x p y`. */
  readonly flipped: boolean;
  readonly because: (term: TermPrinter) => string;
}

/** The properties whose triples imply triples of the given one, nearest first, without itself. */
function implyingProperties(graph: Graph, predicate: TermId): readonly Rule[] {
  const seen = new Set([`${predicate} false`]);
  const rules: Rule[] = [];
  const start: Rule = { property: predicate, flipped: false, because: () => '' };
  const queue: Rule[] = [start];
  for (const rule of queue) {
    const { property } = rule;
    const reach = (next: TermId, flips: boolean, because: Rule['because']) => {
      const flipped = rule.flipped !== flips;
      const key = `${next} ${flipped}`;
      if (seen.has(key) || !terms.isIri(next)) return;
      seen.add(key);
      const via: Rule['because'] = (term) =>
        rule === start ? because(term) : `${because(term)}, ${rule.because(term)}`;
      const found = { property: next, flipped, because: via };
      rules.push(found);
      queue.push(found);
    };
    for (const { inverse, because } of inversesOf(graph, property)) reach(inverse, true, because);
    if (graph.has(property, rdf.type, owl.SymmetricProperty)) {
      reach(property, true, () => 'an owl:SymmetricProperty');
    }
    const equivalents = [
      ...graph.subjects(equivalentProperty, property),
      ...graph.objects(property, equivalentProperty),
    ];
    for (const equivalent of equivalents) {
      reach(equivalent, false, (term) => `owl:equivalentProperty ${term(property)}`);
    }
    for (const subproperty of graph.subjects(rdfs.subPropertyOf, property)) {
      reach(subproperty, false, (term) => `rdfs:subPropertyOf ${term(property)}`);
    }
  }
  return rules;
}
