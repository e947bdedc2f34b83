import type { Constraint, ConstraintKind } from './shapesGraph/shape.ts';

/** Kinds of constraints that look at what a term is, not at what is said about it. */
const kinds: ReadonlySet<ConstraintKind> = new Set([
  'datatype',
  'nodeKind',
  'minExclusive',
  'minInclusive',
  'maxExclusive',
  'maxInclusive',
  'minLength',
  'maxLength',
  'pattern',
  'languageIn',
  'in',
  'hasValue',
]);

/** True for constraints that judge a value by what it is: no edit of its own triples changes that. */
export function judgesTerm({ kind }: Pick<Constraint, 'kind'>): boolean {
  return kinds.has(kind);
}
