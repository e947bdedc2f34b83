import { expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { convertLiteral } from './convertLiteral.ts';

/** The readings of a text, marked by how sure they are: = for the only one, ~ for a likely one, ? for the user. */
function readings(text: string, datatype: string): string {
  return convertLiteral(terms.literal(text), terms.iri(namespaces.xsd + datatype))
    .map(
      ({ value, support }) =>
        `${{ attested: '=', plausible: '~', placeholder: '?' }[support]} ${terms.value(value)}`,
    )
    .join(', ');
}

test.each<[string, string, string]>([
  ['boolean', 'Ja', '= true'],
  ['boolean', 'nein', '= false'],
  ['boolean', 'NON', '= false'],
  ['boolean', 'sì', '= true'],
  ['boolean', 'maybe', ''],
  ['integer', '1.234.567', '= 1234567'],
  ['integer', '12,345', '= 12345'],
  ['integer', "1'234", '= 1234'],
  ['decimal', "1'234'567.5", '= 1234567.5'],
  ['decimal', '1.234,56', '= 1234.56'],
  ['decimal', '1,234.56', '= 1234.56'],
  ['decimal', '1 234,5', '= 1234.5'],
  ['decimal', '2,50', '= 2.50'],
  ['decimal', '9,875', '? 9.875, ? 9875'],
  ['decimal', '47°11\'56"N', '~ 47.19889'],
  ['decimal', '122°25′W', '~ -122.41667'],
  ['decimal', '12,34,5', ''],
  ['decimal', '4.5E-3', '= 0.0045'],
  ['integer', '3e4', '= 30000'],
  ['integer', '2.000', '? 2, ? 2000'],
  ['decimal', '−7', '= -7'],
  ['decimal', '~40', '? 40'],
  ['decimal', '10-20', ''],
  ['decimal', '3 of 4', ''],
  ['integer', '65 %', '? 65'],
  ['decimal', '65 %', '? 65, ? 0.65'],
  ['integer', '12.345', '? 12345, ? 12'],
  ['boolean', '1', '= true'],
  ['date', '7 May 1998', '= 1998-05-07'],
  ['date', 'Sept. 3rd, 2011', '= 2011-09-03'],
  ['date', '1er août 2015', '= 2015-08-01'],
  ['date', '24. Dezember 2020', '= 2020-12-24'],
  ['date', '8 de marzo de 2019', '= 2019-03-08'],
  ['date', 'Fri, 13 Feb 2009', '= 2009-02-13'],
  ['date', '7 Quintember 1998', ''],
  ['date', '19980507', '= 1998-05-07'],
  ['date', '25/12/1999', '= 1999-12-25'],
  ['date', '12/25/1999', '= 1999-12-25'],
  ['date', '5/5/1999', '= 1999-05-05'],
  ['date', '05.06.1999', '= 1999-06-05'],
  ['date', '05/06/1999', '? 1999-06-05, ? 1999-05-06'],
  ['date', '05.06.99', '? 1999-06-05'],
  ['date', '2023-02-30', '~ 2023-02-28'],
  ['date', '31.4.2022', '~ 2022-04-30'],
  ['date', '2023-02-45', ''],
  ['date', '2023-13-05', '? 2023-05-13'],
  ['date', '1999-05-06T00:00:00Z', '= 1999-05-06Z'],
  ['date', '1999-05-06T17:30:00', '~ 1999-05-06'],
  ['date', 'June 2001', '? 2001-06-01'],
  ['date', '2001', '? 2001-01-01'],
  ['time', '2001-06-05T14:30:00Z', '~ 14:30:00Z'],
  ['time', '2001-06-05T00:00:00', ''],
  ['time', '2001-06-05', ''],
  ['time', '2001-06-05T25:10:00', ''],
  ['dateTime', '2001-06-05', '? 2001-06-05T00:00:00'],
  ['dateTime', '5.6.2001 14:30', '= 2001-06-05T14:30:00'],
  ['dateTime', '2001-06-05 2:30 pm', '= 2001-06-05T14:30:00'],
  ['dateTime', '2001-06-05T14:30:00 UTC', '= 2001-06-05T14:30:00Z'],
  ['dateTime', '2001-06-05T14:30:00+0200', '= 2001-06-05T14:30:00+02:00'],
  ['time', '9:05', '= 09:05:00'],
  ['time', '12 am', '= 00:00:00'],
  ['time', '7.30', ''],
  ['gYear', '1999-05-06', '? 1999'],
  ['gYear', 'um 1850', '? 1850'],
  ['gYearMonth', 'Mai 1999', '= 1999-05'],
  ['duration', '90 min', '= PT1H30M'],
  ['duration', '1 h 20 m', '= PT1H20M'],
  ['duration', '1h30', ''],
  ['duration', '2 weeks', '= P14D'],
  ['duration', '1 year 6 months', '= P1Y6M'],
  ['duration', '01:02:03', '= PT1H2M3S'],
  ['duration', '4:30', '? PT4H30M, ? PT4M30S'],
  ['duration', '5 m', '? PT5M, ? P5M'],
  ['duration', 'T5M', '= PT5M'],
  ['duration', '30M', '? PT30M, ? P30M'],
  ['duration', 'pt45m', '= PT45M'],
  ['duration', 'fortnightly', '~ P14D'],
  ['duration', 'semiannual', '~ P6M'],
  ['hexBinary', '0xDA39', '~ DA39'],
  ['hexBinary', 'DA:39:A3', '~ DA39A3'],
  ['hexBinary', '12 30 45', '? 123045'],
  ['hexBinary', '2024-01-15', ''],
  ['hexBinary', '12:30', ''],
  ['hexBinary', 'deca-de', ''],
  ['hexBinary', '0x', ''],
  ['dateTime', '1644048000', '~ 2022-02-05T08:00:00Z'],
  ['dateTime', '1644048000123', '~ 2022-02-05T08:00:00.123Z'],
  ['dateTime', '2024011512', ''],
  ['dateTime', '2924010000', '? 2062-08-28T17:00:00Z'],
  ['date', 'Sat 02/07/2022', '= 2022-07-02'],
  ['date', 'Sun 03/04/2021', '? 2021-04-03, ? 2021-03-04'],
  ['date', '02/07/2022', '? 2022-07-02, ? 2022-02-07'],
])('%s of "%s": %s', (datatype, text, expected) => expect(readings(text, datatype)).toBe(expected));

test.each([
  ['monthly', 'duration', 'once a month'],
  ['Sun 03/04/2021', 'date', '3 April 2021 is a Saturday'],
])('what is said about "%s" as %s', (text, datatype, words) => {
  const [first] = convertLiteral(terms.literal(text), terms.iri(namespaces.xsd + datatype));
  expect(first!.evidence.map((item) => item.words)).toEqual([words]);
});

test('a number is read as a number, not as a text with separators', () => {
  const value = terms.literal('3.000', terms.iri(`${namespaces.xsd}decimal`));
  const [first, ...others] = convertLiteral(value, terms.iri(`${namespaces.xsd}integer`));
  expect(terms.value(first!.value)).toBe('3');
  expect(first!.support).toBe('attested');
  expect(others).toEqual([]);
});
