import { jsonText } from '../../base/jsonText.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { displayPath } from '../input/paths.ts';
import type { CommandIo, Output } from '../io.ts';
import { codeFrame } from './codeFrame.ts';
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
export function placeText({ cwd }: Printer, document: TurtleDocument, offset: number): string {
  const { line, character } = document.lines.positionAt(offset);
  return `${displayPath(cwd, document.uri)}:${line + 1}:${character + 1}`;
}

export function frameText(
  { style, width }: Printer,
  document: TurtleDocument,
  range: TextRange,
  mark: (text: string) => string,
): readonly string[] {
  return codeFrame(document, range, { width, mark, rule: style.dim });
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
