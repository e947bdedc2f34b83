import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import {
  type Check,
  type Component,
  noFailures,
  type ResultDetails,
  type ShapeDescription,
} from '../model/component.ts';
import { illFormed, none, readBoolean, readMembers } from '../model/reading.ts';
import type { ConstraintOf } from '../model/shape.ts';
import { noLimit, ofShacl12 } from './commonFacts.ts';
import { listed } from './phrases.ts';

const closedFacts = {
  iri: sh.ClosedConstraintComponent,
  parameter: sh.closed,
  takes: 'boolean',
  meaning: 'Each value has only the properties that the property shapes name.',
  refinements: [sh.ignoredProperties],
  propertyShapesOnly: false,
  single: true,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'predicate',
  refersTo: undefined,
  excusedBy: 'none',
} as const satisfies Partial<Component>;

/** SHACL 4.8.1. A result's path is the predicate that is not allowed. */
export const closedComponent: Component<'closed'> = {
  kind: 'closed',
  ...closedFacts,
  read(value, shape) {
    const byTypes = value === sh.ByTypes;
    if (!byTypes) {
      const reading = readBoolean(value);
      if (reading.kind === 'illFormed') return reading;
      if (!reading.boolean) return none;
    }
    const allowed = new Set(byTypes ? [rdf.type] : describedProperties(shape));
    for (const list of shape.graph.objects(shape.id, sh.ignoredProperties)) {
      const ignored = readMembers(shape.graph, list);
      if (ignored.kind === 'illFormed') return illFormed(`sh:ignoredProperties: ${ignored.message}`);
      for (const property of ignored.members) allowed.add(property);
    }
    if (!byTypes) return { kind: 'constraint', parameters: { allowed } };
    const ofClasses = propertiesOfClasses(shape.graph);
    return { kind: 'constraint', of: 'closedByTypes', parameters: { allowed, ofClasses } };
  },
  prepare: ({ allowed }, { graph }) => closedCheck(graph, (_, predicate) => allowed.has(predicate)),
  message: ({ shape: id }, { predicate }, { subject, term, shape }) =>
    `${subject} has ${predicate === undefined ? 'a property' : `the property ${term(predicate)}`}, which the closed shape${terms.isBlank(id) ? '' : ` ${shape(id)}`} does not allow`,
  recordedMessage: ({ shape: id }, { predicate }, { term, shape }) =>
    `${predicate === undefined ? 'The property' : term(predicate)} is not allowed here: ${shape(id)} is closed`,
  explain: ({ allowed }, { each, term }) =>
    allowed.size === 0
      ? `${each} must have no properties.`
      : `${each} must have no other properties than ${listed([...allowed], term)}.`,
  referenceLimit: noLimit,
  reads: () => ({ kind: 'statements', classes: [] }),
  moreTriples: { mayMend: false, mayViolate: 'always' },
};

/**
 * SHACL 1.2: a node may have the properties that the shapes of its classes describe, whether these are classes or target
 * them.
 */
export const closedByTypesComponent: Component<'closedByTypes'> = {
  kind: 'closedByTypes',
  ...closedFacts,
  read: () => none,
  prepare: (constraint, { graph, subclasses }) =>
    closedCheck(graph, (node, predicate) =>
      allowedAt(constraint, graph.objects(node, rdf.type), subclasses).has(predicate),
    ),
  message: (_, { predicate }, { subject, term }) =>
    `${subject} has ${predicate === undefined ? 'a property' : `the property ${term(predicate)}`}, which no shape of its classes describes`,
  recordedMessage: (_, { predicate }, { term }) =>
    `${predicate === undefined ? 'The property' : term(predicate)} is not allowed here: no shape of the node's classes describes it`,
  explain: (_, { each }) =>
    `${each} must have no other properties than those that the shapes of its classes describe.`,
  ...ofShacl12,
  reads: ({ ofClasses }) => ({ kind: 'statements', classes: ofClasses.map(([type]) => type) }),
  moreTriples: { mayMend: true, mayViolate: 'always' },
};

/**
 * The properties that a node may have.
 *
 * @param subclasses the class itself and all its subclasses.
 */
export function allowedAt(
  { allowed, ofClasses }: Pick<ConstraintOf<'closedByTypes'>, 'allowed' | 'ofClasses'>,
  types: readonly TermId[],
  subclasses: (id: TermId) => ReadonlySet<TermId>,
): ReadonlySet<TermId> {
  const found = new Set(allowed);
  for (const [id, properties] of ofClasses) {
    if (types.some((type) => subclasses(id).has(type))) for (const each of properties) found.add(each);
  }
  return found;
}

/**
 * The properties described by shapes that are classes or target them, and by the shapes to which these refer by sh:node.
 */
function propertiesOfClasses(graph: Graph): ConstraintOf<'closedByTypes'>['ofClasses'] {
  const shapesOf = new Map<TermId, Set<TermId>>();
  const add = (type: TermId, shape: TermId) =>
    shapesOf.set(type, (shapesOf.get(type) ?? new Set()).add(shape));
  for (const property of [sh.property, sh.node]) {
    for (const { subject } of graph.withPredicate(property)) if (terms.isIri(subject)) add(subject, subject);
  }
  for (const { subject, object } of graph.withPredicate(sh.targetClass)) add(object, subject);
  return [...shapesOf].map(([type, shapes]) => {
    for (const shape of shapes) for (const other of graph.objects(shape, sh.node)) shapes.add(other);
    return [type, new Set([...shapes].flatMap((id) => describedProperties({ id, graph })))] as const;
  });
}

function closedCheck(graph: Graph, isAllowed: (node: TermId, predicate: TermId) => boolean): Check {
  return {
    kind: 'focus',
    failures(_, values) {
      let failures: ResultDetails[] | undefined;
      for (const node of values) {
        for (const { predicate, object } of graph.outgoing(node)) {
          if (isAllowed(node, predicate)) continue;
          failures ??= [];
          failures.push({ predicate, value: object });
        }
      }
      return failures ?? noFailures;
    },
  };
}

function describedProperties({ id, graph }: Pick<ShapeDescription, 'id' | 'graph'>): TermId[] {
  return graph
    .objects(id, sh.property)
    .flatMap((property) => graph.objects(property, sh.path))
    .filter((path) => terms.isIri(path));
}
