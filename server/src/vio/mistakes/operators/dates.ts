import type { Random } from '../../../base/random.ts';
import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import type { MistakeData } from '../mistakeData.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/**
 * A date as it is written in some country, with its datatype or without: 31.12.2020, 31/12/2020, 31 December 2020. A time
 * follows after a space. Where the day could be taken for the month, there are no slashes, since nobody could tell what
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

/** The properties with values that are not less: as the shapes say, or by name. */
function laterProperties(predicate: TermId, data: MistakeData): readonly TermId[] {
  const compared = data
    .constraintsOn(predicate)
    .flatMap((each) => (each.kind === 'lessThan' || each.kind === 'lessThanOrEquals' ? [each.property] : []));
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
