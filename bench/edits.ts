import type { Range } from 'vscode-languageserver';

/**
 * A range within a line where replacing a few characters introduces results. Putting the old text back removes them.
 */
export interface Place {
  readonly line: number;
  /** The offset in the line, in UTF-16 code units. */
  readonly start: number;
  /** The offset in the text, in UTF-16 code units. Valid while all places before it are sound. */
  readonly offset: number;
  readonly sound: string;
  readonly broken: string;
}

/** A way to break QUDT: replaces the first group that `what` matches in a line. */
interface Damage {
  readonly what: RegExp;
  readonly by: (sound: string) => string;
}

const damages: readonly Damage[] = [
  // sh:class, at the value itself.
  { what: /^ {4}qudt:hasDimensionVector (qkdv:[\w-]+);$/d, by: () => 'unit:M' },
  // sh:datatype
  { what: /^ {4}qudt:conversionMultiplier ([\d.]+);$/d, by: () => '"many"' },
  // sh:maxCount
  { what: /^ {4}qudt:conversionMultiplierSN ([\dE.+-]+);$/d, by: (sound) => `${sound}, 1.5E-42` },
  // sh:minCount
  { what: /^ {4}(qudt:hasDimensionVector qkdv:[\w-]+;)$/d, by: () => '' },
  // sh:class, at all nodes that refer to it.
  { what: /^quantitykind:[\w-]+ a (qudt:QuantityKind);$/d, by: () => 'qudt:Thing' },
  // sh:datatype and sh:pattern
  { what: /^ {4}qudt:ucumCode "[^"]+"(\^\^qudt:UCUMcs);$/d, by: () => '' },
];

/** The same for faults that have one certain repair each, because the intention is obvious. */
const slips: readonly Damage[] = [
  // sh:datatype: a number in quotes.
  { what: /^ {4}qudt:conversionMultiplier ([\d.]+);$/d, by: (sound) => `"${sound}"` },
  // sh:maxCount and sh:datatype: a value given twice.
  { what: /^ {4}qudt:conversionMultiplier ([\d.]+);$/d, by: (sound) => `${sound}, "${sound}"` },
  // sh:datatype: a number that was typed as a string.
  { what: /^ {4}qudt:conversionMultiplierSN ([\dE.+-]+);$/d, by: (sound) => `"${sound}"` },
  { what: /^ {4}qudt:ucumCode "[^"]+"(\^\^qudt:UCUMcs);$/d, by: () => '' },
];

/** The text with `count` such faults, in different statements. */
export function withSlips(text: string, count: number, random: () => number): string {
  return brokenAt(text, breakablePlaces(text, count, random, slips));
}

/** The text with all of the places broken. */
export function brokenAt(text: string, places: readonly Place[]): string {
  return [...places]
    .sort((a, b) => b.offset - a.offset)
    .reduce(
      (broken, { offset, sound, broken: slip }) =>
        broken.slice(0, offset) + slip + broken.slice(offset + sound.length),
      text,
    );
}

/**
 * Up to the requested number of places in different statements, taking each kind of damage in turn. The same seed gives
 * the same places.
 */
export function breakablePlaces(
  text: string,
  count: number,
  random: () => number,
  kinds = damages,
): readonly Place[] {
  const candidates = kinds.map(({ what, by }) => shuffled(placesOf(text, what, by), random));
  const usedStatements = new Set<number>();
  const places: Place[] = [];
  for (let i = 0; places.length < count; i++) {
    const next = candidates[i % candidates.length]!.pop();
    if (!next) {
      if (candidates.every(({ length }) => length === 0))
        throw new Error(`only ${places.length} places to break`);
      continue;
    }
    if (usedStatements.has(next.statement)) continue;
    usedStatements.add(next.statement);
    places.push(next);
  }
  return places;
}

/** The range of a place in its sound or broken state. */
export function rangeOf({ line, start, sound, broken }: Place, state: 'sound' | 'broken'): Range {
  const { length } = state === 'sound' ? sound : broken;
  return { start: { line, character: start }, end: { line, character: start + length } };
}

/** Random numbers from 0 up to but excluding 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The places of one kind of damage, with the line in which their statement starts. */
function placesOf(
  text: string,
  what: RegExp,
  by: Damage['by'],
): readonly (Place & { readonly statement: number })[] {
  const places = [];
  let statement = 0;
  let lineStart = 0;
  for (const [line, content] of text.split('\n').entries()) {
    if (!content.startsWith(' ')) statement = line;
    const group = what.exec(content)?.indices?.[1];
    if (group && isReferredTo(content, text)) {
      const [start, end] = group;
      const sound = content.slice(start, end);
      places.push({ line, start, offset: lineStart + start, sound, broken: by(sound), statement });
    }
    lineStart += content.length + 1;
  }
  return places;
}

/** Nothing depends on the class of a quantity kind that no unit has. */
function isReferredTo(line: string, text: string): boolean {
  const name = /^quantitykind:[\w-]+/.exec(line)?.[0];
  return name === undefined || text.includes(`qudt:hasQuantityKind ${name};`);
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const result = [...values];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}
