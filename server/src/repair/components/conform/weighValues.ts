import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { compareTerms } from '../../../rdf/termOrder.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { areTermsInOrder } from '../../../shacl/components/order.ts';
import { literalValue } from '../../../shacl/literals/literalValue.ts';
import { detachments } from '../../drafts/detachments.ts';
import { type Draft, isDescribed, usesOf, withFix } from '../../drafts/draft.ts';
import { isAttested } from '../../drafts/fix.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { leadsToBroader } from '../../evidence/hierarchy.ts';
import { likeliestFirst } from '../../evidence/likeliestFirst.ts';
import { foldName, typoDistance } from '../../evidence/nameSimilarity.ts';
import { isNamedAfter, usageAmongSiblings } from '../../evidence/pathUsage.ts';
import { isPlaceholderValue } from '../../evidence/placeholderText.ts';
import { saySame, saysLess } from '../../evidence/sameMeaning.ts';
import { knownValues } from '../../values/knownValues.ts';
import { acceptorAt, requirementsAt } from '../../values/requirements.ts';
import type { WantedValue } from '../../values/wantedValue.ts';
import type { Via } from './candidates.ts';

/** A value among too many, and what speaks for removing or keeping it. */
export interface WeighedValue {
  readonly value: TermId;
  /** How much would be lost with it; equal for values that nothing tells apart. */
  readonly worth: number;
  /** Why it may be removed. */
  readonly against?: Evidence;
  /** Why it should stay. */
  readonly inFavour?: Evidence;
}

/** The worth of values; up to `expendable`, nobody will miss them. */
export const worths = {
  wrong: 0,
  empty: 1,
  repeated: 2,
  undescribed: 3,
  expendable: 3,
  contained: 4,
  unusual: 5,
  plain: 6,
  supported: 7,
  implied: 8,
} as const;

/**
 * Weighs values of which some have to go: the least informative come first. Values that are equally good come in the
 * order of their terms, never of the text.
 */
export function weighValues(draft: Draft, at: Via, values: readonly TermId[]): readonly WeighedValue[] {
  const place: Place = { ...at, accepts: acceptorAt(draft, at), others: othersAt(draft, at), draft };
  const judged = values.map((value) => doubt(value, values, place) ?? { value, worth: worths.plain });
  const open = judged.filter(({ worth }) => worth === worths.plain);
  const favoured =
    open.length < 2
      ? new Map<TermId, WeighedValue>()
      : supported(
          draft,
          at,
          values,
          open.map(({ value }) => value),
        );
  return judged
    .map((each) => (each.worth === worths.plain ? (favoured.get(each.value) ?? each) : each))
    .sort((a, b) => a.worth - b.worth || compareTerms(b.value, a.value));
}

interface Place extends Via {
  readonly accepts: (value: TermId) => boolean;
  /** The values that other nodes have at the same property. */
  readonly others: readonly TermId[];
  readonly draft: Draft;
}

const maxOthers = 200;

function othersAt(draft: Draft, { focusNode, path }: Via): readonly TermId[] {
  if (path.kind !== 'predicate') return [];
  return usesOf(draft, path.predicate, maxOthers).flatMap(({ subject, object }) =>
    subject === focusNode ? [] : [object],
  );
}

/** What speaks against a value: the strongest reason. */
function doubt(value: TermId, values: readonly TermId[], place: Place): WeighedValue | undefined {
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
    return against(
      worths.contained,
      `${term(value)} is nearly ${term(misspelt)}, which is used elsewhere`,
      'likeName',
    );
  }
  if (isLeftAlone(value, rest, draft)) return against(worths.undescribed, `no file describes ${term(value)}`);
  return (
    superseded(value, rest, place) ??
    statedAsAlternative(value, place) ??
    copied(value, place) ??
    unusual(value, rest, place)
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
function isBetterForm(a: TermId, b: TermId, { others, draft }: Place): boolean {
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

/** The class of a node, or the datatype and language of a literal. */
function kindOf(value: TermId, { graph }: Draft): string {
  if (terms.isLiteral(value)) return `${terms.datatype(value)} ${terms.language(value).toLowerCase()}`;
  const [type] = graph.objects(value, rdf.type);
  return `${terms.isBlank(value) ? 'blank' : 'iri'} ${type}`;
}

/** True when the value misspells another one that is used or described elsewhere, while it is not itself. */
function isSlipOf(value: TermId, other: TermId, { others, draft }: Place): boolean {
  if (terms.isLiteral(value) !== terms.isLiteral(other) || terms.language(value) !== terms.language(other))
    return false;
  if (terms.isBlank(value) || terms.isBlank(other) || isElsewhere(value) || !isElsewhere(other)) return false;
  const nameOf = (term: TermId) => (terms.isIri(term) ? localName(terms.value(term)) : terms.value(term));
  const distance = typoDistance(nameOf(value), nameOf(other));
  return distance > 0 && Number.isFinite(distance);

  function isElsewhere(term: TermId): boolean {
    return others.includes(term) || isKnown(term, draft) === 1;
  }
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
  { path, draft }: Place,
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
function statedAsAlternative(value: TermId, { focusNode, path, draft }: Place): WeighedValue | undefined {
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

/** Fewer values may all be different by chance. */
const leastOthers = 4;

/** A value of another node, where nodes otherwise never share one. */
function copied(value: TermId, { focusNode, others, path, draft }: Place): WeighedValue | undefined {
  if (path.kind !== 'predicate' || others.length < leastOthers || !others.includes(value)) return undefined;
  if (new Set(others).size < others.length) return undefined;
  const { term } = draft.search;
  const owner = draft.graph.subjects(path.predicate, value).find((other) => other !== focusNode)!;
  const words = `it is the ${term(path.predicate)} of another node (${term(owner)}), and nodes do not share one`;
  return { value, worth: worths.unusual, against: { kind: 'leastInformative', words } };
}

/** A value of a kind that no other node has there, beside one of the kind that most others have. */
function unusual(value: TermId, rest: readonly TermId[], { others, draft }: Place): WeighedValue | undefined {
  if (others.length < 2) return undefined;
  const share = (term: TermId) =>
    others.filter((other) => kindOf(other, draft) === kindOf(term, draft)).length;
  const [own, best] = [share(value), Math.max(...rest.map(share))];
  if (own * 4 > best || best * 2 < others.length) return unusualForm(value, rest, others);
  const words = `${best} of ${others.length} others have the kind of value that stays`;
  return { value, worth: worths.unusual, against: { kind: 'usual', words, for: best, of: others.length } };
}

/** Fewer texts may look alike by chance. */
const leastForms = 3;

/** A text that looks unlike all others there, beside one that looks as they do: a name among codes. */
function unusualForm(
  value: TermId,
  rest: readonly TermId[],
  others: readonly TermId[],
): WeighedValue | undefined {
  const [form, ...further] = new Set(others.map(formOf));
  if (others.length < leastForms || form === undefined || further.length > 0) return undefined;
  if (formOf(value) === form || !rest.some((other) => formOf(other) === form)) return undefined;
  const words = 'all others are written as the value that stays';
  return {
    value,
    worth: worths.unusual,
    against: { kind: 'usual', words, for: others.length, of: others.length },
  };
}

/** The kinds of characters of a literal in order. */
function formOf(value: TermId): string {
  if (!terms.isLiteral(value)) return '';
  const text = terms
    .value(value)
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\p{Lu}/gu, 'A');
  return text.replace(/\p{Nd}+/gu, '0');
}

const maxWitnesses = 12;

/** Values that would be proposed if none of them was there; otherwise the one that is connected to the node as the values of others are. */
function supported(
  draft: Draft,
  at: Via,
  values: readonly TermId[],
  open: readonly TermId[],
): ReadonlyMap<TermId, WeighedValue> {
  const found = new Map<TermId, WeighedValue>();
  const [without] = detachments(draft, at, values);
  if (without === undefined) return found;
  const requirements = requirementsAt(draft, at.focusNode, at.path, at.shape);
  const wanted: WantedValue = { ...at, requirements, taken: new Set() };
  const here = withFix(draft, without);
  const usage = usageAmongSiblings(wanted, here);
  const named = open.filter((value) => isNamedLike(value, at.focusNode, usage.siblings, here));
  if (named.length > 0 && named.length < open.length) {
    const { term } = draft.search;
    for (const value of named) {
      const words = `${term(value)} is named like ${term(at.focusNode)}`;
      found.set(value, { value, worth: worths.supported, inFavour: { kind: 'analogy', words } });
    }
    return found;
  }
  // What most others have is no better than what few have: a closed file among open ones may well be closed.
  const isPopularity = ({ kind, of }: Evidence) => kind === 'peers' && of === usage.siblings.length;
  let asked = 0;
  for (const { value, fix } of knownValues(wanted, here)) {
    const [reason] = fix.evidence;
    if (reason && isPopularity(reason)) continue;
    if (values.includes(value) && isAttested(fix.support) && reason && !found.has(value)) {
      const worth = fix.support === 'attested' ? worths.supported : worths.implied;
      const words =
        worth === worths.implied ? `${draft.search.term(value)} is ${reason.words}` : reason.words;
      found.set(value, { value, worth, inFavour: { ...reason, words } });
    }
    if (++asked === maxWitnesses) break;
  }
  if (found.size > 0) return found;
  const [best, second] = likeliestFirst(open, wanted, usage, here);
  if (best && second && best.worth >= second.worth + leastLead) {
    const words = `${draft.search.term(best.value)} is connected as the values of others are`;
    found.set(best.value, {
      value: best.value,
      worth: worths.supported,
      inFavour: { kind: 'connected', words },
    });
  }
  return found;
}

/** True for a text that is the name of the node, and for a node that is named after it. */
function isNamedLike(value: TermId, focusNode: TermId, siblings: readonly TermId[], draft: Draft): boolean {
  if (!terms.isIri(focusNode) || terms.isBlank(value)) return false;
  if (!terms.isLiteral(value)) return isNamedAfter(draft, value, focusNode, siblings);
  return foldName(terms.value(value)) === foldName(localName(terms.value(focusNode)));
}

/** How much likelier one value has to be than the next. */
const leastLead = 0.4;
