/** True for an absolute IRI that needs no escapes where one is written between angle brackets (Turtle 1.1, IRIREF). */
export function isAbsoluteIri(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:[^\u0000-\u0020<>"{}|^`\\\ud800-\udfff]*$/u.test(text);
}

/** The same for one that somebody may have meant: with something behind its scheme, and no white space of any kind. */
export function isPlausibleIri(text: string): boolean {
  return isAbsoluteIri(text) && !/\s|^[^:]*:$/.test(text);
}
