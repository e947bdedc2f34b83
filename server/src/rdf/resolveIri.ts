/**
 * Resolves an IRI reference against a base as in RFC 3986, section 5.2 (strict and without normalisation, as Turtle
 * requires). A reference with a scheme is returned unchanged.
 */
export function resolveIri(reference: string, base: string): string {
  if (hasScheme(reference)) return reference;
  const scheme = hasScheme(base) ? base.slice(0, base.indexOf(':') + 1) : '';
  const { authority, path, query } = split(base.slice(scheme.length));
  const relative = split(reference);
  const rest = relative.query + relative.fragment;
  if (relative.authority !== '') return scheme + relative.authority + removeDotSegments(relative.path) + rest;
  if (relative.path === '') return scheme + authority + path + (relative.query || query) + relative.fragment;
  if (relative.path.startsWith('/')) return scheme + authority + removeDotSegments(relative.path) + rest;
  const folder = authority !== '' && path === '' ? '/' : path.slice(0, path.lastIndexOf('/') + 1);
  return scheme + authority + removeDotSegments(folder + relative.path) + rest;
}

/** True for an absolute IRI: one that starts with a scheme such as `http:` or `urn:`. */
export function hasScheme(iri: string): boolean {
  for (let i = 0; i < iri.length; i++) {
    const code = iri.charCodeAt(i);
    if (code === 0x3a) return i > 0;
    const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
    if (isLetter) continue;
    const mayFollow = (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e;
    if (i === 0 || !mayFollow) return false;
  }
  return false;
}

/** Splits what follows the scheme into parts with their delimiters; concatenating them gives the text again. */
function split(rest: string) {
  // The pattern of RFC 3986, appendix B, without the scheme; it matches every string.
  const parts = /^(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(rest)!;
  const [, authority = '', path = '', query = '', fragment = ''] = parts;
  return { authority, path, query, fragment };
}

function removeDotSegments(path: string): string {
  const segments = path.split('/');
  const rooted = path.startsWith('/');
  const kept: string[] = [];
  for (const [i, segment] of segments.entries()) {
    const last = i === segments.length - 1;
    if (segment === '..') {
      if (kept.length > (rooted ? 1 : 0)) kept.pop();
      if (last) kept.push('');
    } else if (segment === '.') {
      if (last) kept.push('');
    } else kept.push(segment);
  }
  return kept.join('/');
}
