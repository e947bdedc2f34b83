import { isomorphic } from '../../rdf/isomorphism.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { type PrecisionRecall, precisionRecall } from './precisionRecall.ts';

/**
 * Compares triples, each given once, with a reference. Each blank node is matched with at most one blank node of the
 * other graph: those with most in common are matched first, by their own statements and then by the statements that
 * refer to them. The scores are 1 for isomorphic graphs only.
 *
 * @param reference at least one triple.
 */
export function compareMatched(answer: Iterable<Triple>, reference: Iterable<Triple>): PrecisionRecall {
  const found = [...answer];
  const expected = [...reference];
  if (found.length === expected.length && isomorphic(found, expected)) return precisionRecall(1, 1, 1);
  const partners = matchBlankNodes(found, expected);
  const partner = (term: TermId) => (terms.isBlank(term) ? (partners.get(term) ?? -1) : term);
  const keys = new Set(expected.map(tripleKey));
  const hits = new Set(
    found
      .map(({ subject, predicate, object }) =>
        tripleKey({ subject: partner(subject), predicate, object: partner(object) }),
      )
      .filter((key) => keys.has(key)),
  );
  return precisionRecall(hits.size, new Set(found.map(tripleKey)).size, keys.size);
}

/** The partners of blank nodes of the first triples among those of the second. */
function matchBlankNodes(first: readonly Triple[], second: readonly Triple[]): ReadonlyMap<TermId, TermId> {
  const mine = [...signaturesOf(first)];
  const theirs = [...signaturesOf(second)];
  const pairs = mine.flatMap(([from, a], i) =>
    theirs.map(([to, b], j) => ({
      from,
      to,
      place: i * theirs.length + j,
      outgoing: common(a.outgoing, b.outgoing),
      incoming: common(a.incoming, b.incoming),
    })),
  );
  const byLikeness = pairs
    .filter(({ outgoing, incoming }) => outgoing + incoming > 0)
    .toSorted((a, b) => b.outgoing - a.outgoing || b.incoming - a.incoming || a.place - b.place);
  const partners = new Map<TermId, TermId>();
  const taken = new Set<TermId>();
  for (const { from, to } of byLikeness) {
    if (partners.has(from) || taken.has(to)) continue;
    partners.set(from, to);
    taken.add(to);
  }
  return partners;
}

interface Signature {
  readonly outgoing: Set<string>;
  readonly incoming: Set<string>;
}

function signaturesOf(triples: readonly Triple[]): ReadonlyMap<TermId, Signature> {
  const signatures = new Map<TermId, Signature>();
  const symbol = (term: TermId) => (terms.isBlank(term) ? '_' : `${term}`);
  const of = (term: TermId): Signature => {
    const known = signatures.get(term);
    if (known) return known;
    const signature = { outgoing: new Set<string>(), incoming: new Set<string>() };
    signatures.set(term, signature);
    return signature;
  };
  for (const { subject, predicate, object } of triples) {
    if (terms.isBlank(subject)) of(subject).outgoing.add(`${predicate} ${symbol(object)}`);
    if (terms.isBlank(object)) of(object).incoming.add(`${predicate} ${symbol(subject)}`);
  }
  return signatures;
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const each of a) if (b.has(each)) count++;
  return count;
}
