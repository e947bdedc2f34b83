import { sh } from '../../rdf/vocab.ts';
import { type Component, noFailures } from '../model/component.ts';
import { readProperty } from '../model/reading.ts';
import { inFirstOnly } from './valueSets.ts';

/** SHACL 4.5.1: one result for each value that only one side has. */
export const equalsComponent: Component<'equals'> = {
  kind: 'equals',
  iri: sh.EqualsConstraintComponent,
  parameter: sh.equals,
  takes: 'property',
  meaning: 'The values are the same as those of another property.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: readProperty,
  prepare: ({ property }, { graph }) => ({
    kind: 'focus',
    failures(focusNode, values) {
      const others = graph.objects(focusNode, property);
      const onlyHere = inFirstOnly(values, others);
      const onlyThere = inFirstOnly(others, values);
      if (onlyHere.length === 0 && onlyThere.length === 0) return noFailures;
      return [
        ...onlyHere.map((value) => ({ value })),
        ...onlyThere.map((value) => ({ value, other: value })),
      ];
    },
  }),
  message({ property }, { value, other }, { focusNode, path, pathless, term, brief }) {
    const otherPath = term(property);
    if (pathless) {
      return other === undefined
        ? `${focusNode} does not have itself as ${otherPath}, which must be its only value`
        : `${focusNode} has ${brief(other)} as ${otherPath}, but must have only itself there`;
    }
    const [has, lacks] = other === undefined ? [path, otherPath] : [otherPath, path];
    const what = value === undefined ? 'a value' : brief(value);
    return `${focusNode} has ${what} as ${has} but not as ${lacks}; both must have the same values`;
  },
  recordedMessage: ({ property }, { other }, { path, term }) =>
    other === undefined
      ? `Value of ${path} is not a value of ${term(property)}, but both must have the same values`
      : `Value of ${term(property)} is not a value of ${path}, but both must have the same values`,
  explain: ({ property }, { path, term }) => `${path} and ${term(property)} must have the same values.`,
  asksForValues: true,
  literalsOnly: () => false,
  shownAt: 'valueOfEither',
  referenceLimit: (_, { shape }) =>
    shape.kind === 'node' ? 'it misses results of sh:equals on node shapes' : undefined,
  reads: ({ property }) => ({ kind: 'property', property }),
  refersTo: undefined,
  moreTriples: { mayMend: true, mayViolate: 'always' },
  excusedBy: 'focusNode',
};
