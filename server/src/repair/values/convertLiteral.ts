import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../rdf/vocab.ts';
import { isWellFormed } from '../../shacl/literals/lexicalForms.ts';
import { literalValue } from '../../shacl/literals/literalValue.ts';

/** A term with the same meaning but another datatype. */
export interface LiteralConversion {
  readonly value: TermId;
  /** Attested when the text has only one reading. */
  readonly support: 'attested' | 'plausible';
  readonly evidence: string;
}

/**
 * The literals of a datatype with the same meaning as a term: the same text if the datatype allows it, otherwise the
 * text as it was evidently meant. Nothing is guessed: "1,234" may be two different numbers and gives none.
 */
export function convertLiteral(
  value: TermId,
  datatype: TermId,
  language: string,
): readonly LiteralConversion[] {
  const results: LiteralConversion[] = [];
  const add = (text: string, support: LiteralConversion['support'], evidence: string) => {
    const literal =
      datatype === rdf.langString ? terms.languageString(text, language) : terms.literal(text, datatype);
    if (literal !== value && isWellFormed(literal) && !results.some((known) => known.value === literal)) {
      results.push({ value: literal, support, evidence });
    }
  };
  if (terms.isIri(value)) {
    if (datatype === xsd.anyURI) add(terms.value(value), 'attested', 'the IRI as text');
    return results;
  }
  if (!terms.isLiteral(value)) return results;
  const text = terms.value(value);
  if (datatype === rdf.langString) add(text, 'plausible', 'the same text in the usual language');
  else add(text, 'attested', 'the same text');
  if (results.length > 0) return results;
  const trimmed = text.trim();
  add(trimmed, 'attested', 'the same text without the spaces around it');
  const asWritten = 'as XML Schema writes it';
  if (datatype === xsd.boolean) {
    const meant = booleans.get(trimmed.toLowerCase());
    if (meant !== undefined) add(meant, 'attested', asWritten);
  }
  for (const meant of [...numbersMeant(trimmed, datatype), ...datesMeant(trimmed, datatype)]) {
    add(meant, 'attested', asWritten);
  }
  if (results.length === 0) {
    for (const { text: part, rest } of numbersWithin(trimmed, datatype)) {
      add(part, 'plausible', `the number without "${rest}"`);
    }
  }
  return results;
}

const booleans = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['yes', 'true'],
  ['no', 'false'],
]);

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** The number that a text means, if there is only one reading. */
function* numbersMeant(text: string, datatype: TermId): Iterable<string> {
  if (!isNumeric(datatype)) return;
  const word = numberWords.indexOf(text.toLowerCase());
  if (word >= 0) yield String(word);
  // A decimal comma: not followed by exactly three digits, unless what precedes it cannot be thousands.
  const comma = /^([+-]?)(\d+),(\d+)$/.exec(text);
  if (comma) {
    const [, sign, whole, fraction] = comma as unknown as [string, string, string, string];
    const mayBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
    if (!mayBeThousands) yield `${sign}${whole}.${fraction}`;
  }
  // Integers written with a zero fraction.
  const whole = /^([+-]?\d+)\.0*$/.exec(text);
  if (whole && datatype !== xsd.decimal) yield whole[1]!;
  // Plain digits for a number with an exponent, if a decimal can express it.
  const exponent = /^([+-]?\d+(?:\.\d+)?)[eE][+]?0*$/.exec(text);
  if (exponent) yield exponent[1]!;
  // Groups of thousands followed by a decimal point have only one reading.
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(text)) yield text.replaceAll(',', '');
  if (/^[+-]?\d{1,3}( \d{3})+(\.\d+)?$/.test(text)) yield text.replaceAll(' ', '');
  // A minus sign or dash instead of a hyphen.
  if (/^[\u2212\u2013]\s?\d/.test(text)) yield `-${text.slice(1).trim()}`;
}

function isNumeric(datatype: TermId): boolean {
  return literalValue(terms.literal('1', datatype))?.kind === 'number';
}

const midnight = /T00:00:00(?:\.0+)?(?=Z|[+-]|$)/;

/** The date or time that a text means, if there is only one reading. */
function* datesMeant(text: string, datatype: TermId): Iterable<string> {
  if (datatype === xsd.date) {
    yield* daysMeant(text);
    if (midnight.test(text)) yield text.replace(midnight, '');
  } else if (datatype === xsd.dateTime || datatype === dateTimeStamp) {
    yield text.replace(/^(\d{4}-\d\d-\d\d) +(?=\d\d:)/, '$1T').replace(/T(\d\d:\d\d)(?=Z|[+-]|$)/, 'T$1:00');
  } else if (datatype === xsd.time && /^\d\d:\d\d$/.test(text)) yield `${text}:00`;
}

const dateTimeStamp = terms.constant(`${namespaces.xsd}dateTimeStamp`);

/**
 * Dates in another order: with dots, the day comes first everywhere; four-digit years are followed by the month;
 * slashes are unambiguous when a number cannot be a month.
 */
function* daysMeant(text: string): Iterable<string> {
  const written = (year: string, month: string, day: string) =>
    `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const [, y, m, d] = /^(\d{4})[-./](\d\d?)[-./](\d\d?)$/.exec(text) ?? [];
  if (y !== undefined) yield written(y, m!, d!);
  const [, first, point, second, year] = /^(\d\d?)([-./]) ?(\d\d?)\2 ?(\d{4})$/.exec(text) ?? [];
  if (first === undefined) return;
  if (point === '.' || Number(first) > 12) yield written(year!, second!, first);
  else if (Number(second) > 12) yield written(year!, first, second!);
}

/** A number with a unit or another word, if it is the only number. */
function* numbersWithin(
  text: string,
  datatype: TermId,
): Iterable<{ readonly text: string; readonly rest: string }> {
  const parts = /^([+-]?\d+(?:\.\d+)?)\s*([^\s\d.,:/-][^\d]{0,15})$/u.exec(text);
  if (parts && isNumeric(datatype)) yield { text: parts[1]!, rest: parts[2]! };
}
