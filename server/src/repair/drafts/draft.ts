import { lazy } from '../../base/lazy.ts';
import { type Graph, type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { SortedGraph } from '../../rdf/sortedGraph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import { isOntologyNode } from '../../shacl/describedNodes.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import type { Evaluation } from '../../shacl/model/component.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { RepairProblem } from '../repair.ts';
import { changeKey } from './change.ts';
import { combineFixes, emptyFix, type Fix } from './fix.ts';

/** The graph with the changes that a search has made so far. */
export interface Draft {
  readonly search: SearchState;
  /** All changes so far. */
  readonly fix: Fix;
  /** The graphs of the unit with these changes and their consequences. */
  readonly input: ValidationInput;
  /** The data graph of `input`. */
  readonly graph: Graph;
  readonly evaluator: Evaluator;
  /** Checks single constraints on this draft. */
  readonly evaluation: Evaluation;
  /** The nesting depth of goals. */
  readonly depth: number;
}

/** State that all drafts share while the repairs of one problem are searched. */
export interface SearchState {
  readonly recorded: RepairProblem['recorded'];
  /**
   * The input of `recorded`. Its graphs are sorted, so that the same one of several equals always comes first, wherever it
   * is in the file.
   */
  readonly input: ValidationInput;
  readonly shapes: ShapesGraph;
  readonly classes: ClassHierarchy;
  readonly term: TermPrinter;
  /** The node whose result is repaired; undefined when drafts are made for another purpose. */
  readonly rootFocusNode?: TermId;
  /** The prefixes of the edited file, without colons. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** The start of the relative IRIs of the edited file; undefined when no file is edited. */
  readonly folder?: string;
  /** How many states of the graph the goals have examined. */
  steps: number;
  /** The graphs that resulted from applying rules to changes, by change. */
  readonly followed: Map<string, ValidationInput>;
  /** Set when a limit ended a search, so that there may be more repairs. */
  gaveUp: boolean;
}

/** The data without changes. */
export function firstDraft(
  problem: Pick<RepairProblem, 'recorded' | 'term' | 'documents'> & Partial<Pick<RepairProblem, 'violation'>>,
): Draft {
  const [edited] = problem.documents;
  return draftOfData({
    ...problem,
    prefixes: edited?.prefixes ?? new Map(),
    ...(edited && { folder: edited.uri.slice(0, edited.uri.lastIndexOf('/') + 1) }),
    ...(problem.violation && { rootFocusNode: problem.violation.rootFocusNode }),
  });
}

/** The unchanged data, when no file is edited. */
export function draftOfData({
  recorded,
  term,
  prefixes,
  folder,
  rootFocusNode,
}: Pick<SearchState, 'recorded' | 'term' | 'prefixes' | 'folder' | 'rootFocusNode'>): Draft {
  const { input, classes, evaluator } = sortedUnit(recorded);
  const { shapes } = input;
  const search: SearchState = {
    recorded,
    input,
    shapes,
    classes,
    term,
    prefixes,
    ...(folder !== undefined && { folder }),
    ...(rootFocusNode !== undefined && { rootFocusNode }),
    steps: 0,
    followed: new Map(),
    gaveUp: false,
  };
  return draftOf(
    search,
    emptyFix,
    () => input,
    0,
    () => evaluator,
  );
}

/** What all problems of a unit share. */
interface SortedUnit {
  readonly input: ValidationInput;
  readonly classes: ClassHierarchy;
  readonly evaluator: Evaluator;
}

/** By the one that they sort, which stays the same from version to version while no class changes. */
const sortedHierarchies = new WeakMap<ClassHierarchy, ClassHierarchy>();
const sortedUnits = new WeakMap<RepairProblem['recorded'], SortedUnit>();

function sortedUnit(recorded: RepairProblem['recorded']): SortedUnit {
  let unit = sortedUnits.get(recorded);
  if (unit === undefined) {
    const { dataGraph, reportedGraph, classGraph } = recorded.input;
    const input = {
      ...recorded.input,
      dataGraph: SortedGraph.of(dataGraph),
      reportedGraph: SortedGraph.of(reportedGraph),
      classGraph: SortedGraph.of(classGraph),
    };
    const classes = sortedHierarchies.get(recorded.classes) ?? new ClassHierarchy(input.classGraph);
    sortedHierarchies.set(recorded.classes, classes);
    unit = { input, classes, evaluator: recorded.evaluatorOn(input, classes) };
    sortedUnits.set(recorded, unit);
  }
  return unit;
}

/** The draft with one more fix and its consequences, which are found when they are first looked at. */
export function withFix({ search, fix: earlier, depth }: Draft, fix: Fix): Draft {
  const joined = combineFixes(earlier, fix);
  return draftOf(
    search,
    joined,
    lazy(() => inputWith(joined.change, search)),
    depth,
  );
}

/** Whether rules are followed through each change. */
export function runsRules({ input: { entailment } }: Pick<SearchState, 'input'>): boolean {
  return entailment?.byRules === true;
}

/** The graphs of the unit with a change and its consequences. */
function inputWith(change: GraphDelta, search: SearchState): ValidationInput {
  if (!runsRules(search)) return inputAfter(change, search.input);
  // Applying rules takes longer than everything else that is done with a draft.
  const key = changeKey(change);
  const known = search.followed.get(key) ?? inputAfter(change, search.input);
  search.followed.set(key, known);
  return known;
}

function inputAfter(change: GraphDelta, before: ValidationInput): ValidationInput {
  const { input, delta } = changedInput(before, change);
  // Inferred triples are added to the graph as it was read.
  const isSorted = before.entailment === undefined;
  return isSorted ? input : { ...input, dataGraph: new OverlayGraph(before.dataGraph, delta) };
}

/** The same draft, one goal deeper. */
export function nestedDraft(draft: Draft): Draft {
  const { search, fix, depth } = draft;
  return draftOf(
    search,
    fix,
    () => draft.input,
    depth + 1,
    () => draft.evaluator,
  );
}

/** Nested goals multiply; together they may examine this many states for one problem. */
const maxSteps = 4000;
/** After this many changes with rules applied, no further ones are searched for on top of others. */
const mostFollowed = 10;

/** Counts one more state of the graph that a goal examines. False, and recorded, when there were too many. */
export function takeStep({ search }: Draft): boolean {
  if (search.steps === maxSteps || search.followed.size >= mostFollowed) {
    search.gaveUp = true;
    return false;
  }
  search.steps++;
  return true;
}

/**
 * Yields the items, and announces the constraint while each is computed, because its pattern may never end on some
 * text.
 */
export function* iterateAnnounced<T>(
  constraint: Constraint,
  { evaluator, search, fix }: Draft,
  items: Iterable<T>,
): Iterable<T> {
  const iterator = items[Symbol.iterator]();
  // Changes of the unchanged data are proposed in any case.
  const isFurther = fix !== emptyFix;
  for (;;) {
    if (isFurther && search.followed.size >= mostFollowed) {
      search.gaveUp = true;
      return;
    }
    const next = evaluator.attributeTo(constraint, () => iterator.next());
    if (next.done) return;
    yield next.value;
  }
}

/** True for triples that an edit can remove: a data file states them, or the draft adds them. */
export function isEditable({ search, fix }: Draft, triple: Triple): boolean {
  return (
    hasTriple(search.input.reportedGraph, triple) ||
    fix.change.added.some(
      ({ subject, predicate, object }) =>
        subject === triple.subject && predicate === triple.predicate && object === triple.object,
    )
  );
}

/** Some triples with a property, as stated in the files: enough to tell what is usual. */
export function usesOf({ search }: Pick<Draft, 'search'>, predicate: TermId, max: number): readonly Triple[] {
  return SortedGraph.of(search.input.dataGraph).sample(predicate, max);
}

/** How many triples with a property are stated in the files. */
export function countUses({ search }: Pick<Draft, 'search'>, predicate: TermId): number {
  return SortedGraph.of(search.input.dataGraph).count(predicate);
}

/** True when a file of the unit, or the draft, has triples about the node. */
export function isDescribed({ graph }: Draft, node: TermId): boolean {
  return graph.outgoing(node).length > 0;
}

/** True when a data file, or the draft, has triples about the node. */
export function isDescribedInData({ search, fix }: Draft, node: TermId): boolean {
  return (
    search.input.reportedGraph.outgoing(node).length > 0 ||
    fix.change.added.some(({ subject }) => subject === node)
  );
}

/** As `isOntologyNode` of shacl; what the draft itself states about a node will be in a data file. */
export function isOntologyNodeIn({ input, fix }: Draft, node: TermId): boolean {
  return isOntologyNode(node, input) && !fix.change.added.some(({ subject }) => subject === node);
}

function draftOf(
  search: SearchState,
  fix: Fix,
  input: () => ValidationInput,
  depth: number,
  evaluator = lazy(() => search.recorded.evaluatorOn(input(), search.classes)),
): Draft {
  return {
    search,
    fix,
    depth,
    get input() {
      return input();
    },
    get graph() {
      return input().dataGraph;
    },
    get evaluator() {
      return evaluator();
    },
    evaluation: {
      get graph() {
        return input().dataGraph;
      },
      subclasses: (id) => search.classes.subclasses(id),
      conforms: (node, shape) => evaluator().conforms(node, shape),
      isTarget: (node, shape) => {
        const known = search.shapes.get(shape);
        return known !== undefined && evaluator().isTarget(known, node);
      },
      isIncomplete: (node) => evaluator().isIncomplete(node),
      results: (node, shape) => evaluator().validateNode(node, shape),
      queryCheck: (constraint) => evaluator().queryCheck(constraint),
      comparing: () => ({ begin() {}, count() {} }),
    },
  };
}
