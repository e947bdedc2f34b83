import { type TermId, terms } from '../terms.ts';
import {
  type AnnotationNode,
  hasDot,
  type ObjectNode,
  type PredicateNode,
  type PropertyListNode,
  type TriplesStatement,
} from '../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { rdf } from '../vocab.ts';

/** A `;` list: the one after a statement's subject, or the one inside a `[ … ]` or a `{| … |}`. */
export interface PredicateBlock {
  readonly statement: TriplesStatement;
  /** The node that contains the list; identifies the block. */
  readonly holder: TriplesStatement | PropertyListNode | AnnotationNode;
  readonly predicates: readonly PredicateNode[];
}

/** The blocks that describe a term, in document order. */
export function blocksOf(document: TurtleDocument, subject: TermId): readonly PredicateBlock[] {
  const blocks = new Map<PredicateBlock['holder'], PredicateBlock>();
  for (const { statement, subject: node } of document.sources.blocks(subject)) {
    if (node.kind === 'propertyList') {
      blocks.set(node, { statement, holder: node, predicates: node.predicates });
    }
    const bare = node.kind === 'propertyList' && statement.predicates.length === 0;
    if (node === statement.subject && !bare) {
      blocks.set(statement, { statement, holder: statement, predicates: statement.predicates });
    }
  }
  for (const { statement, node } of annotationsBy(document, subject)) {
    if (node.predicates.length > 0)
      blocks.set(node, { statement, holder: node, predicates: node.predicates });
  }
  if (blocks.size > 0 || !terms.isBlank(subject)) return [...blocks.values()];
  // Empty brackets state nothing about their blank node yet.
  return document.sources
    .mentions(subject)
    .flatMap(({ statement, node }) =>
      node.kind === 'propertyList' ? [{ statement, holder: node, predicates: node.predicates }] : [],
    );
}

/** The annotations that a term is the reifier of, as `~ ex:r {| … |}` or, for a blank node, `{| … |}`. */
export function annotationsBy(
  document: TurtleDocument,
  reifier: TermId,
): readonly { readonly statement: TriplesStatement; readonly node: AnnotationNode }[] {
  return document.graph
    .objects(reifier, rdf.reifies)
    .flatMap((object) =>
      document.sources
        .occurrences({ subject: reifier, predicate: rdf.reifies, object })
        .flatMap(({ statement, subject: node }) => (node.kind === 'annotation' ? [{ statement, node }] : [])),
    );
}

/** The earliest position of the block's list: after the subject or the opening bracket. */
export function blockStart({ statement, holder, predicates }: PredicateBlock): number {
  switch (holder.kind) {
    case 'triples':
      return statement.start + holder.subject.end;
    case 'propertyList':
      return statement.start + holder.start + 1;
    case 'annotation':
      return statement.start + predicates[0]!.verb.start;
  }
}

/** The end of a part's last object. */
export function partEnd(part: PredicateNode): number {
  return objectEnd(part.objects.at(-1)!);
}

/** The end of an object, or of the annotations of its triple after it. */
export function objectEnd({ term, annotations }: ObjectNode): number {
  return annotations.at(-1)?.end ?? term.end;
}

/**
 * The offset of the semicolon or dot after a part, relative to the statement. Undefined when there is none or more than
 * one.
 *
 * @param hasSemicolon true when the semicolon after the part stays.
 */
export function separatorAfterPart(
  { statement, holder, predicates }: PredicateBlock,
  part: PredicateNode,
  hasSemicolon: boolean,
): number | undefined {
  const { semicolons } = part;
  if (hasSemicolon) return semicolons.length === 1 ? semicolons[0] : undefined;
  const isEnd = holder === statement && part === predicates.at(-1) && semicolons.length === 0;
  return isEnd && hasDot(statement) ? statement.dot : undefined;
}
