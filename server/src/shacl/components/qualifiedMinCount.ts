import { counted, countedPlainly, inDigits } from '../../base/counted.ts';
import { sh } from '../../rdf/vocab.ts';
import { noLimit, readsNothing } from './commonFacts.ts';
import { type Component, noFailures } from './component.ts';
import { howMany } from './phrases.ts';
import { conformingValues, qualifiedRefinements, qualifiedValues, readQualified } from './qualified.ts';

/** The details explain at most this many of the values that do not count. */
const shownNearMisses = 5;

/** SHACL 4.7.3. The details say why the other values do not count. */
export const qualifiedMinCountComponent: Component<'qualifiedMinCount'> = {
  kind: 'qualifiedMinCount',
  iri: sh.QualifiedMinCountConstraintComponent,
  parameter: sh.qualifiedMinCount,
  meaning: 'At least N values conform to a shape.',
  refinements: qualifiedRefinements,
  propertyShapesOnly: true,
  single: true,
  read: readQualified,
  prepare: (constraint, evaluation) => ({
    kind: 'focus',
    failures(_, values) {
      const found = qualifiedValues(constraint, evaluation, values).length;
      return found < constraint.count ? [{ found }] : noFailures;
    },
    details: (_, values) =>
      values
        .filter((value) => !evaluation.conforms(value, constraint.shapeRef))
        .slice(0, shownNearMisses)
        .flatMap((value) => evaluation.results(value, constraint.shapeRef)),
  }),
  message: (constraint, { found = 0 }, words) =>
    `${words.focusNode} has ${conformingValues(constraint, found, words)}, but needs at least ${inDigits(constraint.count)}`,
  recordedMessage: ({ count, shapeRef }, { found = 0 }, { path, shape }) =>
    `At least ${countedPlainly(count, 'value')} of ${path} must conform to ${shape(shapeRef)}, found ${howMany(found)}`,
  explain: ({ count, shapeRef }, { path, shape }) =>
    `At least ${counted(count, 'value')} of ${path} must conform to ${shape(shapeRef)}.`,
  asksForValues: true,
  literalsOnly: () => false,
  shownAt: 'focusNode',
  referenceLimit: noLimit,
  reads: () => readsNothing,
  refersTo: { asks: 'enough', shapes: ({ shapeRef }) => [shapeRef], siblings: ({ siblings }) => siblings },
  moreTriples: { mayMend: true, mayViolate: 'never' },
  excusedBy: 'focusNode',
};
