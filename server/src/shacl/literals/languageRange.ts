/** Basic filtering of RFC 4647: the range is the tag or a prefix of it up to a hyphen; `*` matches every tag. */
export function matchesLanguageRange(tag: string, range: string): boolean {
  if (tag === '') return false;
  if (range === '*') return true;
  const [lowerTag, lowerRange] = [tag.toLowerCase(), range.toLowerCase()];
  return lowerTag === lowerRange || lowerTag.startsWith(`${lowerRange}-`);
}

/** A test for tags that match one of many ranges, in time that does not grow with their number. */
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
