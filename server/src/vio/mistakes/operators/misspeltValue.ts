import { misspelt } from '../../../base/misspelt.ts';
import { terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { misspeltIri } from '../misspeltIri.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** A value of an enumeration, or a node that others refer to as well, whose name has a typing error. */
export const misspeltValue: MistakeOperator = {
  title: 'misspelt value',
  at(triple, data, random) {
    const { predicate, object } = triple;
    if (predicate === rdf.type) return undefined;
    if (terms.isIri(object)) {
      const other = misspeltIri(object, data, random);
      return other === undefined ? undefined : rewritten(triple, { object: other });
    }
    const isListed = data
      .constraintsOn(predicate)
      .some((each) => each.kind === 'in' && each.members.includes(object));
    const text = isListed ? misspelt(terms.value(object), random) : undefined;
    return text === undefined
      ? undefined
      : rewritten(triple, { object: terms.literal(text, terms.datatype(object)) });
  },
};
