import { type TermId, terms } from '../rdf/terms.ts';
import type { TermNode, TriplesStatement } from '../turtle/syntaxTree.ts';
import { type Fragment, join, termFragment } from './fragment.ts';
import { replaceLiteral } from './literals.ts';
import type { Tools } from './tools.ts';

export type TermRole = 'subject' | 'verb' | 'object';

/** Writes a term in the place of a node. Comments inside the node stay behind the term. */
export function replaceNode(
  { document, edits, trivia, layout, writer }: Tools,
  { start }: TriplesStatement,
  node: TermNode,
  term: TermId,
  role: TermRole,
): void {
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
  const lineBreak = layout.eol + place.indent + layout.habits.unit;
  let position = range.start;
  for (const comment of comments) {
    const text = position === range.start ? join(fragment, ' ') : lineBreak;
    edits.replace({ start: position, end: comment.start }, text);
    position = comment.end;
  }
  edits.replace({ start: position, end: range.end }, position === range.start ? fragment : lineBreak);
}
