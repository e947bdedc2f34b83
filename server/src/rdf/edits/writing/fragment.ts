import type { TermId } from '../../terms.ts';
import type { PredicateNode, TriplesStatement } from '../../turtle/syntaxTree.ts';
import type { PlannedTerm } from '../plannedChanges.ts';
import { objectEnd, partEnd } from '../predicateBlock.ts';
import type { Trivia } from './trivia.ts';

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

/** The white space on both sides of a separator in a list. */
export interface SeparatorSpacing {
  readonly before: string;
  readonly after: string;
}

/** The spacing of the last `;` between two parts; undefined for lists with fewer than two. */
export function lastPartSeparator(
  trivia: Trivia,
  { start }: TriplesStatement,
  parts: readonly PredicateNode[],
): SeparatorSpacing | undefined {
  const previous = parts.at(-2);
  const first = previous?.semicolons[0];
  const end = previous?.semicolons.at(-1);
  if (previous === undefined || first === undefined || end === undefined) return undefined;
  return {
    before: trivia.spaceIn({ start: start + partEnd(previous), end: start + first }),
    after: trivia.spaceIn({ start: start + end + 1, end: start + parts.at(-1)!.verb.start }),
  };
}

/** The spacing of the last `,` between two objects; undefined for lists with fewer than two. */
export function lastObjectSeparator(
  trivia: Trivia,
  { start }: TriplesStatement,
  { objects }: PredicateNode,
): SeparatorSpacing | undefined {
  const previous = objects.at(-2);
  if (previous?.comma === undefined) return undefined;
  return {
    before: trivia.spaceIn({ start: start + objectEnd(previous), end: start + previous.comma }),
    after: trivia.spaceIn({ start: start + previous.comma + 1, end: start + objects.at(-1)!.term.start }),
  };
}
