/**
 * Copies a string into memory of its own. A substring keeps the whole string that it was cut from alive, so one
 * long-lived name could retain a whole document. JavaScript engines always copy short substrings.
 */
export function copyString(text: string): string {
  return text.length < 13 ? text : [text[0], text.slice(1)].join('');
}
