import { jsonText } from '../../base/jsonText.ts';
import type { Position } from '../../base/lineIndex.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { excerptOf } from '../../service/report/excerpt.ts';
import { placeText as placeIn } from '../../service/report/placeText.ts';
import type { CommandIo, Output } from '../io.ts';
import { codeFrame, type FramedPlace } from './codeFrame.ts';
import { displayPath } from './paths.ts';
import { type Style, styleFor } from './style.ts';

/** How texts for people look on one output. */
export interface Printer {
  readonly style: Style;
  readonly width: number;
  readonly cwd: string;
}

export function printerFor(output: Output, { env, cwd }: CommandIo): Printer {
  // If the width is not known, long lines are still cropped.
  return { style: styleFor(output, env), width: output.columns ?? 120, cwd };
}

/** `units.ttl:47:24`, which terminals turn into a link. */
export function placeText(printer: Printer, document: TurtleDocument, offset: number): string {
  return positionText(printer, document.uri, document.lines.positionAt(offset));
}

/** The same for a position. */
export function positionText({ cwd }: Printer, uri: string, position: Position): string {
  return placeIn(displayPath(cwd, uri), position);
}

export function frameText(
  printer: Printer,
  { lines, rope }: TurtleDocument,
  range: TextRange,
  mark: (text: string) => string,
): readonly string[] {
  const start = lines.positionAt(range.start);
  const end = lines.positionAt(range.end);
  return placeFrame(printer, { start, end, excerpt: excerptOf({ lines, rope }, start, end) }, mark);
}

/** The same for a place of which the lines are known. */
export function placeFrame(
  { style, width }: Printer,
  place: FramedPlace,
  mark: (text: string) => string,
): readonly string[] {
  return codeFrame(place, { width, mark, rule: style.dim });
}

/** Prints a long text piece by piece, so that it is never in memory as a whole. */
export async function printPieces(
  output: Pick<Output, 'write' | 'drained'>,
  pieces: Iterable<string>,
): Promise<void> {
  let part = '';
  for (const piece of pieces) {
    part += piece;
    if (part.length < partLength) continue;
    output.write(part);
    part = '';
    await output.drained();
  }
  output.write(part);
}

const partLength = 64 * 1024;

/** Prints a value as JSON, with the lists in it as they are made. */
export function printJson({ stdout }: Pick<CommandIo, 'stdout'>, value: unknown): Promise<void> {
  return printPieces(stdout, jsonText(value));
}

/** Blocks of lines with an empty line between them. */
export function paragraphs(blocks: Iterable<readonly string[]>): string {
  return [...paragraphPieces(blocks)].join('');
}

/** The same, block by block. */
export function* paragraphPieces(blocks: Iterable<readonly string[]>): Iterable<string> {
  let separator = '';
  for (const lines of blocks) {
    if (lines.length === 0) continue;
    yield separator + lines.join('\n');
    separator = '\n\n';
  }
  if (separator !== '') yield '\n';
}
