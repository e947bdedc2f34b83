import { counted, countedPlainly, inDigits } from '../../base/counted.ts';
import { sh } from '../../rdf/vocab.ts';
import { noLimit, readsNothing } from './commonFacts.ts';
import { type Component, noFailures } from './component.ts';
import { howMany, valuesOf } from './phrases.ts';
import { readCount } from './reading.ts';

/** SHACL 4.2.1. */
export const minCountComponent: Component<'minCount'> = {
  kind: 'minCount',
  iri: sh.MinCountConstraintComponent,
  parameter: sh.minCount,
  meaning: 'There are at least N values.',
  refinements: [],
  propertyShapesOnly: true,
  single: true,
  read(value) {
    const reading = readCount(value);
    return reading.kind === 'count' ? { kind: 'constraint', parameters: { count: reading.count } } : reading;
  },
  prepare: ({ count }) => ({
    kind: 'focus',
    failures: (_, values) => (values.length < count ? [{ found: values.length }] : noFailures),
    failuresOfCount: (counted) => (counted.found < count ? [counted] : noFailures),
  }),
  message: ({ count }, failure, { focusNode, path }) =>
    `${focusNode} has ${valuesOf(failure, path)}, but needs at least ${inDigits(count)}`,
  recordedMessage: ({ count }, { found = 0, isMore }, { path }) =>
    `At least ${countedPlainly(count, 'value')} of ${path} ${count === 1 ? 'is' : 'are'} needed, found ${howMany(found, isMore)}`,
  explain: ({ count }, { path }) => `${path} must have at least ${counted(count, 'value')}.`,
  asksForValues: true,
  literalsOnly: () => false,
  shownAt: 'focusNode',
  referenceLimit: noLimit,
  reads: () => readsNothing,
  refersTo: undefined,
  moreTriples: { mayMend: true, mayViolate: 'never' },
  excusedBy: 'focusNode',
};
