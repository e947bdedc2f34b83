import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { languagesAt } from '../components/rewrite/languagesAt.ts';
import type { Draft } from '../drafts/draft.ts';
import { acceptor, constraintsOfKind, requirementsAt } from './requirements.ts';

/**
 * A literal as another property of a node may have it: unchanged where possible, otherwise the same text with the
 * datatype or a language that is asked for there. Undefined when the property does not take the text.
 */
export function literalInPlace(
  literal: TermId,
  focusNode: TermId,
  predicate: TermId,
  draft: Draft,
): TermId | undefined {
  const path = { kind: 'predicate', predicate } as const;
  const requirements = requirementsAt(draft, focusNode, path, undefined);
  const accepts = acceptor(draft, requirements);
  if (accepts(literal)) return literal;
  const text = terms.value(literal);
  const wanted = { focusNode, path, requirements, taken: new Set<TermId>() };
  const datatypes = constraintsOfKind(requirements.unfolded, 'datatype')
    .map(({ datatype }) => datatype)
    .filter((datatype) => datatype !== rdf.langString);
  return [
    terms.literal(text),
    ...datatypes.map((datatype) => terms.literal(text, datatype)),
    ...languagesAt(text, { wanted, draft }).map(({ language }) => terms.languageString(text, language)),
  ].find(accepts);
}
