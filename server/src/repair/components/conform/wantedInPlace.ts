import type { ValuePlace } from '../../drafts/valuePlace.ts';
import { takenValues } from '../../evidence/takenValues.ts';
import { requirementsAt, withValueShape } from '../../values/requirements.ts';
import type { WantedValue } from '../../values/wantedValue.ts';
import type { Goal } from './goal.ts';

/** The requirements for a value that replaces the offending one. */
export function wantedInPlace({ draft, violation }: Goal, place: ValuePlace): WantedValue {
  const { focusNode, path, shape } = place;
  const atPlace = requirementsAt(draft, focusNode, path, shape);
  const requirements =
    violation.path === undefined
      ? withValueShape(draft.search.shapes, atPlace, violation.sourceShape)
      : atPlace;
  return { focusNode, path, requirements, taken: takenValues(draft, focusNode, path) };
}
