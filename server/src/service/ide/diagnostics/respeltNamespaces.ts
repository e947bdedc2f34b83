import { groupBy } from '../../../base/groupBy.ts';
import { lazy } from '../../../base/lazy.ts';
import { memoized } from '../../../base/memoized.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { iriSkeleton, localName, namespaceOf } from '../../../rdf/iri.ts';
import { usesPredicate } from '../../../rdf/matchTriples.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf, sh } from '../../../rdf/vocab.ts';
import type { Evaluator } from '../../../shacl/evaluator.ts';
import { targetsWithoutNode } from '../../../shacl/idleTargets.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import type { Place } from '../../../shacl/results/locate.ts';
import type { UnitGraphs } from '../unitGraphs.ts';

/**
 * A namespace that a data file declares differently than the shapes, such as https://schema.org/ for http://schema.org/.
 */
export interface RespeltNamespace extends DeclaredPrefix {
  /** The namespace of the shapes. */
  readonly meant: string;
}

/** Finds the namespace that the shapes spell differently, where that causes a result. */
export class RespeltNamespaces {
  readonly #graphs: UnitGraphs;
  readonly #found: readonly RespeltNamespace[];

  constructor(graphs: UnitGraphs) {
    this.#graphs = graphs;
    this.#found = graphs.data
      .flatMap((document) => otherSpellings(document, graphs))
      .flatMap(({ declared, meant: [meant, other] }) =>
        meant === undefined || other !== undefined ? [] : [{ ...declared, meant }],
      );
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

/**
 * A prefix that a data file declares differently than the shapes, so that targets select none of the nodes that they are
 * for.
 */
export interface HidingPrefix {
  readonly document: TurtleDocument;
  readonly prefix: string;
  /** The range of the IRI in angle brackets. */
  readonly range: TextRange;
  /** The namespace of the targets. */
  readonly meant: string;
  readonly message: string;
}

/** Finds prefixes that hide nodes from targets. Without a target, there is no result to show it. */
export function hidingPrefixes(
  graphs: UnitGraphs,
  evaluator: Evaluator,
  print: TermPrinter,
): readonly HidingPrefix[] {
  const { data, linked, input } = graphs;
  const { dataGraph } = input;
  const idle = lazy(() => [...targetsWithoutNode(input, evaluator)]);
  return data.flatMap((document) => {
    if (linked.foreign.has(document.uri)) return [];
    return otherSpellings(document, graphs).flatMap(({ declared: { prefix, iri, place }, meant }) => {
      const hidden = idle().filter(({ parameter, value }) => {
        if (!meant.includes(namespaceOf(terms.value(value)))) return false;
        const here = terms.knownIri(iri + localName(terms.value(value)));
        if (here === undefined) return false;
        return parameter === sh.targetClass
          ? dataGraph.subjects(rdf.type, here).length > 0
          : usesPredicate(dataGraph, here);
      });
      const [first] = hidden;
      if (first === undefined) return [];
      const what =
        hidden.length === 1
          ? `${print(first.parameter)} ${prefix}:${localName(terms.value(first.value))} selects`
          : `${hidden.length} targets select`;
      const shapesOwn = namespaceOf(terms.value(first.value));
      const message = `${prefix}: is ${iri} here and ${shapesOwn} in the shapes, so ${what} no node. Declare ${prefix}: as ${shapesOwn}, or change the shapes.`;
      return [{ document, prefix, range: place.range, meant: shapesOwn, message }];
    });
  });
}

/** The prefixes of a document whose namespaces the shapes do not use, although they use other spellings of them. */
function otherSpellings(
  document: TurtleDocument,
  { input }: Pick<UnitGraphs, 'input'>,
): readonly { readonly declared: DeclaredPrefix; readonly meant: readonly string[] }[] {
  const used = usedNamespaces(input.shapes);
  return declaredNamespaces(document).flatMap((declared) => {
    const meant = used.get(iriSkeleton(declared.iri)) ?? [];
    return meant.length === 0 || meant.includes(declared.iri) ? [] : [{ declared, meant }];
  });
}

/** The namespaces of what shapes are about, of the objects of shapes and of the blank nodes that these hold, by what is common to their spellings. */
const usedNamespaces = memoized(({ graph, shapes, illFormed }: ShapesGraph) => {
  const found = new Set<string>();
  const nodes = new Set([...shapes, ...illFormed].map(({ id }) => id));
  for (const node of nodes) {
    graph.forEachOutgoing(node, (_, object) => {
      if (terms.isBlank(object)) nodes.add(object);
      else if (terms.isIri(object)) found.add(namespaceOf(terms.value(object)));
    });
  }
  return groupBy(found, iriSkeleton);
});

export interface DeclaredNamespace {
  readonly iri: string;
  readonly place: Place;
}

interface DeclaredPrefix extends DeclaredNamespace {
  readonly prefix: string;
}

/** The prefixes that a file declares, each with the place of its IRI in angle brackets. */
export function declaredNamespaces(document: TurtleDocument): readonly DeclaredPrefix[] {
  return document.directives.flatMap((directive) => {
    if (directive.kind !== 'prefix' || directive.iri === '') return [];
    const { prefix, iri, start, iriRange } = directive;
    const range = { start: start + iriRange.start, end: start + iriRange.end };
    return [{ prefix, iri, place: { document, range } }];
  });
}
