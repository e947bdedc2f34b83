import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { mintBlankNode, mintNamed } from '../../drafts/mint.ts';
import { nameOf, nearbyNodes, nearbyText } from '../violate/nearbyTerms.ts';
import { type ViolationEdits, violateByWrongValue } from '../violate/violationEdits.ts';

/** A text in place of a node: its name or its IRI; or a node in place of a literal: one named by it, or one nearby. */
export const nodeKindViolationEdits: ViolationEdits<'nodeKind'> = {
  edits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      const { draft, focusNode } = goal;
      if (value === undefined || terms.isBlank(value)) yield terms.literal(nearbyText(goal));
      else if (terms.isIri(value)) {
        const [name, iri] = [nameOf(value, goal), terms.value(value)];
        yield terms.literal(name === '' ? localName(iri) : name);
        yield terms.literal(iri);
      }
      const text = value === undefined || terms.isBlank(value) ? nearbyText(goal) : terms.value(value);
      const named = mintNamed(text, focusNode, draft);
      if (named !== undefined) yield named;
      yield* nearbyNodes(goal);
      yield mintBlankNode(draft);
    }),
};
