import { rdf } from '../../../rdf/vocab.ts';
import type { MistakeOperator } from '../mistakeOperator.ts';

export const missingType: MistakeOperator = {
  title: 'missing type',
  at(triple) {
    return triple.predicate === rdf.type ? { removed: [triple], added: [] } : undefined;
  },
};
