import type { TermId } from '../../rdf/terms.ts';
import type { Path } from '../model/path.ts';

/**
 * A path as a nondeterministic automaton that walks a graph triple by triple. A walk that remembers the visited pairs
 * of node and state visits each pair once, however closures are nested and sequenced.
 */
export interface PathAutomaton {
  /** The states by number. Walks start in state 0. */
  readonly states: readonly PathState[];
}

/** A state of the automaton. */
export interface PathState {
  /** True when a node that is reached in this state is a value of the path. */
  readonly accepts: boolean;
  readonly moves: readonly Move[];
}

/** A transition over one triple. */
export interface Move {
  readonly predicate: TermId;
  /** True when the move goes from the object of the triple to its subject. */
  readonly inverse: boolean;
  readonly state: number;
}

const automata = new WeakMap<Path, PathAutomaton>();

/** The automaton of a path; the same object for the same path. */
export function automatonOf(path: Path): PathAutomaton {
  let automaton = automata.get(path);
  if (automaton === undefined) {
    const drawn = new Drawing();
    const [start, end] = [drawn.add(), drawn.add()];
    drawn.path(path, start, end, false);
    automaton = withoutJumps(drawn.points, start, end);
    automata.set(path, automaton);
  }
  return automaton;
}

/** A state under construction. Jumps are transitions that consume no triple; they are removed at the end. */
interface Point {
  readonly moves: { readonly predicate: TermId; readonly inverse: boolean; readonly to: number }[];
  readonly jumps: number[];
}

/**
 * Draws paths between points. Drawing a path adds no transition into its first point and none out of its last point.
 */
class Drawing {
  readonly points: Point[] = [];

  add(): number {
    return this.points.push({ moves: [], jumps: [] }) - 1;
  }

  path(path: Path, from: number, to: number, inverse: boolean): void {
    switch (path.kind) {
      case 'predicate':
        this.points[from]!.moves.push({ predicate: path.predicate, inverse, to });
        break;
      case 'inverse':
        this.path(path.path, from, to, !inverse);
        break;
      case 'sequence':
        this.#sequence(inverse ? path.paths.toReversed() : path.paths, from, to, inverse);
        break;
      case 'alternative':
        for (const alternative of path.paths) this.path(alternative, from, to, inverse);
        break;
      case 'zeroOrOne':
        this.path(path.path, from, to, inverse);
        this.points[from]!.jumps.push(to);
        break;
      case 'zeroOrMore': {
        const loop = this.add();
        this.points[from]!.jumps.push(loop);
        this.path(path.path, loop, loop, inverse);
        this.points[loop]!.jumps.push(to);
        break;
      }
      case 'oneOrMore': {
        const [first, last] = [this.add(), this.add()];
        this.points[from]!.jumps.push(first);
        this.path(path.path, first, last, inverse);
        this.points[last]!.jumps.push(first, to);
      }
    }
  }

  #sequence(paths: readonly Path[], from: number, to: number, inverse: boolean): void {
    let start = from;
    for (const [i, step] of paths.entries()) {
      const end = i === paths.length - 1 ? to : this.add();
      this.path(step, start, end, inverse);
      start = end;
    }
  }
}

/** Removes the jumps. Points with the same moves become one state, so `p*` has a single state. */
function withoutJumps(points: readonly Point[], start: number, end: number): PathAutomaton {
  const states: { readonly accepts: boolean; readonly moves: Move[] }[] = [];
  const byMeaning = new Map<string, number>();
  const byPoint = new Map<number, number>();
  const open: { readonly state: number; readonly moves: Point['moves'] }[] = [];
  const stateOf = (point: number): number => {
    const known = byPoint.get(point);
    if (known !== undefined) return known;
    const reached = new Set([point]);
    for (const each of reached) for (const jump of points[each]!.jumps) reached.add(jump);
    const moves = [...reached].sort((a, b) => a - b).flatMap((each) => points[each]!.moves);
    const accepts = reached.has(end);
    const meaning = `${accepts} ${moves.map(({ predicate, inverse, to }) => `${predicate} ${inverse} ${to}`).join()}`;
    let state = byMeaning.get(meaning);
    if (state === undefined) {
      state = states.push({ accepts, moves: [] }) - 1;
      byMeaning.set(meaning, state);
      open.push({ state, moves });
    }
    byPoint.set(point, state);
    return state;
  };
  stateOf(start);
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { predicate, inverse, to } of next.moves) {
      states[next.state]!.moves.push({ predicate, inverse, state: stateOf(to) });
    }
  }
  return { states };
}

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
