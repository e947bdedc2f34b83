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

/** A link to a place in the workspace. Characters that would end it or lead elsewhere are escaped; a uri has none of them. */
export function markdownLink(label: string, target: string): string {
  const safe = target.replace(
    /[\s()<>\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `[${escapeMarkdownLine(label)}](${safe})`;
}

/** Text that Markdown viewers turn into links on their own, unless it is code: addresses, and names after an @. */
const linkedByReaders = /([^\s|]*(?:\/\/|www\.|@)[^\s|]*)/i;

/** The parts that viewers would link are at odd indexes after `split`. */
function escapedPart(part: string, index: number): string {
  if (index % 2 === 1) {
    const end = endOfAddress(part);
    return code(part.slice(0, end)) + part.slice(end);
  }
  const escaped = part.replace(/[\\`*_[\]<>#!|~&$]/g, (mark, at: number) =>
    isMark(mark, part.charAt(at - 1), part.slice(at + 1)) ? `\\${mark}` : mark,
  );
  return index === 0
    ? escaped.replace(/^(\s*)([-+](?=\s|$)|[-=](?=[-=\s]*$)|\d+(?=[.)](?:\s|$)))/, lineStart)
    : escaped;
}

/** Where the punctuation of a sentence begins after an address. */
function endOfAddress(part: string): number {
  let end = part.length;
  while (end > 0 && '.,:;!?'.includes(part.charAt(end - 1))) end--;
  return end > 0 ? end : part.length;
}

/**
 * Whether a character may mean something between these neighbours. At either end of a text it may, because other texts
 * surround it.
 */
function isMark(mark: string, before: string, rest: string): boolean {
  const next = rest.charAt(0);
  switch (mark) {
    case '_':
      return !(isWord(before) && isWord(next));
    case '!':
      return next === '' || next === '[';
    case '#':
      return before.trim() === '' || /\d/.test(next);
    case '>':
      return before.trim() === '';
    case '<':
      return next === '' || /[A-Za-z/!?]/.test(next);
    case '&':
      return next === '' || /[#A-Za-z]/.test(next);
    case '[':
      return next !== ' ' || rest.startsWith(' ]');
    case ']':
      return before !== ' ' || next === '' || '([:'.includes(next);
    default:
      return true;
  }
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** Escapes the mark at the start of a line that would begin a list, a heading or a rule. */
function lineStart(_: string, space: string, mark: string): string {
  return /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`;
}
