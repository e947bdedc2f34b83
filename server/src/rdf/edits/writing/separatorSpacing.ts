import type { PredicateNode, TriplesStatement } from '../../turtle/syntaxTree.ts';
import { objectEnd, partEnd } from '../predicateBlock.ts';
import type { Trivia } from './trivia.ts';

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
