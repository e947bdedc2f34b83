import { terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { misspeltIri } from '../misspeltIri.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

export const misspeltClass: MistakeOperator = {
  title: 'misspelt class',
  at(triple, data, random) {
    if (triple.predicate !== rdf.type || !terms.isIri(triple.object)) return undefined;
    const object = misspeltIri(triple.object, data, random);
    return object === undefined ? undefined : rewritten(triple, { object });
  },
};
