import { localName } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { Evidence } from '../../drafts/evidence.ts';
import { type Fix, fixOfChange } from '../../drafts/fix.ts';

/**
 * Of the triples that a query matched, those with a term that its vocabulary has replaced, such as a class that is
 * deprecated: with the term that replaces it.
 */
export function* replacedTerms(matched: readonly Triple[], draft: Draft): Iterable<Fix> {
  for (const triple of matched) {
    for (const part of ['object', 'predicate'] as const) {
      const successors = successorsOf(triple[part], draft);
      for (const { property, term: successor } of successors) {
        const { term } = draft.search;
        const words = `${term(triple[part])} says that it is replaced: ${term(property)}`;
        const evidence: Evidence[] = [{ kind: 'implied', words }];
        const [rivals, of] = [successors.length - 1, successors.length];
        if (rivals > 0) {
          evidence.push({ kind: 'rivals', words: `one of ${of} that replace it`, for: rivals, of });
        }
        const change = { added: [{ ...triple, [part]: successor }], removed: [triple] };
        yield fixOfChange(change, rivals > 0 ? 'plausible' : 'implied', evidence);
      }
    }
  }
}

/** The terms that a vocabulary names in place of one of its own. */
function successorsOf(
  replaced: TermId,
  { graph }: Draft,
): readonly { readonly property: TermId; readonly term: TermId }[] {
  if (!terms.isIri(replaced)) return [];
  return graph
    .outgoing(replaced)
    .filter(({ predicate, object }) => namesSuccessor(predicate) && terms.isIri(object))
    .map(({ predicate, object }) => ({ property: predicate, term: object }));
}

/** Such as dcterms:isReplacedBy, brick:isReplacedBy, schema:supersededBy, and IAO_0100001, "term replaced by" of OBO. */
function namesSuccessor(property: TermId): boolean {
  return /^(is)?(replaced|superseded)_?by$|^IAO_0100001$/i.test(localName(terms.value(property)));
}
