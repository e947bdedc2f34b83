import type { Graph } from '../../../server/src/rdf/graph.ts';
import { tripleKey } from '../../../server/src/rdf/termKeys.ts';
import type { TermId, Triple } from '../../../server/src/rdf/terms.ts';
import { invert, type Path } from '../../../server/src/shacl/model/path.ts';

/** A place where one more triple would lead a path further: from a node along a predicate, or against it. */
export interface Opening {
  readonly node: TermId;
  readonly predicate: TermId;
  readonly direction: 'out' | 'in';
}

/** What a path meets when it is walked. */
export interface Reach {
  /** The value nodes. */
  readonly ends: ReadonlySet<TermId>;
  /** The triples that are walked. */
  readonly steps: readonly Triple[];
  readonly openings: readonly Opening[];
  /** Whether the path is a single predicate. */
  readonly isPredicate: boolean;
}

/** Walks a path from a node. */
export function reach(graph: Graph, node: TermId, path: Path | undefined): Reach {
  const steps = new Map<string, Triple>();
  const openings = new Map<string, Opening>();

  function walk(starts: ReadonlySet<TermId>, along: Path): ReadonlySet<TermId> {
    switch (along.kind) {
      case 'predicate':
        return step(starts, along.predicate, 'out');
      case 'inverse':
        return along.path.kind === 'predicate'
          ? step(starts, along.path.predicate, 'in')
          : walk(starts, invert(along.path));
      case 'sequence':
        return along.paths.reduce(walk, starts);
      case 'alternative':
        return new Set(along.paths.flatMap((each) => [...walk(starts, each)]));
      case 'zeroOrOne':
        return new Set([...starts, ...walk(starts, along.path)]);
      case 'zeroOrMore':
        return closure(starts, along.path);
      case 'oneOrMore':
        return closure(walk(starts, along.path), along.path);
    }
  }

  function closure(starts: ReadonlySet<TermId>, along: Path): ReadonlySet<TermId> {
    const found = new Set(starts);
    // A set that grows while it is walked gives the new members, too.
    for (const each of found) for (const next of walk(new Set([each]), along)) found.add(next);
    return found;
  }

  function step(starts: ReadonlySet<TermId>, predicate: TermId, direction: 'out' | 'in') {
    const ends = new Set<TermId>();
    for (const start of starts) {
      openings.set(`${direction} ${start} ${predicate}`, { node: start, predicate, direction });
      const triples =
        direction === 'out'
          ? graph.objects(start, predicate).map((object) => ({ subject: start, predicate, object }))
          : graph.subjects(predicate, start).map((subject) => ({ subject, predicate, object: start }));
      for (const triple of triples) {
        steps.set(tripleKey(triple), triple);
        ends.add(direction === 'out' ? triple.object : triple.subject);
      }
    }
    return ends;
  }

  const start = new Set([node]);
  const ends = path === undefined ? start : walk(start, path);
  return {
    ends,
    steps: [...steps.values()],
    openings: [...openings.values()],
    isPredicate: path?.kind === 'predicate',
  };
}
