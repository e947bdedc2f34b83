import type { TermId } from '../../terms.ts';
import type { PlannedTerm } from '../plannedEdit.ts';

/** A piece of new text, with the terms that it writes. */
export interface Fragment {
  readonly text: string;
  /** The terms in the text, with their spans in it. */
  readonly terms: readonly PlannedTerm[];
}

/** A fragment that consists of one term. */
export function termFragment(term: TermId, text: string): Fragment {
  return { text, terms: [{ term, range: { start: 0, end: text.length } }] };
}

/** A placeholder for a term whose text is not known yet. */
export function emptyFragment(term: TermId): Fragment {
  return termFragment(term, '');
}

/** A part of a fragment, without its placeholders. */
export function sliceFragment({ text, terms }: Fragment, start: number, end: number): Fragment {
  const inside = terms.filter(
    ({ range }) => range.start < range.end && start <= range.start && range.end <= end,
  );
  return {
    text: text.slice(start, end),
    terms: inside.map(({ term, range }) => ({
      term,
      range: { start: range.start - start, end: range.end - start },
    })),
  };
}

/** Concatenates fragments; plain strings write no terms. */
export function joinFragments(...parts: readonly (Fragment | string)[]): Fragment {
  let text = '';
  const terms: PlannedTerm[] = [];
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    for (const { term, range } of part.terms) {
      terms.push({ term, range: { start: text.length + range.start, end: text.length + range.end } });
    }
    text += part.text;
  }
  return { text, terms };
}
