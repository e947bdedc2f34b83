import { type TermId, terms } from '../../rdf/terms.ts';
import type { TermNode, TriplesStatement } from '../../turtle/syntaxTree.ts';
import type { PlanContext } from '../planContext.ts';
import { type Fragment, joinFragments, termFragment } from './fragment.ts';
import { replaceLiteral } from './replaceLiteral.ts';
import { hasLineEnd } from './trivia.ts';

export type ReplacedRole = 'subject' | 'verb' | 'object';

/** What is written in place of a node. */
interface Replacement {
  readonly term: TermId;
  readonly role: ReplacedRole;
  /** The offset of the separator or dot after the node. */
  readonly mark: number | undefined;
}

/** Replaces a node by a term. Comments inside the node follow the term and the mark after it. */
export function replaceNode(
  context: PlanContext,
  { start }: TriplesStatement,
  node: TermNode,
  { term, role, mark }: Replacement,
): void {
  const { document, edits, trivia, layout, writer } = context;
  const range = { start: start + node.start, end: start + node.end };
  const place = { offset: start, indent: trivia.indentAt(range.start) };
  const fragment: Fragment = writer[role](term, place);
  const comments = trivia.commentsIn(range);
  if (node.kind === 'literal' && terms.isLiteral(term) && comments.length === 0) {
    const nodeText = document.text.slice(range.start, range.end);
    const edit = replaceLiteral(node, nodeText, term, fragment.text, layout.keepsLineFeeds);
    const changed = { start: start + edit.range.start, end: start + edit.range.end };
    edits.replace(changed, edit.newText === '' ? '' : termFragment(term, edit.newText));
    return;
  }
  const lineBreak = layout.eol + place.indent + layout.style.indentUnit;
  const lifted =
    mark !== undefined && comments.length > 0 ? liftedMark(context, range.end, start + mark) : '';
  let position = range.start;
  for (const comment of comments) {
    const text = position === range.start ? joinFragments(fragment, lifted, ' ') : lineBreak;
    edits.replace({ start: position, end: comment.start }, text);
    position = comment.end;
  }
  if (lifted === '') {
    edits.replace({ start: position, end: range.end }, position === range.start ? fragment : lineBreak);
    return;
  }
  const next = trivia.skipBlanks(start + mark! + 1);
  const endsLine = next === document.text.length || hasLineEnd(document.text[next]!);
  edits.replace({ start: position, end: next }, endsLine ? '' : layout.eol + place.indent);
}

/** A separator or dot with the spaces before it, unless a comment or a line end precedes it. */
function liftedMark({ document, trivia }: PlanContext, nodeEnd: number, mark: number): string {
  const isBeside = trivia.skipBlanks(nodeEnd) === mark;
  return isBeside ? document.text.slice(nodeEnd, mark + 1) : '';
}
