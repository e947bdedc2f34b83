import { counted, countedPlainly, inDigits } from '../../base/counted.ts';
import { sh } from '../../rdf/vocab.ts';
import { type Component, noFailures } from '../model/component.ts';
import { readCountAs } from '../model/reading.ts';
import { noLimit, readsNothing } from './commonFacts.ts';
import { atMostAllowed, howMany, valuesOf } from './phrases.ts';

const countFacts = {
  takes: 'count',
  refinements: [],
  propertyShapesOnly: true,
  single: true,
  read: readCountAs('count'),
  literalsOnly: () => false,
  referenceLimit: noLimit,
  reads: () => readsNothing,
  refersTo: undefined,
} as const satisfies Partial<Component<'minCount' | 'maxCount'>>;

/** SHACL 4.2.1. */
export const minCountComponent: Component<'minCount'> = {
  kind: 'minCount',
  iri: sh.MinCountConstraintComponent,
  parameter: sh.minCount,
  meaning: 'There are at least N values.',
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
  shownAt: 'focusNode',
  ...countFacts,
  moreTriples: { mayMend: true, mayViolate: 'never' },
  excusedBy: 'focusNode',
};

/** SHACL 4.2.2. */
export const maxCountComponent: Component<'maxCount'> = {
  kind: 'maxCount',
  iri: sh.MaxCountConstraintComponent,
  parameter: sh.maxCount,
  meaning: 'There are at most N values.',
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
  shownAt: 'surplusValues',
  ...countFacts,
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'none',
};
