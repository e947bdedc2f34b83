import { copyString } from '../base/copyString.ts';

/** Few distinct tags occur, each of them often. */
const formattedTags = new Map<string, string>();

/** Formats a language tag in the case that BCP 47 recommends: `en-GB`. Equal tags get equal strings. */
export function formatLanguageTag(tag: string): string {
  const known = formattedTags.get(tag);
  if (known !== undefined) return known;
  const own = copyString(tag);
  const formatted = recommendedCase(own);
  formattedTags.set(own, formatted);
  return formatted;
}

function recommendedCase(tag: string): string {
  const [first, ...rest] = tag.toLowerCase().split('-');
  let afterSingleton = first!.length === 1;
  const formatted = rest.map((subtag) => {
    const plain = afterSingleton;
    if (subtag.length === 1) afterSingleton = true;
    if (plain) return subtag;
    if (subtag.length === 2) return subtag.toUpperCase();
    return subtag.length === 4 && /^[a-z]/.test(subtag) ? subtag[0]!.toUpperCase() + subtag.slice(1) : subtag;
  });
  return [first, ...formatted].join('-');
}

/**
 * Basic filtering of RFC 4647: a range matches a tag that equals it or starts with it and a hyphen; `*` matches every
 * tag.
 */
export function matchesLanguageRange(tag: string, range: string): boolean {
  if (tag === '') return false;
  if (range === '*') return true;
  const [lowerTag, lowerRange] = [tag.toLowerCase(), range.toLowerCase()];
  return lowerTag === lowerRange || lowerTag.startsWith(`${lowerRange}-`);
}

/** A test for tags that match any of many ranges. Its time does not depend on the number of ranges. */
export function languageMatcher(ranges: readonly string[]): (tag: string) => boolean {
  const lowerRanges = new Set(ranges.map((range) => range.toLowerCase()));
  return (tag) => {
    if (tag === '') return false;
    if (lowerRanges.has('*')) return true;
    const lowerTag = tag.toLowerCase();
    for (let end = lowerTag.length; end > 0; end = lowerTag.lastIndexOf('-', end - 1)) {
      if (lowerRanges.has(lowerTag.slice(0, end))) return true;
    }
    return false;
  };
}
