import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { mintBlankNode, mintIri, mintNamed } from '../../drafts/mint.ts';
import { type ViolationEdits, violateByWrongValue } from '../violate/violationEdits.ts';

/** A literal in place of a node, or a node in place of a literal. */
export const nodeKindViolationEdits: ViolationEdits<'nodeKind'> = {
  edits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      const { draft, focusNode } = goal;
      const text = value === undefined || terms.isBlank(value) ? 'x' : terms.value(value);
      if (value === undefined || !terms.isLiteral(value)) yield terms.literal(localName(text));
      yield mintNamed(text, focusNode, draft) ?? mintIri('Thing', focusNode, draft);
      yield mintBlankNode(draft);
    }),
};
