import type { TextRange } from '../base/textRange.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { codeFrame } from './codeFrame.ts';
import type { CommandIo, Output } from './io.ts';
import { displayPath } from './paths.ts';
import { type Style, styleFor } from './style.ts';

/** How texts for people look on one output. */
export interface Printer {
  readonly style: Style;
  readonly width: number;
  readonly cwd: string;
}

export function printerFor(output: Output, { env, cwd }: CommandIo): Printer {
  // Where nobody says how wide it is, long data lines still have to end somewhere.
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

/** `1 result`, `2 results`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Blocks of lines with an empty line between them. */
export function paragraphs(blocks: readonly (readonly string[])[]): string {
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${texts.join('\n\n')}\n`;
}
