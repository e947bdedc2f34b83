import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { statesUnit } from '../../../repair/values/units/unitAt.ts';
import { type LabelSource, labelOf } from '../labels/labels.ts';

const qudt = (name: string) => terms.constant(`http://qudt.org/schema/qudt/${name}`);
const symbol = qudt('symbol');
const multiplier = qudt('conversionMultiplier');
const offset = qudt('conversionOffset');
const dimension = qudt('hasDimensionVector');
const quantityKind = qudt('hasQuantityKind');

/**
 * A number in other units, as QUDT among the graphs converts them: `21.5 °C = 294.65 K`. The unit is what the number's
 * subject states as its unit; the others are the coherent unit of its dimension and those that the data states for the
 * same kind of quantity. Undefined where no unit is stated, or several are, or QUDT has no factor for it.
 *
 * @param subject of the statement whose object the number is.
 * @param data where the units are looked for that the reader may know better.
 */
export function convertedQuantity(
  number: TermId,
  subject: TermId,
  data: Graph,
  source: LabelSource,
): string | undefined {
  const value = Number(terms.value(number));
  const [stated, another] = data.outgoing(subject).filter(({ predicate }) => statesUnit(predicate));
  if (stated === undefined || another !== undefined || !Number.isFinite(value)) return undefined;
  const unit = stated.object;
  const factor = numberOf(unit, multiplier, source);
  if (factor === undefined) return undefined;
  const coherent = (value + (numberOf(unit, offset, source) ?? 0)) * factor;
  const others = new Set([...coherentUnit(unit, source), ...usedUnits(stated.predicate, unit, data, source)]);
  const converted = [...others].slice(0, mostUnits).flatMap((other) => {
    const otherFactor = numberOf(other, multiplier, source);
    if (!otherFactor) return [];
    const result = coherent / otherFactor - (numberOf(other, offset, source) ?? 0);
    return `${rounded(result)} ${nameOf(other, source)}`;
  });
  if (converted.length === 0) return undefined;
  return [`${terms.value(number)} ${nameOf(unit, source)}`, ...converted].join(' = ');
}

const mostUnits = 3;

/** Factors are often rounded themselves, and binary fractions would show digits that nobody wrote. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(7)));
}

function nameOf(unit: TermId, source: LabelSource): string {
  const [written] = values(unit, symbol, source);
  return written === undefined ? (labelOf(unit, source) ?? terms.value(unit)) : terms.value(written);
}

/** A unit of the same dimension and kind of quantity with the factor 1 and no offset, if there is one. */
function coherentUnit(unit: TermId, source: LabelSource): readonly TermId[] {
  const [vector] = values(unit, dimension, source);
  if (vector === undefined) return [];
  const found = source.graphs
    .flatMap((graph) => graph.subjects(dimension, vector))
    .find(
      (other) =>
        other !== unit &&
        numberOf(other, multiplier, source) === 1 &&
        (numberOf(other, offset, source) ?? 0) === 0 &&
        measuresTheSame(unit, other, source),
    );
  return found === undefined ? [] : [found];
}

/** The other units that the data states by the same property for the same kind of quantity. */
function usedUnits(property: TermId, unit: TermId, data: Graph, source: LabelSource): readonly TermId[] {
  const used = new Set(
    data
      .withPredicate(property)
      .slice(0, mostStatements)
      .map(({ object }) => object),
  );
  used.delete(unit);
  return [...used].filter((other) => measuresTheSame(unit, other, source));
}

const mostStatements = 10_000;

function measuresTheSame(unit: TermId, other: TermId, source: LabelSource): boolean {
  const kinds = values(unit, quantityKind, source);
  return values(other, quantityKind, source).some((kind) => kinds.includes(kind));
}

function numberOf(unit: TermId, property: TermId, source: LabelSource): number | undefined {
  const [literal] = values(unit, property, source);
  const value = literal === undefined ? Number.NaN : Number(terms.value(literal));
  return Number.isFinite(value) ? value : undefined;
}

function values(term: TermId, property: TermId, { graphs }: LabelSource): readonly TermId[] {
  return graphs.flatMap((graph) => graph.objects(term, property));
}
