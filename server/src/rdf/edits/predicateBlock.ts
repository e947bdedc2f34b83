import { type TermId, terms } from '../terms.ts';
import {
  hasDot,
  type ObjectNode,
  type PredicateNode,
  type PropertyListNode,
  type TriplesStatement,
} from '../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';

/** A `;` list: the one after a statement's subject, or the one inside a `[ … ]`. */
export interface PredicateBlock {
  readonly statement: TriplesStatement;
  /** The node that contains the list; identifies the block. */
  readonly holder: TriplesStatement | PropertyListNode;
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
  if (blocks.size > 0 || !terms.isBlank(subject)) return [...blocks.values()];
  // Empty brackets state nothing about their blank node yet.
  return document.sources
    .mentions(subject)
    .flatMap(({ statement, node }) =>
      node.kind === 'propertyList' ? [{ statement, holder: node, predicates: node.predicates }] : [],
    );
}

/** The earliest position of the block's list: after the subject or the opening bracket. */
export function blockStart({ statement, holder }: PredicateBlock): number {
  return statement.start + (holder.kind === 'triples' ? holder.subject.end : holder.start + 1);
}

/** The end of a part's last object. */
export function partEnd(part: PredicateNode): number {
  return objectEnd(part.objects.at(-1)!);
}

/** The end of an object, or of what is said behind it about its triple. */
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
