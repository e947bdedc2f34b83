import { localName } from '../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { languageAndDirection } from '../../shacl/components/stringBased.ts';
import { attachByPath } from '../drafts/attachmentPoints.ts';
import { detachments } from '../drafts/detachments.ts';
import { type Draft, usesOf } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { combineFixes, type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Via } from '../drafts/goal.ts';
import { acceptor, constraintsOfKind, type Requirements, requirementsAt } from '../drafts/requirements.ts';
import { replaceValue } from '../drafts/valuePlace.ts';
import { likeliestLanguage, looksLike } from '../evidence/languages.ts';
import { foldName } from '../evidence/nameSimilarity.ts';
import { differsInLetters } from '../evidence/sameMeaning.ts';
import { type ComponentRepair, surplusValue } from './component.ts';
import { worths } from './conform/weighedValue.ts';
import { weighValues } from './conform/weighValues.ts';
import { languageNearby, nearbyText } from './violate/nearbyTerms.ts';
import { slipsOf } from './violate/typingSlips.ts';
import { inventedFix, usualValues, type ViolationGoal, valuesAt } from './violate/violationEdits.ts';

const maxAlternatives = 6;

/** Leaves one text for each language: removes repeated texts, changes the language of others, or removes them. */
export const uniqueLangRepair: ComponentRepair<'uniqueLang'> = {
  offers: [
    'removing a text that differs from another one only in case and spaces',
    'the language in which others have the same text',
    'the only other allowed language that is not used yet',
    'removing all but one of the texts',
  ],
  *fixes({ draft, violation }) {
    const { focusNode, path, sourceShape, language = '' } = violation;
    if (path === undefined) return;
    const place: Via = { focusNode, path, shape: sourceShape };
    const values = draft.evaluator.values(focusNode, path);
    const requirements = requirementsAt(draft, focusNode, path, sourceShape);
    const inLanguage = values.filter((value) => languageAndDirection(value).toLowerCase() === language);
    const { kept, repeated } = withoutRepeats(inLanguage, acceptor(draft, requirements));
    const start = repeated.length === 0 ? undefined : withoutRepeated(draft, place, repeated, kept);
    // A repeated text in a place that cannot be edited stays, and so does the result.
    if (repeated.length > 0 && start === undefined) return;
    const first = (fix: Fix) => (start ? combineFixes(start, fix) : fix);
    if (kept.length === 1) {
      if (start) yield start;
      return;
    }
    if (kept.length === 2) {
      for (const fix of otherLanguages(draft, place, kept, values, requirements)) yield first(fix);
    }
    // The least informative ones are removed first.
    const weighed = weighValues(draft, place, kept);
    for (const spared of weighed.toReversed().slice(0, maxAlternatives)) {
      const dropped = weighed.filter((each) => each !== spared);
      const isBest = dropped.every(({ worth }) => worth < spared.worth);
      const isClear = isBest && dropped.every(({ worth }) => worth <= worths.expendable);
      const reasons = isBest ? dropped.flatMap(({ against }) => against ?? spared.inFavour ?? []) : [];
      for (const fix of detachments(
        draft,
        place,
        dropped.map(({ value }) => value),
      )) {
        const told = fixOfChange(fix.change, isClear ? 'attested' : 'plausible', reasons);
        yield first(reasons.length > 0 ? told : fix);
      }
    }
  },
  /**
   * Adds a second text in a language that already has one: a text of another node, or the same with a typing error. Or
   * gives a text the language of another one. If no text has a language, adds two.
   */
  *violationEdits(goal) {
    const { focusNode, path, draft } = goal;
    if (path === undefined) return;
    const values = valuesAt(goal);
    const tagged = values.filter((value) => terms.language(value));
    for (const value of tagged) {
      for (const twin of twinsOf(value, goal)) {
        const added = values.includes(twin)
          ? undefined
          : attachByPath(draft.graph, { focusNode, path }, twin);
        if (added) yield inventedFix({ added: [added], removed: [] }, twin);
      }
    }
    for (const value of tagged) {
      for (const other of tagged) {
        const twin = terms.languageString(terms.value(value), terms.language(other));
        const change = values.includes(twin)
          ? undefined
          : replaceValue(draft, { focusNode, path, shape: goal.constraint.shape }, value, twin);
        if (change) yield inventedFix(change, twin);
      }
    }
    if (tagged.length > 0) return;
    const text = nearbyText(goal);
    const first = terms.languageString(text, languageNearby(goal));
    for (const second of slipsOf(first, goal)) {
      const added = [first, second].flatMap(
        (twin) => attachByPath(draft.graph, { focusNode, path }, twin) ?? [],
      );
      if (added.length === 2) yield inventedFix({ added, removed: [] }, first, second);
    }
  },
  violatedBy: 'refusedValue',
  unknown: surplusValue,
};

/** Of texts with the same meaning, keeps one that other constraints accept, or the first. */
function withoutRepeats(
  values: readonly TermId[],
  accepts: (value: TermId) => boolean,
): { readonly kept: readonly TermId[]; readonly repeated: readonly TermId[] } {
  const groups = new Map<string, TermId[]>();
  for (const value of values) {
    const text = foldName(terms.value(value));
    groups.set(text, [...(groups.get(text) ?? []), value]);
  }
  const best = (group: readonly TermId[]) =>
    group.find((value) => isTidy(value) && accepts(value)) ?? group.find(accepts) ?? group[0]!;
  const kept = [...groups.values()].map(best);
  return { kept, repeated: values.filter((value) => !kept.includes(value)) };
}

function isTidy(value: TermId): boolean {
  return !/^\s|\s$|\s\s/.test(terms.value(value));
}

function withoutRepeated(
  draft: Draft,
  place: Via,
  repeated: readonly TermId[],
  kept: readonly TermId[],
): Fix | undefined {
  const { term } = draft.search;
  const folded = (value: TermId) => foldName(terms.value(value));
  const value = repeated[0]!;
  const twin = kept.find((other) => folded(other) === folded(value))!;
  const evidence = `${term(value)} says the same as ${term(twin)}`;
  for (const { change } of detachments(draft, place, repeated))
    return fixOfChange(change, differsInLetters(value, twin) ? 'plausible' : 'attested', {
      kind: 'duplicate',
      words: evidence,
    });
  return undefined;
}

/** Changes the language of one of two texts. */
function* otherLanguages(
  draft: Draft,
  place: Via,
  pair: readonly TermId[],
  values: readonly TermId[],
  requirements: Requirements,
): Iterable<Fix> {
  const used = new Set(values.map((value) => terms.language(value).toLowerCase()));
  const accepts = acceptor(draft, requirements);
  const moved = (value: TermId, language: string) => {
    const to = terms.languageString(terms.value(value), language, terms.direction(value));
    return used.has(language.toLowerCase()) || !accepts(to)
      ? undefined
      : replaceValue(draft, place, value, to);
  };
  const { path } = place;
  const others = path.kind === 'predicate' ? usesOf(draft, path.predicate, maxOthers) : [];
  const latestFirst = pair.toReversed();
  for (const value of latestFirst) {
    const elsewhere = others.find(
      ({ object }) =>
        terms.value(object) === terms.value(value) && !used.has(terms.language(object).toLowerCase()),
    );
    const language = elsewhere === undefined ? '' : terms.language(elsewhere.object);
    const change = language === '' ? undefined : moved(value, language);
    if (change)
      yield fixOfChange(change, 'attested', {
        kind: 'elsewhere',
        words: `the same text is in the language ${language} elsewhere`,
      });
  }
  const texts = new Map<string, string[]>();
  for (const { subject, object } of others) {
    const language = terms.isLiteral(object) ? terms.language(object).toLowerCase() : '';
    if (language === '' || subject === place.focusNode) continue;
    const known = texts.get(language);
    if (known) known.push(terms.value(object));
    else texts.set(language, [terms.value(object)]);
  }
  const meantIn = (language: string) => likelierIn(language, pair, texts);
  yield* missingLanguages(draft, place, pair, used, moved, meantIn);
  const allowed = new Set(
    constraintsOfKind(requirements.unfolded, 'languageIn').flatMap(({ languages }) => languages),
  );
  for (const value of allowed.size === 0 ? latestFirst : []) {
    const language = likeliestLanguage(terms.value(value), terms.language(value));
    const change = language === undefined ? undefined : moved(value, language);
    if (change) yield fixOfChange(change, 'plausible', wordsOfLanguage(language!));
  }
  const free = [...allowed].filter((language) => language !== '*' && !used.has(language.toLowerCase()));
  const [only] = free;
  if (only === undefined || free.length > 1) return;
  const meant = meantIn(only);
  for (const value of latestFirst) {
    if (meant !== undefined && value !== meant.value) continue;
    const change = moved(value, only);
    const words = `${only} is the only allowed language that is not used yet`;
    const evidence: EvidenceItem = { kind: 'only', words };
    if (change) yield fixOfChange(change, 'plausible', meant ? [meant.evidence, evidence] : evidence);
  }
}

/** The one of two texts that looks more like a given language than the other, compared with their stated language. */
function likelierIn(
  language: string,
  pair: readonly TermId[],
  texts: ReadonlyMap<string, readonly string[]>,
): { readonly value: TermId; readonly evidence: EvidenceItem } | undefined {
  const leaning = pair.map((value) => {
    const [text, stated] = [terms.value(value), terms.language(value).toLowerCase()];
    const points = (each: string) => looksLike(text, each, texts.get(each) ?? []);
    return { value, by: points(language.toLowerCase()) - points(stated) };
  });
  const [best, other] = leaning.sort((a, b) => b.by - a.by);
  if (!best || !other || best.by === other.by || best.by <= 0) return undefined;
  return { value: best.value, evidence: wordsOfLanguage(language) };
}

function wordsOfLanguage(language: string): EvidenceItem {
  return { kind: 'usual', words: `its words and letters are those of ${language}`, for: 1, of: 1 };
}

/**
 * A language in which most other nodes have a text there, but this one has none: one of the two texts is in that language.
 */
function* missingLanguages(
  draft: Draft,
  place: Via,
  pair: readonly TermId[],
  used: ReadonlySet<string>,
  moved: (value: TermId, language: string) => Fix['change'] | undefined,
  meantIn: (language: string) => ReturnType<typeof likelierIn>,
): Iterable<Fix> {
  const { path, focusNode } = place;
  if (path.kind !== 'predicate') return;
  const uses = usesOf(draft, path.predicate, maxOthers).filter(({ subject }) => subject !== focusNode);
  const owners = new Set(uses.map(({ subject }) => subject)).size;
  const counts = new Map<string, Set<TermId>>();
  const letters = new Map<string, Set<string>>();
  for (const { subject, object } of uses) {
    const language = terms.language(object).toLowerCase();
    if (language === '') continue;
    counts.set(language, (counts.get(language) ?? new Set()).add(subject));
    const seen = letters.get(language) ?? new Set();
    for (const letter of terms.value(object).toLowerCase()) seen.add(letter);
    letters.set(language, seen);
  }
  const foreign = (value: TermId) => {
    const seen = letters.get(terms.language(value).toLowerCase());
    return [...terms.value(value).toLowerCase()].filter(
      (letter) => letter > '\u007f' && /\p{L}/u.test(letter) && !seen?.has(letter),
    ).length;
  };
  // A letter that no other text of its language has shows the text that is in another one.
  const strangestFirst = pair.toSorted((a, b) => foreign(b) - foreign(a));
  const isStrange = foreign(strangestFirst[0]!) > foreign(strangestFirst.at(-1)!);
  const named = textNamedBy(uses, focusNode, pair);
  for (const [language, { size }] of counts) {
    const meant = meantIn(language);
    const isShown = isStrange || meant !== undefined;
    if (used.has(language) || size < leastUsers || (size * 5 < owners * 3 && !isShown)) continue;
    for (const value of strangestFirst) {
      if (value === named?.value || (meant !== undefined && value !== meant.value)) continue;
      const change = moved(value, language);
      const words = `${size} of ${owners} others have a text in ${language}, and this node has none`;
      const peers: EvidenceItem = { kind: 'peers', words, for: size, of: owners };
      const reasons = [named, meant].flatMap((each) => each?.evidence ?? []);
      if (change) yield fixOfChange(change, 'plausible', [...reasons, peers]);
    }
  }
}

/**
 * The one of two texts that the node is named after, where the names of nearly all others are their texts in that language,
 * or of several and of none in another language.
 */
function textNamedBy(
  uses: readonly Triple[],
  focusNode: TermId,
  pair: readonly TermId[],
): { readonly value: TermId; readonly evidence: EvidenceItem } | undefined {
  const isName = (node: TermId, text: TermId) =>
    terms.isIri(node) && foldName(localName(terms.value(node))) === foldName(terms.value(text));
  const [value, ...more] = pair.filter((text) => isName(focusNode, text));
  if (value === undefined || more.length > 0) return undefined;
  const language = terms.language(value).toLowerCase();
  const alike = uses.filter(({ object }) => terms.language(object).toLowerCase() === language);
  const count = alike.filter(({ subject, object }) => isName(subject, object)).length;
  const isNamedElsewhere = uses.some(
    ({ subject, object }) => !alike.some((each) => each.object === object) && isName(subject, object),
  );
  if (count < leastUsers || (count * 5 < alike.length * 4 && isNamedElsewhere)) return undefined;
  const words = `the name of the node is its text in ${language}, as with ${count} of ${alike.length} others`;
  return { value, evidence: { kind: 'derived', words, for: count, of: alike.length } };
}

/** Fewer others don't establish a rule. */
const leastUsers = 2;

const maxOthers = 2000;

const maxTwins = 2;

/** Texts in the language of a value: those of other nodes there, and its own with typing errors. */
function* twinsOf(value: TermId, goal: ViolationGoal): Iterable<TermId> {
  let count = 0;
  for (const other of usualValues(goal)) {
    if (other === value || terms.language(other) !== terms.language(value)) continue;
    yield other;
    if (++count === maxTwins) break;
  }
  yield* slipsOf(value, goal).slice(0, maxTwins);
}
