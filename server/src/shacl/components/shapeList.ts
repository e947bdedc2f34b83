import { terms } from '../../rdf/terms.ts';
import type { ConstraintReading, ShapeDescription } from './component.ts';
import { illFormed, readMembers } from './reading.ts';

/** Reads the list of shapes that is the value of sh:and, sh:or or sh:xone. */
export function readShapeRefs(
  value: number,
  { graph }: ShapeDescription,
): ConstraintReading<'and' | 'or' | 'xone'> {
  const reading = readMembers(graph, value);
  if (reading.kind === 'illFormed') return reading;
  return reading.members.some((member) => terms.isLiteral(member))
    ? illFormed('A member of the list is a literal where a shape belongs.')
    : { kind: 'constraint', parameters: { shapeRefs: reading.members } };
}
