import type { Random } from '../../../base/random.ts';
import { isPlausibleIri, localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, rdfs, xsd } from '../../../rdf/vocab.ts';
import { misusedTags } from '../../../repair/evidence/languages.ts';
import { inOtherUnit } from '../../../repair/values/units/amounts.ts';
import { statesUnit } from '../../../repair/values/units/unitAt.ts';
import { unitsBeside } from '../../../repair/values/units/units.ts';
import type { MistakeData } from '../mistakeData.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** A text where a node belongs: its IRI in quotes, its local name, or its label. */
export const literalForIri: MistakeOperator = {
  title: 'literal for IRI',
  at(triple, data, random) {
    if (triple.predicate === rdf.type || !terms.isIri(triple.object)) return undefined;
    const texts = textsFor(triple.object, data);
    return rewritten(triple, { object: terms.literal(texts[random.below(texts.length)]!) });
  },
};

function textsFor(node: TermId, { graph }: MistakeData): readonly string[] {
  const iri = terms.value(node);
  const [label] = graph.objects(node, rdfs.label).filter((each) => terms.isLiteral(each));
  const name = localName(iri);
  return [iri, ...(name === '' ? [] : [name]), ...(label === undefined ? [] : [terms.value(label)])];
}

/** A node where a text belongs: the address that the text spells out, or the text as a name in the data's own namespace. */
export const iriForLiteral: MistakeOperator = {
  title: 'IRI for literal',
  at(triple, data) {
    const object = iriFor(triple.object, data);
    return object === undefined ? undefined : rewritten(triple, { object });
  },
};

function iriFor(literal: TermId, { ownNamespace }: MistakeData): TermId | undefined {
  const text = terms.value(literal);
  const datatype = terms.datatype(literal);
  if (datatype !== xsd.string && datatype !== rdf.langString && datatype !== xsd.anyURI) return undefined;
  if (isPlausibleIri(text) && /^(https?|mailto|urn|tel):/.test(text)) return terms.iri(text);
  const isName = /^[A-Za-z][\w-]*( [\w-]+){0,3}$/.test(text) && text.length <= 40;
  return isName && ownNamespace !== undefined
    ? terms.iri(ownNamespace + text.replaceAll(' ', '_'))
    : undefined;
}

/** A text that was pasted from a document, with a line break for one of its spaces. */
export const lineBreak: MistakeOperator = {
  title: 'line break in a text',
  at(triple, _, random) {
    const datatype = terms.datatype(triple.object);
    const words = terms.value(triple.object).split(' ');
    if ((datatype !== xsd.string && datatype !== rdf.langString) || words.length < 2) return undefined;
    const at = 1 + random.below(words.length - 1);
    const text = `${words.slice(0, at).join(' ')}\n${words.slice(at).join(' ')}`;
    const language = terms.language(triple.object);
    return rewritten(triple, {
      object: language === '' ? terms.literal(text) : terms.languageString(text, language),
    });
  },
};

/** A text without the language that it had. */
export const missingLanguage: MistakeOperator = {
  title: 'missing language',
  at(triple) {
    if (terms.language(triple.object) === '') return undefined;
    return rewritten(triple, { object: terms.literal(terms.value(triple.object)) });
  },
};

/** A text with another tag: the name of its language, its code of three letters, a country, or another language there. */
export const wrongLanguage: MistakeOperator = {
  title: 'wrong language',
  at(triple, { graph }, random) {
    const { subject, predicate, object } = triple;
    const language = terms.language(object);
    if (language === '') return undefined;
    const others = graph.objects(subject, predicate).map((each) => terms.language(each));
    const tags = [...misusedTags(language), ...others].filter((tag) => tag !== '' && tag !== language);
    const tag = tags[random.below(Math.max(1, tags.length))];
    return tag === undefined
      ? undefined
      : rewritten(triple, { object: terms.languageString(terms.value(object), tag) });
  },
};

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

/** 12,500 for 12500: with its datatype, or as a text. Nobody writes years like this. */
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
 * "3.5 kg" for 3.5, where the name of the property or another statement about the node says that the unit is the kilogram.
 * Without that it would be unclear which number was meant, so the mistake is not made.
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

/** The amount in another unit than the one of the data, with its number: 101.3 °F for 38.5 °C. */
export const otherUnit: MistakeOperator = {
  title: 'unit mismatch',
  at(triple, { data, graph }, random) {
    const { subject, predicate, object } = triple;
    if (!statesUnit(predicate)) return undefined;
    const [number, ...more] = data.outgoing(subject).filter((each) => isNumeric(each.object));
    if (number === undefined || more.length > 0) return undefined;
    const iri = terms.isIri(object) ? terms.value(object) : undefined;
    const namespace = iri === undefined ? '' : namespaceOf(iri);
    const name = iri === undefined ? terms.value(object) : localName(iri);
    const others = unitsBeside(name).flatMap((other) => {
      const unit =
        iri === undefined ? terms.literal(other, terms.datatype(object)) : terms.iri(namespace + other);
      const converted = inOtherUnit(number.object, object, unit, { graph });
      return converted === undefined ? [] : [{ unit, converted }];
    });
    const chosen = others[random.below(Math.max(1, others.length))];
    if (chosen === undefined) return undefined;
    return {
      removed: [triple, number],
      added: [
        { ...triple, object: chosen.unit },
        { ...number, object: chosen.converted },
      ],
    };
  },
};

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

/** A number as a text that is not a number: with the old datatype, as in a copied line, or as a plain string. */
function writtenAs(text: string, number: TermId, random: Random): TermId {
  return random.below(2) === 0 ? terms.literal(text, terms.datatype(number)) : terms.literal(text);
}

/**
 * A date as it is written in some country, with its datatype or without: 31.12.2020, 31/12/2020, 31 December 2020. A time
 * follows after a space. Where the day could be taken for the month, there are no slashes, because it would be unclear what
 * was meant.
 */
export const localDate: MistakeOperator = {
  title: 'local date',
  at(triple, _, random) {
    const datatype = terms.datatype(triple.object);
    if (datatype !== xsd.date && datatype !== xsd.dateTime) return undefined;
    const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(.+))?$/.exec(terms.value(triple.object));
    if (!parts) return undefined;
    const [, year, month, day, time] = parts;
    const date = localForm({ year: year!, month: month!, day: day! }, random);
    const text = time === undefined ? date : `${date} ${time}`;
    const object = random.below(2) === 0 ? terms.literal(text, datatype) : terms.literal(text);
    return rewritten(triple, { object });
  },
};

interface DateParts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

function localForm({ year, month, day }: DateParts, random: Random): string {
  const forms = [
    `${day}.${month}.${year}`,
    `${Number(day)} ${months[Number(month) - 1]} ${year}`,
    `${months[Number(month) - 1]} ${Number(day)}, ${year}`,
    ...(Number(day) > 12
      ? [`${day}/${month}/${year}`, `${month}/${day}/${year}`]
      : [`${year}/${month}/${day}`]),
  ];
  return forms[random.below(forms.length)]!;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The values of two properties of a node, one of which has to be less than the other, in the wrong order. */
export const swappedStartEnd: MistakeOperator = {
  title: 'swapped start and end',
  at({ subject, predicate, object }, data) {
    for (const later of laterProperties(predicate, data)) {
      const values = data.data.objects(subject, later);
      const [other] = values;
      if (values.length !== 1 || data.data.objects(subject, predicate).length !== 1) continue;
      if (other === undefined || other === object || !terms.isLiteral(object) || !terms.isLiteral(other))
        continue;
      return {
        removed: [
          { subject, predicate, object },
          { subject, predicate: later, object: other },
        ],
        added: [
          { subject, predicate, object: other },
          { subject, predicate: later, object },
        ],
      };
    }
    return undefined;
  },
};

/** The properties with values that are not less: according to the shapes, or by name. */
function laterProperties(predicate: TermId, data: MistakeData): readonly TermId[] {
  const compared = data
    .constraintsOn(predicate)
    .flatMap((each) => (each.kind === 'lessThan' || each.kind === 'lessThanOrEquals' ? [each.compared] : []))
    .flatMap((compared) => (compared.kind === 'predicate' ? [compared.predicate] : []));
  const iri = terms.value(predicate);
  const name = localName(iri);
  const named = pairs.flatMap(([start, end]) => {
    const later = name.replace(start, end);
    return later === name ? [] : [terms.iri(iri.slice(0, iri.length - name.length) + later)];
  });
  return [...new Set([...compared, ...named])];
}

const pairs: readonly (readonly [start: RegExp, end: string])[] = [
  [/start/, 'end'],
  [/begin/, 'end'],
  [/Start/, 'End'],
  [/^min/, 'max'],
  [/Min/, 'Max'],
  [/^lower/, 'upper'],
  [/birth/, 'death'],
  [/From$/, 'To'],
  [/^from$/, 'to'],
];
