import { NodeSet } from '../../rdf/nodeSet.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdfs } from '../../rdf/vocab.ts';
import type { ShapesGraph } from '../shapesGraph/shapesGraph.ts';
import type { ValidationInput } from '../validationUnit.ts';

/** What the shapes of a unit say something about. */
export interface MentionedTerms {
  /**
   * The terms that the description of an active shape uses, such as classes of targets, predicates of paths and allowed
   * values. A class counts with its subclasses.
   */
  readonly terms: NodeSet;
  /** The nodes that describe a shape: the shapes, and the blank nodes of their lists and paths. */
  readonly describing: ReadonlySet<TermId>;
}

/** Collects what the shapes mention. The text of SPARQL queries is not read. */
export function mentionedTerms({ shapes, classGraph }: ValidationInput): MentionedTerms {
  const describing = new Set<TermId>(shapes.illFormed.map(({ id }) => id));
  const mentioned = new NodeSet();
  for (const { id, deactivated } of shapes.shapes) {
    describing.add(id);
    if (!deactivated) mentioned.add(id);
  }
  for (const node of describing) {
    for (const { object } of shapes.graph.outgoing(node)) {
      if (terms.isBlank(object)) describing.add(object);
      else if (!isDeactivated(shapes, node)) mentioned.add(object);
    }
  }
  for (const term of mentioned.nodes) {
    for (const subclass of classGraph.subjects(rdfs.subClassOf, term)) mentioned.add(subclass);
  }
  return { terms: mentioned, describing };
}

function isDeactivated(shapes: ShapesGraph, node: TermId): boolean {
  return shapes.get(node)?.deactivated === true;
}
