import type { Graph } from '../../../rdf/graph.ts';
import { termToNTriples } from '../../../rdf/nTriples.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { ClassHierarchy } from '../../../shacl/classHierarchy.ts';
import { printPath } from '../../../shacl/model/path.ts';
import type { Constraint, Shape } from '../../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import { countedRows } from '../countedSelect.ts';
import { type HashRange, hashText, inRangeText } from '../hashRange.ts';
import { type Store, StoreError } from '../store.ts';
import { hashOf, listedTargets, type StoredNode, targetPatterns } from '../targetPlan.ts';
import { type ConditionScope, conditionOf, type Values } from './componentConditions.ts';
import { any, type Condition, exists, negated } from './condition.ts';

/** Which of the nodes that a root shape targets a store has to be asked about. A shape may have several such queries. */
export interface SuspectQuery {
  /** What binds `?f` to the nodes that the store lists. */
  readonly targets: readonly string[];
  /** A condition that holds for all nodes that may have results, unless another query of the shape finds them. */
  readonly condition: Condition;
  /** Which of the root shapes this is, by its place among them. */
  readonly root: number;
  /** The shape and its constraints, for people. */
  readonly about: string;
}

/** The queries of all root shapes with such nodes. They hold no ids of terms. */
export function suspectQueries(shapes: ShapesGraph, classGraph: Graph): readonly SuspectQuery[] {
  const hierarchy = new ClassHierarchy(classGraph);
  const subclasses = (id: TermId) => hierarchy.subclasses(id);
  return shapes.roots.flatMap((shape, root) => {
    const targets = targetPatterns(listedTargets({ roots: [shape] }, classGraph));
    if (targets.length === 0) return [];
    const conditions = shapeConditions(shape, '?f', shapes, subclasses);
    const isAll = ({ condition }: AboutConstraint) =>
      condition === true || targets.length * lengthOf(condition) > maxLength;
    const unasked = conditions.filter(isAll);
    const parts = unasked.length > 0 ? [unasked] : inQueries(conditions, targets.length);
    return parts.map((part) => ({
      targets,
      condition: unasked.length > 0 || any(part.map(({ condition }) => condition)),
      root,
      about: `${shapes.term(shape.id)} (${[...new Set(part.map(({ about }) => about))].join(', ')})`,
    }));
  });
}

/** When a node is suspect because of a constraint. */
interface AboutConstraint {
  readonly condition: Condition;
  /** The constraint for people: its parameter, or the path of its property shape. */
  readonly about: string;
}

/** Conditions, grouped as for one query. */
function inQueries(
  conditions: readonly AboutConstraint[],
  targets: number,
): readonly (readonly AboutConstraint[])[] {
  const groups: AboutConstraint[][] = [[]];
  let length = 0;
  for (const each of conditions) {
    const own = targets * lengthOf(each.condition);
    if (length > 0 && length + own > lengthOfQuery) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)!.push(each);
    length += own;
  }
  return groups;
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
  for (const group of groupsOf(queries))
    for (const { term } of await suspectsOfGroup(
      store,
      group,
      range,
      await countsOf(store, group, range, signal),
      signal,
    ))
      suspects.add(term);
  return suspects;
}

/**
 * The nodes in a range that fulfil conditions, checked against the store's counts.
 *
 * @throws StoreError when it does not list as many; the signal's reason when aborted.
 */
export async function suspectsOfGroup(
  store: Store,
  group: readonly SuspectQuery[],
  range: HashRange,
  counts: GroupCounts,
  signal: AbortSignal,
): Promise<readonly SuspectNode[]> {
  const parts = union(group.flatMap((query, k) => suspectsText(query, `${k}`, range)));
  const pattern = `{ SELECT DISTINCT ?f ?k WHERE { ${parts} } } BIND(${hashText('?f')} AS ?h)`;
  const expected = group.every(({ condition }) => condition !== true) ? counts.suspects : undefined;
  const found = await countedRows(store, '?f ?k ?h', pattern, signal, undefined, expected);
  const sums = group.map(() => 0);
  const nodes = found.map(({ f: term, k, h }) => {
    const index = numberOf(k);
    if (term === undefined || index === undefined || index >= group.length)
      throw new StoreError('It lists suspect nodes of shapes that were not asked for.');
    sums[index]!++;
    return { term, hash: hashOf(h, range), root: group[index]!.root };
  });
  for (const [k, { condition }] of group.entries()) {
    if (condition === true) continue;
    const [targets, passed] = [counts.targets[k]!, counts.passed[k]!];
    if (sums[k]! + passed !== targets)
      throw new StoreError(
        `Of ${targets} nodes it finds that ${sums[k]} fulfil a condition and ${passed} do not.`,
      );
  }
  return nodes;
}

/** A node that fulfils a condition. */
export interface SuspectNode extends StoredNode {
  /** Of which root shape the condition is. */
  readonly root: number;
}

/** How many nodes each shape of a group targets, how many of these conform, and how many others there are altogether. */
export interface GroupCounts {
  readonly targets: readonly number[];
  readonly passed: readonly number[];
  readonly suspects: number;
}

/**
 * Has the store count the nodes of a range with conditions that are not always true.
 *
 * @throws StoreError when it does not tell, or finds more that conform than there are; the signal's reason when aborted.
 */
export async function countsOf(
  store: Store,
  group: readonly SuspectQuery[],
  range: HashRange,
  signal: AbortSignal,
): Promise<GroupCounts> {
  const parts = group.flatMap(({ targets, condition }, k) =>
    condition === true
      ? []
      : [
          ...part(targets, `${k}`, '0', range, true),
          ...part(targets, `${k}`, '1', range, negated(condition)),
        ],
  );
  const counts = `{ SELECT ?k ?side (COUNT(DISTINCT ?f) AS ?m) WHERE { ${union(parts)} } GROUP BY ?k ?side }`;
  const rows = parts.length === 0 ? [] : await countedRows(store, '?k ?side ?m', counts, signal);
  const found = new Map(rows.map(({ k, side, m }) => [`${numberOf(k)} ${numberOf(side)}`, numberOf(m) ?? 0]));
  const of = (side: number) => group.map((_, k) => found.get(`${k} ${side}`) ?? 0);
  const [targets, passed] = [of(0), of(1)];
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
  if (targets.some((each, k) => each < passed[k]!))
    throw new StoreError('It finds that more nodes do not fulfil a condition than there are.');
  return { targets, passed, suspects: sum(targets) - sum(passed) };
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
 * Stores have limits for the length of queries. There is a condition for each kind of target of its shape, and all of that
 * occurs in a query four times. A longer one is not asked about: all nodes are suspect.
 */
const maxLength = 12_000;

/**
 * Conditions are put into one query up to this length. In Virtuoso, many together take far longer than one after the other:
 * with QUDT's shape of quantity kinds, 22 conditions take 5 ms for each node together, and 0.2 ms in queries of their own.
 */
const lengthOfQuery = 1_200;

function lengthOf(condition: Condition): number {
  return typeof condition === 'string' ? condition.length : 0;
}

/** Shapes that are asked about together. Those with nothing that can fail are left out. */
export function groupsOf(queries: readonly SuspectQuery[]): readonly (readonly SuspectQuery[])[] {
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

/** Shapes that refer to others more deeply, or to more of them, are not put into queries. */
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
  shapes: Pick<ShapesGraph, 'get' | 'term'>,
  subclasses: ConditionScope['subclasses'],
): readonly AboutConstraint[] {
  const above: TermId[] = [];
  let variables = 0;
  let visited = 0;
  const aboutConstraint = ({ parameter, parameterValue, kind }: Constraint) => {
    const path = kind === 'property' ? shapes.get(parameterValue)?.path : undefined;
    return path === undefined ? shapes.term(parameter) : printPath(path, shapes.term);
  };
  const conditions = (focus: string, ref: TermId): readonly AboutConstraint[] => {
    const shape = shapes.get(ref);
    if (shape === undefined || shape.deactivated) return [];
    if (above.includes(ref) || above.length >= maxDepth || ++visited > maxShapes)
      return [{ condition: true, about: shapes.term(ref) }];
    above.push(ref);
    try {
      return conditionsOf(shape, focus, scope, aboutConstraint);
    } finally {
      above.pop();
    }
  };
  const mayFail = (focus: string, ref: TermId) =>
    any(conditions(focus, ref).map(({ condition }) => condition));
  const pathOf = (ref: TermId) => shapes.get(ref)?.path;
  const scope: ConditionScope = { fresh: () => `?v${variables++}`, pathOf, mayFail, subclasses };
  return conditions(node, id);
}

function conditionsOf(
  { path, constraints }: Shape,
  focus: string,
  scope: ConditionScope,
  aboutConstraint: (constraint: Constraint) => string,
): readonly AboutConstraint[] {
  const text = path && printPath(path, termToNTriples);
  const pattern = text === undefined ? undefined : (variable: string) => `${focus} ${text} ${variable} .`;
  const values: Values = { focus, pattern };
  const value = pattern === undefined ? focus : scope.fresh();
  const ofValue: AboutConstraint[] = [];
  const ofFocus: AboutConstraint[] = [];
  for (const constraint of constraints) {
    const condition = conditionOf(constraint);
    const about = aboutConstraint(constraint);
    if (condition.of === 'value')
      ofValue.push({ condition: condition.mayFail(constraint, value, scope), about });
    else ofFocus.push({ condition: condition.mayFail(constraint, values, scope), about });
  }
  if (pattern === undefined || ofValue.length === 0) return [...ofFocus, ...ofValue];
  const condition = exists(pattern(value), any(ofValue.map((each) => each.condition)));
  return [...ofFocus, { condition, about: ofValue.map((each) => each.about).join(', ') }];
}
