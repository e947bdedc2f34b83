import { type ReadableText, Rope } from '../../base/rope.ts';
import type { ReplacedRange } from '../../base/textChange.ts';

/**
 * The change between two versions of a text: as the editor reports it, or the smallest change that explains it. Programs
 * often report that they replaced everything when they changed little, so a large change is reduced to the part that
 * differs. A small one is kept, because it shows which of two similar statements was deleted.
 *
 * @param told the reported change, if any.
 * @throws RangeError when `told` does not fit the lengths of the texts.
 */
export function changeBetween(
  before: ReadableText,
  after: ReadableText,
  told?: ReplacedRange,
): ReplacedRange {
  const { start, end, length } = told ?? { start: 0, end: before.length, length: after.length };
  if (
    start < 0 ||
    end < start ||
    end > before.length ||
    before.length - (end - start) + length !== after.length
  ) {
    throw new RangeError(`a change of ${start} to ${end} into ${length} units does not give the new text`);
  }
  if (told !== undefined && Math.min(end - start, length) < large) return told;
  const limit = Math.min(end - start, length);
  const shared = told === undefined ? sharedEnds(before, after) : { head: 0, tail: 0 };
  const head = commonLength(
    Math.min(shared.head, limit),
    limit,
    (from, to) => before.slice(start + from, start + to) === after.slice(start + from, start + to),
  );
  const tail = commonLength(
    Math.min(shared.tail, limit - head),
    limit - head,
    (from, to) =>
      before.slice(end - to, end - from) === after.slice(start + length - to, start + length - from),
  );
  return { start: start + head, end: end - tail, length: length - head - tail };
}

/** More than a person changes between two versions of a text. */
const large = 1000;

/** How many units two texts are known to share at both ends without any comparison. */
function sharedEnds(
  before: ReadableText,
  after: ReadableText,
): { readonly head: number; readonly tail: number } {
  return before instanceof Rope && after instanceof Rope ? before.sharedEnds(after) : { head: 0, tail: 0 };
}

/**
 * The number of equal units, up to a limit. Comparing whole chunks is a hundred times faster than comparing units.
 *
 * @param equal how many are known to be equal.
 */
function commonLength(equal: number, limit: number, areEqual: (from: number, to: number) => boolean): number {
  let known = equal;
  for (let size = 1; known < limit; size *= 2) {
    const next = Math.min(known + size, limit);
    if (!areEqual(known, next)) {
      // The first difference lies between the two.
      let beyond = next;
      while (beyond - known > 1) {
        const middle = (known + beyond) >> 1;
        if (areEqual(known, middle)) known = middle;
        else beyond = middle;
      }
      return known;
    }
    known = next;
  }
  return known;
}
