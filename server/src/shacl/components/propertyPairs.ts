import type { Graph } from '../../rdf/graph.ts';
import { literalValue } from '../../rdf/literals/literalValue.ts';
import type { TermId } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import {
  type Check,
  type Component,
  type ConstraintReading,
  noFailures,
  type ResultDetails,
  type ResultWords,
  type ShapeDescription,
  type ValueComparisons,
} from '../model/component.ts';
import { type Path, pathInWords, printPath } from '../model/path.ts';
import type { PairKind } from '../model/shape.ts';
import { pathValues } from '../paths/pathValues.ts';
import { readPath } from '../paths/readPath.ts';
import { ofShacl12 } from './commonFacts.ts';
import { areComparable, areInOrder } from './range.ts';

type OrderedKind = Extract<PairKind, 'lessThan' | 'lessThanOrEquals'>;

/** SHACL 4.5.3. */
export const lessThanComponent: Component<'lessThan'> = {
  kind: 'lessThan',
  iri: sh.LessThanConstraintComponent,
  parameter: sh.lessThan,
  meaning: 'Each value is less than each value of another property.',
  recordedMessage: ({ compared }, { other }, { term }) =>
    `Value is not less than ${other === undefined ? '' : `${term(other)}, a value of `}${printPath(compared, term)}`,
  explain: ({ compared }, { each, term }) =>
    `${each} must be less than every value of ${printPath(compared, term)}.`,
  ...pairFacts('lessThan'),
};

/** SHACL 4.5.4. */
export const lessThanOrEqualsComponent: Component<'lessThanOrEquals'> = {
  kind: 'lessThanOrEquals',
  iri: sh.LessThanOrEqualsConstraintComponent,
  parameter: sh.lessThanOrEquals,
  meaning: 'Each value is less than each value of another property, or equal to it.',
  recordedMessage: ({ compared }, { other }, { term }) =>
    `Value is not less than or equal to ${other === undefined ? '' : `${term(other)}, a value of `}${printPath(compared, term)}`,
  explain: ({ compared }, { each, term }) =>
    `${each} must be less than or equal to every value of ${printPath(compared, term)}.`,
  ...pairFacts('lessThanOrEquals'),
};

function pairFacts(kind: OrderedKind) {
  return {
    takes: 'path',
    refinements: [],
    propertyShapesOnly: true,
    single: false,
    read: readCompared,
    prepare: (constraint, { graph, comparing }) =>
      comparesPairs(kind, constraint.compared, graph, comparing(constraint)),
    message: ({ compared }, { value, other }, words) => pairMessage(kind, compared, value, other, words),
    asksForValues: false,
    literalsOnly: () => false,
    shownAt: 'value',
    referenceLimit: ({ compared }, { data }) =>
      compared.kind === 'predicate' ? data.propertyLimit(kind, compared.predicate) : notAPath,
    reads: ({ compared }) => ({ kind: 'path', from: 'focusNode', path: compared }),
    refersTo: undefined,
    moreTriples: { mayMend: false, mayViolate: 'asValues' },
    excusedBy: 'none',
  } as const satisfies Partial<Component<OrderedKind>>;
}

/**
 * A check that compares every value with every value of a property. Each pair in the wrong order is a result (SHACL
 * 4.5.3, 4.5.4).
 */
function comparesPairs(kind: OrderedKind, compared: Path, graph: Graph, comparing: ValueComparisons): Check {
  return {
    kind: 'focus',
    failures(focusNode, values) {
      const others = pathValues(graph, focusNode, compared);
      if (others.length === 0) return noFailures;
      comparing.begin();
      const otherValues = others.map(literalValue);
      const failures: ResultDetails[] = [];
      for (const value of values) {
        const left = literalValue(value);
        for (const [i, other] of others.entries()) {
          if (!areInOrder(kind, left, otherValues[i])) failures.push({ value, other });
        }
        comparing.count(others.length, failures.length);
      }
      return failures;
    },
  };
}

/** The message for two values in the wrong order, or that cannot be compared. */
function pairMessage(
  kind: OrderedKind,
  compared: Path,
  value: TermId | undefined,
  other: TermId | undefined,
  { subject, term, brief }: ResultWords,
): string {
  const its = `its ${pathInWords(compared, term)}`;
  const miss = `${subject} is ${kind === 'lessThan' ? 'not less than' : 'greater than'} ${its}`;
  if (value === undefined || other === undefined) return miss;
  const start = areComparable(value, other) ? miss : `${subject} can't be compared with ${its}`;
  return `${start}: ${brief(value)} and ${brief(other)}`;
}

/** Reads the path with which values are compared: a property in SHACL 1.0 (4.5), any path in 1.2. */
function readCompared(value: TermId, { graph }: ShapeDescription): ConstraintReading<PairKind> {
  const reading = readPath(graph, value);
  return reading.kind === 'path' ? { kind: 'constraint', parameters: { compared: reading.path } } : reading;
}

const notAPath = 'it does not support paths as values of this parameter, which came with SHACL 1.2';

function limitOf(compared: Path): string | undefined {
  return compared.kind === 'predicate' ? undefined : notAPath;
}

/** The values that are in both lists, in the order of the first list. */
function inBoth(values: readonly TermId[], others: readonly TermId[]): readonly TermId[] {
  const has = membershipOf(others);
  return values.filter((value) => has(value));
}

/** The values that are only in the first list. */
function inFirstOnly(values: readonly TermId[], others: readonly TermId[]): readonly TermId[] {
  const has = membershipOf(others);
  return values.filter((value) => !has(value));
}

/** Longer lists are searched with the help of a set. */
const scanLimit = 16;

function membershipOf(values: readonly TermId[]): (value: TermId) => boolean {
  if (values.length <= scanLimit) return (value) => values.includes(value);
  const set = new Set(values);
  return (value) => set.has(value);
}

/** SHACL 4.5.1: one result for each value that only one side has. */
export const equalsComponent: Component<'equals'> = {
  kind: 'equals',
  iri: sh.EqualsConstraintComponent,
  parameter: sh.equals,
  takes: 'path',
  meaning: 'The values are the same as those of another property.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: readCompared,
  prepare: ({ compared }, { graph }) => ({
    kind: 'focus',
    failures(focusNode, values) {
      const others = pathValues(graph, focusNode, compared);
      const onlyHere = inFirstOnly(values, others);
      const onlyThere = inFirstOnly(others, values);
      if (onlyHere.length === 0 && onlyThere.length === 0) return noFailures;
      return [
        ...onlyHere.map((value) => ({ value })),
        ...onlyThere.map((value) => ({ value, other: value })),
      ];
    },
  }),
  message({ compared }, { value, other }, { focusNode, path, pathless, term, brief }) {
    const otherPath = pathInWords(compared, term);
    if (pathless) {
      return other === undefined
        ? `${focusNode} does not have itself as ${otherPath}, which must be its only value`
        : `${focusNode} has ${brief(other)} as ${otherPath}, but must have only itself there`;
    }
    const [has, lacks] = other === undefined ? [path, otherPath] : [otherPath, path];
    const what = value === undefined ? 'a value' : brief(value);
    return `${focusNode} has ${what} as ${has} but not as ${lacks}; both must have the same values`;
  },
  recordedMessage: ({ compared }, { other }, { path, term }) =>
    other === undefined
      ? `Value of ${path} is not a value of ${printPath(compared, term)}, but both must have the same values`
      : `Value of ${printPath(compared, term)} is not a value of ${path}, but both must have the same values`,
  explain: ({ compared }, { path, term }) =>
    `${path} and ${printPath(compared, term)} must have the same values.`,
  asksForValues: true,
  literalsOnly: () => false,
  shownAt: 'valueOfEither',
  referenceLimit: ({ compared }, { shape }) =>
    shape.kind === 'node' ? 'it misses results of sh:equals on node shapes' : limitOf(compared),
  reads: ({ compared }) => ({ kind: 'path', from: 'focusNode', path: compared }),
  refersTo: undefined,
  moreTriples: { mayMend: true, mayViolate: 'always' },
  excusedBy: 'focusNode',
};

/** SHACL 4.5.2. */
export const disjointComponent: Component<'disjoint'> = {
  kind: 'disjoint',
  iri: sh.DisjointConstraintComponent,
  parameter: sh.disjoint,
  takes: 'path',
  meaning: 'No value is also a value of another property.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: readCompared,
  prepare: ({ compared }, { graph }) => ({
    kind: 'focus',
    failures(focusNode, values) {
      const others = pathValues(graph, focusNode, compared);
      return others.length === 0 ? noFailures : inBoth(values, others).map((value) => ({ value }));
    },
  }),
  message: ({ compared }, { value }, { focusNode, path, pathless, term, brief }) =>
    pathless
      ? `${focusNode} has itself as ${pathInWords(compared, term)}, which it must not`
      : `${focusNode} has ${value === undefined ? 'a value' : brief(value)} as ${path} and as ${pathInWords(compared, term)}, which must have no value in common`,
  recordedMessage: ({ compared }, _, { term }) =>
    `Value is also a value of ${printPath(compared, term)}, which it must not be`,
  explain: ({ compared }, { path, term }) =>
    `${path} and ${printPath(compared, term)} must have no value in common.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: ({ compared }) => limitOf(compared),
  reads: ({ compared }) => ({ kind: 'path', from: 'focusNode', path: compared }),
  refersTo: undefined,
  moreTriples: { mayMend: false, mayViolate: 'always' },
  excusedBy: 'none',
};

/** SHACL 1.2: one result for each value that the other path lacks. */
export const subsetOfComponent: Component<'subsetOf'> = {
  kind: 'subsetOf',
  iri: sh.SubsetOfConstraintComponent,
  parameter: sh.subsetOf,
  takes: 'path',
  meaning: 'Each value is also a value of another property.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: readCompared,
  prepare: ({ compared }, { graph }) => ({
    kind: 'focus',
    failures: (focusNode, values) =>
      values.length === 0
        ? noFailures
        : inFirstOnly(values, pathValues(graph, focusNode, compared)).map((value) => ({ value })),
  }),
  message({ compared }, { value }, { focusNode, path, pathless, term, brief }) {
    const other = pathInWords(compared, term);
    return pathless
      ? `${focusNode} does not have itself as ${other}, which it must`
      : `${focusNode} has ${value === undefined ? 'a value' : brief(value)} as ${path} but not as ${other}, which must have all of its values`;
  },
  recordedMessage: ({ compared }, _, { path, term }) =>
    `Value of ${path} is not a value of ${printPath(compared, term)}, which it must be`,
  explain: ({ compared }, { each, term }) => `${each} must also be a value of ${printPath(compared, term)}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  ...ofShacl12,
  reads: ({ compared }) => ({ kind: 'path', from: 'focusNode', path: compared }),
  refersTo: undefined,
  moreTriples: { mayMend: true, mayViolate: 'asValues' },
  excusedBy: 'focusNode',
};
