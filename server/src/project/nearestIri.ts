import { boundedEditDistance } from '../base/editDistance.ts';

/** The declared IRI that was probably meant by one that no file declares; undefined when none is near. */
export function nearestIri<T>(
  wanted: string,
  declared: Iterable<readonly [iri: string, value: T]>,
): { readonly iri: string; readonly value: T } | undefined {
  let best: { readonly iri: string; readonly value: T; readonly typos: number } | undefined;
  for (const [iri, value] of declared) {
    const limit = best ? best.typos - 1 : maxTypos;
    const typos = boundedEditDistance(wanted, iri, limit);
    if (typos <= limit) best = { iri, value, typos };
  }
  return best;
}

/** Also `https:` for `http:` with a missing slash at the end. */
const maxTypos = 2;
