import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import { type Component, type Evaluation, noFailures } from '../model/component.ts';
import type { Path } from '../model/path.ts';
import { illFormed, readMembers } from '../model/reading.ts';
import type { ConstraintOf } from '../model/shape.ts';
import { ofShacl12 } from './commonFacts.ts';
import { listed } from './phrases.ts';

/**
 * SHACL 1.2: no other target of the shape has exactly the same values for all properties. Nodes without any value for any of
 * them are not compared. `other` is the first such target.
 */
export const uniqueValuesForComponent: Component<'uniqueValuesFor'> = {
  kind: 'uniqueValuesFor',
  iri: sh.UniqueValuesForConstraintComponent,
  parameter: sh.uniqueValuesFor,
  takes: 'properties',
  meaning: 'No other target of the shape has the same values for a property, or for all of a list.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read(value, { id, graph }) {
    const list = terms.isIri(value)
      ? ({ kind: 'list', members: [value] } as const)
      : readMembers(graph, value);
    if (list.kind === 'illFormed') return list;
    if (list.members.length === 0 || !list.members.every((each) => terms.isIri(each)))
      return illFormed('sh:uniqueValuesFor takes a property or a list of properties.');
    if ([sh.target, sh.targetWhere].some((each) => graph.objects(id, each).length > 0))
      return illFormed('It is not evaluated for shapes with targets that a query or a shape selects.');
    const targets = {
      // The shape may be a class whose instances are its targets.
      classes: [...graph.objects(id, sh.targetClass), id],
      subjectsOf: graph.objects(id, sh.targetSubjectsOf),
      objectsOf: graph.objects(id, sh.targetObjectsOf),
    };
    return { kind: 'constraint', parameters: { properties: list.members, targets } };
  },
  prepare: (constraint, evaluation) => ({
    kind: 'focus',
    failures(_, values) {
      const [other] = values.flatMap((value) => nodesOfSameKey(constraint, value, evaluation, 1));
      return other === undefined ? noFailures : [{ other }];
    },
  }),
  message: ({ properties }, { other }, { subject, brief, term }) =>
    `${subject} has the same ${listed(properties, term, ' and ')} as ${other === undefined ? 'another node' : brief(other)}, but no two targets of the shape may`,
  recordedMessage: ({ properties }, _, { term }) =>
    `Another target has the same values of ${listed(properties, term)}`,
  explain: ({ properties }, { each, term }) =>
    `${each} must not have the same values of ${listed(properties, term, ' and ')} as another target of the shape.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'focusNode',
  ...ofShacl12,
  reads: ({ properties, targets: { classes, subjectsOf, objectsOf } }) => {
    const toPeers: Path = { kind: 'sequence', paths: [either(properties), inverse(either(properties))] };
    const ends = [
      ...[...properties, ...subjectsOf, rdf.type].map(step),
      ...objectsOf.map((each) => inverse(step(each))),
    ];
    return {
      kind: 'path',
      from: 'value',
      path: { kind: 'sequence', paths: [toPeers, { kind: 'alternative', paths: ends }] },
      typesOf: { path: toPeers, classes },
    };
  },
  refersTo: undefined,
  moreTriples: { mayMend: true, mayViolate: 'always' },
  excusedBy: 'none',
};

/** Other targets of the shape that have the same values for all properties as a node, up to a maximum number. */
export function nodesOfSameKey(
  { properties, shape }: ConstraintOf<'uniqueValuesFor'>,
  node: TermId,
  { graph, isTarget }: Pick<Evaluation, 'graph' | 'isTarget'>,
  most: number,
): readonly TermId[] {
  const keys = properties.map((property) => ({ property, values: graph.objects(node, property) }));
  // The value with the fewest subjects leads to the fewest nodes.
  let candidates: readonly TermId[] | undefined;
  for (const { property, values } of keys) {
    for (const value of values) {
      const subjects = graph.subjects(property, value);
      if (candidates === undefined || subjects.length < candidates.length) candidates = subjects;
    }
  }
  const found: TermId[] = [];
  for (const other of candidates ?? []) {
    if (found.length === most) break;
    if (other === node) continue;
    const isSame = keys.every(({ property, values }) => {
      const own = new Set(graph.objects(other, property));
      return own.size === values.length && values.every((value) => own.has(value));
    });
    if (isSame && isTarget(other, shape)) found.push(other);
  }
  return found;
}

function step(predicate: TermId): Path {
  return { kind: 'predicate', predicate };
}

function inverse(path: Path): Path {
  return { kind: 'inverse', path };
}

function either(properties: readonly TermId[]): Path {
  return properties.length === 1
    ? step(properties[0]!)
    : { kind: 'alternative', paths: properties.map(step) };
}
