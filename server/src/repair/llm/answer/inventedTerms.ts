import type { GraphDelta } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces } from '../../../rdf/vocab.ts';
import type { RepairProblem } from '../../repair.ts';

/** The terms of a change that have no support in the files. */
export interface InventedTerms {
  /** Values and names that the user has to replace: "TODO", ex:placeholder_1. */
  readonly placeholders: readonly TermId[];
  /** IRIs that no file of the unit mentions, placeholders among them. */
  readonly unknown: readonly TermId[];
}

/** Finds the terms that a model made up in a change. */
export function inventedTerms(problem: RepairProblem, { added }: GraphDelta): InventedTerms {
  const used = new Set(added.flatMap(({ subject, predicate, object }) => [subject, predicate, object]));
  const unknown = [...used].filter((node) => terms.isIri(node) && !isKnown(node, problem));
  const values = [...used].filter((node) => terms.isLiteral(node));
  return { placeholders: [...unknown, ...values].filter(isPlaceholder), unknown };
}

/** True for IRIs of the standard vocabularies and for those that a file of the unit mentions. */
export function isKnown(iri: TermId, { recorded }: RepairProblem): boolean {
  const { dataGraph, shapes } = recorded.input;
  return (
    Object.values(namespaces).some((namespace) => terms.value(iri).startsWith(namespace)) ||
    [dataGraph, shapes.graph].some(
      (graph) =>
        graph.outgoing(iri).length > 0 ||
        graph.incoming(iri).length > 0 ||
        graph.withPredicate(iri).length > 0,
    )
  );
}

/** True for terms whose text says that they are to be replaced. */
function isPlaceholder(term: TermId): boolean {
  const text = terms.value(term);
  if (terms.isLiteral(term) && text.trim() === '') return true;
  const name = terms.isIri(term) ? /[^#/:]*[#/]?$/.exec(text)![0] : text;
  return /placeholder|(^|[^a-z])(todo|tbd|fixme|xxx)([^a-z]|$)|to be (filled|determined)|^(\.\.\.|…|\?+)$/i.test(
    name,
  );
}
