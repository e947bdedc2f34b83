import type { TextPosition } from '../../base/lineIndex.ts';
import type { Rope } from '../../base/rope.ts';
import type { TextRange } from '../../base/textRange.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { Place } from '../../shacl/results/locate.ts';

/** The lines of a file around a place, as code frames show them. */
export interface Excerpt {
  /** The number of the first of the lines, from 0. */
  readonly first: number;
  /** Without their ends. */
  readonly lines: readonly string[];
  /** How many lines the file has. */
  readonly lineCount: number;
}

/** How many lines of a long range are shown with marks. */
export const maxMarkedLines = 4;

/** The lines of a range (only the first few of a long one), with one line before and after. */
export function excerptOf(
  { rope, lines }: Pick<TurtleDocument, 'rope' | 'lines'>,
  start: TextPosition,
  end: TextPosition,
): Excerpt {
  const first = Math.max(0, start.line - 1);
  const lastMarked = Math.min(end.line, start.line + maxMarkedLines - 1);
  const last = Math.min(lines.lineCount - 1, lastMarked + 1);
  const found: string[] = [];
  for (let line = first; line <= last; line++) found.push(lineText(rope, lines, line));
  return { first, lines: found, lineCount: lines.lineCount };
}

function lineText(rope: Rope, lines: TurtleDocument['lines'], line: number): string {
  const last = longLines.get(rope);
  if (last?.line === line) return last.text;
  const text = lineOf(rope, lines, line);
  if (text.length > longLine) longLines.set(rope, { line, text });
  return text;
}

/**
 * The last long line of a text that was shown: otherwise, a one-line file full of errors would be copied for each of them.
 */
const longLines = new WeakMap<Rope, { readonly line: number; readonly text: string }>();

/** UTF-16 units. */
const longLine = 10_000;

function lineOf(rope: Rope, lines: TurtleDocument['lines'], line: number): string {
  const text = rope.slice(lines.lineStart(line), lines.lineStart(line + 1));
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return text.slice(0, end);
}

export interface JsonLocation {
  readonly uri: string;
  readonly start: TextPosition;
  readonly end: TextPosition;
  /** The name of the graph block around it, in a TriG file. */
  readonly graph?: string;
}

export function placeJson({ document, range }: Place): JsonLocation {
  const graph = document.graphAt(range.start);
  return {
    uri: document.uri,
    ...rangeJson(document, range),
    ...(graph !== undefined && { graph: termToNTriples(graph) }),
  };
}

/** A range as in the Language Server Protocol. */
export function rangeJson(
  { lines }: TurtleDocument,
  { start, end }: TextRange,
): {
  readonly start: TextPosition;
  readonly end: TextPosition;
} {
  return { start: lines.positionAt(start), end: lines.positionAt(end) };
}

/** A place in the form that terminals and viewers turn into a link, `data.ttl:3:7`. Lines and characters count from 1. */
export function placeText(name: string, { line, character }: TextPosition): string {
  return `${name}:${line + 1}:${character + 1}`;
}
