/**
 * The same string in memory of its own. A string cut out of a longer one keeps that alive, so one name that is
 * kept for long can keep a whole document. Engines copy short ones anyway.
 */
export function copyString(text: string): string {
  return text.length < 13 ? text : [text[0], text.slice(1)].join('');
}
