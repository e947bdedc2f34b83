import type { GraphDelta } from '../rdf/graph.ts';
import { namespaceOf } from '../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { owl, rdf } from '../rdf/vocab.ts';
import type { RecordedValidation } from '../shacl/incremental/recordedValidation.ts';
import type { Shape } from '../shacl/model/shape.ts';

/**
 * Decides which changes are unlikely mistakes in a model: links from a node to itself, statements about terms of a
 * vocabulary or about the head of an ontology, and properties that other nodes have, but no node of the type. A property
 * that no node has yet may be anybody's.
 */
export class UnlikelyChanges {
  readonly #recorded: RecordedValidation;
  /** The namespaces of the nodes that the data describe. */
  readonly #namespaces: ReadonlySet<string>;
  /** The properties that nodes of each type have, and in the other direction, those that lead to them. */
  readonly #uses = new Map<TermId, ReadonlySet<string>>();

  constructor(recorded: RecordedValidation) {
    this.#recorded = recorded;
    const namespaces = new Set<string>();
    for (const { subject } of recorded.input.reportedGraph.triples())
      if (terms.isIri(subject)) namespaces.add(namespaceOf(terms.value(subject)));
    this.#namespaces = namespaces;
  }

  /**
   * Whether a change is unlikely.
   *
   * @param roots the shapes that the change was derived from. What they ask of a type by name, nodes of it may well
   *   lack, even if none has it yet.
   */
  has({ added, removed }: GraphDelta, minted: readonly TermId[], roots: readonly Shape[]): boolean {
    const isOutside = ({ subject }: Triple) => !minted.includes(subject) && this.#isOutsideModel(subject);
    return (
      [...added, ...removed].some(isOutside) ||
      added.some((triple) => this.#isSelfLink(triple) || !this.#isUsual(triple, minted, roots))
    );
  }

  #isSelfLink({ subject, predicate, object }: Triple): boolean {
    return (
      subject === object &&
      !this.#data.withPredicate(predicate).some((other) => other.subject === other.object)
    );
  }

  get #data() {
    return this.#recorded.input.reportedGraph;
  }

  #isOutsideModel(node: TermId): boolean {
    if (!terms.isIri(node)) return false;
    if (this.#data.outgoing(node).length > 0) return this.#data.has(node, rdf.type, owl.Ontology);
    const { shapes } = this.#recorded.input;
    return shapes.graph.outgoing(node).length > 0 || !this.#namespaces.has(namespaceOf(terms.value(node)));
  }

  /**
   * Whether a property is used where others use it, where a shape requires it by the type of the node, or is new to the
   * data.
   */
  #isUsual(
    { subject, predicate, object }: Triple,
    minted: readonly TermId[],
    roots: readonly Shape[],
  ): boolean {
    if (predicate === rdf.type) return true;
    const isKnown = (node: TermId, direction: '>' | '<') => {
      const types = this.#data.objects(node, rdf.type);
      return (
        types.some((type) => this.#usesOf(type).has(`${direction}${predicate}`)) ||
        types.length === 0 ||
        this.#data.withPredicate(predicate).length === 0 ||
        roots.some(({ targets }) => isMeant(targets, types))
      );
    };
    const ends = [
      { node: subject, direction: '>' } as const,
      ...(terms.isLiteral(object) ? [] : [{ node: object, direction: '<' } as const]),
    ].filter(({ node }) => !minted.includes(node));
    return ends.length === 0 || ends.some(({ node, direction }) => isKnown(node, direction));
  }

  #usesOf(type: TermId): ReadonlySet<string> {
    const known = this.#uses.get(type);
    if (known !== undefined) return known;
    const uses = new Set<string>();
    for (const node of this.#data.subjects(rdf.type, type)) {
      for (const { predicate } of this.#data.outgoing(node)) uses.add(`>${predicate}`);
      for (const { predicate } of this.#data.incoming(node)) uses.add(`<${predicate}`);
    }
    this.#uses.set(type, uses);
    return uses;
  }
}

/** True when targets select nodes of such types not just because these are subclasses. */
function isMeant(targets: Shape['targets'], types: readonly TermId[]): boolean {
  return targets.some((target) => target.kind !== 'class' || types.includes(target.class));
}
