import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { Draft } from '../../drafts/draft.ts';
import { mintIri } from '../../drafts/mint.ts';
import { termWithText } from './literalText.ts';

/** What repairs put in the place of a value that is forbidden, for the user to overwrite. */
export function toFillIn(value: TermId, draft: Draft): TermId {
  return terms.isIri(value) ? mintIri(localName(terms.value(value)), value, draft) : termWithText(value, '');
}
