import { counted, countedPlainly } from '../../base/counted.ts';
import { sh } from '../../rdf/vocab.ts';
import { noLimit, readsNothing } from './commonFacts.ts';
import { type Component, noFailures } from './component.ts';
import { atMostAllowed, howMany } from './phrases.ts';
import { conformingValues, qualifiedRefinements, qualifiedValues, readQualified } from './qualified.ts';

/** SHACL 4.7.3. */
export const qualifiedMaxCountComponent: Component<'qualifiedMaxCount'> = {
  kind: 'qualifiedMaxCount',
  iri: sh.QualifiedMaxCountConstraintComponent,
  parameter: sh.qualifiedMaxCount,
  meaning: 'At most N values conform to a shape.',
  refinements: qualifiedRefinements,
  propertyShapesOnly: true,
  single: true,
  read: readQualified,
  prepare: (constraint, evaluation) => ({
    kind: 'focus',
    failures(_, values) {
      // With so few values, the result does not depend on which of them conform.
      if (values.length <= constraint.count) return noFailures;
      const found = qualifiedValues(constraint, evaluation, values).length;
      return found > constraint.count ? [{ found }] : noFailures;
    },
  }),
  message: (constraint, { found = 0 }, words) =>
    `${words.focusNode} has ${conformingValues(constraint, found, words)}, but ${atMostAllowed(constraint.count)}`,
  recordedMessage: ({ count, shapeRef }, { found = 0 }, { path, shape }) =>
    `At most ${countedPlainly(count, 'value')} of ${path} may conform to ${shape(shapeRef)}, found ${howMany(found)}`,
  explain: ({ count, shapeRef }, { path, shape }) =>
    `At most ${counted(count, 'value')} of ${path} may conform to ${shape(shapeRef)}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'surplusValues',
  referenceLimit: noLimit,
  reads: () => readsNothing,
  refersTo: { asks: 'few', shapes: ({ shapeRef }) => [shapeRef], siblings: ({ siblings }) => siblings },
  moreTriples: { mayMend: false, mayViolate: 'always' },
  excusedBy: 'none',
};
