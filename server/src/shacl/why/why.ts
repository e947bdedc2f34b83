import { IndexedGraph } from '../../rdf/graph.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { SpentBudget } from '../../sparql/query/budget.ts';
import { componentOf } from '../components/index.ts';
import { createEvaluator, type Evaluator } from '../evaluator.ts';
import { traceOf } from '../incremental/trace.ts';
import { type Violation, violationKey } from '../model/violation.ts';
import { queryBudget } from '../sparql/queryEngine.ts';
import type { ValidationInput } from '../validationUnit.ts';
import type { Watch } from '../watch.ts';

/** What a result rests on: what exists, and what was looked for and not found. */
export interface Why {
  readonly violation: Violation;
  /**
   * Triples that validation read from which the result follows. Without any one of them it does not follow from the others.
   * They also make the root focus node a target, and lead from there to the focus node.
   */
  readonly needed: readonly Triple[];
  /** False when a bound ended the search for what can be left out. */
  readonly isMinimal: boolean;
  /** What was looked for at the focus node and at the value, and is not there. */
  readonly absences: readonly LookUp[];
  /** What was also read there but was not enough to prevent the result. */
  readonly alsoRead: readonly Triple[];
  /** Why the shapes inside the constraint are not satisfied, such as the branches of sh:or. */
  readonly branches: readonly Why[];
}

interface WhyOptions extends Watch {
  readonly most: WhyBounds;
}

/**
 * How much work the search for what can be left out may do, in counts, so that the same result has the same answer on any
 * machine. Each try judges a node by a graph of its own.
 */
export interface WhyBounds {
  /** Triples of the graphs of all tries together. */
  readonly triples: number;
  /** Intermediate results of the queries of all tries together. */
  readonly rows: number;
}

/** Explains a result. It must be one of the built-in engine's on this input. */
export function whyOf(violation: Violation, input: ValidationInput, options: WhyOptions): Why {
  return new Explainer(input, options).explain(violation, 'root');
}

/** From the triples that the constraint of a result reads: some from which the result follows; see `Why.needed`. */
export function neededTriples(
  violation: Violation,
  input: ValidationInput,
  options: WhyOptions,
): readonly Triple[] {
  return new Explainer(input, options).needed(violation, 'focusNode').needed;
}

class Explainer {
  readonly #input: ValidationInput;
  readonly #options: WhyOptions;
  readonly #evaluator: Evaluator;
  /** The budget of the queries of all tries together. */
  readonly #spending: SpentBudget;
  #triplesLeft: number;

  constructor(input: ValidationInput, options: WhyOptions) {
    this.#input = input;
    this.#options = options;
    this.#evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph, options);
    this.#spending = new SpentBudget({ ...queryBudget, maxRows: options.most.rows });
    this.#triplesLeft = options.most.triples;
  }

  explain(violation: Violation, from: 'root' | 'focusNode'): Why {
    const { focusNode, sourceShape, constraint, value, details } = violation;
    const { needed, isMinimal } = this.needed(violation, from);
    const { triples, absences } = traceOf(this.#evaluator.traced, focusNode, sourceShape, constraint);
    const isNeeded = new Set(needed.map(tripleKey));
    const isHere = (node: TermId | undefined) => node === focusNode || node === value;
    const branches = details.map((detail) => this.explain(detail, 'focusNode'));
    // What shapes inside the constraint looked for is explained there.
    const own = branches.length === 0 ? absences.filter(({ subject }) => isHere(subject)) : [];
    return {
      violation,
      needed,
      isMinimal,
      absences: [...own.filter(({ predicate }) => predicate !== rdf.type), ...missingTypes(violation)],
      alsoRead: triples.filter((triple) => isHere(triple.subject) && !isNeeded.has(tripleKey(triple))),
      branches,
    };
  }

  /** Inferred triples are left out first, so that stated ones explain as much as possible. */
  needed(violation: Violation, from: 'root' | 'focusNode'): MinimalSubset<Triple> {
    const { focusNode, sourceShape, rootFocusNode, rootShape } = violation;
    const [node, shape] = from === 'root' ? [rootFocusNode, rootShape] : [focusNode, sourceShape];
    const { target, triples, subclasses } = traceOf(
      this.#evaluator.traced,
      node,
      shape,
      from === 'root' ? undefined : violation.constraint,
    );
    const read = from === 'root' ? [...target, ...triples, ...subclasses] : [...triples, ...subclasses];
    const all = [...new Map(read.map((triple) => [tripleKey(triple), triple])).values()];
    const { entailment } = this.#input;
    const isInferred = ({ subject, predicate, object }: Triple) =>
      entailment?.inferred.has(subject, predicate, object) === true;
    const ordered = [...all.filter(isInferred), ...all.filter((triple) => !isInferred(triple))];
    const key = violationKey(violation);
    const targeting = from === 'root' ? this.#input.shapes.get(shape) : undefined;
    const ofTries = { ...this.#options, queryBudget: this.#spending };
    // The triples of a trace alone give the same results.
    const follows = (triples: readonly Triple[]) => {
      this.#triplesLeft -= triples.length;
      const graph = new IndexedGraph(triples);
      const alone = createEvaluator(this.#input.shapes, graph, graph, ofTries);
      if (targeting !== undefined && !alone.isTarget(targeting, node)) return false;
      return alone.validateNode(node, shape).some((result) => violationKey(result) === key);
    };
    if (!follows(ordered)) return { needed: ordered, isMinimal: false };
    const mayTry = () => this.#triplesLeft > 0 && !this.#spending.isExceeded;
    const found = minimalSubset(ordered, follows, mayTry);
    return { ...found, isMinimal: found.isMinimal && !this.#spending.isExceeded };
  }
}

/** The types that the value does not have. A value that has other types was not looked up in vain. */
function missingTypes({ constraint, value }: Violation): readonly LookUp[] {
  const reads = componentOf(constraint).reads(constraint);
  if (reads.kind !== 'types' || value === undefined || terms.kind(value) === 'literal') return [];
  return reads.classes.map((object) => ({ subject: value, predicate: rdf.type, object }));
}

/** A subset of what was given, and whether each of its members is known to be needed. */
interface MinimalSubset<T> {
  readonly needed: readonly T[];
  /** False when a bound ended the tries. */
  readonly isMinimal: boolean;
}

/**
 * A subset that holds and of which nothing can be left out. Large parts are tried first, so that it takes few tries when
 * little is needed. Leading elements are left out first.
 *
 * @param holds whether a subset suffices; it must do so for all of the given.
 * @param mayTry asked before each try.
 */
function minimalSubset<T>(
  all: readonly T[],
  holds: (subset: readonly T[]) => boolean,
  mayTry: () => boolean,
): MinimalSubset<T> {
  let needed = all;
  let size = Math.max(1, Math.ceil(all.length / 2));
  for (;;) {
    const before = needed.length;
    for (let start = 0; start < needed.length; ) {
      if (!mayTry()) return { needed, isMinimal: false };
      const rest = [...needed.slice(0, start), ...needed.slice(start + size)];
      if (holds(rest)) needed = rest;
      else start += size;
    }
    // Leaving out one may allow leaving out another, so the last size is repeated as long as it helps.
    if (size === 1 && needed.length === before) return { needed, isMinimal: true };
    size = Math.ceil(size / 2);
  }
}
