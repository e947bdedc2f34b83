/** Basic filtering of RFC 4647: the range is the tag or a prefix of it up to a hyphen; `*` matches every tag. */
export function matchesLanguageRange(tag: string, range: string): boolean {
  if (tag === '') return false;
  if (range === '*') return true;
  const [lowerTag, lowerRange] = [tag.toLowerCase(), range.toLowerCase()];
  return lowerTag === lowerRange || lowerTag.startsWith(`${lowerRange}-`);
}
