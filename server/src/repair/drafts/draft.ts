import { lazy } from '../../base/lazy.ts';
import { type Graph, hasTriple } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import type { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import type { Evaluation } from '../../shacl/components/component.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import type { TermPrinter } from '../../shacl/results/words.ts';
import type { Constraint } from '../../shacl/shapesGraph/shape.ts';
import type { ShapesGraph } from '../../shacl/shapesGraph/shapesGraph.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { RepairProblem } from '../repair.ts';
import { type Fix, joinFixes, nothing } from './fix.ts';

/** The graph as it would be with the changes that a search has made so far. */
export interface Draft {
  readonly scene: Scene;
  /** All changes so far. */
  readonly fix: Fix;
  /** The graphs of the unit with these changes and what follows from them. */
  readonly input: ValidationInput;
  /** The data graph of `input`. */
  readonly graph: Graph;
  readonly evaluator: Evaluator;
  /** What single constraints are checked with. */
  readonly evaluation: Evaluation;
  /** How many goals this draft is inside of. */
  readonly depth: number;
}

/** What stays the same while repairs of one problem are searched. */
export interface Scene {
  readonly recorded: RepairProblem['recorded'];
  readonly input: ValidationInput;
  readonly shapes: ShapesGraph;
  readonly classes: ClassHierarchy;
  readonly term: TermPrinter;
  /** The prefixes of the edited file, without colons. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** How many states of the graph goals have looked at. */
  steps: number;
  /** Set when a bound ended a search, so that there may be more. */
  gaveUp: boolean;
}

/** The data as it is. */
export function firstDraft(problem: Pick<RepairProblem, 'recorded' | 'term' | 'documents'>): Draft {
  return draftOfData({ ...problem, prefixes: problem.documents[0]?.prefixes ?? new Map() });
}

/** The same where no file is edited. */
export function draftOfData({
  recorded,
  term,
  prefixes,
}: Pick<Scene, 'recorded' | 'term' | 'prefixes'>): Draft {
  const { input, classes } = recorded;
  const { shapes } = input;
  const scene: Scene = { recorded, input, shapes, classes, term, prefixes, steps: 0, gaveUp: false };
  return draftOf(scene, nothing, input, 0);
}

/** The draft with one more fix, and with what follows from that. */
export function withFix(draft: Draft, fix: Fix): Draft {
  const joined = joinFixes(draft.fix, fix);
  const { input } = changedInput(draft.scene.input, joined.change);
  return draftOf(draft.scene, joined, input, draft.depth);
}

/** The same draft, one goal further in. */
export function deeper(draft: Draft): Draft {
  const { scene, fix, input, depth } = draft;
  return draftOf(scene, fix, input, depth + 1, () => draft.evaluator);
}

/** Goals inside goals multiply: together they may look at so many states for one problem. */
const maxSteps = 4000;

/** Counts one more state of the graph that a goal looks at; false, with a note of it, when there were too many. */
export function takeStep({ scene }: Draft): boolean {
  if (scene.steps === maxSteps) {
    scene.gaveUp = true;
    return false;
  }
  scene.steps++;
  return true;
}

/** The items, each found in the name of a constraint whose pattern, say, may take forever on the texts that are tried. */
export function* inNameOf<T>(constraint: Constraint, { evaluator }: Draft, items: Iterable<T>): Iterable<T> {
  const iterator = items[Symbol.iterator]();
  for (;;) {
    const next = evaluator.inNameOf(constraint, () => iterator.next());
    if (next.done) return;
    yield next.value;
  }
}

/** True for triples that an edit can take out: a data file states them, or the draft adds them. */
export function isEditable({ scene, fix }: Draft, triple: Triple): boolean {
  return (
    hasTriple(scene.input.reportedGraph, triple) ||
    fix.change.added.some(
      ({ subject, predicate, object }) =>
        subject === triple.subject && predicate === triple.predicate && object === triple.object,
    )
  );
}

/** Some triples with a property, as the files state them: enough to see what is usual. */
export function usesOf({ scene }: Draft, predicate: TermId, max: number): readonly Triple[] {
  return scene.input.dataGraph.withPredicate(predicate).slice(0, max);
}

/** True when some file of the unit, or the draft, says something about the node. */
export function isDescribed({ graph }: Draft, node: TermId): boolean {
  return graph.outgoing(node).length > 0;
}

/** True when a data file, or the draft, says something about the node. */
export function isDescribedInData({ scene, fix }: Draft, node: TermId): boolean {
  return (
    scene.input.reportedGraph.outgoing(node).length > 0 ||
    fix.change.added.some(({ subject }) => subject === node)
  );
}

function draftOf(
  scene: Scene,
  fix: Fix,
  input: ValidationInput,
  depth: number,
  evaluator = lazy(() => evaluatorOf(scene, input)),
): Draft {
  const { dataGraph: graph } = input;
  return {
    scene,
    fix,
    input,
    graph,
    depth,
    get evaluator() {
      return evaluator();
    },
    evaluation: {
      graph,
      subclasses: (id) => scene.classes.subclasses(id),
      conforms: (node, shape) => evaluator().conforms(node, shape),
      results: (node, shape) => evaluator().validateNode(node, shape),
    },
  };
}

function evaluatorOf({ recorded, classes }: Scene, input: ValidationInput): Evaluator {
  return input === recorded.input ? recorded.evaluator : recorded.evaluatorOn(input, classes);
}
