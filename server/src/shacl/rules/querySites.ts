import { memoized } from '../../base/memoized.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import type { CompiledQuery } from '../../sparql/query/query.ts';
import type { PatternScope, PatternTerm, QueryPattern } from '../../sparql/query/queryPatterns.ts';
import { invert, type Path } from '../paths/path.ts';
import type { Rule } from './rule.ts';
import { rulePatterns, ruleQuery, ruleTemplate } from './ruleQueries.ts';

/** How a triple leads back to the focus nodes for which a rule may say something else when it comes or goes. */
export interface RuleSite {
  /** The triple's predicate; undefined for any. */
  readonly predicate: TermId | undefined;
  /** The triple's ends, where the rule names them. */
  readonly subject?: TermId;
  readonly object?: TermId;
  /** The end of the triple from which the way starts; `none` when all focus nodes may be affected. */
  readonly from: 'subject' | 'object' | 'none';
  /** The way to the focus nodes; undefined when the end is the focus node. */
  readonly back: Path | undefined;
}

const anywhere: RuleSite = { predicate: undefined, from: 'none', back: undefined };

/** The places where the query of a rule looks at triples. */
export const querySites = memoized((rule: Rule & { readonly kind: 'sparql' }): readonly RuleSite[] => {
  const patterns = rulePatterns(rule);
  if (patterns === undefined) return [anywhere];
  const query = ruleQuery(rule);
  // What the queries of functions look at is not among the patterns.
  if (query.kind === 'query' && query.calls.length > 0) return sitesOfReads(query);
  return patterns.flatMap((pattern) => sitesOf(pattern, patterns));
});

/** The places of triples by their predicates only. */
export function sitesOfReads({ reads }: Pick<CompiledQuery, 'reads'>): readonly RuleSite[] {
  if (reads === 'everything') return [anywhere];
  return [...reads.predicates].map((predicate) => ({ predicate, from: 'none', back: undefined }));
}

/**
 * For each triple that a rule's query makes of a solution, the ways from its ends to the focus nodes of the solution;
 * undefined when that can't be told.
 */
export const templateSites = memoized((rule: Rule & { readonly kind: 'sparql' }) => {
  const patterns = rulePatterns(rule);
  const top = patterns?.filter(({ scope }) => scope.parent === undefined);
  return ruleTemplate(rule)?.map(({ subject, predicate, object }) => ({
    predicate: predicate.kind === 'term' ? predicate.term : undefined,
    fromSubject: top && wayToFocus(subject, top),
    fromObject: top && wayToFocus(object, top),
  }));
});

function sitesOf(pattern: QueryPattern, all: readonly QueryPattern[]): readonly RuleSite[] {
  const joined = all.filter((other) => isJoined(other, pattern.scope));
  const fromSubject = wayToFocus(pattern.subject, joined);
  const fromObject = wayToFocus(pattern.object, joined);
  const { path } = pattern;
  if (path === undefined) {
    // A set of excluded predicates may be walked either way.
    if (pattern.predicate === undefined) return [anywhere];
    if (fromSubject) return [{ predicate: undefined, from: 'subject', back: joinedPath(fromSubject) }];
    if (fromObject) return [{ predicate: undefined, from: 'object', back: joinedPath(fromObject) }];
    return [anywhere];
  }
  return linksOf(path).map((link) => {
    const { predicate, isInverse, before, after } = link;
    const named = namedEnds(link, pattern);
    if (fromSubject) {
      const back = joinedPath([...before.map(invert).reverse(), ...fromSubject]);
      return { predicate, ...named, from: isInverse ? 'object' : 'subject', back };
    }
    if (fromObject) {
      const back = joinedPath([...after, ...fromObject]);
      return { predicate, ...named, from: isInverse ? 'subject' : 'object', back };
    }
    return { predicate, ...named, from: 'none', back: undefined };
  });
}

/** The terms that a pattern has at the ends of a link of its path. */
function namedEnds(
  { isInverse, before, after }: PathLink,
  { subject, object }: QueryPattern,
): Pick<RuleSite, 'subject' | 'object'> {
  const start = before.length === 0 && subject.kind === 'term' ? subject.term : undefined;
  const end = after.length === 0 && object.kind === 'term' ? object.term : undefined;
  const [from, to] = isInverse ? [end, start] : [start, end];
  return { ...(from !== undefined && { subject: from }), ...(to !== undefined && { object: to }) };
}

/** Whether a triple is one of those that a rule looks at in a place. */
export function isAt(site: RuleSite, { subject, predicate, object }: Triple): boolean {
  return (
    (site.predicate ?? predicate) === predicate &&
    (site.subject ?? subject) === subject &&
    (site.object ?? object) === object
  );
}

/** True when a match of a part of the query comes with a match of the pattern. */
function isJoined({ scope, number }: QueryPattern, part: PatternScope): boolean {
  let until = Number.POSITIVE_INFINITY;
  for (let at: PatternScope | undefined = part; at !== undefined; at = at.parent) {
    if (at === scope) return number < until;
    until = Math.min(until, at.until);
  }
  return false;
}

/** A shortest chain of patterns from a term to `$this`; undefined when there is none. */
function wayToFocus(start: PatternTerm, patterns: readonly QueryPattern[]): readonly Path[] | undefined {
  if (start.kind === 'term') return undefined;
  const ways = new Map<string, readonly Path[]>([[start.name, []]]);
  for (const [name, way] of ways) {
    if (name === 'this') return way;
    for (const { subject, path, object } of patterns) {
      if (path === undefined || subject.kind === 'term' || object.kind === 'term') continue;
      if (subject.name === name && !ways.has(object.name)) ways.set(object.name, [...way, path]);
      if (object.name === name && !ways.has(subject.name)) ways.set(subject.name, [...way, invert(path)]);
    }
  }
  return undefined;
}

interface PathLink {
  readonly predicate: TermId;
  readonly isInverse: boolean;
  /** What is walked from the path's start to this link, and from there to its end. */
  readonly before: readonly Path[];
  readonly after: readonly Path[];
}

/** The predicates in a path, each with the ways to it. */
export function linksOf(path: Path): readonly PathLink[] {
  switch (path.kind) {
    case 'predicate':
      return [{ predicate: path.predicate, isInverse: false, before: [], after: [] }];
    case 'inverse':
      return linksOf(path.path).map(({ predicate, isInverse, before, after }) => ({
        predicate,
        isInverse: !isInverse,
        before: after.map(invert).reverse(),
        after: before.map(invert).reverse(),
      }));
    case 'sequence':
      return path.paths.flatMap((part, i) =>
        linksOf(part).map((link) => ({
          ...link,
          before: [...path.paths.slice(0, i), ...link.before],
          after: [...link.after, ...path.paths.slice(i + 1)],
        })),
      );
    case 'alternative':
      return path.paths.flatMap(linksOf);
    case 'zeroOrOne':
      return linksOf(path.path);
    case 'zeroOrMore':
    case 'oneOrMore': {
      const more: Path = { kind: 'zeroOrMore', path: path.path };
      return linksOf(path.path).map((link) => ({
        ...link,
        before: [more, ...link.before],
        after: [...link.after, more],
      }));
    }
  }
}

export function joinedPath(paths: readonly Path[]): Path | undefined {
  return paths.length > 1 ? { kind: 'sequence', paths } : paths[0];
}
