import type { TextRange } from '../../base/textRange.ts';
import { escapeString } from '../../rdf/nTriples.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { LiteralNode } from '../../turtle/syntaxTree.ts';

/** New text for a literal, or for the part of it that changes. */
export interface LiteralEdit {
  /** Relative to the statement, like the node. */
  readonly range: TextRange;
  readonly newText: string;
}

/**
 * Turns a literal node into the literal that `printed` writes. The quotes stay; when only the text, the datatype or the
 * language differs, only that part changes.
 */
export function replaceLiteral(
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
