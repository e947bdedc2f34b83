import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { compareTerms } from '../../../rdf/termOrder.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { areTermsInOrder } from '../../../shacl/components/order.ts';
import { type Draft, isDescribed } from '../../drafts/draft.ts';
import type { Evidence } from '../../drafts/evidence.ts';
import { leadsToBroader } from '../../evidence/hierarchy.ts';
import { nameParts, typoDistance } from '../../evidence/nameSimilarity.ts';
import { isPlaceholderValue } from '../../evidence/placeholderText.ts';
import { saySame, saysLess } from '../../evidence/sameMeaning.ts';
import { kindOf, unusualValue } from './unusualValues.ts';
import { type WeighedPlace, type WeighedValue, worths } from './weighedValue.ts';

/** What speaks against a value: the strongest reason. */
export function doubt(
  value: TermId,
  values: readonly TermId[],
  place: WeighedPlace,
): WeighedValue | undefined {
  const { draft, accepts } = place;
  const { term } = draft.search;
  const against = (
    worth: number,
    words: string,
    kind: Evidence['kind'] = 'leastInformative',
  ): WeighedValue => ({ value, worth, against: { kind, words } });
  if (!accepts(value))
    return against(worths.wrong, `${term(value)} does not satisfy the other constraints`, 'forbidden');
  const rest = values.filter((other) => other !== value && accepts(other) && !isEmpty(other, draft));
  if (rest.length === 0) return undefined;
  if (isEmpty(value, draft)) {
    return against(
      worths.empty,
      terms.isBlank(value) ? 'the node says nothing' : `${term(value)} says nothing`,
    );
  }
  const twin = rest.find((other) => saySame(value, other) && isBetterForm(other, value, place));
  if (twin !== undefined)
    return against(worths.repeated, `${term(value)} says the same as ${term(twin)}`, 'duplicate');
  const included = rest.find((other) => isIncluded(value, other, draft));
  if (included !== undefined)
    return against(worths.repeated, 'another node says all that it says', 'duplicate');
  if (value === place.focusNode) return against(worths.contained, `${term(value)} refers to itself`);
  const { predicate } = place.path.kind === 'predicate' ? place.path : { predicate: undefined };
  for (const other of rest) {
    if (other === place.focusNode) continue;
    const by = leadsToBroader(draft.graph, other, value, predicate);
    if (by !== undefined && leadsToBroader(draft.graph, value, other, predicate) === undefined) {
      return against(worths.contained, `${term(other)} leads to ${term(value)} by ${term(by)}`);
    }
  }
  const fuller = rest.find((other) => saysLess(value, other));
  if (fuller !== undefined) return against(worths.contained, `${term(fuller)} says more than ${term(value)}`);
  const misspelt = rest.find((other) => isSlipOf(value, other, place));
  if (misspelt !== undefined) {
    const isText = terms.isLiteral(misspelt) && !place.others.includes(misspelt);
    const known = isText ? 'whose words are used elsewhere' : 'which is used elsewhere';
    return against(worths.contained, `${term(value)} is nearly ${term(misspelt)}, ${known}`, 'likeName');
  }
  if (isLeftAlone(value, rest, draft)) return against(worths.undescribed, `no file describes ${term(value)}`);
  return (
    superseded(value, rest, place) ?? statedAsAlternative(value, place) ?? unusualValue(value, rest, place)
  );
}

/** True for placeholders, and for blank nodes without a statement. */
function isEmpty(value: TermId, { graph }: Draft): boolean {
  return terms.isBlank(value) ? graph.outgoing(value).length === 0 : isPlaceholderValue(value);
}

/** True for a blank node of which nothing is said but what is said of another value. */
function isIncluded(value: TermId, other: TermId, { graph }: Draft): boolean {
  if (!terms.isBlank(value) || terms.isLiteral(other)) return false;
  const [less, more] = [graph.outgoing(value), graph.outgoing(other)];
  return (
    less.length < more.length && less.every(({ predicate, object }) => graph.has(other, predicate, object))
  );
}

/** True for the form that others use, then for the tidier and longer one, then for the first in the order of terms. */
function isBetterForm(a: TermId, b: TermId, { others, draft }: WeighedPlace): boolean {
  const use = (value: TermId) =>
    others.filter((other) => kindOf(other, draft) === kindOf(value, draft)).length;
  const tidy = (value: TermId) => (/^\s|\s$|\s\s/.test(terms.value(value)) ? 0 : 1);
  const cased = (value: TermId) =>
    /\p{Lu}/u.test(terms.value(value)) && /\p{Ll}/u.test(terms.value(value)) ? 1 : 0;
  return (
    (isKnown(a, draft) - isKnown(b, draft) ||
      use(a) - use(b) ||
      tidy(a) - tidy(b) ||
      cased(a) - cased(b) ||
      compareTerms(b, a)) > 0
  );
}

/** 1 for values that a file describes or that stand elsewhere, too. */
function isKnown(value: TermId, draft: Draft): 0 | 1 {
  return !terms.isLiteral(value) && isDescribed(draft, value) ? 1 : 0;
}

/** True when the value misspells another one that is used or described elsewhere, while it is not itself. */
function isSlipOf(value: TermId, other: TermId, place: WeighedPlace): boolean {
  const { others, draft } = place;
  if (terms.isLiteral(value) !== terms.isLiteral(other) || terms.language(value) !== terms.language(other))
    return false;
  if (terms.isBlank(value) || terms.isBlank(other) || isElsewhere(value)) return false;
  const nameOf = (term: TermId) => (terms.isIri(term) ? localName(terms.value(term)) : terms.value(term));
  const distance = typoDistance(nameOf(value), nameOf(other));
  if (distance === 0 || !Number.isFinite(distance)) return false;
  return isElsewhere(other) || (terms.isLiteral(other) && hasKnownWords(value, other, place));

  function isElsewhere(term: TermId): boolean {
    return others.includes(term) || isKnown(term, draft) === 1;
  }
}

/**
 * True when the words that one text has in place of another's are known, from other nodes or from what else is said of
 * this one, and the other's are not.
 */
function hasKnownWords(value: TermId, other: TermId, { focusNode, others, draft }: WeighedPlace): boolean {
  const pair: readonly TermId[] = [value, other];
  const own = draft.graph.outgoing(focusNode).map(({ object }) => object);
  const texts = [focusNode, ...own, ...others].filter((term) => !terms.isBlank(term) && !pair.includes(term));
  const known = new Set(texts.flatMap((term) => [...wordsOf(term)]));
  const [words, otherWords] = [wordsOf(value), wordsOf(other)];
  const wrong = [...words].filter((word) => !otherWords.has(word));
  const right = [...otherWords].filter((word) => !words.has(word));
  return right.length > 0 && right.every((word) => known.has(word)) && !wrong.some((word) => known.has(word));
}

function wordsOf(term: TermId): ReadonlySet<string> {
  const text = terms.value(term);
  return new Set(nameParts(terms.isIri(term) ? localName(text) : text));
}

/** True for a node without description beside described ones in its namespace. What others publish is not described here. */
function isLeftAlone(value: TermId, rest: readonly TermId[], draft: Draft): boolean {
  if (terms.isLiteral(value) || isDescribed(draft, value)) return false;
  const described = rest.filter((other) => !terms.isLiteral(other) && isDescribed(draft, other));
  const namespace = namespaceOf(terms.value(value));
  return described.some((other) => terms.isBlank(value) || namespaceOf(terms.value(other)) === namespace);
}

/** An earlier moment of a last change. */
function superseded(
  value: TermId,
  rest: readonly TermId[],
  { path, draft }: WeighedPlace,
): WeighedValue | undefined {
  if (path.kind !== 'predicate' || literalValue(value)?.kind !== 'moment') return undefined;
  if (!/modified|updated|revised|lastchange|lastedit/i.test(localName(terms.value(path.predicate))))
    return undefined;
  const later = rest.find((other) => areTermsInOrder('lessThan', value, other));
  if (later === undefined) return undefined;
  const { term } = draft.search;
  const words = `${term(path.predicate)} is the last change, and ${term(later)} is later`;
  return { value, worth: worths.unusual, against: { kind: 'leastInformative', words } };
}

/** A text that the node also has as an alternative one, where it may stay. */
function statedAsAlternative(
  value: TermId,
  { focusNode, path, draft }: WeighedPlace,
): WeighedValue | undefined {
  if (path.kind !== 'predicate') return undefined;
  const other = draft.graph
    .outgoing(focusNode)
    .find(
      ({ predicate, object }) =>
        predicate !== path.predicate &&
        object === value &&
        /alt|hidden|other|former|previous/i.test(localName(terms.value(predicate))),
    );
  if (other === undefined) return undefined;
  const { term } = draft.search;
  const words = `${term(focusNode)} also has it as ${term(other.predicate)}`;
  return { value, worth: worths.unusual, against: { kind: 'elsewhere', words } };
}
