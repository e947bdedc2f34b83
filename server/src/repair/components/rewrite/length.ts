import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../../rdf/vocab.ts';
import type { Witness } from '../../drafts/wantedValue.ts';
import { labelLiterals } from '../../evidence/nearestNames.ts';
import { namedByType } from './nodeKind.ts';
import { readText } from './readTexts.ts';
import {
  likelyRewrite,
  literalWithText,
  placeholderRewrite,
  type RewritePlace,
  type Rewrites,
} from './rewrites.ts';
import { textsOf } from './textsOf.ts';

/** Longer padding is not a useful start. */
const maxPadded = 1000;

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
    if (/^\d+$/.test(text)) {
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
    // With fewer digits or letters, it would be another number, date or address.
    if (!isText(value)) return;
    const { witnesses, isUnderstood } = readText(value, at, (read) => characters(read) <= length);
    yield* witnesses;
    if (isUnderstood) return;
    for (const label of otherLabels(value, at)) {
      if (characters(terms.value(label.value)) <= length) yield label;
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
    // What is left of a text that has to lose its greater part is for its author to say, and a part of a code is another one.
    const isGreatlyCut = isCode || characters(compact) > 2 * length;
    const words = isGreatlyCut ? undefined : cutAtWord(compact, cut);
    if (words !== undefined) {
      yield likelyRewrite(literalWithText(value, words), 'plausible', {
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
      yield isGreatlyCut ? placeholderRewrite(rest, evidence) : likelyRewrite(rest, 'plausible', evidence);
      return;
    }
  },
};

/** What stands between the parts of a code and means nothing. */
const codeSeparators = [
  [/\s+/g, 'without its spaces'],
  [/[-_\s./]+/g, 'without what separates its parts'],
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
