import { localName } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import type { MistakeData } from '../mistakeData.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';
import { isNumeric } from '../numbers.ts';

/**
 * "3.5 kg" for 3.5, where the name of the property or another statement about the node says that the unit is the
 * kilogram. Without that nobody could tell which number was meant, so there is no such mistake.
 */
export const numberWithUnit: MistakeOperator = {
  title: 'number with unit',
  at(triple, data, random) {
    if (!isNumeric(triple.object)) return undefined;
    const unit = unitOf(triple, data);
    if (unit === undefined) return undefined;
    const space = random.below(3) === 0 ? '' : ' ';
    return rewritten(triple, { object: terms.literal(`${terms.value(triple.object)}${space}${unit}`) });
  },
};

function unitOf({ subject, predicate }: Triple, { graph }: MistakeData): string | undefined {
  const name = localName(terms.value(predicate));
  const named = namedUnits.find(([words]) => words.test(name))?.[1];
  if (named !== undefined) return named;
  const stated = graph
    .outgoing(subject)
    .filter((other) => /unit$/i.test(localName(terms.value(other.predicate))));
  return stated.length === 1 ? symbolOf(stated[0]!.object) : undefined;
}

/** The symbol of a unit of QUDT, or of one that is written as a text. */
function symbolOf(unit: TermId): string | undefined {
  const text = terms.isLiteral(unit) ? terms.value(unit) : localName(terms.value(unit));
  return symbols.get(text.toUpperCase()) ?? (terms.isLiteral(unit) && text.length <= 5 ? text : undefined);
}

const symbols: ReadonlyMap<string, string> = new Map([
  ['M', 'm'],
  ['KILOM', 'km'],
  ['KILOGM', 'kg'],
  ['DEG_C', '°C'],
  ['DEG_F', '°F'],
  ['PERCENT', '%'],
  ['KILOW', 'kW'],
  ['KILOW-HR', 'kWh'],
  ['W', 'W'],
  ['M2', 'm²'],
  ['PA', 'Pa'],
  ['V', 'V'],
]);

const namedUnits: readonly (readonly [words: RegExp, unit: string])[] = [
  [/(?:kilometers|kilometres|InKm|Km)$/i, 'km'],
  [/(?:meters|metres|InM)$/, 'm'],
  [/(?:squareMeters|squareMetres|SqM|M2)$/i, 'm²'],
  [/(?:kilograms|InKg|Kg)$/i, 'kg'],
  [/(?:celsius|DegC)$/i, '°C'],
  [/(?:percent|percentage)$/i, '%'],
  [/(?:kilowatts|InKw|Kw)$/i, 'kW'],
  [/(?:minutes|InMin)$/i, 'min'],
  [/(?:byteSize|bytes)$/i, 'B'],
  [/(?:pages|pageCount|numberOfPages)$/i, 'pages'],
];
