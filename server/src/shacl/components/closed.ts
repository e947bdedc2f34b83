import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { type Component, noFailures, type ResultDetails, type ShapeDescription } from '../model/component.ts';
import { illFormed, none, readBoolean, readMembers } from '../model/reading.ts';
import { noLimit } from './commonFacts.ts';
import { listed } from './phrases.ts';

/** SHACL 4.8.1. A result's path is the predicate that is not allowed. */
export const closedComponent: Component<'closed'> = {
  kind: 'closed',
  iri: sh.ClosedConstraintComponent,
  parameter: sh.closed,
  takes: 'boolean',
  meaning: 'Each value has no other properties than those that the property shapes name.',
  refinements: [sh.ignoredProperties],
  propertyShapesOnly: false,
  single: true,
  read(value, shape) {
    const reading = readBoolean(value);
    if (reading.kind === 'illFormed') return reading;
    if (!reading.boolean) return none;
    const allowed = new Set(describedProperties(shape));
    for (const list of shape.graph.objects(shape.id, sh.ignoredProperties)) {
      const ignored = readMembers(shape.graph, list);
      if (ignored.kind === 'illFormed') return illFormed(`sh:ignoredProperties: ${ignored.message}`);
      for (const property of ignored.members) allowed.add(property);
    }
    return { kind: 'constraint', parameters: { allowed } };
  },
  prepare: ({ allowed }, { graph }) => ({
    kind: 'focus',
    failures(_, values) {
      let failures: ResultDetails[] | undefined;
      for (const node of values) {
        for (const { predicate, object } of graph.outgoing(node)) {
          if (allowed.has(predicate)) continue;
          failures ??= [];
          failures.push({ predicate, value: object });
        }
      }
      return failures ?? noFailures;
    },
  }),
  message: ({ shape: id }, { predicate }, { subject, term, shape }) =>
    `${subject} has ${predicate === undefined ? 'a property' : `the property ${term(predicate)}`}, which the closed shape${terms.isBlank(id) ? '' : ` ${shape(id)}`} does not allow`,
  recordedMessage: ({ shape: id }, { predicate }, { term, shape }) =>
    `${predicate === undefined ? 'The property' : term(predicate)} is not allowed here: ${shape(id)} is closed`,
  explain: ({ allowed }, { each, term }) =>
    allowed.size === 0
      ? `${each} must have no properties.`
      : `${each} must have no other properties than ${listed([...allowed], term)}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'predicate',
  referenceLimit: noLimit,
  reads: () => ({ kind: 'statements' }),
  refersTo: undefined,
  moreTriples: { mayMend: false, mayViolate: 'always' },
  excusedBy: 'none',
};

function describedProperties({ id, graph }: ShapeDescription): TermId[] {
  return graph
    .objects(id, sh.property)
    .flatMap((property) => graph.objects(property, sh.path))
    .filter((path) => terms.isIri(path));
}
