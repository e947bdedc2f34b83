import type { TextRange } from '../../../base/textRange.ts';
import { escapeString } from '../../nTriples.ts';
import { type TermId, terms } from '../../terms.ts';
import type { LiteralNode, TermNode, TriplesStatement } from '../../turtle/syntaxTree.ts';
import type { PlanContext } from '../planContext.ts';
import { type Fragment, joinFragments, termFragment } from './fragment.ts';
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
    const nodeText = document.rope.slice(range.start, range.end);
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
  const endsLine = next === document.rope.length || hasLineEnd(document.rope.slice(next, next + 1));
  edits.replace({ start: position, end: next }, endsLine ? '' : layout.eol + place.indent);
}

/** A separator or dot with the spaces before it, unless a comment or a line end precedes it. */
function liftedMark({ document, trivia }: PlanContext, nodeEnd: number, mark: number): string {
  const isBeside = trivia.skipBlanks(nodeEnd) === mark;
  return isBeside ? document.rope.slice(nodeEnd, mark + 1) : '';
}

/** New text for a literal, or for the part of it that changes. */
interface LiteralEdit {
  /** Relative to the statement, like the node. */
  readonly range: TextRange;
  readonly newText: string;
}

/**
 * Turns a literal node into the literal that `printed` writes. The quotes stay; when only the text, the datatype or the
 * language differs, only that part changes.
 */
function replaceLiteral(
  node: LiteralNode,
  nodeText: string,
  term: TermId,
  printed: string,
  keepsLineFeeds: boolean,
): LiteralEdit {
  const whole = { range: { start: node.start, end: node.end }, newText: printed };
  // Numbers and booleans without quotes have no parts.
  if (node.form !== 'string' || !printed.startsWith('"')) return whole;
  // The text after the closing quote cannot contain a quotation mark.
  const suffix = printed.slice(printed.lastIndexOf('"') + 1);
  const delimiter = /^("""|'''|"|')/.exec(nodeText)![0];
  const quoted = delimiter + escapeFor(delimiter, terms.value(term), keepsLineFeeds) + delimiter;
  if (terms.value(node.id) === terms.value(term)) {
    return { range: { start: node.lexical.end, end: node.end }, newText: suffix };
  }
  const hasSameType =
    terms.datatype(node.id) === terms.datatype(term) &&
    terms.language(node.id) === terms.language(term) &&
    terms.direction(node.id) === terms.direction(term);
  if (hasSameType) return { range: node.lexical, newText: quoted };
  return { ...whole, newText: quoted + suffix };
}

/**
 * Escapes a lexical form for these quotes. A multi-line string gets line ends where the text has them, unless the
 * document's line end is a different one, because editors would convert it.
 */
function escapeFor(delimiter: string, value: string, keepsLineFeeds: boolean): string {
  const breaksLines = delimiter.length === 3 && keepsLineFeeds;
  const quote = delimiter[0]!;
  return escapeString(value).replace(/\\[\s\S]|'/g, (character) => {
    if (character === '\\n' && breaksLines) return '\n';
    if (quote === '"') return character;
    if (character === "'") return "\\'";
    return character === '\\"' ? '"' : character;
  });
}
