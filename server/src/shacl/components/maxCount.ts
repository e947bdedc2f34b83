import { counted, countedPlainly } from '../../base/counted.ts';
import { sh } from '../../rdf/vocab.ts';
import { noLimit, readsNothing } from './commonFacts.ts';
import { type Component, noFailures } from './component.ts';
import { atMostAllowed, howMany, valuesOf } from './phrases.ts';
import { readCount } from './reading.ts';

/** SHACL 4.2.2. */
export const maxCountComponent: Component<'maxCount'> = {
  kind: 'maxCount',
  iri: sh.MaxCountConstraintComponent,
  parameter: sh.maxCount,
  meaning: 'There are at most N values.',
  refinements: [],
  propertyShapesOnly: true,
  single: true,
  read(value) {
    const reading = readCount(value);
    return reading.kind === 'count' ? { kind: 'constraint', parameters: { count: reading.count } } : reading;
  },
  prepare: ({ count }) => ({
    kind: 'focus',
    failures: (_, values) => (values.length > count ? [{ found: values.length }] : noFailures),
    failuresOfCount: (counted) => (counted.isMore || counted.found > count ? [counted] : noFailures),
  }),
  message: ({ count }, failure, { focusNode, path }) =>
    `${focusNode} has ${valuesOf(failure, path)}, but ${atMostAllowed(count)}`,
  recordedMessage: ({ count }, { found = 0, isMore }, { path }) =>
    `At most ${countedPlainly(count, 'value')} of ${path} ${count === 1 ? 'is' : 'are'} allowed, found ${howMany(found, isMore)}`,
  explain: ({ count }, { path }) => `${path} must have at most ${counted(count, 'value')}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'surplusValues',
  referenceLimit: noLimit,
  reads: () => readsNothing,
  refersTo: undefined,
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'none',
};
