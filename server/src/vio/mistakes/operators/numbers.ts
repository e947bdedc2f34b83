import type { Random } from '../../../base/random.ts';
import { localName } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { namespaces } from '../../../rdf/vocab.ts';
import type { MistakeData } from '../mistakeData.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** 3,5 for 3.5: with its datatype, or as a text. */
export const decimalComma: MistakeOperator = {
  title: 'decimal comma',
  at(triple, _, random) {
    const text = terms.value(triple.object);
    if (!isNumeric(triple.object) || !/^[+-]?\d+\.\d+$/.test(text)) return undefined;
    return rewritten(triple, { object: writtenAs(text.replace('.', ','), triple.object, random) });
  },
};

const separators = [',', ' ', "'", ','];

/** 12,500 for 12500: with its datatype, or as a text. Nobody writes years so. */
export const thousandsSeparator: MistakeOperator = {
  title: 'thousands separator',
  at(triple, _, random) {
    const [, sign, whole, rest] = /^([+-]?)(\d{4,15})(\.\d+)?$/.exec(terms.value(triple.object)) ?? [];
    if (!isNumeric(triple.object) || whole === undefined || /^[12]\d{3}$/.test(whole)) return undefined;
    const separator = separators[random.below(separators.length)]!;
    const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, separator);
    return rewritten(triple, { object: writtenAs(`${sign}${groups}${rest ?? ''}`, triple.object, random) });
  },
};

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

const numericTypes = new Set(
  [
    'decimal',
    'integer',
    'double',
    'float',
    'int',
    'long',
    'short',
    'byte',
    'nonNegativeInteger',
    'positiveInteger',
    'unsignedInt',
    'unsignedLong',
    'unsignedShort',
  ].map((name) => terms.constant(namespaces.xsd + name)),
);

/** True for a literal with a datatype of numbers. */
function isNumeric(term: TermId): boolean {
  const datatype = terms.datatype(term);
  return datatype !== undefined && numericTypes.has(datatype);
}

/** A number as a text that is none: with the datatype that it had, as in a copied line, or as a plain string. */
function writtenAs(text: string, number: TermId, random: Random): TermId {
  return random.below(2) === 0 ? terms.literal(text, terms.datatype(number)) : terms.literal(text);
}
