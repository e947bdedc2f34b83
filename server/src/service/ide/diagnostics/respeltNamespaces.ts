import { lazy } from '../../../base/lazy.ts';
import { memoized } from '../../../base/memoized.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { isRespelling, localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf, sh } from '../../../rdf/vocab.ts';
import type { Evaluator } from '../../../shacl/evaluator.ts';
import { namedTarget } from '../../../shacl/idleTargets.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
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

/** A prefix that a data file declares otherwise than the shapes, so that targets select none of the nodes that they are for. */
export interface HidingPrefix {
  readonly document: TurtleDocument;
  readonly prefix: string;
  readonly range: TextRange;
  readonly message: string;
}

/** Finds prefixes that hide nodes from targets. Without a target, there is no result that could tell. */
export function hidingPrefixes(
  { data, linked, input }: UnitGraphs,
  evaluator: Evaluator,
  print: TermPrinter,
): readonly HidingPrefix[] {
  const { dataGraph, shapes } = input;
  const idle = lazy(() =>
    shapes.roots.flatMap(({ id, targets }) =>
      targets.flatMap((target) => {
        const named = namedTarget(target);
        return named && evaluator.targets({ id, targets: [target] }).length === 0 ? [named] : [];
      }),
    ),
  );
  const used = usedNamespaces(shapes);
  return data.flatMap((document) => {
    if (linked.foreign.has(document.uri)) return [];
    return declaredNamespaces(document).flatMap(({ prefix, iri, place }) => {
      const meant = [...used].filter((each) => each !== iri && isRespelling(each, iri));
      if (meant.length === 0 || used.has(iri)) return [];
      const hidden = idle().filter(({ parameter, value }) => {
        if (!meant.includes(namespaceOf(terms.value(value)))) return false;
        const here = terms.knownIri(iri + localName(terms.value(value)));
        if (here === undefined) return false;
        return parameter === sh.targetClass
          ? dataGraph.subjects(rdf.type, here).length > 0
          : dataGraph.withPredicate(here).length > 0;
      });
      const [first] = hidden;
      if (first === undefined) return [];
      const what =
        hidden.length === 1
          ? `${print(first.parameter)} ${prefix}:${localName(terms.value(first.value))} selects`
          : `${hidden.length} targets select`;
      const shapesOwn = namespaceOf(terms.value(first.value));
      const message = `${prefix}: is ${iri} here and ${shapesOwn} in the shapes, so ${what} no node. Declare ${prefix}: as ${shapesOwn}, or change the shapes.`;
      return [{ document, prefix, range: place.range, message }];
    });
  });
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
