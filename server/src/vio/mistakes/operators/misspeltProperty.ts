import { rdf } from '../../../rdf/vocab.ts';
import { misspeltIri } from '../misspeltIri.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

export const misspeltProperty: MistakeOperator = {
  title: 'misspelt property',
  at(triple, data, random) {
    if (triple.predicate === rdf.type) return undefined;
    const predicate = misspeltIri(triple.predicate, data, random);
    return predicate === undefined ? undefined : rewritten(triple, { predicate });
  },
};
