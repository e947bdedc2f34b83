import { counted } from '../../base/counted.ts';
import { lazy } from '../../base/lazy.ts';
import { memoized } from '../../base/memoized.ts';
import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { CompiledQuery, QueryBudget } from '../../sparql/query/query.ts';
import { shapeRefsOf } from '../components/shapeRefs.ts';
import type { Check, ResultDetails } from '../model/component.ts';
import { invert, type Path } from '../model/path.ts';
import type { Constraint, ConstraintOf, Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { UncheckedPart } from '../model/violation.ts';
import { compileConstraint, compileTarget, touches } from './compileShapeQuery.ts';
import type { Compilation } from './compileText.ts';
import { JudgedByQuery, type QueriedGraphs, type QueriedNode } from './judgedByQuery.ts';
import { reachedBy } from './queryReach.ts';
import { askedFor, mayReselect, type SparqlTarget, selectedBy } from './targetsByQuery.ts';

type SparqlConstraint = ConstraintOf<'sparql'>;

/** A node about which the query of a shape has a different answer than before. */
export interface ChangedVerdict {
  readonly shape: TermId;
  readonly node: TermId;
  /** The path from the node back to the focus nodes of the shape; undefined when it is the focus node. */
  readonly back: Path | undefined;
}

/** The answers of the shapes' queries about the nodes of one graph. */
export class QueryVerdicts {
  readonly #shapes: ShapesGraph;
  readonly #graph: Graph;
  readonly #attributeTo: <T>(constraint: SparqlConstraint, work: () => T) => T;
  readonly #budget: QueryBudget | undefined;
  /** The verdicts, by the fingerprint of the constraint. */
  readonly #judged = new Map<string, JudgedByQuery>();

  constructor(
    shapes: ShapesGraph,
    graph: Graph,
    attributeTo: <T>(constraint: SparqlConstraint, work: () => T) => T,
    budget: QueryBudget | undefined,
  ) {
    this.#shapes = shapes;
    this.#graph = graph;
    this.#attributeTo = attributeTo;
    this.#budget = budget;
  }

  /** Whether a query is evaluated when a node is judged by the shape, even indirectly through other shapes. */
  isAsked(shape: TermId): boolean {
    return askingShapes(this.#shapes).has(shape);
  }

  /** Whether the query of a constraint can be evaluated at all. */
  canAsk(constraint: SparqlConstraint): boolean {
    const shape = this.#shapes.get(constraint.shape);
    return shape !== undefined && compileConstraint(constraint, shape.path)?.kind === 'query';
  }

  check(constraint: SparqlConstraint): Check {
    const shape = this.#shapes.get(constraint.shape);
    const query = shape && compileConstraint(constraint, shape.path);
    if (shape === undefined || query === undefined || query.kind === 'problem') return acceptsAll;
    const judged = this.#judgedBy(constraint, shape, query);
    return {
      kind: 'focus',
      failures: (node, values) => {
        const found = judged.failures(node, values);
        return constraint.doubt === undefined ? found : [];
      },
      judgeAll: (nodes, valuesOf) => this.#attributeTo(constraint, () => judged.judge(nodes, valuesOf)),
    };
  }

  askAgain(before: QueryVerdicts, delta: GraphDelta): readonly ChangedVerdict[] {
    const changed: ChangedVerdict[] = [];
    const triples = [...delta.added, ...delta.removed];
    const both = lazy(() => new OverlayGraph(before.#graph, { added: delta.added, removed: [] }));
    for (const { shape, constraint } of constraintsWithQueries(this.#shapes)) {
      const key = fingerprint(constraint, shape);
      const old = before.#judged.get(key);
      const query = compileConstraint(constraint, shape.path);
      if (old === undefined || query?.kind !== 'query' || this.#judged.has(key)) continue;
      const sameShapes = this.#shapes.graph === before.#shapes.graph || !asksShapes(constraint);
      if (old.isGivenUp || (sameShapes && !touches(query, delta))) {
        this.#judged.set(key, old.on(this.#graphs));
        continue;
      }
      const reached =
        sameShapes && old.stopped === undefined ? reachedBy(triples, both(), constraint, shape) : undefined;
      const again = reached ? old.judgedAmong(reached) : [...old.judged()];
      const fresh = reached
        ? old.without(reached, this.#graphs)
        : new JudgedByQuery(constraint, shape, query, this.#graphs);
      this.#judged.set(key, fresh);
      changed.push(...this.#attributeTo(constraint, () => changes(old, fresh, again, constraint, shape)));
    }
    return changed;
  }

  /** What was not evaluated, and why. */
  notChecked(): readonly UncheckedPart[] {
    const shapes = this.#shapes;
    const found = [...unusableQueries(shapes)];
    for (const { shape, constraint } of constraintsWithQueries(shapes)) {
      const judged = this.#judged.get(fingerprint(constraint, shape));
      const reason = judged?.stopped ?? (judged && doubtOf(constraint, judged, shapes));
      if (reason !== undefined) found.push(leftOut(constraint, reason, shapes));
    }
    for (const { shape, target } of targetsWithQueries(shapes)) {
      if (compileTarget(target)?.kind !== 'query') continue;
      const { problem } = selectedBy(target, this.#graph);
      if (problem === undefined) continue;
      const part = selectsNothing(shape, target, problem, shapes);
      if (!found.some(({ reason }) => reason === part.reason)) found.push(part);
    }
    return found;
  }

  get #graphs(): QueriedGraphs {
    return { graph: this.#graph, shapesGraph: this.#shapes.graph, budget: this.#budget };
  }

  #judgedBy(constraint: SparqlConstraint, shape: Shape, query: CompiledQuery): JudgedByQuery {
    const key = fingerprint(constraint, shape);
    let judged = this.#judged.get(key);
    if (judged === undefined) {
      judged = new JudgedByQuery(constraint, shape, query, this.#graphs);
      this.#judged.set(key, judged);
    }
    return judged;
  }
}

/** Evaluates the query of a constraint for one node. Earlier answers for other graphs are not used. */
export function askOnce(
  constraint: SparqlConstraint,
  shape: Shape,
  node: TermId,
  values: readonly TermId[],
  graphs: QueriedGraphs,
): readonly ResultDetails[] {
  const query = compileConstraint(constraint, shape.path);
  if (query?.kind !== 'query') return [];
  return new JudgedByQuery(constraint, shape, query, graphs).failures(node, values);
}

/** Whether a change may affect the answer of some query of the shapes. */
export function mayChangeQueries(shapes: ShapesGraph, delta: GraphDelta): boolean {
  const isTouched = ({ constraint, shape }: ShapeConstraint) => {
    const query = compileConstraint(constraint, shape.path);
    return query?.kind === 'query' && touches(query, delta);
  };
  return (
    constraintsWithQueries(shapes).some(isTouched) ||
    shapes.roots.some(({ targets }) =>
      targets.some((target) => {
        const asked = askedFor(target);
        return asked !== undefined && mayReselect(asked, delta);
      }),
    )
  );
}

/** The queries of the shapes that cannot be evaluated on any graph; the same objects for the same shapes. */
export const unusableQueries: (shapes: ShapesGraph) => readonly UncheckedPart[] = memoized((shapes) => {
  const problemOf = (compilation: Compilation | undefined) =>
    compilation?.kind === 'problem' ? compilation.message : undefined;
  const found: UncheckedPart[] = [];
  for (const { shape, constraint } of constraintsWithQueries(shapes)) {
    const problem = problemOf(compileConstraint(constraint, shape.path));
    if (problem !== undefined) found.push(leftOut(constraint, problem, shapes));
  }
  for (const { shape, target } of targetsWithQueries(shapes)) {
    const problem = problemOf(compileTarget(target));
    if (problem !== undefined) found.push(selectsNothing(shape, target, problem, shapes));
  }
  return found;
});

function leftOut(
  { shape: asking, parameter, component }: SparqlConstraint,
  why: string,
  shapesGraph: ShapesGraph,
): UncheckedPart {
  const { shapes, roots, term } = shapesGraph;
  // Each node that a target filters by a shape is asked about by the query of the target.
  for (const { id, targets } of roots) {
    for (const target of targets) {
      const asked = target.kind === 'where' ? target.among : undefined;
      const filter = target.kind === 'where' ? shapesGraph.get(target.shapeRef) : undefined;
      if (asked && filter?.constraints.some((each) => shapeRefsOf(each).includes(asking)))
        return selectsNothing(id, asked, why, shapesGraph);
    }
  }
  const isOf = (constraint: Constraint) =>
    constraint.parameter === parameter && shapeRefsOf(constraint).includes(asking);
  // What node expressions become is in shapes that no file has.
  const shape = shapes.find(({ constraints }) => constraints.some(isOf))?.id ?? asking;
  return { reason: `${term(parameter)} of ${term(shape)} is not checked: ${why}`, shape, component };
}

/** Why a constraint that has no results leaves the verdict undecided, if it does not hold for some value. */
function doubtOf(
  { doubt }: SparqlConstraint,
  judged: JudgedByQuery,
  { term }: ShapesGraph,
): string | undefined {
  if (doubt === undefined) return undefined;
  const values = [...judged.judged()].filter((row) => judged.failuresOf(row).length > 0);
  const nodes = new Set(values.map(({ value }) => value));
  const [first] = nodes;
  if (first === undefined) return undefined;
  const more = nodes.size > 1 ? ` and ${counted(nodes.size - 1, 'other value')}` : '';
  return `for ${term(first)}${more}, ${doubt}.`;
}

/** A target that is not evaluated may select any node. */
function selectsNothing(
  shape: TermId,
  { parameter }: SparqlTarget,
  why: string,
  { term }: ShapesGraph,
): UncheckedPart {
  const reason = `${term(parameter)} of ${term(shape)} selects nothing: ${why}`;
  return { reason, shape, concerns: 'anyNode' };
}

const acceptsAll: Check = { kind: 'focus', failures: () => [] };

/** Judges nodes again, and returns those with different verdicts. */
function changes(
  old: JudgedByQuery,
  fresh: JudgedByQuery,
  again: readonly QueriedNode[],
  { query }: SparqlConstraint,
  { id, path }: Shape,
): readonly ChangedVerdict[] {
  fresh.judgeRows(again);
  const back = query.form === 'ask' && path !== undefined ? invert(path) : undefined;
  const node = (judged: QueriedNode) => (query.form === 'ask' ? judged.value : judged.node);
  return again
    .filter((judged) => !isSame(old.failuresOf(judged), fresh.failuresOf(judged)))
    .map((judged) => ({ shape: id, node: node(judged), back }));
}

function isSame(some: readonly ResultDetails[], others: readonly ResultDetails[]): boolean {
  if (some.length !== others.length) return false;
  if (some.length === 0) return true;
  const described = (failures: readonly ResultDetails[]) =>
    failures
      .map(({ value, predicate, solution }) => `${value} ${predicate} ${[...(solution ?? [])].join(' ')}`)
      .toSorted()
      .join('|');
  return described(some) === described(others);
}

/** Whether a query refers to the shapes graph, so that its verdicts depend on all shapes. */
function asksShapes({ query }: SparqlConstraint): boolean {
  return /[$?]shapesGraph\b/.test(terms.value(query.text));
}

interface ShapeConstraint {
  readonly shape: Shape;
  readonly constraint: SparqlConstraint;
}

/** The constraints with queries of shapes that are not deactivated. */
export const constraintsWithQueries: (shapes: ShapesGraph) => readonly ShapeConstraint[] = memoized(
  ({ shapes }) =>
    shapes.flatMap((shape) =>
      shape.deactivated
        ? []
        : shape.constraints.flatMap((constraint) =>
            constraint.kind === 'sparql' ? [{ shape, constraint: constraint as SparqlConstraint }] : [],
          ),
    ),
);

const targetsWithQueries: (
  shapes: ShapesGraph,
) => readonly { readonly shape: TermId; readonly target: SparqlTarget }[] = memoized(({ roots, illFormed }) =>
  [...roots, ...illFormed].flatMap(({ id, targets }) =>
    targets.flatMap((target) => {
      const asked = askedFor(target);
      return asked ? [{ shape: id, target: asked }] : [];
    }),
  ),
);

/** The shapes with queries, and those that refer to them. */
const askingShapes: (shapes: ShapesGraph) => ReadonlySet<TermId> = memoized((shapes) => {
  const found = new Set(constraintsWithQueries(shapes).map(({ shape }) => shape.id));
  if (found.size === 0) return found;
  const referring = new Map<TermId, TermId[]>();
  for (const { id, constraints } of shapes.shapes) {
    for (const ref of constraints.flatMap(shapeRefsOf)) {
      const known = referring.get(ref);
      if (known) known.push(id);
      else referring.set(ref, [id]);
    }
  }
  for (const shape of found) for (const id of referring.get(shape) ?? []) found.add(id);
  return found;
});

/** Equal texts mean that two constraints give the same verdicts about the same nodes of a graph. */
const fingerprints = memoized((_: Shape): Map<SparqlConstraint, string> => new Map());

function fingerprint(constraint: SparqlConstraint, shape: Shape): string {
  const known = fingerprints(shape);
  let text = known.get(constraint);
  if (text === undefined) {
    text = JSON.stringify([constraint, shape.kind, shape.path]);
    known.set(constraint, text);
  }
  return text;
}
