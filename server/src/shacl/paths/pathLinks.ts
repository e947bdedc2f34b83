import type { TermId } from '../../rdf/terms.ts';
import { invert, type Path } from '../model/path.ts';

/** A predicate in a path, and how the path leads through it. */
export interface PathLink {
  readonly predicate: TermId;
  /** True when the path goes from the object of a triple to its subject. */
  readonly isInverse: boolean;
  /** What is walked from the path's start to this link, and from there to its end. */
  readonly before: readonly Path[];
  readonly after: readonly Path[];
}

/** The predicates in a path, each with the ways to it. */
export function linksOf(path: Path): readonly PathLink[] {
  switch (path.kind) {
    case 'predicate':
      return [{ predicate: path.predicate, isInverse: false, before: [], after: [] }];
    case 'inverse':
      return linksOf(path.path).map(({ predicate, isInverse, before, after }) => ({
        predicate,
        isInverse: !isInverse,
        before: after.map(invert).reverse(),
        after: before.map(invert).reverse(),
      }));
    case 'sequence':
      return path.paths.flatMap((part, i) =>
        linksOf(part).map((link) => ({
          ...link,
          before: [...path.paths.slice(0, i), ...link.before],
          after: [...link.after, ...path.paths.slice(i + 1)],
        })),
      );
    case 'alternative':
      return path.paths.flatMap(linksOf);
    case 'zeroOrOne':
      return linksOf(path.path);
    case 'zeroOrMore':
    case 'oneOrMore': {
      const more: Path = { kind: 'zeroOrMore', path: path.path };
      return linksOf(path.path).map((link) => ({
        ...link,
        before: [more, ...link.before],
        after: [...link.after, more],
      }));
    }
  }
}

/** Some paths, one after the other; undefined for none. */
export function joinedPath(paths: readonly Path[]): Path | undefined {
  return paths.length > 1 ? { kind: 'sequence', paths } : paths[0];
}

/** The way back along some paths; undefined for none. */
export function wayBack(paths: readonly Path[]): Path | undefined {
  return joinedPath(paths.map(invert).reverse());
}
