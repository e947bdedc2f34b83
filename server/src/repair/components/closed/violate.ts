import { namespaceOf } from '../../../rdf/iri.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { terms } from '../../../rdf/terms.ts';
import { fixOfChange } from '../../drafts/fix.ts';
import { inventedFix, type ViolationEdits, valuesAt } from '../violate/violationEdits.ts';

/** Adds a statement with a property that the data uses and the shapes do not mention. */
export const closedViolationEdits: ViolationEdits<'closed'> = {
  *edits(goal) {
    const { constraint, draft } = goal;
    const { graph, search } = draft;
    const tried = new Set<TermId>();
    for (const node of valuesAt(goal)) {
      if (terms.isLiteral(node)) continue;
      for (const { predicate, object } of search.input.dataGraph.triples()) {
        if (tried.has(predicate) || constraint.allowed.has(predicate)) continue;
        tried.add(predicate);
        const isSpokenOf = search.shapes.graph.incoming(predicate).length > 0;
        const added = { subject: node, predicate, object };
        if (!isSpokenOf && !graph.has(node, predicate, object)) {
          yield fixOfChange({ added: [added], removed: [] }, 'placeholder');
        }
      }
      const namespace = terms.isIri(node) ? namespaceOf(terms.value(node)) : 'http://example.org/';
      const predicate = terms.iri(`${namespace}unknownProperty`);
      const object = terms.literal('x');
      if (!constraint.allowed.has(predicate)) {
        yield inventedFix({ added: [{ subject: node, predicate, object }], removed: [] }, object);
      }
    }
  },
};
