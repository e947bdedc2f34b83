import { type TermId, terms } from '../../rdf/terms.ts';
import { type Path, printPath } from '../model/path.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';

/** What may be true of a node, as description logics say it. */
export type Concept =
  /** It fulfils a constraint that judges a value by itself, or does not. */
  | { readonly kind: 'value'; readonly constraint: Constraint; readonly holds: boolean }
  | { readonly kind: 'is'; readonly term: TermId; readonly holds: boolean }
  /** It conforms to a shape, or does not. */
  | { readonly kind: 'shape'; readonly shape: Shape; readonly holds: boolean }
  | { readonly kind: 'every' | 'some'; readonly of: readonly Concept[] }
  /** So many values of a path are something, at least or at most. */
  | { readonly kind: 'least' | 'most'; readonly path: Path; readonly count: number; readonly of: Concept }
  /** It has no other properties. */
  | { readonly kind: 'closed'; readonly allowed: ReadonlySet<TermId> }
  /** Nothing is known: neither this nor its opposite excludes anything. */
  | { readonly kind: 'unknown' };

export const anything: Concept = { kind: 'every', of: [] };
export const nothing: Concept = { kind: 'some', of: [] };
const unknown: Concept = { kind: 'unknown' };

export function opposite(concept: Concept): Concept {
  switch (concept.kind) {
    case 'value':
    case 'is':
    case 'shape':
      return { ...concept, holds: !concept.holds };
    case 'every':
    case 'some':
      return { kind: concept.kind === 'every' ? 'some' : 'every', of: concept.of.map(opposite) };
    case 'least':
      return concept.count === 0 ? nothing : { ...concept, kind: 'most', count: concept.count - 1 };
    case 'most':
      return { ...concept, kind: 'least', count: concept.count + 1 };
    case 'closed':
    case 'unknown':
      return unknown;
  }
}

/**
 * What is true of a node that conforms to a shape; unknown for those that were not read or that no file describes, and while
 * they are deactivated.
 */
export function shapeConcept(id: TermId, shapes: ShapesGraph): Concept {
  const shape = shapes.get(id);
  const isKnown = shape && !shape.deactivated && shapes.graph.outgoing(id).length > 0;
  return isKnown ? { kind: 'shape', shape, holds: true } : unknown;
}

/** What is true of a node that conforms to a constraint of a shape. */
export function constraintConcept(constraint: Constraint, { path }: Shape, shapes: ShapesGraph): Concept {
  if (path === undefined) return valueConcept(constraint, shapes);
  const shapeOf = (id: TermId) => shapeConcept(id, shapes);
  switch (constraint.kind) {
    case 'minCount':
      return { kind: 'least', path, count: constraint.count, of: anything };
    case 'maxCount':
      return { kind: 'most', path, count: constraint.count, of: anything };
    case 'hasValue':
      return { kind: 'least', path, count: 1, of: { kind: 'is', term: constraint.value, holds: true } };
    case 'qualifiedMinCount':
    case 'qualifiedMaxCount': {
      const siblings = constraint.siblings.map((id) => opposite(shapeOf(id)));
      const of: Concept = { kind: 'every', of: [shapeOf(constraint.shapeRef), ...siblings] };
      return {
        kind: constraint.kind === 'qualifiedMinCount' ? 'least' : 'most',
        path,
        count: constraint.count,
        of,
      };
    }
    case 'class':
    case 'datatype':
    case 'nodeKind':
    case 'minExclusive':
    case 'minInclusive':
    case 'maxExclusive':
    case 'maxInclusive':
    case 'minLength':
    case 'maxLength':
    case 'pattern':
    case 'languageIn':
    case 'uniqueLang':
    case 'equals':
    case 'disjoint':
    case 'lessThan':
    case 'lessThanOrEquals':
    case 'not':
    case 'and':
    case 'or':
    case 'xone':
    case 'node':
    case 'property':
    case 'closed':
    case 'in':
    case 'sparql':
      return { kind: 'most', path, count: 0, of: opposite(valueConcept(constraint, shapes)) };
  }
}

/** What is true of a value that conforms to a constraint. */
function valueConcept(constraint: Constraint, shapes: ShapesGraph): Concept {
  const shapeOf = (id: TermId) => shapeConcept(id, shapes);
  switch (constraint.kind) {
    case 'hasValue':
      return { kind: 'is', term: constraint.value, holds: true };
    case 'node':
    case 'property':
      return shapeOf(constraint.shapeRef);
    case 'not':
      return opposite(shapeOf(constraint.shapeRef));
    case 'and':
      return { kind: 'every', of: constraint.shapeRefs.map(shapeOf) };
    case 'or':
      return { kind: 'some', of: constraint.shapeRefs.map(shapeOf) };
    case 'xone': {
      const members = constraint.shapeRefs.map(shapeOf);
      const isOnly = (member: Concept): Concept => ({
        kind: 'every',
        of: members.map((each) => (each === member ? each : opposite(each))),
      });
      return { kind: 'some', of: members.map(isOnly) };
    }
    case 'closed':
      return { kind: 'closed', allowed: constraint.allowed };
    case 'class':
    case 'datatype':
    case 'nodeKind':
    case 'minExclusive':
    case 'minInclusive':
    case 'maxExclusive':
    case 'maxInclusive':
    case 'minLength':
    case 'maxLength':
    case 'pattern':
    case 'languageIn':
    case 'in':
      return { kind: 'value', constraint, holds: true };
    case 'minCount':
    case 'maxCount':
    case 'uniqueLang':
    case 'equals':
    case 'disjoint':
    case 'lessThan':
    case 'lessThanOrEquals':
    case 'qualifiedMinCount':
    case 'qualifiedMaxCount':
    case 'sparql':
      return unknown;
  }
}

/** The predicates of which a node has one when it has values of a path; undefined when others lead to values as well. */
export function firstPredicates(path: Path): ReadonlySet<TermId> | undefined {
  switch (path.kind) {
    case 'predicate':
      return new Set([path.predicate]);
    case 'oneOrMore':
      return firstPredicates(path.path);
    case 'sequence':
      return firstPredicates(path.paths[0]!);
    case 'alternative': {
      const all = path.paths.map(firstPredicates);
      return all.includes(undefined) ? undefined : new Set(all.flatMap((each) => [...each!]));
    }
    case 'inverse':
    case 'zeroOrMore':
    case 'zeroOrOne':
      return undefined;
  }
}

/** The same text for concepts that say the same. */
export function conceptKey(concept: Concept): string {
  let key = keys.get(concept);
  if (key === undefined) {
    key = keyOf(concept);
    keys.set(concept, key);
  }
  return key;
}

const keys = new WeakMap<Concept, string>();

function keyOf(concept: Concept): string {
  switch (concept.kind) {
    case 'value': {
      const { parameter, parameterValue, kind } = concept.constraint;
      // A list or the flags of a pattern are told apart by the shape.
      const owner = kind === 'pattern' || terms.isBlank(parameterValue) ? concept.constraint.shape : '';
      return `${sign(concept)}${parameter}:${parameterValue}:${owner}`;
    }
    case 'is':
      return `${sign(concept)}=${concept.term}`;
    case 'shape':
      return `${sign(concept)}@${concept.shape.id}`;
    case 'every':
    case 'some':
      return `${concept.kind}(${concept.of.map(conceptKey).join(' ')})`;
    case 'least':
    case 'most':
      return `${concept.kind}(${pathKey(concept.path)} ${concept.count} ${conceptKey(concept.of)})`;
    case 'closed':
      return `closed(${[...concept.allowed].join()})`;
    case 'unknown':
      return '?';
  }
}

function sign({ holds }: { readonly holds: boolean }): string {
  return holds ? '' : '-';
}

/** The same text for equal paths. */
export function pathKey(path: Path): string {
  return printPath(path, String);
}
