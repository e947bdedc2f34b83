import { terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** Subject and object in the wrong order, where both are nodes of the data. */
export const inverseDirection: MistakeOperator = {
  title: 'inverse direction',
  at(triple, data) {
    const { subject, predicate, object } = triple;
    if (predicate === rdf.type || terms.isLiteral(object) || !data.isDescribed(object)) return undefined;
    return rewritten(triple, { subject: object, object: subject });
  },
};
