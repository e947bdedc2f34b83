import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { MistakeData } from '../mistakeData.ts';
import type { MistakeOperator } from '../mistakeOperator.ts';

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
