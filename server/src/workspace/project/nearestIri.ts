import { nearestOf } from '../../base/editDistance.ts';

/** The declared IRI that was probably meant by one that no file declares; undefined when none is near. */
export function nearestIri<T>(
  wanted: string,
  declared: Iterable<readonly [iri: string, value: T]>,
): { readonly iri: string; readonly value: T } | undefined {
  const best = nearestOf(wanted, declared, maxTypos, ([iri]) => iri);
  return best && { iri: best[0], value: best[1] };
}

/** Also `https:` for `http:` with a missing slash at the end. */
const maxTypos = 2;
