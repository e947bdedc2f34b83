import { commonStart } from '../../base/diff.ts';
import { boundedEditDistance } from '../../base/editDistance.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { terms } from '../../rdf/terms.ts';
import { foldName, nameParts, numbersIn, writtenParts } from '../evidence/nameSimilarity.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';

const mostLetters = 120;

/**
 * The names that differ from one by a single typing error: a letter too many, missing, wrong, or swapped with the next one.
 * They are to be looked up, since there are thousands. Numbers are unchanged.
 */
export function* namesOneTypoAway(name: string): Iterable<string> {
  if (name.length < 4 || name.length > mostLetters) return;
  for (let i = 0; i <= name.length; i++) {
    const [before, at, next] = [name.slice(0, i), name[i], name[i + 1]];
    const after = name.slice(i + 1);
    if (at !== undefined && !isDigit(at)) {
      yield before + after;
      if (next !== undefined && next !== at && !isDigit(next)) yield before + next + at + after.slice(1);
    }
    for (const letter of letters) {
      yield before + letter + name.slice(i);
      if (at !== undefined && at !== letter && !isDigit(at)) yield before + letter + after;
    }
  }
}

/**
 * The names of all mentioned IRIs, to be checked before thousands of IRIs are created and looked up. They are kept up to
 * date with the dictionary.
 */
class KnownNames {
  #generation = -1;
  #iris: Iterator<string> | undefined;
  #read = 0;
  readonly #names = new Set<string>();
  readonly #byNamespace = new Map<string, string[]>();

  /** Whether an IRI has this name after its namespace. */
  has(name: string): boolean {
    this.#follow();
    return this.#names.has(name);
  }

  /** False where no IRI of a namespace has a name that is one typing error away. */
  mayHaveTypo(namespace: string, name: string): boolean {
    this.#follow();
    if (hasSigns.test(name)) return true;
    return this.#byNamespace.get(namespace)?.some((other) => mayBeTypo(name, other)) === true;
  }

  #follow(): void {
    const { knownIris, generation } = terms;
    if (this.#generation !== generation) {
      this.#generation = generation;
      this.#names.clear();
      this.#byNamespace.clear();
      this.#read = 0;
      this.#iris = knownIris.keys();
    }
    // The end is not read, so that the iterator continues with later additions.
    for (; this.#read < knownIris.size; this.#read++) {
      const iri = this.#iris!.next().value as string;
      const namespace = namespaceOf(iri);
      const name = iri.slice(namespace.length);
      this.#names.add(name);
      const others = this.#byNamespace.get(namespace);
      if (others) others.push(name);
      else this.#byNamespace.set(namespace, [name]);
    }
  }
}

export const knownNames = new KnownNames();

/** After such a sign, an IRI has another name. */
export const hasSigns = /[#/:]/;

/** False where more than two characters in a row would have to change. */
function mayBeTypo(a: string, b: string): boolean {
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  if (longer - shorter > 1 || a === b) return false;
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  return start + end >= shorter - 2;
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** True for a name that may be a misspelling of another one by a single typing error. */
export function isOneTypoAway(name: string, meant: string): boolean {
  return boundedEditDistance(name, meant, 1) === 1 && typoCertainty(name, meant) !== undefined;
}

/** How certain it is that a name is a misspelling of another one that is one typing error away. */
export type TypoCertainty = 'clear' | 'possible';

/**
 * Undefined for names that may well belong to siblings: `Room_A` is not a misspelling of `Room_B`, nor `KiloN` of `KiloM`.
 * A letter that is swapped with the next one, doubled, or in the other case does not distinguish siblings.
 */
export function typoCertainty(name: string, meant: string): TypoCertainty | undefined {
  if (numbersIn(name) !== numbersIn(meant)) return undefined;
  const count = foldName(meant).replace(/[^\p{L}]/gu, '').length;
  if (count < 4) return undefined;
  if (foldName(name) === foldName(meant)) return 'clear';
  const start = commonStart(name, meant);
  const part = partAround(meant, start);
  if (isSwap(name, meant, start) && nameParts(name).some((word) => swappedWords.has(word))) return 'possible';
  if (isSwap(name, meant, start) || isDoubling(name, meant, start)) return 'clear';
  // Words that begin otherwise are two words more often: height and weight, endDate and sendDate.
  if (beginsOtherwise(name, meant) && part >= 4) return 'possible';
  if (name.length === meant.length) {
    if (part >= 4 && partAround(name, start) >= 4) return 'clear';
    return part >= 2 && areNeighbours(name[start]!, meant[start]!) ? byLength(count) : undefined;
  }
  if (part >= 4) return 'clear';
  return part >= 2 ? byLength(count) : undefined;
}

/** True where the first difference between two names is the first letter of a word, and that is not another case of it. */
export function beginsOtherwise(name: string, meant: string): boolean {
  const start = commonStart(name, meant);
  const [one, other] = [name[start], meant[start]];
  if (one === undefined || other === undefined || one.toLowerCase() === other.toLowerCase()) return false;
  if (isSwap(name, meant, start) || areNeighbours(one, other)) return false;
  return [name, meant].some((each) => {
    let end = 0;
    return writtenParts(each).some((part) => {
      const at = each.indexOf(part, end);
      end = at + part.length;
      return at === start;
    });
  });
}

/** Words that are other words with two neighbouring letters swapped. */
const swappedWords: ReadonlySet<string> = new Set(
  (
    'aboard abroad angel angle barn bran board broad bolt blot calm clam casual causal complaint compliant dairy diary ' +
    'discreet discrete exist exits form from goal gaol marital martial nuclear unclear quiet quite sacred scared silver ' +
    'sliver trail trial unite untie united untied'
  ).split(' '),
);

/** In a short word, a letter may distinguish siblings; the longer the name around it, the less likely that is. */
function byLength(letterCount: number): TypoCertainty | undefined {
  if (letterCount >= 16) return 'clear';
  return letterCount >= 6 ? 'possible' : undefined;
}

/** True where two letters inside a word were swapped, or one of them was doubled. */
function isSwapInside(name: string, meant: string): boolean {
  const start = commonStart(name, meant);
  const isLastSame = start > 0 && name.at(-1) === meant.at(-1) && start < Math.min(name.length, meant.length);
  return isLastSame && (isSwap(name, meant, start) || isDoubling(name, meant, start));
}

/** In a shorter word, a different letter more often makes a different word. */
const leastLongWord = 7;

/**
 * True for names that are more often one that is misspelt than two: the difference is inside a word, and does not replace a
 * letter with one that is far from it on keyboards, unless the word is long. `paula` and `paul` are two names, `blak` is
 * `black`.
 */
export function isOrdinarySlip(name: string, meant: string): boolean {
  if (numbersIn(name) !== numbersIn(meant)) return false;
  const start = commonStart(name, meant);
  if (isSwapInside(name, meant)) return true;
  const [rest, other] = [name.slice(start), meant.slice(start)];
  const isInside = start > 0 && /\p{L}$/u.test(meant.slice(0, start));
  const shared = name.length === meant.length ? rest.slice(1) : rest.length > other.length ? other : rest;
  if (!isInside || !/^\p{L}/u.test(shared) || !rest.endsWith(shared) || !other.endsWith(shared)) return false;
  if (Math.abs(rest.length - other.length) > 1) return false;
  if (name.length !== meant.length) return true;
  return areNeighbours(rest[0]!, other[0]!) || partAround(meant, start) >= leastLongWord;
}

/**
 * True for a word that is hardly a word of its own, but another one with a slip inside: two letters swapped, or, in a long word, one
 * doubled, missing or too many. A different letter makes a different word, as in `sulfite`, and so does one at the start or end.
 */
export function isSlipOfOneWord(name: string, meant: string): boolean {
  const [parts, others] = [nameParts(name), nameParts(meant)];
  const different =
    parts.length === others.length ? parts.flatMap((part, i) => (part === others[i] ? [] : [i])) : [];
  const [at, another] = different;
  if (another !== undefined) return false;
  const [one, other] = at === undefined ? [foldName(name), foldName(meant)] : [parts[at]!, others[at]!];
  const start = commonStart(one, other);
  if (start > 0 && isSwap(one, other, start)) return !swappedWords.has(one);
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  if (shorter.slice(start) !== longer.slice(start + 1)) return false;
  const isInside = longer.length - start > leastEnd;
  const isLong = longer.length >= leastWithSlip && (start >= leastStart || isDoubling(one, other, start));
  return (isInside && isLong) || (one === shorter && lacksVowel(one, other, start, isInside));
}

/** True for a name that a missing vowel leaves with three consonants in a row or an end that no word has: `islnd`, `nominl`. */
function lacksVowel(name: string, meant: string, at: number, isInside: boolean): boolean {
  if (at < leastBefore || !/[aeiou]/.test(meant[at]!)) return false;
  return isInside
    ? /[^aeiou]{3}/.test(name.slice(at - 2, at + 2))
    : at + 1 === name.length && /[^aeiouylr][lr]$/.test(name);
}

/** More than a pair of letters with which words begin: `through` is no misspelt `thorough`. */
const leastBefore = 3;

const leastWithSlip = 8;

/** Longer than most prefixes: `uniformed` and `uninformed`. */
const leastStart = 4;
const leastEnd = 2;

/** True for names of which one is the other with a prefix, or another one, that reverses it: `unpublished`, `hypotension`. */
export function reverses(one: string, other: string): boolean {
  const [shorter, longer] = [foldName(one), foldName(other)].toSorted((a, b) => a.length - b.length);
  return (
    prefixes.some((prefix) => longer === prefix + shorter) || shorter!.replace(/^hypo/, 'hyper') === longer
  );
}

const prefixes = 'un in im il ir dis non a an de me mis anti'.split(' ');

function isSwap(name: string, meant: string, start: number): boolean {
  return (
    name.length === meant.length &&
    name[start] === meant[start + 1] &&
    name[start + 1] === meant[start] &&
    name.slice(start + 2) === meant.slice(start + 2)
  );
}

/** True when one of them doubles a letter that the other has once. */
function isDoubling(name: string, meant: string, start: number): boolean {
  const [longer, shorter] = name.length > meant.length ? [name, meant] : [meant, name];
  return longer.length === shorter.length + 1 && start > 0 && longer[start] === longer[start - 1];
}

/** The number of letters of the word at a place of a name. */
function partAround(name: string, at: number): number {
  let [end, length] = [0, 0];
  for (const part of writtenParts(name)) {
    end = name.indexOf(part, end) + part.length;
    length = part.length;
    if (at < end) break;
  }
  return length;
}

const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

function areNeighbours(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return keyboardRows.some((row) => {
    const [i, j] = [row.indexOf(a), row.indexOf(b)];
    return i >= 0 && j >= 0 && Math.abs(i - j) === 1;
  });
}

/** Whether a name is one typo away from another one, and is hardly intended. */
export function isClearTypo(name: string, meant: string): boolean {
  return isOneTypoAway(name, meant) && typoCertainty(name, meant) === 'clear';
}

/**
 * True for names of the same two words in the other order: `epsgCode` and `codeEPSG`. With more words, the order may be
 * significant, as in `rateEurToUsd`.
 */
export function isReordered(one: string, other: string): boolean {
  const [[first, second, ...rest], words] = [nameParts(one), nameParts(other)];
  return (
    rest.length === 0 && first !== second && words.length === 2 && words[0] === second && words[1] === first
  );
}

/** True for names that differ only in zeros before a whole number: `Room_01` and `Room_1`, not `dose_0.05` and `dose_0.5`. */
function isPaddedOtherwise(one: string, other: string): boolean {
  return one !== other && withoutPadding(one) === withoutPadding(other);
}

/** True for names with the same numbers, written otherwise: with other zeros before them, or letters that look like digits. */
export function isSameNumber(one: string, other: string): boolean {
  return isPaddedOtherwise(one, other) || looksLike(one, other);
}

/** True for names that differ only in O for 0, or l or I for 1, beside digits: `Room_1O2` and `Room_102`. */
export function looksLike(one: string, other: string): boolean {
  return one !== other && withDigits(one) === withDigits(other);
}

function withDigits(name: string): string {
  return name.replace(/(?<=\d)[Oo]|[Oo](?=\d)/g, '0').replace(/(?<=\d)[Il]|[Il](?=\d)/g, '1');
}

function withoutPadding(name: string): string {
  return name.replace(/(?<!\d[.,_-]?)0+(?=\d)/g, '');
}
