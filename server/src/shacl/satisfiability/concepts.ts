import { type TermId, terms } from '../../rdf/terms.ts';
import { type Path, printPath } from '../model/path.ts';
import type { Constraint, ConstraintKind, ConstraintOf, Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';

/** What may be true of a node, in the manner of description logics. */
export type Concept =
  /** It fulfils a constraint that judges a value by itself, or does not. */
  | { readonly kind: 'value'; readonly constraint: Constraint; readonly holds: boolean }
  | { readonly kind: 'is'; readonly term: TermId; readonly holds: boolean }
  /** It conforms to a shape, or does not. */
  | { readonly kind: 'shape'; readonly shape: Shape; readonly holds: boolean }
  | { readonly kind: 'every' | 'some'; readonly of: readonly Concept[] }
  /** At least or at most a number of values of a path fulfil something. */
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
  const shapeOf = (id: TermId) => shapeConcept(id, shapes);
  if (path === undefined) return valueConcept(constraint, shapeOf);
  const counted = countConcepts[constraint.kind] as Count | undefined;
  return (
    counted?.(constraint, path, shapeOf) ?? {
      kind: 'most',
      path,
      count: 0,
      of: opposite(valueConcept(constraint, shapeOf)),
    }
  );
}

type ShapeOf = (id: TermId) => Concept;
type Count<Kind extends ConstraintKind = ConstraintKind> = (
  constraint: ConstraintOf<Kind>,
  path: Path,
  shapeOf: ShapeOf,
) => Concept;

/** For the components that count the values of a path. The others constrain each value. */
const countConcepts: { readonly [Kind in ConstraintKind]?: Count<Kind> } = {
  minCount: ({ count }, path) => ({ kind: 'least', path, count, of: anything }),
  maxCount: ({ count }, path) => ({ kind: 'most', path, count, of: anything }),
  hasValue: ({ value }, path) => ({
    kind: 'least',
    path,
    count: 1,
    of: { kind: 'is', term: value, holds: true },
  }),
  qualifiedMinCount: (constraint, path, shapeOf) => ({
    kind: 'least',
    path,
    count: constraint.count,
    of: qualifiedConcept(constraint, shapeOf),
  }),
  qualifiedMaxCount: (constraint, path, shapeOf) => ({
    kind: 'most',
    path,
    count: constraint.count,
    of: qualifiedConcept(constraint, shapeOf),
  }),
};

function qualifiedConcept(
  { shapeRef, siblings }: ConstraintOf<'qualifiedMinCount' | 'qualifiedMaxCount'>,
  shapeOf: ShapeOf,
): Concept {
  return { kind: 'every', of: [shapeOf(shapeRef), ...siblings.map((id) => opposite(shapeOf(id)))] };
}

/** What is true of a value that conforms to a constraint. */
function valueConcept(constraint: Constraint, shapeOf: ShapeOf): Concept {
  const conceptOf = valueConcepts[constraint.kind] as OfValue | undefined;
  return conceptOf?.(constraint, shapeOf) ?? unknown;
}

type OfValue<Kind extends ConstraintKind = ConstraintKind> = (
  constraint: ConstraintOf<Kind>,
  shapeOf: ShapeOf,
) => Concept;

/** Nothing is concluded from components that are not listed, such as those that compare values with others. */
const valueConcepts: { readonly [Kind in ConstraintKind]?: OfValue<Kind> } = {
  hasValue: ({ value }) => ({ kind: 'is', term: value, holds: true }),
  node: ({ shapeRef }, shapeOf) => shapeOf(shapeRef),
  property: ({ shapeRef }, shapeOf) => shapeOf(shapeRef),
  not: ({ shapeRef }, shapeOf) => opposite(shapeOf(shapeRef)),
  and: ({ shapeRefs }, shapeOf) => ({ kind: 'every', of: shapeRefs.map(shapeOf) }),
  or: ({ shapeRefs }, shapeOf) => ({ kind: 'some', of: shapeRefs.map(shapeOf) }),
  xone: ({ shapeRefs }, shapeOf) => {
    const members = shapeRefs.map(shapeOf);
    const isOnly = (member: Concept): Concept => ({
      kind: 'every',
      of: members.map((each) => (each === member ? each : opposite(each))),
    });
    return { kind: 'some', of: members.map(isOnly) };
  },
  closed: ({ allowed }) => ({ kind: 'closed', allowed }),
  class: byItself,
  classIn: byItself,
  rootClass: byItself,
  minListLength: byItself,
  maxListLength: byItself,
  uniqueMembers: byItself,
  memberShape: byItself,
  datatype: byItself,
  nodeKind: byItself,
  minExclusive: byItself,
  minInclusive: byItself,
  maxExclusive: byItself,
  maxInclusive: byItself,
  minLength: byItself,
  maxLength: byItself,
  pattern: byItself,
  languageIn: byItself,
  in: byItself,
};

function byItself(constraint: Constraint): Concept {
  return { kind: 'value', constraint, holds: true };
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

/** The same text for equivalent concepts. */
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
      // The shape distinguishes a list from the flags of a pattern.
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
