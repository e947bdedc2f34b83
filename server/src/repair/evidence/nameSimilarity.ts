/** The part of an IRI after its last `#`, `/` or `:`. */
export function localName(iri: string): string {
  const end = /[#/:]+$/.exec(iri)?.index ?? iri.length;
  return iri.slice(namespaceEnd(iri.slice(0, end)));
}

/**
 * The part of an IRI that it shares with its siblings: up to and including the last `#` or `/`, or else the last `:`.
 */
export function namespaceOf(iri: string): string {
  return iri.slice(0, namespaceEnd(iri));
}

function namespaceEnd(iri: string): number {
  return Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1;
}

/** The words and numbers of a name in lower case: `Room_2Sensor` gives room, 2, sensor. */
export function nameParts(name: string): readonly string[] {
  return writtenParts(name).map((part) => part.toLowerCase());
}

/** The words and numbers of a text, unchanged and in order. */
export function writtenParts(text: string): readonly string[] {
  return text.match(wordsAndNumbers) ?? [];
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

/** Equal for names that differ only in case, spaces, hyphens and underscores. */
export function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}

/**
 * The number of single-character insertions, deletions, replacements and swaps of neighbours that lead from one text to
 * the other; Infinity if more than `limit`.
 */
export function boundedEditDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return Number.POSITIVE_INFINITY;
    beforeLast = last;
    last = row;
  }
  return last[b.length]! > limit ? Number.POSITIVE_INFINITY : last[b.length]!;
}

/**
 * The distance of two names, one of which may be a misspelling of the other: 0 when they differ only in case and
 * separators, Infinity when they differ too much. Numbers and short parts must be equal, because they distinguish
 * siblings: Room_1 is no misspelling of Room_2, nor DEG_C of DEG_F.
 */
export function typoDistance(a: string, b: string): number {
  const [nameA, nameB] = [dissect(a), dissect(b)];
  if (nameA.folded === nameB.folded) return nameA.folded === '' ? Number.POSITIVE_INFINITY : 0;
  if (nameA.numbers !== nameB.numbers) return Number.POSITIVE_INFINITY;
  if (nameA.parts.length !== nameB.parts.length) return partDistance(nameA.folded, nameB.folded);
  return nameA.parts.reduce((sum, part, i) => sum + partDistance(part, nameB.parts[i]!), 0);
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
