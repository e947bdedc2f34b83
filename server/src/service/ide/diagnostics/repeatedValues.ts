import { type TermId, terms } from '../../../rdf/terms.ts';
import type { Constraint } from '../../../shacl/model/shape.ts';
import type { Place } from '../../../shacl/results/locate.ts';
import type { UnitGraphs } from '../unitGraphs.ts';
import type { PlacedViolation } from './placedViolation.ts';

/** A value that several nodes have, and that is rejected wherever they have it. */
export interface RepeatedValue {
  /** The IRI of the value; for a literal, that of its property and its text. */
  readonly iri: string;
  readonly value: TermId;
  /** The property at which all of them have it; undefined if it is at several. */
  readonly predicate: TermId | undefined;
  /** The parameter of the constraint that rejects it. */
  readonly parameter: TermId;
  readonly isDescribed: boolean;
  readonly nodes: number;
  /** Its first use. */
  readonly place: Place;
}

const minNodes = 3;

/** Finds the results caused by the same wrong value at several nodes. */
export function repeatedValues(
  all: readonly PlacedViolation[],
  { input: { dataGraph, shapes } }: Pick<UnitGraphs, 'input'>,
): ReadonlyMap<PlacedViolation, RepeatedValue> {
  const refusals = new Map<TermId, number>();
  const uses = new Map<string, PlacedViolation[]>();
  for (const each of all) {
    const { value, constraint, focusNode, path, sourceShape, details } = each.violation;
    const role = roleOf[constraint.kind];
    if (role === undefined || value === undefined || value === focusNode || terms.isBlank(value)) continue;
    if (path?.kind !== 'predicate' || !each.place || each.misspelt || details.length > 0) continue;
    if (role === 'form') refusals.set(sourceShape, (refusals.get(sourceShape) ?? 0) + 1);
    const key = terms.isLiteral(value) ? `${path.predicate} ${value}` : `${value}`;
    const known = uses.get(key);
    if (known) known.push(each);
    else uses.set(key, [each]);
  }
  const found = new Map<PlacedViolation, RepeatedValue>();
  for (const members of uses.values()) {
    const nodes = new Set(members.map(({ violation }) => violation.focusNode)).size;
    if (nodes < minNodes) continue;
    const [{ violation, place }] = members as [PlacedViolation];
    // A constraint that other values also violate is caused by the form of all of them.
    const { constraint, sourceShape } = violation;
    if (roleOf[constraint.kind] === 'form' && 2 * members.length < refusals.get(sourceShape)!) continue;
    const value = violation.value!;
    const predicates = new Set(members.map(({ violation: { resultPath } }) => resultPath!));
    const [predicate] = predicates;
    const isLiteral = terms.isLiteral(value);
    const repeated: RepeatedValue = {
      iri: isLiteral ? `${terms.value(predicate!)} "${terms.value(value)}"` : terms.value(value),
      value,
      predicate: predicates.size === 1 ? predicate : undefined,
      parameter: constraint.parameter,
      isDescribed: isLiteral || [dataGraph, shapes.graph].some((graph) => graph.outgoing(value).length > 0),
      nodes,
      place: place!,
    };
    for (const each of members) found.set(each, repeated);
  }
  return found;
}

/** What constraints reject: a value itself, or the form in which many others may be written as well. */
const roleOf: Partial<Readonly<Record<Constraint['kind'], 'value' | 'form'>>> = {
  in: 'value',
  class: 'value',
  classIn: 'value',
  rootClass: 'value',
  datatype: 'form',
  datatypeIn: 'form',
  nodeKind: 'form',
  pattern: 'form',
};
