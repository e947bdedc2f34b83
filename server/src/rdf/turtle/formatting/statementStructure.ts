import type { FormatItem } from './formatItems.ts';
import type { FormatOptions } from './formatOptions.ts';

/** Which parts of a statement of triples are on lines of their own. All arrays are indexed by the item. */
export interface StatementStructure {
  /** 1 for an opening bracket whose contents are on lines of their own. */
  readonly isExpanded: Uint8Array;
  /** 1 for an object or the item of a collection that starts a line. */
  readonly startsLine: Uint8Array;
  /** For a verb: the number of spaces after it that align the objects, at least 1. */
  readonly spaceAfter: Int32Array;
  /** True for a statement with several predicates. */
  readonly isList: boolean;
  /** True when the whole statement stays on one line. */
  readonly isOneLine: boolean;
}

/** The number of characters up to which a list, bracket or statement is short. */
const shortLength = 80;

/**
 * The structure of a statement, which depends on its tokens and on where it has line breaks, but not on columns, so
 * that formatting a formatted text changes nothing. Undefined when the items are not exactly the tokens of a statement
 * of triples, with comments.
 *
 * @param isUndotted for a statement that the brace of its graph block ends.
 */
export function statementStructure(
  text: string,
  items: readonly FormatItem[],
  options: FormatOptions,
  isUndotted: boolean = false,
): StatementStructure | undefined {
  return new StructureReader(text, items, options).read(isUndotted);
}

type State = 'subject' | 'verb' | 'object' | 'separator' | 'reifier' | 'item' | 'part' | 'done';

interface Frame {
  readonly kind: 'statement' | 'propertyList' | 'collection' | 'annotation' | 'tripleTerm' | 'reifiedTriple';
  /** The index of the opening bracket, -1 for a statement. */
  readonly open: number;
  hasSubject: boolean;
  readonly verbs: number[];
  /** For the current verb, or for the collection: the first and last item of each element, in turn. */
  elements: number[];
  /** True when something inside starts a line. */
  hasLines: boolean;
}

class StructureReader {
  readonly #text: string;
  readonly #items: readonly FormatItem[];
  readonly #options: FormatOptions;
  /** The lengths and the line breaks of the items before each item. */
  readonly #lengths: Int32Array;
  readonly #breaks: Int32Array;
  /** The line breaks that formatting keeps: those of comments and strings. */
  readonly #solid: Int32Array;
  readonly #isExpanded: Uint8Array;
  readonly #startsLine: Uint8Array;
  readonly #spaceAfter: Int32Array;
  readonly #frames: Frame[] = [newFrame('statement', -1)];
  /** The first item of the element that is being read. */
  #elementStart = 0;
  #subjectIsFilledList = false;

  constructor(text: string, items: readonly FormatItem[], options: FormatOptions) {
    this.#text = text;
    this.#items = items;
    this.#options = options;
    const count = items.length;
    this.#lengths = new Int32Array(count + 1);
    this.#breaks = new Int32Array(count + 1);
    this.#solid = new Int32Array(count + 1);
    this.#isExpanded = new Uint8Array(count);
    this.#startsLine = new Uint8Array(count);
    this.#spaceAfter = new Int32Array(count).fill(1);
    for (let i = 0; i < count; i++) {
      const { kind, start, end, breaks, isMultiline } = items[i]!;
      const inside = kind === 'comment' || isMultiline ? 1 : 0;
      this.#lengths[i + 1] = this.#lengths[i]! + end - start + 1;
      this.#solid[i + 1] = this.#solid[i]! + inside;
      this.#breaks[i + 1] = this.#breaks[i]! + inside + (i > 0 && breaks > 0 ? 1 : 0);
    }
  }

  read(isUndotted: boolean): StatementStructure | undefined {
    let state: State = 'subject';
    for (let i = 0; i < this.#items.length; i++) {
      const { kind, isMalformed } = this.#items[i]!;
      if (kind === 'comment') continue;
      if (isMalformed || state === 'done') return undefined;
      const next = this.#step(state, i);
      if (next === undefined) return undefined;
      state = next.state;
      i = next.last;
    }
    const isEnd = state === 'verb' || state === 'separator' || state === 'reifier';
    if (isUndotted && isEnd) state = this.#end('.', this.#items.length) ?? state;
    if (state !== 'done') return undefined;
    const count = this.#items.length;
    return {
      isExpanded: this.#isExpanded,
      startsLine: this.#startsLine,
      spaceAfter: this.#spaceAfter,
      isList: this.#frames[0]!.verbs.length > 1,
      isOneLine:
        this.#options.keepOnOneLine === 'statements' &&
        this.#breaks[count] === 0 &&
        this.#lengths[count]! <= shortLength,
    };
  }

  /** The state after the item `i`, and the last item that was read; undefined when the item can't be there. */
  #step(state: State, i: number): { readonly state: State; readonly last: number } | undefined {
    const { kind } = this.#items[i]!;
    const frame = this.#frames.at(-1)!;
    const at = (next: State | undefined, last = i) => next && { state: next, last };
    switch (state) {
      case 'verb':
        if (kind === 'iri' || kind === 'name' || (kind === 'word' && this.#is(i, 'a'))) {
          frame.verbs.push(i);
          return at('object');
        }
        if (kind === ';') return frame.verbs.length > 0 ? at('verb') : undefined;
        return at(this.#end(kind, i));
      case 'reifier':
        if (kind === 'iri' || kind === 'name' || kind === 'label') return at(this.#extend(i));
        if (kind === '[' && this.#items[this.#nextToken(i)]?.kind === ']') {
          const last = this.#nextToken(i);
          return at(this.#extend(last), last);
        }
        return this.#step('separator', i);
      case 'separator':
        if (kind === ',') return at('object');
        if (kind === '~') {
          this.#extend(i);
          return at('reifier');
        }
        if (kind === '{|') {
          this.#frames.push(newFrame('annotation', i));
          return at('verb');
        }
        if (kind === ';') {
          this.#endObjects(frame);
          return at('verb');
        }
        return at(this.#end(kind, i));
      case 'item':
        if (kind === ')') return at(this.#close(i));
        break;
      case 'part':
        if (kind === (frame.kind === 'tripleTerm' ? ')>>' : '>>')) return at(this.#close(i));
        if (kind === '~' || (kind === 'word' && this.#is(i, 'a'))) return at('part');
        break;
    }
    const opened = opens[kind];
    if (opened) {
      // The element of the outer frame starts here.
      frame.elements.push(i);
      this.#frames.push(newFrame(opened.kind, i));
      return at(opened.state);
    }
    this.#elementStart = i;
    if (kind === 'iri' || kind === 'name' || kind === 'label') return at(this.#accept(i));
    if (state === 'subject') return undefined;
    switch (kind) {
      case 'integer':
      case 'decimal':
      case 'double':
        return at(this.#accept(i));
      case 'word':
        return this.#is(i, 'true') || this.#is(i, 'false') ? at(this.#accept(i)) : undefined;
      case 'string': {
        const last = this.#literalEnd(i);
        return last === undefined ? undefined : at(this.#accept(last), last);
      }
      default:
        return undefined;
    }
  }

  /** The last item of the literal whose string is the item `i`. */
  #literalEnd(i: number): number | undefined {
    const next = this.#nextToken(i);
    if (this.#items[next]?.kind === 'at') return this.#items[next].isMalformed ? undefined : next;
    if (this.#items[next]?.kind !== '^^') return i;
    const datatype = this.#items[this.#nextToken(next)];
    const isIri = datatype?.kind === 'iri' || datatype?.kind === 'name';
    return isIri && !datatype.isMalformed ? this.#nextToken(next) : undefined;
  }

  #nextToken(i: number): number {
    let next = i + 1;
    while (this.#items[next]?.kind === 'comment') next++;
    return next;
  }

  /** Ends a frame of predicates with the item `i`. */
  #end(kind: FormatItem['kind'], i: number): State | undefined {
    const frame = this.#frames.at(-1)!;
    if (kind === '.' && frame.kind === 'statement') {
      if (frame.verbs.length === 0 && !this.#subjectIsFilledList) return undefined;
      this.#endObjects(frame);
      this.#alignObjects(frame, false);
      return 'done';
    }
    const isClosed =
      (kind === ']' && frame.kind === 'propertyList') || (kind === '|}' && frame.kind === 'annotation');
    return isClosed ? this.#close(i) : undefined;
  }

  /** Takes the items up to `last` as a part of the object that was read: its reifier. */
  #extend(last: number): State {
    const { elements } = this.#frames.at(-1)!;
    elements[elements.length - 1] = last;
    return 'separator';
  }

  #close(i: number): State {
    const frame = this.#frames.pop()!;
    const isTriple = frame.kind === 'tripleTerm' || frame.kind === 'reifiedTriple';
    if (hasVerbs(frame)) this.#endObjects(frame);
    const isExpanded = !isTriple && this.#needsLines(frame, i);
    if (isExpanded) this.#isExpanded[frame.open] = 1;
    if (frame.kind === 'collection') this.#endItems(frame, isExpanded);
    this.#alignObjects(frame, !isExpanded);
    const outer = this.#frames.at(-1)!;
    if (isExpanded) outer.hasLines = true;
    if (outer.kind === 'statement' && !outer.hasSubject) {
      this.#subjectIsFilledList = isTriple || (frame.kind === 'propertyList' && frame.verbs.length > 0);
    }
    if (frame.kind === 'annotation') return this.#extend(i);
    this.#elementStart = outer.elements.pop()!;
    return this.#accept(i);
  }

  /** True when a bracket that closes with the item `i` is on lines of its own. */
  #needsLines({ kind, open, verbs, hasLines }: Frame, i: number): boolean {
    if (i === open + 1) return false;
    // An aligned predicate is not followed by a line break.
    const isAligned = kind !== 'collection' && this.#options.predicates === 'aligned';
    if (isAligned && verbs.length === 1 && !hasLines && this.#solid[i] === this.#solid[open + 1])
      return false;
    return !this.#isOnOneLine(open, i) || this.#options.keepOnOneLine === 'nothing';
  }

  /** Takes the items from the start of the element up to `last` as a term. */
  #accept(last: number): State {
    const frame = this.#frames.at(-1)!;
    if (frame.kind === 'statement' && !frame.hasSubject) {
      frame.hasSubject = true;
      return 'verb';
    }
    frame.elements.push(this.#elementStart, last);
    if (frame.kind === 'tripleTerm' || frame.kind === 'reifiedTriple') return 'part';
    return frame.kind === 'collection' ? 'item' : 'separator';
  }

  /** Decides on the lines of the objects of the last verb. */
  #endObjects(frame: Frame): void {
    const { elements } = frame;
    frame.elements = [];
    if (elements.length <= 2) return;
    const last = elements.at(-1)!;
    let broken = this.#options.objects === 'onePerLine';
    let hasExpanded = false;
    let hasBreak = false;
    for (let e = 0; e < elements.length; e += 2) {
      if (this.#isExpanded[elements[e]!] === 1) hasExpanded = true;
      if (e > 0 && this.#breaksBetween(elements[e - 1]!, elements[e]!)) hasBreak = true;
    }
    if (!hasExpanded && !hasBreak && this.#lengthOf(elements[0]!, last) > shortLength) broken = true;
    for (let e = 2; e < elements.length; e += 2) {
      // Expanded brackets follow each other as `], [`.
      if (this.#isExpanded[elements[e]!] === 1 || this.#isExpanded[elements[e - 2]!] === 1) continue;
      if (!broken && !this.#breaksBetween(elements[e - 1]!, elements[e]!)) continue;
      this.#startsLine[elements[e]!] = 1;
      frame.hasLines = true;
    }
  }

  /** Decides on the lines of the items of a collection. */
  #endItems({ elements, open }: Frame, isExpanded: boolean): void {
    if (!isExpanded || elements.length === 0) return;
    let hasBreak = this.#breaksBetween(open, elements[0]!);
    for (let e = 2; e < elements.length; e += 2) {
      if (this.#breaksBetween(elements[e - 1]!, elements[e]!)) hasBreak = true;
    }
    for (let e = 0; e < elements.length; e += 2) {
      if (e === 0 || !hasBreak || this.#breaksBetween(elements[e - 1]!, elements[e]!)) {
        this.#startsLine[elements[e]!] = 1;
      }
    }
  }

  #alignObjects({ verbs }: Frame, isOneLine: boolean): void {
    if (!this.#options.alignObjects || isOneLine) return;
    const widthOf = (verb: number) => this.#items[verb]!.end - this.#items[verb]!.start;
    let widest = 0;
    for (const verb of verbs) widest = Math.max(widest, widthOf(verb));
    for (const verb of verbs) this.#spaceAfter[verb] = widest - widthOf(verb) + 1;
  }

  #isOnOneLine(first: number, last: number): boolean {
    return this.#breaks[last + 1] === this.#breaks[first + 1]! && this.#lengthOf(first, last) <= shortLength;
  }

  #lengthOf(first: number, last: number): number {
    return this.#lengths[last + 1]! - this.#lengths[first]!;
  }

  /** True when there is a line break or comment after one item and before another. */
  #breaksBetween(before: number, after: number): boolean {
    for (let i = before + 1; i <= after; i++) {
      if (this.#items[i]!.breaks > 0 || this.#items[i]!.kind === 'comment') return true;
    }
    return false;
  }

  #is(i: number, word: string): boolean {
    const { start, end } = this.#items[i]!;
    return end - start === word.length && this.#text.startsWith(word, start);
  }
}

/** What opens a term of several items. */
const opens: {
  readonly [kind in FormatItem['kind']]?: { readonly kind: Frame['kind']; readonly state: State };
} = {
  '[': { kind: 'propertyList', state: 'verb' },
  '(': { kind: 'collection', state: 'item' },
  '<<(': { kind: 'tripleTerm', state: 'part' },
  '<<': { kind: 'reifiedTriple', state: 'part' },
};

/** True for frames that hold predicates with their objects. */
function hasVerbs({ kind }: Pick<Frame, 'kind'>): boolean {
  return kind === 'propertyList' || kind === 'annotation';
}

function newFrame(kind: Frame['kind'], open: number): Frame {
  return { kind, open, hasSubject: kind !== 'statement', verbs: [], elements: [], hasLines: false };
}
