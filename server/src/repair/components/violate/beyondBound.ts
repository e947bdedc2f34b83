import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rangeEnds } from '../../../shacl/components/range.ts';
import type { RangeKind } from '../../../shacl/shapesGraph/shape.ts';
import type { Fix } from '../../drafts/fix.ts';
import { adjacentLiteral } from '../../search/adjacentLiteral.ts';
import { type ViolationGoal, violateByWrongValue } from './violationEdits.ts';

/** The bound itself if it is excluded, otherwise one step beyond it, or a value that is not comparable. */
export function* beyondBound(goal: ViolationGoal<RangeKind>): Iterable<Fix> {
  const { bound, kind } = goal.constraint;
  const beyond = adjacentLiteral(bound, rangeEnds[kind].end === 'lower' ? 'down' : 'up');
  yield* violateByWrongValue(goal, function* (value): Iterable<TermId> {
    const datatype = value === undefined || terms.language(value) ? undefined : terms.datatype(value);
    for (const literal of [bound, beyond]) {
      if (literal === undefined) continue;
      // If the value's own datatype has such a value, only the amount is wrong.
      const own = datatype === undefined ? literal : terms.literal(terms.value(literal), datatype);
      if (isWellFormed(own)) yield own;
      yield literal;
    }
    if (beyond === undefined || value === undefined) yield terms.literal('x');
  });
}
