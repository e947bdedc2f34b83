/**
 * Path patterns: `**`, `*`, `?`, `[a-z]`, `{a,b}`. They come from headers of files that others wrote, so matching has a
 * bounded cost: a pattern is compiled to an automaton without expanding anything, and all its states are followed at once,
 * character by character. Matching takes at most the length of the pattern times that of the path. The states after a part
 * of a path show whether anything below a folder can match.
 */

/** The states of a pattern's automaton that are still active. */
export type GlobStates = readonly number[];

/** Longer patterns match nothing. */
export const maxGlobLength = 1000;

export interface GlobOptions {
  /** Whether upper and lower case are the same. By default, they are not. */
  readonly ignoresCase?: boolean;
}

/** A compiled pattern. Names that start with a dot match like others. */
export class Glob {
  readonly #ignoresCase: boolean;
  readonly #states: State[] = [{ kind: 'end' }];
  /** The states before the first character. */
  readonly start: GlobStates;

  /** @param pattern relative, with slashes. */
  constructor(pattern: string, { ignoresCase = false }: GlobOptions = {}) {
    this.#ignoresCase = ignoresCase;
    const found = parts(this.#folded(pattern));
    this.start = pattern.length > maxGlobLength ? [] : this.#closure([this.#compile(found, 0)]);
  }

  matches(path: string): boolean {
    return this.isEnd(this.after(this.start, path));
  }

  /** The states after more of a path; empty when no continuation can match. */
  after(ways: GlobStates, text: string): GlobStates {
    let open = ways;
    for (const character of this.#folded(text)) {
      if (open.length === 0) return open;
      const next: number[] = [];
      for (const way of open) {
        const state = this.#states[way]!;
        if (state.kind === 'take' && state.takes(character)) next.push(...state.next);
      }
      open = this.#closure(next);
    }
    return open;
  }

  /** True when the path that led to these states matches. */
  isEnd(ways: GlobStates): boolean {
    return ways.includes(0);
  }

  #folded(text: string): string {
    return this.#ignoresCase ? text.toLowerCase() : text;
  }

  /** The states reachable from these without reading a character, sorted and without duplicates. */
  #closure(states: readonly number[]): GlobStates {
    const seen = new Set<number>();
    const open = [...states];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (seen.has(number)) continue;
      seen.add(number);
      const state = this.#states[number]!;
      if (state.kind === 'choice') open.push(...state.next);
    }
    return [...seen].filter((number) => this.#states[number]!.kind !== 'choice').sort((a, b) => a - b);
  }

  /** Adds the states of parts followed by the state `next`, and returns the first of them. */
  #compile(found: readonly Part[], next: number): number {
    return found.reduceRight((following, part) => this.#compilePart(part, following), next);
  }

  #compilePart(part: Part, next: number): number {
    switch (part.kind) {
      case 'one':
        return this.#add({ kind: 'take', takes: part.takes, next: [next] });
      case 'many': {
        const loop = this.#states.length;
        this.#add({ kind: 'take', takes: part.takes, next: [loop, next] });
        return this.#add({ kind: 'choice', next: [loop, next] });
      }
      case 'folders': {
        const slash = this.#add({ kind: 'take', takes: (character) => character === '/', next: [next] });
        const loop = this.#states.length;
        this.#add({ kind: 'take', takes: () => true, next: [loop, slash] });
        // Includes the slash, so that the states are the same before the first folder and after each.
        return this.#add({ kind: 'choice', next: [loop, slash, next] });
      }
      case 'choice':
        return this.#add({
          kind: 'choice',
          next: part.alternatives.map((each) => this.#compile(each, next)),
        });
    }
  }

  #add(state: State): number {
    return this.#states.push(state) - 1;
  }
}

/** True when the path is a pattern rather than a plain name. */
export function isGlob(path: string): boolean {
  return wildcardAt(path) !== undefined;
}

/** Splits a pattern into the folder before its first wildcard and the rest. */
export function splitGlob(pattern: string): { readonly folder: string; readonly rest: string } {
  const posix = pattern.replaceAll('\\', '/');
  const end = posix.slice(0, wildcardAt(pattern)).lastIndexOf('/') + 1;
  return { folder: posix.slice(0, end), rest: posix.slice(end) };
}

type Takes = (character: string) => boolean;

type State =
  | { readonly kind: 'end' }
  | { readonly kind: 'take'; readonly takes: Takes; readonly next: readonly number[] }
  | { readonly kind: 'choice'; readonly next: readonly number[] };

type Part =
  | { readonly kind: 'one'; readonly takes: Takes }
  /** Any number of characters. */
  | { readonly kind: 'many'; readonly takes: Takes }
  /** Any number of folders, each with its slash. */
  | { readonly kind: 'folders' }
  | { readonly kind: 'choice'; readonly alternatives: readonly (readonly Part[])[] };

const inName: Takes = (character) => character !== '/';

function parts(pattern: string): readonly Part[] {
  return new Parser(pattern).read();
}

/** The offset of the first wildcard; undefined in a plain name. */
function wildcardAt(path: string): number | undefined {
  const posix = path.replaceAll('\\', '/');
  if (posix.length > maxGlobLength) {
    const at = posix.search(/[*?[{]/);
    return at < 0 ? undefined : at;
  }
  for (let at = 0; at < posix.length; at++) {
    const character = posix[at]!;
    if (character === '*' || character === '?') return at;
    if (character === '[' && classAt(posix, at)) return at;
    if (character === '{' && bracesAt(posix, at)) return at;
  }
  return undefined;
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(pattern: string) {
    this.#text = pattern.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  }

  read(): readonly Part[] {
    return this.#sequence(this.#text.length);
  }

  #sequence(end: number): readonly Part[] {
    const found: Part[] = [];
    while (this.#at < end) found.push(this.#part(end));
    return found;
  }

  #part(end: number): Part {
    const text = this.#text;
    const at = this.#at;
    switch (text[at]) {
      case '*':
        return this.#stars(end);
      case '?':
        this.#at++;
        return { kind: 'one', takes: inName };
      case '[': {
        const found = classAt(text, at);
        if (!found || found.end > end) break;
        this.#at = found.end;
        return { kind: 'one', takes: found.takes };
      }
      case '{': {
        const found = bracesAt(text, at);
        if (!found || found.end > end) break;
        const alternatives = found.ends.map((stop) => {
          this.#at++;
          return this.#sequence(stop);
        });
        this.#at = found.end;
        return { kind: 'choice', alternatives };
      }
    }
    const character = String.fromCodePoint(text.codePointAt(at)!);
    this.#at += character.length;
    return { kind: 'one', takes: (other) => other === character };
  }

  /** `**` as a whole folder name matches any number of folders; elsewhere, stars match within a name. */
  #stars(end: number): Part {
    const text = this.#text;
    const start = this.#at;
    while (this.#at < end && text[this.#at] === '*') this.#at++;
    const before = start === 0 || '/{,'.includes(text[start - 1]!);
    const isFolder = this.#at - start === 2 && before;
    if (isFolder && text[this.#at] === '/') {
      this.#at++;
      return { kind: 'folders' };
    }
    if (isFolder && this.#at === end) return { kind: 'many', takes: () => true };
    return { kind: 'many', takes: inName };
  }
}

/** The character class at an offset, undefined when its bracket is not closed. */
function classAt(text: string, at: number): { readonly end: number; readonly takes: Takes } | undefined {
  const isNegated = text[at + 1] === '!' || text[at + 1] === '^';
  const from = at + (isNegated ? 2 : 1);
  // A closing bracket in first position is one of the characters.
  const close = text.indexOf(']', from + 1);
  if (close < 0 || text.slice(from, close).includes('/')) return undefined;
  const characters = [...text.slice(from, close)];
  const ranges: (readonly [string, string])[] = [];
  for (let i = 0; i < characters.length; i++) {
    const first = characters[i]!;
    const isRange = characters[i + 1] === '-' && i + 2 < characters.length;
    ranges.push([first, isRange ? characters[i + 2]! : first]);
    if (isRange) i += 2;
  }
  const takes: Takes = (character) =>
    character !== '/' &&
    ranges.some(([first, last]) => first <= character && character <= last) !== isNegated;
  return { end: close + 1, takes };
}

/** The end of the alternatives in braces at an offset; undefined when there is only one, or the brace is not closed. */
function bracesAt(
  text: string,
  at: number,
): { readonly end: number; readonly ends: readonly number[] } | undefined {
  let depth = 0;
  const ends: number[] = [];
  for (let i = at; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === ',' && depth === 1) ends.push(i);
    else if (text[i] === '}' && --depth === 0) {
      ends.push(i);
      return ends.length > 1 ? { end: i + 1, ends } : undefined;
    }
  }
  return undefined;
}
