import { memoized } from '../../../base/memoized.ts';
import { isRespelling, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { Place } from '../../../shacl/results/locate.ts';
import type { UnitGraphs } from '../unitGraphs.ts';

/** A namespace that a data file declares otherwise than the shapes, such as https://schema.org/ for http://schema.org/. */
export interface RespeltNamespace extends DeclaredNamespace {
  readonly prefix: string;
  /** The namespace of the shapes. */
  readonly meant: string;
}

/** Finds the namespace that the shapes spell otherwise, where a result is there because of it. */
export class RespeltNamespaces {
  readonly #graphs: UnitGraphs;
  readonly #found: readonly RespeltNamespace[];

  constructor(graphs: UnitGraphs) {
    const used = usedNamespaces(graphs.input.shapes);
    this.#graphs = graphs;
    this.#found = graphs.data.flatMap(declaredNamespaces).flatMap((declared) => {
      if (used.has(declared.iri)) return [];
      const [meant, other] = [...used].filter((each) => isRespelling(each, declared.iri));
      return meant === undefined || other !== undefined ? [] : [{ ...declared, meant }];
    });
  }

  /** The namespace that explains a result, alone or with all its details. */
  of(violation: Violation): RespeltNamespace | undefined {
    return this.#found.find((namespace) => this.#explains(namespace, violation));
  }

  #explains(
    namespace: RespeltNamespace,
    { details, focusNode, path, value, constraint }: Violation,
  ): boolean {
    if (details.length > 0) {
      return details.every((detail) => this.#explains(namespace, detail));
    }
    const { dataGraph, shapes } = this.#graphs.input;
    const meant = (term: TermId) => {
      if (!terms.isIri(term) || !terms.value(term).startsWith(namespace.iri)) return undefined;
      return terms.knownIri(namespace.meant + terms.value(term).slice(namespace.iri.length));
    };
    const property = path?.kind === 'predicate' ? path.predicate : undefined;
    const { kind } = constraint;
    if (kind === 'minCount' || kind === 'qualifiedMinCount')
      return dataGraph
        .outgoing(focusNode)
        .some(({ predicate }) => property !== undefined && meant(predicate) === property);
    if (kind === 'hasValue')
      return dataGraph
        .outgoing(focusNode)
        .some(
          ({ predicate, object }) =>
            property !== undefined &&
            (meant(predicate) ?? predicate) === property &&
            (meant(object) ?? object) === constraint.value,
        );
    if (kind === 'class')
      return (
        value !== undefined &&
        dataGraph.objects(value, rdf.type).some((type) => meant(type) === constraint.class)
      );
    if (kind === 'in') {
      const member = value && meant(value);
      return member !== undefined && constraint.members.includes(member);
    }
    const allowed = kind === 'closed' && property ? meant(property) : undefined;
    return allowed !== undefined && shapes.graph.incoming(allowed).length > 0;
  }
}

/** The namespaces of what shapes are about: of the objects of shapes, and of the blank nodes that these hold. */
const usedNamespaces = memoized(({ graph, shapes, illFormed }: ShapesGraph): ReadonlySet<string> => {
  const found = new Set<string>();
  const nodes = new Set([...shapes, ...illFormed].map(({ id }) => id));
  for (const node of nodes) {
    graph.forEachOutgoing(node, (_, object) => {
      if (terms.isBlank(object)) nodes.add(object);
      else if (terms.isIri(object)) found.add(namespaceOf(terms.value(object)));
    });
  }
  return found;
});

export interface DeclaredNamespace {
  readonly iri: string;
  readonly place: Place;
}

/** The prefixes that a file declares, each with the place of its IRI in angle brackets. */
export function declaredNamespaces(
  document: TurtleDocument,
): readonly (DeclaredNamespace & { readonly prefix: string })[] {
  return document.directives.flatMap((directive) => {
    if (directive.kind !== 'prefix' || directive.iri === '') return [];
    const { prefix, iri, start, iriRange } = directive;
    const range = { start: start + iriRange.start, end: start + iriRange.end };
    return [{ prefix, iri, place: { document, range } }];
  });
}
