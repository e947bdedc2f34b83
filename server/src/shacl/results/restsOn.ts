import type { Graph } from '../../rdf/graph.ts';
import { pairKey } from '../../rdf/termKeys.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { componentOf } from '../components/index.ts';
import { minimumOf } from '../components/shapeBased.ts';
import type { Evaluator } from '../evaluator.ts';
import { excusedAt } from '../incompleteness.ts';
import type { Path } from '../model/path.ts';
import type { ConstraintOf } from '../model/shape.ts';
import type { Violation } from '../model/violation.ts';

/** What results are traced back on. */
export interface TracedUnit {
  readonly graph: Graph;
  readonly evaluator: Evaluator;
  /** Whether a node may have triples in a file that is not linked. */
  isMissing(node: TermId): boolean;
  /** Facts about values that many nodes have, by shape and value; kept as long as the unit. */
  readonly known?: Pick<Map<number, ReadonlySet<TermId>>, 'get'> & {
    set(key: number, nodes: ReadonlySet<TermId>): unknown;
  };
}

/**
 * The missing nodes on which a result rests: if they were described, there might be no such result. Empty when the result
 * would be there whatever is stated about the missing nodes, as with sh:datatype or sh:maxCount, and when it rests on a
 * described node as well.
 */
export function restsOn(violation: Violation, unit: TracedUnit): ReadonlySet<TermId> {
  return ofResult(violation, { ...unit, depth: 0 });
}

interface Search extends TracedUnit {
  /** The nesting depth of the current result. */
  readonly depth: number;
}

/** Results that are nested more deeply count as resting on nothing missing; shapes may lead in cycles. */
const maxDepth = 4;

const nothing: ReadonlySet<TermId> = new Set();

function ofResult(violation: Violation, unit: Search): ReadonlySet<TermId> {
  const { constraint, focusNode, value, path } = violation;
  const { excusedBy, refersTo } = componentOf(constraint);
  if (constraint.kind === 'qualifiedMinCount' || constraint.kind === 'someValue')
    return ofMinimum(violation, minimumOf(constraint as ConstraintOf<'someValue'>), unit);
  if (refersTo) return value === undefined ? nothing : ofShapes(value, violation, unit);
  switch (excusedAt(excusedBy, path === undefined ? 'node' : 'property')) {
    case 'value':
    case 'namedValue':
    case 'valueOfPath':
      return value !== undefined && unit.isMissing(value) ? new Set([value]) : nothing;
    case 'focusNode':
    case 'focusNodeOfPath':
      return path === undefined ? nothing : ofPath(focusNode, path, unit);
    case 'none':
      return nothing;
  }
}

/** What the verdict that a value violates the constraint rests on. */
function ofShapes(value: TermId, { constraint, details }: Violation, unit: Search): ReadonlySet<TermId> {
  const refersTo = componentOf(constraint).refersTo;
  if (refersTo === undefined || unit.depth >= maxDepth) return nothing;
  // Most results rest on nothing missing. Only for the others is the value judged again: details are not complete.
  if (!details.some((detail) => ofResult(detail, inside(unit)).size > 0)) return nothing;
  const results = refersTo.shapes(constraint).map((shape) => unit.evaluator.validateNode(value, shape));
  switch (refersTo.asks) {
    case 'all':
      return ofAll(results.flat(), inside(unit));
    case 'some':
    case 'one':
      // If the value conforms to several shapes, nothing is missing.
      if (results.some((violations) => violations.length === 0)) return nothing;
      return (
        results.map((violations) => ofAll(violations, inside(unit))).find((nodes) => nodes.size > 0) ??
        nothing
      );
    case 'none':
    case 'enough':
    case 'few':
    case 'elsewhere':
      return nothing;
  }
}

function inside(unit: Search): Search {
  return { ...unit, depth: unit.depth + 1 };
}

/** A minimum of conforming values that could be met if missing values were described, or the focus node were. */
function ofMinimum(
  { focusNode, path }: Violation,
  constraint: ConstraintOf<'qualifiedMinCount'>,
  unit: Search,
): ReadonlySet<TermId> {
  if (path === undefined || unit.depth >= maxDepth) return nothing;
  const ofFocusNode = ofPath(focusNode, path, unit);
  if (ofFocusNode.size > 0) return ofFocusNode;
  const { evaluator } = unit;
  const values = evaluator.values(focusNode, path);
  const counted = new Set(evaluator.countedValues(constraint, values));
  const needed = constraint.count - counted.size;
  const found = new Set<TermId>();
  let possible = 0;
  for (const value of values) {
    if (counted.has(value) || terms.isLiteral(value)) continue;
    const nodes = ofValue(value, constraint.shapeRef, unit);
    if (nodes.size > 0) possible++;
    for (const node of nodes) found.add(node);
  }
  return possible >= needed ? found : nothing;
}

/** The nodes on which it rests that a value does not conform to a shape. */
function ofValue(value: TermId, shape: TermId, unit: Search): ReadonlySet<TermId> {
  // Deeper inside, less is looked at.
  const known = unit.depth === 0 ? unit.known : undefined;
  const key = pairKey(shape, value);
  const nodes = known?.get(key) ?? ofAll(unit.evaluator.validateNode(value, shape), inside(unit));
  known?.set(key, nodes);
  return nodes;
}

/** The nodes on which all of some results rest; empty when one of them rests on nothing that is missing. */
function ofAll(violations: readonly Violation[], unit: Search): ReadonlySet<TermId> {
  const all = new Set<TermId>();
  for (const violation of violations) {
    const nodes = ofResult(violation, unit);
    if (nodes.size === 0) return nothing;
    for (const node of nodes) all.add(node);
  }
  return all;
}

/** The missing nodes at which a path ends, if it ends at no others. */
function ofPath(
  focusNode: TermId,
  path: Path,
  { graph, evaluator, isMissing }: TracedUnit,
): ReadonlySet<TermId> {
  // Most results end here, and there may be thousands.
  if (path.kind === 'predicate' && !isMissing(focusNode)) return nothing;
  const steps = path.kind === 'sequence' ? path.paths : [path];
  let reached: readonly TermId[] = [focusNode];
  for (const [i, step] of steps.entries()) {
    const predicate = step.kind === 'predicate' ? step.predicate : undefined;
    const missing =
      predicate === undefined
        ? []
        : reached.filter((node) => isMissing(node) && graph.objects(node, predicate).length === 0);
    if (missing.length > 0) return missing.length === reached.length ? new Set(missing) : nothing;
    if (i === steps.length - 1) return nothing;
    reached = [...new Set(reached.flatMap((node) => evaluator.values(node, step)))];
    if (reached.length === 0) return nothing;
  }
  return nothing;
}
