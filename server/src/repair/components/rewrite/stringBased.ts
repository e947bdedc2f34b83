import { commonStart } from '../../../base/diff.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { compileRegex } from '../../../rdf/literals/xpathRegex.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../../rdf/vocab.ts';
import { type Draft, isDescribed, isDescribedInData, usesOf } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { fixOfChange } from '../../drafts/fix.ts';
import { renameNode } from '../../drafts/renameNode.ts';
import { constraintsOfKind } from '../../drafts/requirements.ts';
import type { Witness } from '../../drafts/wantedValue.ts';
import { countryCodes } from '../../evidence/codeLists.ts';
import { primaryLanguage } from '../../evidence/languages.ts';
import { foldName, typoDistance } from '../../evidence/nameSimilarity.ts';
import { labelLiterals, labelsOf, nearestNames } from '../../evidence/nearestNames.ts';
import { isOwnTerm } from '../../evidence/ownTerms.ts';
import { isClearTypo } from '../../slips/oneTypo.ts';
import { patternEdits, requiredNamespace } from '../../values/patternEdits.ts';
import { sampleRegex } from '../../values/sampleRegex.ts';
import { isMailAddress, textAsIri } from '../../values/textAsIri.ts';
import { inLanguagesOf, languagesAt } from './languagesAt.ts';
import {
  likelyRewrite,
  literalWithText,
  placeholderRewrite,
  type RewritePlace,
  type Rewrites,
  readText,
  withOneMore,
} from './rewrites.ts';
import { textsOf } from './textsOf.ts';
import { namedByType } from './valueType.ts';

const askedForm: EvidenceItem = { kind: 'form', words: 'what sh:pattern asks for' };

/** The text as the pattern requires it, or an example of what it requires; for IRIs, another node or name. */
export const patternRewrites: Rewrites<'pattern'> = {
  *meant({ pattern, flags }, value, at) {
    if (terms.isBlank(value)) {
      yield* textsOf(value, at);
      yield* namedByType(value, at);
    } else if (terms.isIri(value)) {
      yield* addressAlone(value, pattern, flags, at);
      yield* nameThatMatches(value, pattern, flags, at);
      yield* addressOf(value, pattern, flags, at);
      yield* knownIris(value, pattern, flags, at);
      yield* otherIris(value, pattern, flags, at.draft);
    } else {
      const reading = compileRegex(pattern, flags);
      const matches = (text: string) => reading.kind === 'regex' && reading.test(text);
      const mayHang = reading.kind === 'illFormed' || reading.mayHang(maxCode + 1) !== undefined;
      const { witnesses, isUnderstood } = readText(value, at, matches);
      yield* witnesses;
      if (witnesses.length > 0) return;
      if (terms.datatype(value) === dateTime) yield* dateAlone(value, matches);
      const universal = inUniversalTime(terms.value(value));
      if (universal !== undefined && matches(universal)) {
        const words = 'the same moment in universal time';
        yield likelyRewrite(literalWithText(value, universal), 'attested', { kind: 'sameText', words });
        return;
      }
      const separated = isUnderstood ? undefined : separatedAsOthers(value, matches, at);
      if (separated !== undefined) {
        yield separated;
        return;
      }
      const edits = (isUnderstood ? [] : patternEdits(terms.value(value), pattern, flags)).filter(
        ({ text }) => !isPaddedUnlikeOthers(text, value, matches, at),
      );
      for (const { text, isClear, evidence } of edits) {
        // A short code in capital letters is often that of a country or currency; one in small letters, of a language.
        const isSame = isClear && !(/^[A-Z]{2,3}$/.test(terms.value(value)) && text === text.toLowerCase());
        yield likelyRewrite(literalWithText(value, text), isSame ? 'attested' : 'plausible', {
          kind: 'form',
          words: evidence,
        });
      }
      const used = edits.length > 0 ? [] : [...usedTexts(value, matches, at)];
      yield* used;
      const slips =
        isUnderstood || edits.length > 0 || used.length > 0 || mayHang
          ? []
          : [...oneCharacterAway(value, matches, at)];
      yield* slips;
      const sample =
        edits.length > 0 || used.length > 0 || slips.length > 0
          ? undefined
          : freeSample(value, pattern, flags, at);
      if (sample !== undefined) yield placeholderRewrite(sample, askedForm);
    }
  },
};

/**
 * The name of a node of the data that nothing describes, as the text that matches: the text was written as a name, with
 * underscores for its spaces.
 */
function* nameThatMatches(
  iri: TermId,
  pattern: string,
  flags: string,
  { wanted, draft }: RewritePlace,
): Iterable<Witness> {
  const reading = compileRegex(pattern, flags);
  if (reading.kind === 'illFormed' || reading.test(terms.value(iri))) return;
  if (isDescribed(draft, iri) || !isOwnTerm(draft, iri, wanted.focusNode)) return;
  const [asked] = constraintsOfKind(wanted.requirements.unfolded, 'datatype');
  const name = localName(terms.value(iri));
  const text = [name, name.replace(/_+/g, ' ')].find((each) => reading.test(each));
  if (text === undefined) return;
  const words = `the name of ${draft.search.term(iri)} as text, as sh:pattern asks for it`;
  yield likelyRewrite(terms.literal(text, asked?.datatype), 'attested', { kind: 'sameText', words });
}

/** The mail address or telephone number of an IRI as text, where the pattern wants that alone: `jo@x.example` of <mailto:jo@x.example>. */
function* addressAlone(
  iri: TermId,
  pattern: string,
  flags: string,
  { wanted }: RewritePlace,
): Iterable<Witness> {
  const reading = compileRegex(pattern, flags);
  const [, scheme, address] = /^(mailto|tel):(.+)$/i.exec(terms.value(iri)) ?? [];
  if (address === undefined || reading.kind === 'illFormed' || !reading.test(address)) return;
  if (reading.test(terms.value(iri))) return;
  const [asked] = constraintsOfKind(wanted.requirements.unfolded, 'datatype');
  const words = `the address without "${scheme}:"`;
  yield likelyRewrite(terms.literal(address, asked?.datatype), 'plausible', { kind: 'sameText', words });
}

const dateTime = terms.constant(`${namespaces.xsd}dateTime`);

/** The date of a date and time, where that is required. */
function* dateAlone(value: TermId, matches: (text: string) => boolean): Iterable<Witness> {
  const [date] = /^-?\d{4,}-\d\d-\d\d(?=T)/.exec(terms.value(value)) ?? [];
  if (date === undefined || !matches(date)) return;
  const words = 'the time is dropped';
  yield likelyRewrite(terms.literal(date, xsd.date), 'plausible', { kind: 'form', words });
}

/** A date and time with a zone, in universal time. */
function inUniversalTime(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(text)) return undefined;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString().replace('.000Z', 'Z');
}

/**
 * The code with a separator between its parts: the one that all other values of the property have, although the pattern
 * does not require it.
 */
function separatedAsOthers(
  literal: TermId,
  matches: (text: string) => boolean,
  { wanted: { path, taken }, draft }: RewritePlace,
): Witness | undefined {
  const text = terms.value(literal).trim();
  if (path.kind !== 'predicate' || !separators.test(text) || !/\d/.test(text)) return undefined;
  const others = usesOf(draft, path.predicate, maxKnown)
    .map(({ object }) => object)
    .filter((object) => terms.isLiteral(object) && !taken.has(object) && matches(terms.value(object)));
  const signs = new Set(others.map((object) => anySeparators.exec(terms.value(object))?.[0]));
  const [sign] = signs;
  if (sign === undefined || signs.size > 1 || others.length < 2) return undefined;
  const all = new RegExp(separators, 'gu');
  const separated = text.replaceAll(all, sign);
  if (separated === text) return undefined;
  const [written, how] =
    [
      [separated, ''],
      [separated.toUpperCase(), 'in capital letters, '],
      [separated.toLowerCase(), 'in small letters, '],
    ].find(([each]) => matches(each!)) ?? [];
  if (written === undefined) return undefined;
  const words = `${how}with "${sign}" between its parts, as all ${others.length} others`;
  // A few digits with something between them may be numbers: 2 5 beside 5-6.
  const isCode = /\p{L}/u.test(text) || text.replace(/\D/g, '').length >= leastDigits;
  // Different signs may have different meanings.
  const isClear = isCode && new Set(text.match(all)).size === 1;
  return likelyRewrite(literalWithText(literal, written), isClear ? 'attested' : 'plausible', {
    kind: 'form',
    words,
  });
}

const leastDigits = 7;

const anySeparators = /(?<=[\p{L}\p{N}])[-_\s./]+(?=[\p{L}\p{N}])/u;

/** All except the points and slashes of numbers: 2.5 and 1/2. */
const separators = /(?<=[\p{L}\p{N}])(?![./]\p{N}(?<=\p{N}..))[-_\s./]+(?=[\p{L}\p{N}])/u;

/** Matching texts that several others have at the same property and that this one may misspell: "euro" for "EUR". */
function* usedTexts(
  literal: TermId,
  matches: (text: string) => boolean,
  { wanted: { path, taken }, draft }: RewritePlace,
): Iterable<Witness> {
  if (path.kind !== 'predicate') return;
  const counts = new Map<TermId, number>();
  for (const { object } of usesOf(draft, path.predicate, maxKnown)) {
    if (object === literal || taken.has(object) || !terms.isLiteral(object)) continue;
    if (matches(terms.value(object))) counts.set(object, (counts.get(object) ?? 0) + 1);
  }
  const several = [...counts.keys()].filter((object) => counts.get(object)! > 1);
  const text = terms.value(literal);
  for (const { item, distance } of nearestNames(text, several, (each) => [terms.value(each)], codeDistance)) {
    const length = Math.max(text.length, terms.value(item).length);
    const words = `${counts.get(item)} others have ${draft.search.term(item)}, which has a similar spelling`;
    yield likelyRewrite(item, 'plausible', { kind: 'likeName', words, for: length - distance, of: length });
  }
}

/** True for a text with a zero before it where no other text at the property begins with one. */
function isPaddedUnlikeOthers(
  text: string,
  literal: TermId,
  matches: (text: string) => boolean,
  { wanted: { path, focusNode }, draft }: RewritePlace,
): boolean {
  if (path.kind !== 'predicate' || !/^0+$/.test(text.slice(0, -terms.value(literal).length))) return false;
  if (!text.endsWith(terms.value(literal))) return false;
  const others = usesOf(draft, path.predicate, maxKnown).filter(
    ({ subject, object }) => subject !== focusNode && matches(terms.value(object)),
  );
  if (others.length >= leastLike && others.every(({ object }) => !terms.value(object).startsWith('0')))
    return true;
  return (
    !hasCheckDigit(text) &&
    others.length > 1 &&
    others.every(({ object }) => hasCheckDigit(terms.value(object)))
  );
}

/** True for the number of an article (EAN, GTIN, ISBN-13) whose last digit follows from the others. */
function hasCheckDigit(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text].reverse().reduce((all, digit, i) => all + Number(digit) * (i % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** Longer texts are no codes. */
const maxCode = 40;
const leastCode = 4;
const leastLike = 3;

/**
 * The only text that matches once a single character is inserted or removed: "TV-0633" for "T-0633". Where several are, the
 * only one that begins as all others at the property do.
 */
function* oneCharacterAway(
  literal: TermId,
  matches: (text: string) => boolean,
  { wanted: { path, focusNode, taken }, draft }: RewritePlace,
): Iterable<Witness> {
  const text = terms.value(literal);
  if (text.length < leastCode || text.length > maxCode || !/\d/.test(text)) return;
  const matching = [...oneCharacterOff(text)].filter((each) => matches(each));
  const others = (path.kind === 'predicate' ? usesOf(draft, path.predicate, maxKnown) : []).flatMap(
    ({ subject, object }) =>
      subject !== focusNode && matches(terms.value(object)) ? terms.value(object) : [],
  );
  const areChecked = others.length > 1 && others.every(hasCheckDigit);
  const found = areChecked ? matching.filter(hasCheckDigit) : matching;
  const start =
    others.length < (areChecked ? 2 : leastLike)
      ? ''
      : others.reduce((one, other) => one.slice(0, commonStart(one, other)));
  const like = found.length > 1 && start.length > 1 ? found.filter((each) => each.startsWith(start)) : found;
  const [only, ...more] = like;
  if (only === undefined || more.length > 0 || taken.has(literalWithText(literal, only))) return;
  const what = only.length > text.length ? 'with one more character' : 'with one character less';
  const words = found.length > 1 ? `${what}, beginning as all ${others.length} others` : what;
  yield likelyRewrite(literalWithText(literal, only), 'plausible', { kind: 'form', words });
}

const codeCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-';

/** The code with one more character or one less. Without its space, it would be another word. */
function oneCharacterOff(text: string): ReadonlySet<string> {
  const shorter = [...text.matchAll(/[\p{L}\p{N}-]/gu)].map(
    ({ 0: { length }, index }) => text.slice(0, index) + text.slice(index + length),
  );
  return new Set([...withOneMore(text, codeCharacters), ...shorter]);
}

/** Words often begin with their codes. */
function codeDistance(word: string, code: string): number {
  return code.length > 1 && foldName(word).startsWith(foldName(code)) ? 1 : typoDistance(word, code);
}

/** The address that a relative IRI is, which lacks its scheme: mailto:a@b.example for <a@b.example>. */
function* addressOf(
  iri: TermId,
  pattern: string,
  flags: string,
  { wanted, draft }: RewritePlace,
): Iterable<Witness> {
  const reading = compileRegex(pattern, flags);
  const name = localName(terms.value(iri));
  if (reading.kind === 'illFormed' || !isMailAddress(name) || isDescribed(draft, iri)) return;
  // A server may be asked in the name of a user.
  const isServer = /^https?:\/\/[^/]*@/.test(terms.value(iri));
  for (const { iri: meant, support, evidence } of textAsIri(name, wanted, draft)) {
    if (reading.test(terms.value(meant)))
      yield likelyRewrite(meant, isServer ? 'plausible' : support, evidence);
  }
}

/** A matching text that is not used yet. */
function freeSample(
  literal: TermId,
  pattern: string,
  flags: string,
  { wanted }: RewritePlace,
): TermId | undefined {
  const reading = compileRegex(pattern, flags);
  const sample = sampleRegex(pattern, flags);
  if (sample === undefined || reading.kind === 'illFormed') return undefined;
  const text = terms.value(literal).trim();
  // Where no spaces are allowed, the words themselves are most of what is to be filled in.
  const joined = /\s/.test(text) ? ['-', '_', ''].map((sign) => text.replace(/\s+/g, sign)) : [];
  return [...joined, ...['', '1', '2', 'x', ' 2'].map((more) => sample + more)]
    .filter((each) => reading.test(each))
    .map((each) => literalWithText(literal, each))
    .find((value) => !wanted.taken.has(value));
}

const maxKnown = 3000;

/** Nodes of the unit that match and have the same or nearly the same name. */
function* knownIris(
  iri: TermId,
  pattern: string,
  flags: string,
  { wanted, draft }: RewritePlace,
): Iterable<Witness> {
  const reading = compileRegex(pattern, flags);
  if (reading.kind === 'illFormed') return;
  const { graph, search } = draft;
  const pool = new Set<TermId>();
  const consider = (term: TermId) => {
    if (term !== iri && terms.isIri(term) && reading.test(terms.value(term))) pool.add(term);
  };
  const { path } = wanted;
  if (path.kind === 'predicate')
    for (const { object } of usesOf(draft, path.predicate, maxKnown)) consider(object);
  const asked = requiredNamespace(pattern, flags);
  const name = localName(terms.value(iri));
  const inNamespace = asked === undefined ? undefined : terms.iri(asked + name);
  if (inNamespace !== undefined && graph.outgoing(inNamespace).length > 0) consider(inNamespace);
  const namesOf = (node: TermId) => [localName(terms.value(node)), ...labelsOf(graph, node)];
  const near = nearestNames(name, pool, namesOf);
  for (const { item, distance } of near) {
    const isClear = distance === 0 && near.length === 1 && !isDescribed(draft, iri);
    const words = `${search.term(item)} has ${distance === 0 ? 'the same' : 'nearly the same'} name and matches`;
    // Of two publishers, each has a group or catalogue with the most usual names.
    const other = areOfOthers(terms.value(iri), terms.value(item))
      ? [{ kind: 'competing', words: 'it is in another place' } as const]
      : [];
    yield likelyRewrite(item, isClear && other.length === 0 ? 'attested' : 'plausible', [
      { kind: 'form', words },
      ...other,
    ]);
  }
}

/** True for IRIs of one server whose paths differ in more than their last step and its spelling. */
function areOfOthers(one: string, other: string): boolean {
  const [a, b] = [one, other].map((iri) => /^https?:\/\/([^/]+)(\/.*)?$/.exec(iri));
  if (!a || !b || a[1] !== b[1]) return false;
  const [from = '', to = ''] = [a[2] ?? '', b[2] ?? ''].map((path) => path.replace(/[^/#]*[/#]?$/, ''));
  const holds = (whole: string, part: string) => whole.startsWith(part) || whole.endsWith(part);
  // A step may be lacking: /unit/ for /vocab/unit/.
  if (holds(from, to) || holds(to, from)) return false;
  return foldName(from) !== foldName(to) && !isClearTypo(from, to);
}

/** The IRI written as the pattern requires. A node that is described keeps its description. */
function* otherIris(iri: TermId, pattern: string, flags: string, draft: Draft): Iterable<Witness> {
  const text = terms.value(iri);
  const namespace = namespaceOf(text);
  const asked = requiredNamespace(pattern, flags);
  const edits = patternEdits(localName(text), pattern, flags, namespace).map((edit) => ({
    text: namespace + edit.text,
    evidence: edit.evidence,
  }));
  const reading = compileRegex(pattern, flags);
  const schemes = ['https:', 'http:']
    .map((scheme) => ({
      text: text.replace(/^https?:/i, scheme),
      evidence: `with ${scheme.slice(0, -1)}`,
    }))
    .filter((edit) => reading.kind === 'regex' && reading.test(edit.text));
  const moved =
    asked === undefined || text.startsWith(asked)
      ? []
      : [
          {
            text: asked + localName(text),
            evidence: 'the same name in the namespace that the pattern asks for',
          },
        ];
  const slashes = withOrWithoutSlash(text).filter(
    (edit) => edit.text !== text && reading.kind === 'regex' && reading.test(edit.text),
  );
  for (const { text: other, evidence: words } of [...schemes, ...slashes, ...moved, ...edits]) {
    const evidence: EvidenceItem = { kind: 'form', words };
    const value = terms.iri(other);
    if (value === iri) continue;
    if (!isDescribed(draft, iri)) yield likelyRewrite(value, 'plausible', evidence);
    else if (isDescribedInData(draft, iri)) {
      const change = renameNode(draft, iri, value);
      if (change) yield { value, fix: fixOfChange(change, 'plausible', evidence) };
    }
  }
}

/** A web address with or without the slash at its end, or without its page. Other files have no place of their own. */
function withOrWithoutSlash(text: string): readonly { readonly text: string; readonly evidence: string }[] {
  const [, last = ''] = /^https?:\/\/[^/?#]+(?:(?:\/[^?#]*)?\/([^/?#]*))?$/i.exec(text) ?? [undefined, '?'];
  if (last === '?') return [];
  const bare = text.replace(/\/+$/, '');
  const without = { text: bare, evidence: 'without the slash at its end' };
  if (/^(?:index|deed)\.|^legalcode(?:\.|$)|\.(?:html?|php)$/i.test(last))
    return [without, { text: text.slice(0, -last.length), evidence: `without ${last}` }];
  return /\.[a-z]{2,}$/i.test(last)
    ? [without]
    : [without, { text: `${bare}/`, evidence: 'with a slash at its end' }];
}

/** Longer padding is not a useful start. */
const maxPadded = 1000;

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

/** Whether the values of others at the property are usually not numbers: a name is not padded. */
function hasWordsElsewhere({ wanted: { path, taken }, draft }: RewritePlace): boolean {
  if (path.kind !== 'predicate') return false;
  const others = usesOf(draft, path.predicate, maxKnown).filter(({ object }) => !taken.has(object));
  return 2 * others.filter(({ object }) => !isNumber(terms.value(object))).length > others.length;
}

/** A number with leading zeros, another label, or the same text to be completed. */
export const minLengthRewrites: Rewrites<'minLength'> = {
  *meant({ length }, value, at) {
    if (!terms.isLiteral(value)) {
      yield* textsOf(value, at);
      yield* namedByType(value, at);
      return;
    }
    const text = terms.value(value);
    const missing = length - [...text].length;
    if (missing > maxPadded) return;
    if (isNumber(text) && !hasWordsElsewhere(at)) {
      yield likelyRewrite(literalWithText(value, '0'.repeat(missing) + text), 'plausible', {
        kind: 'converted',
        words: 'the same number with leading zeros',
      });
      return;
    }
    if (!isText(value)) return;
    for (const label of otherLabels(value, at)) {
      if ([...terms.value(label.value)].length >= length) yield label;
    }
    yield placeholderRewrite(literalWithText(value, text + 'x'.repeat(missing)), {
      kind: 'invented',
      words: `too short for sh:minLength ${length}`,
    });
  },
};

/** The same text without superfluous spaces, another label, or as much of the text as is allowed. */
export const maxLengthRewrites: Rewrites<'maxLength'> = {
  *meant({ length }, value, at) {
    if (!terms.isLiteral(value)) {
      yield* textsOf(value, at);
      yield* namedByType(value, at);
      return;
    }
    const text = terms.value(value);
    const compact = text.trim().replace(/\s+/g, ' ');
    if (compact !== text) {
      yield likelyRewrite(literalWithText(value, compact), 'attested', {
        kind: 'sameText',
        words: 'the same text without needless spaces',
      });
    }
    // With fewer digits or letters, it would be a different number, date or address.
    if (!isText(value)) return;
    const { witnesses, isUnderstood } = readText(value, at, (read) => characters(read) <= length);
    yield* witnesses;
    if (isUnderstood) return;
    for (const label of otherLabels(value, at)) {
      if (characters(terms.value(label.value)) <= length) yield label;
    }
    const matching = onlyMatch(compact, length, at);
    if (matching !== undefined) {
      const { part, unknown } = matching;
      const evidence: EvidenceItem[] = [
        { kind: 'form', words: 'the only part of it that matches sh:pattern' },
      ];
      if (unknown !== undefined) evidence.push({ kind: 'competing', words: `"${unknown}" may change it` });
      yield likelyRewrite(literalWithText(value, part), 'plausible', evidence);
      return;
    }
    const named = partNamedLikeNode(compact, at);
    if (named !== undefined && characters(named) <= length) {
      const words = `the part of it that is named like ${at.draft.search.term(at.wanted.focusNode)}`;
      yield likelyRewrite(literalWithText(value, named), 'plausible', { kind: 'form', words });
    }
    const isCode = /\d/.test(compact) && !/\p{Ll}{3}/u.test(compact);
    for (const [separators, words] of isCode ? codeSeparators : []) {
      const joined = compact.replace(separators, '');
      if (joined === compact || characters(joined) > length) continue;
      yield likelyRewrite(literalWithText(value, joined), 'attested', {
        kind: 'sameText',
        words: `the same code ${words}`,
      });
      return;
    }
    const cut = [...compact].slice(0, length).join('');
    // A part of a code is a different code, and of a text that has to lose most of its length, hardly a word is left.
    const isGreatlyCut = isCode || characters(compact) > 2 * length;
    const words = isGreatlyCut ? undefined : cutAtWord(compact, cut);
    // Only its author can say what to keep.
    if (words !== undefined) {
      yield placeholderRewrite(literalWithText(value, words), {
        kind: 'lostText',
        words: `the same text, cut to ${characters(words)} characters at a word`,
      });
    }
    for (let shorter = 0; shorter < maxShorter; shorter++) {
      const whole = [...cut]
        .slice(0, length - shorter)
        .join('')
        .trimEnd();
      const rest = literalWithText(value, whole);
      if (at.wanted.taken.has(rest)) continue;
      const evidence = {
        kind: 'lostText',
        words: `the same text, cut to ${characters(whole)} characters`,
      } as const;
      yield placeholderRewrite(rest, evidence);
      return;
    }
  },
};

/** The same text with its lines joined: a hyphen at the end of a line stays where it is. */
export const singleLineRewrites: Rewrites<'singleLine'> = {
  *meant(_, value, at) {
    if (!terms.isLiteral(value)) {
      yield* textsOf(value, at);
      return;
    }
    const joined = terms
      .value(value)
      .trim()
      .replace(/[ \t]*[\n\v\f\r]\s*/g, ' ');
    yield likelyRewrite(literalWithText(value, joined), 'attested', {
      kind: 'sameText',
      words: 'the same text on one line',
    });
  },
};

/**
 * The only part of a text, between spaces, that is short enough and that the patterns of the place accept, where the rest is a code or is
 * said by the node elsewhere: 2042 of "NSW 2042", not 40 of "minus 40". Codes other than those of countries may be words: "MINUS 40".
 */
function onlyMatch(
  text: string,
  length: number,
  { wanted, draft }: RewritePlace,
): { readonly part: string; readonly unknown: string | undefined } | undefined {
  const patterns = constraintsOfKind(wanted.requirements.unfolded, 'pattern').map(({ pattern, flags }) =>
    compileRegex(pattern, flags),
  );
  if (patterns.length === 0) return undefined;
  const parts = text.split(/[\s,;]+/);
  const [only, ...others] = parts.filter(
    (part) =>
      characters(part) <= length &&
      patterns.every((reading) => reading.kind === 'regex' && reading.test(part)),
  );
  const own = draft.graph.outgoing(wanted.focusNode).map(({ object }) => foldName(terms.value(object)));
  if (only === undefined || others.length > 0) return undefined;
  const rest = parts.filter((part) => part !== only && !own.includes(foldName(part)));
  if (!rest.every((part) => /^\p{Lu}{2,}$/u.test(part))) return undefined;
  return { part: only, unknown: rest.find((part) => countryCodes(part).length === 0) };
}

/** The only one of several texts in a row that is named like the node. */
function partNamedLikeNode(text: string, { wanted: { focusNode } }: RewritePlace): string | undefined {
  if (!terms.isIri(focusNode)) return undefined;
  const name = foldName(localName(terms.value(focusNode)));
  const parts = text.split(/[,;|]\s+/);
  if (parts.length < leastParts) return undefined;
  const isNamed = (part: string) =>
    foldName(part) === name || part.split(/\s+/).some((word) => word.length > 2 && foldName(word) === name);
  const [only, ...others] = parts.filter(isNamed);
  return others.length > 0 ? undefined : only;
}

const leastParts = 3;

/** Meaningless characters between the parts of a code. */
const codeSeparators = [
  [/\s+/g, 'without its spaces'],
  [/[-_\s./]+/g, 'without separators'],
] as const;

/** If the shortened text already exists, a shorter one may not. */
const maxShorter = 3;

function characters(text: string): number {
  return [...text].length;
}

/** The shortened text without its last word if that was cut, unless little would be left. */
function cutAtWord(text: string, cut: string): string | undefined {
  if (/^\s/.test(text.slice(cut.length))) return undefined;
  const whole = cut.replace(/[\s,;:–-]*\S*$/u, '');
  return whole.length >= 0.6 * cut.length ? whole : undefined;
}

/** True for literals whose text can be shortened or completed without becoming invalid for the datatype. */
function isText(literal: TermId): boolean {
  const datatype = terms.datatype(literal)!;
  if (datatype === xsd.anyURI) return false;
  const isOwn = !terms.value(datatype).startsWith(namespaces.xsd);
  return datatype === rdf.langString || isOwn || literalValue(literal)?.kind === 'string';
}

/** Other labels of the node, if the text is a label itself. */
function* otherLabels(literal: TermId, { wanted, draft }: RewritePlace): Iterable<Witness> {
  const { focusNode } = wanted;
  const labels = labelLiterals(draft.graph, focusNode);
  if (!labels.includes(literal)) return;
  for (const label of labels) {
    if (label === literal || terms.language(label) !== terms.language(literal)) continue;
    const value = literalWithText(literal, terms.value(label));
    const words = `another label of ${draft.search.term(focusNode)}`;
    yield likelyRewrite(value, 'plausible', { kind: 'elsewhere', words });
  }
}

const maxLanguages = 4;

/** The same text in one of the allowed languages. */
export const languageInRewrites: Rewrites<'languageIn'> = {
  *meant({ languages: allowed }, value, at) {
    const text = terms.value(value);
    const languages = languagesAt(text, at).slice(0, maxLanguages);
    if (!terms.isLiteral(value)) {
      for (const witness of textsOf(value, at)) {
        yield witness;
        if (terms.language(witness.value) !== '') continue;
        for (const { language } of languages) {
          yield { ...witness, value: terms.languageString(terms.value(witness.value), language) };
        }
      }
      return;
    }
    const inLanguage = (language: string) => terms.languageString(text, language, terms.direction(value));
    const tag = terms.language(value);
    if (tag === '') {
      // Only text has a language; numbers and dates do not.
      const isText = terms.datatype(value) === xsd.string || terms.datatype(value) === rdf.langString;
      const isOnlyOne = isText && allowed.length === 1 && allowed[0] !== '*';
      for (const { language, shown, isClear } of languages) {
        const listed = isOnlyOne
          ? ({ kind: 'only', words: 'the only language that is allowed' } as const)
          : ({ kind: 'allowed', words: 'one of the languages that are allowed' } as const);
        const isCertain = isOnlyOne || (isText && isClear);
        const evidence = isOnlyOne || shown === undefined ? listed : shown;
        yield likelyRewrite(inLanguage(language), isCertain ? 'attested' : 'plausible', evidence);
      }
      if (languages.length === 0) yield* inLanguagesOf(value, at);
      return;
    }
    const same = languages.filter(({ language }) => primaryLanguage(language) === primaryLanguage(tag));
    for (const { language } of same) {
      // A text for Brazil or in simplified signs is not one for Portugal or in traditional ones.
      const isOtherVariety = isVariety(tag) && isVariety(language) && !isSameTag(tag, language);
      yield likelyRewrite(
        inLanguage(language),
        same.length === 1 && !isOtherVariety ? 'attested' : 'plausible',
        { kind: 'sameText', words: `the same language as ${tag}` },
      );
    }
    // The text itself is in another language, so it has to be translated.
    if (same.length > 0) return;
    for (const { language } of languages) {
      yield placeholderRewrite(inLanguage(language), {
        kind: 'changedMeaning',
        words: `${tag} is not allowed`,
      });
    }
  },
};

/** True for a tag of a language as it is written or spoken somewhere. */
function isVariety(tag: string): boolean {
  return /[-_]/.test(tag);
}

function isSameTag(one: string, other: string): boolean {
  return one.replace(/_/g, '-').toLowerCase() === other.replace(/_/g, '-').toLowerCase();
}
