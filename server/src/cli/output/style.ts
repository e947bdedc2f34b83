import { escapeInvisible } from '../../base/visibleText.ts';
import type { Environment, Terminal } from '../io.ts';

/** Marks parts of a text for a terminal; does nothing where colours are not wanted. */
export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly yellow: Paint;
  readonly blue: Paint;
  readonly green: Paint;
}

type Paint = (text: string) => string;

/** Colours on terminals only, unless NO_COLOR or FORCE_COLOR say otherwise. */
export function styleFor(output: Terminal, env: Environment): Style {
  return wantsColor(output, env) ? colored : plain;
}

/** A text of data or shapes as the output will show it, with tabs as two spaces, so that columns can be counted. */
export function printable(text: string): string {
  return escapeInvisible(text).replace(/\t/g, '  ');
}

/**
 * The text for a terminal: our own marks become control sequences, and all other control characters are escaped. The marks
 * have a random part in each process, so that no text of a file can look like one. It need not be random enough for keys,
 * and loading a generator of keys takes longer than judging a small file.
 */
export function terminalText(text: string): string {
  if (!text.includes(markStart)) return escapeInvisible(text);
  return text
    .split(marks)
    .map((part, i) => (i % 2 === 0 ? escapeInvisible(part) : sequences[Number(part)]!))
    .join('');
}

function wantsColor({ isTTY }: Terminal, env: Environment): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** Noncharacters of Unicode, which are for uses like this. */
const markStart = `\ufdd0${String(Math.random()).slice(2)}:`;
const marks = new RegExp(`${markStart}(\\d+)\ufdd1`);

/** The control sequences that we send, by the numbers in their marks. */
const sequences: string[] = [];

function mark(sequence: string): string {
  return `${markStart}${sequences.push(sequence) - 1}\ufdd1`;
}

/** Clears the line of a terminal that the cursor is on. */
export const emptyLine = mark('\r\u001b[K');

function paint(on: number, off: number): Paint {
  const start = mark(`\u001b[${on}m`);
  const end = mark(`\u001b[${off}m`);
  return (text) => (text === '' ? '' : `${start}${text}${end}`);
}

const colored: Style = {
  bold: paint(1, 22),
  dim: paint(2, 22),
  red: paint(31, 39),
  yellow: paint(33, 39),
  blue: paint(34, 39),
  green: paint(32, 39),
};

const same: Paint = (text) => text;

const plain: Style = { bold: same, dim: same, red: same, yellow: same, blue: same, green: same };
