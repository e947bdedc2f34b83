import type { IriTerm, PropertyPath, Query, SelectQuery } from 'sparqljs';
import { terms } from '../../rdf/terms.ts';
import { isTerm } from '../parsedTree.ts';
import { parseLoaded } from '../parseSparql.ts';
import { groupOf } from './groupPlan.ts';
import type {
  ClosureRelation,
  JoinedPlan,
  PatternPosition,
  PlanLink,
  Relation,
  Step,
  TriplePlan,
} from './plan.ts';

type ParsedPath = IriTerm | PropertyPath;

/**
 * A property path between two positions, as patterns that have the same solutions as often. Only what repeats, or
 * excludes predicates, remains a relation of its own (SPARQL 1.1, 18.4).
 *
 * @param between makes a position for a node in between.
 */
export function translateTriple(
  subject: PatternPosition,
  path: ParsedPath,
  object: PatternPosition,
  between: () => PatternPosition,
): readonly JoinedPlan[] {
  if ('termType' in path) return [triple(subject, { term: terms.iri(path.value) }, object)];
  switch (path.pathType) {
    case '^':
      return translateTriple(object, path.items[0]!, subject, between);
    case '/': {
      const parts: JoinedPlan[] = [];
      let from = subject;
      for (const [i, item] of path.items.entries()) {
        const to = i === path.items.length - 1 ? object : between();
        parts.push(...translateTriple(from, item, to, between));
        from = to;
      }
      return parts;
    }
    case '|': {
      const links = path.items.map(linkOf);
      if (links.every((link) => link !== undefined))
        return [triple(subject, { kind: 'links', links }, object)];
      const branches = path.items.map((item) => groupOf(translateTriple(subject, item, object, between)));
      return [{ kind: 'union', branches }];
    }
    default:
      return [triple(subject, stepOf(path, false) as Relation, object)];
  }
}

function triple(
  subject: PatternPosition,
  predicate: PatternPosition | Relation,
  object: PatternPosition,
): TriplePlan {
  return { kind: 'triple', subject, predicate, object };
}

function linkOf(path: ParsedPath): PlanLink | undefined {
  if ('termType' in path) return { predicate: terms.iri(path.value), inverse: false };
  if (path.pathType !== '^') return undefined;
  const inner = linkOf(path.items[0]! as ParsedPath);
  return inner && { predicate: inner.predicate, inverse: !inner.inverse };
}

function stepOf(path: ParsedPath, inverse: boolean): Step {
  if ('termType' in path) return { kind: 'links', links: [{ predicate: terms.iri(path.value), inverse }] };
  switch (path.pathType) {
    case '^':
      return stepOf(path.items[0]! as ParsedPath, !inverse);
    case '/': {
      const steps = path.items.map((item) => stepOf(item, inverse));
      return { kind: 'sequence', steps: inverse ? steps.reverse() : steps };
    }
    case '|':
      return { kind: 'alternative', steps: path.items.map((item) => stepOf(item, inverse)) };
    case '!':
      return negated(path.items as readonly ParsedPath[], inverse);
    default:
      return closureOf(
        stepOf(path.items[0]! as ParsedPath, inverse),
        path.pathType !== '+',
        path.pathType !== '?',
      );
  }
}

/** A closure of a closure is one closure: `(p+)?` is `p*`. Nested ones would take time for each pair of nodes. */
function closureOf(step: Step, fromZero: boolean, repeats: boolean): ClosureRelation {
  if (step.kind !== 'closure') return { kind: 'closure', step, fromZero, repeats };
  return {
    kind: 'closure',
    step: step.step,
    fromZero: fromZero || step.fromZero,
    repeats: repeats || step.repeats,
  };
}

/** `!(a|^b)`: sparqljs has the alternatives either as they are or as one path. */
function negated(items: readonly ParsedPath[], inverse: boolean): Relation {
  const excluded = items.flatMap((item) =>
    'pathType' in item && item.pathType === '|' ? (item.items as readonly ParsedPath[]) : [item],
  );
  const forward = new Set<number>();
  const backward = new Set<number>();
  for (const item of excluded) {
    const link = linkOf(item)!;
    (link.inverse === inverse ? forward : backward).add(link.predicate);
  }
  const links = excluded.map((item) => linkOf(item)!.inverse !== inverse);
  return {
    kind: 'negated',
    forward: links.includes(false) ? forward : undefined,
    backward: links.includes(true) ? backward : undefined,
  };
}

/** The same query with a property path for `$PATH` wherever that is a predicate (SHACL-SPARQL 6.2.1). */
export function withPath(query: Query, path: string): Query {
  const read = parseLoaded(`SELECT * { ?s ${path} ?o }`, 'SPARQL query', {});
  if (read.kind === 'refused') throw new Error(read.reason);
  const [pattern] = (read.parsed as SelectQuery).where!;
  if (pattern!.type !== 'bgp') throw new Error(`not a path: ${path}`);
  return substituted(query, pattern!.triples[0]!.predicate) as Query;
}

function substituted(node: unknown, path: unknown): unknown {
  if (Array.isArray(node)) return node.map((child) => substituted(child, path));
  if (typeof node !== 'object' || node === null || isTerm(node)) return node;
  const entries = Object.entries(node).map(([key, child]) => [
    key,
    key === 'predicate' && isTerm(child) && child.termType === 'Variable' && child.value === 'PATH'
      ? path
      : substituted(child, path),
  ]);
  return Object.fromEntries(entries);
}
