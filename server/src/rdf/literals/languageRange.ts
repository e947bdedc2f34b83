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
