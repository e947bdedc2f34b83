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

/** The part of an IRI after its last `#`, `/` or `:`. */
export function localName(iri: string): string {
  const end = /[#/:]+$/.exec(iri)?.index ?? iri.length;
  return iri.slice(namespaceEnd(iri.slice(0, end)));
}

/**
 * The part of an IRI that it shares with its siblings: up to and including the last `#` or `/`, or else the last `:`.
 */
export function namespaceOf(iri: string): string {
  return iri.slice(0, namespaceEnd(iri));
}

function namespaceEnd(iri: string): number {
  return Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1;
}

/** True for two IRIs that differ only in the scheme, a `www.`, or the `#` and `/` between their parts. */
export function isRespelling(one: string, other: string): boolean {
  return one !== other && endsAlike(one, other) && iriSkeleton(one) === iriSkeleton(other);
}

/**
 * Whether the last letters of two IRIs are the same except for `#` and `/`: most IRIs differ there, which is checked
 * without a copy.
 */
function endsAlike(one: string, other: string): boolean {
  let [i, j] = [one.length, other.length];
  for (let letters = 0; letters < 8; letters++) {
    do i--;
    while (isSign(one, i));
    do j--;
    while (isSign(other, j));
    if (i < mostOfScheme || j < mostOfScheme) return true;
    if (one.charCodeAt(i) !== other.charCodeAt(j)) return false;
  }
  return true;
}

function isSign(iri: string, at: number): boolean {
  return iri[at] === '#' || iri[at] === '/';
}

const mostOfScheme = 'https://www.'.length;

/** The key that is equal for different spellings of the same IRI. */
export function iriSkeleton(iri: string): string {
  return iri.replace(/^https?:\/*(?:www\.)?/i, '').replace(/[#/]+/g, '');
}
