import type { TermId } from '../../../server/src/rdf/terms.ts';
import { shapeRefsOf } from '../../../server/src/shacl/components/shapeRefs.ts';
import type { Constraint, ConstraintOf, PairKind, Shape } from '../../../server/src/shacl/model/shape.ts';
import { judgesEachTerm, testName } from './fragment.ts';
import type { PathRules } from './pathRules.ts';

/**
 * The rules of a shape. `ask(S,X)` holds when it matters whether X conforms to S, `val(S,X,V)` when V is a value node,
 * `viol(S,X)` when X does not conform. Nodes and shapes that judge nothing have no rule for `viol`, so that they conform.
 */
export function shapeRules(
  shape: Shape,
  paths: PathRules,
  translated: readonly Pick<Shape, 'id'>[],
): readonly string[] {
  const { id, path, constraints } = shape;
  const known = new Set(translated.map((each) => each.id));
  const refs = new Set(constraints.flatMap(shapeRefsOf));
  return [
    path === undefined
      ? `val(${id},X,X) :- ask(${id},X).`
      : `val(${id},X,V) :- ask(${id},X), p(${paths.numberOf(path)},X,V).`,
    ...[...refs].filter((ref) => known.has(ref)).map((ref) => `ask(${ref},V) :- val(${id},_,V).`),
    ...constraints.flatMap((constraint) => violations(constraint, id)),
  ];
}

function violations(constraint: Constraint, s: TermId): readonly string[] {
  const head = `viol(${s},X)`;
  const value = `val(${s},X,V)`;
  const count = `#count { V : val(${s},X,V) }`;
  if (judgesEachTerm(constraint)) return [`${head} :- ${value}, bad(${testName(constraint)},V).`];
  switch (constraint.kind) {
    case 'class':
      return [`${head} :- ${value}, not type(V,${constraint.class}).`];
    case 'minCount':
      return constraint.count === 0 ? [] : [`${head} :- ask(${s},X), ${count} < ${constraint.count}.`];
    case 'maxCount':
      return [`${head} :- ask(${s},X), ${count} > ${constraint.count}.`];
    case 'hasValue':
      return [`${head} :- ask(${s},X), not val(${s},X,${constraint.value}).`];
    case 'equals':
      return [
        `${head} :- ${value}, not t(X,${propertyOf(constraint)},V).`,
        `${head} :- ask(${s},X), t(X,${propertyOf(constraint)},V), not val(${s},X,V).`,
      ];
    case 'disjoint':
      return [`${head} :- ${value}, t(X,${propertyOf(constraint)},V).`];
    case 'lessThan':
    case 'lessThanOrEquals':
      return [
        `${head} :- ${value}, t(X,${propertyOf(constraint)},W), not ordered(${constraint.kind === 'lessThan' ? 'lessThan' : 'lessThanOrEquals'},V,W).`,
      ];
    case 'uniqueLang':
      return [`${head} :- ${value}, val(${s},X,W), V < W, language(V,L), language(W,L).`];
    case 'node':
    case 'property':
      return [`${head} :- ${value}, viol(${constraint.shapeRef},V).`];
    case 'not':
      return [`${head} :- ${value}, not viol(${constraint.shapeRef},V).`];
    case 'and':
      return constraint.shapeRefs.map((ref) => `${head} :- ${value}, viol(${ref},V).`);
    case 'or':
      return [`${head} :- ${[value, ...constraint.shapeRefs.map((ref) => `viol(${ref},V)`)].join(', ')}.`];
    case 'xone':
      return [
        `${head} :- ${value}, #count { ${constraint.shapeRefs.map((ref, i) => `${i} : not viol(${ref},V)`).join(' ; ')} } != 1.`,
      ];
    case 'qualifiedMinCount':
    case 'qualifiedMaxCount': {
      const counted = [value, `not viol(${constraint.shapeRef},V)`];
      for (const sibling of constraint.siblings) counted.push(`viol(${sibling},V)`);
      const compared =
        constraint.kind === 'qualifiedMinCount' ? `< ${constraint.count}` : `> ${constraint.count}`;
      return [`${head} :- ask(${s},X), #count { V : ${counted.join(', ')} } ${compared}.`];
    }
    case 'closed': {
      const name = testName(constraint);
      return [
        ...[...constraint.allowed].map((predicate) => `allowed(${name},${predicate}).`),
        `${head} :- ${value}, t(V,P,_), not allowed(${name},P).`,
      ];
    }
    default:
      throw new Error(`${constraint.kind} is not translated`);
  }
}

/** The property that values are compared with; other paths are not translated. */
export function propertyOf({ kind, compared }: ConstraintOf<PairKind>): TermId {
  if (compared.kind !== 'predicate') throw new Error(`${kind} with a path is not translated`);
  return compared.predicate;
}
