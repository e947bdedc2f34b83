import { escapeInvisible } from './visibleText.ts';

/*
 * Texts of files, names and programs in Markdown: whatever they hold, they are text. They bring no links, images,
 * tables, headings or HTML, and nobody is mentioned by them.
 */

/** A text as code, on one line, whatever backticks it has. */
export function code(text: string): string {
  const line = escapeInvisible(text.replace(/\s*[\r\n]+\s*/g, ' '));
  if (line === '') return '';
  const fence = '`'.repeat(1 + Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)));
  // A backtick at an end would lengthen the fence.
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/**
 * A text as it reads, with its line ends. Round brackets mean nothing without square ones, so they stay.
 */
export function escapeMarkdown(text: string): string {
  return escapeInvisible(text)
    .split('\n')
    .map((line) => line.split(linkedByReaders).map(escapedPart).join(''))
    .join('  \n');
}

/** A text as it reads, on one line. */
export function escapeMarkdownLine(text: string): string {
  return escapeMarkdown(text.replace(/\s*[\r\n]+\s*/g, ' '));
}

/** What readers turn into links without being asked, unless it is code: addresses and names after an @. */
const linkedByReaders = /([^\s|]*(?:\/\/|www\.|@)[^\s|]*)/i;

/** The parts at odd places are those that readers would link. */
function escapedPart(part: string, index: number): string {
  if (index % 2 === 1) return code(part);
  const escaped = part.replace(/[\\`*_{}[\]<>#!|~&$]/g, '\\$&');
  return index === 0
    ? escaped.replace(/^(\s*)([-+](?=\s|$)|[-=](?=[-=\s]*$)|\d+(?=[.)](?:\s|$)))/, lineStart)
    : escaped;
}

/** What begins a list, a heading or a rule at the start of a line. */
function lineStart(_: string, space: string, mark: string): string {
  return /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`;
}
