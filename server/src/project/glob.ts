/**
 * Patterns of paths: `**`, `*`, `?`, `[a-z]`, `{a,b}`. Headers of files that others wrote hold them, so their cost is
 * bounded by how they are matched: all ways through a pattern are followed at once, one character after the other, and
 * nothing is expanded. Matching takes at most the length of the pattern times that of the path. The ways that are open
 * after a part of a path tell whether anything below a folder can match.
 */

/** The ways through a pattern that are still open, as numbers of its states. */
export type GlobStates = readonly number[];

/** Longer patterns match nothing. */
export const maxGlobLength = 1000;

/** A pattern, ready to be matched. Names that start with a dot count like others; case matters. */
export class Glob {
  readonly #states: State[] = [{ kind: 'end' }];
  /** The ways before the first character. */
  readonly start: GlobStates;

  /** @param pattern relative, with slashes. */
  constructor(pattern: string) {
    this.start = pattern.length > maxGlobLength ? [] : this.#closure([this.#compile(parts(pattern), 0)]);
  }

  matches(path: string): boolean {
    return this.isEnd(this.after(this.start, path));
  }

  /** The ways that are left after more of a path; none when nothing that goes on like this can match. */
  after(ways: GlobStates, text: string): GlobStates {
    let open = ways;
    for (const character of text) {
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

  /** True when the path that led here matches. */
  isEnd(ways: GlobStates): boolean {
    return ways.includes(0);
  }

  /** The states that these lead to without a character, in order, each once. */
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

  /** Adds the states of parts that are followed by a state, and returns the first of them. */
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
        // With the slash, so that the ways are the same before the first folder and after each.
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

/** True when the path is a pattern, not a plain name. */
export function isGlob(path: string): boolean {
  return wildcardAt(path) !== undefined;
}

/** A pattern as the folder that it starts from, without wildcards, and what is matched below it. */
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

/** Where the first wildcard stands; undefined in a plain name. */
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

  /** `**` in place of a folder stands for any number of them, anywhere else stars stay within a name. */
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

/** The characters in brackets at a place, undefined where the brackets are not closed. */
function classAt(text: string, at: number): { readonly end: number; readonly takes: Takes } | undefined {
  const isNegated = text[at + 1] === '!' || text[at + 1] === '^';
  const from = at + (isNegated ? 2 : 1);
  // A bracket at the first place is one of the characters.
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

/** Where the alternatives in braces at a place end; undefined where there is only one, or they are not closed. */
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
