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
