import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';

/**
 * A value as people write it, and its datatype does not have it: 3,5 and 1,000 for numbers, 31.12.2020 for dates, yes for
 * true. Empty where any text will do.
 */
export function misformatted(text: string, datatype: TermId): readonly TermId[] {
  return [...formsOf(text)]
    .map((form) => terms.literal(form, datatype))
    .filter((literal) => !isWellFormed(literal));
}

function* formsOf(text: string): Iterable<string> {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(.+))?$/.exec(text) ?? [];
  if (year !== undefined) {
    const after = time === undefined ? '' : ` ${time.slice(0, 5)}`;
    yield `${day}.${month}.${year}${after}`;
    yield `${year}/${month}/${day}${after}`;
    if (Number(day) > 12) yield `${month}/${day}/${year}${after}`;
    return;
  }
  if (text === 'true' || text === 'false') {
    yield text === 'true' ? 'yes' : 'no';
    yield text.toUpperCase();
    return;
  }
  const [, sign, whole, fraction, exponent] =
    /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole !== undefined) {
    const thousands = whole.length > 3 ? whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',') : whole;
    if (thousands !== whole) yield `${sign}${thousands}${fraction === undefined ? '' : `.${fraction}`}`;
    if (fraction !== undefined) yield text.replace('.', ',');
    if (fraction === undefined) yield `${text}.0`;
    if (exponent === undefined) yield `ca. ${text}`;
    return;
  }
  // Addresses and codes end where the line was broken.
  const middle = Math.ceil(text.length / 2);
  yield `${text.slice(0, middle)} ${text.slice(middle)}`;
}
