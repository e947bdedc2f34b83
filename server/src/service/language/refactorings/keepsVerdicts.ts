import { type TermId, terms } from '../../../rdf/terms.ts';
import { sh } from '../../../rdf/vocab.ts';
import type { Constraint, Shape } from '../../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';

/** What a refactoring may change about the results; it never changes which results there are. */
export type KeptOfResults = 'severities' | 'all but severities' | 'all but components';

/**
 * True when two shapes graphs give the same results for any data, by focus node, path, value and, unless told otherwise,
 * component, and judge the same nodes as conforming. Source shapes and messages may differ. False if that is not certain,
 * which includes shapes that refer to themselves by a blank node.
 *
 * Shapes are compared by their requirements: the results of a shape are those of its own constraints and of its property
 * shapes, each with the way from the focus node. So it does not matter which property shape states what, how often, and
 * under what name.
 */
export function keepsVerdicts(before: ShapesGraph, after: ShapesGraph, kept: KeptOfResults): boolean {
  // Constraints that are not evaluated can't be compared.
  if (after.notChecked.length > before.notChecked.length) return false;
  const known = new Map<string, number>();
  const was = new Demands(before, known, kept);
  const is = new Demands(after, known, kept);
  return (
    areEqual(was.ofRoots(), is.ofRoots()) &&
    before.shapes.every(({ id }) => {
      const isGone = after.get(id) === undefined;
      if (terms.isIri(id)) return isGone ? isUnmentioned(after, id) : was.of(id) === is.of(id);
      return isGone || before.cycleOf(id) === undefined || was.of(id) === is.of(id);
    }) &&
    !was.areMany &&
    !is.areMany
  );
}

/** Classes or datatypes of which one is enough. */
export interface TypeAlternatives {
  readonly parameter: TermId;
  readonly values: readonly TermId[];
}

/**
 * The classes or datatypes among which a constraint allows a choice, by sh:or, by a list or as the only one; undefined for
 * other constraints.
 */
export function choiceOf(
  constraint: Constraint,
  get: (shape: TermId) => Shape | undefined,
): TypeAlternatives | undefined {
  switch (constraint.kind) {
    case 'class':
      return { parameter: sh.class, values: [constraint.class] };
    case 'datatype':
      return { parameter: sh.datatype, values: [constraint.datatype] };
    case 'classIn':
      return { parameter: sh.class, values: constraint.classes };
    case 'datatypeIn':
      return { parameter: sh.datatype, values: constraint.datatypes };
    case 'or': {
      const found = constraint.shapeRefs.map((id) => onlyTerm(get(id), get));
      const parameter = found[0]?.parameter;
      if (parameter === undefined || found.some((each) => each?.parameter !== parameter)) return undefined;
      return { parameter, values: found.flatMap((each) => each!.values) };
    }
    default:
      return undefined;
  }
}

/** The class or datatype that is the only requirement of a node shape. */
function onlyTerm(
  shape: Shape | undefined,
  get: (shape: TermId) => Shape | undefined,
): TypeAlternatives | undefined {
  const [only, ...others] = shape?.constraints ?? [];
  if (only === undefined || others.length > 0 || shape?.path !== undefined || shape?.deactivated)
    return undefined;
  return only.kind === 'class' || only.kind === 'datatype' ? choiceOf(only, get) : undefined;
}

function isUnmentioned({ graph }: ShapesGraph, id: TermId): boolean {
  return graph.outgoing(id).length === 0 && graph.incoming(id).length === 0;
}

function areEqual(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}

/** The requirements of shapes, as numbers that are equal for equal requirements. */
class Demands {
  readonly #shapes: ShapesGraph;
  readonly #known: Map<string, number>;
  readonly #kept: KeptOfResults;
  readonly #items = new Map<TermId, ReadonlySet<number>>();
  #count = 0;
  #depth = 0;

  constructor(shapes: ShapesGraph, known: Map<string, number>, kept: KeptOfResults) {
    this.#shapes = shapes;
    this.#known = known;
    this.#kept = kept;
  }

  /**
   * Shapes that share shapes have more requirements than their text suggests; if there are too many, the comparison is
   * given up.
   */
  get areMany(): boolean {
    return this.#count > mostDemands;
  }

  /** The requirements of the shapes with targets, and these targets. */
  ofRoots(): ReadonlySet<number> {
    return new Set(
      this.#shapes.roots.map(({ id, targets }) => this.#number('root', plain(targets), this.of(id))),
    );
  }

  /** What a shape asks for. */
  of(id: TermId): number {
    return this.#number('shape', ...[...this.#itemsOf(id)].sort((a, b) => a - b));
  }

  #itemsOf(id: TermId): ReadonlySet<number> {
    let items = this.#items.get(id);
    if (items === undefined) {
      const shape = this.#shapes.get(id);
      const isAsked = shape !== undefined && !shape.deactivated && !this.areMany;
      if (++this.#depth > deepest) this.#count = Number.POSITIVE_INFINITY;
      items = new Set(isAsked ? shape.constraints.flatMap((each) => this.#demanded(shape, each)) : []);
      this.#depth--;
      this.#count += items.size;
      this.#items.set(id, items);
    }
    return items;
  }

  #demanded({ path, severity }: Shape, constraint: Constraint): readonly number[] {
    const way = path === undefined ? [] : [plain(path)];
    if (constraint.kind === 'property') {
      const { shapeRef } = constraint;
      const items = this.#isInCircle(shapeRef) ? [this.#ref(shapeRef)] : [...this.#itemsOf(shapeRef)];
      return way.length === 0 ? items : items.map((item) => this.#number('at', ...way, item));
    }
    const found =
      this.#kept === 'all but components' ? choiceOf(constraint, (id) => this.#shapes.get(id)) : undefined;
    if (found) {
      const values = [...new Set(found.values)].sort((a, b) => a - b);
      return [this.#number(...way, severity, 'choice', found.parameter, ...values)];
    }
    const { shape, parameterValue, ...rest } = constraint;
    const own: Record<string, unknown> = { ...rest };
    if ('shapeRef' in constraint) own.shapeRef = this.#ref(constraint.shapeRef);
    if ('shapeRefs' in constraint) own.shapeRefs = constraint.shapeRefs.map((each) => this.#ref(each));
    if ('siblings' in constraint)
      own.siblings = [...new Set(constraint.siblings.map((each) => this.#ref(each)))].sort((a, b) => a - b);
    return [this.#number(...way, this.#kept === 'all but severities' ? '' : severity, plain(own))];
  }

  #ref(id: TermId): number {
    if (this.#isInCircle(id)) return this.#number('circle', id);
    return this.#shapes.get(id) === undefined ? this.#number('none') : this.of(id);
  }

  #isInCircle(id: TermId): boolean {
    return this.#shapes.cycleOf(id) !== undefined;
  }

  #number(...parts: readonly (string | number)[]): number {
    const key = parts.join(' ');
    const known = this.#known.get(key) ?? this.#known.size;
    this.#known.set(key, known);
    return known;
  }
}

const mostDemands = 100_000;
const deepest = 500;

/** A text that is equal for equal values, without the names of what states them. */
function plain(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) =>
    leftOut.has(key) ? undefined : each instanceof Set ? [...each].sort() : each,
  );
}

/** Functions are those of the shapes graph, which no refactoring changes. */
const leftOut: ReadonlySet<string> = new Set(['owner', 'functions', 'messages', 'labels', 'parameterValue']);
