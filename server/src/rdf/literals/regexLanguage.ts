import { type CharacterSet, complement, contains, difference } from './characterSet.ts';
import { parseRegex, type RegexNode } from './regexSyntax.ts';

/** The requirements for the text of a term. */
export interface TextDemands {
  /** JavaScript sources in Unicode mode, each of which has to match somewhere in the text. */
  readonly matching: readonly RegexSource[];
  /** Those that must match nowhere. */
  readonly avoiding: readonly RegexSource[];
  /** The length in characters (code points). */
  readonly minLength: number;
  readonly maxLength: number;
}

/** The source of a JavaScript regular expression in Unicode mode, and whether it has the flag i. */
export interface RegexSource {
  readonly source: string;
  readonly ignoreCase: boolean;
}

/**
 * Whether it is proven that no text meets the demands: the automata of all expressions are run side by side, over the texts
 * that they distinguish, shortest first. Expressions that do not describe regular languages or too long (look-around,
 * back-references, more than 2,000 states) are left out of the proof; so is what would take more than 10,000 of their
 * states.
 */
export function isNoTextLike(demands: TextDemands): boolean {
  const { matching, avoiding, minLength, maxLength } = demands;
  const written = (list: readonly RegexSource[]) =>
    list.map(({ source, ignoreCase }) => [source, ignoreCase]);
  const key = JSON.stringify([written(matching), written(avoiding), minLength, maxLength]);
  let isNone = answers.get(key);
  if (isNone === undefined) {
    if (answers.size > mostKept) answers.clear();
    isNone = sampleText(demands).kind === 'none';
    answers.set(key, isNone);
  }
  return isNone;
}

const answers = new Map<string, boolean>();
const mostKept = 1000;

/** The shortest text of the kind; `unknown` where the search was given up or not all expressions could be read. */
export function sampleText({ matching, avoiding, minLength, maxLength }: TextDemands): SampledText {
  if (minLength > maxLength) return { kind: 'none' };
  const asked = [...matching, ...avoiding].map((regex, i) => ({
    nfa: nfaOf(regex),
    wanted: i < matching.length,
  }));
  const readable = asked.flatMap(({ nfa, wanted }) => (nfa ? [{ nfa, wanted }] : []));
  const characters = representatives(readable.flatMap(({ nfa }) => nfa.sets));
  if (characters === undefined) return { kind: 'unknown' };
  const running = readable.map(({ nfa, wanted }) => ({ run: new Determinized(nfa, characters), wanted }));
  const seen = new Set<string>();
  const queue: Reached[] = [{ states: running.map(() => 0), text: '', length: 0 }];
  for (const { states, text, length } of queue) {
    if (length >= minLength && running.every(({ run, wanted }, i) => run.accepts(states[i]!) === wanted)) {
      return running.length < asked.length ? { kind: 'unknown' } : { kind: 'text', text };
    }
    if (length >= maxLength) continue;
    for (const [at, codePoint] of characters.entries()) {
      const next = running.map(({ run }, i) => run.after(states[i]!, at));
      // A text that is too short differs from longer ones in the same states.
      const key = `${Math.min(length + 1, minLength)} ${next.join()}`;
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push({ states: next, text: text + String.fromCodePoint(codePoint), length: length + 1 });
    }
    if (queue.length > mostReached) return { kind: 'unknown' };
  }
  return { kind: 'none' };
}

export type SampledText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

interface Reached {
  /** For each automaton, in the numbers of `Determinized`. */
  readonly states: readonly number[];
  readonly text: string;
  readonly length: number;
}

const mostReached = 10_000;

/** An automaton of texts in which an expression matches somewhere (Thompson's construction). */
interface Nfa {
  readonly start: number;
  readonly end: number;
  readonly sets: readonly CharacterSet[];
  readonly steps: { readonly set: CharacterSet; readonly to: number }[][];
  /** Steps without a character; those with `at` can only be taken at the start or the end of the text. */
  readonly jumps: { readonly to: number; readonly at: 'start' | 'end' | undefined }[][];
}

const automata = new Map<string, Nfa | undefined>();

function nfaOf({ source, ignoreCase }: RegexSource): Nfa | undefined {
  const key = `${ignoreCase} ${source}`;
  if (!automata.has(key)) {
    if (automata.size > mostKept) automata.clear();
    automata.set(key, build(parseRegex(source, ignoreCase)));
  }
  return automata.get(key);
}

const mostStates = 2000;

function build(regex: RegexNode | undefined): Nfa | undefined {
  if (regex === undefined) return undefined;
  const steps: { set: CharacterSet; to: number }[][] = [];
  const jumps: Nfa['jumps'] = [];
  const sets = new Set<CharacterSet>();
  const state = () => {
    jumps.push([]);
    return steps.push([]) - 1;
  };
  const jump = (from: number, to: number, at?: 'start' | 'end') => jumps[from]!.push({ to, at });
  /** Adds what leads from a state through a part of the expression, and returns the state after it. */
  const add = (node: RegexNode, from: number): number => {
    if (steps.length > mostStates) return from;
    switch (node.kind) {
      case 'characters': {
        const to = state();
        sets.add(node.set);
        steps[from]!.push({ set: node.set, to });
        return to;
      }
      case 'position': {
        const to = state();
        jump(from, to, node.at);
        return to;
      }
      case 'sequence':
        return node.parts.reduce((at, part) => add(part, at), from);
      case 'choice': {
        const to = state();
        for (const part of node.parts) {
          const begin = state();
          jump(from, begin);
          jump(add(part, begin), to);
        }
        return to;
      }
      case 'repeat': {
        let at = from;
        for (let i = 0; i < node.least && steps.length <= mostStates; i++) at = add(node.part, at);
        const to = state();
        if (node.most === Number.POSITIVE_INFINITY) {
          const begin = state();
          jump(at, begin);
          jump(add(node.part, begin), begin);
          jump(begin, to);
          return to;
        }
        for (let i = node.least; i < node.most && steps.length <= mostStates; i++) {
          jump(at, to);
          const begin = state();
          jump(at, begin);
          at = add(node.part, begin);
        }
        jump(at, to);
        return to;
      }
    }
  };
  const start = state();
  const end = add(regex, start);
  if (steps.length > mostStates) return undefined;
  // The match may be anywhere in the text.
  const any = complement([]);
  const before = state();
  steps[before]!.push({ set: any, to: before });
  jump(before, start);
  const behind = state();
  steps[behind]!.push({ set: any, to: behind });
  jump(end, behind);
  return { start: before, end: behind, sets: [...sets], steps, jumps };
}

/** The sets of states that an automaton may be in, each with a number, made when they are reached; 0 is the start. */
class Determinized {
  readonly #nfa: Nfa;
  readonly #characters: readonly number[];
  readonly #sets: (readonly number[])[];
  readonly #numbers = new Map<string, number>();
  readonly #moves: (number | undefined)[][] = [];
  readonly #accepting: (boolean | undefined)[] = [];

  constructor(nfa: Nfa, characters: readonly number[]) {
    this.#nfa = nfa;
    this.#characters = characters;
    this.#sets = [closed(nfa, [nfa.start], ['start'])];
  }

  /** Where a character leads, given by its index. */
  after(state: number, character: number): number {
    this.#moves[state] ??= [];
    const known = this.#moves[state]![character];
    if (known !== undefined) return known;
    const codePoint = this.#characters[character]!;
    const reached: number[] = [];
    for (const from of this.#sets[state]!) {
      for (const { set, to } of this.#nfa.steps[from]!) if (contains(set, codePoint)) reached.push(to);
    }
    const next = closed(this.#nfa, reached, []);
    const key = next.join();
    const number = this.#numbers.get(key) ?? this.#sets.push(next) - 1;
    this.#numbers.set(key, number);
    this.#moves[state]![character] = number;
    return number;
  }

  accepts(state: number): boolean {
    this.#accepting[state] ??= closed(
      this.#nfa,
      this.#sets[state]!,
      state === 0 ? ['start', 'end'] : ['end'],
    ).includes(this.#nfa.end);
    return this.#accepting[state];
  }
}

/** The states and those that they reach without a character, in order. */
function closed(
  { jumps }: Nfa,
  states: Iterable<number>,
  open: readonly ('start' | 'end')[],
): readonly number[] {
  const reached = new Set(states);
  for (const state of reached) {
    for (const { to, at } of jumps[state]!) if (at === undefined || open.includes(at)) reached.add(to);
  }
  return [...reached].sort((a, b) => a - b);
}

/**
 * One character from each class of characters that the sets distinguish, letters and digits if it has any; undefined for
 * very many parts.
 */
function representatives(sets: readonly CharacterSet[]): readonly number[] | undefined {
  let parts: readonly CharacterSet[] = [complement([])];
  for (const set of new Map(sets.map((each) => [each.join(), each])).values()) {
    if (parts.length > mostParts) return undefined;
    parts = parts.flatMap((part) => {
      const outside = difference(part, set);
      const inside = difference(part, outside);
      return [inside, outside].filter((each) => each.length > 0);
    });
  }
  return parts.map((part) => usual.find((each) => contains(part, each)) ?? part[0]!);
}

const mostParts = 500;

const usual = [...'a0A-_. /:'].map((each) => each.codePointAt(0)!);
