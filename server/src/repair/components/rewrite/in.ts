import { boundedEditDistance } from '../../../base/editDistance.ts';
import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { usesOf } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { acceptor } from '../../drafts/requirements.ts';
import type { Witness } from '../../drafts/wantedValue.ts';
import { areCountryCodes } from '../../evidence/codeLists.ts';
import { isCutShort, isPartSequenceIn, nameParts } from '../../evidence/nameSimilarity.ts';
import { areInSiblings } from '../../evidence/namespaceRelation.ts';
import { labelsOf, type NearMatch, nearestNames } from '../../evidence/nearestNames.ts';
import { haveSameMeaning } from '../../evidence/sameMeaning.ts';
import { isClearTypo, isSlipOfOneWord, reverses } from '../../slips/oneTypo.ts';
import { isOtherUnit, numberInUnit } from '../../values/units/amounts.ts';
import { isSameUnit, unitMeant, unitOfQudt, unitWritten } from '../../values/units/units.ts';
import { likelyRewrite, mayBeCountry, type RewritePlace, type Rewrites, readText } from './rewrites.ts';

const maxMembers = 6;

/** The intended member, by text, name or label, or one of a few members, those that others have most first. */
export const inRewrites: Rewrites<'in'> = {
  *meant({ members: listed }, value, at) {
    const { wanted, draft } = at;
    const accepts = acceptor(draft, wanted.requirements);
    const members = listed.filter((member) => !wanted.taken.has(member) && accepts(member));
    const { near, alike } = membersLike(value, members, (node) => labelsOf(draft.graph, node));
    // S.A. may be a different abbreviation than SA.
    const isCertain = !isDotted(value) && !mayBeCountry(shortName(value), at, members.map(shortName));
    const said = near.length === 0 ? [...saidOtherwise(value, members, at)] : [];
    yield* said;
    // A guess leaves the other members open.
    if (said.some(({ fix }) => fix.support !== 'plausible')) return;
    // Two equally near members leave the choice open.
    const [best, second] = near;
    const isClear = best !== undefined && (second === undefined || second.distance > best.distance);
    for (const { item, distance } of near) {
      const isBare = distance > 0 && differInAccents(shortName(value), shortName(item));
      const evidence: EvidenceItem =
        distance === 0 || isBare
          ? { kind: 'sameText', words: isBare ? 'the same but for accents' : 'says the same' }
          : { kind: 'likeName', words: 'the nearest of what sh:in allows' };
      const isSame = distance === 0 || isBare || isSlipOfOneWord(shortName(value), shortName(item));
      const isMeant = isCertain && isClear && isSame && item === best.item && !isInSibling(value, item);
      const isReversed = distance > 0 && reverses(shortName(value), shortName(item));
      yield likelyRewrite(
        item,
        isMeant ? 'attested' : 'plausible',
        isReversed ? [evidence, { kind: 'competing', words: 'the opposite' }] : evidence,
      );
    }
    for (const { member, words, isWhole } of alike) {
      // GM is in the name of KiloGM, and a thousandth of it.
      if (isOtherUnit(member, value, draft)) continue;
      // Figures alone may be those of another list: 90 of EI90, not of REI90.
      const isOnly = isWhole && alike.length === 1 && /\p{L}/u.test(shortName(value));
      yield likelyRewrite(member, isOnly ? 'attested' : 'plausible', {
        kind: 'likeName',
        words: `${draft.search.term(member)} ${words}`,
      });
    }
    if (near.length === 0) {
      const converted = members.flatMap((member): Witness | readonly [] => {
        const fix = numberInUnit(wanted, value, member, draft);
        return fix ? { value: member, fix } : [];
      });
      yield* converted;
      if (converted.length > 0) return;
    }
    if (listed.length > maxMembers) return;
    const known = new Set([
      ...near.map(({ item }) => item),
      ...alike.map(({ member }) => member),
      ...said.map((each) => each.value),
    ]);
    // Another unit of the same kind would make the number beside it a different amount.
    const rest = members.filter((member) => !known.has(member) && !isOtherUnit(member, value, draft));
    const nearby = oneLetterAway(value, rest);
    // One that is near, but the opposite, is as likely as the others.
    const open = rest.length + near.filter(({ item }) => reverses(shortName(value), shortName(item))).length;
    for (const { member, uses } of mostUsedFirst(rest, at)) {
      const likes = nearby.includes(member)
        ? [{ kind: 'likeName', words: 'one letter away', for: 2, of: 3 } as const]
        : [];
      yield likelyRewrite(member, 'plausible', [
        { kind: 'allowed', words: 'allowed by sh:in' },
        ...likes,
        ...(uses > 0 && nearby.length === 0 ? [{ kind: 'reuse', words: '', for: uses } as const] : []),
        ...(open > 1 ? [{ kind: 'rivals', words: '', for: open - 1, of: open } as const] : []),
      ]);
    }
  },
};

/** True for words that are the same but for accents, and long enough that these seldom make another one, as in `Bär` and `Bar`. */
function differInAccents(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.normalize('NFKD').replace(/\p{M}/gu, ''));
  return a === b && a!.length >= leastAccented;
}

const leastAccented = 6;

/** The member that a text means by another code or name of the same country, language or format, or by another way to write a time. */
function* saidOtherwise(value: TermId, members: readonly TermId[], at: RewritePlace): Iterable<Witness> {
  if (!terms.isLiteral(value)) return;
  const byName = new Map(members.map((member) => [shortName(member), member]));
  const names = [...byName.keys()];
  for (const { value: read, fix } of readText(value, at, (text) => byName.has(text), areCountryCodes(names))
    .witnesses)
    yield { value: byName.get(terms.value(read))!, fix };
}

/** The members of a list that a value resembles, the nearest first. */
interface LikeMembers {
  /** Those that it may misspell, or that mean the same. */
  readonly near: readonly NearMatch<TermId>[];
  /** Where there are none, those with which it shares words. */
  readonly alike: readonly NamedInPart[];
}

export function membersLike(
  value: TermId,
  members: readonly TermId[],
  labels: (node: TermId) => readonly string[],
): LikeMembers {
  const namesOf = (member: TermId) => [shortName(member), terms.value(member), ...labels(member)];
  const written = shortName(value);
  const names = [
    written,
    ...(isDotted(value) ? [written.replace(/[.\s]/g, '')] : []),
    // OAuth 2.0 is OAuth2.
    ...(/\p{L}.*\d\.0$/u.test(written) ? [written.slice(0, -2)] : []),
    ...(terms.isLiteral(value) ? [] : labels(value)),
  ];
  const found = names.map((name) => nearestNames(name, members, namesOf)).find((near) => near.length > 0);
  if (found) return { near: found, alike: [] };
  const same = members.filter((member) => haveSameMeaning(member, value) || areSameUnit(member, value));
  // Even in a short code, two letters may be swapped by accident.
  const nearly = members.filter(
    (member) => isClearTypo(written, shortName(member)) || isUnitCalledOtherwise(value, member),
  );
  const near =
    same.length > 0
      ? same.map((item) => ({ item, distance: 0 }))
      : nearly.map((item) => ({ item, distance: 1 }));
  return { near, alike: near.length > 0 ? [] : namedInPart(names, members, namesOf) };
}

/** True for an abbreviation with dots: N.T. */
function isDotted(value: TermId): boolean {
  return terms.isLiteral(value) && /^(?:\p{L}{1,2}\.\s?)+\p{L}{0,2}$/u.test(terms.value(value));
}

/** True for two texts that denote the same unit. */
function areSameUnit(one: TermId, other: TermId): boolean {
  if (!terms.isLiteral(one) || !terms.isLiteral(other)) return false;
  const [a, b] = [unitWritten(terms.value(one)), unitWritten(terms.value(other))];
  return a !== undefined && b !== undefined && a.dimension === b.dimension && isSameUnit(a, b);
}

/** True for an IRI that ends with the symbol of a unit of QUDT: unit:KW for unit:KiloW. */
function isUnitCalledOtherwise(iri: TermId, member: TermId): boolean {
  if (!terms.isIri(iri) || !terms.isIri(member)) return false;
  const [a, b] = [unitMeant(shortName(iri)), unitOfQudt(shortName(member))];
  return a !== undefined && b !== undefined && a.dimension === b.dimension && isSameUnit(a, b);
}

function isInSibling(one: TermId, other: TermId): boolean {
  return terms.isIri(one) && terms.isIri(other) && areInSiblings(terms.value(one), terms.value(other));
}

/** The members one letter away: even in a code, that is likelier than another one. */
function oneLetterAway(value: TermId, members: readonly TermId[]): readonly TermId[] {
  const name = shortName(value);
  const found = members.filter((member) => boundedEditDistance(name, shortName(member), 1) === 1);
  return name.length < leastCode || /\d/.test(name) ? [] : found;
}

const leastCode = 3;

/** Shorter ones begin too many words by chance. */
const leastWord = 4;

const maxUses = 200;

/** The members that others have most come first; equal ones are in the order of the list. */
function mostUsedFirst(
  members: readonly TermId[],
  { wanted, draft }: RewritePlace,
): readonly { readonly member: TermId; readonly uses: number }[] {
  const { path, focusNode } = wanted;
  const all = path.kind === 'predicate' ? usesOf(draft, path.predicate, maxUses) : [];
  // The unit of a power says more about that of another power than the unit of an area does.
  const places = terms.isBlank(focusNode)
    ? draft.graph.incoming(focusNode).map((each) => each.predicate)
    : [];
  const like = all.filter(({ subject }) =>
    draft.graph.incoming(subject).some(({ predicate }) => places.includes(predicate)),
  );
  const others = like.some(({ object }) => members.includes(object)) ? like : all;
  return members
    .map((member) => ({ member, uses: others.filter(({ object }) => object === member).length }))
    .sort((a, b) => b.uses - a.uses);
}

interface NamedInPart {
  readonly member: TermId;
  readonly words: string;
  /** True when only what all members share is missing. */
  readonly isWhole: boolean;
}

/** Of words that these link, initials say too little. */
const linkingWords = new Set(
  'of and or the for to in on with by und oder von der die das et ou de du la le y o'.split(' '),
);

/**
 * The members whose name has the words of the value and more, or fewer, or that it abbreviates: EventCancelled for Cancelled, "open" for
 * "open since May", "medium" for "med". Nothing for values that negate: NotPublic is not Public.
 */
function namedInPart(
  names: readonly string[],
  members: readonly TermId[],
  namesOf: (member: TermId) => readonly string[],
): readonly NamedInPart[] {
  const parts = new Map(members.map((member) => [member, nameParts(shortName(member))]));
  const shared = sharedEnds([...parts.values()]);
  for (const name of names) {
    const own = nameParts(name);
    if (own.length === 0) continue;
    const found = members.flatMap((member): NamedInPart | readonly [] => {
      const long = parts.get(member)!;
      const stem = long.slice(shared.start, long.length - shared.end);
      if (
        shared.start + shared.end > 0 &&
        stem.length === own.length &&
        stem.every((part, i) => part === own[i])
      ) {
        return { member, words: `has this name, apart from the part that all members share`, isWhole: true };
      }
      const contains = namesOf(member)
        .map(nameParts)
        .some((each) => isPartSequenceIn(own, each) && !negates(each, own));
      if (contains) return { member, words: `has "${name}" in its name`, isWhole: false };
      if (isPartSequenceIn(long, own) && !negates(own, long)) {
        return { member, words: `is named in "${name}"`, isWhole: false };
      }
      return [];
    });
    const whole = found.filter(({ isWhole }) => isWhole);
    if (found.length > 0) return whole.length > 0 ? whole : found;
    const short = own.length === 1 && /^\p{L}+$/u.test(own[0]!) ? own[0]! : undefined;
    const abbreviated =
      short === undefined ? [] : members.filter((member) => foldedName(member).startsWith(short));
    const isWord = (short?.length ?? 0) >= leastWord;
    if (abbreviated.length === 1 || (isWord && abbreviated.length > 0 && abbreviated.length <= maxMembers)) {
      return abbreviated.map((member) => ({ member, words: `begins with "${name}"`, isWhole: false }));
    }
    const areLetters = members.every((member) => /^\p{L}$/u.test(shortName(member)));
    const isCode = (member: TermId) =>
      areLetters && short !== undefined && short.length > 1 && short.startsWith(foldedName(member));
    const [start, ...starts] =
      short === undefined ? [] : members.filter((member) => isCode(member) || abbreviates(member, short));
    if (start !== undefined && starts.length === 0) {
      return [{ member: start, words: `may abbreviate "${name}"`, isWhole: false }];
    }
    if (own.some((word) => linkingWords.has(word))) continue;
    const initials = own.map((part) => part[0]).join('');
    const isInitials = own.length > 2 && !negations.has(initials) && !linkingWords.has(initials);
    const isOfInitials = (member: TermId) => isInitials && shortName(member).toLowerCase() === initials;
    const codes = members.filter((member) => isOfInitials(member) || isAbbreviation(shortName(member), own));
    const [code, ...further] = codes;
    if (code !== undefined && further.length === 0) {
      return [{ member: code, words: `may abbreviate "${name}"`, isWhole: false }];
    }
  }
  return [];
}

/** True for a member whose whole name is a word cut short. */
function abbreviates(member: TermId, word: string): boolean {
  const name = foldedName(member);
  return name.length < word.length && isCutShort(name, word);
}

/**
 * True for a code whose capital letters occur in the words in this order, beginning with the first letter: CR for
 * "critically endangered".
 */
function isAbbreviation(code: string, words: readonly string[]): boolean {
  if (!/^\p{Lu}{1,4}$/u.test(code)) return false;
  const text = words.join('');
  const letters = [...code.toLowerCase()];
  if (letters[0] !== text[0] || text.length < code.length + 2) return false;
  let at = 0;
  return letters.every((letter) => {
    const found = text.indexOf(letter, at);
    at = found + 1;
    return found >= 0;
  });
}

/** How many words all names share at the start and at the end. */
function sharedEnds(names: readonly (readonly string[])[]): { readonly start: number; readonly end: number } {
  const least = Math.min(...names.map(({ length }) => length)) - 1;
  if (names.length < 2 || least < 1) return { start: 0, end: 0 };
  const isShared = (at: number) => new Set(names.map((parts) => parts.at(at))).size === 1;
  let [start, end] = [0, 0];
  while (start < least && isShared(start)) start++;
  while (start + end < least && isShared(-1 - end)) end++;
  return { start, end };
}

/** True when the further words of the longer name reverse or halve the meaning. */
function negates(longer: readonly string[], shorter: readonly string[]): boolean {
  return longer.some((part) => !shorter.includes(part) && negations.has(part));
}

const negations = new Set(
  'no not non un in dis half semi part partly partially pre post anti ex former nearly almost quasi nicht kein keine pas sin sem'.split(
    ' ',
  ),
);

function foldedName(member: TermId): string {
  return nameParts(shortName(member)).join('');
}

/** The local name of an IRI, the text of a literal; empty for a blank node. */
export function shortName(term: TermId): string {
  if (terms.isBlank(term)) return '';
  return terms.isIri(term) ? localName(terms.value(term)) : terms.value(term);
}
