import { decimal, printDecimal } from '../../../rdf/literals/decimal.ts';
import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import { foldName } from '../../evidence/nameSimilarity.ts';
import { convert, isSameUnit, unitWritten } from '../units/units.ts';
import { isNumeric, numbersMeant, shifted } from './numbers.ts';
import { type ConversionPlace, likely, perhaps, type Reading } from './reading.ts';

/**
 * The number in a text with a unit or other words. It is converted if the unit of the place is known, and asked for otherwise: 1.5 is not what
 * "1.5 km" means in metres. A word that is the name of the property says nothing of its own: "328 pages" as ex:pages is 328.
 */
export function* quantitiesMeant(text: string, datatype: TermId, place: ConversionPlace): Iterable<Reading> {
  if (!isNumeric(datatype)) return;
  const [, before = '', digits = '', after = ''] =
    /^([^\d+-]{0,15}?)\s*([+-]?\d[\d.,'’\u00a0\u202f]*(?: \d{3})*(?:[.,]\d+)?)\s*(\D\S{0,15}|\D[^\d]{0,15})?$/u.exec(
      text,
    ) ?? [];
  if (digits === '' || `${before}${after}` === '' || /^[.,:/-]/.test(after)) return;
  const amounts = /^[+-]?\d+(?:\.\d+)?$/.test(digits)
    ? [digits]
    : [...numbersMeant(digits, xsd.decimal)].map((reading) => reading.text);
  const [amount, ...others] = amounts;
  if (amount === undefined) return;
  const [from, to] = [unitWritten(after === '' ? before : after), place.unit()];
  const isOneNumber = others.length === 0 && (before === '' || after === '');
  if (isOneNumber && from && to) {
    const number = convert(decimal(amount), from, to.unit);
    const converted = number && printDecimal(number, 0);
    if (converted !== undefined && isWellFormed(terms.literal(converted, datatype))) {
      const same = isSameUnit(from, to.unit);
      if (same && to.isStated) {
        yield { text: amount, support: 'attested', evidence: [{ kind: 'sameText', words: to.words }] };
      } else
        yield likely(
          same ? amount : converted,
          'converted',
          `${from.isExact ? '' : 'about '}the same: ${to.words}`,
        );
      return;
    }
  }
  const rest = `${before} ${after}`.trim();
  if (isOneNumber && place.name !== undefined && foldName(rest) === foldName(place.name)) {
    yield likely(amount, 'sameText', `"${rest}" is the name of the property`);
    return;
  }
  for (const each of amounts) yield perhaps(each, 'lostText', `the number without "${rest}"`);
  const share = rest === '%' ? shifted(decimal(amount), -2) : undefined;
  if (share) yield perhaps(printDecimal(share, 1), 'converted', 'as a share of one');
}
