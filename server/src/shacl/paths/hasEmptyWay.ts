import type { Path } from '../model/path.ts';

/** True when the path leads from a node to itself without any triple. */
export function hasEmptyWay(path: Path): boolean {
  switch (path.kind) {
    case 'zeroOrMore':
    case 'zeroOrOne':
      return true;
    case 'sequence':
      return path.paths.every(hasEmptyWay);
    case 'alternative':
      return path.paths.some(hasEmptyWay);
    case 'inverse':
    case 'oneOrMore':
      return hasEmptyWay(path.path);
    case 'predicate':
      return false;
  }
}
