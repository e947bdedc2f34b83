import { namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { Evidence } from '../../drafts/evidence.ts';
import { type WeighedPlace, type WeighedValue, worths } from './weighedValue.ts';

/** Fewer values may all be different by chance. */
const leastOthers = 4;

/** Why a value would be unusual there, when another one would not. */
export function unusualValue(
  value: TermId,
  rest: readonly TermId[],
  place: WeighedPlace,
): WeighedValue | undefined {
  return (
    copied(value, place) ??
    unusualKind(value, rest, place) ??
    unusualZero(value, rest, place) ??
    unusuallyBare(value, rest, place) ??
    unusualNamespace(value, rest, place)
  );
}

/** A value of another node, where nodes otherwise never share one. */
function copied(value: TermId, { focusNode, others, path, draft }: WeighedPlace): WeighedValue | undefined {
  if (path.kind !== 'predicate' || others.length < leastOthers || !others.includes(value)) return undefined;
  if (new Set(others).size < others.length) return undefined;
  const { term } = draft.search;
  const owner = draft.graph.subjects(path.predicate, value).find((other) => other !== focusNode);
  // The draft may have taken the value from the other node already.
  if (owner === undefined) return undefined;
  const words = `it is the ${term(path.predicate)} of another node (${term(owner)}), and nodes do not share one`;
  return { value, worth: worths.unusual, against: { kind: 'leastInformative', words } };
}

/** A value of a kind that no other node has there, beside one of the kind that most others have. */
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

/** How many of the other values may be as unusual. */
const mostUnusual = 0.1;

/** A zero where hardly any other node has one, as is written before the number is known. */
function unusualZero(
  value: TermId,
  rest: readonly TermId[],
  { others }: WeighedPlace,
): WeighedValue | undefined {
  if (others.length < leastOthers || !isZero(value) || rest.every(isZero)) return undefined;
  const zeros = others.filter(isZero).length;
  if (zeros > mostUnusual * others.length) return undefined;
  const words = `${others.length - zeros} of ${others.length} others are not zero`;
  const against: Evidence = { kind: 'usual', words, for: others.length - zeros, of: others.length };
  return { value, worth: worths.unusual, against };
}

function isZero(value: TermId): boolean {
  return terms.isLiteral(value) && /^[-+]?0*\.?0+([eE][-+]?\d+)?$/.test(terms.value(value));
}

/** A named node of which only the class is known, where more is said of nearly all others. */
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
  const words = `nothing but its class is known of ${draft.search.term(value)}`;
  return { value, worth: worths.unusual, against: { kind: 'usual', words, for: said, of: others.length } };
}

/** A node outside of the namespace that nearly all others are of, beside one of that namespace. */
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
    const words = `${count} of ${others.length} others are of the namespace of ${draft.search.term(other)}`;
    return { value, worth: worths.unusual, against: { kind: 'usual', words, for: count, of: others.length } };
  }
  return undefined;
}

/** The class of a node, or the datatype and language of a literal. */
export function kindOf(value: TermId, { graph }: Draft): string {
  if (terms.isLiteral(value)) return `${terms.datatype(value)} ${terms.language(value).toLowerCase()}`;
  const [type] = graph.objects(value, rdf.type);
  return `${terms.isBlank(value) ? 'blank' : 'iri'} ${type}`;
}
