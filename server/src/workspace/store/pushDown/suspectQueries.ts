import type { Graph } from '../../../rdf/graph.ts';
import { termToNTriples } from '../../../rdf/nTriples.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { ClassHierarchy } from '../../../shacl/classHierarchy.ts';
import { printPath } from '../../../shacl/model/path.ts';
import type { Shape } from '../../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import { countedRows } from '../countedSelect.ts';
import { type HashRange, inRangeText } from '../hashRange.ts';
import { type Store, StoreError } from '../store.ts';
import { listedTargets, targetPatterns } from '../targetPlan.ts';
import { type ConditionScope, conditionOf, type Values } from './componentConditions.ts';
import { any, type Condition, exists, negated } from './condition.ts';

/** Which of the nodes that a root shape targets a store has to be asked about. A shape may have several such queries. */
export interface SuspectQuery {
  /** What binds `?f` to the nodes that the store lists. */
  readonly targets: readonly string[];
  /** A condition that holds for all nodes that may have results, unless another query of the shape finds them. */
  readonly condition: Condition;
}

/** The queries of all root shapes with such nodes. They hold no ids of terms. */
export function suspectQueries(shapes: ShapesGraph, classGraph: Graph): readonly SuspectQuery[] {
  const hierarchy = new ClassHierarchy(classGraph);
  const subclasses = (id: TermId) => hierarchy.subclasses(id);
  return shapes.roots.flatMap((shape) => {
    const targets = targetPatterns(listedTargets({ roots: [shape] }, classGraph));
    if (targets.length === 0) return [];
    const conditions = shapeConditions(shape, '?f', shapes, subclasses);
    const isTooLong = (condition: Condition) => targets.length * lengthOf(condition) > maxLength;
    const areAll = conditions.some((condition) => condition === true || isTooLong(condition));
    const parts = areAll ? [true] : inQueries(conditions, targets.length);
    return parts.map((condition) => ({ targets, condition }));
  });
}

/** Conditions, as many together as one query has. */
function inQueries(conditions: readonly Condition[], targets: number): readonly Condition[] {
  const groups: Condition[][] = [[]];
  let length = 0;
  for (const condition of conditions) {
    const own = targets * lengthOf(condition);
    if (length > 0 && length + own > lengthOfQuery) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)!.push(condition);
    length += own;
  }
  return groups.map(any);
}

/** Whether all nodes are suspect anyway. */
export function areAllSuspect(queries: readonly SuspectQuery[]): boolean {
  return queries.every(({ condition }) => condition === true);
}

/**
 * The nodes in a range that may have results: all others conform, as far as the store can be trusted. For each shape it
 * has to count as many nodes of both kinds as the shape targets.
 *
 * @returns their names in N-Triples.
 * @throws StoreError when the store does not tell; the signal's reason when aborted.
 */
export async function suspectsIn(
  store: Store,
  queries: readonly SuspectQuery[],
  range: HashRange,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const suspects = new Set<string>();
  for (const group of groupsOf(queries)) {
    const found = await countedRows(
      store,
      '?f ?k',
      union(group.flatMap((query, k) => suspectsText(query, `${k}`, range))),
      signal,
    );
    const sums = group.map(() => 0);
    for (const { f, k } of found) {
      const index = numberOf(k);
      if (f === undefined || index === undefined || index >= group.length)
        throw new StoreError('It lists suspect nodes of shapes that were not asked for.');
      suspects.add(f);
      sums[index]!++;
    }
    const counts = await countsOf(store, group, range, signal);
    for (const [k, { condition }] of group.entries()) {
      if (condition === true) continue;
      const [targets, passed] = [counts.get(`${k} 0`) ?? 0, counts.get(`${k} 1`) ?? 0];
      if (sums[k]! + passed !== targets)
        throw new StoreError(
          `Of ${targets} nodes it finds that ${sums[k]} fulfil a condition and ${passed} do not.`,
        );
    }
  }
  return suspects;
}

/** For each shape, by its number and 0, how many nodes it targets, and by its number and 1, how many conform. */
async function countsOf(
  store: Store,
  group: readonly SuspectQuery[],
  range: HashRange,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const parts = group.flatMap(({ targets, condition }, k) =>
    condition === true
      ? []
      : [
          ...part(targets, `${k}`, '0', range, true),
          ...part(targets, `${k}`, '1', range, negated(condition)),
        ],
  );
  if (parts.length === 0) return new Map();
  const counts = `{ SELECT ?k ?side (COUNT(DISTINCT ?f) AS ?m) WHERE { ${union(parts)} } GROUP BY ?k ?side }`;
  const rows = await countedRows(store, '?k ?side ?m', counts, signal);
  return new Map(rows.map(({ k, side, m }) => [`${numberOf(k)} ${numberOf(side)}`, numberOf(m) ?? 0]));
}

function suspectsText({ targets, condition }: SuspectQuery, k: string, range: HashRange): readonly string[] {
  return condition === false ? [] : part(targets, k, undefined, range, condition);
}

function part(
  targets: readonly string[],
  k: string,
  side: string | undefined,
  range: HashRange,
  condition: Condition,
): readonly string[] {
  const names = side === undefined ? `VALUES ?k { ${k} }` : `VALUES ?k { ${k} } VALUES ?side { ${side} }`;
  const filter = condition === true ? '' : ` FILTER(${condition})`;
  return targets.map((target) => `{ ${names} ${target} FILTER(${inRangeText('?f', range)})${filter} }`);
}

function union(parts: readonly string[]): string {
  return parts.length === 0 ? '{ VALUES (?f ?k) { } }' : parts.join(' UNION ');
}

/**
 * Stores have limits for the length of queries. A condition is there for each kind of target of its shape, and all of that is in a
 * query four times. A longer one is not asked about: all nodes are suspect.
 */
const maxLength = 12_000;

/**
 * Conditions are put into one query up to this length. In Virtuoso, many together take far longer than one by one: with QUDT's shape
 * of quantity kinds, 22 conditions take 5 ms for each node together, and 0.2 ms in queries of their own.
 */
const lengthOfQuery = 1_200;

function lengthOf(condition: Condition): number {
  return typeof condition === 'string' ? condition.length : 0;
}

/** Shapes that are asked about together. Those with nothing that can fail are left out. */
function groupsOf(queries: readonly SuspectQuery[]): readonly (readonly SuspectQuery[])[] {
  const groups: SuspectQuery[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const query of queries.filter(({ condition }) => condition !== false)) {
    const own = query.targets.join('').length + query.targets.length * lengthOf(query.condition);
    if (length + own > lengthOfQuery) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)!.push(query);
    length += own;
  }
  return groups;
}

function numberOf(term: string | undefined): number | undefined {
  const digits = /^"(\d{1,9})"/.exec(term ?? '');
  return digits ? Number(digits[1]) : undefined;
}

/** Shapes that refer to others further down, or to so many, are not put into queries. */
const maxDepth = 8;
const maxShapes = 500;

/**
 * Conditions of which at least one holds for each node that may have a result of a shape, whatever the data are. Nodes for
 * which all are false conform.
 *
 * @param node the variable of the node.
 * @param subclasses the class itself and the classes below it.
 */
function shapeConditions(
  { id }: Pick<Shape, 'id'>,
  node: string,
  shapes: Pick<ShapesGraph, 'get'>,
  subclasses: ConditionScope['subclasses'],
): readonly Condition[] {
  const above: TermId[] = [];
  let variables = 0;
  let visited = 0;
  const conditions = (focus: string, ref: TermId): readonly Condition[] => {
    const shape = shapes.get(ref);
    if (shape === undefined || shape.deactivated) return [];
    if (above.includes(ref) || above.length >= maxDepth || ++visited > maxShapes) return [true];
    above.push(ref);
    try {
      return conditionsOf(shape, focus, scope);
    } finally {
      above.pop();
    }
  };
  const mayFail = (focus: string, ref: TermId) => any(conditions(focus, ref));
  const scope: ConditionScope = { fresh: () => `?v${variables++}`, mayFail, subclasses };
  return conditions(node, id);
}

function conditionsOf(
  { path, constraints }: Shape,
  focus: string,
  scope: ConditionScope,
): readonly Condition[] {
  const text = path && printPath(path, termToNTriples);
  const pattern = text === undefined ? undefined : (variable: string) => `${focus} ${text} ${variable} .`;
  const values: Values = { focus, pattern };
  const value = pattern === undefined ? focus : scope.fresh();
  const ofValue: Condition[] = [];
  const ofFocus: Condition[] = [];
  for (const constraint of constraints) {
    const condition = conditionOf(constraint);
    if (condition.of === 'value') ofValue.push(condition.mayFail(constraint, value, scope));
    else ofFocus.push(condition.mayFail(constraint, values, scope));
  }
  const ofValues = pattern === undefined ? ofValue : [exists(pattern(value), any(ofValue))];
  return [...ofFocus, ...ofValues];
}
