import type { TermId } from '../../rdf/terms.ts';

/** A SHACL property path (SHACL 2.3.1). */
export type Path =
  | { readonly kind: 'predicate'; readonly predicate: TermId }
  | { readonly kind: 'inverse' | 'zeroOrMore' | 'oneOrMore' | 'zeroOrOne'; readonly path: Path }
  | { readonly kind: 'sequence' | 'alternative'; readonly paths: readonly Path[] };

/** True for a property, forwards or backwards. */
export function isSingleStep(path: Path): boolean {
  return path.kind === 'predicate' || (path.kind === 'inverse' && path.path.kind === 'predicate');
}

/** The path in SPARQL syntax, its predicates as `term` prints them. */
export function printPath(path: Path, term: (id: TermId) => string): string {
  switch (path.kind) {
    case 'predicate':
      return term(path.predicate);
    case 'inverse':
      return `^${printStep(path.path, term)}`;
    case 'zeroOrMore':
      return `${printStep(path.path, term)}*`;
    case 'oneOrMore':
      return `${printStep(path.path, term)}+`;
    case 'zeroOrOne':
      return `${printStep(path.path, term)}?`;
    case 'sequence':
      return path.paths.map((step) => printStep(step, term)).join('/');
    case 'alternative':
      return path.paths.map((step) => printStep(step, term)).join('|');
  }
}

/** The same steps walked backwards; in the result only predicates are inverted. The same object for the same path. */
export function invert(path: Path): Path {
  let inverted = invertedPaths.get(path);
  if (inverted === undefined) {
    inverted = inversionOf(path);
    invertedPaths.set(path, inverted);
  }
  return inverted;
}

/** What is worked out about a path is kept by its object. */
const invertedPaths = new WeakMap<Path, Path>();

function inversionOf(path: Path): Path {
  switch (path.kind) {
    case 'predicate':
      return { kind: 'inverse', path };
    case 'inverse':
      return path.path;
    case 'sequence':
      return { kind: 'sequence', paths: path.paths.map(invert).reverse() };
    case 'alternative':
      return { kind: 'alternative', paths: path.paths.map(invert) };
    case 'zeroOrOne':
    case 'zeroOrMore':
    case 'oneOrMore':
      return { kind: path.kind, path: invert(path.path) };
  }
}

function printStep(path: Path, term: (id: TermId) => string): string {
  const text = printPath(path, term);
  return path.kind === 'predicate' ? text : `(${text})`;
}
