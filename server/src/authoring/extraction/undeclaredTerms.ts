import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, rdfs } from '../../rdf/vocab.ts';
import type { RepairableUnit } from '../../repair/repair.ts';

/** Says in sentences why facts go beyond what may be added. */
export function outOfScopeFacts(added: readonly Triple[], unit: RepairableUnit): readonly string[] {
  const { term } = unit;
  const { dataGraph, shapes } = unit.recorded.input;
  const graphs = [dataGraph, shapes.graph];
  const isMentioned = (node: TermId) =>
    graphs.some((graph) => graph.outgoing(node).length > 0 || graph.incoming(node).length > 0);
  const isInShapes = (node: TermId) =>
    shapes.graph.outgoing(node).length > 0 || shapes.graph.incoming(node).length > 0;
  const described = distinct(added.map(({ subject }) => subject)).filter(
    (subject) => isStandard(subject) || dataGraph.outgoing(subject).length > 0 || isInShapes(subject),
  );
  const properties = distinct(added.map(({ predicate }) => predicate)).filter(
    (predicate) =>
      !plain.has(predicate) &&
      (isStandard(predicate) || !(isMentioned(predicate) || dataGraph.withPredicate(predicate).length > 0)),
  );
  const classes = distinct(
    added.filter(({ predicate }) => predicate === rdf.type).map(({ object }) => object),
  ).filter((type) => !terms.isIri(type) || isStandard(type) || !isMentioned(type));
  return [
    ...described.map((node) => `It describes ${term(node)}, which exists already.`),
    ...properties.map(
      (property) => `It uses the property ${term(property)}, which no shape and no file uses.`,
    ),
    ...classes.map((type) => `It uses the class ${term(type)}, which no shape and no file uses.`),
  ];
}

/** The IRIs that facts refer to but no file describes or mentions. */
export function undeclaredObjects(added: readonly Triple[], { recorded }: RepairableUnit): readonly TermId[] {
  const { dataGraph, shapes } = recorded.input;
  const own = new Set(added.map(({ subject }) => subject));
  return distinct(added.map(({ object }) => object)).filter(
    (object) =>
      terms.isIri(object) &&
      !own.has(object) &&
      !isStandard(object) &&
      [dataGraph, shapes.graph].every(
        (graph) => graph.outgoing(object).length === 0 && graph.incoming(object).length === 0,
      ),
  );
}

const plain: ReadonlySet<TermId> = new Set([rdf.type, rdf.first, rdf.rest, rdfs.label, rdfs.comment]);

/** True for terms of the standard vocabularies. Data that redefine these are not facts. */
function isStandard(term: TermId): boolean {
  return (
    terms.isIri(term) &&
    Object.values(namespaces).some((namespace) => terms.value(term).startsWith(namespace))
  );
}

function distinct(items: readonly TermId[]): readonly TermId[] {
  return [...new Set(items)];
}
