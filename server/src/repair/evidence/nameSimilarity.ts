import { boundedEditDistance } from '../../base/editDistance.ts';

/** The words and numbers of a name in lower case: `Room_2Sensor` gives room, 2, sensor. */
export function nameParts(name: string): readonly string[] {
  return writtenParts(name).map((part) => part.toLowerCase());
}

/** The words and numbers of a text, unchanged and in order. */
export function writtenParts(text: string): readonly string[] {
  return text.match(wordsAndNumbers) ?? [];
}

/** The only parts in which two names differ; undefined if they differ in none, in several, or in how many they have. */
export function onlyDifference(
  parts: readonly string[],
  others: readonly string[],
): readonly [string, string] | undefined {
  const [at, ...more] = parts.flatMap((part, i) => (part === others[i] ? [] : [i]));
  if (at === undefined || more.length > 0 || parts.length !== others.length) return undefined;
  return [parts[at]!, others[at]!];
}

/** The text with its words and numbers replaced. */
export function replaceParts(text: string, other: (part: string) => string): string {
  return text.replace(wordsAndNumbers, other);
}

const wordsAndNumbers = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Nd}+|\p{L}+/gu;

/** True when the parts of one name occur in sequence in the other: `Room_2` in `Room_2_Sensor`, not in `Room_21`. */
export function containsNameParts(name: string, other: string): boolean {
  return isPartSequenceIn(nameParts(other), nameParts(name));
}

/** True when the parts of one name occur in sequence in a longer one. */
export function isPartSequenceIn(parts: readonly string[], within: readonly string[]): boolean {
  if (parts.length === 0 || parts.length >= within.length) return false;
  for (let start = 0; start + parts.length <= within.length; start++) {
    if (parts.every((part, i) => within[start + i] === part)) return true;
  }
  return false;
}

/** Nothing shows which name a shorter word begins. */
/** True for names with a word in common: `subject` and `docSubject`. */
export function shareWord(one: string, other: string): boolean {
  const parts = nameParts(one);
  return nameParts(other).some((part) => parts.includes(part));
}

const leastStart = 3;

/**
 * True when one name is the other one cut within its last word: `lon` of `long`, `cardio` of `cardiology`. Not where it ends with a word of the
 * other one, as `part` in `partOf`, nor where the rest is so long that it may be a word of its own, as in `northeast`.
 */
export function isCutShort(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const [parts, whole] = [nameParts(short), nameParts(long)];
  const [start, word] = [parts.at(-1) ?? '', whole.at(-1) ?? ''];
  const rest = word.length - start.length;
  return (
    parts.length === whole.length &&
    numbersIn(one) === numbersIn(other) &&
    parts.slice(0, -1).every((part, i) => part === whole[i]) &&
    start.length >= leastStart &&
    word.startsWith(start) &&
    rest > 0 &&
    rest * 3 <= start.length * 2
  );
}

/** Equal for names that differ only in case, spaces, hyphens and underscores. */
export function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}

/**
 * The distance of two names, one of which may be a misspelling of the other: 0 when they differ only in case and
 * separators, Infinity when they differ too much. Numbers and short parts must be equal, because they distinguish
 * siblings: Room_1 is not a misspelling of Room_2, nor DEG_C of DEG_F.
 */
export function typoDistance(a: string, b: string): number {
  const [nameA, nameB] = [dissect(a), dissect(b)];
  if (nameA.folded === nameB.folded) return nameA.folded === '' ? Number.POSITIVE_INFINITY : 0;
  if (nameA.numbers !== nameB.numbers) return Number.POSITIVE_INFINITY;
  if (nameA.parts.length !== nameB.parts.length) return partDistance(nameA.folded, nameB.folded);
  const isLong = nameA.folded.length >= leastLong;
  return nameA.parts.reduce((sum, part, i) => {
    const other = nameB.parts[i]!;
    return sum + (isLong && areSwapped(part, other) ? 1 : partDistance(part, other));
  }, 0);
}

/** The same for names of properties, whose authors also forget, or add, the verb before a noun, or write its plural: `hasTitle` and `title`. */
export function propertyDistance(a: string, b: string): number {
  return isWithVerb(a, b) || isPlural(a, b) || isPlural(b, a) ? 1 : typoDistance(a, b);
}

/** True for a name with `ies` where the other one has `y`: `observedProperties` and `observedProperty`. */
function isPlural(plural: string, singular: string): boolean {
  return /.{3}ies$/i.test(plural) && foldName(plural.replace(/ies$/i, 'y')) === foldName(singular);
}

/** True for names of properties of which one is the other with a verb before it: `hasTitle` and `title`. */
export function isWithVerb(one: string, other: string): boolean {
  const [a, b] = [nameParts(one), nameParts(other)];
  const [[verb, ...rest], name] = a.length > b.length ? [a, b] : [b, a];
  return (verb === 'has' || verb === 'is') && rest.length > 0 && rest.join(' ') === name.join(' ');
}

/** Swapped letters show in a short part of a name only when the rest of it is the same. */
const leastLong = 5;

/** True for words of three letters of which two neighbours are swapped. */
function areSwapped(a: string, b: string): boolean {
  return (
    a.length === 3 &&
    b.length === 3 &&
    a !== b &&
    boundedEditDistance(a, b, 1) === 1 &&
    sorted(a) === sorted(b)
  );
}

function sorted(text: string): string {
  return [...text].toSorted().join('');
}

interface DissectedName {
  readonly folded: string;
  readonly numbers: string;
  readonly parts: readonly string[];
}

/** The numbers of a name, which every misspelling of it keeps. */
export function numbersIn(name: string): string {
  return dissect(name).numbers;
}

/** How many letters may be wrong, superfluous or missing in a misspelling of a name. */
export function maxTypos(name: string): number {
  const { folded, parts } = dissect(name);
  return Math.max(
    typosIn(folded.length),
    parts.reduce((sum, { length }) => sum + typosIn(length), 0),
  );
}

/**
 * Caches the parts of names, because a name is compared with the same thousands of names again at the next light bulb.
 */
const dissected = new Map<string, DissectedName>();
const mostDissected = 20_000;

function dissect(name: string): DissectedName {
  let known = dissected.get(name);
  if (known === undefined) {
    const folded = foldName(name);
    known = { folded, numbers: numbersOf(folded), parts: nameParts(name) };
    if (dissected.size >= mostDissected) dissected.clear();
    dissected.set(name, known);
  }
  return known;
}

function partDistance(a: string, b: string): number {
  return a === b ? 0 : boundedEditDistance(a, b, typosIn(Math.min(a.length, b.length)));
}

/** How many typos a word of some length may have and still be distinguished from another word. */
function typosIn(length: number): number {
  if (length < 4) return 0;
  return length < 9 ? 1 : 2;
}

function numbersOf(name: string): string {
  return name.replace(/\D+/g, ' ').trim();
}
