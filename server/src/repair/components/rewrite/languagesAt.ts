import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { type AttachmentPoint, attachmentPoints } from '../../drafts/attachmentPoints.ts';
import { type Draft, usesOf } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { constraintsOfKind } from '../../drafts/requirements.ts';
import type { Witness } from '../../drafts/wantedValue.ts';
import { looksLike } from '../../evidence/languages.ts';
import { likelyRewrite, placeholderRewrite, type RewritePlace } from './rewrites.ts';

/** A language that a text may have, and how many texts show it. */
export interface PossibleLanguage {
  readonly language: string;
  /** Undefined when no text of the node or of others shows it. */
  readonly shown: EvidenceItem | undefined;
  /** True when several other texts of the node are in this language and none is in another. */
  readonly isClear: boolean;
}

/**
 * The languages that a text may have, the likeliest first: the one of the node's other texts, then those of other nodes' texts at the same property,
 * of nodes that share a class with it where two such texts have a language; only allowed ones, where the shapes have a list. A language in which the node has a text there already comes last, or not at all if it may not be
 * repeated. So does one whose texts never have the letters of this text, if those of another language do. Empty when nothing shows a language.
 */
export function languagesAt(text: string, { wanted, draft }: RewritePlace): readonly PossibleLanguage[] {
  const { focusNode, path, taken, requirements } = wanted;
  const [step] = attachmentPoints(draft.graph, focusNode, path);
  const own = textsByLanguage(step === undefined ? [] : textsOf(step.node, draft));
  const { others, kind } = textsOfOthers(step, draft);
  const lists = constraintsOfKind(requirements.unfolded, 'languageIn').map(({ languages }) => languages);
  const isAllowed = (language: string) =>
    lists.every((list) => list.some((range) => range === '*' || isWithin(language, range)));
  const named = lists.flat().filter((range) => range !== '*');
  const known = [...own.keys(), ...others.keys()];
  // The tag as the list writes it, if it has that language.
  const tags = new Map([...known, ...named].map((language) => [language.toLowerCase(), language]));
  const isTaken = (language: string) =>
    [...taken].some((value) => terms.language(value).toLowerCase() === language.toLowerCase());
  const isUnique = requirements.unfolded.some(({ kind }) => kind === 'uniqueLang');
  const total = textCount(others);
  const letters = new Map(
    [...tags.keys()].map((language) => [language, foreign(text, language, own, others)]),
  );
  const leastForeign = Math.min(...letters.values());
  const points = new Map(
    [...tags.keys()].map((each) => [
      each,
      looksLike(text, each, [...(own.get(each) ?? []), ...(others.get(each) ?? [])]),
    ]),
  );
  const mostPoints = Math.max(...points.values());
  return [...tags]
    .filter(([, language]) => isAllowed(language) && !(isUnique && isTaken(language)))
    .map(([folded, language]) => {
      const [mine, theirs] = [own.get(folded)?.length ?? 0, others.get(folded)?.length ?? 0];
      const isOwn = mine > 0 && own.size === 1;
      const isUnlike = letters.get(folded)! > leastForeign || points.get(folded)! < mostPoints;
      const doubt = (isTaken(language) ? 2 : 0) + (isUnlike ? 1 : 0);
      const worth = isOwn ? total + 1 : theirs;
      return {
        language,
        worth,
        doubt,
        shown: evidenceFor(language, isOwn ? mine : 0, theirs, total, focusNode, kind, draft),
        isClear: isOwn && mine > 1 && doubt === 0,
      };
    })
    .sort(
      (a, b) =>
        a.doubt - b.doubt ||
        b.worth - a.worth ||
        rankIn(named, a.language) - rankIn(named, b.language) ||
        (a.language < b.language ? -1 : 1),
    );
}

const maxUses = 200;
const maxTexts = 60;

/** What other nodes have at the property, by language, and the class that all of them share with the node, if there are enough. */
function textsOfOthers(
  step: AttachmentPoint | undefined,
  draft: Draft,
): { readonly others: ReadonlyMap<string, readonly string[]>; readonly kind?: TermId } {
  if (step === undefined) return { others: new Map() };
  const uses = usesOf(draft, step.predicate, maxUses).filter(({ subject }) => subject !== step.node);
  for (const kind of draft.graph.objects(step.node, rdf.type)) {
    const alike = uses.filter(({ subject }) => draft.graph.objects(subject, rdf.type).includes(kind));
    const others = textsByLanguage(alike.map(({ object }) => object));
    if (textCount(others) > 1) return { others, kind };
  }
  return { others: textsByLanguage(uses.map(({ object }) => object)) };
}

function textCount(texts: ReadonlyMap<string, readonly string[]>): number {
  return [...texts.values()].reduce((sum, { length }) => sum + length, 0);
}

function textsOf(node: TermId, { graph }: Draft): readonly TermId[] {
  return graph
    .outgoing(node)
    .slice(0, maxTexts)
    .map(({ object }) => object);
}

function textsByLanguage(texts: readonly TermId[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const text of texts) {
    const language = terms.language(text).toLowerCase();
    if (language === '') continue;
    const list = found.get(language);
    if (list) list.push(terms.value(text));
    else found.set(language, [terms.value(text)]);
  }
  return found;
}

function isWithin(language: string, range: string): boolean {
  const [tag, wanted] = [language.toLowerCase(), range.toLowerCase()];
  return tag === wanted || tag.startsWith(`${wanted}-`);
}

/** How many letters beyond ASCII the text has that no text in the language has. */
function foreign(
  text: string,
  language: string,
  ...known: readonly ReadonlyMap<string, readonly string[]>[]
): number {
  const seen = new Set(
    known.flatMap((texts) => texts.get(language) ?? []).flatMap((each) => [...each.toLowerCase()]),
  );
  return new Set(
    [...text.toLowerCase()].filter(
      (letter) => letter > '\u007f' && /\p{L}/u.test(letter) && !seen.has(letter),
    ),
  ).size;
}

function rankIn(list: readonly string[], language: string): number {
  const index = list.indexOf(language);
  return index < 0 ? list.length : index;
}

function evidenceFor(
  language: string,
  mine: number,
  theirs: number,
  total: number,
  focusNode: TermId,
  kind: TermId | undefined,
  { search }: Draft,
): EvidenceItem | undefined {
  if (mine > 0) {
    const owner = terms.isBlank(focusNode) ? 'the node' : search.term(focusNode);
    const words = `the other ${mine === 1 ? 'text' : `${mine} texts`} of ${owner} ${mine === 1 ? 'is' : 'are'} in ${language}`;
    return { kind: 'usual', words, for: mine, of: mine };
  }
  if (theirs === 0) return undefined;
  const owners = kind === undefined ? 'nodes' : search.term(kind);
  return {
    kind: 'usual',
    words: `${theirs} of ${total} texts of other ${owners} are in ${language}`,
    for: theirs,
    of: total,
  };
}

const maxLanguages = 3;

/** The placeholder for an unknown language: the first one in which the node has no text there. */
const inTurn = ['en', 'de', 'fr', 'es', 'it'] as const;

/** The same text with a language. If nothing indicates one, the user has to choose it. */
export function* inLanguagesOf(value: TermId, at: RewritePlace): Iterable<Witness> {
  if (terms.language(value) !== '') return;
  const text = terms.value(value);
  const languages = languagesAt(text, at).slice(0, maxLanguages);
  for (const { language, shown, isClear } of languages) {
    const tagged = terms.languageString(text, language);
    if (shown) yield likelyRewrite(tagged, isClear ? 'attested' : 'plausible', shown);
    else
      yield placeholderRewrite(tagged, { kind: 'allowed', words: 'one of the languages that are allowed' });
  }
  if (languages.length === 0) {
    const taken = new Set([...at.wanted.taken].map((other) => terms.language(other).toLowerCase()));
    const language = inTurn.find((each) => !taken.has(each)) ?? inTurn[0];
    yield placeholderRewrite(terms.languageString(text, language), {
      kind: 'invented',
      words: 'no text shows the language',
    });
  }
}
