import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { hasPassed, inputColumn, noInput } from '../../sparql/query/query.ts';
import type { Target } from '../model/shape.ts';
import type { Watch } from '../watch.ts';
import {
  compileMembership,
  compileTarget,
  targetVariable,
  touches,
  whyStopped,
  withConstants,
} from './compileShapeQuery.ts';
import { budgetUnder, unwatchedQueryBudget } from './queryEngine.ts';

/** A target with a query. */
export type SparqlTarget = Target & { readonly kind: 'sparql' };

/** The nodes that the query of a target selects in a graph. */
export interface Selection {
  readonly nodes: ReadonlySet<TermId>;
  /** Why nothing was selected, if the query was not evaluated. */
  readonly problem?: string;
}

/** The nodes that a target selects. Each query is evaluated once for each graph. */
export function selectedBy(target: SparqlTarget, graph: Graph, watch?: Watch): Selection {
  let known = selections.get(graph);
  if (known === undefined) {
    known = new Map();
    selections.set(graph, known);
  }
  let selection = known.get(target);
  if (selection === undefined) {
    selection = select(target, graph, watch);
    // What was found until a deadline that is decided meanwhile is dropped.
    if (typeof watch?.deadline !== 'function' || !hasPassed(watch.deadline)) known.set(target, selection);
  }
  return selection;
}

/** Looks up in a graph whether a target selects a node, with as few look-ups as possible. */
export function looksSelected(target: SparqlTarget, node: TermId, graph: Graph): boolean {
  const query = compileTarget(target);
  if (query?.kind !== 'query') return false;
  const membership = compileMembership(target);
  if (membership.kind === 'problem') return false;
  const input = withConstants(inputColumn(targetVariable(query), [node]), target.query.parameters);
  try {
    return membership.evaluate({ graph }, input, unwatchedQueryBudget).solutions.length > 0;
  } catch {
    // The problem that stops the query is reported where it selects its targets.
    return false;
  }
}

/** What of a target a query selects: all nodes, or those that have to conform to a shape as well. */
export function askedFor(target: Target): SparqlTarget | undefined {
  if (target.kind === 'where') return target.among;
  return target.kind === 'sparql' ? target : undefined;
}

/** Whether a change may change what a target selects. */
export function mayReselect(target: SparqlTarget, delta: GraphDelta): boolean {
  const query = compileTarget(target);
  return query?.kind === 'query' && touches(query, delta);
}

const selections = new WeakMap<Graph, Map<SparqlTarget, Selection>>();

const nothing: ReadonlySet<TermId> = new Set();

function select(target: SparqlTarget, graph: Graph, watch: Watch = {}): Selection {
  const query = compileTarget(target);
  if (query === undefined) return { nodes: nothing, problem: 'Its query was not loaded.' };
  if (query.kind === 'problem') return { nodes: nothing, problem: query.message };
  const column = query.variables.indexOf(targetVariable(query));
  const input = withConstants(noInput, target.query.parameters);
  try {
    const { solutions } = query.evaluate({ graph }, input, budgetUnder(watch, unwatchedQueryBudget));
    const nodes = new Set<TermId>();
    for (let row = 0; row < solutions.length; row++) {
      const node = solutions.value(row, column);
      if (node >= 0) nodes.add(node);
    }
    return { nodes };
  } catch (error) {
    return { nodes: nothing, problem: whyStopped(error) };
  }
}
