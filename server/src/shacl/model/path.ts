import type { TermId } from '../../rdf/terms.ts';

/** A SHACL property path (SHACL 2.3.1). */
export type Path =
  | { readonly kind: 'predicate'; readonly predicate: TermId }
  | { readonly kind: 'inverse' | 'zeroOrMore' | 'oneOrMore' | 'zeroOrOne'; readonly path: Path }
  | { readonly kind: 'sequence' | 'alternative'; readonly paths: readonly Path[] };

/** True for a predicate path and for the inverse of one. */
export function isSingleStep(path: Path): boolean {
  return path.kind === 'predicate' || (path.kind === 'inverse' && path.path.kind === 'predicate');
}

/** Prints the path in SPARQL syntax; `term` prints its predicates. */
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

/**
 * Prints the path for people who may not know the syntax of SPARQL: "ex:p / inverse ex:q", "ex:p or ex:q". Only
 * repetitions keep their signs.
 */
export function pathInWords(path: Path, term: (id: TermId) => string): string {
  switch (path.kind) {
    case 'predicate':
      return term(path.predicate);
    case 'inverse':
      return `inverse ${stepInWords(path.path, term)}`;
    case 'zeroOrMore':
      return `${stepInWords(path.path, term)}*`;
    case 'oneOrMore':
      return `${stepInWords(path.path, term)}+`;
    case 'zeroOrOne':
      return `${stepInWords(path.path, term)}?`;
    case 'sequence':
      return path.paths.map((step) => partInWords(step, term)).join(' / ');
    case 'alternative':
      return path.paths.map((step) => partInWords(step, term)).join(' or ');
  }
}

/** A part of a list of paths, in brackets when it is a list itself. */
function partInWords(path: Path, term: (id: TermId) => string): string {
  const text = pathInWords(path, term);
  return 'paths' in path ? `(${text})` : text;
}

/** What a sign or "inverse" applies to, in brackets unless it is a predicate. */
function stepInWords(path: Path, term: (id: TermId) => string): string {
  const text = pathInWords(path, term);
  return path.kind === 'predicate' ? text : `(${text})`;
}

/**
 * The same path walked backwards. In the result, only predicates are inverted. Returns the same object for the same
 * path.
 */
export function invert(path: Path): Path {
  let inverted = invertedPaths.get(path);
  if (inverted === undefined) {
    inverted = inversionOf(path);
    invertedPaths.set(path, inverted);
  }
  return inverted;
}

/** Inverted paths by path object, so that each path is inverted once. */
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
