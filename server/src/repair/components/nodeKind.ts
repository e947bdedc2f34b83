import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { mintBlankNode, mintNamed } from '../drafts/mint.ts';
import type { ComponentRepair } from './component.ts';
import { exchangeValue } from './conform/exchangeValue.ts';
import { meantValue } from './unknown.ts';
import { nameOf, nearbyNodes, nearbyText } from './violate/nearbyTerms.ts';
import { violateByWrongValue } from './violate/violationEdits.ts';

/** Replaces the value by the IRI, literal or blank node that it stands for. */
export const nodeKindRepair: ComponentRepair<'nodeKind'> = {
  offers: [
    'the IRI that a text is, abbreviates or names',
    'the label, name or IRI of a node as text',
    'an IRI for a blank node, or a blank node for an IRI, with all that is said of it',
    'another value that the data supports',
    'a placeholder of the right kind',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
  /** A text in place of a node: its name or its IRI; or a node in place of a literal: one named by it, or one nearby. */
  violationEdits: (goal) =>
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
  violatedBy: 'refusedValue',
  unknown: meantValue,
};
