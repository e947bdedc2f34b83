import type { TermId, Triple } from '../../rdf/terms.ts';
import type { PatternScope, PatternTerm, QueryPattern } from '../../sparql/query/queryPatterns.ts';
import type { Path } from '../model/path.ts';
import { hasEmptyWay } from '../paths/pathAutomaton.ts';
import { joinedPath, linksOf, type PathLink, wayBack } from '../paths/pathReach.ts';

/**
 * Where a query looks at triples, and how each place leads back to the variables that have values from the start. A
 * solution may appear or disappear with a triple only where the patterns that have to match together with it lead from
 * there to such a value. Filters are ignored.
 */
export interface QuerySite {
  /** The triple's predicate; undefined for any. */
  readonly predicate: TermId | undefined;
  /** The triple's ends, where the query names them. */
  readonly subject?: TermId;
  readonly object?: TermId;
  /** Undefined when the triple may affect any values. */
  readonly way: QueryWay | undefined;
  /** For a step of a pattern whose path repeats nothing but such steps. */
  readonly repeated?: RepeatedStep;
}

/** A path through patterns from an end of a triple to a variable that has its value from the start. */
export interface QueryWay {
  readonly from: PatternEnd;
  /** What leads from that end of the triple to the pattern's; undefined when it is the same node. */
  readonly back: Path | undefined;
  readonly hops: readonly Hop[];
  /** The variable. */
  readonly to: string;
}

/** A step of a closure: a triple only affects pairs of nodes that nothing else relates. */
export interface RepeatedStep {
  /** A step, as a path. */
  readonly step: Path;
  readonly isInverse: boolean;
  /** The paths from either end of the pattern. */
  readonly fromSubject: QueryWay | undefined;
  readonly fromObject: QueryWay | undefined;
}

export type PatternEnd = 'subject' | 'object' | 'predicate';

/** A pattern that is walked from one of its variables to another. */
export interface Hop {
  /** Undefined for a variable in place of the predicate. */
  readonly path: Path | undefined;
  readonly from: PatternEnd;
  readonly to: PatternEnd;
}

/** A place that is read whatever the values are. */
export function siteOfAny(predicate: TermId | undefined): QuerySite {
  return { predicate, way: undefined };
}

/**
 * Parts of queries whose patterns are not all among those of the WHERE clause, or match in another graph.
 */
const hidden = /\bHAVING\b|\bORDER\s+BY\b|\bSELECT\b[^{]*\bEXISTS\b|\bGRAPH\b/i;

/**
 * The places where a query looks at triples.
 *
 * @param patterns those of the query's WHERE clause.
 * @param given the variables that have values from the start, and that are asked about.
 * @returns undefined when that is unknown.
 */
export function querySites(
  text: string,
  patterns: readonly QueryPattern[],
  given: readonly string[],
): readonly QuerySite[] | undefined {
  if (hidden.test(text) || patterns.some((pattern) => relatesAnyNodes(pattern, patterns))) return undefined;
  return patterns.flatMap((pattern) => sitesOf(pattern, patterns, given));
}

/** A shortest path from a variable through patterns to one that has its value from the start. */
export function wayFromVariable(
  name: string,
  patterns: readonly QueryPattern[],
  given: readonly string[],
): Pick<QueryWay, 'hops' | 'to'> | undefined {
  return shortestWay([{ name, from: 'subject' }], patterns, given);
}

function sitesOf(
  pattern: QueryPattern,
  all: readonly QueryPattern[],
  given: readonly string[],
): readonly QuerySite[] {
  const joined = all.filter((other) => other.number !== pattern.number && isJoined(pattern.scope, other));
  const wayFrom = (...ends: readonly PatternEnd[]) =>
    shortestWay(
      ends.flatMap((from) => {
        const name = variableAt(pattern, from);
        return name === undefined ? [] : [{ name, from }];
      }),
      joined,
      given,
    );
  const { path } = pattern;
  if (path === undefined) {
    // A set of excluded predicates may be walked either way, and may be a part of a longer path.
    if (pattern.predicate === undefined) return [siteOfAny(undefined)];
    const way = wayFrom('subject', 'object', 'predicate');
    return [{ predicate: undefined, ...namedEnds(noLink, pattern), way: way && { ...way, back: undefined } }];
  }
  const way = wayFrom('subject', 'object');
  const step = repeatedStep(path);
  const wayOf = (end: PatternEnd) => {
    const found = wayFrom(end);
    return found && { ...found, back: undefined };
  };
  const repeated = step && { step, fromSubject: wayOf('subject'), fromObject: wayOf('object') };
  return linksOf(path).map((link): QuerySite => {
    const { predicate, isInverse } = link;
    const site = { predicate, ...namedEnds(link, pattern), way: way && ofTriple(way, link) };
    return repeated ? { ...site, repeated: { ...repeated, isInverse } } : site;
  });
}

const noLink = { isInverse: false, before: [], after: [] };

/** The path from the end of a triple that matches a link of the pattern's path. */
function ofTriple(
  { from, hops, to }: Omit<QueryWay, 'back'>,
  { isInverse, before, after }: PathLink,
): QueryWay {
  return from === 'subject'
    ? { from: isInverse ? 'object' : 'subject', back: wayBack(before), hops, to }
    : { from: isInverse ? 'subject' : 'object', back: joinedPath(after), hops, to };
}

/** The step of a path that repeats single triples. */
function repeatedStep(path: Path): Path | undefined {
  if (path.kind !== 'zeroOrMore' && path.kind !== 'oneOrMore') return undefined;
  const isSingle = linksOf(path.path).every(({ before, after }) => before.length + after.length === 0);
  return isSingle && !hasEmptyWay(path.path) ? path.path : undefined;
}

/** The terms that a pattern has at the ends of a link of its path. */
function namedEnds(
  { isInverse, before, after }: Omit<PathLink, 'predicate'>,
  { subject, object }: QueryPattern,
): Pick<QuerySite, 'subject' | 'object'> {
  const start = before.length === 0 && subject.kind === 'term' ? subject.term : undefined;
  const end = after.length === 0 && object.kind === 'term' ? object.term : undefined;
  const [from, to] = isInverse ? [end, start] : [start, end];
  return { ...(from !== undefined && { subject: from }), ...(to !== undefined && { object: to }) };
}

/** Whether a triple is among those read at a place. */
export function isAt(site: QuerySite, { subject, predicate, object }: Triple): boolean {
  return (
    (site.predicate ?? predicate) === predicate &&
    (site.subject ?? subject) === subject &&
    (site.object ?? object) === object
  );
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

interface Start {
  readonly name: string;
  readonly from: PatternEnd;
}

/** A shortest chain of patterns from one of some variables to one that has its value from the start. */
function shortestWay(
  starts: readonly Start[],
  patterns: readonly QueryPattern[],
  given: readonly string[],
): Omit<QueryWay, 'back'> | undefined {
  const open: (Start & { readonly hops: readonly Hop[] })[] = starts.map((start) => ({ ...start, hops: [] }));
  const seen = new Set(starts.map(({ name }) => name));
  for (const { name, from, hops } of open) {
    if (given.includes(name)) return { from, hops, to: name };
    for (const pattern of patterns) {
      if (pattern.path === undefined && pattern.predicate === undefined) continue;
      for (const start of ends) {
        if (variableAt(pattern, start) !== name) continue;
        for (const end of ends) {
          const next = variableAt(pattern, end);
          if (next === undefined || seen.has(next)) continue;
          seen.add(next);
          open.push({ name: next, from, hops: [...hops, { path: pattern.path, from: start, to: end }] });
        }
      }
    }
  }
  return undefined;
}

const ends: readonly PatternEnd[] = ['subject', 'object', 'predicate'];

function variableAt(pattern: QueryPattern, end: PatternEnd): string | undefined {
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
