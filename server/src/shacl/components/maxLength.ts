import { counted, countedPlainly } from '../../base/counted.ts';
import { sh } from '../../rdf/vocab.ts';
import { judgesTerms } from './commonFacts.ts';
import type { Component } from './component.ts';
import { isAtMost, lengthLimit, lengthMessage, lengthOf } from './length.ts';
import { readCount } from './reading.ts';

/** SHACL 4.4.2. */
export const maxLengthComponent: Component<'maxLength'> = {
  kind: 'maxLength',
  iri: sh.MaxLengthConstraintComponent,
  parameter: sh.maxLength,
  meaning: 'The text of each value has at most N characters.',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read(value) {
    const reading = readCount(value);
    return reading.kind === 'count' ? { kind: 'constraint', parameters: { length: reading.count } } : reading;
  },
  prepare: ({ length }) => ({ kind: 'value', accepts: (value) => isAtMost(value, length) }),
  message: ({ kind, length }, { value }, words) => lengthMessage(kind, length, value, words),
  recordedMessage: ({ length }, { value }) =>
    value !== undefined && lengthOf(value) === undefined
      ? 'Value is a blank node, which has no length'
      : `Value is longer than ${countedPlainly(length, 'character')}`,
  explain: ({ length }, { each }) => `${each} must have at most ${counted(length, 'character')}.`,
  ...judgesTerms,
  literalsOnly: () => false,
  referenceLimit: lengthLimit,
};
