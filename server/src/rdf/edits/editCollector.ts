import type { ReadableText } from '../../base/rope.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { PlannedEdit } from './plannedChanges.ts';
import { type Fragment, joinFragments } from './writing/fragment.ts';

interface Insertion {
  readonly offset: number;
  readonly fragment: Fragment;
}

/**
 * Collects changes to a text in any order, and returns them as sorted edits that neither overlap nor touch. Every
 * change is a deletion or an insertion. Deletions may overlap; insertions at the same offset keep their order and
 * survive a deletion around them.
 */
export class EditCollector {
  readonly #text: ReadableText;
  #deletions: TextRange[] = [];
  #insertions: Insertion[] = [];

  constructor(text: ReadableText) {
    this.#text = text;
  }

  insert(offset: number, fragment: Fragment | string): void {
    const whole = joinFragments(fragment);
    if (whole.text !== '' || whole.terms.length > 0) this.#insertions.push({ offset, fragment: whole });
  }

  /** Inserts text before everything else that is inserted at the offset. */
  insertFirst(offset: number, fragment: Fragment | string): void {
    this.#insertions.unshift({ offset, fragment: joinFragments(fragment) });
  }

  remove(range: TextRange): void {
    if (range.start < range.end) this.#deletions.push(range);
  }

  replace(range: TextRange, fragment: Fragment | string): void {
    this.insert(range.start, fragment);
    this.remove(range);
  }

  /** Removes and returns the text of a range with the edits so far, because the text moves elsewhere. */
  takeOut({ start, end }: TextRange): Fragment {
    const inner = new EditCollector(this.#text);
    const within = (range: TextRange) => start <= range.start && range.end <= end;
    inner.#deletions = this.#deletions.filter(within);
    inner.#insertions = this.#insertions.filter(({ offset }) => start <= offset && offset <= end);
    this.#deletions = this.#deletions.filter((range) => !within(range));
    this.#insertions = this.#insertions.filter(({ offset }) => offset < start || end < offset);
    const parts: (Fragment | string)[] = [];
    let position = start;
    for (const { range, newText, inserted } of inner.edits()) {
      parts.push(this.#text.slice(position, range.start), { text: newText, terms: inserted });
      position = range.end;
    }
    return joinFragments(...parts, this.#text.slice(position, end));
  }

  edits(): readonly PlannedEdit[] {
    const insertions = this.#insertions
      .map((insertion, index) => ({ ...insertion, index }))
      .sort((a, b) => a.offset - b.offset || a.index - b.index);
    const edits: { start: number; end: number; parts: Fragment[] }[] = [];
    let next = 0;
    const insertUpTo = (limit: number) => {
      for (; next < insertions.length && insertions[next]!.offset < limit; next++) {
        const { offset, fragment } = insertions[next]!;
        const last = edits.at(-1);
        if (last?.end === offset) last.parts.push(fragment);
        else edits.push({ start: offset, end: offset, parts: [fragment] });
      }
    };
    for (const { start, end } of union(this.#deletions)) {
      insertUpTo(start);
      const parts: Fragment[] = [];
      for (; next < insertions.length && insertions[next]!.offset <= end; next++) {
        parts.push(insertions[next]!.fragment);
      }
      edits.push({ start, end, parts });
    }
    insertUpTo(Number.POSITIVE_INFINITY);
    return edits.map(({ start, end, parts }) => {
      const { text, terms } = this.#joinApart(start, end, parts);
      return { range: { start, end }, newText: text, inserted: terms };
    });
  }

  /** The new text of a range, with spaces where adjacent pieces would otherwise merge into one token. */
  #joinApart(start: number, end: number, parts: readonly Fragment[]): Fragment {
    const before = this.#text.slice(Math.max(0, start - 2), start);
    const after = this.#text.slice(end, end + 2);
    // The text that fills an empty fragment starts and ends with brackets, which never merge with other tokens.
    if (parts.length === 1 && parts[0]!.text === '') return parts[0]!;
    let result = joinFragments();
    for (const [i, part] of parts.entries()) {
      const rest = i < parts.length - 1 ? part.text : part.text + after;
      const isTight = needsSpaceBetween(before + result.text, rest);
      result = joinFragments(result, isTight ? ' ' : '', part);
    }
    const isTight = needsSpaceBetween(before + result.text, after);
    return isTight ? joinFragments(result, ' ') : result;
  }
}

function union(ranges: readonly TextRange[]): readonly TextRange[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/**
 * True when two pieces of text need a space between them, because they would otherwise be read as one token or as other
 * tokens. Errs on the safe side: a space between tokens does no harm.
 */
function needsSpaceBetween(left: string, right: string): boolean {
  const last = left.at(-1);
  const first = right[0];
  if (last === undefined || first === undefined || /\s/.test(last) || /\s/.test(first)) return false;
  // Two adjacent strings may look like the start of a multi-line string.
  if (/["']/.test(last) && /["']/.test(first)) return true;
  const isEscaped = left.at(-2) === '\\';
  if (!isEscaped && /[>"'\])[(;,]/.test(last)) return false;
  if (last === '.') return /[0-9]/.test(first);
  if (first === '.') return !/^(?:\s|#|$)/.test(right.slice(1, 2));
  return !/[<"'[\](),;#@^]/.test(first);
}
