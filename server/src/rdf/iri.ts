/** True for an absolute IRI that needs no escapes where one is written between angle brackets (Turtle 1.1, IRIREF). */
export function isAbsoluteIri(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:[^\u0000-\u0020<>"{}|^`\\\ud800-\udfff]*$/u.test(text);
}

/**
 * Like `isAbsoluteIri`, for IRIs that someone may have meant: something follows the scheme, and there is no white space
 * of any kind.
 */
export function isPlausibleIri(text: string): boolean {
  return isAbsoluteIri(text) && !/\s|^[^:]*:$/.test(text);
}
