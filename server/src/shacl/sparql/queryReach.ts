import { memoized } from '../../base/memoized.ts';
import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import type { PatternScope, PatternTerm, QueryPattern } from '../../sparql/query/queryPatterns.ts';
import { type Step, stepsOf } from '../incremental/readSites.ts';
import { hasEmptyWay } from '../paths/hasEmptyWay.ts';
import { invert, type Path } from '../paths/path.ts';
import { pathValues } from '../paths/pathValues.ts';
import type { ConstraintOf, Shape } from '../shapesGraph/shape.ts';
import { compileConstraint } from './compileShapeQuery.ts';
import { shapePatterns } from './shapePatterns.ts';

/** The nodes about which a query may say something else after a change. */
export interface Reached {
  readonly focusNodes: ReadonlySet<TermId>;
  /** For ASK queries, the values about which it may. */
  readonly values: ReadonlySet<TermId>;
}

/**
 * Finds the nodes that a change of some triples can matter to. Where a triple matches a pattern, the patterns that have
 * to match together with it lead from there to `$this`: they are walked backwards, without filters, over the triples of
 * both versions.
 *
 * @param both the graph before the change, with what is added.
 * @returns undefined when it can matter to any node, or when finding out takes too long.
 */
export function reachedBy(
  { added, removed }: GraphDelta,
  both: Graph,
  constraint: ConstraintOf<'sparql'>,
  shape: Shape,
): Reached | undefined {
  if (added.length + removed.length > maxTriples) return undefined;
  const sites = sitesOf(constraint, shape);
  if (sites === undefined) return undefined;
  const reached = { this: new Set<TermId>(), value: new Set<TermId>() };
  for (const triple of [...added, ...removed]) {
    for (const site of sites) {
      if (!mayMatch(site, triple)) continue;
      if (site.way === undefined) return undefined;
      const ends = endsOf(site, site.way, triple, both);
      if (ends === undefined) return undefined;
      for (const node of ends) reached[site.way.to].add(node);
      if (reached[site.way.to].size > maxNodes) return undefined;
    }
  }
  return { focusNodes: reached.this, values: reached.value };
}

const maxTriples = 100;
const maxNodes = 500;

/** A part of a pattern that triples may match. */
interface Site {
  readonly pattern: QueryPattern;
  /** Undefined where any predicate may match. */
  readonly step: Step | undefined;
  /** Undefined when nothing leads from here to a pre-bound variable. */
  readonly way: Way | undefined;
}

/** A way through patterns from an end of one to a variable that has its value from the start. */
interface Way {
  readonly from: 'subject' | 'object' | 'predicate';
  readonly hops: readonly Hop[];
  readonly to: 'this' | 'value';
}

/** A pattern that is walked from one of its variables to another. */
interface Hop {
  readonly path: Path | undefined;
  readonly from: 'subject' | 'object' | 'predicate';
  readonly to: 'subject' | 'object' | 'predicate';
}

const known = memoized((_: ConstraintOf<'sparql'>): { sites?: readonly Site[] | undefined } => ({}));

function sitesOf(constraint: ConstraintOf<'sparql'>, shape: Shape): readonly Site[] | undefined {
  const entry = known(constraint);
  if (!('sites' in entry)) entry.sites = findSites(constraint, shape);
  return entry.sites;
}

/** Parts of queries whose patterns are not all among those of the WHERE clause. */
const hidden = /\bHAVING\b|\bORDER\s+BY\b|\bSELECT\b[^{]*\bEXISTS\b|\bGRAPH\b/i;

function findSites(constraint: ConstraintOf<'sparql'>, shape: Shape): readonly Site[] | undefined {
  const { query } = constraint;
  if (hidden.test(terms.value(query.text)) || callsFunctions(constraint, shape)) return undefined;
  const patterns = shapePatterns(constraint, shape.path);
  if (patterns === undefined || patterns.some((pattern) => relatesAnyNodes(pattern, patterns)))
    return undefined;
  return patterns.flatMap((pattern): readonly Site[] => {
    const way = wayFrom(pattern, patterns, query.form === 'ask');
    const { path } = pattern;
    if (path === undefined) return [{ pattern, step: undefined, way }];
    // The steps of a path that is walked from its other end lead back to that end.
    return stepsOf(way?.from === 'object' ? invert(path) : path, undefined).map((step) => ({
      pattern,
      step,
      way,
    }));
  });
}

/** What the query of a function looks at is not among the patterns. */
function callsFunctions(constraint: ConstraintOf<'sparql'>, { path }: Shape): boolean {
  const query = compileConstraint(constraint, path);
  return query?.kind === 'query' && query.calls.length > 0;
}

/** A path of no steps between variables that no other pattern gives values relates all nodes of the graph. */
function relatesAnyNodes(
  { path, subject, object, number, scope }: QueryPattern,
  all: readonly QueryPattern[],
): boolean {
  if (path === undefined || !hasEmptyWay(path)) return false;
  const others = all.filter((other) => other.number !== number && isJoined(scope, other));
  const isGiven = (term: PatternTerm) =>
    term.kind === 'term' ||
    term.name === 'this' ||
    others.some(
      (other) =>
        other.path !== undefined && !hasEmptyWay(other.path) && variablesOf(other).includes(term.name),
    );
  return !isGiven(subject) && !isGiven(object);
}

function wayFrom(pattern: QueryPattern, all: readonly QueryPattern[], isAsk: boolean): Way | undefined {
  const joined = all.filter((other) => other.number !== pattern.number && isJoined(pattern.scope, other));
  const goal = (name: string) =>
    name === 'this' || (isAsk && name === 'value') ? (name as Way['to']) : undefined;
  const open: { readonly name: string; readonly from: Way['from']; readonly hops: readonly Hop[] }[] = [];
  const seen = new Set<string>();
  for (const from of ends) {
    const name = variableAt(pattern, from);
    if (name !== undefined && !seen.has(name)) {
      seen.add(name);
      open.push({ name, from, hops: [] });
    }
  }
  for (const { name, from, hops } of open) {
    const to = goal(name);
    if (to !== undefined) return { from, hops, to };
    for (const other of joined) {
      for (const start of ends) {
        if (variableAt(other, start) !== name) continue;
        for (const end of ends) {
          const next = variableAt(other, end);
          if (next === undefined || seen.has(next)) continue;
          seen.add(next);
          open.push({ name: next, from, hops: [...hops, { path: other.path, from: start, to: end }] });
        }
      }
    }
  }
  return undefined;
}

const ends = ['subject', 'object', 'predicate'] as const;

function variableAt(pattern: QueryPattern, end: Way['from']): string | undefined {
  if (end === 'predicate') return pattern.predicate;
  const term = pattern[end];
  return term.kind === 'variable' ? term.name : undefined;
}

function variablesOf(pattern: QueryPattern): readonly string[] {
  return ends.flatMap((end) => variableAt(pattern, end) ?? []);
}

/** Whether a pattern has to match together with those of a part of the query. */
function isJoined(part: PatternScope, { scope, number }: QueryPattern): boolean {
  let until = Number.POSITIVE_INFINITY;
  for (let at: PatternScope | undefined = part; at !== undefined; at = at.parent) {
    if (scope === at) return number < until;
    until = Math.min(until, at.until);
  }
  return false;
}

function mayMatch({ pattern, step }: Site, { subject, predicate, object }: Triple): boolean {
  if (step !== undefined && step.predicate !== predicate) return false;
  if (pattern.path !== undefined && pattern.path.kind !== 'predicate') return true;
  const fits = (term: PatternTerm, id: TermId) => term.kind === 'variable' || term.term === id;
  return fits(pattern.subject, subject) && fits(pattern.object, object);
}

/** The values at the end of the way, from a triple that the site may match. */
function endsOf(
  { step }: Site,
  { from, hops }: Way,
  triple: Triple,
  graph: Graph,
): Iterable<TermId> | undefined {
  let nodes: ReadonlySet<TermId>;
  if (step === undefined) nodes = new Set([triple[from]]);
  else {
    const end = step.from === 'subject' ? triple.subject : triple.object;
    nodes = new Set(step.back === undefined ? [end] : pathValues(graph, end, step.back));
  }
  for (const hop of hops) {
    const next = new Set<TermId>();
    for (const node of nodes) {
      for (const end of walked(hop, node, graph)) next.add(end);
      if (next.size > maxNodes) return undefined;
    }
    nodes = next;
  }
  return nodes;
}

function walked({ path, from, to }: Hop, node: TermId, graph: Graph): Iterable<TermId> {
  if (path !== undefined) return pathValues(graph, node, from === 'subject' ? path : invert(path));
  const triples =
    from === 'subject'
      ? graph.outgoing(node)
      : from === 'object'
        ? graph.incoming(node)
        : graph.withPredicate(node);
  return triples.map((triple) => triple[to]);
}
