import { memoized } from '../../base/memoized.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Path } from '../model/path.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import {
  anything,
  type Concept,
  conceptKey,
  constraintConcept,
  firstPredicates,
  opposite,
  pathKey,
  shapeConcept,
} from './concepts.ts';
import { candidates, isNoTerm, type TermDemands } from './termDemands.ts';

/** The proofs about all constraints of some shapes; the same object for the same shapes. */
export const contradictionsOf = memoized((shapes: ShapesGraph) => new Contradictions(shapes));

/**
 * Proves that no node can satisfy some concepts together, whatever the data are. A tableau in the manner of description
 * logics: choices are tried one by one, and the values of each path are judged apart. What is not known to it (queries,
 * comparisons of properties, classes that exclude one another, paths that share values) excludes nothing, and so does what
 * is not finished within its bounds: a proof holds, and the lack of one says nothing.
 */
export class Contradictions {
  readonly #shapes: ShapesGraph;
  readonly #without: ReadonlySet<Constraint>;
  readonly #known = new Map<string, boolean>();
  readonly #concepts = new Map<Constraint, Concept>();
  readonly #notWhole: ReadonlySet<TermId | undefined>;
  #steps = 0;

  /** @param without constraints that are left out where nodes have to conform to their shape. */
  constructor(shapes: ShapesGraph, without: ReadonlySet<Constraint> = new Set()) {
    this.#shapes = shapes;
    this.#without = without;
    this.#notWhole = new Set(shapes.notChecked.map(({ shape }) => shape));
  }

  /** Whether it is proven that no node conforms to a shape. */
  excludesNodes(shape: Shape): boolean {
    this.#steps = 0;
    return this.#isNone([shapeConcept(shape.id, this.#shapes)], 0, 0);
  }

  /** Whether it is proven that no node that conforms to a shape has values of a path. */
  excludesValues(shape: Shape, path: Path): boolean {
    this.#steps = 0;
    const has: Concept = { kind: 'least', path, count: 1, of: anything };
    return this.#isNone([shapeConcept(shape.id, this.#shapes), has], 0, 0);
  }

  /** Whether it is proven that no node violates a constraint. */
  excludesViolations(constraint: Constraint, shape: Shape): boolean {
    this.#steps = 0;
    return this.#isNone([opposite(constraintConcept(constraint, shape, this.#shapes))], 0, 0);
  }

  #isNone(concepts: readonly Concept[], depth: number, choices: number): boolean {
    if (depth > mostDepth || choices > mostChoices || this.#steps++ > mostSteps) return false;
    const keys = new Set<string>();
    const wanted = concepts.filter((each) => keys.size < keys.add(conceptKey(each)).size);
    const key = [...keys].sort().join(' ');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // A shape that requires a value like the node itself would have no end here.
    this.#known.set(key, false);
    const is = this.#judge(wanted, depth, choices);
    this.#known.set(key, is);
    return is;
  }

  #judge(concepts: readonly Concept[], depth: number, choices: number): boolean {
    const { facts, open } = this.#expanded(concepts);
    if (open.some(({ of }) => of.length === 0)) return true;
    if (this.#isClash(facts, depth)) return true;
    const [choice, ...more] = [...open].sort((a, b) => a.of.length - b.of.length);
    if (choice === undefined) return false;
    return choice.of.every((each) => this.#isNone([...facts, ...more, each], depth, choices + 1));
  }

  /** The facts that follow from the concepts, and the alternatives that they leave. */
  #expanded(concepts: readonly Concept[]): {
    readonly facts: readonly Concept[];
    readonly open: readonly Choice[];
  } {
    const facts: Concept[] = [];
    const open: Choice[] = [];
    const queue = [...concepts];
    const seen = new Set<string>();
    for (const concept of queue) {
      const key = conceptKey(concept);
      if (seen.has(key)) continue;
      seen.add(key);
      switch (concept.kind) {
        case 'every':
          queue.push(...concept.of);
          break;
        case 'some':
          if (concept.of.length === 1) queue.push(concept.of[0]!);
          else open.push(concept as Choice);
          break;
        case 'shape':
          queue.push(this.#saidBy(concept));
          // Kept, because the opposite may be needed as well.
          facts.push(concept);
          break;
        case 'unknown':
          break;
        default:
          facts.push(concept);
      }
    }
    return { facts, open };
  }

  #saidBy({ shape, holds }: Extract<Concept, { kind: 'shape' }>): Concept {
    const constraints = holds
      ? shape.constraints.filter((each) => !this.#without.has(each))
      : shape.constraints;
    const all = constraints.map((each) => this.#conceptOf(each, shape));
    if (holds) return { kind: 'every', of: all };
    // A constraint that was not read may be the one that is violated.
    return this.#notWhole.has(shape.id) ? { kind: 'unknown' } : { kind: 'some', of: all.map(opposite) };
  }

  #conceptOf(constraint: Constraint, shape: Shape): Concept {
    const known = this.#concepts.get(constraint);
    if (known) return known;
    const concept = constraintConcept(constraint, shape, this.#shapes);
    this.#concepts.set(constraint, concept);
    return concept;
  }

  #isClash(facts: readonly Concept[], depth: number): boolean {
    const shapes = new Map<TermId, boolean>();
    for (const each of facts) {
      // The opposite of a shape does not deny just a part of it.
      if (each.kind !== 'shape' || this.#without.size > 0) continue;
      if (shapes.get(each.shape.id) === !each.holds) return true;
      shapes.set(each.shape.id, each.holds);
    }
    const counted = facts.filter((each): each is Counted => each.kind === 'least' || each.kind === 'most');
    const needed = counted.filter(({ kind, count }) => kind === 'least' && count > 0);
    const ways = needed.map(({ path }) => firstPredicates(path));
    const demands = termDemandsOf(
      facts,
      ways.some((each) => each !== undefined),
    );
    if (isNoTerm(demands)) return true;
    const isForbidden = facts.some(
      (each) =>
        each.kind === 'closed' &&
        ways.some((way) => way && ![...way].some((predicate) => each.allowed.has(predicate))),
    );
    if (isForbidden) return true;
    const paths = new Set(needed.map(({ path }) => pathKey(path)));
    return [...paths].some((path) =>
      this.#isClashOfValues(
        counted.filter((each) => pathKey(each.path) === path),
        depth + 1,
      ),
    );
  }

  /** Whether the number and the demands on the values of a path are contradictory. */
  #isClashOfValues(counted: readonly Counted[], depth: number): boolean {
    const least = counted.filter(({ kind }) => kind === 'least');
    const most = counted.filter(({ kind }) => kind === 'most');
    // What all values are: not what none may be.
    const all = most.flatMap(({ count, of }) => (count === 0 ? [opposite(of)] : []));
    const names = new Set(least.flatMap(({ of }) => (of.kind === 'is' && of.holds ? [of.term] : [])));
    const asked = [...least, { kind: 'least', count: names.size, of: anything } as const];
    return asked.some(({ count, of }) => {
      if (count === 0) return false;
      if (this.#isNone([...all, of], depth, 0)) return true;
      const listed = candidates(termDemandsOf(this.#expanded([...all, of]).facts, false));
      if (listed && listed.length < count) return true;
      return most.some(
        (each) =>
          each.count > 0 && each.count < count && this.#isNone([...all, of, opposite(each.of)], depth, 0),
      );
    });
  }
}

type Choice = Extract<Concept, { kind: 'every' | 'some' }>;
type Counted = Extract<Concept, { kind: 'least' | 'most' }>;

/** Shapes in shapes, values of values. */
const mostDepth = 6;
/** One after the other, so that there are at most 2 to this power where each has two alternatives. */
const mostChoices = 6;
/** For each question. */
const mostSteps = 400;

function termDemandsOf(facts: readonly Concept[], hasProperties: boolean): TermDemands {
  const constraints = (holds: boolean) =>
    facts.flatMap((each) => (each.kind === 'value' && each.holds === holds ? [each.constraint] : []));
  const named = (holds: boolean) =>
    facts.flatMap((each) => (each.kind === 'is' && each.holds === holds ? [each.term] : []));
  return {
    fulfilled: constraints(true),
    violated: constraints(false),
    is: named(true),
    isNot: named(false),
    hasProperties,
  };
}
