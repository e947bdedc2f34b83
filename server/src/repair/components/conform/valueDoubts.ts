import type { Graph } from '../../../rdf/graph.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { OverlayGraph } from '../../../rdf/overlayGraph.ts';
import { compareTerms } from '../../../rdf/termOrder.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { areTermsInOrder } from '../../../shacl/components/range.ts';
import { detachments } from '../../drafts/detachments.ts';
import { type Draft, isDescribed } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { constraintsOfKind, requirementsAt } from '../../drafts/requirements.ts';
import { nameOfProperty } from '../../drafts/wantedValue.ts';
import { nameParts, typoDistance } from '../../evidence/nameSimilarity.ts';
import { isPlaceholderValue } from '../../evidence/placeholderText.ts';
import { differsInLetters, haveSameMeaning, isCopyOf, saysLess } from '../../evidence/sameMeaning.ts';
import { type WeighedPlace, type WeighedValue, worths } from './weighedValue.ts';

/** The strongest reason against a value. */
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
    kind: EvidenceItem['kind'] = 'leastInformative',
  ): WeighedValue => ({ value, worth, against: { kind, words } });
  if (!accepts(value) && !isUntyped(value, draft))
    return against(worths.wrong, `${term(value)} does not satisfy the other constraints`, 'forbidden');
  const rest = values.filter((other) => other !== value && accepts(other) && !isEmpty(other, place));
  if (rest.length === 0) return undefined;
  if (isEmpty(value, place)) {
    return against(
      worths.empty,
      terms.isBlank(value) ? 'the node says nothing' : `${term(value)} says nothing`,
    );
  }
  const twin = rest.find((other) => haveSameMeaning(value, other) && isBetterForm(other, value, place));
  if (twin !== undefined) {
    const words = `${term(value)} says the same as ${term(twin)}`;
    // Which spelling of a name is meant, the data says only where others have it.
    return differsInLetters(value, twin) && !place.others.includes(twin)
      ? against(worths.contained, words)
      : against(worths.repeated, words, 'duplicate');
  }
  const included = rest.find((other) => isIncluded(value, other, draft));
  if (included !== undefined)
    return against(worths.repeated, 'another node says all that it says', 'duplicate');
  const original = rest.find((other) => isCopyOf(value, other, withoutPlace(place, value)));
  if (original !== undefined)
    return against(worths.contained, `${term(value)} is named as a copy of ${term(original)}`, 'duplicate');
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
    superseded(value, rest, place) ??
    statedAsAlternative(value, place) ??
    (isUntyped(value, draft) ? undefined : unusualValue(value, rest, place))
  );
}

/** The data without the statements that put a value at the place. */
function withoutPlace({ draft, focusNode, path }: WeighedPlace, value: TermId): Graph {
  const [drop] = detachments(draft, { focusNode, path }, [value]);
  return drop ? new OverlayGraph(draft.graph, drop.change) : draft.graph;
}

/**
 * True for a node that is described but has no type: its lack of a required class shows what is missing, not that it is
 * wrong.
 */
function isUntyped(value: TermId, draft: Draft): boolean {
  return (
    !terms.isLiteral(value) && isDescribed(draft, value) && draft.graph.objects(value, rdf.type).length === 0
  );
}

/** True for placeholders, and for blank nodes without a statement. */
function isEmpty(value: TermId, place: WeighedPlace): boolean {
  return terms.isBlank(value)
    ? place.draft.graph.outgoing(value).length === 0
    : isPlaceholderValue(value, nameOfProperty(place));
}

/** True for a blank node whose statements are all made about another value, too. */
function isIncluded(value: TermId, other: TermId, { graph }: Draft): boolean {
  if (!terms.isBlank(value) || terms.isLiteral(other)) return false;
  const [less, more] = [graph.outgoing(value), graph.outgoing(other)];
  return (
    less.length < more.length && less.every(({ predicate, object }) => graph.has(other, predicate, object))
  );
}

/** True for the form that others use, then for the tidier and longer one, then for the first in the order of terms. */
function isBetterForm(a: TermId, b: TermId, { others, draft }: WeighedPlace): boolean {
  const sameUse = (value: TermId) => others.filter((other) => other === value).length;
  const use = (value: TermId) =>
    others.filter((other) => kindOf(other, draft) === kindOf(value, draft)).length;
  const tidy = (value: TermId) => (/^\s|\s$|\s\s/.test(terms.value(value)) ? 0 : 1);
  const cased = (value: TermId) =>
    /\p{Lu}/u.test(terms.value(value)) && /\p{Ll}/u.test(terms.value(value)) ? 1 : 0;
  return (
    (isKnown(a, draft) - isKnown(b, draft) ||
      sameUse(a) - sameUse(b) ||
      use(a) - use(b) ||
      tidy(a) - tidy(b) ||
      cased(a) - cased(b) ||
      compareTerms(b, a)) > 0
  );
}

/** 1 for values that a file describes or that also occur elsewhere. */
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
 * True when the words that one text has instead of another's occur elsewhere, at other nodes or in other statements about
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

/**
 * True for a node without description beside described ones in its namespace. Terms of other publishers are not described
 * here.
 */
function isLeftAlone(value: TermId, rest: readonly TermId[], draft: Draft): boolean {
  if (terms.isLiteral(value) || isDescribed(draft, value)) return false;
  const described = rest.filter((other) => !terms.isLiteral(other) && isDescribed(draft, other));
  const namespace = namespaceOf(terms.value(value));
  return described.some((other) => terms.isBlank(value) || namespaceOf(terms.value(other)) === namespace);
}

/** The time of a change, when the node also has a later one. */
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

/** A text that the node also has as an alternative text, where it may stay. */
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

/** Fewer values may all be different by chance. */
const leastOthers = 4;

/** Why a value would be unusual there, when another one would not. */
function unusualValue(value: TermId, rest: readonly TermId[], place: WeighedPlace): WeighedValue | undefined {
  return (
    copied(value, place) ??
    unusualKind(value, rest, place) ??
    unusualZero(value, rest, place) ??
    unusuallyBare(value, rest, place) ??
    unusualNamespace(value, rest, place)
  );
}

/** A value of another node, where nodes otherwise never share values, and none has to be one of a list. */
function copied(value: TermId, place: WeighedPlace): WeighedValue | undefined {
  const { focusNode, others, path, draft } = place;
  if (path.kind !== 'predicate' || others.length < leastOthers || !others.includes(value)) return undefined;
  if (new Set(others).size < others.length) return undefined;
  const { unfolded } = requirementsAt(draft, focusNode, path, place.shape);
  if (constraintsOfKind(unfolded, 'in').length > 0) return undefined;
  const { term } = draft.search;
  const owner = draft.graph.subjects(path.predicate, value).find((other) => other !== focusNode);
  // The draft may have taken the value from the other node already.
  if (owner === undefined) return undefined;
  const words = `it is the ${term(path.predicate)} of another node (${term(owner)}), and nodes do not share one`;
  return { value, worth: worths.unusual, against: { kind: 'leastInformative', words } };
}

/** A value of a kind that no other node has there, beside a value of the usual kind. */
function unusualKind(
  value: TermId,
  rest: readonly TermId[],
  { others, draft }: WeighedPlace,
): WeighedValue | undefined {
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

/** A text that looks unlike all others there, beside one that looks like them: a name among codes. */
function unusualForm(
  value: TermId,
  rest: readonly TermId[],
  others: readonly TermId[],
): WeighedValue | undefined {
  const [form, ...further] = new Set(others.map(formOf));
  if (others.length < leastForms || form === undefined || further.length > 0) return undefined;
  // That all others are of one word is chance.
  if ([form, formOf(value)].every((each) => /^A?a(?: A?a)*$/.test(each))) return undefined;
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

/** The largest share of the other values that may be equally unusual. */
const mostUnusual = 0.1;

/** A zero where hardly any other node has one, as a placeholder for an unknown number. */
function unusualZero(
  value: TermId,
  rest: readonly TermId[],
  { others }: WeighedPlace,
): WeighedValue | undefined {
  if (others.length < leastOthers || !isZero(value) || rest.every(isZero)) return undefined;
  const zeros = others.filter(isZero).length;
  if (zeros > mostUnusual * others.length) return undefined;
  const words = `${others.length - zeros} of ${others.length} others are not zero`;
  const against: EvidenceItem = { kind: 'usual', words, for: others.length - zeros, of: others.length };
  return { value, worth: worths.unusual, against };
}

function isZero(value: TermId): boolean {
  return terms.isLiteral(value) && /^[-+]?0*\.?0+([eE][-+]?\d+)?$/.test(terms.value(value));
}

/** A named node of which only the class is known, where nearly all others have more statements. */
function unusuallyBare(
  value: TermId,
  rest: readonly TermId[],
  { others, draft }: WeighedPlace,
): WeighedValue | undefined {
  const isBare = (term: TermId) =>
    terms.isIri(term) && draft.graph.outgoing(term).every(({ predicate }) => predicate === rdf.type);
  if (others.length < leastOthers || !isBare(value) || rest.every(isBare)) return undefined;
  const said = others.filter((other) => !isBare(other)).length;
  if (said < (1 - mostUnusual) * others.length) return undefined;
  const words = `only the class is known of ${draft.search.term(value)}`;
  return { value, worth: worths.unusual, against: { kind: 'usual', words, for: said, of: others.length } };
}

/** A node outside the namespace of nearly all others, beside one inside it. */
function unusualNamespace(
  value: TermId,
  rest: readonly TermId[],
  { others, draft }: WeighedPlace,
): WeighedValue | undefined {
  if (!terms.isIri(value) || others.length < leastOthers) return undefined;
  const namespace = namespaceOf(terms.value(value));
  for (const other of rest) {
    const usual = terms.isIri(other) ? namespaceOf(terms.value(other)) : namespace;
    if (usual === namespace) continue;
    const count = others.filter((term) => terms.isIri(term) && terms.value(term).startsWith(usual)).length;
    if (count < (1 - mostUnusual) * others.length) continue;
    const words = `${count} of ${others.length} others are in the namespace of ${draft.search.term(other)}`;
    return { value, worth: worths.unusual, against: { kind: 'usual', words, for: count, of: others.length } };
  }
  return undefined;
}

/** The class of a node, or the datatype and language of a literal. */
function kindOf(value: TermId, { graph }: Draft): string {
  if (terms.isLiteral(value)) return `${terms.datatype(value)} ${terms.language(value).toLowerCase()}`;
  const [type] = graph.objects(value, rdf.type);
  return `${terms.isBlank(value) ? 'blank' : 'iri'} ${type}`;
}

const maxHierarchyDepth = 5;
const maxReached = 200;

/**
 * The predicate by which one node leads to another that is more general: a superclass, a broader concept, the whole of a part, or the same property
 * once more. Undefined when none does.
 */
function leadsToBroader(
  graph: Graph,
  special: TermId,
  general: TermId,
  property: TermId | undefined,
): TermId | undefined {
  const seen = new Set([special]);
  let level: readonly TermId[] = [special];
  for (let depth = 0; depth < maxHierarchyDepth && seen.size < maxReached; depth++) {
    const next: TermId[] = [];
    for (const node of level) {
      if (terms.isLiteral(node)) continue;
      for (const { predicate, object } of graph.outgoing(node)) {
        if (predicate !== property && !generalises(predicate)) continue;
        if (object === general) return predicate;
        if (!terms.isLiteral(object) && !seen.has(object)) next.push(object);
        seen.add(object);
      }
      for (const { predicate, subject } of graph.incoming(node)) {
        if (!specialises(predicate)) continue;
        if (subject === general) return predicate;
        if (!seen.has(subject)) next.push(subject);
        seen.add(subject);
      }
    }
    level = next;
  }
  return undefined;
}

function generalises(predicate: TermId): boolean {
  return /^(?:sub(?:class|property|organi[sz]ation|unit)of|broader\w*|(?:is)?partof|parent\w*|within|locatedin|containedin\w*|sfwithin)$/i.test(
    localName(terms.value(predicate)),
  );
}

function specialises(predicate: TermId): boolean {
  return /^(?:narrower\w*|haspart|sfcontains)$/i.test(localName(terms.value(predicate)));
}
