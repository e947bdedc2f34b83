import { escapeInvisible } from './visibleText.ts';

/*
 * Escapes texts from files, names and programs for Markdown. Whatever they contain, they stay plain text: no links,
 * images, tables, headings, HTML or mentions.
 */

/** Formats a text as inline code on one line, whatever backticks it contains. */
export function code(text: string): string {
  const line = escapeInvisible(text.replace(/\s*[\r\n]+\s*/g, ' '));
  if (line === '') return '';
  const fence = '`'.repeat(1 + Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)));
  // A backtick at either end would lengthen the fence.
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** Escapes a text and keeps its line ends. Round brackets are harmless without square ones, so they are not escaped. */
export function escapeMarkdown(text: string): string {
  return escapeInvisible(text)
    .split('\n')
    .map((line) => line.split(linkedByReaders).map(escapedPart).join(''))
    .join('  \n');
}

/** Escapes a text for a single line. */
export function escapeMarkdownLine(text: string): string {
  return escapeMarkdown(text.replace(/\s*[\r\n]+\s*/g, ' '));
}

/** Text that Markdown viewers turn into links on their own, unless it is code: addresses, and names after an @. */
const linkedByReaders = /([^\s|]*(?:\/\/|www\.|@)[^\s|]*)/i;

/** `split` puts the parts that viewers would link at odd indexes. */
function escapedPart(part: string, index: number): string {
  if (index % 2 === 1) return code(part);
  const escaped = part.replace(/[\\`*_{}[\]<>#!|~&$]/g, '\\$&');
  return index === 0
    ? escaped.replace(/^(\s*)([-+](?=\s|$)|[-=](?=[-=\s]*$)|\d+(?=[.)](?:\s|$)))/, lineStart)
    : escaped;
}

/** Escapes the mark at the start of a line that would begin a list, a heading or a rule. */
function lineStart(_: string, space: string, mark: string): string {
  return /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`;
}
